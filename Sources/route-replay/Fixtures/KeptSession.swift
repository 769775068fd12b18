import RouteEngine
import RouteReplay
import RouteStore

/// One session of a journal, with as little else as it can do without.
///
/// Its entries are kept as they were written, under their own numbers and digests. What comes after
/// them is left out, and what came before is pruned as an app prunes, with the entry that says so:
/// the state that the session began with stays.
enum KeptSession {
  /// Writes it to a new journal, without the values of the vault.
  ///
  /// - Returns: the first entry that was kept; that of an earlier session where a request or action
  ///   that was not finished in this one needs it.
  /// - Throws: `CommandFailure` when nothing of it is left, and what reading and writing throw.
  @MainActor
  static func write(
    _ row: SessionRow, of file: JournalFile, to path: String
  ) throws -> Int64 {
    let history = file.history
    let (base, head) = (try history.base(), try history.head())
    let sessions = try history.sessions()
    let last = min(row.lastSequence(in: sessions), head.sequence)
    guard last > base.sequence else {
      throw CommandFailure.incompatible(
        "session \(row.number) was pruned: no entry of it is left; 'sessions' lists "
          + "the others")
    }
    let copy = try JournalCopy(at: path)
    try JournalPrefix(of: history, through: last).write(history, to: copy, keepsValues: false)
    let end = copy.end
    let checked = try copy.check()
    guard checked.isIntact else { throw KeptSession.failure(checked) }
    try copy.finish()
    // What a session ran with stands at its beginning: none is kept in part.
    let needed = min(row.firstSequence, try oldestUnfinished(file.state(at: last)) ?? .max)
    let first = sessions.last { $0.firstSequence <= needed }?.firstSequence ?? 0
    guard first > base.sequence + 1 else { return base.sequence + 1 }
    try prune(path, keeping: last - first + 1, until: end, of: history)
    return try History(path: path).base().sequence + 1
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

  /// Why a journal that is not intact cannot be kept.
  static func failure(_ checked: Verification) -> CommandFailure {
    if let newer = checked.newerEntry {
      return CommandFailure.incompatible(
        "entry \(newer) says what only a newer version knows; use that version")
    }
    let first = checked.findings.first?.words ?? ""
    return CommandFailure.damaged(
      "it is not what was written: \(first); 'doctor' tells what can be saved")
  }
}
