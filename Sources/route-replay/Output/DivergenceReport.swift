import RouteEngine
import RouteStore
import TextTerminal

/// What a rerun found in one file: numbers, shifts between outcomes, and each request that differs
/// with what is needed to act on it.
struct DivergenceReport {
  /// What a text for people is cut to; the formats for programs have all of it.
  static let longestText = 240

  private let rerun: Rerun
  private let file: JournalFile
  private let path: String
  /// The file of another table than those recorded.
  private let routes: String?
  private let hasOtherTable: Bool
  private let time: TimeStyle

  init(
    _ rerun: Rerun, _ file: JournalFile, path: String, routes: String?, hasOtherTable: Bool,
    time: TimeStyle
  ) {
    self.rerun = rerun
    self.file = file
    self.path = path
    self.routes = routes
    self.hasOtherTable = hasOtherTable
    self.time = time
  }

  // MARK: Text

  func write(to output: Output) throws {
    let again = "\(counted(rerun.decisions, "decision")) made again"
    if rerun.isIdentical {
      try output.line(output.painted("identical", .green) + ": \(again)")
    } else if rerun.differing == 0 {
      try output.line(output.painted("undecided", .yellow) + ": \(again), none differs")
    } else {
      let differ = rerun.differing == 1 ? "1 differs" : "\(rerun.differing) differ"
      try output.line(output.painted("different", .red) + ": \(again), \(differ)")
    }
    if rerun.settledByRule > 0 {
      let rules = """
        \(counted(rerun.settledByRule, "request")) ended without a decision and cannot \
        differ: no link, a repetition of its source's id, over a limit, given up, refused or \
        superseded while another was under way, not resumed, or cut off by the app's end
        """
      try output.paragraph(rules)
    }
    if hasOtherTable, rerun.decisions > 0 {
      try output.paragraph("left out: " + Self.leftOut)
    }
    try writeUndecided(output)
    if !rerun.outcomeShifts.isEmpty {
      try output.line()
      try writeShifts(output)
    }
    for divergence in rerun.divergences {
      try output.line()
      try write(divergence, output)
    }
    let hidden = rerun.differing - rerun.divergences.count
    try output.hidden(hidden)
  }

  /// What no other table is tried on.
  static let leftOut = """
    what a difference leads to. Each request found the recorded state, answers and time; \
    what waited, was released or expired, and how actions went on, is as recorded
    """

  /// What cannot be decided again is named rather than guessed.
  private func writeUndecided(_ output: Output) throws {
    guard rerun.undecided > 0 else { return }
    let named = rerun.undecidedEntries.map(String.init).joined(separator: ", ")
    let more = rerun.undecided - rerun.undecidedEntries.count
    let table = hasOtherTable ? "with \(routes ?? "the app's table") " : ""
    let text = """
      \(counted(rerun.undecided, "request")) cannot be decided: \(table)it turns on \
      private values, and the journal has only their tokens: \
      \(rerun.undecided == 1 ? "entry" : "entries") \(named)\(more > 0 ? ", and \(more) more" : "")
      """
    try output.paragraph(text)
  }

  private func writeShifts(_ output: Output) throws {
    var listing = Listing(
      [Column("requests", .number), Column("route"), Column("recorded"), Column("now")],
      format: .text, time: .raw, to: output)
    for shift in rerun.outcomeShifts.sorted(by: { $0.count > $1.count }) {
      try listing.append([
        .integer(shift.count), .text(shift.route), .text(shift.recorded), .text(shift.replayed),
      ])
    }
    try listing.finish()
  }

  /// All about one request that differs.
  func write(_ divergence: Divergence, _ output: Output) throws {
    func field(_ name: String, _ text: String, _ ink: Ink? = nil) throws {
      try output.field(
        name, elided(visible(text), toWidth: Self.longestText), ink: ink, indentation: 2,
        nameWidth: 10)
    }
    let place = "entry \(divergence.sequence), request \(divergence.request)"
    let head = divergence.target.isEmpty ? place : "\(place): \(divergence.target)"
    try output.line(output.painted(elided(visible(head), toWidth: output.width ?? .max), .bold))
    let words = divergence.differences.map { Self.word($0.kind) }
    try field("differs", words.joined(separator: ", "))
    try field("explained", explanation(of: divergence))
    let told = told(of: divergence)
    if !told.isEmpty {
      try field("recorded", told.map { $0.words(\.recorded) }.joined(separator: ", "), .red)
      try field("now", told.map { $0.words(\.replayed) }.joined(separator: ", "), .green)
    }
    if let part = divergence.treePart {
      try field("tree", "in \(part.place.joined(separator: " > ")):")
      try field("", "recorded \(part.recorded ?? "nothing")", .red)
      try field("", "now \(part.replayed ?? "nothing")", .green)
    }
    try writeSurroundings(of: divergence, output)
    for (index, line) in next(after: divergence).enumerated() {
      // A command line is to be copied, so it is never broken.
      let name = index == 0 ? output.painted("next", .bold) : "    "
      try output.line("  \(name)      \(output.painted(visible(line), .cyan))")
    }
  }

  /// What is told in words. Changes, actions and answers are long: they stand whole in the formats
  /// for programs, and here where nothing else differs.
  private func told(of divergence: Divergence) -> [Divergence.Difference] {
    let short: Set<Divergence.Class> = [
      .outcome, .route, .scene, .answerMissing, .answer, .request,
    ]
    let told = divergence.differences.filter { short.contains($0.kind) }
    return told.isEmpty && divergence.treePart == nil ? divergence.differences : told
  }

  private func writeSurroundings(of divergence: Divergence, _ output: Output) throws {
    try output.line("  " + output.painted("around", .bold))
    var listing = Listing(
      [
        Column("sequence", .number), Column("at", .time), Column("kind"),
        Column("outcome", ink: Outcome.ink), Column("what", .middle),
      ], format: .text, time: time, to: output, indentation: 4)
    var reading = EntryReading(file.history)
    for row in try surroundings(of: divergence) {
      let isIt = row.sequence == divergence.sequence
      try listing.append([
        .text("\(isIt ? "> " : "")\(row.sequence)"), .time(row.atMicroseconds),
        .text(EntryColumns.kind(row.kind)), .text(row.outcome), .text(try reading.what(row)),
      ])
    }
    try listing.finish()
  }

  private static func word(_ kind: Divergence.Class) -> String {
    switch kind {
    case .outcome, .route, .changes, .scene: kind.rawValue
    case .request: "the request itself is not recorded"
    case .action: "actions"
    case .answerMissing: "an answer that is needed was not recorded"
    case .answerUnused: "a recorded answer is not asked for"
    case .answer: "a Swift step does something else"
    }
  }

  private func explanation(of divergence: Divergence) -> String {
    let table = routes ?? "the app's table"
    if divergence.differences.allSatisfy({ $0.kind == .answer }) {
      return "not by a definition: the app's code is another, or does not do the same each time"
    }
    switch divergence.definition {
    case .routesChanged(let names):
      let noun = names.count == 1 ? "route" : "routes"
      return "by \(table): it has no \(noun) \(names.joined(separator: ", ")) as recorded"
    case .tableChanged:
      return "by \(table) perhaps: the route is the same there, something else is not"
    case .same: return "not by a definition: \(table) is the recorded one"
    case .recorded:
      return "not by a definition: the recorded table was used; the file or the program changed"
    case .unknown: return "nobody knows: the journal does not hold the table it was recorded with"
    }
  }

  // MARK: JSON

  private var result: String {
    rerun.isIdentical ? "identical" : rerun.differing == 0 ? "undecided" : "different"
  }

  func json() throws -> JSON {
    let shifts = rerun.outcomeShifts.map { shift in
      JSON.members([
        "route": .text(shift.route), "recorded": .string(shift.recorded),
        "replayed": .string(shift.replayed), "requests": .int(Int64(shift.count)),
      ])
    }
    return .members([
      "file": .string(path), "result": .string(result),
      "decided": .int(Int64(rerun.decisions)), "by_rule": .int(Int64(rerun.settledByRule)),
      "differing": .int(Int64(rerun.differing)), "undecided": .int(Int64(rerun.undecided)),
      "undecided_entries": .array(rerun.undecidedEntries.map { .int($0) }),
      "outcome_shifts": .array(shifts),
      "left_out": hasOtherTable ? .string(Self.leftOut) : .null,
      "divergences": .array(try rerun.divergences.map(json)),
    ])
  }

  private func json(_ divergence: Divergence) throws -> JSON {
    let differences = divergence.differences.map { difference in
      JSON.members([
        "class": .string(difference.kind.rawValue), "recorded": .string(difference.recorded),
        "replayed": .string(difference.replayed),
      ])
    }
    let part = divergence.treePart.map { part in
      JSON.members([
        "place": .array(part.place.map { .string($0) }), "recorded": .text(part.recorded),
        "replayed": .text(part.replayed),
      ])
    }
    var reading = EntryReading(file.history)
    let around = try surroundings(of: divergence).map { row in
      JSON.members([
        "sequence": .int(row.sequence), "at_us": .int(row.atMicroseconds),
        "kind": .string(EntryColumns.kind(row.kind)), "outcome": .text(row.outcome),
        "what": .text(try reading.what(row)),
      ])
    }
    return .members([
      "sequence": .int(divergence.sequence), "session": .int(divergence.session),
      "request": .int(divergence.request.rawValue), "target": .string(divergence.target),
      "link": .text(divergence.link), "differences": .array(differences),
      "explained": divergence.definition.explains.map { .bool($0) } ?? .null,
      "definition": .string(Self.definition(divergence.definition)),
      "route": .text(divergence.route), "replayed_route": .text(divergence.replayedRoute),
      "tree": part ?? .null, "surroundings": .array(around),
      "next": .array(next(after: divergence).map { .string($0) }),
    ])
  }

  private static func definition(_ definition: Divergence.Definition) -> String {
    switch definition {
    case .recorded: "recorded"
    case .routesChanged: "routesChanged"
    case .tableChanged: "tableChanged"
    case .same: "same"
    case .unknown: "unknown"
    }
  }

  // MARK: Both

  /// The entry with the one before and the one after it; at an end of the journal two of one side.
  private func surroundings(of divergence: Divergence) throws -> [EntryRow] {
    let sequence = divergence.sequence
    let newest = try file.history.head().sequence
    var query = HistoryQuery()
    query.firstSequence = max(1, sequence == newest ? sequence - 2 : sequence - 1)
    query.limit = 3
    var rows: [EntryRow] = []
    try file.history.forEachEntry(query) { rows.append($0) }
    return rows
  }

  /// The commands that show why.
  private func next(after divergence: Divergence) -> [String] {
    var lines = ["route-replay show \(quotedForShell(path)) \(divergence.sequence)"]
    if let routes, let link = divergence.link {
      let words = [routes, link].map(quotedForShell)
      lines.append("route-replay explain --routes \(words[0]) \(words[1])")
    }
    return lines
  }
}

extension Divergence.Difference {
  /// One of the two sides for a person: an answer in words, not as the journal writes it.
  fileprivate func words(_ side: KeyPath<Divergence.Difference, String>) -> String {
    let text = self[keyPath: side]
    guard kind == .answer, let told = try? RecordedAnswer(journaled: text) else { return text }
    return "\(told.question.kind.rawValue) \(told.question.name): \(told.answer.summary)"
  }
}
