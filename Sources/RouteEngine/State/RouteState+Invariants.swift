/// The invariants of every state. `apply` keeps them, and debug builds assert them for every state
/// that a session continues with.
extension RouteState {
  /// The first invariant that does not hold, in words; nil when all do.
  ///
  /// - The tree's own invariants hold (``ScreenTree/brokenInvariant``), and no screen has an id
  ///   above the counter.
  /// - Conditions and suspects are sorted, none occurs twice, and no suspect has a count below 1.
  /// - A pending action has a lease only while its handler runs.
  /// - The sums of the digests equal newly computed ones.
  package var brokenInvariant: String? {
    if let problem = tree.brokenInvariant { return problem }
    if let newest = tree.screens.last?.id.rawValue, newest > counter {
      return "screen \(newest) is above the counter \(counter)"
    }
    for (one, next) in zip(conditions, conditions.dropFirst())
    where !one.utf8.lexicographicallyPrecedes(next.utf8) {
      return "condition \(next) is not in its order"
    }
    for (one, next) in zip(allSuspects, allSuspects.dropFirst())
    where one.fingerprint >= next.fingerprint {
      return "suspect \(next.fingerprint) is not in its order"
    }
    if let suspect = allSuspects.first(where: { $0.count < 1 }) {
      return "suspect \(suspect.fingerprint) is counted \(suspect.count) times"
    }
    if let action = actions.first(where: { $0.leaseEnds != nil && $0.status != .started }) {
      return "action \(action.id) has a lease and does not run"
    }
    return hasFreshSums ? nil : "the sums of the digests are not fresh"
  }
}
