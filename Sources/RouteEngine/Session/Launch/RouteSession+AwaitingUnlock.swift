import RouteStore

/// A session that is launched before the device's first unlock, in the background: nothing of the
/// journal can be read, not even which screens there were. It keeps what comes in, and begins when
/// the file can be read, with everything in its order.
extension RouteSession {
  /// Keeps what comes in from now on, and tries the journal again after a while.
  func hold(isolation: isolated any Actor = #isolation) {
    receive(.heldBack)
    notices?.add(health)
    tellNotices()
    waitForUnlock()
  }

  /// Begins the session if its journal can be read now, when it is time to try that.
  func beginWhenUnlocked(isolation: isolated any Actor = #isolation) {
    if machine.holdsMuch { return beginNow() }
    guard let path = recorder.lockedPath(at: now, isForced: false) else { return waitForUnlock() }
    begin(at: path, isForced: false)
  }

  /// Begins the session now if it has not begun: its user is there, or it ends. When its journal
  /// still cannot be read, it begins in memory, and that is another problem than the lock.
  func beginNow(isolation: isolated any Actor = #isolation) {
    guard machine.isHeld, let path = recorder.lockedPath(at: now, isForced: true) else { return }
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
    // Values that were hidden meanwhile get the tokens of the file's own keys.
    vault.readKeysAgain(for: restored?.state?.principal)
    _ = settleKeys()  // where it cannot, the health says so, and nothing is written
    let held = machine.held ?? []
    receive(
      .unlocked(
        restored?.state ?? RouteState(), row, after: recorder.sequence,
        isRecording: recorder.health.isRecording))
    start(continues: continues, after: restored, launches: launches)
    notices?.add(health)
    for input in held { feed(input) }
    journal.ingest()
  }

  private func waitForUnlock(isolation: isolated any Actor = #isolation) {
    guard let moment = recorder.outage?.nextTry else { return }
    setAlarm(for: moment)
  }
}
