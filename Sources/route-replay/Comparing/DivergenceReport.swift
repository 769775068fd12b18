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
  private let accepted: AcceptedFile?
  private let time: TimeStyle

  init(
    _ rerun: Rerun, _ file: JournalFile, path: String, routes: String?, hasOtherTable: Bool,
    accepted: AcceptedFile?, time: TimeStyle
  ) {
    self.rerun = rerun
    self.file = file
    self.path = path
    self.routes = routes
    self.hasOtherTable = hasOtherTable
    self.accepted = accepted
    self.time = time
  }

  // MARK: Text

  /// How it ended, in one word, and how often what happened.
  var headline: (result: String, words: String) {
    let of = rerun.requests == rerun.decisions ? "" : " of \(counted(rerun.requests, "request"))"
    let again = "\(counted(rerun.decisions, "decision"))\(of) made again"
    if rerun.isIdentical { return (result, again) }
    if rerun.differing == 0, rerun.undecided == 0 {
      let all =
        rerun.accepted == 1 ? "1 differs as accepted" : "\(rerun.accepted) differ as accepted"
      return (result, "\(again), \(all)")
    }
    if rerun.differing == 0 { return (result, "\(again), none differs\(acceptedToo)") }
    let differ = rerun.differing == 1 ? "1 differs" : "\(rerun.differing) differ"
    return (result, "\(again), \(differ)\(acceptedToo)")
  }

  /// What one has to know of these numbers, a paragraph each.
  var notes: [String] {
    var notes: [String] = []
    if rerun.settledByRule > 0 {
      notes.append(
        """
        \(counted(rerun.settledByRule, "request")) ended without a decision and cannot \
        differ: no link, a repetition of its source's id, over a limit, given up, refused or \
        superseded while another was under way, not resumed, or cut off by the app's end\
        \(decidedBefore)
        """)
    }
    if leavesOut, rerun.decisions > 0 { notes.append("left out: " + Self.leftOut) }
    return notes + [undecided].compactMap(\.self)
  }

  func write(to output: Output) throws {
    let (result, words) = headline
    let ink: Ink = result == "different" ? .red : result == "undecided" ? .yellow : .green
    try output.line(output.painted(result, ink) + ": \(words)")
    for note in notes { try output.paragraph(note) }
    if !rerun.outcomeShifts.isEmpty {
      try output.line()
      try writeShifts(output)
    }
    if rerun.accepted > 0 {
      try output.line()
      try writeAccepted(output)
    }
    for divergence in rerun.divergences {
      try output.line()
      try write(divergence, output)
    }
    let hidden = rerun.differing - rerun.divergences.count
    try output.hidden(hidden)
  }

  /// Whether another table is tried on each request alone.
  private var leavesOut: Bool { hasOtherTable && rerun.footing == .pinned }

  /// What no other table is tried on.
  static let leftOut = """
    what a difference leads to. Each request found the recorded state, answers and time; \
    what waited, was released or expired, and how actions went on, is as recorded
    """

  /// What cannot be decided again is named rather than guessed.
  private var undecided: String? {
    guard rerun.undecided > 0 else { return nil }
    let named = rerun.undecidedEntries.map(String.init).joined(separator: ", ")
    let more = rerun.undecided - rerun.undecidedEntries.count
    let table = hasOtherTable ? "with \(routes ?? "the app's table") " : ""
    return """
      \(counted(rerun.undecided, "request")) cannot be decided: \(table)it turns on \
      private values, and the journal has only their tokens: \
      \(rerun.undecided == 1 ? "entry" : "entries") \(named)\(more > 0 ? ", and \(more) more" : "")
      """
  }

  /// What else the first line says.
  private var acceptedToo: String {
    let verb = rerun.following == 1 ? "follows" : "follow"
    return (rerun.following == 0 ? "" : ", \(rerun.following) of which only \(verb)")
      + (rerun.accepted == 0 ? "" : ", \(rerun.accepted) accepted")
  }

  /// The entries of the file that accept something here, and how much.
  private var acceptedEntries: [(entry: AcceptedDivergences.Entry, count: Int)] {
    let entries = accepted?.divergences.entries ?? []
    return zip(entries, rerun.acceptedCounts).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
  }

  private func writeAccepted(_ output: Output) throws {
    var listing = Listing(
      [Column("accepted", .number), Column("line", .number), Column("for"), Column("why")],
      format: .text, time: .raw, to: output)
    for (entry, count) in acceptedEntries {
      try listing.append([
        .integer(count), .integer(entry.line), .text(entry.subject),
        .text(elided(entry.why, toWidth: Self.longestText)),
      ])
    }
    try listing.finish()
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
    try output.heading(head)
    let words = divergence.differences.map { Self.word($0.kind) }
    try field("differs", words.joined(separator: ", "))
    if let origin = divergence.follows {
      try field("follows", "from entry \(origin): in the recorded state it comes out as recorded")
    } else {
      try field("explained", explanation(of: divergence))
    }
    let told = told(of: divergence)
    if !told.isEmpty {
      try field("recorded", told.map { $0.words(true) }.joined(separator: ", "), .red)
      try field("now", told.map { $0.words(false) }.joined(separator: ", "), .green)
    }
    if let part = divergence.treePart {
      let place = part.place.joined(separator: " > ")
      try field("tree", place.isEmpty ? "as a whole:" : "in \(place):")
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

  /// How many of those that ended without a decision are counted among the decisions too.
  private var decidedBefore: String {
    let count = rerun.settledAfterDecision
    guard count > 0 else { return "" }
    return count == 1
      ? "; 1 of them was decided before, when it came to wait"
      : "; \(count) of them were decided before, when they came to wait"
  }

  /// What is told in words. Changes stand in the tree, and answers that nobody asks for any more
  /// follow from the rest: both are told where nothing else differs.
  private func told(of divergence: Divergence) -> [Divergence.Difference] {
    let short: Set<Divergence.Class> = [
      .outcome, .route, .scene, .answerMissing, .answer, .action, .request, .unfit,
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

  static func word(_ kind: Divergence.Class) -> String {
    switch kind {
    case .outcome, .route, .changes, .scene: kind.rawValue
    case .request: "the request is not recorded, or cannot have come in so"
    case .unfit: "what came in does not fit"
    case .action: "actions"
    case .answerMissing: "an answer that is needed was not recorded"
    case .answerUnused: "a recorded answer is not asked for"
    case .answer: "a Swift step does something else"
    }
  }

  func explanation(of divergence: Divergence) -> String {
    let table = routes ?? "the app's table"
    if divergence.differences.allSatisfy({ $0.kind == .answer }) {
      return "not by a definition: the app's code is another, or does not do the same each time"
    }
    switch divergence.definition {
    case .changed(let changes):
      return "by \(table): \(changes.map(\.words).joined(separator: "; "))"
    case .changedElsewhere:
      return "not by a definition on its way: \(table) differs elsewhere"
    case .same: return "not by a definition: \(table) is the recorded one"
    case .recorded:
      return "not by a definition: the recorded table was used; the file or the program changed"
    case .unknown: return "nobody knows: the journal does not hold the table it was recorded with"
    }
  }

  // MARK: JSON

  private var result: String {
    if rerun.isIdentical { return "identical" }
    if rerun.differing > 0 { return "different" }
    return rerun.undecided > 0 ? "undecided" : "accepted"
  }

  func json() throws -> JSON {
    let shifts = rerun.outcomeShifts.map { shift in
      JSON.members([
        "route": .text(shift.route), "recorded": .string(shift.recorded),
        "replayed": .string(shift.replayed), "requests": .int(Int64(shift.count)),
      ])
    }
    let by = acceptedEntries.map { entry, count in
      JSON.members([
        "line": .int(Int64(entry.line)), "for": .string(entry.subject), "why": .string(entry.why),
        "requests": .int(Int64(count)),
      ])
    }
    return .members([
      "file": .string(path), "result": .string(result),
      "decided": .int(Int64(rerun.decisions)), "by_rule": .int(Int64(rerun.settledByRule)),
      "requests": .int(Int64(rerun.requests)),
      "by_rule_later": .int(Int64(rerun.settledAfterDecision)),
      "differing": .int(Int64(rerun.differing)),
      "following": .int(Int64(rerun.following)), "undecided": .int(Int64(rerun.undecided)),
      "undecided_entries": .array(rerun.undecidedEntries.map { .int($0) }),
      "accepted": .int(Int64(rerun.accepted)), "accepted_by": .array(by),
      "outcome_shifts": .array(shifts),
      "left_out": leavesOut ? .string(Self.leftOut) : .null,
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
      "definitions": .array(divergence.definition.changes.map(\.json)),
      "differs": .array(divergence.lines.map { .string($0) }),
      "follows": divergence.follows.map { .int($0) } ?? .null,
      "route": .text(divergence.route), "replayed_route": .text(divergence.replayedRoute),
      "tree": part ?? .null, "surroundings": .array(around),
      "next": .array(next(after: divergence).map { .string($0) }),
    ])
  }

  private static func definition(_ definition: Divergence.Definition) -> String {
    switch definition {
    case .recorded: "recorded"
    case .changed: "changed"
    case .changedElsewhere: "changedElsewhere"
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
  func next(after divergence: Divergence) -> [String] {
    var lines = ["route-replay show \(quotedForShell(path)) \(divergence.sequence)"]
    if let routes, let link = divergence.link {
      let words = [routes, link].map(quotedForShell)
      lines.append("route-replay explain --routes \(words[0]) \(words[1])")
    }
    return lines
  }
}

extension Divergence.Definition {
  fileprivate var changes: [DefinitionChange] {
    if case .changed(let changes) = self { changes } else { [] }
  }
}

extension Divergence.Difference {
  /// One of the two sides for a person: an answer in words, not as the journal writes it, and of
  /// what is long the part that differs.
  func words(_ isRecorded: Bool) -> String {
    let text = isRecorded ? recorded : replayed
    switch kind {
    case .changes, .action, .answerUnused:
      return parts.map { isRecorded ? $0.recorded : $0.replayed }.joined(separator: ", ")
    case .answer:
      // What is no answer that is known is shown as it is.
      guard let told = try? RecordedAnswer(journaled: text) else { return text }
      return "\(told.question.kind.rawValue) \(told.question.name): \(told.answer.summary)"
    case .outcome, .route, .scene, .answerMissing, .request, .unfit: return text
    }
  }
}
