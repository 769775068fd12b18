public import RouteStore

/// Maintenance of a journal whose host does not run: `route-replay prune`, `actions` and `redact`.
///
/// It writes in the same way as the host's session, as a session of its own that is marked as
/// `maintenance`. Nothing of the host happens in it: no request continues or expires, no action
/// runs, no screen changes. The next launch of the host judges the end of the host's last session,
/// for example a crash, as if there had been no maintenance.
///
/// The session begins with the first change: without a change nothing is written.
public final class JournalMaintenance {
  private let session: RouteSession
  private var hasBegun = false

  /// Takes ownership of a journal.
  ///
  /// - Parameters:
  ///   - path: the journal's file, which must exist.
  ///   - clock: the source of time.
  /// - Throws: `StoreError.owned` while a host runs, `missing`, `damaged`, and the other errors of
  ///   opening a journal; then nothing was changed.
  public convenience init(at path: String, clock: SessionClock = .system) throws(StoreError) {
    try self.init(at: path, clock: clock, identifier: RouteSession.randomIdentifier())
  }

  /// Takes ownership, with a chosen identifier for the session. For a caller that has to write
  /// identical bytes each time.
  package init(
    at path: String, clock: SessionClock, identifier: String
  ) throws(StoreError) {
    guard Journal.exists(at: path) else { throw .missing(path: path) }
    try AsideMark(beside: path).checkIsTakenUp()
    let journal = try Journal.open(.file(path))
    do throws(StoreError) {
      try journal.checkValues()
    } catch {
      journal.leaveAsItIs()
      throw error
    }
    let reading = try JournalEnd(whatIsIn: journal)
    var configuration = RouteSession.Configuration()
    configuration.clock = clock
    configuration.warn = nil  // the caller gets the error
    let recorder = Recorder(journal, health: .recording)
    recorder.tail = JournalTail(
      entries: reading.entries, bytes: reading.bytes, checkpointBytes: reading.checkpointBytes)
    let start = clock.start
    var row = SessionRow(
      number: reading.newestSession + 1, identifier: identifier,
      device: reading.lastSession?.device ?? RouteSession.randomIdentifier(),
      beganMicroseconds: start.wall, firstSequence: recorder.sequence + 1)
    row.beginning = SessionRow.maintenance
    row.tableDigest = reading.lastSession?.tableDigest
    session = RouteSession(
      state: reading.state ?? RouteState(), table: .empty, configuration: configuration,
      recorder: recorder, sessionRow: row, start: start, inbox: nil)
  }

  /// The state that the journal leads to.
  public var state: RouteState { session.state }

  /// Gives a dead action one more attempt, at the host's next launch.
  ///
  /// - Returns: whether it was dead.
  /// - Throws: `StoreError` when it could not be written.
  public func revive(
    _ id: ActionID, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> Bool {
    guard state.action(id)?.status == .dead else { return false }
    try begin()
    let isRevived = session.actions.revive(id)
    try check()
    return isRevived
  }

  /// Gives up an action whose handler is not under way, also one that waits for another attempt.
  ///
  /// - Returns: whether it was cancelled; false when it is not pending, or its handler was under
  ///   way when the host ended.
  /// - Throws: `StoreError` when it could not be written.
  public func cancel(
    _ id: ActionID, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> Bool {
    guard let action = state.action(id), action.status != .started else { return false }
    try begin()
    let isCancelled = session.actions.cancel(id)
    try check()
    return isCancelled
  }

  /// Prunes the history beyond a policy's bounds, exactly up to the last entry beyond them. It
  /// never prunes a request without an outcome or a pending action. It also removes private values
  /// that nothing refers to any more, including those left by an interrupted pruning.
  ///
  /// - Returns: how much was pruned.
  /// - Throws: `StoreError` when it could not be written; `damaged` when pruned rows are still
  ///   there, for example because a row among them has a wrong number.
  public func prune(
    _ policy: RetentionPolicy, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> RetentionPolicy.Result {
    guard try session.holdsUnneeded(beyond: policy) else {
      return RetentionPolicy.Result(neededFrom: try session.entryNeeded(beyond: policy))
    }
    try begin()
    var result = try session.forgetHistory(beyond: policy, upToTheEntry: true)
    // Only deleting entries shows how many bytes they used.
    result.neededFrom = try session.entryNeeded(beyond: policy)
    try session.recorder.journal.shrink(pages: .max)
    try check()
    return result
  }

  /// Removes private values, as ``RouteSession/JournalKeeping/redact(_:isolation:)`` does.
  public func redact(
    _ redaction: Redaction, isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> Redaction.Result {
    let plan = try RedactionPlan(redaction, session.recorder.journal)
    if !plan.isEmpty { try begin() }
    return try session.journal.redact(redaction)
  }

  /// The result that `redact` would have on a journal that is open for reading; nothing is changed.
  ///
  /// - Throws: `StoreError` when the vault cannot be read, and when the journal is too damaged or
  ///   too new for `redact`.
  public static func preview(
    _ redaction: Redaction, of history: History
  ) throws -> Redaction.Result {
    try history.checkValues()
    _ = try JournalEnd(restoring: history)
    var values: [VaultValue] = []
    try history.forEachVaultValue { value, _ in values.append(value) }
    return RedactionPlan(redaction, of: values, try history.vaultPrincipals()).result
  }

  /// Ends the maintenance session, if any change was made, and empties the log.
  ///
  /// - Throws: `StoreError` when it could not be written.
  public func end(isolation: isolated any Actor = #isolation) throws(StoreError) {
    guard hasBegun, !session.machine.hasEnded else { return }
    session.work(on: .ended)
    try check()
    try session.recorder.journal.checkpointLog(isPatient: true)
  }

  private func begin(isolation: isolated any Actor = #isolation) throws(StoreError) {
    guard !hasBegun else { return }
    session.work(on: .beganMaintenance(session.beginning))
    try check()
    hasBegun = true
  }

  private func check() throws(StoreError) {
    if let problem = session.health.problem { throw problem }
  }
}

@available(*, unavailable)
extension JournalMaintenance: Sendable {}
