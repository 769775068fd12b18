extension RouteSession {
  /// Ends waiting requests whose time has passed, and continues nothing else.
  func endExpired(isolation: isolated any Actor = #isolation) {
    work(on: .timePassed)
  }
}
