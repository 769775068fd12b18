extension RouteRequest {
  /// The treatment of a request that arrives while host code works on another one, or between
  /// ``RouteSession/Display/beginTransition(isolation:)`` and the end of that transition. Host
  /// facts, and requests that this host code itself opens, are decided at once under every policy.
  /// Requests kept back because the session is suspended do not count as arriving.
  public enum BusyPolicy: String, Hashable, Sendable, CaseIterable {
    /// The new request has its turn afterwards.
    case queue
    /// The request under way ends superseded. The task of its host code is cancelled, and later
    /// answers or requests of that code have no effect. Of the requests that arrive in a
    /// transition, the last one has its turn.
    case supersede
    /// The new request ends denied; the request under way, or the transition, continues. The source
    /// may send the same id again.
    case refuse
  }
}

/// ``RouteRequest/BusyPolicy``, as this package calls it.
package typealias BusyPolicy = RouteRequest.BusyPolicy
