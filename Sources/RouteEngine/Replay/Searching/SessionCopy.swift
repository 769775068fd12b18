import RouteEngine
package import RouteStore

/// One session of a journal, with as little else as possible, written to a new file without the
/// values of the vault.
///
/// Its entries keep their content, numbers and digests. Later entries are left out, and earlier
/// ones are pruned as an app prunes, with the entry that records it: the state with which the
/// session began is kept.
package struct SessionCopy {
  /// The reason why no copy can be made.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// No entry of the session is left.
    case pruned(session: Int64)

    /// One line for a person.
    package var description: String {
      switch self {
      case .pruned(let session): "session \(session) was pruned: no entry of it is left"
      }
    }
  }

  /// The first entry that was kept. It is one of an earlier session if an unfinished request or
  /// action needs that one, and before maintenance, which does not count as history.
  package let first: Int64

  /// Writes the copy.
  ///
  /// - Throws: ``Failure``, `Verification.Failure` for a journal that is not intact, and the errors
  ///   of reading and writing.
  @MainActor
  package init(of row: SessionRow, in history: History, to path: String) throws {
    let (base, head) = (try history.base(), try history.head())
    let sessions = try history.sessions()
    let last = min(row.lastSequence(in: sessions), head.sequence)
    guard last > base.sequence else { throw Failure.pruned(session: row.number) }
    // The table and limits of a session are in its first entry, so each session is kept whole.
    let state = try HistoryFold.state(at: last, of: history)
    let needed = min(row.firstSequence, Self.oldestUnfinished(state) ?? .max)
    // A forged file can contain any numbers.
    let floor = max(base.sequence, 0)
    let begun = sessions.last { $0.firstSequence <= needed }?.firstSequence ?? 0
    let count = last - min(max(begun, floor + 1), last) + 1
    let work = Self.workAtEnd(of: sessions, through: row)
    let newest = work.map { min(max($0, floor + 1) - 1, last) } ?? last
    let isPruned = newest - count > floor
    let copy = try JournalCopy(at: path)
    // An entry has to state the pruning before the first entry: a later one that did, or the copy's
    // own.
    let through = isPruned ? last : max(last, try Self.lastPruning(in: history))
    try JournalPrefix(of: history, through: through).write(history, to: copy, keepsValues: false)
    let end = copy.end
    let checked = try copy.check()
    if !isPruned || checked.newerEntry != nil
      || checked.findings.contains(where: { $0.check != .pruning })
    {
      try checked.requireIntact()
    }
    try copy.finish()
    guard isPruned else {
      first = base.sequence + 1
      return
    }
    try Self.prune(path, keeping: count, until: end, of: history)
    let pruned = try History(path: path)
    try Verification(of: pruned).requireIntact()
    first = try pruned.base().sequence + 1
  }

  /// The first entry of the work on the journal at the end of the copy; nil when there is none.
  /// Pruning keeps that work in addition to the entries that it counts.
  private static func workAtEnd(of sessions: [SessionRow], through row: SessionRow) -> Int64? {
    let copied = sessions.prefix { $0.number <= row.number }
    return copied.reversed().prefix(while: \.isMaintenance).last?.firstSequence
  }

  /// The newest entry that records a pruning; 0 when there is none.
  private static func lastPruning(in history: History) throws -> Int64 {
    var query = HistoryQuery()
    query.kinds = [EntryKind.pruned.rawValue]
    var found: Int64 = 0
    try history.forEachEntry(query) { found = $0.sequence }
    return found
  }

  /// The first entry that records a request without an outcome or a pending action.
  private static func oldestUnfinished(_ state: RouteState) -> Int64? {
    let actions = state.actions.map { min($0.id.rawValue, $0.request.rawValue) }
    return (state.waiting.map(\.id.rawValue) + actions).min()
  }

  /// Prunes all but the newest entries. The result is the same whenever it is done.
  @MainActor
  private static func prune(
    _ path: String, keeping count: Int64, until end: JournalAnchor, of history: History
  ) throws {
    let moment = try history.entry(at: end.sequence)?.atMicroseconds ?? 0
    let digest = SHA256.digest(of: Array("fixture\n\(end)".utf8)).description
    let maintenance = try JournalMaintenance(
      at: path,
      clock: SessionClock(
        wallMicroseconds: { moment }, monotonicMicroseconds: { 0 }),
      identifier: String(digest.prefix(32)))
    _ = try maintenance.prune(RetentionPolicy(entries: Int(clamping: count)))
    try maintenance.end()
  }
}
