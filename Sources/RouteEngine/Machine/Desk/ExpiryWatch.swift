/// When waiting requests have to be looked through for those that have expired.
package struct ExpiryWatch {
  /// No waiting request expires until after this moment.
  private var rest = RouteInstant(microseconds: .min)

  /// One that knows nothing yet, so that all are looked through.
  package init() {}

  /// The invariant that is broken; nil when all hold: a request that expires before all are looked
  /// through again would be overlooked.
  func brokenInvariant(in state: RouteState) -> String? {
    for waiting in state.waiting where waiting.isExpired(at: rest) {
      return "request \(waiting.id) expires and is overlooked"
    }
    return nil
  }

  /// Takes in when a request expires; nil for one that never does.
  package mutating func add(_ expiry: RouteInstant?) {
    if let expiry { rest = min(rest, expiry) }
  }

  /// Whether any can have expired.
  package func mayHaveExpired(at moment: RouteInstant) -> Bool {
    rest < RouteInstant(microseconds: .max) && rest < moment
  }

  /// Begins to look through all that wait, each of which is added again unless it has expired.
  ///
  /// - Returns: whether any can have expired.
  package mutating func beginsLooking(at moment: RouteInstant) -> Bool {
    guard mayHaveExpired(at: moment) else { return false }
    rest = RouteInstant(microseconds: .max)
    return true
  }
}
