/// What becomes of a session, as async sequences.
extension RouteSession {
  /// How a request ended.
  public struct RequestEnd: Hashable, Sendable {
    /// Which request.
    public let request: RequestID
    /// How it ended.
    public let outcome: Outcome
    /// Whether the journal knows it; false while storage fails.
    public let isRecorded: Bool
  }

  /// How many ends a reader of ``requestEnds(isolation:)`` can be behind; then the oldest are lost.
  public static let mostKeptEnds = 1_000

  /// The state now, and every later one.
  ///
  /// A reader that does not keep up gets the newest state only. The sequence ends with the session.
  ///
  /// ```swift
  /// for await state in session.states() { show(state.tree) }
  /// ```
  public func states(isolation: isolated any Actor = #isolation) -> AsyncStream<RouteState> {
    let stream = audience.streams.stream(from: state)
    if machine.hasEnded { audience.streams.finish() }
    return stream
  }

  /// How requests end from now on: those that are opened here, and those that the last session
  /// left.
  ///
  /// The sequence ends with the session. For one request, ``Opening/ended(isolation:)`` is simpler.
  public func requestEnds(
    isolation: isolated any Actor = #isolation
  ) -> AsyncStream<RequestEnd> {
    let stream = audience.streams.stream(keeping: Self.mostKeptEnds)
    if machine.hasEnded { audience.streams.finish() }
    return stream
  }
}
