/// Knows when the waiting requests have to be searched for expired ones.
package struct ExpiryWatch {
  /// No waiting request expires until after this moment.
  private var rest = RouteInstant(microseconds: .min)

  /// A watch that knows no request yet: the first search looks at all of them.
  package init() {}

  /// The broken invariant; nil when all hold. A request that expires before the next search would
  /// be missed.
  func brokenInvariant(in state: RouteState) -> String? {
    for waiting in state.waiting where waiting.isExpired(at: rest) {
      return "request \(waiting.id) expires and is overlooked"
    }
    return nil
  }

  /// Notes when a request expires; nil for one that never does.
  package mutating func add(_ expiry: RouteInstant?) {
    if let expiry { rest = min(rest, expiry) }
  }

  /// The moment after which a request may have expired. It is the end of time when no request will
  /// expire, and before the first search.
  var nextMoment: RouteInstant {
    rest > RouteInstant(microseconds: .min) ? rest : RouteInstant(microseconds: .max)
  }

  /// Whether any request can have expired.
  package func mayHaveExpired(at moment: RouteInstant) -> Bool {
    rest < RouteInstant(microseconds: .max) && rest < moment
  }

  /// Searches all waiting requests and returns the expired ones, oldest first.
  package mutating func expired(in state: RouteState, at moment: RouteInstant) -> [RequestID] {
    rest = RouteInstant(microseconds: .max)
    var expired: [RequestID] = []
    for waiting in state.waiting {
      guard let expiry = waiting.expiry else { continue }
      if expiry >= moment {
        add(expiry)
      } else if waiting.isExpired(at: moment) {
        expired.append(waiting.id)
      }
    }
    return expired
  }
}
