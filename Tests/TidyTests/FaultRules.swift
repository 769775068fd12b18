/// What the fault tests promise.
let faultRules: [Rule] = [faultsAreTested]

/// How many faults there are a promise for.
let countOfFaults = 30

let faultsAreTested = Rule("every fault has tests of its number, and the table names them") {
  files in
  let path = "Tests/FaultTests/README.md"
  guard let table = files.first(where: { $0.path == path }) else { return [] }
  let tests = files.filter { $0.path.hasPrefix("Tests/") && $0.isSwift }
  var rows: [Int: (line: Int, suites: Set<String>)] = [:]
  for (index, line) in table.lines.enumerated() where line.hasPrefix("| ") {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").map(String.init) }
    guard cells.count > 3, let number = cells[1].first.flatMap({ Int($0) }) else { continue }
    let suites = cells[3].map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    rows[number] = (index + 1, Set(suites))
  }
  return (1...countOfFaults).flatMap { number -> [Violation] in
    let found = Set(
      tests.filter { $0.text.contains("func `fault \(number): ") }
        .map { $0.name.replacing(".swift", with: "") })
    guard let row = rows[number] else {
      return [table.violation(1, "fault \(number) has no row")]
    }
    if row.suites.isEmpty { return [table.violation(row.line, "fault \(number) has no suite")] }
    let missing = row.suites.subtracting(found).sorted().joined(separator: ", ")
    let unlisted = found.subtracting(row.suites).sorted().joined(separator: ", ")
    return [
      missing.isEmpty ? nil : "no test is named 'fault \(number): ...' in \(missing)",
      unlisted.isEmpty ? nil : "tests are named 'fault \(number): ...' in \(unlisted), too",
    ].compactMap { $0.map { table.violation(row.line, $0) } }
  }
}
