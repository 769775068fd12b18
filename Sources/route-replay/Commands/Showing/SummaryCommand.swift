import RouteEngine
import RouteStore
import TextTerminal

enum SummaryCommand {
  static let command = Command(
    name: "summary",
    summary: "one screen: intact or not, the last requests, failures, what is pending",
    discussion: "What 'route-replay FILE' without a command shows.",
    arguments: [ReadingOptions.file],
    options: [ActionsCommand.failOnActions, CommonOptions.report, CommonOptions.time],
    example: Command.Example("route-replay app.journal")
  ) { arguments, output in
    let path = arguments[ReadingOptions.file]
    let file = try JournalFile(path, output: output)
    let checked = try Verification(of: file.history)
    let summary = try Summary(path: path, file: file, checked: checked)
    switch arguments[CommonOptions.report] {
    case .text: try summary.write(to: output, times: arguments[CommonOptions.time])
    case .json: try output.line(prettyJSON(summary.json()))
    case .jsonl: try output.line(oneLine(summary.json()))
    }
    if let finding = checked.findings.first {
      let place = finding.sequence > 0 ? " at entry \(finding.sequence)" : ""
      output.problem(
        "route-replay: '\(path)' is damaged\(place): \(finding.problem); "
          + "keep the file as it is, and work on a copy")
    }
    if file.status != .expected || checked.newerEntry != nil { return .incompatible }
    guard checked.isIntact else { return .damaged }
    return try arguments[ActionsCommand.failOnActions]
      ? PendingWork(file).status(true, otherwise: .expected) : .expected
  }
}

/// What one screen says about a journal.
private struct Summary {
  private static let requestsShown = 10
  private static let failuresShown = 3

  let path: String
  let file: JournalFile
  let checked: Verification
  /// The rows of all sessions, and how many of them have no entry any more.
  private let sessions: [SessionRow]
  private var prunedSessions = 0
  /// All entries, also those behind the first that is damaged.
  private var counts = EntryCounts()
  private var last: [(row: EntryRow, what: String?)] = []
  /// What the newest launch brought back.
  private var restoration: Restoration?
  /// How a session began a new file, the newest that did.
  private var newFile: String?
  /// The recorded session that the newest of those repeats which repeat one.
  private var parent: ParentSession?
  /// The entries that say that nothing was recorded for a while, and how many are missing.
  private var gaps = 0
  private var unrecorded: Int64 = 0
  private var firstSequence = Int64.max

  init(path: String, file: JournalFile, checked: Verification) throws {
    self.path = path
    self.file = file
    self.checked = checked
    sessions = try file.history.sessions()
    var query = HistoryQuery()
    var numbers: Set<Int64> = []
    try file.history.forEachEntry(query) { row in
      counts.follow(row)
      numbers.insert(row.session)
      firstSequence = min(firstSequence, row.sequence)
      restoration = row.restoration ?? restoration
      newFile = row.newFile ?? newFile
      parent = row.parent ?? parent
      if let missing = row.unrecorded {
        gaps += 1
        unrecorded += missing
      }
    }
    prunedSessions = sessions.count { !numbers.contains($0.number) }
    query.kinds = [EntryKind.decided.rawValue]
    query.isReversed = true
    query.limit = Int64(Self.requestsShown)
    var reading = EntryReading(file.history)
    try file.history.forEachEntry(query) { last.append(($0, try reading.what($0))) }
    last.reverse()
  }

  func write(to output: Output, times: TimeStyle) throws {
    var writer = TimeWriter(style: times)
    func field(_ name: String, _ text: String, _ ink: Ink? = nil) throws {
      let padding = String(repeating: " ", count: 11 - name.utf8.count)
      let width = output.width.map { max(20, $0 - 11) } ?? .max
      let shown = elided(visible(text), toWidth: width)
      try output.line(output.painted(name, .bold) + padding + output.painted(shown, ink))
    }
    try writeVerdict(field)
    guard let first = counts.first, let newest = counts.newest else {
      return try field("entries", "none yet")
    }
    let held =
      checked.entries < counts.entries
      ? "\(checked.entries) of \(counted(counts.entries, "entry", "entries")) checked"
      : counted(counts.entries, "entry", "entries")
    let living = counted(sessions.count - prunedSessions, "session")
    let pruned = prunedSessions > 0 ? " (and \(prunedSessions) pruned)" : ""
    try field("holds", "\(held) in \(living)\(pruned), \(counted(counts.requests, "request"))")
    let times = (writer.text(first), writer.text(newest))
    try field("from", "\(times.0) to \(times.1)")
    if let session = sessions.last(where: { !$0.isMaintenance }) {
      let end = session.ending ?? "open, or cut off"
      let less = restoration.flatMap { $0.extent == .whole && $0.gone == 0 ? nil : $0.summary }
      let part = less.map { "; began with \($0)" } ?? ""
      // The whole of a device's id would leave no room for what happened.
      let device = elided(visible(session.device), toWidth: 12)
      try output.field(
        "last run", "session \(session.number) of \(device), \(end)\(part)", nameWidth: 11)
    }
    if let newFile { try output.field("begun", newFile, ink: .yellow, nameWidth: 11) }
    if let parent { try output.field("repeats", parent.inWords, nameWidth: 11) }
    for text in missingTexts { try field("missing", text, .yellow) }
    let state = checked.isIntact ? try file.state(at: checked.end.sequence) : nil
    if let counts = outcomeCounts(state) { try field("outcomes", counts) }
    if let state, let session = sessions.last {
      let table = try file.table(of: session)
      try field("on screen", table?.notation(of: state.tree) ?? state.tree.description)
    }
    for (index, failure) in counts.reasons.prefix(Self.failuresShown).enumerated() {
      try field(index == 0 ? "failures" : "", "\(failure.count) \(failure.reason)", .red)
    }
    let hidden = counts.reasons.count - Self.failuresShown
    if hidden > 0 {
      try field("", "and \(counted(hidden, "more reason")), see 'stats FILE failure-reasons'")
    }
    try writePending(state, field)
    if !last.isEmpty {
      try output.line()
      try writeRequests(&writer, output)
    }
    try output.line()
    try field("next", next(state), .cyan)
  }

  /// How requests ended, and how many did not; nil when there is none.
  private func outcomeCounts(_ state: RouteState?) -> String? {
    var texts = counts.outcomeCounts.map { "\($0.count) \($0.word)" }
    let waiting = state?.waiting.count ?? counts.open.ids.count
    if waiting > 0 { texts.append("\(waiting) waiting") }
    let unrecorded = state.map { counts.open.unrecorded(in: $0).count } ?? 0
    if unrecorded > 0 { texts.append("\(unrecorded) ended unrecorded") }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// What is not in the file, and of which it says so.
  private var missingTexts: [String] {
    var texts: [String] = []
    if let lost = checked.missingWords { texts.append(lost) }
    if gaps > 0 {
      let entries = counted(unrecorded, "entry", "entries")
      texts.append("\(entries), in \(counted(gaps, "gap")); 'log --kind gap' says when")
    }
    return texts
  }

  /// The same for programs; times are microseconds since 1970.
  func json() throws -> JSON {
    let state = checked.isIntact ? try file.state(at: checked.end.sequence) : nil
    let word = checked.isIntact ? "intact" : checked.newerEntry != nil ? "newer" : "damaged"
    let outcomes = counts.outcomes.keys.sorted().map { word in
      JSON.Member(name: word, value: .int(Int64(counts.outcomes[word] ?? 0)))
    }
    let reasons = counts.failures.keys.sorted().map { reason in
      JSON.Member(name: reason, value: .int(Int64(counts.failures[reason] ?? 0)))
    }
    return .members([
      "file": .string(path), "result": .string(word),
      "findings": .array(checked.findings.map { .string($0.problem) }),
      "anchor": .string(checked.end.description), "entries": .int(Int64(checked.entries)),
      "sessions": .int(Int64(sessions.count - prunedSessions)),
      "pruned_sessions": .int(Int64(prunedSessions)), "requests": .int(Int64(counts.requests)),
      "first_us": .number(counts.first), "newest_us": .number(counts.newest),
      "outcomes": .object(outcomes),
      "failures": .object(reasons), "waiting": .number(state.map { Int64($0.waiting.count) }),
      "ended_unrecorded": .number(state.map { Int64(counts.open.unrecorded(in: $0).count) }),
      "actions": .number(state.map { Int64($0.actions.count) }),
      "begun": .text(newFile), "parent": .text(parent?.journal.description),
      "parent_session": .text(parent?.identifier), "gaps": .int(Int64(gaps)),
      "unrecorded": .int(unrecorded),
      "missing": .int(Int64(checked.missing?.count ?? 0)),
      "next": .string(next(state)),
    ])
  }

  private func writeVerdict(_ field: (String, String, Ink?) throws -> Void) throws {
    if checked.isIntact {
      let digest = checked.end.digest.description.prefix(12)
      return try field(
        "intact", "\(path), checked to entry \(checked.end.sequence) (\(digest))", .green)
    }
    if let newer = checked.newerEntry {
      return try field(
        "newer", "\(path), entry \(newer) is of a kind only a newer version knows", .yellow)
    }
    let finding = checked.findings.first
    let place = finding.map { $0.sequence > 0 ? "at entry \($0.sequence): " : "" } ?? ""
    try field("DAMAGED", "\(path), \(place)\(finding?.problem ?? "")", .red)
    if checked.findings.count > 1 {
      try field("", "and \(checked.findings.count - 1) more", .red)
    }
  }

  private func writePending(
    _ state: RouteState?, _ field: (String, String, Ink?) throws -> Void
  ) throws {
    guard let state else { return }
    let (waiting, actions) = (state.waiting, state.actions)
    guard !waiting.isEmpty || !actions.isEmpty else { return try field("pending", "nothing", nil) }
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
    for (index, text) in texts.enumerated() {
      try field(index == 0 ? "pending" : "", text, .yellow)
    }
  }

  private func writeRequests(_ times: inout TimeWriter, _ output: Output) throws {
    let columns = [
      Column("sequence", .number), Column("at", .time), Column("outcome", ink: Outcome.ink),
      Column("route"), Column("what", .middle),
    ]
    var listing = Listing(columns, format: .text, time: times.style, to: output)
    for (row, what) in last {
      try listing.append([
        .integer(row.sequence), .time(row.atMicroseconds), .text(row.outcome),
        .text(row.route), .text(what ?? row.reason ?? row.entryPoint),
      ])
    }
    try listing.finish()
  }

  /// The command that answers the question this summary raises.
  private func next(_ state: RouteState?) -> String {
    let name = quotedForShell(path)
    if !checked.isIntact { return "route-replay doctor \(name)" }
    // What came from another file has no entry here.
    if let waiting = state?.waiting.first(where: { $0.id.rawValue >= firstSequence }) {
      return "route-replay show \(name) \(waiting.id)"
    }
    let failed = last.last { $0.row.outcome.map { !Outcome.isSuccess($0) } ?? false }
    if let failed { return "route-replay show \(name) \(failed.row.sequence)" }
    if state?.actions.isEmpty == false { return "route-replay actions \(name)" }
    if !counts.failures.isEmpty { return "route-replay stats \(name) failure-reasons" }
    return "route-replay log \(name) --session last"
  }
}
