extension RouteSession {
  /// The first moment at which a request that waits has expired; nil when none will. A request that
  /// host code is asked about ends when that has answered.
  ///
  /// The session has no timer: it looks whenever it is called. A host that wants callers to hear of
  /// it earlier sets one to this moment and calls ``checkExpiry(isolation:)``.
  public var nextExpiry: RouteInstant? {
    state.waiting.lazy.filter { $0.status != .received }.compactMap(\.expiry).min()?
      .advanced(byMicroseconds: 1)
  }

  /// Ends the waiting requests and pending actions whose time has passed.
  public func checkExpiry(isolation: isolated any Actor = #isolation) { drain() }

  /// Ends waiting requests whose time has passed, and lets nothing else go on.
  func endExpired(isolation: isolated any Actor = #isolation) {
    let depth = machine.depth
    machine.pushExpired(at: elapsed)
    work(above: depth)
  }
}
