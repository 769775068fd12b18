import RouteEngine
import RouteStore

enum RerunCommand {
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file, "this table instead of those recorded")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 10, "describe at most so many divergences")

  static let command = Command(
    name: "rerun",
    summary: "decides every request again from the recorded input and compares",
    discussion: """
      Each request is decided in the recorded state with the recorded answers; route, outcome, \
      changes and actions are compared. The exit status is 1 when anything differs.
      """,
    arguments: [ReadingOptions.file], options: [routes, most],
    example: Command.Example("route-replay rerun app.journal")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let table = try arguments[routes].map { path throws(CommandFailure) in
      try RouteTable.read(path)
    }
    let file = try JournalFile(path, output: output)
    let rerun = try Rerun.of(file, with: table, most: arguments[most])
    try DivergenceReport(rerun, path: path).write(to: output)
    if !rerun.isIdentical { return .difference }
    return file.status
  }
}

enum WhatIfCommand {
  static let routes = Option.required(
    "routes", value: "TABLE", kind: .file, "the table to decide with")
  static let most = RerunCommand.most

  static let command = Command(
    name: "what-if",
    summary: "the same with another route table: what would change, by route and outcome",
    discussion: """
      Nothing is written. Each request is decided in the state that was recorded before it, so one \
      difference does not hide the next. 'routes' writes the recorded table for editing. The exit \
      status is 1 when anything would change.
      """,
    isEveryday: true, arguments: [ReadingOptions.file], options: [routes, most],
    example: Command.Example("route-replay what-if app.journal --routes tomorrow.json")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let table = try RouteTable.read(arguments[routes])
    let file = try JournalFile(path, output: output)
    let rerun = try Rerun.of(file, with: table, most: arguments[most])
    try DivergenceReport(rerun, path: path).write(to: output)
    if !rerun.isIdentical { return .difference }
    return file.status
  }
}

extension Rerun {
  /// Decides a journal's requests again; a missing table gets its own exit status.
  fileprivate static func of(
    _ file: JournalFile, with table: RouteTable?, most: Int
  ) throws -> Rerun {
    do {
      return try Rerun(of: file.history, with: table, most: most)
    } catch let failure as Rerun.Failure {
      throw CommandFailure(.definitionsMissing, failure.description)
    }
  }
}

/// What a rerun found, for a person: numbers, shifts between outcomes, and the first divergences
/// with what is needed to act on them.
private struct DivergenceReport {
  private let rerun: Rerun
  private let path: String

  init(_ rerun: Rerun, path: String) {
    self.rerun = rerun
    self.path = path
  }

  func write(to output: Output) throws {
    let again = "\(counted(rerun.decisions, "request")) decided again"
    let byRule = rerun.settledByRule
    let rest = byRule == 0 ? "" : "; \(byRule) had ended by a rule of the session"
    guard !rerun.isIdentical else {
      return try output.line(output.painted("identical", .green) + ": \(again)\(rest)")
    }
    try output.line(
      output.painted("different", .red) + ": \(again), \(rerun.differing) differ\(rest)")
    if !rerun.outcomeShifts.isEmpty {
      try output.line()
      try writeShifts(output)
    }
    for divergence in rerun.divergences {
      try output.line()
      try write(divergence, output)
    }
    try output.line()
    if let first = rerun.divergences.first {
      let name = quotedForShell(path)
      try output.line("next: route-replay show \(visible(name)) \(first.sequence)")
    }
  }

  private func writeShifts(_ output: Output) throws {
    var listing = Listing(
      [Column("requests", .number), Column("route"), Column("recorded"), Column("replayed")],
      format: .text, time: .raw, to: output)
    for shift in rerun.outcomeShifts.sorted(by: { $0.count > $1.count }) {
      try listing.append([
        .integer(shift.count), .text(shift.route), .text(shift.recorded), .text(shift.replayed),
      ])
    }
    try listing.finish()
  }

  private func write(_ divergence: Divergence, _ output: Output) throws {
    func line(_ name: String, _ text: String, _ ink: Ink?) throws {
      let padding = String(repeating: " ", count: 9 - name.utf8.count)
      let width = output.width.map { max(20, $0 - 11) } ?? .max
      let shown = truncated(visible(text), toWidth: width)
      try output.line("  \(name)\(padding)" + output.painted(shown, ink))
    }
    let head = "entry \(divergence.sequence), request \(divergence.request): \(divergence.target)"
    try output.line(output.painted(visible(head), .bold))
    try line("differs", divergence.kind.rawValue, nil)
    try line("recorded", divergence.recorded, .red)
    try line("now", divergence.replayed, .green)
  }
}
