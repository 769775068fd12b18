/// The changes of a session, as an async sequence.
extension RouteSession {
  /// The present state, and every later one.
  ///
  /// A reader that does not keep up gets the newest state only. The sequence ends with
  /// ``end(isolation:)``, or when the session is released; a reader that holds the session keeps it
  /// in memory.
  ///
  /// ```swift
  /// for await state in session.states() { show(state.tree) }
  /// ```
  public func states(isolation: isolated any Actor = #isolation) -> AsyncStream<RouteState> {
    let stream = audience.states(from: state)
    if machine.hasEnded { audience.finish() }
    return stream
  }
}
