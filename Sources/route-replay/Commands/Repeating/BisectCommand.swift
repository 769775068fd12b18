import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum BisectCommand {
  static let condition = Option.required(
    "where", value: "EXPR", "the condition on the state, in quotes")
  static let most = Option.integer(
    "most", value: "N", in: 1...100_000, default: 20,
    "list at most N of the entries at which the condition changes")

  static let command = Command(
    name: "bisect",
    summary: "finds the first entry after which a condition on the state holds",
    discussion: """
      Reads the journal once from its beginning, because a condition may come and go. Names the \
      first entry after which the condition holds, the request of that entry, and how often it \
      changed later. The exit status is 1 when it never holds, 4 when all entries up to --to were \
      pruned, and 2 when they lie in a file that was set aside.

      screen KIND(id: 7): such a screen is in the tree, in the notation of 'tree --diagram'
      shows KIND: it is the innermost visible screen
      count screen KIND > 3: there are more than three; also count waiting, count action
      waiting for CONDITION: a request waits; also 'waiting is received' (for the app's answer), \
      released, suspended or parked
      action NAME is dead: also waiting, claimed, started, shelved; without NAME any action
      principal is 'ann': the user who is signed in; without a name any user
      condition NAME, suspended: as the host has set them
      $.scenes[0].root.kind == 'main': a JSONPath (RFC 9535) into the state

      They are joined by and, or, not and parentheses. 'count screen KIND in visible' and 'screen \
      KIND of SCENE' look in one place or scene only.
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
    try LogCommand.checkSpan(arguments)
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    try LogCommand.checkEnd(arguments, in: file)
    DeclaredScreens.check(condition, in: file.history, output)
    let (found, told) = try file.history.atOneMoment {
      let part = try part(arguments, file)
      let found = try Bisection(
        condition, in: file.history, from: part.first, through: part.last, most: arguments[most])
      let told = try BisectionReport(
        found: found, file: file, path: path, time: arguments[CommonOptions.time]
      ).report()
      return (found, told)
    }
    var report = told
    report.status = found.first == nil ? file.status.graver(.difference) : file.status
    return try output.print(report, arguments[CommonOptions.report])
  }

  /// Reads a condition, or throws a message with a mark below the place of the mistake.
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
      throw CommandFailure.usage(
        "'\(option)' cannot be read: expected \(error.expected)\n  \(line)\n  \(margin)^")
    }
  }

  /// The entries of the session that lie between the two given entries.
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

/// The result of a search for a condition, with the commands for the next step.
private struct BisectionReport {
  let found: Bisection
  let file: JournalFile
  let path: String
  let time: TimeStyle

  /// The output of the command.
  func report() throws -> Report {
    var report = Report()
    report.margin = .init(indentation: 2)
    report.add([
      "file": path, "condition": found.condition.description,
      "result": found.first == nil ? "never" : "found", "entries": found.entries,
      "last": found.last, "first": try found.first.map(json),
      "first_beginning": try found.firstBeginning.map(json), "held_before": found.heldBefore,
      "holds_at_end": found.holdsAtEnd, "turn_count": found.turnCount,
      "turns": try found.turns.map(json), "next": found.first.map(next) ?? [],
    ])
    guard let last = found.last else {
      report.line("there is no entry to look at")
      return report
    }
    if let first = found.first {
      try tell(first, &report)
      try tellTurns(&report)
    } else {
      let before = found.heldBefore ? "; it held before them" : ""
      report.line(
        .init("never", .yellow),
        ": \(counted(found.entries, "entry", "entries")) looked at\(before)")
    }
    report.space()
    report.commands(
      found.first.map(next) ?? ["route-replay tree \(pathForShell(path)) --at \(last)"])
    return report
  }

  private func tell(_ first: Bisection.Turn, _ report: inout Report) throws {
    var times = TimeWriter(style: time)
    let head = "entry \(first.sequence)" + (isFirstLookedAt ? ", as before it" : "")
    report.line(.init(head, .bold), ": ", .init("it holds", .green))
    report.field("condition", found.condition.description)
    report.field("session", String(first.session))
    report.field("at", times.text(first.at.microseconds))
    report.field("kind", first.kind)
    let request = try request(of: first)
    if let id = first.request {
      report.field("request", "\(id)" + (request.what.map { ": \($0)" } ?? ""))
      report.field("outcome", request.words, Outcome.ink(.text(request.outcome)))
    } else {
      report.field("about", request.what)
    }
    report.field("before", try before(first))
    report.field("later", later)
  }

  /// Whether it already held when the search began, and continued to hold.
  private var isFirstLookedAt: Bool {
    found.heldBefore && found.first?.sequence != found.firstBeginning?.sequence
  }

  private func before(_ first: Bisection.Turn) throws -> String {
    let anew =
      found.firstBeginning.map { "; it holds again from entry \($0.sequence) on" } ?? ""
    guard first.sequence > 1 else { return "nothing: the journal begins with this entry" + anew }
    guard found.heldBefore else { return "it did not hold" }
    guard isFirstLookedAt else { return "it held already, and stopped in between" }
    guard try first.sequence > file.history.base().sequence + 1 else {
      let past = AdoptedPast(of: file.history).map { "lay \($0.place)" } ?? "was pruned"
      return "it held already: what came before \(past)" + anew
    }
    return "it held already: look further back" + anew
  }

  private var later: String {
    let end = found.last.map { "entry \($0)" } ?? "the end"
    let now = found.holdsAtEnd ? "it holds after \(end)" : "it does not hold after \(end)"
    return found.turnCount < 2 ? now : "\(now), and changed \(found.turnCount) times"
  }

  private func tellTurns(_ report: inout Report) throws {
    // The first entry at which it holds is already in the report.
    guard found.turnCount > 1 || found.turns.contains(where: { $0 != found.first }) else { return }
    report.space()
    report.table(
      [
        Column("sequence", .number), Column("at", .time),
        Column("it", ink: { $0 == .text("holds") ? .green : .yellow }), Column("kind"),
        Column("outcome", ink: Outcome.ink), Column("what", .middle),
      ],
      try found.turns.map { turn in
        let request = try request(of: turn)
        return [
          .integer(turn.sequence), .time(turn.at.microseconds),
          .text(turn.holds ? "holds" : "ceases"), .text(turn.kind), .text(request.outcome),
          .text(request.what),
        ]
      }, time: time, indentation: 2)
    let hidden = found.turnCount - found.turns.count
    if hidden > 0 { report.line("  … and \(hidden) more; --most shows them") }
  }

  private func json(_ turn: Bisection.Turn) throws -> JSON {
    let request = try request(of: turn)
    return .members([
      "sequence": turn.sequence, "session": turn.session, "at_us": turn.at.microseconds,
      "kind": turn.kind, "holds": turn.holds, "request": turn.request?.rawValue,
      "what": request.what, "outcome": request.outcome, "ended_by": request.end,
      "route": request.route,
    ])
  }

  /// The target and outcome of the request behind an entry; the request may have ended later.
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
    if let first = try file.history.entry(at: id.rawValue) {
      // The words of that entry say that it waits, which may no longer be true.
      let isParked = first.kind == EntryKind.parked.rawValue
      behind.what =
        try isParked ? reading.request(of: first)?.target.words() : reading.what(first)
    }
    let end =
      row.outcome == nil ? try file.history.outcomeEntry(ofRequest: id.rawValue) : row
    (behind.outcome, behind.route, behind.end) = (end?.outcome, end?.route, end?.sequence)
    return behind
  }

  /// The commands that show the causes.
  private func next(after turn: Bisection.Turn) -> [String] {
    let file = pathForShell(path)
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
