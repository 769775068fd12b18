extension RouteSession {
  /// Ends waiting requests whose time has passed, and lets nothing else go on.
  func endExpired(isolation: isolated any Actor = #isolation) {
    work(on: .timePassed)
  }
}
