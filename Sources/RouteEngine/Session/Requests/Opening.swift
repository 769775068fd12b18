/// The result that `open` returns at once: whether the request was accepted, and its outcome when
/// it has one.
public final class Opening {
  /// Everything that the caller is told, in one value: each access of a property of a class is
  /// checked.
  private var fate = Fate()

  fileprivate struct Fate {
    var outcome: Outcome?
    var request: RequestID?
    var isRecorded = false
    /// How many outages had begun when it ended.
    var outages = 0
    var repeated: Outcome?
    var waiters: [CheckedContinuation<Outcome?, Never>] = []
    /// Whether the session ended before the request had an outcome.
    var isLeft = false
  }

  /// How the request ended; nil while it waits.
  public var outcome: Outcome? { fate.outcome }
  /// The request's id, once an entry records it. While storage fails the id is provisional. A
  /// request that still waits when storage works again gets another id. The id of a request that
  /// ended unrecorded may be given to another request.
  public internal(set) var request: RequestID? {
    get { fate.request }
    set { fate.request = newValue }
  }
  /// Whether the outcome is in the journal; false while storage fails, and while the request waits.
  public var isRecorded: Bool { fate.isRecorded }
  /// Whether the id of its ended request still names that request. An id that was given during an
  /// outage is given again after it.
  ///
  /// - Parameter outage: the number of the current outage; nil while storage works.
  func hasID(during outage: Int?) -> Bool { isRecorded || fate.outages == outage }

  /// The outcome of the request that this one repeats; nil when it repeats none, and while that one
  /// waits.
  public internal(set) var repeated: Outcome? {
    get { fate.repeated }
    set { fate.repeated = newValue }
  }

  init() {}

  /// Whether the request was accepted: it is on screen, it waits, or it repeats one that was
  /// accepted. If it was not, the caller may open the link elsewhere.
  public var accepted: Bool {
    switch outcome {
    case nil: true
    case .duplicate: repeated?.isSuccess ?? true
    case .some(let outcome): outcome.isSuccess
    }
  }

  /// Waits for the outcome. Cancelling the task does not end the waiting;
  /// `session.requests.cancel(opening)` ends the request.
  ///
  /// - Returns: nil when the session ends first: the request then has no outcome, and waits in the
  ///   journal for the next session.
  public func ended(isolation: isolated any Actor = #isolation) async -> Outcome? {
    if outcome != nil || fate.isLeft { return outcome }
    return await withCheckedContinuation { fate.waiters.append($0) }
  }

  /// Ends the request, unless it has ended.
  ///
  /// - Parameters:
  ///   - isRecorded: whether the outcome is in the journal; nil leaves the value as it is.
  ///   - outages: the number of outages that have begun.
  func end(_ outcome: Outcome, isRecorded: Bool? = nil, during outages: Int = 0) {
    if isRecorded == false { fate.outages = outages }
    tell(fate.end(outcome, isRecorded: isRecorded))
  }

  /// Leaves the request to the next session.
  func leave() {
    fate.isLeft = true
    tell(fate.takeWaiters())
  }

  private func tell(_ waiters: [CheckedContinuation<Outcome?, Never>]) {
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}

extension Opening.Fate {
  /// - Returns: the tasks that wait for the outcome.
  fileprivate mutating func end(
    _ outcome: Outcome, isRecorded: Bool?
  ) -> [CheckedContinuation<Outcome?, Never>] {
    if let isRecorded { self.isRecorded = isRecorded }
    guard self.outcome == nil else { return [] }
    self.outcome = outcome
    return takeWaiters()
  }

  /// - Returns: the tasks that wait for the outcome; they are removed.
  fileprivate mutating func takeWaiters() -> [CheckedContinuation<Outcome?, Never>] {
    guard !waiters.isEmpty else { return [] }
    defer { waiters = [] }
    return waiters
  }
}

@available(*, unavailable)
extension Opening: Sendable {}
