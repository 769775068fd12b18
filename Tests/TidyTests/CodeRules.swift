/// The codes at the beginning of tests' names, and the tables that explain them.
let codeRules: [Rule] = [faultsAreTested, scenariosAreTested]

/// The number of faults with a promise.
let countOfFaults = 30

/// The number of scenarios of each library, and of those beyond them.
let countsOfScenarios = ["S": 14, "H": 10, "C": 34, "B": 9]

let faultsAreTested = Rule("every fault has tests of its number, and the table names them") {
  files in
  guard let table = files.first(where: { $0.path == "Tests/FaultTests/README.md" })
  else { return [] }
  let rows = table.codeRows { Int($0) == nil ? nil : "fault \($0)" }
  let suites = files.suitesByCode
  let faults = Set((1...countOfFaults).map { "fault \($0)" })
  let codes = faults.union(rows.keys).union(suites.keys.filter(\.isFaultCode))
  return table.violations(of: rows, for: codes.sorted(), in: suites)
}

let scenariosAreTested = Rule("every scenario's code has tests, and the table names them") {
  files in
  guard let table = files.first(where: { $0.path == "Tests/PARITY.md" }) else { return [] }
  let rows = table.codeRows { $0.isScenarioCode ? $0 : nil }
  let suites = files.suitesByCode
  let scenarios = countsOfScenarios.flatMap { letter, count in
    (1...count).map { "\(letter)\($0)" }
  }
  let codes = Set(scenarios).union(rows.keys).union(suites.keys.filter(\.isScenarioCode))
  return table.violations(of: rows, for: codes.sorted(), in: suites)
}

/// A table's row about a code: the suites that it names.
private struct CodeRow {
  let line: Int
  let suites: Set<String>
}

extension SourceFile {
  /// The rows whose first cell is a code, with the suites of the third cell.
  fileprivate func codeRows(_ code: (String) -> String?) -> [String: CodeRow] {
    var rows: [String: CodeRow] = [:]
    for (index, line) in lines.enumerated() where line.hasPrefix("| ") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.split(separator: " ").map(String.init) }
      guard cells.count > 3, let first = cells[1].first, let code = code(first) else { continue }
      let suites = cells[3].map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
      rows[code] = CodeRow(line: index + 1, suites: Set(suites))
    }
    return rows
  }

  fileprivate func violations(
    of rows: [String: CodeRow], for codes: [String], in suites: [String: Set<String>]
  ) -> [Violation] {
    codes.flatMap { code -> [Violation] in
      guard let row = rows[code] else { return [violation(1, "\(code) has no row")] }
      if row.suites.isEmpty { return [violation(row.line, "\(code) has no suite")] }
      let found = suites[code] ?? []
      let missing = row.suites.subtracting(found).sorted().joined(separator: ", ")
      let unlisted = found.subtracting(row.suites).sorted().joined(separator: ", ")
      return [
        missing.isEmpty ? nil : "no test is named '\(code): ...' in \(missing)",
        unlisted.isEmpty ? nil : "tests are named '\(code): ...' in \(unlisted), too",
      ].compactMap { $0.map { violation(row.line, $0) } }
    }
  }
}

extension [SourceFile] {
  /// The suites with tests of each code: `fault 7: ...` has one code, `S9 and S10: ...` has two.
  /// Tests of guides repeat some scenarios and do not count.
  fileprivate var suitesByCode: [String: Set<String>] {
    var suites: [String: Set<String>] = [:]
    for file in self
    where file.path.hasPrefix("Tests/") && file.isSwift && !file.path.contains("/Guides/") {
      let names = file.text.split(separator: "func `", omittingEmptySubsequences: false)
      for name in names.dropFirst() {
        let codes = name.prefix { !":`\n".contains($0) }
        guard name[codes.endIndex...].hasPrefix(":") else { continue }
        for code in codes.replacing(" and ", with: ", ").split(separator: ", ") {
          suites[String(code), default: []].insert(file.name.replacing(".swift", with: ""))
        }
      }
    }
    return suites
  }
}

extension String {
  /// Whether this is the word and a number: `fault 7`.
  fileprivate var isFaultCode: Bool { hasPrefix("fault ") && Int(dropFirst(6)) != nil }

  /// Whether this is a letter for one of the three libraries or beyond them, with a number: `C17`.
  fileprivate var isScenarioCode: Bool {
    let number = dropFirst()
    return first.map { "SHCB".contains($0) } ?? false && !number.isEmpty
      && number.allSatisfy { ("0"..."9").contains($0) }
  }
}
