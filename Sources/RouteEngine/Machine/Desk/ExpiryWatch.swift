/// When waiting requests have to be looked through for those that have expired.
struct ExpiryWatch {
  /// No waiting request expires until after this moment.
  private var rest = RouteInstant(microseconds: .min)

  /// Takes in when a request expires; nil for one that never does.
  mutating func add(_ expiry: RouteInstant?) {
    if let expiry { rest = min(rest, expiry) }
  }

  /// Begins to look through all that wait, each of which is added again unless it has expired.
  ///
  /// - Returns: whether any can have expired.
  mutating func beginsLooking(at moment: RouteInstant) -> Bool {
    guard rest < RouteInstant(microseconds: .max), rest < moment else { return false }
    rest = RouteInstant(microseconds: .max)
    return true
  }
}
