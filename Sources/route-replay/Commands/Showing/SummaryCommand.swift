import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum SummaryCommand {
  static let command = Command(
    name: "summary",
    summary: "shows one screen: intact or not, last requests, failures, pending work",
    discussion: """
      'route-replay FILE' without a command prints this.
      """,
    arguments: [ReadingOptions.file],
    options: [ActionsCommand.failOnActions, CommonOptions.report, CommonOptions.time],
    example: Command.Example("route-replay app.journal")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    return try file.history.atOneMoment { try summarize(path, file, arguments, output) }
  }

  @MainActor
  private static func summarize(
    _ path: String, _ file: JournalFile, _ arguments: ParsedArguments, _ output: Output
  ) throws -> ExitStatus {
    let checked = try Verification(of: file.history)
    var report = try Summary(path: path, file: file, checked: checked)
      .report(times: arguments[CommonOptions.time])
    if let finding = checked.findings.first {
      let place = finding.sequence > 0 ? " at entry \(finding.sequence)" : ""
      report.problem(
        "route-replay: '\(path)' is damaged\(place): \(visible(finding.problem)); "
          + "keep the file as it is, and work on a copy")
    }
    if !checked.findings.isEmpty {
      report.status = .damaged
    } else if file.status != .expected || checked.newerEntry != nil {
      report.status = .incompatible
    } else if arguments[ActionsCommand.failOnActions] {
      report.status = try PendingWork(file).status(true, otherwise: .expected)
    }
    return try output.print(report, arguments[CommonOptions.report])
  }
}

/// The summary of a journal that fits on one screen.
private struct Summary {
  private static let requestsShown = 10
  private static let failuresShown = 3

  let path: String
  let file: JournalFile
  let checked: Verification
  /// The rows of all sessions; then how many of them have no entry any more.
  private let sessions: [SessionRow]
  private var prunedSessions = 0
  /// Whether the app's last session has an entry in the file.
  private var isLastHeld = false
  /// The counts of all entries, including those after the first damaged one.
  private var counts: EntryCounts
  private var last: [(row: EntryRow, what: String?)] = []
  /// The place that the newest launch restored.
  private var restoration: Restoration?
  /// The newest statement of a session that it began a new file.
  private var newFile: String?
  /// The recorded session that is repeated, by the newest session that repeats one.
  private var parent: ParentSession?
  private var firstSequence = Int64.max

  init(path: String, file: JournalFile, checked: Verification) throws {
    self.path = path
    self.file = file
    self.checked = checked
    sessions = try file.history.sessions()
    counts = EntryCounts(of: file.history)
    var query = HistoryQuery()
    var numbers: Set<Int64> = []
    try file.history.forEachEntry(query) { row in
      counts.follow(row)
      numbers.insert(row.session)
      firstSequence = min(firstSequence, row.sequence)
      restoration = row.restoration ?? restoration
      newFile = row.newFile ?? newFile
      parent = row.parent ?? parent
    }
    prunedSessions = sessions.count { !numbers.contains($0.number) }
    let newest = sessions.last { !$0.isMaintenance } ?? sessions.last
    isLastHeld = newest.map { numbers.contains($0.number) } ?? false
    query.kinds = [EntryKind.decided.rawValue]
    query.isReversed = true
    query.limit = Int64(Self.requestsShown)
    var reading = EntryReading(file.history)
    try file.history.forEachEntry(query) { last.append(($0, try reading.what($0))) }
    last.reverse()
  }

  /// The output of the command; times for programs are microseconds since 1970.
  func report(times: TimeStyle) throws -> Report {
    let state = checked.isIntact ? try file.state(at: checked.end.sequence) : nil
    var report = Report()
    tellVerdict(&report)
    if let first = counts.first, let newest = counts.newest {
      var writer = TimeWriter(style: times)
      tellHoldings(from: writer.text(first), to: writer.text(newest), &report)
      try tellState(state, &report)
      if !last.isEmpty { tellRequests(times, &report) }
      report.space()
      report.commands([next(state)])
    } else {
      report.field("entries", "none yet")
    }
    addMembers(state, &report)
    return report
  }

  private func tellHoldings(from first: String, to newest: String, _ report: inout Report) {
    let held =
      checked.entries < counts.entries
      ? "\(checked.entries) of \(counted(counts.entries, "entry", "entries")) checked"
      : counted(counts.entries, "entry", "entries")
    let living = counted(sessions.count - prunedSessions, "session")
    let pruned = prunedSessions > 0 ? " (and \(prunedSessions) pruned)" : ""
    report.field(
      "holds", "\(held) in \(living)\(pruned), \(counted(counts.requests, "request"))", lines: 1)
    report.field("from", "\(first) to \(newest)", lines: 1)
    if let session = sessions.last(where: { !$0.isMaintenance }) {
      let end = session.ending ?? "open, or cut off"
      let less = restoration.flatMap { $0.extent == .whole && $0.gone == 0 ? nil : $0.summary }
      let part = less.map { "; began with \($0)" } ?? ""
      // A complete device id would leave no room for the other facts.
      let device = elided(visible(session.device), toWidth: 12)
      report.field("last run", "session \(session.number) of \(device), \(end)\(part)")
    }
    report.field("begun", newFile, .yellow)
    report.field("repeats", parent?.inWords)
    for text in missingTexts { report.field("missing", text, .yellow, lines: 1) }
  }

  private func tellState(_ state: RouteState?, _ report: inout Report) throws {
    // All words must fit: if a part were cut out, a number would precede another one's word.
    report.field("outcomes", outcomeCounts(state), lines: 3)
    if let state, let session = sessions.last {
      let table = try file.table(of: session)
      report.field(
        "on screen", table?.notation(of: state.tree) ?? state.tree.description, lines: 1)
    }
    let reasons = counts.reasons.prefix(Self.failuresShown).map { "\($0.count) \($0.reason)" }
    report.fields("failures", reasons, .red, lines: 1)
    let hidden = counts.reasons.count - Self.failuresShown
    if hidden > 0 {
      report.field(
        "", "and \(counted(hidden, "more reason")), see 'stats FILE failure-reasons'", lines: 1)
    }
    if let state { tellPending(state, &report) }
  }

  /// The number of requests with each outcome, and without one; nil when there are no requests.
  private func outcomeCounts(_ state: RouteState?) -> String? {
    var texts = counts.outcomeCounts.map { "\($0.count) \($0.word)" }
    let waiting = state?.waiting.count ?? counts.open.ids.count
    if waiting > 0 { texts.append("\(waiting) waiting") }
    let unrecorded = state.map { counts.open.unrecorded(in: $0).count } ?? 0
    if unrecorded > 0 { texts.append("\(unrecorded) ended unrecorded") }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The parts that, according to the file, are missing from it.
  private var missingTexts: [String] {
    var texts: [String] = []
    if let lost = checked.missingWords { texts.append(lost) }
    if let lost = counts.outageWords { texts.append("\(lost); 'log --kind outage' says when") }
    return texts
  }

  private func addMembers(_ state: RouteState?, _ report: inout Report) {
    func members(_ counts: [String: Int]) -> JSON {
      .object(counts.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.json) })
    }
    report.add([
      "file": path,
      "result": checked.verdict.rawValue, "findings": checked.findings.map(\.problem),
      "anchor": checked.end.description, "entries": checked.entries,
      "sessions": sessions.count - prunedSessions,
      "pruned_sessions": prunedSessions, "requests": counts.requests, "first_us": counts.first,
      "newest_us": counts.newest, "outcomes": members(counts.outcomes),
      "failures": members(counts.failures), "waiting": state?.waiting.count,
      "ended_unrecorded": state.map { counts.open.unrecorded(in: $0).count },
      "actions": state?.actions.count, "begun": newFile, "parent": parent?.journal.description,
      "parent_session": parent?.identifier, "outages": counts.outages,
      "unrecorded": counts.unrecorded, "missing": checked.missing?.count ?? 0, "next": next(state),
    ])
  }

  private func tellVerdict(_ report: inout Report) {
    if checked.isIntact {
      let digest = checked.end.digest.description.prefix(12)
      report.field(
        "intact", "\(path), checked to entry \(checked.end.sequence) (\(digest))", .green, lines: 1)
    } else if let newer = checked.newerEntry {
      report.field(
        "newer", "\(path), entry \(newer) is of a newer version", .yellow,
        lines: 1)
    } else {
      let finding = checked.findings.first
      let place = finding.map { $0.sequence > 0 ? "at " : "" } ?? ""
      report.field("DAMAGED", "\(path), \(place)\(finding?.words ?? "")", .red, lines: 1)
      let more = checked.findings.count - 1
      if more > 0 { report.field("", "and \(more) more", .red, lines: 1) }
    }
  }

  private func tellPending(_ state: RouteState, _ report: inout Report) {
    let (waiting, actions) = (state.waiting, state.actions)
    var texts: [String] = []
    if let oldest = waiting.first {
      texts.append(
        "\(counted(waiting.count, "request")), the oldest is \(oldest.id): "
          + "\(oldest.request.target.words()) waits \(oldest.status.words)")
    }
    if let oldest = actions.first {
      let dead = actions.count { $0.status == .dead }
      let deadly = actions.count { $0.crashes > 0 && $0.status != .dead }
      let parts = [
        counted(actions.count, "action"), dead > 0 ? "\(dead) dead" : nil,
        deadly > 0 ? "in \(deadly) the app died" : nil,
        "the oldest is \(oldest.id) (\(oldest.name))",
      ]
      texts.append(parts.compactMap(\.self).joined(separator: ", "))
    }
    if texts.isEmpty { report.field("pending", "nothing", lines: 1) }
    report.fields("pending", texts, .yellow, lines: 1)
  }

  private func tellRequests(_ times: TimeStyle, _ report: inout Report) {
    report.space()
    report.table(
      [
        Column("sequence", .number), Column("at", .time), Column("outcome", ink: Outcome.ink),
        Column("route"), Column("what", .middle),
      ],
      last.map { row, what in
        [
          .integer(row.sequence), .time(row.atMicroseconds), .text(row.outcome),
          .text(row.route), .text(what ?? row.reason ?? row.entryPoint),
        ]
      }, time: times)
  }

  /// The command that answers the question raised by this summary.
  private func next(_ state: RouteState?) -> String {
    let name = pathForShell(path)
    if !checked.isIntact { return "route-replay doctor \(name)" }
    // A request that came from another file has no entry here.
    if let waiting = state?.waiting.first(where: { $0.id.rawValue >= firstSequence }) {
      return "route-replay show \(name) \(waiting.id)"
    }
    let failed = last.last { $0.row.outcome.map(Outcome.isFailure) ?? false }
    if let failed { return "route-replay show \(name) \(failed.row.sequence)" }
    if state?.actions.isEmpty == false { return "route-replay actions \(name)" }
    if !counts.failures.isEmpty { return "route-replay stats \(name) failure-reasons" }
    return "route-replay log \(name)\(isLastHeld ? " --session last" : "")"
  }
}
