import RouteEngine
import RouteReplay
import RouteStore

/// The content of a report on one journal, or on a part of it: the values that `log`, `tree`,
/// `diff` and `verify` print, as one value that is independent of the page.
struct ReportedJournal {
  /// The selection of entries.
  struct Scope {
    /// Only entries of this session.
    var session: Int64?
    /// Entries from this one on.
    var first: Int64?
    /// Entries through this one.
    var last: Int64?

    var query: HistoryQuery {
      var query = HistoryQuery()
      (query.session, query.firstSequence, query.lastSequence) = (session, first, last)
      return query
    }

    /// The first entry of the selection, even if it was pruned.
    func start(in history: History) -> Int64 {
      // Sessions that cannot be read are reported on the page.
      let sessions = (try? history.sessions()) ?? []
      let row = sessions.first { $0.number == session }
      return max(first ?? 0, row?.firstSequence ?? 0)
    }

    /// Throws when a file has entries but none is selected; a file that cannot be read is reported
    /// on the page, as far as it can be.
    func requireAny(of file: JournalFile) throws(CommandFailure) {
      guard let newest = try? file.history.head().sequence, newest > 0 else { return }
      var query = query
      query.limit = 1
      var isAny = false
      do { try file.history.forEachEntry(query) { _ in isAny = true } } catch { isAny = true }
      guard isAny else {
        throw CommandFailure.difference(
          "no entry fits; the newest is \(newest), and no page was written")
      }
    }
  }

  /// The capacity of a page, which a browser shows within seconds.
  struct Room {
    var entries = 100_000
    /// The bytes of text, each text counted once.
    var bytes = 48 << 20
    /// Rows of drawings, marks and lines of changes, of all entries together.
    var rows = 20_000_000

    /// Throws a `CommandFailure` when there is more text.
    func check(_ texts: ReportTexts) throws(CommandFailure) {
      guard texts.bytes <= bytes else { throw Self.tooMuch("\(bytes >> 20) MiB of text") }
    }

    /// Throws a `CommandFailure` when there are more rows and lines.
    func check(rows count: Int) throws(CommandFailure) {
      guard count <= rows else { throw Self.tooMuch("\(rows) rows of drawings and changes") }
    }

    /// Throws a `CommandFailure` when there are more entries.
    func check(entries count: Int) throws(CommandFailure) {
      guard count <= entries else { throw Self.tooMuch("\(entries) entries") }
    }

    private static func tooMuch(_ most: String) -> CommandFailure {
      CommandFailure.usage(
        "there is more than a page can hold, \(most): choose a part with --session, or with --from "
          + "and --to")
    }
  }

  /// The path of the file, as it was given.
  let path: String
  let scope: Scope
  let checked: Verification
  /// The note on a file that a newer version wrote.
  let newerNote: String?
  let room: Room
  private(set) var entries: [ReportedEntry] = []
  private(set) var counts: EntryCounts
  /// How much is missing of the whole file because nothing was recorded: the verdict, too, is on
  /// the whole file. Nil where there was no outage.
  let outageWords: String?
  private(set) var drawing = ReportedDrawing()
  private(set) var sessions: [ReportedSession] = []
  /// The app and the system.
  private(set) var placeWords = ""
  /// The waiting requests and the pending actions after the last entry, one line each.
  private(set) var pending: [Pending] = []
  /// Whether the state after the last entry is known; if so, nothing else is pending.
  private(set) var knowsPending = true
  /// The paths of visits.
  var visits = ReportedVisits()
  /// The reason why entries are missing; then the reason why states are missing; nil when complete.
  private(set) var problems: [String] = []
  /// How many of the entries, from the first, have a state.
  private(set) var known = 0
  /// How many rows and lines these have.
  private var rowCount = 0

  /// An item that has not ended.
  struct Pending {
    /// The entry at which it began; possibly in another file or before the report.
    let sequence: Int64
    /// `request` or `action`.
    let sort: String
    let words: String
  }

  /// Reads a journal.
  ///
  /// - Parameters:
  ///   - texts: collects all texts.
  ///   - room: the capacity.
  /// - Throws: a `CommandFailure` when there is more than a page can hold. Damage is described in
  ///   the report, as far as the journal can be read.
  init(
    _ path: String, _ file: JournalFile, _ scope: Scope, into texts: inout ReportTexts,
    room: Room = Room()
  ) throws {
    (self.path, self.scope, self.room, newerNote) = (path, scope, room, file.newerNote)
    counts = EntryCounts(of: file.history, from: scope.start(in: file.history))
    outageWords = Self.outageWords(of: file.history)
    try Self.checkCount(of: file.history, scope, room)
    checked = try Verification(of: file.history)
    try readEntries(file, &texts)
    readSessions(of: file.history, &texts)
    try readStates(file, &texts)
  }

  /// Refuses more entries than a page can hold before checking them, which takes longer.
  private static func checkCount(
    of history: History, _ scope: Scope, _ room: Room
  ) throws(CommandFailure) {
    var query = scope.query
    query.limit = Int64(room.entries) + 1
    var count = 0
    // The unreadable parts of a damaged file are reported where they are read.
    try? history.forEachEntry(query) { _ in count += 1 }
    try room.check(entries: count)
  }

  private static func outageWords(of history: History) -> String? {
    var query = HistoryQuery()
    query.kinds = [EntryKind.outage.rawValue]
    var counts = EntryCounts()
    // Where entries cannot be read, the report says so of those that it is about.
    try? history.forEachEntry(query) { counts.follow($0) }
    return counts.outageWords
  }

  /// Keeps the sessions that have an entry.
  private mutating func readSessions(of history: History, _ texts: inout ReportTexts) {
    do {
      let all = try history.sessions()
      let numbers = Set(entries.map(\.session))
      let told = all.filter { numbers.contains($0.number) }
      placeWords = ReportedSession.placeWords(of: told)
      // The newest session of the journal may be after the report's end.
      sessions = told.map { ReportedSession($0, among: all.last?.number, &texts) }
    } catch {
      problems.append("No session can be read: \(CommandFailure(error).message)")
    }
  }

  // MARK: Entries

  private mutating func readEntries(_ file: JournalFile, _ texts: inout ReportTexts) throws {
    var reading = EntryReading(file.history)
    do {
      try file.history.forEachEntry(scope.query) { row in
        guard row.sequence > entries.last?.sequence ?? .min else {
          throw StoreError.damaged(reason: "its entries are not in their order", sequence: nil)
        }
        counts.follow(row)
        try room.check(entries: counts.entries)
        let entry = try Self.entry(row, &reading, &texts)
        entries.append(entry)
        try room.check(texts)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      let last = entries.last.map { "after entry \($0.sequence)" } ?? "of it"
      problems.append("Nothing \(last) can be read: \(CommandFailure(of: error).message)")
    }
  }

  private static func entry(
    _ row: EntryRow, _ reading: inout EntryReading, _ texts: inout ReportTexts
  ) throws -> ReportedEntry {
    var entry = ReportedEntry(
      sequence: row.sequence, atMicroseconds: row.atMicroseconds, session: row.session)
    entry.kind = texts.place(of: EntryColumns.kind(row.kind))
    entry.outcome = texts.place(of: row.outcome)
    entry.route = texts.place(of: row.route)
    entry.link = texts.place(of: try reading.link(of: row))
    entry.what = texts.place(of: try reading.what(row))
    entry.reason = texts.place(of: row.reason)
    entry.entryPoint = texts.place(of: row.entryPoint)
    entry.screenBefore = texts.place(of: row.screenBefore)
    entry.screenAfter = texts.place(of: row.screenAfter)
    entry.scene = texts.place(of: row.scene)
    (entry.router, entry.variant) = (texts.place(of: row.router), texts.place(of: row.variant))
    entry.routeVersion = row.routeVersion
    (entry.request, entry.cause) = (row.request, row.cause)
    (entry.action, entry.attempt) = (row.action, row.attempt)
    entry.durationMicroseconds = row.durationMicroseconds
    entry.stateDigest = row.stateDigest
    let failed = row.outcome.map(Outcome.isFailure) ?? false
    let kinds: [EntryKind] = [.failed, .dead]
    if failed || kinds.contains(where: { $0.rawValue == row.kind })
      || reading.refusal(of: row) != nil
    {
      entry.set(.failure)
    }
    return entry
  }

  /// The first and the last of its entries; nil when there is none.
  var range: ClosedRange<Int64>? {
    guard let first = entries.first, let last = entries.last else { return nil }
    return first.sequence...last.sequence
  }

  // MARK: States

  private mutating func readStates(
    _ file: JournalFile, _ texts: inout ReportTexts
  ) throws {
    guard let first = entries.first?.sequence, let last = entries.last?.sequence else { return }
    var open: (entry: JournalEntry, before: RouteState)?
    var fold = HistoryFold()
    var failure: CommandFailure?
    do {
      fold = try HistoryFold(through: first - 1, of: file.history)
      try fold.walk(file.history, through: last) { entry, before in
        if let open { try tell(open.entry, open.before, after: before, &texts) }
        open = (entry, before)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      failure = CommandFailure(of: error)
    }
    if let open, fold.position.sequence == open.entry.sequence {
      try tell(open.entry, open.before, after: fold.state, &texts)
    }
    guard let failure else { return notePending(in: fold.state) }
    knowsPending = false
    let place = known < entries.count ? "From entry \(entries[known].sequence) on" : "At the end"
    problems.append("\(place) no state is known: \(failure.message)")
  }

  /// Adds the next entry with the states around it.
  private mutating func tell(
    _ entry: JournalEntry, _ before: RouteState, after: RouteState, _ texts: inout ReportTexts
  ) throws {
    // The entries of a session are consecutive, so the walk meets them in their order.
    guard known < entries.count, entries[known].sequence == entry.sequence else { return }
    let (change, marks) = drawing.next(after.tree, since: before.tree, &texts)
    entries[known].drawing = change
    entries[known].marks = marks
    entries[known].deeds = entry.deeds.map { texts.place(of: $0) }
    if before.tree.digest != after.tree.digest { entries[known].set(.screens) }
    if !entry.changes.isEmpty {
      let differences = StateReport(
        comparison: StateComparison(from: before, to: after), path: path, from: entry.sequence - 1,
        to: entry.sequence)
      for group in differences.groups {
        let heading = group.isPlace ? "in \(group.heading)" : group.heading
        entries[known].differences += [0, texts.place(of: heading)]
        for line in group.lines {
          if let text = line.before { entries[known].differences += [1, texts.place(of: text)] }
          if let text = line.after { entries[known].differences += [2, texts.place(of: text)] }
        }
      }
    }
    let told = entries[known]
    rowCount += change.rows.count + marks.count + told.deeds.count + told.differences.count
    known += 1
    try room.check(texts)
    try room.check(rows: rowCount)
  }

  private mutating func notePending(in state: RouteState) {
    for request in state.waiting {
      note(request.id.rawValue, "request", request.words)
    }
    for action in state.actions {
      note(action.id.rawValue, "action", StateReport.words(action))
    }
  }

  private mutating func note(_ sequence: Int64, _ sort: String, _ words: String) {
    pending.append(Pending(sequence: sequence, sort: sort, words: words))
    if let index = index(of: sequence) { entries[index].set(.pending) }
  }

  /// The index of an entry in the report; nil when the report does not have it.
  func index(of sequence: Int64) -> Int? {
    var range = entries.indices
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      if entries[middle].sequence == sequence { return middle }
      range =
        entries[middle].sequence < sequence
        ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
