/// The listeners to changes of the state, told in one round after the other. A change that a
/// listener makes itself is told after it has returned.
struct Audience {
  /// The async sequences that are read.
  private let streams = Streams()
  /// The host, called after every change.
  var host: ((RouteSession) -> Void)?
  /// The parts of this library that show the state.
  private(set) var watchers: [SessionWatcher] = []
  /// Whether a round is under way; the next field says whether another must follow it.
  private var isTelling = false
  private var hasMore = false
  /// Whether the state changed since the host was told.
  private var hasChanged = false

  /// Adds a listener.
  mutating func add(_ watcher: SessionWatcher) { watchers.append(watcher) }

  /// Removes a listener.
  mutating func remove(_ watcher: SessionWatcher) { watchers.removeAll { $0 === watcher } }

  /// Remembers that the state changed.
  mutating func noteChange() { hasChanged = true }

  /// Tells the watchers, but not the host, that a request was shown.
  func noteLed() { for watcher in watchers { watcher.noteLed() } }

  /// Begins to tell the listeners.
  ///
  /// - Returns: false when there is no listener, and when a round is under way: another round
  ///   follows it.
  mutating func beginTelling() -> Bool {
    guard host != nil || !watchers.isEmpty || streams.tellsStates else {
      hasChanged = false
      return false
    }
    hasMore = isTelling
    guard !isTelling else { return false }
    isTelling = true
    return true
  }

  // MARK: Async sequences

  /// Whether outcomes are read.
  var tellsEnds: Bool { streams.tellsEnds }

  /// How many sequences are read, as far as is known.
  var readers: Int { streams.readers }

  /// A sequence of states that begins with one.
  func states(from state: RouteState) -> AsyncStream<RouteState> { streams.stream(from: state) }

  /// A sequence of outcomes.
  func ends(keeping most: Int) -> AsyncStream<RouteSession.Requests.End> {
    streams.stream(keeping: most)
  }

  /// Sends a state to all readers of states.
  func tell(_ state: RouteState) { streams.tell(state) }

  /// Sends the ends of requests in some entries to all readers of outcomes.
  func tell(_ entries: [JournalEntry], isRecorded: Bool) {
    streams.tell(entries, isRecorded: isRecorded)
  }

  /// Ends all sequences; those of states end with the last state.
  func finish(with state: RouteState) { streams.finish(with: state) }

  /// Ends all sequences.
  func finish() { streams.finish() }

  // MARK: Rounds

  /// Begins a round.
  ///
  /// - Returns: whether the state changed since the host was told.
  mutating func beginRound() -> Bool {
    defer { (hasMore, hasChanged) = (false, false) }
    return hasChanged
  }

  /// Ends a round.
  ///
  /// - Returns: whether it was the last.
  mutating func endsRound() -> Bool {
    if !hasMore { isTelling = false }
    return !hasMore
  }
}
