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

  /// After this moment a request may have expired; the end of time when none will, and before all
  /// were looked through for the first time.
  var nextMoment: RouteInstant {
    rest > RouteInstant(microseconds: .min) ? rest : RouteInstant(microseconds: .max)
  }

  /// Whether any can have expired.
  package func mayHaveExpired(at moment: RouteInstant) -> Bool {
    rest < RouteInstant(microseconds: .max) && rest < moment
  }

  /// Looks through all that wait: those that have expired, oldest first.
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
