import RouteEngine
import RouteStore
import TextTerminal

enum BisectCommand {
  static let condition = Option.required(
    "where", value: "EXPR", "the condition on the state, in quotes")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 20,
    "list at most so many of the entries at which it turns")

  static let command = Command(
    name: "bisect",
    summary: "the first sequence at which a condition on the state holds",
    discussion: """
      The journal is walked over once, because a condition may come and go; what is named is the \
      first entry after which it holds, the request behind it, and how it went on. The exit status \
      is 1 when it never holds.

      screen KIND(id: 7): such a screen is there, in the notation of 'tree --diagram'
      shows KIND: it is the innermost one that a person sees
      count screen KIND > 3: so many are there; also waiting and action
      waiting for CONDITION: a request waits; also 'waiting is received' (for the app's answer), \
      released, suspended or parked
      action NAME is dead: also waiting, claimed, started, shelved; without NAME any
      principal is 'ann': who is signed in; without a name anybody
      condition NAME, suspended: what the host has said
      $.scenes[0].root.kind == 'main': a JSONPath (RFC 9535) into the state

      They are joined by and, or, not and parentheses. 'count screen KIND in visible' and \
      'screen KIND of SCENE' look in one place or scene only.
      """,
    arguments: [ReadingOptions.file],
    options: [
      condition, ReadingOptions.session, LogCommand.from, LogCommand.to, most,
      CommonOptions.report, CommonOptions.time,
    ],
    example: Command.Example(
      "route-replay bisect app.journal --where 'shows order(id: 7)'")
  ) { arguments, output in
    let condition = try condition(arguments[Self.condition], of: "--where")
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    let part = try part(arguments, file)
    let found = try Bisection(
      condition, in: file.history, from: part.first, through: part.last, most: arguments[most])
    let report = BisectionReport(found, file, path: path, time: arguments[CommonOptions.time])
    if try output.lineUnlessText(report.json(), arguments[CommonOptions.report]) {
      try report.write(to: output)
    }
    return found.first == nil ? file.status.graver(.difference) : file.status
  }

  /// Reads a condition, or says where it cannot be read, with a mark below that place.
  static func condition(
    _ text: String, of option: String
  ) throws(CommandFailure) -> StateCondition {
    do throws(StateCondition.ParseError) {
      return try StateCondition(text)
    } catch {
      let before = String(decoding: Array(text.utf8.prefix(error.offset)), as: UTF8.self)
      let lead = String(visible(before).suffix(40))
      let rest = visible(String(text.dropFirst(before.count)))
      let line = truncated(lead + rest, toWidth: 76)
      let margin = String(repeating: " ", count: displayWidth(lead))
      throw CommandFailure(
        .usage, "'\(option)' cannot be read: expected \(error.expected)\n  \(line)\n  \(margin)^")
    }
  }

  /// What lies in the session and between the two entries that were asked for.
  private static func part(
    _ arguments: ParsedArguments, _ file: JournalFile
  ) throws -> (first: Int64?, last: Int64?) {
    var first = arguments[LogCommand.from].map(Int64.init)
    var last = arguments[LogCommand.to].map(Int64.init)
    guard let word = arguments[ReadingOptions.session] else { return (first, last) }
    let session = try file.session(word)
    let next = try file.history.sessions().first { $0.number > session.number }
    first = max(first ?? 0, session.firstSequence)
    if let next { last = min(last ?? .max, next.firstSequence - 1) }
    return (first, last)
  }
}

/// What a search for a condition found, with what is needed to go on from there.
private struct BisectionReport {
  private let found: Bisection
  private let file: JournalFile
  private let path: String
  private let time: TimeStyle

  init(_ found: Bisection, _ file: JournalFile, path: String, time: TimeStyle) {
    (self.found, self.file, self.path, self.time) = (found, file, path, time)
  }

  // MARK: Text

  func write(to output: Output) throws {
    guard let last = found.last else {
      return try output.line("there is no entry to look at")
    }
    guard let first = found.first else {
      let head = output.painted("never", .yellow)
      let before = found.heldBefore ? "; it held before them" : ""
      try output.line("\(head): \(counted(found.entries, "entry", "entries")) looked at\(before)")
      return try writeCommands(["route-replay tree \(quotedForShell(path)) --at \(last)"], output)
    }
    var times = TimeWriter(style: time)
    let head = "entry \(first.sequence)" + (isFirstLookedAt ? ", as before it" : "")
    try output.line(output.painted(head, .bold) + ": " + output.painted("it holds", .green))
    try field("condition", found.condition.description, output)
    try field("session", String(first.session), output)
    try field("at", times.text(first.at.microseconds), output)
    try field("kind", first.kind.word, output)
    let request = try request(of: first)
    if let id = first.request {
      try field("request", "\(id)" + (request.what.map { ": \($0)" } ?? ""), output)
      try field("outcome", request.words, output, Outcome.ink(.text(request.outcome)))
    } else {
      try field("about", request.what, output)
    }
    try field("before", before, output)
    try field("later", later, output)
    try writeTurns(output)
    try writeCommands(next(after: first), output)
  }

  /// Whether it held already when the search began, and went on.
  private var isFirstLookedAt: Bool {
    found.heldBefore && found.first?.sequence != found.firstBeginning?.sequence
  }

  private var before: String {
    guard found.heldBefore else { return "it did not hold" }
    guard isFirstLookedAt else { return "it held already, and ceased in between" }
    let anew = found.firstBeginning.map { "; it begins to hold anew in entry \($0.sequence)" }
    return "it held already: look further back" + (anew ?? "")
  }

  private var later: String {
    let end = found.last.map { "entry \($0)" } ?? "the end"
    let now = found.holdsAtEnd ? "it holds after \(end)" : "it does not hold after \(end)"
    return found.turnCount < 2 ? now : "\(now), and turned \(found.turnCount) times"
  }

  private func field(
    _ name: String, _ text: String?, _ output: Output, _ ink: Ink? = nil
  ) throws(OutputError) {
    guard let text else { return }
    try output.field(name, text, ink: ink, indentation: 2, nameWidth: 11)
  }

  private func writeTurns(_ output: Output) throws {
    guard found.turnCount > 1 else { return }
    try output.line()
    var listing = Listing(
      [
        Column("sequence", .number), Column("at", .time),
        Column("it", ink: { $0 == .text("holds") ? .green : .yellow }), Column("kind"),
        Column("outcome", ink: Outcome.ink), Column("what", .middle),
      ], format: .text, time: time, to: output, indentation: 2)
    for turn in found.turns {
      let request = try request(of: turn)
      try listing.append([
        .integer(turn.sequence), .time(turn.at.microseconds),
        .text(turn.holds ? "holds" : "ceases"), .text(turn.kind.word), .text(request.outcome),
        .text(request.what),
      ])
    }
    try listing.finish()
    let hidden = found.turnCount - found.turns.count
    if hidden > 0 { try output.line("  … and \(hidden) more; --most shows them") }
  }

  private func writeCommands(_ lines: [String], _ output: Output) throws {
    try output.line()
    for (index, line) in lines.enumerated() {
      // A command line is to be copied, so it is never broken.
      let name = index == 0 ? output.painted("next", .bold) : "    "
      try output.line("  \(name)       \(output.painted(visible(line), .cyan))")
    }
  }

  // MARK: JSON

  func json() throws -> JSON {
    .members([
      "file": .string(path), "condition": .string(found.condition.description),
      "result": .string(found.first == nil ? "never" : "found"),
      "entries": .int(Int64(found.entries)), "last": .number(found.last),
      "first": try found.first.map(json) ?? .null,
      "first_beginning": try found.firstBeginning.map(json) ?? .null,
      "held_before": .bool(found.heldBefore), "holds_at_end": .bool(found.holdsAtEnd),
      "turn_count": .int(Int64(found.turnCount)), "turns": .array(try found.turns.map(json)),
      "next": .array(found.first.map(next)?.map { .string($0) } ?? []),
    ])
  }

  private func json(_ turn: Bisection.Turn) throws -> JSON {
    let request = try request(of: turn)
    return .members([
      "sequence": .int(turn.sequence), "session": .int(turn.session),
      "at_us": .int(turn.at.microseconds), "kind": .string(turn.kind.word),
      "holds": .bool(turn.holds), "request": .number(turn.request?.rawValue),
      "what": .text(request.what), "outcome": .text(request.outcome),
      "ended_by": .number(request.end), "route": .text(request.route),
    ])
  }

  // MARK: Both

  /// What the request behind an entry wanted, and how it ended, be it later.
  private struct RequestBehind {
    var what: String?
    var outcome: String?
    var route: String?
    /// The entry that ends it.
    var end: Int64?
    var sequence: Int64

    var words: String {
      guard let outcome, let end else { return "none yet" }
      let route = route.map { ", route \($0)" } ?? ""
      return outcome + route + (end == sequence ? "" : ", in entry \(end)")
    }
  }

  private func request(of turn: Bisection.Turn) throws -> RequestBehind {
    var reading = EntryReading(file.history)
    var behind = RequestBehind(sequence: turn.sequence)
    guard let row = try file.history.entry(at: turn.sequence) else { return behind }
    behind.what = try reading.what(row)
    guard let id = turn.request else { return behind }
    if let first = try file.history.entry(at: id.rawValue) { behind.what = try reading.what(first) }
    let end =
      row.outcome == nil ? try file.history.outcomeEntry(ofRequest: id.rawValue) : row
    (behind.outcome, behind.route, behind.end) = (end?.outcome, end?.route, end?.sequence)
    return behind
  }

  /// The commands that show how it came about.
  private func next(after turn: Bisection.Turn) -> [String] {
    let file = quotedForShell(path)
    var lines = [
      "route-replay show \(file) \(turn.sequence)",
      "route-replay tree \(file) --at \(turn.sequence)",
    ]
    if turn.sequence > 1 {
      lines.append("route-replay diff \(file) \(turn.sequence - 1) \(turn.sequence)")
    }
    return lines
  }
}
