extension RouteSession {
  /// The first moment at which a request that waits has expired; nil when none will. A request that
  /// host code is asked about ends when that has answered.
  ///
  /// The session has no timer: it looks whenever it is called. A host that wants callers to hear of
  /// it earlier sets one to this moment and calls ``checkExpiry(isolation:)``.
  public var nextExpiry: Instant? {
    state.waiting.lazy.filter { $0.status != .received }.compactMap(\.expiry).min()?
      .advanced(by: 1)
  }

  /// Ends the waiting requests and pending actions whose time has passed.
  public func checkExpiry(isolation: isolated any Actor = #isolation) { drain() }

  /// Ends waiting requests whose time has passed, oldest first. While none can have expired they
  /// are not looked through.
  func endExpired(isolation: isolated any Actor = #isolation) {
    guard expiryWatch.isNeeded, !hasEnded else { return }
    let moment = now(elapsed)
    guard expiryWatch.beginsLooking(at: moment) else { return }
    for waiting in state.waiting {
      guard let expiry = waiting.expiry else { continue }
      if expiry >= moment {
        expiryWatch.add(expiry)
      } else if state.waiting(waiting.id)?.isExpired(at: moment) == true {
        advance(pending(for: waiting))
      }
    }
  }
}
