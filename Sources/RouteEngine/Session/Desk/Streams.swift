/// The async sequences that a session feeds. They end with the session.
final class Streams {
  private var states: [AsyncStream<RouteState>.Continuation] = []
  private var ends: [AsyncStream<RouteSession.Requests.End>.Continuation] = []
  /// The digest of the state that was sent last.
  private var told: UInt64?

  deinit { finish() }

  /// Whether outcomes are read.
  var tellsEnds: Bool { !ends.isEmpty }

  /// Whether states are read.
  var tellsStates: Bool { !states.isEmpty }

  /// How many sequences are read, as far as is known.
  var readers: Int { states.count + ends.count }

  /// Begins a sequence of states; its first element is this one.
  func stream(from state: RouteState) -> AsyncStream<RouteState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RouteState.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(state)
    if states.isEmpty { told = state.digest }
    states.append(continuation)
    return stream
  }

  /// Begins a sequence of outcomes.
  func stream(keeping most: Int) -> AsyncStream<RouteSession.Requests.End> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RouteSession.Requests.End.self, bufferingPolicy: .bufferingNewest(most))
    ends.append(continuation)
    return stream
  }

  /// Sends a state to all readers of states.
  func tell(_ state: RouteState) {
    guard !states.isEmpty else { return }
    told = state.digest
    states.removeAll { if case .terminated = $0.yield(state) { true } else { false } }
  }

  /// Sends the ends of requests in some entries.
  func tell(_ entries: [JournalEntry], isRecorded: Bool) {
    for entry in entries {
      guard let end = RouteSession.Requests.End(entry, isRecorded: isRecorded) else { continue }
      ends.removeAll { if case .terminated = $0.yield(end) { true } else { false } }
    }
  }

  /// Ends all sequences; those of states end with the last state.
  func finish(with state: RouteState) {
    if state.digest != told { tell(state) }
    finish()
  }

  /// Ends all sequences.
  func finish() {
    for continuation in states { continuation.finish() }
    for continuation in ends { continuation.finish() }
    (states, ends) = ([], [])
  }
}

@available(*, unavailable)
extension Streams: Sendable {}
