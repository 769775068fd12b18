/// The result that `open` returns at once: whether the request was taken, and its outcome when it
/// has one.
public final class Opening {
  /// How the request ended; nil while it waits.
  public private(set) var outcome: Outcome?
  /// The request's id, once an entry speaks of it.
  public internal(set) var request: RequestID?
  /// Whether the journal knows the outcome; false while storage fails, and while it waits.
  public internal(set) var isRecorded = false
  /// How the request ended that this one repeats; nil when it repeats none, and while that one
  /// waits.
  public internal(set) var repeated: Outcome?
  private var waiters: [CheckedContinuation<Outcome?, Never>] = []
  /// Whether the session has ended before it had an outcome.
  private var isLeft = false

  init() {}

  /// Whether the request was taken: it is on screen, it waits, or it repeats one that was taken. A
  /// caller whose request was not may open the link elsewhere.
  public var accepted: Bool {
    switch outcome {
    case nil: true
    case .duplicate: repeated?.isSuccess ?? true
    case .some(let outcome): outcome.isSuccess
    }
  }

  /// Waits for the outcome.
  ///
  /// - Returns: nil when the session ends before: the request has none then, and waits in the
  ///   journal for the next session.
  public func ended(isolation: isolated any Actor = #isolation) async -> Outcome? {
    if outcome != nil || isLeft { return outcome }
    return await withCheckedContinuation { waiters.append($0) }
  }

  func end(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    tell()
  }

  /// Leaves the request to the next session.
  func leave() {
    isLeft = true
    tell()
  }

  private func tell() {
    for waiter in waiters { waiter.resume(returning: outcome) }
    waiters = []
  }
}

@available(*, unavailable)
extension Opening: Sendable {}
