import RouteStore

/// A session that is launched before the device's first unlock, in the background: nothing of the
/// journal can be read, not even which screens there were. It keeps the calls that come, and begins
/// when the file can be read, with all of them in their order.
extension RouteSession {
  /// Keeps calls from now on, and tries the journal again after a while.
  func hold(isolation: isolated any Actor = #isolation) {
    held.hold()
    notices?.add(health)
    tellNotices()
    waitForUnlock()
  }

  /// Keeps a call.
  ///
  /// - Returns: nil: no step comes of it yet.
  @discardableResult
  func keep(_ call: HeldCall) -> Machine.Step.Commitment? {
    held.keep(call)
    return nil
  }

  /// Begins the session if its journal can be read now, when it is time to try that.
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

  /// Begins the session now if it has not begun: its user is there, or it ends. When its journal
  /// still cannot be read, it begins in memory.
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
    recorder.become(found)
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
    while let call = held.next() { make(call) }  // host code can take one back meanwhile
    // As at the sign-out itself, see ``signOut(isolation:)``.
    if isSignOut { try? recorder.journal.checkpointLog() }
    journal.ingest()
  }

  /// Makes a call that was kept.
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
