/// What becomes of a session, as async sequences.
extension RouteSession {
  /// How a request ended.
  public struct RequestEnd: Hashable, Sendable {
    /// Which request. While storage fails ids are provisional: the journal gives others, and may
    /// give this one to another request.
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
  /// A reader that does not keep up gets the newest state only. The sequence ends with
  /// ``end(isolation:)``, or when the session is released: a reader that holds the session keeps
  /// it.
  ///
  /// ```swift
  /// for await state in session.states() { show(state.tree) }
  /// ```
  public func states(isolation: isolated any Actor = #isolation) -> AsyncStream<RouteState> {
    let stream = streams.stream(from: state)
    if machine.hasEnded { streams.finish() }
    return stream
  }

  /// How requests end from now on, reports of the host among them: those that are opened from here
  /// on, and those that waited. What the launch itself ended stands in the journal alone.
  ///
  /// The sequence ends as that of ``states(isolation:)`` does. For one request,
  /// ``Opening/ended(isolation:)`` is simpler.
  public func requestEnds(
    isolation: isolated any Actor = #isolation
  ) -> AsyncStream<RequestEnd> {
    let stream = streams.stream(keeping: Self.mostKeptEnds)
    if machine.hasEnded { streams.finish() }
    return stream
  }
}
