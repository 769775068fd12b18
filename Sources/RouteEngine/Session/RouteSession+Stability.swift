extension RouteSession {
  /// Says that this launch has come to rest: its place is trusted again.
  func markStable() {
    guard !hasEnded, isUntrusted else { return }
    var entry = newEntry(.stable)
    entry.changes = restingChanges
    commit(entry)
  }

  /// Comes to rest when the session has run long enough.
  func markStableInTime() {
    if restingMoment < now(elapsed) { markStable() }
  }

  /// After this moment the session comes to rest by itself; the end of time when it has already, or
  /// does not.
  var restingMoment: Instant {
    let wait = configuration.stableAfter
    guard wait >= .zero, !hasEnded, isUntrusted else {
      return Instant(microseconds: .max)
    }
    return now(wait.wholeMicroseconds)
  }

  /// What trusts the place again.
  var restingChanges: [RouteChange] {
    isUntrusted ? [.suspect(fingerprint: RouteState.restoredPlace, count: 0)] : []
  }

  /// Whether the place that was restored has yet to prove itself. Work on the journal shows no
  /// place, and proves nothing of one.
  private var isUntrusted: Bool {
    state.untrustedRestores > 0 && !sessionRow.isMaintenance
  }
}
