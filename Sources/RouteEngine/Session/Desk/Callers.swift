/// The caller of a request: its opening, and the host code that is asked about it.
struct Caller {
  let ticket: Ticket
  let opening: Opening
  /// The prompt of the host code that is asked now.
  var prompt: Prompt?
  /// Host code that sleeps in the middle of its answer.
  var sleeper: CheckedContinuation<Void, Never>?
}

/// The callers of all requests without an outcome, by their tickets.
struct Callers {
  private var callers: [Caller] = []
  /// The opening of the link that the app was launched with.
  private(set) var launched: Opening?

  private func index(of ticket: Ticket) -> Int? {
    // Almost always there is one caller, or the newest is asked for.
    let newest = callers.count - 1
    if newest >= 0, callers[newest].ticket <= ticket {
      return callers[newest].ticket == ticket ? newest : nil
    }
    return callers.firstIndex { $0.ticket == ticket }
  }

  /// The caller of a request that this process knows.
  subscript(ticket: Ticket) -> Caller? { index(of: ticket).map { callers[$0] } }

  /// The ticket of the request that an opening belongs to; nil when the request has its outcome.
  func ticket(of opening: Opening) -> Ticket? { callers.first { $0.opening === opening }?.ticket }

  /// Keeps the opening of the link that the app was launched with.
  mutating func addLaunch(_ opening: Opening) { launched = opening }

  /// Adds the caller of a new request.
  mutating func add(_ opening: Opening, for ticket: Ticket) {
    callers.append(Caller(ticket: ticket, opening: opening))
  }

  /// The opening of a request; one that waits since an earlier run gets a new one.
  mutating func opening(of ticket: Ticket, _ id: RequestID?) -> Opening {
    if let index = index(of: ticket) { return callers[index].opening }
    let opening = Opening()
    opening.request = id
    let place = callers.firstIndex { $0.ticket > ticket } ?? callers.count
    callers.insert(Caller(ticket: ticket, opening: opening), at: place)
    return opening
  }

  /// Tells the caller of a request its id.
  func identify(_ ticket: Ticket, as id: RequestID) {
    if let index = index(of: ticket) { callers[index].opening.request = id }
  }

  /// Sets the prompt of the host code that is asked about a request.
  mutating func ask(_ prompt: Prompt?, of ticket: Ticket) {
    if let index = index(of: ticket) { callers[index].prompt = prompt }
  }

  /// Keeps the continuation of host code that sleeps in the middle of its answer.
  mutating func sleep(_ sleeper: CheckedContinuation<Void, Never>, for ticket: Ticket) {
    guard let index = index(of: ticket) else { return sleeper.resume() }
    callers[index].sleeper = sleeper
  }

  /// Wakes host code that sleeps in the middle of its answer.
  mutating func wake(_ ticket: Ticket) {
    guard let index = index(of: ticket) else { return }
    callers[index].sleeper?.resume()
    callers[index].sleeper = nil
  }

  /// Tells all callers that the session is gone, and wakes sleeping host code. Requests in the
  /// journal wait for the next session.
  mutating func leave() {
    for caller in callers {
      caller.opening.leave()
      caller.sleeper?.resume()
    }
    callers = []
  }

  /// Forgets the caller of a request that has its outcome, and wakes its host code.
  ///
  /// - Returns: the caller's opening.
  mutating func remove(_ ticket: Ticket) -> Opening? {
    guard let index = index(of: ticket) else { return nil }
    callers[index].sleeper?.resume()
    let opening = callers[index].opening
    if index == callers.count - 1 { callers.removeLast() } else { callers.remove(at: index) }
    return opening
  }
}
