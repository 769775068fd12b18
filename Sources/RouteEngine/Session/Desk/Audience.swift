/// Who is told of changes of the state, one round after the other: what they change themselves is
/// told when they have returned, not inside.
struct Audience {
  /// The async sequences that are read.
  private let streams = Streams()
  /// The host, called after every change.
  var host: ((RouteSession) -> Void)?
  /// The parts of this library that show the state.
  private(set) var watchers: [SessionWatcher] = []
  /// Whether they are being told, and whether there is more to tell meanwhile.
  private var isTelling = false
  private var hasMore = false
  /// Whether the state changed since the host was told.
  private var hasChanged = false

  /// Adds one who is told.
  mutating func add(_ watcher: SessionWatcher) { watchers.append(watcher) }

  /// Removes one who is told.
  mutating func remove(_ watcher: SessionWatcher) { watchers.removeAll { $0 === watcher } }

  /// Remembers that the state changed.
  mutating func noteChange() { hasChanged = true }

  /// Tells the watchers apart from the host that a request was shown.
  func noteLed() { for watcher in watchers { watcher.isLed = true } }

  /// Begins to tell.
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

  /// Tells a state to all that read states.
  func tell(_ state: RouteState) { streams.tell(state) }

  /// Tells what entries say of the ends of requests to all that read outcomes.
  func tell(_ entries: [JournalEntry], isRecorded: Bool) {
    streams.tell(entries, isRecorded: isRecorded)
  }

  /// Ends all sequences, those of states with the last one.
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
