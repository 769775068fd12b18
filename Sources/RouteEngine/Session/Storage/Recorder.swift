import RouteStore

/// A session's only way to the journal: turns entries into rows, writes them in one transaction,
/// and falls back to memory alone when storage fails.
final class Recorder {
  /// The journal that is written; a journal in memory while there is no writable file.
  var journal: Journal
  /// The file that can only be read, not written: its content is shown.
  var reader: History?
  var health: RouteSession.Health { didSet { warnOnce() } }
  /// Takes one line for the app's developer for each file that was set aside, and one line, once,
  /// when nothing is recorded.
  var warn: ((String) -> Void)? { didSet { warnOnce() } }
  /// The set-aside file that the developer was told of last.
  private var toldAside: String?
  /// Whether the developer was told that nothing is recorded.
  private var hasWarned = false
  /// The problem of a damaged file that could not be set aside: nothing is ever written to it. The
  /// developer is told of this problem too.
  var damage: StoreError? { didSet { if damage != nil { hasWarned = false } } }
  /// The value of ``health`` while storage works.
  var working: RouteSession.Health
  /// The end of a file that is gone, and its ``working``; nil when another file has replaced it.
  var gone: (head: JournalAnchor, working: RouteSession.Health)?
  /// The sequence of the newest entry, written or, while storage fails, only counted.
  var sequence: Int64
  private var coder = EntryCoder()
  private var row = EntryRow()
  private var batch = JournalBatch()
  /// The entries after the newest checkpoint.
  var tail = JournalTail()
  /// The salvage of a file that was set aside, until the new file has it.
  var salvage: Salvage?
  /// The file that was set aside and still has to be read for the salvage; nil when there is none.
  var unread: String?
  /// Whether a new file without content yet replaces one that is damaged or gone.
  var isBeginningAnew = false
  /// The rows, by source ids, of requests that took effect, or wait, while nothing could be
  /// written.
  private var unrecordedSources: [[UInt8]: SeenRow] = [:]
  /// The most such rows that are remembered; a request beyond them may take effect twice.
  private static let mostSources = 10_000
  /// The ends of the journal's pending actions that happened while nothing could be written.
  private(set) var unrecordedEnds: [ActionID: UnrecordedEnd.Told] = [:]
  /// The outage while storage fails; nil while it works, and when it is not tried any more.
  var outage: Outage?
  /// How many outages began after the launch.
  private(set) var outages = 0
  /// The file for which the session was launched and which it never had; nil when it has one.
  var absence: Absence?
  /// Counts this launch as one that the journal may kill; nil once its first entry is written.
  var launches: LaunchCount?

  /// The entry that began a session; nil when it is missing or cannot be read: then no session can
  /// continue that one.
  func beginning(of session: SessionRow) -> JournalEntry? {
    func row() throws(StoreError) -> EntryRow? {
      if let reader { return try reader.entry(at: session.firstSequence) }
      return try journal.entry(at: session.firstSequence)
    }
    // An entry that cannot be read or decoded counts as missing.
    guard let row = try? row() else { return nil }
    return try? EntryCoder.decode(row)
  }

  /// The canonical JSON of a route table in the file; nil when the file does not have it.
  func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    if let reader { return try reader.routeTable(digest: digest) }
    return try journal.routeTable(digest: digest)
  }

  init(_ journal: Journal, health: RouteSession.Health) {
    self.journal = journal
    self.health = health
    working = health.isRecording ? health : .recording
    sequence = journal.head.sequence
  }

  /// A recorder in memory, for a session whose file cannot be written now.
  ///
  /// - Parameters:
  ///   - absence: the file, if it may be written later.
  ///   - reader: the file, read meanwhile.
  init(
    _ memory: Journal, instead absence: Absence?, reader: History?, _ problem: StoreError,
    since: RouteInstant
  ) {
    journal = memory
    health = .degraded(problem, since: since)
    working = .recording
    sequence = absence?.known.sequence ?? 0
    self.reader = reader
    self.absence = absence
    if absence != nil { outage = Outage(lastAttempted: sequence, after: since) }
  }

  private func warnOnce() {
    guard let warn else { return }
    if case .recordingAnew(let setAside) = health, let path = setAside.path, path != toldAside {
      toldAside = path
      warn("RouteEngine: \(health). See 'health'.")
    }
    guard let problem = health.problem, !hasWarned else { return }
    hasWarned = true
    let reason = "\(problem)".trimmingStop
    let meanwhile =
      awaitsUnlock ? "The session begins after that" : "Navigation continues in memory"
    warn("RouteEngine: not recording: \(reason). \(meanwhile), see 'health'.")
  }

  /// Writes entries and their companions: all or nothing.
  ///
  /// - Returns: whether they are in the journal.
  func write(
    _ entries: [JournalEntry], _ companions: Companions, state: RouteState
  ) -> Bool {
    guard !entries.isEmpty else { return true }
    sequence = entries[entries.newest].sequence
    guard health.isRecording else {
      remember(entries, companions.seen)
      return false
    }
    let isForced = companions.rows?.forcesCheckpoint ?? false
    let isLong = tail.isLong(with: entries.count)
    do throws(StoreError) {
      try journal.retake()
      if companions.isEmpty, !isLong {
        var bytes = 0
        try journal.append(entries.count, in: &row) { index, row in
          coder.encode(entries, at: index, into: &row)
          bytes += row.payload.count
        }
        tail.grow(to: sequence, entries: entries.count, bytes: bytes)
      } else {
        try writeBatch(
          entries, companions, state: isForced || isLong ? state : nil, isReplaceable: !isForced)
      }
      return true
    } catch {
      fail(error, at: entries[entries.newest].at)
      remember(entries, companions.seen)
      return false
    }
  }

  private func remember(_ entries: [JournalEntry], _ seen: [SeenRow]) {
    let newest = (absence?.known ?? journal.head).sequence
    for entry in entries {
      // An action enqueued in memory has no entry to end. The journal's actions are at most as many
      // as may wait.
      guard case .advance(let id, let transition)? = entry.changes.first, id.rawValue <= newest
      else { continue }
      unrecordedEnds[id] = UnrecordedEnd.Told(
        transition: transition, reason: entry.reason, rule: entry.rule)
    }
    for row in seen {
      let source = Array(row.source.utf8)
      let hasRoom = unrecordedSources.count < Self.mostSources
      if hasRoom || unrecordedSources[source] != nil { unrecordedSources[source] = row }
    }
  }

  /// The row of a source's id from the time in which nothing can be written, or from a file that
  /// was set aside and is not replaced yet.
  func unrecordedSource(_ source: String) -> SeenRow? {
    let unrecorded = unrecordedSources.isEmpty ? nil : unrecordedSources[Array(source.utf8)]
    return unrecorded ?? salvage?.seen.first { $0.source.hasSameBytes(as: source) }
  }

  /// The newest row of a source's id; nil when there is none.
  func seen(source: String) throws(StoreError) -> SeenRow? {
    if let row = unrecordedSource(source) { return row }
    return try content.seen(source: source)
  }

  /// Continues in memory after the journal could not be read.
  func failToRead(_ problem: StoreError, at moment: RouteInstant) {
    if health.isRecording { fail(problem, at: moment) } else { failAgain(problem) }
  }

  /// The requests with a source's id that ended while nothing could be written, ordered by those
  /// ids: for the entry that reacquires the journal.
  func endedSources() throws(StoreError) -> [UnrecordedSource] {
    var ended: [UnrecordedSource] = []
    for row in unrecordedSources.values {
      let known = try journal.seen(source: row.source)
      let isKnown = known?.request == row.request
      // Its commit reported a failure but succeeded.
      if isKnown, known?.outcome != nil { continue }
      if let told = UnrecordedSource(row, isKnown: isKnown) { ended.append(told) }
    }
    return ended.sorted { $0.source.utf8.lexicographicallyPrecedes($1.source.utf8) }
  }

  /// Continues in memory after a failure, and tries again later.
  func fail(_ problem: StoreError, at moment: RouteInstant) {
    health = .degraded(problem, since: moment)
    outage = Outage(lastAttempted: sequence, after: moment)
    outages += 1
    if problem.isDamage { outage?.nextTry = moment }  // waiting does not repair it
  }

  /// Continues in memory, because of a different problem.
  func failAgain(_ problem: StoreError) {
    guard case .degraded(_, let since) = health else { return }
    health = .degraded(problem, since: since)
  }

  /// Writes the entries that end an outage, with a checkpoint, and records again.
  ///
  /// - Returns: whether they are in the journal; if not, nothing has changed.
  func reacquire(
    _ entries: [JournalEntry], _ companions: Companions, state: RouteState
  ) -> Bool {
    guard !health.isRecording, outage != nil, let last = entries.last else { return false }
    do throws(StoreError) {
      try writeBatch(entries, companions, state: state)
    } catch {
      failAgain(error)
      return false
    }
    (health, self.outage, sequence) = (working, nil, last.sequence)
    (unrecordedSources, unrecordedEnds) = ([:], [:])
    journal.forgetAttempt()
    hasBegunAnew()
    return true
  }

  /// Notes that the launch has not died of its journal: a death from now on has another cause.
  func endLaunch() {
    launches?.reset()
    launches = nil
  }

  /// Notes that a new file, if this is one, now has the content with which the session begins.
  func hasBegunAnew() {
    if isBeginningAnew { journal.removeAsideMark() }
    (isBeginningAnew, salvage, unread, gone) = (false, nil, nil, nil)
  }

  private func writeBatch(
    _ entries: [JournalEntry], _ companions: Companions, state: RouteState?,
    isReplaceable: Bool = false
  ) throws(StoreError) {
    batch.removeAll()
    var bytes = 0
    let newest = entries[entries.newest].sequence
    for index in entries.indices {
      coder.encode(entries, at: index, into: &row)
      bytes += row.payload.count
      batch.entries.append(row)
    }
    if let rows = companions.rows {
      batch.session = rows.session
      batch.seen = rows.seen
      batch.vaultKeys = rows.vaultKeys
      batch.vaultValues = rows.vaultValues
      batch.routeTable = rows.routeTable
      batch.retention = rows.retention
    }
    if let state {
      let encoded = StateCoding.encode(state)
      batch.checkpoint = CheckpointRow(
        sequence: newest, format: StateCoding.format, state: encoded, stateDigest: state.digest)
      batch.retention.replacedCheckpoint = tail.replaced(by: newest)
    }
    try journal.append(&batch)
    endLaunch()
    tail.grow(to: newest, entries: entries.count, bytes: bytes)
    if let checkpoint = batch.checkpoint {
      tail.end(
        withCheckpointAt: newest, of: checkpoint.state.count, isReplaceable: isReplaceable)
    }
  }
}

@available(*, unavailable)
extension Recorder: Sendable {}

extension Companions {
  /// Adds the vault and the sources' ids of a file that was set aside, without the values of
  /// principals that have signed out since.
  mutating func add(_ salvage: Salvage, isForgotten: (_ principal: String) -> Bool) {
    self.vaultKeys += salvage.vaultKeys.filter { !isForgotten($0.principal) }
    self.vaultValues += salvage.vaultValues.filter { !isForgotten($0.principal) }
    self.seen += salvage.seen
  }
}

extension String {
  /// The text without the full stop at its end, for use inside a sentence.
  fileprivate var trimmingStop: Substring {
    utf8.last == UInt8(ascii: ".") ? dropLast() : self[...]
  }
}
