/// The requests on their way through one process: what a relaunch does not bring back by itself.
///
/// A request is opened and waits in the queue; has its turn; waits for an answer or a condition; or
/// has its answer and waits for the end of a transition. The desk says which is next and holds no
/// other rule: it knows no clock, no journal and no host code.
struct RequestDesk {
  /// Requests that were opened and had no turn yet, and those that have it again, oldest first.
  private var queue: [PendingRequest] = []
  /// The request that the others wait for.
  private(set) var current: PendingRequest?
  /// How many transitions the host has begun and not ended.
  private var transitions = 0
  /// Requests that are decided when the host has ended its transitions, whatever else is under way.
  private var deferred: [PendingRequest] = []
  /// Requests without an outcome, by their ids.
  private var pending: [RequestID: PendingRequest] = [:]

  /// What always holds and does not; nil when all does.
  var brokenInvariant: String? {
    if transitions < 0 { return "\(transitions) transitions are under way" }
    if Set(queue.map(ObjectIdentifier.init)).count < queue.count { return "one is queued twice" }
    let misplaced = pending.first { $1.id != nil && $1.id != $0 }
    if let misplaced { return "request \(misplaced.key) is known by another id" }
    return nil
  }

  // MARK: Turns

  /// Whether what is queued does not have its turn yet.
  var hasToWait: Bool { current != nil || isInTransition }

  /// Whether a queued request has its turn now.
  var hasNextTurn: Bool { !hasToWait && !queue.isEmpty }

  /// Whether no request is queued and none has its turn.
  var isIdle: Bool { queue.isEmpty && current == nil }

  /// How many requests are queued.
  var queuedCount: Int { queue.count }

  /// Puts a request behind those that are queued.
  mutating func enqueue(_ request: PendingRequest) {
    queue.append(request)
  }

  /// Gives the oldest queued request its turn.
  ///
  /// - Returns: nil when what is queued has to wait, or nothing without an outcome is queued.
  mutating func nextTurn() -> PendingRequest? {
    while hasNextTurn {
      let request = queue.removeFirst()
      guard request.opening.outcome == nil else { continue }
      current = request
      return request
    }
    return nil
  }

  /// Ends the turn of a request, and forgets one that has its outcome. Its time may have passed
  /// while it was queued.
  mutating func finish(_ request: PendingRequest) {
    endTurn(of: request)
    guard request.opening.outcome != nil else { return }
    if let id = request.id { pending[id] = nil }
    withdraw(request)
  }

  /// Ends the turn of a request, if it has it.
  mutating func endTurn(of request: PendingRequest) {
    if current === request { current = nil }
  }

  /// The oldest queued request of a sort.
  func firstQueued(where isSo: (PendingRequest) -> Bool) -> PendingRequest? {
    queue.first(where: isSo)
  }

  /// The oldest queued request that no entry speaks of yet.
  var firstUnrecorded: PendingRequest? {
    queue.first { $0.id == nil && $0.opening.outcome == nil }
  }

  /// Takes a request out of the queue.
  mutating func dequeue(_ request: PendingRequest) {
    if !queue.isEmpty { queue.removeAll { $0 === request } }
  }

  /// Takes a request away that has no turn any more.
  mutating func withdraw(_ request: PendingRequest) {
    dequeue(request)
    if !deferred.isEmpty { deferred.removeAll { $0 === request } }
  }

  // MARK: Transitions

  /// Whether the host is in the middle of a transition.
  var isInTransition: Bool { transitions > 0 }

  /// Begins one more transition.
  mutating func beginTransition() { transitions += 1 }

  /// Ends the transition begun last.
  ///
  /// - Returns: whether it was the only one.
  mutating func endTransition() -> Bool {
    guard isInTransition else { return false }
    transitions -= 1
    return !isInTransition
  }

  /// Ends all transitions.
  mutating func endTransitions() { transitions = 0 }

  /// Lets a request wait for the end of the transitions.
  mutating func deferUntilTransitionEnds(_ request: PendingRequest) { deferred.append(request) }

  /// The oldest request that waited for the end of the transitions, when they are over.
  mutating func nextDeferred() -> PendingRequest? {
    isInTransition || deferred.isEmpty ? nil : deferred.removeFirst()
  }

  /// Lets no request wait for the end of a transition any more, and forgets what host code answered
  /// for it: that holds the session.
  mutating func dropDeferred() {
    for request in deferred { request.answered = nil }
    deferred = []
  }

  /// Marks the queued requests of a sort as held by the transition.
  func hold(where isSo: (PendingRequest) -> Bool) {
    for request in queue where isSo(request) { request.isHeld = true }
  }

  /// Takes the oldest request out of the queue that the transition holds, unless it is the newest.
  mutating func nextOvertaken() -> PendingRequest? {
    guard let oldest = queue.first(where: \.isHeld), oldest !== queue.last(where: \.isHeld) else {
      return nil
    }
    dequeue(oldest)
    return oldest
  }

  // MARK: Requests without an outcome

  /// A request without an outcome that this process knows.
  subscript(id: RequestID) -> PendingRequest? { pending[id] }

  /// The requests without an outcome that this process knows, by their ids.
  var allPending: [PendingRequest] {
    pending.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
  }

  /// What host code holds that was asked and works on its answer, the oldest request first; code
  /// that waits for a condition does not.
  var openPrompts: [Prompt] {
    pending.compactMap { $1.pause == nil ? $1.prompt : nil }
      .sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// Lets host code know that a condition was signalled since it was asked.
  func noteSignal(_ condition: String) {
    for (_, request) in pending { request.prompt?.signalled.insert(condition) }
  }

  /// Remembers a request until it has its outcome.
  mutating func remember(_ request: PendingRequest, as id: RequestID) { pending[id] = request }

  /// Forgets a request.
  mutating func forget(_ id: RequestID) { pending[id] = nil }

  /// All requests without an outcome that somebody in this process knows of; some of them twice.
  var all: [PendingRequest] { queue + deferred + allPending + [current].compactMap(\.self) }

  /// Whether host code has answered for a request that has no outcome yet.
  var holdsAnswers: Bool { pending.contains { !$1.answers.isEmpty } }

  /// Gives requests other ids: of an outage the journal knew none.
  mutating func rename(_ ids: [RequestID: RequestID]) {
    var renamed: [RequestID: PendingRequest] = [:]
    for (id, request) in pending {
      let id = ids[id] ?? id
      renamed[id] = request
      if request.id != nil { (request.id, request.opening.request) = (id, id) }
    }
    pending = renamed
    for request in deferred + queue {
      guard let other = request.request.options.onBehalfOf, let id = ids[other] else { continue }
      request.request.options.onBehalfOf = id
    }
  }
}
