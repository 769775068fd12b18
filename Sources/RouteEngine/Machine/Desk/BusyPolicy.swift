extension RouteRequest {
  /// The treatment of a request that arrives while host code takes its time over another one, or
  /// between ``RouteSession/Display/beginTransition(isolation:)`` and the transition's end. Host
  /// facts, and requests that this host code itself opens, are decided at once whatever the policy;
  /// requests kept back because the session is suspended do not count as arriving.
  public enum BusyPolicy: String, Hashable, Sendable, CaseIterable {
    /// It has its turn afterwards.
    case queue
    /// The one before ends superseded; the task of its host code is cancelled, and what the code
    /// answers or opens later has no effect. Of those that come in a transition the last one has
    /// its turn.
    case supersede
    /// It ends denied, and the one before or the transition goes on. The id of its source takes
    /// effect another time.
    case refuse
  }
}

/// ``RouteRequest/BusyPolicy``, as this package calls it.
package typealias BusyPolicy = RouteRequest.BusyPolicy
