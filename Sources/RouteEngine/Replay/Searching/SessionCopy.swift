import RouteEngine
package import RouteStore

/// One session of a journal, with as little else as it can do without, written to a new file
/// without the values of the vault.
///
/// Its entries are kept as they were written, under their own numbers and digests. What comes after
/// them is left out, and what came before is pruned as an app prunes, with the entry that says so:
/// the state that the session began with stays.
package struct SessionCopy {
  /// Why there can be no copy.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// Nothing of the session is left.
    case pruned(session: Int64)

    /// One line for a person.
    package var description: String {
      switch self {
      case .pruned(let session): "session \(session) was pruned: no entry of it is left"
      }
    }
  }

  /// The first entry that was kept; one of an earlier session where a request or action that was
  /// not finished in this one needs it, and before maintenance, which does not count as history.
  package let first: Int64

  /// Writes the copy.
  ///
  /// - Throws: ``Failure``, `Verification.Failure` for a journal that is not intact, and what
  ///   reading and writing throw.
  @MainActor
  package init(of row: SessionRow, in history: History, to path: String) throws {
    let (base, head) = (try history.base(), try history.head())
    let sessions = try history.sessions()
    let last = min(row.lastSequence(in: sessions), head.sequence)
    guard last > base.sequence else { throw Failure.pruned(session: row.number) }
    // The table and limits of a session stand at its beginning, so none is kept in part.
    let state = try HistoryFold.state(at: last, of: history)
    let needed = min(row.firstSequence, Self.oldestUnfinished(state) ?? .max)
    let start = sessions.last { $0.firstSequence <= needed }?.firstSequence ?? 0
    let isPruned = start > base.sequence + 1
    let copy = try JournalCopy(at: path)
    // An entry has to say what the first one comes after: a later one that did, or the copy's own.
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
    try Self.prune(path, keeping: last - start + 1, until: end, of: history)
    let pruned = try History(path: path)
    try Verification(of: pruned).requireIntact()
    first = try pruned.base().sequence + 1
  }

  /// The newest entry that says what was pruned; 0 when none does.
  private static func lastPruning(in history: History) throws -> Int64 {
    var query = HistoryQuery()
    query.kinds = [EntryKind.pruned.rawValue]
    var found: Int64 = 0
    try history.forEachEntry(query) { found = $0.sequence }
    return found
  }

  /// The first entry that speaks of a request without an outcome or of a pending action.
  private static func oldestUnfinished(_ state: RouteState) -> Int64? {
    let actions = state.actions.map { min($0.id.rawValue, $0.request.rawValue) }
    return (state.waiting.map(\.id.rawValue) + actions).min()
  }

  /// Prunes all but the newest entries. Whenever it is done, the same is written.
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
