import RouteEngine
import RouteStore

enum RerunCommand {
  static let routes = Option.text(
    "routes", value: "TABLE", kind: .file, "this table instead of those recorded")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 10,
    "describe at most so many of the entries that differ")

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
    let report = DivergenceReport(rerun, path: path, routes: arguments[routes])
    try report.write(to: output, most: arguments[most])
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
    let report = DivergenceReport(rerun, path: path, routes: arguments[routes])
    try report.write(to: output, most: arguments[most])
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
      // An entry can differ in each of the classes.
      let each = Divergence.Class.allCases.count
      return try Rerun(of: file.history, with: table, most: most * each)
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
  private let routes: String?

  init(_ rerun: Rerun, path: String, routes: String?) {
    self.rerun = rerun
    self.path = path
    self.routes = routes
  }

  func write(to output: Output, most: Int) throws {
    let again = "\(counted(rerun.decisions, "request")) decided again"
    let byRule = rerun.settledByRule
    if rerun.isIdentical {
      try output.line(output.painted("identical", .green) + ": \(again)")
    } else {
      try output.line(
        output.painted("different", .red) + ": \(again), \(rerun.differing) differ")
    }
    if byRule > 0 {
      let rules = """
        \(counted(byRule, "more request")) ended without a decision and cannot differ: no link, \
        a repetition of its source's id, over a limit, given up, or cut off by the app's end
        """
      for line in wrapped(rules, width: output.width ?? 80) { try output.line(line) }
    }
    guard !rerun.isIdentical else { return }
    if !rerun.outcomeShifts.isEmpty {
      try output.line()
      try writeShifts(output)
    }
    var entries: [[Divergence]] = []
    for divergence in rerun.divergences {
      if entries.last?.first?.sequence == divergence.sequence {
        entries[entries.count - 1].append(divergence)
      } else {
        entries.append([divergence])
      }
    }
    for entry in entries.prefix(most) {
      try output.line()
      try write(entry, output)
    }
    try output.line()
    let hidden = rerun.differing - min(most, entries.count)
    if hidden > 0 { try output.line("… and \(hidden) more; --most shows them") }
    guard let first = entries.first?.first else { return }
    let name = quotedForShell(path)
    try output.line("next: route-replay show \(visible(name)) \(first.sequence)")
    if let routes, first.target.utf8.contains(0x2F) {
      let words = [routes, first.target].map { visible(quotedForShell($0)) }
      try output.line("      route-replay explain --routes \(words[0]) \(words[1])")
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

  /// One entry: what asks for most attention first, the rest in words.
  private func write(_ divergences: [Divergence], _ output: Output) throws {
    guard let first = divergences.first else { return }
    let head = "entry \(first.sequence), request \(first.request): \(first.target)"
    let width = output.width ?? .max
    try output.line(output.painted(elided(visible(head), toWidth: width), .bold))
    func field(_ name: String, _ text: String, _ ink: Ink?) throws {
      try output.field(name, text, ink: ink, indentation: 2, nameWidth: 9)
    }
    let kinds = divergences.map { Self.word($0.kind) }
    try field("differs", kinds.joined(separator: ", "), nil)
    let told = divergences.filter { $0.kind == .outcome || $0.kind == .route }
    if told.isEmpty { return }
    try field("recorded", told.map(\.recorded).joined(separator: ", "), .red)
    try field("now", told.map(\.replayed).joined(separator: ", "), .green)
  }

  private static func word(_ kind: Divergence.Class) -> String {
    switch kind {
    case .outcome, .route, .changes, .scene: kind.rawValue
    case .request: "the request itself is not recorded"
    case .action: "actions"
    case .answerMissing: "an answer that is needed was not recorded"
    case .answerUnused: "a recorded answer is not asked for"
    }
  }
}
