import RouteStore

/// A session that is launched in the background before the device's first unlock: nothing of the
/// journal can be read, not even its screens. The session keeps the calls that arrive, and begins
/// when the file can be read, with all calls in their order.
extension RouteSession {
  /// Starts keeping calls, and tries the journal again later.
  func hold(isolation: isolated any Actor = #isolation) {
    held.hold()
    notices?.add(health)
    tellNotices()
    waitForUnlock()
  }

  /// Keeps a call.
  ///
  /// - Returns: nil, because it leads to no step yet.
  @discardableResult
  func keep(_ call: HeldCall) -> Machine.Step.Commitment? {
    held.keep(call)
    return nil
  }

  /// Begins the session if its journal can be read and it is time to try. When as many calls are
  /// kept as requests may be queued, it begins now, see ``beginNow(isolation:)``.
  func beginWhenUnlocked(isolation: isolated any Actor = #isolation) {
    if held.calls.count >= configuration.limits.queuedRequests { return beginNow() }
    guard let path = recorder.lockedPath(at: now, isForced: false) else { return waitForUnlock() }
    begin(at: path, isForced: false)
  }

  /// Begins the session if its journal can be read now.
  func beginIfUnlocked(isolation: isolated any Actor = #isolation) {
    guard held.isHolding, let path = recorder.lockedPath(at: now, isForced: true) else { return }
    begin(at: path, isForced: false)
  }

  /// Begins the session now if it has not begun, because its user is present or it ends. If its
  /// journal still cannot be read, it begins in memory.
  func beginNow(isolation: isolated any Actor = #isolation) {
    guard held.isHolding, let path = recorder.lockedPath(at: now, isForced: true) else { return }
    begin(at: path, isForced: true)
  }

  private func begin(
    at path: String, isForced: Bool, isolation: isolated any Actor = #isolation
  ) {
    var launches: LaunchCount? = LaunchCount(beside: path, host: configuration.hostDigest)
    let (found, restored) = Self.openJournal(.file(path), configuration, counting: &launches)
    guard isForced || !found.awaitsUnlock else { return waitForUnlock() }
    recorder.become(found, at: now)
    let (row, continues) = Self.sessionRow(
      table, configuration, recorder, after: restored, start.wall)
    let state = restored?.state ?? RouteState()
    vault.readKeysAgain(for: state.principal)
    receive(
      .unlocked(
        state, row, after: recorder.sequence, isRecording: recorder.health.isRecording))
    let isSignOut = held.calls.contains(where: \.isSignOut)
    held.release()
    start(continues: continues, after: restored, launches: launches)
    notices?.add(health)
    while let call = held.next() { make(call) }  // host code can cancel a later one
    // As at the sign-out itself, see ``signOut(isolation:)``.
    if isSignOut { try? recorder.journal.checkpointLog() }
    journal.ingest()
  }

  /// Makes a kept call.
  private func make(_ call: HeldCall, isolation: isolated any Actor = #isolation) {
    switch call {
    case .open(let target, let entryPoint, let source, let options, let opening, let elapsed):
      open(target, from: entryPoint, source: source, options: options, as: opening, at: elapsed)
    case .refuse(
      let bytes, let outcome, let entryPoint, let source, let options, let opening, let elapsed):
      refuse(bytes, as: outcome, entryPoint, source, options, opening, at: elapsed)
    case .input(.background): background()
    case .input(let input): feed(input)
    }
  }

  private func waitForUnlock(isolation: isolated any Actor = #isolation) {
    guard let moment = recorder.outage?.nextTry else { return }
    setAlarm(for: moment)
  }
}
