/// The requests under way in one process: the part that a relaunch does not bring back by itself.
///
/// A request is opened and queued; has its turn; waits for an answer or a condition; or has its
/// answer and waits for the end of a transition. The desk says which request is next and holds no
/// other rule: it knows no clock, no journal and no host code.
struct RequestDesk {
  /// All requests without an outcome that this process knows, by their tickets.
  private var requests: [PendingRequest] = []
  /// The requests that have not had their turn yet, and those that get another one, oldest first.
  private var queue: [Ticket] = []
  /// The request that the others wait for.
  private(set) var current: Ticket?
  /// How many transitions the host has begun and not ended.
  private var transitions = 0
  /// Requests that are decided when the host has ended its transitions, whatever else is under way.
  private var deferred: [Ticket] = []
  /// The requests that have an id.
  private var tickets: [RequestID: Ticket] = [:]
  /// The newest ticket and the newest number of a prompt.
  private var newest = (ticket: 0, prompt: 0)

  /// The invariant that is broken; nil when all hold.
  var brokenInvariant: String? {
    if transitions < 0 { return "\(transitions) transitions are under way" }
    if Set(queue).count < queue.count { return "one is queued twice" }
    for index in requests.indices.dropFirst()
    where requests[index - 1].ticket >= requests[index].ticket {
      return "the requests are not in the order of their tickets"
    }
    let known = Set(requests.map(\.ticket))
    if !known.isSuperset(of: queue + deferred + [current].compactMap(\.self)) {
      return "a request without an outcome is not known"
    }
    for (id, ticket) in tickets where self[ticket]?.id != id {
      return "request \(id) is known by another id"
    }
    return nil
  }

  // MARK: Requests

  /// The ticket of the next request.
  mutating func newTicket() -> Ticket {
    newest.ticket += 1
    return Ticket(number: newest.ticket)
  }

  /// Adds a request with a new ticket.
  mutating func add(_ request: consuming PendingRequest) {
    if let id = request.id { tickets[id] = request.ticket }
    requests.append(request)
  }

  /// The request at an index.
  subscript(at index: Int) -> PendingRequest {
    _read { yield requests[index] }
    _modify { yield &requests[index] }
  }

  // The fields that are read of every request. Reading a field through the subscript above copies
  // the whole request: 100 instructions each time.

  /// The ticket of the request at an index.
  func ticket(at index: Int) -> Ticket { requests[index].ticket }

  /// The id of a request, once an entry has recorded it.
  func id(at index: Int) -> RequestID? { requests[index].id }

  /// When a request was opened.
  func openedAt(at index: Int) -> Int64 { requests[index].openedAt }

  /// The content of a request.
  func request(at index: Int) -> RouteRequest { requests[index].request }

  /// The id that the source gave a request.
  func source(at index: Int) -> String? { requests[index].request.source }

  /// The host's failure to show something, if the request reports one.
  func renderFailure(at index: Int) -> RenderFailure? {
    guard case .fact(.renderFailed(let failure)) = requests[index].request.target else {
      return nil
    }
    return failure
  }

  /// Whether it is still unknown if a request repeats an earlier one.
  func isToBeLookedUp(at index: Int) -> Bool {
    requests[index].id == nil && !requests[index].isLookedUp
      && requests[index].refusal?.rule.needsNoLookUp != true
  }

  /// The index of a request, valid until one is added or removed; nil when the request has its
  /// outcome.
  func index(of ticket: Ticket) -> Int? {
    // Almost always there is one request, or the newest one is asked for.
    if let last = requests.last?.ticket, last <= ticket {
      return last == ticket ? requests.count - 1 : nil
    }
    var (low, high) = (0, requests.count)
    while low < high {
      let middle = (low + high) / 2
      if requests[middle].ticket < ticket { low = middle + 1 } else { high = middle }
    }
    return low < requests.count && requests[low].ticket == ticket ? low : nil
  }

  /// A request without an outcome; nil when it has one.
  subscript(ticket: Ticket) -> PendingRequest? { index(of: ticket).map { requests[$0] } }

  /// Whether a request has no outcome yet.
  func contains(_ ticket: Ticket) -> Bool { index(of: ticket) != nil }

  /// The id of a request; nil before an entry records it, and when it has its outcome.
  func id(of ticket: Ticket) -> RequestID? { index(of: ticket).flatMap { requests[$0].id } }

  /// Whether the result of a request may be shown with an animation.
  func isAnimated(_ ticket: Ticket) -> Bool? {
    index(of: ticket).map { requests[$0].request.options.isAnimated }
  }

  /// The question that host code works on for a request.
  func prompt(of ticket: Ticket) -> OpenPrompt? {
    index(of: ticket).flatMap { requests[$0].prompt }
  }

  /// Edits a request in place, unless it has its outcome.
  @discardableResult
  mutating func edit<Result>(
    _ ticket: Ticket, _ body: (inout PendingRequest) -> Result
  ) -> Result? {
    index(of: ticket).map { body(&requests[$0]) }
  }

  /// The ticket of a request by its id; nil when this process does not know it.
  func ticket(of id: RequestID) -> Ticket? { tickets[id] }

  /// Gives a request its id.
  mutating func identify(_ ticket: Ticket, as id: RequestID) {
    guard let index = index(of: ticket) else { return }
    requests[index].id = id
    tickets[id] = ticket
  }

  /// The tickets of all requests, oldest first.
  var all: [Ticket] { requests.map(\.ticket) }

  /// Forgets a request that has its outcome, and ends its turn.
  mutating func remove(_ ticket: Ticket) {
    endTurn(of: ticket)
    withdraw(ticket)
    guard let index = index(of: ticket) else { return }
    if let id = requests[index].id { tickets[id] = nil }
    requests.remove(at: index)
  }

  /// Forgets all requests, as in a process that has just begun.
  mutating func forgetAll() {
    // An unused desk is already empty, and reading a history calls this twice an entry.
    if newest.ticket > 0 || isInTransition { self = RequestDesk() }
  }

  // MARK: Turns

  /// Whether queued requests have to wait for their turn.
  var hasToWait: Bool { current != nil || isInTransition }

  /// Whether a queued request has its turn now.
  var hasNextTurn: Bool { !hasToWait && !queue.isEmpty }

  /// Whether a request that is queued or has its turn, or an answer about one, may bring private
  /// values that the journal does not have yet.
  var mayBringValues: Bool {
    !queue.isEmpty || current != nil || requests.contains { !$0.answers.isEmpty }
  }

  /// How many requests are queued.
  var queuedCount: Int { queue.count }

  /// Appends a request to the queue.
  mutating func enqueue(_ ticket: Ticket) { queue.append(ticket) }

  /// Appends a request that no longer waits to the queue, and clears the mark that a transition
  /// holds it. A request whose answer waits for the end of a transition is not queued: it continues
  /// at that end.
  mutating func enqueueReleased(_ ticket: Ticket) {
    edit(ticket) { $0.isHeld = false }
    if !deferred.contains(ticket) { enqueue(ticket) }
  }

  /// Gives the oldest queued request its turn; nil when the queue has to wait or is empty.
  mutating func nextTurn() -> Ticket? {
    guard hasNextTurn else { return nil }
    current = queue.removeFirst()
    return current
  }

  /// Ends the turn of a request, if it has it.
  mutating func endTurn(of ticket: Ticket) {
    if current == ticket { current = nil }
  }

  /// The oldest queued request that satisfies a predicate.
  func firstQueued(where isSo: (PendingRequest) -> Bool) -> Ticket? {
    queue.first { ticket in index(of: ticket).map { isSo(requests[$0]) } ?? false }
  }

  /// The oldest queued request that no entry has recorded; without one, the oldest such request
  /// that waits for the end of the transitions.
  var firstUnrecorded: Ticket? {
    let isUnrecorded = { ticket in index(of: ticket).map { requests[$0].id == nil } ?? false }
    return queue.first(where: isUnrecorded) ?? deferred.first(where: isUnrecorded)
  }

  /// Takes a request out of the queue.
  mutating func dequeue(_ ticket: Ticket) {
    if !queue.isEmpty { queue.removeAll { $0 == ticket } }
  }

  /// Removes a request that has no turn any more from the queue and from the deferred ones.
  mutating func withdraw(_ ticket: Ticket) {
    dequeue(ticket)
    if !deferred.isEmpty { deferred.removeAll { $0 == ticket } }
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

  /// Makes a request wait for the end of the transitions.
  mutating func deferUntilTransitionEnds(_ ticket: Ticket) { deferred.append(ticket) }

  /// Removes and returns the requests that waited for the end of the transitions, oldest first.
  mutating func takeDeferred() -> [Ticket] {
    defer { deferred = [] }
    return deferred
  }

  /// Marks the queued requests that satisfy a predicate as held by the transition.
  mutating func hold(where isSo: (PendingRequest) -> Bool) {
    for ticket in queue {
      guard let index = index(of: ticket), isSo(requests[index]) else { continue }
      requests[index].isHeld = true
    }
  }

  /// Removes the oldest queued request that the transition holds, unless it is the only one.
  mutating func nextOvertaken() -> Ticket? {
    let held = queue.filter { ticket in index(of: ticket).map { requests[$0].isHeld } ?? false }
    guard let oldest = held.first, held.count > 1 else { return nil }
    dequeue(oldest)
    return oldest
  }

  // MARK: Host code

  /// The number of the next prompt.
  mutating func newPrompt() -> Int {
    newest.prompt += 1
    return newest.prompt
  }

  /// The oldest question that host code works on; nil when there is none. Code that waits for a
  /// condition does not count.
  var oldestPrompt: (ticket: Ticket, prompt: OpenPrompt)? {
    var oldest: (ticket: Ticket, prompt: OpenPrompt)?
    for index in requests.indices {
      guard let prompt = requests[index].prompt, !requests[index].isPaused else { continue }
      if let known = oldest, known.prompt.since <= prompt.since { continue }
      oldest = (requests[index].ticket, prompt)
    }
    return oldest
  }

  /// The questions that host code works on at this moment. Code that waits for a condition does not
  /// count.
  var openQuestions: [(id: RequestID?, question: Question)] {
    requests.compactMap { pending in
      pending.isPaused ? nil : pending.prompt.map { (pending.id, $0.question) }
    }
  }

  /// Notes a signalled condition with every request that host code was asked about. The answer may
  /// be there already, while the request waits for the end of a transition.
  mutating func noteSignal(_ condition: String) {
    for index in requests.indices {
      requests[index].forgetRefusal(of: condition)  // the user has decided otherwise since
      if requests[index].prompt != nil {
        requests[index].prompt?.signalled.insert(condition)
      } else if !requests[index].answers.isEmpty {
        requests[index].signalled.insert(condition)
      }
    }
  }

  /// Whether a request may begin to wait because of an answer of its host code.
  var mayBeginToWait: Bool { requests.contains { $0.mayBeginToWait } }

  /// Notes that a user decided against a condition, with every request that host code was asked
  /// about.
  mutating func noteRefusal(_ refusal: GivenUp) {
    for index in requests.indices where requests[index].mayBeginToWait {
      requests[index].forgetRefusal(of: refusal.condition)
      requests[index].refused.append(refusal)
    }
  }

  // MARK: Outages

  /// Replaces the ids that requests got in memory during an outage.
  ///
  /// - Parameter state: the state that has the new ids.
  mutating func rename(_ ids: [RequestID: RequestID], in state: RouteState) {
    tickets = [:]
    for index in requests.indices {
      if let other = requests[index].request.options.onBehalfOf, let id = ids[other] {
        requests[index].request.options.onBehalfOf = id
      }
      guard let former = requests[index].id else { continue }
      let id = ids[former] ?? former
      requests[index].id = id
      tickets[id] = requests[index].ticket
      if let waiting = state.waiting(id) {
        requests[index].request.options.onBehalfOf = waiting.request.options.onBehalfOf
      }
    }
  }
}
