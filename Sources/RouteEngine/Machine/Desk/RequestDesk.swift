/// The requests on their way through one process: what a relaunch does not bring back by itself.
///
/// A request is opened and waits in the queue; has its turn; waits for an answer or a condition; or
/// has its answer and waits for the end of a transition. The desk says which is next and holds no
/// other rule: it knows no clock, no journal and no host code.
struct RequestDesk {
  /// All requests without an outcome that this process knows, by their tickets.
  private var requests: [PendingRequest] = []
  /// Requests that were opened and had no turn yet, and those that have it again, oldest first.
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

  /// Takes in a request with a new ticket.
  mutating func add(_ request: consuming PendingRequest) {
    if let id = request.id { tickets[id] = request.ticket }
    requests.append(request)
  }

  /// A request where it lies, so that it is not copied.
  subscript(at index: Int) -> PendingRequest {
    _read { yield requests[index] }
    _modify { yield &requests[index] }
  }

  // The facts that every request is asked for, taken from where it lies. To read a field through
  // the subscript above copies the whole request: 100 instructions each time.

  /// The ticket of the request at an index.
  func ticket(at index: Int) -> Ticket { requests[index].ticket }

  /// Its id, once an entry speaks of it.
  func id(at index: Int) -> RequestID? { requests[index].id }

  /// When it was opened.
  func openedAt(at index: Int) -> Int64 { requests[index].openedAt }

  /// Its content.
  func request(at index: Int) -> RouteRequest { requests[index].request }

  /// The id that its source gave it.
  func source(at index: Int) -> String? { requests[index].request.source }

  /// The host's failure to show something that it tells of.
  func renderFailure(at index: Int) -> RenderFailure? {
    guard case .fact(.renderFailed(let failure)) = requests[index].request.target else {
      return nil
    }
    return failure
  }

  /// Whether it has still to be found out whether it repeats an earlier one.
  func isToBeLookedUp(at index: Int) -> Bool {
    requests[index].id == nil && !requests[index].isLookedUp
      && requests[index].refusal?.rule.needsNoLookUp != true
  }

  /// Where a request stands, until one is added or removed; nil when it has its outcome.
  func index(of ticket: Ticket) -> Int? {
    // Almost always there is one, or it is the newest that is asked for.
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

  /// A request without an outcome; nil for one that has it.
  subscript(ticket: Ticket) -> PendingRequest? { index(of: ticket).map { requests[$0] } }

  /// Whether a request has no outcome yet.
  func contains(_ ticket: Ticket) -> Bool { index(of: ticket) != nil }

  /// The id of a request; nil before an entry speaks of it, and when it has its outcome.
  func id(of ticket: Ticket) -> RequestID? { index(of: ticket).flatMap { requests[$0].id } }

  /// Whether what a request leads to may be shown with an animation.
  func isAnimated(_ ticket: Ticket) -> Bool? {
    index(of: ticket).map { requests[$0].request.options.isAnimated }
  }

  /// The question that host code works on for a request.
  func prompt(of ticket: Ticket) -> OpenPrompt? {
    index(of: ticket).flatMap { requests[$0].prompt }
  }

  /// Edits a request where it lies, unless it has its outcome.
  @discardableResult
  mutating func edit<Result>(
    _ ticket: Ticket, _ body: (inout PendingRequest) -> Result
  ) -> Result? {
    index(of: ticket).map { body(&requests[$0]) }
  }

  /// The request of an id that this process knows.
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

  /// Forgets all requests: the desk of a process that has just begun.
  mutating func forgetAll() {
    // One that had none is that already, and a reading of a history asks for it twice an entry.
    if newest.ticket > 0 || isInTransition { self = RequestDesk() }
  }

  // MARK: Turns

  /// Whether what is queued does not have its turn yet.
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

  /// Puts a request behind those that are queued.
  mutating func enqueue(_ ticket: Ticket) { queue.append(ticket) }

  /// Puts a request that no longer waits behind those that are queued. A transition that held it
  /// before holds it no more. One whose answer waits for the end of a transition goes on with that.
  mutating func enqueueReleased(_ ticket: Ticket) {
    edit(ticket) { $0.isHeld = false }
    if !deferred.contains(ticket) { enqueue(ticket) }
  }

  /// Gives the oldest queued request its turn; nil when what is queued has to wait, or nothing is.
  mutating func nextTurn() -> Ticket? {
    guard hasNextTurn else { return nil }
    current = queue.removeFirst()
    return current
  }

  /// Ends the turn of a request, if it has it.
  mutating func endTurn(of ticket: Ticket) {
    if current == ticket { current = nil }
  }

  /// The oldest queued request of a sort.
  func firstQueued(where isSo: (PendingRequest) -> Bool) -> Ticket? {
    queue.first { ticket in index(of: ticket).map { isSo(requests[$0]) } ?? false }
  }

  /// The oldest request that has to wait and that no entry speaks of.
  var firstUnrecorded: Ticket? {
    let isUnrecorded = { ticket in index(of: ticket).map { requests[$0].id == nil } ?? false }
    return queue.first(where: isUnrecorded) ?? deferred.first(where: isUnrecorded)
  }

  /// Takes a request out of the queue.
  mutating func dequeue(_ ticket: Ticket) {
    if !queue.isEmpty { queue.removeAll { $0 == ticket } }
  }

  /// Takes a request away that has no turn any more.
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

  /// Lets a request wait for the end of the transitions.
  mutating func deferUntilTransitionEnds(_ ticket: Ticket) { deferred.append(ticket) }

  /// The requests that waited for the end of the transitions, oldest first; they do so no more.
  mutating func takeDeferred() -> [Ticket] {
    defer { deferred = [] }
    return deferred
  }

  /// Marks the queued requests of a sort as held by the transition.
  mutating func hold(where isSo: (PendingRequest) -> Bool) {
    for ticket in queue {
      guard let index = index(of: ticket), isSo(requests[index]) else { continue }
      requests[index].isHeld = true
    }
  }

  /// Takes the oldest request out of the queue that the transition holds, unless it is the newest.
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

  /// When the host code was asked first that works on its answer; code that waits for a condition
  /// does not. Nil when none does.
  var oldestPrompt: (ticket: Ticket, prompt: OpenPrompt)? {
    var oldest: (ticket: Ticket, prompt: OpenPrompt)?
    for index in requests.indices {
      guard let prompt = requests[index].prompt, !requests[index].isPaused else { continue }
      if let known = oldest, known.prompt.since <= prompt.since { continue }
      oldest = (requests[index].ticket, prompt)
    }
    return oldest
  }

  /// The questions that host code works on at this moment; code that waits for a condition does
  /// not.
  var openQuestions: [(id: RequestID?, question: Question)] {
    requests.compactMap { pending in
      pending.isPaused ? nil : pending.prompt.map { (pending.id, $0.question) }
    }
  }

  /// Notes for what host code was asked that a condition was signalled since. Its answer may be
  /// there already, and its request wait for the end of a transition.
  mutating func noteSignal(_ condition: String) {
    for index in requests.indices {
      requests[index].forgetRefusal(of: condition)  // its user has decided otherwise since
      if requests[index].prompt != nil {
        requests[index].prompt?.signalled.insert(condition)
      } else if !requests[index].answers.isEmpty {
        requests[index].signalled.insert(condition)
      }
    }
  }

  /// Whether a request may begin to wait by what its host code answers, or has answered.
  var mayBeginToWait: Bool { requests.contains { $0.mayBeginToWait } }

  /// Notes for what host code was asked that a user decided against a condition since.
  mutating func noteRefusal(_ refusal: GivenUp) {
    for index in requests.indices where requests[index].mayBeginToWait {
      requests[index].forgetRefusal(of: refusal.condition)
      requests[index].refused.append(refusal)
    }
  }

  // MARK: Outages

  /// Gives requests other ids: of an outage the journal knew none.
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
