import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

enum ShowCommand {
  static let item = Argument.one(
    "ITEM", "an entry's sequence, or a request's or action's id, which is one too")

  static let command = Command(
    name: "show",
    summary: "shows one item in full: request, answers, steps, changes, digests, causes, effects",
    discussion: """
      A request or an action is named by the sequence of its first entry, so any number from 'log' \
      can be given. The formats for programs list the entry and those that belong to it, with \
      their payloads.
      """,
    isEveryday: true, arguments: [ReadingOptions.file, item],
    options: [CommonOptions.output, CommonOptions.time],
    example: Command.Example("route-replay show app.journal 120")
  ) { arguments, output in
    let file = try JournalFile(arguments[ReadingOptions.file], output: output)
    guard let sequence = Int64(arguments[item]) else {
      throw CommandFailure.usage(
        "'\(arguments[item])' is no sequence; 'log' lists the sequence of each entry")
    }
    guard let row = try file.history.entry(at: sequence) else {
      throw try file.missing(sequence, isItem: true)
    }
    let related = try related(to: row, in: file.history)
    var reading = EntryReading(file.history)
    let time = arguments[CommonOptions.time]
    var description = EntryDescription(
      row: row, ending: try ending(of: row, among: related, in: file),
      refusal: reading.refusal(of: row).flatMap { id in
        related.first { $0.sequence == id }
      }, file: file,
      times: TimeWriter(style: time))
    var report = try description.report(otherwise: file.status)
    let rows = try ([row] + related).map { row in
      let payload: Cell = row.payload.isEmpty ? .null : .bytes(row.payload)
      return try EntryColumns.cells(row, &reading) + [payload]
    }
    if !related.isEmpty {
      report.space()
      report.line(.init("belongs to it", .bold))
      report.table(columns, Array(rows.dropFirst()), time: time)
    }
    report.rows = Table(columns, rows, time: time)
    return try output.print(report, arguments[CommonOptions.output])
  }

  private static let columns = EntryColumns.columns + [Column("payload", isDetail: true)]

  /// The entries of the same request or action, those that this one caused, and the requests opened
  /// on behalf of one another.
  private static func related(to row: EntryRow, in history: History) throws -> [EntryRow] {
    let original = row.originalRequest
    var query = HistoryQuery()
    query.firstSequence = [row.request, row.cause, original].compactMap(\.self)
      .reduce(row.sequence, min)
    var related: [EntryRow] = []
    try history.forEachEntry(query) { other in
      guard other.sequence != row.sequence else { return }
      let isSame =
        other.sequence == row.cause || other.cause == row.sequence
        || (row.request != nil && other.request == row.request)
        || (row.action != nil && other.action == row.action)
        || original.map { $0 == other.sequence || $0 == other.originalRequest } ?? false
        || (row.request != nil && row.action == nil && other.originalRequest == row.request)
      if isSame { related.append(other) }
    }
    return related
  }

  /// The end of the request or action that an entry begins; nil when the entry begins none or
  /// states the end itself.
  private static func ending(
    of row: EntryRow, among related: [EntryRow], in file: JournalFile
  ) throws -> String? {
    if row.action == row.sequence {
      let ends: [EntryKind] = [.done, .failed, .expired, .cancelled, .superseded, .dead]
      let last = related.last { other in
        other.action == row.action && ends.contains { $0.rawValue == other.kind }
      }
      return last.map { ending(EntryColumns.kind($0.kind), $0) } ?? "not yet"
    }
    guard row.request == row.sequence, row.outcome == nil else { return nil }
    let last = related.last { $0.request == row.request && $0.outcome != nil }
    if let last { return ending(last.outcome ?? "", last) }
    // In a damaged file the open requests are unknown; then the request is not said to have ended.
    guard let newest = try? file.state(at: file.history.head().sequence) else { return "not yet" }
    if let waiting = newest.waiting(RequestID(row.sequence)) {
      return "not yet, waits \(waiting.status.words)"
    }
    guard let told = try told(of: row.sequence, in: file.history) else {
      return "while nothing was recorded: no entry says how"
    }
    return "while nothing was recorded: \(told.outcome), says entry \(told.entry)"
  }

  /// The outcome of a request with a source's id, from the first entry that states it; nil when
  /// none does.
  private static func told(
    of request: Int64, in history: History
  ) throws -> (entry: Int64, outcome: String)? {
    var query = HistoryQuery()
    query.firstSequence = request
    query.kinds = [EntryKind.outage.rawValue, EntryKind.began.rawValue]
    var found: (entry: Int64, outcome: String)?
    try history.forEachEntry(query) { row in
      // An entry that cannot be understood states nothing about requests.
      let sources = (try? JournalEntry(decoding: row))?.sources ?? []
      let told = sources.first { $0.request?.rawValue == request }
      if let told, found == nil { found = (row.sequence, told.outcome) }
    }
    return found
  }

  private static func ending(_ word: String, _ row: EntryRow) -> String {
    let route = row.action == nil ? row.route.map { ", route \($0)" } ?? "" : ""
    return "in entry \(row.sequence): \(word)\(route)" + (row.reason.map { ", \($0)" } ?? "")
  }
}

extension EntryRow {
  /// The request on whose behalf host code opened the one that the entry begins.
  fileprivate var originalRequest: Int64? {
    // Few entries contain it, and decoding each is slow.
    guard request == sequence, payload.contains(text: #""on_behalf_of""#) else { return nil }
    // Entries that cannot be understood are reported by 'verify'.
    return (try? JournalEntry(decoding: self))?.request?.options.onBehalfOf?.rawValue
  }
}

/// One entry in full, for people.
private struct EntryDescription {
  let row: EntryRow
  /// The end of the request or action that it begins, if another entry states it.
  let ending: String?
  /// The entry that reports that the host could not show it.
  let refusal: EntryRow?
  let file: JournalFile
  var times: TimeWriter
  /// The most source ids listed for an entry that records their fates.
  private static let mostSources = 20

  /// The output of the command.
  ///
  /// - Parameter status: the exit status if the entry can be read.
  mutating func report(otherwise status: ExitStatus) throws -> Report {
    var report = Report()
    report.status = status
    report.margin = .init(indentation: 2, nameWidth: 9)
    report.line(.init("entry \(row.sequence): \(EntryColumns.kind(row.kind))", .bold))
    report.field("ended", ending)
    report.field("at", times.text(row.atMicroseconds))
    report.field(
      "session", "\(row.session), \(spanText(row.elapsedMicroseconds)) after it began")
    report.field("scene", row.scene)
    report.field("request", row.request.map(String.init))
    report.field("cause", row.cause.map { "entry \($0)" })
    report.field("action", row.action.map(String.init))
    report.field("attempt", row.attempt.map(String.init))
    if let past = AdoptedPast(of: file.history), let id = row.action ?? row.request, past.holds(id)
    {
      report.field("origin", "entry \(id), \(past.place)")
    }
    report.field("from", row.entryPoint)
    var reading = EntryReading(file.history)
    report.field("link", try reading.link(of: row))
    report.field("route", route)
    report.field("router", row.router)
    report.field("variant", row.variant)
    // An entry that cannot be read is reported below.
    let leftOut = (try? JournalEntry(decoding: row))?.leftOut ?? []
    report.field("left out", leftOut.isEmpty ? nil : leftOut.joined(separator: ", "))
    report.field("outcome", row.outcome, Outcome.ink(.text(row.outcome)))
    report.field("reason", row.reason)
    if let refusal {
      let reason = refusal.reason.map { ", \($0)" } ?? ""
      report.field(
        "refused", "the host could not show it: entry \(refusal.sequence)\(reason)", .red)
    }
    report.field("took", duration)
    report.field("screen", screen)
    do {
      try tellMeaning(JournalEntry(decoding: row), &report)
    } catch let error where error is StoreError || error is EntryError {
      let failure = CommandFailure(of: error)
      report.status = failure.status
      report.field("payload", decodedText(row.payload))
      report.problem("route-replay: \(failure.message)")
    }
    report.field("state", row.stateDigest.map(Digest64.hex))
    report.field("chain", row.chainDigest.description)
    return report
  }

  private var route: String? {
    guard let route = row.route else { return row.routeVersion.map { "version \($0)" } }
    return "\(route) version \(row.routeVersion ?? 1)"
  }

  /// The time that its request took. After a relaunch an entry has only the time since then.
  private var duration: String? {
    guard let span = row.durationMicroseconds.map(spanText) else { return nil }
    // A damaged list of sessions is reported by verify.
    let session = try? file.history.sessions().first { $0.number == row.session }
    guard let request = row.request, let session, request < session.firstSequence else {
      return span
    }
    return "\(span) since this launch first took the request up"
  }

  private var screen: String? {
    guard let before = row.screenBefore, before != row.screenAfter else { return row.screenAfter }
    return "\(before), then \(row.screenAfter ?? "none")"
  }

  private mutating func tellMeaning(_ entry: JournalEntry, _ report: inout Report) throws {
    if let request = entry.request {
      if row.link == nil {
        report.field("wants", request.target.words(in: row))
      }
      report.field("source", request.source)
      report.field("by", request.principal)
      if let original = request.options.onBehalfOf {
        report.field("for", "request \(original)")
      }
    }
    for answer in entry.answers {
      report.field("answer", "\(answer.question.words): \(answer.answer.summary)")
    }
    if let restoration = entry.restoration {
      report.field("restored", restoration.summary)
    } else {
      for (name, text) in entry.noteFields(&times) { report.field(name, text) }
    }
    for told in entry.sources.prefix(Self.mostSources) {
      let id = told.request.map { ", request \($0)" } ?? ""
      report.field("ended", "source \(told.source): \(told.outcome)\(id)")
    }
    if entry.sources.count > Self.mostSources {
      report.field("ended", "and \(entry.sources.count - Self.mostSources) more")
    }
    // The state in a damaged file may be unknown; then the entry is shown without it.
    let before = entry.sequence > 1 ? try? file.state(at: entry.sequence - 1) : RouteState()
    try tellSteps(entry, before, &report)
    for case .wait(let waiting) in entry.changes {
      report.field("waits", waiting.status.words)
    }
    for change in entry.changes { report.field("change", change.summary) }
    // Changes that cannot be made are reported by verify.
    guard let before, !entry.changes.isEmpty, let after = entry.state(after: before) else { return }
    let table = try file.table(at: entry.sequence)
    func notation(_ tree: ScreenTree) -> String {
      table?.notation(of: tree) ?? tree.description
    }
    if before.tree == after.tree { return report.field("tree", notation(after.tree)) }
    if before.tree != ScreenTree() { report.field("before", notation(before.tree)) }
    report.field("after", notation(after.tree))
  }

  /// Adds the steps of the route, decided again, if the journal contains its table.
  private func tellSteps(
    _ entry: JournalEntry, _ before: RouteState?, _ report: inout Report
  ) throws {
    guard entry.kind == .decided, let before, let table = try file.table(at: entry.sequence),
      let explained = ExplainedDecision(
        of: entry, by: table, in: before, limits: try file.limits(ofEntryAt: entry.sequence))
    else { return }
    for step in explained.steps { report.field("step", step.words) }
  }
}
