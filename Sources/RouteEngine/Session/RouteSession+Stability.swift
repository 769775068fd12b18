extension RouteSession {
  /// Says that this launch has come to rest: its place is trusted again.
  func comeToRest() {
    guard !hasEnded, state.untrustedRestores > 0 else { return }
    var entry = newEntry(.stable)
    entry.changes = restingChanges
    commit(entry)
  }

  /// Comes to rest when the session has run long enough.
  func comeToRestInTime() {
    if restingMoment < now(elapsed) { comeToRest() }
  }

  /// After this moment the session comes to rest by itself; the end of time when it has already, or
  /// does not.
  var restingMoment: Instant {
    let wait = configuration.stableAfter
    guard wait >= .zero, !hasEnded, state.untrustedRestores > 0 else {
      return Instant(microseconds: .max)
    }
    return now(wait.wholeMicroseconds)
  }

  /// What trusts the place again.
  var restingChanges: [RouteChange] {
    state.untrustedRestores > 0
      ? [.suspect(fingerprint: RouteState.restoredPlace, count: 0)] : []
  }
}
