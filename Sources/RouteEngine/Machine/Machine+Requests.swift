import RouteStore

/// The arrival of requests, their decisions, and the questions to host code.
extension Machine {
  /// Takes a request that was opened.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - refusal: how it ends without a decision; nil when it is decided.
  mutating func open(
    _ request: consuming PendingRequest, refusing refusal: consuming PendingRequest.Refusal?
  ) {
    let ticket = request.ticket
    let isFact = request.request.entryPoint == .hostFact
    let isAtOnce = request.request.isDecidedAtOnce
    let hasRoom = requests.queuedCount < settings.limits.queuedRequests
    if refusal == nil, !isAtOnce, !hasRoom { refusal = PendingRequest.Refusal(by: .queueFull) }
    let isRefused = refusal != nil
    requests.add(consume request)
    // Edited where it is stored: a request that is edited on the way is copied.
    if let refusal { requests.edit(ticket) { $0.refusal = refusal } }
    if hasEnded {
      turnAway(ticket)
    } else if isRefused || isAtOnce && (isFact || !requests.isInTransition) {
      push(.advance(ticket))
    } else if isAtOnce {
      requests.deferUntilTransitionEnds(ticket)
    } else {
      requests.enqueue(ticket)
    }
  }

  /// The ticket of the next request.
  mutating func newTicket() -> Ticket { requests.newTicket() }

  /// The id of a request; nil before an entry records it, and when it has its outcome.
  func id(of ticket: Ticket) -> RequestID? { requests.id(of: ticket) }

  /// A request as it is now; nil when it has its outcome.
  func request(of ticket: Ticket) -> RouteRequest? { requests[ticket]?.request }

  /// Whether there is room for one more request to queue and wait.
  var hasRoom: Bool {
    requests.queuedCount < settings.limits.queuedRequests
      && state.hasRoomToWait(within: settings.limits)
  }

  /// Takes a request that has its turn as far as possible now. A request whose host code waits in
  /// the middle of its answer continues there.
  mutating func begin(_ ticket: Ticket, at elapsed: Int64) -> Work? {
    let pending = requests.edit(ticket) {
      (isPaused: $0.isPaused, request: $0.request, id: $0.id)
    }
    guard let pending, pending.isPaused, !state.keepsBack(pending.request) else {
      push(.advance(ticket))
      return nil
    }
    guard let id = pending.id, state.waiting(id)?.status != .received else {
      wake(ticket, at: elapsed)
      return nil
    }
    if let work = propose(receiveAgain(id, at: elapsed, .wakes(ticket))) { return work }
    requests.endTurn(of: ticket)
    return nil
  }

  /// Takes one request as far as possible now: finds out whether it repeats another, decides, asks.
  mutating func advance(_ ticket: Ticket, at elapsed: Int64) -> Work? {
    if let source = sourceToLookUp(of: ticket) {
      push(.advance(ticket))
      return .lookUp(ticket, source: source)
    }
    guard let index = requests.index(of: ticket) else { return nil }  // it has its outcome
    if let refusal = requests[at: index].refusal {
      return propose(settle(ticket, as: refusal, elapsed))
    }
    if !requests[at: index].answers.isEmpty { forgetStaleEdits(of: ticket) }
    switch decision(ofRequestAt: index, at: elapsed) {
    case .decided(let decided):
      guard let step = record(decided, ofRequestAt: index, at: elapsed) else {
        turnAway(ticket)
        return nil
      }
      return propose(step)
    case .asks(let asking):
      requests[at: index].screens = (state.tree.digest, state.counter)
      return receive(requestAt: index, about: asking, at: elapsed)
    }
  }

  /// Decides a request in the current state, and keeps the plan that interceptors are asked about.
  mutating func decision(ofRequestAt index: Int, at elapsed: Int64) -> Decision {
    var plan = requests[at: index].plan.take()
    let decision = Decision.decide(
      DecisionInput(
        request: requests[at: index].request, id: requests[at: index].id ?? RequestID(sequence + 1),
        answers: requests[at: index].answers, state: state, table: table, now: now(elapsed),
        limits: settings.limits), resuming: &plan)
    if plan != nil { requests[at: index].plan = plan }
    return decision
  }

  /// Records that a request arrived before any host code runs for it. If that code kills the host,
  /// the journal names the request.
  private mutating func receive(
    requestAt index: Int, about asked: Decision.Asking, at elapsed: Int64
  ) -> Work? {
    guard let id = requests.id(at: index) else {
      return propose(receive(requestAt: index, as: .received, about: asked, at: elapsed))
    }
    let ticket = requests.ticket(at: index)
    guard let waiting = state.waiting(id) else {
      turnAway(ticket)
      return nil
    }
    guard waiting.status != .received else { return ask(asked, of: ticket, at: elapsed) }
    return propose(receiveAgain(id, at: elapsed, .asks(ticket, id, asked)))
  }

  /// Records that a request arrived.
  mutating func receive(
    requestAt index: Int, as status: WaitingRequest.Status, about asked: Decision.Asking? = nil,
    at elapsed: Int64
  ) -> Step? {
    let ticket = requests.ticket(at: index)
    guard state.hasRoomToWait(within: settings.limits) else {
      return settle(ticket, as: PendingRequest.Refusal(by: .waitingFull), elapsed)
    }
    var entries = [newEntry(.received, elapsed)]
    let id = RequestID(entries[0].sequence)
    fill(&entries[0], withArrivalOfRequestAt: index, as: status, about: asked)
    var companions = Companions()
    if requests.source(at: index) != nil {  // seldom
      companions.add(requests[at: index].seenRow(as: id, outcome: nil))
    }
    let conclusion: Step.Conclusion = asked.map { .asks(ticket, id, $0) } ?? .queued(ticket, id)
    guard let step = step(consume entries, consume companions, consume conclusion) else {
      turnAway(ticket)
      return nil
    }
    return step
  }

  /// A function of its own, because a variable that is edited where it is made is copied.
  @inline(never)
  private func fill(
    _ entry: inout JournalEntry, withArrivalOfRequestAt index: Int,
    as status: WaitingRequest.Status, about asked: Decision.Asking?
  ) {
    let id = RequestID(entry.sequence)
    entry.requestID = id
    entry.request = requests.request(at: index)
    entry.duration = entry.elapsed - requests.openedAt(at: index)
    if let asked {
      if let route = asked.route { entry.route = route }
      entry.routeVersion = asked.routeVersion
      if let router = asked.router { entry.router = router }
    }
    entry.changes = [
      .wait(
        WaitingRequest(
          id: id, request: requests.request(at: index), status: status, replacement: nil,
          clockSet: 0))
    ]
  }

  /// Records that host code is about to run for a request that waited until now.
  mutating func receiveAgain(
    _ id: RequestID, at elapsed: Int64, _ conclusion: Step.Conclusion
  ) -> Step? {
    guard var waiting = state.waiting(id) else { return nil }
    waiting.status = .received
    var entry = newEntry(.received, elapsed)
    entry.requestID = id
    entry.changes = [.wait(waiting)]
    return step([entry], Companions(), conclusion)
  }

  /// Records requests that wait for the answer to another request or for the end of a transition.
  /// They were accepted, so they must not be lost with the host.
  mutating func recordQueue(at elapsed: Int64) -> Work? {
    if let ticket = requests.firstUnrecorded {
      push(.recordQueue)
      if let source = sourceToLookUp(of: ticket) { return .lookUp(ticket, source: source) }
      guard let index = requests.index(of: ticket) else { return nil }
      let step =
        if let refusal = requests[at: index].refusal {
          settle(ticket, as: refusal, elapsed)
        } else {
          receive(requestAt: index, as: .released, at: elapsed)
        }
      return propose(step)
    }
    return nil
  }

  /// Whether a queued request has just arrived and competes for the turn.
  func isRival(_ pending: PendingRequest) -> Bool {
    SettlingRule.transition.isMeant(for: pending, in: state)
  }

  // MARK: Host code

  private static let screensDoNotRest = "the screens changed each time while host code was asked"

  /// Forgets the edits that host code made to a tree that has changed since, so that the code is
  /// asked anew. The edits carry ids of that moment, which may be in use by now.
  private mutating func forgetStaleEdits(of ticket: Ticket) {
    let now = (state.tree.digest, state.counter)
    let editors = settings.editors
    requests.edit(ticket) { pending in
      guard let before = pending.screens, before != now else { return }
      let count = pending.answers.count
      pending.answers.removeAll { recorded in
        guard recorded.answer.isOfEdits else { return false }
        // The edits given to a rehearsal stay: there is no code to ask again.
        switch recorded.question.kind {
        case .step: return editors.steps.contains(recorded.question.name)
        case .router: return editors.routers.contains(recorded.question.name)
        case .interceptor, .translator, .adapter, .task, .variant: return false
        }
      }
      if pending.answers.count < count { pending.renewals += 1 }
    }
  }

  /// Asks host code about a request.
  mutating func ask(_ asked: Decision.Asking, of ticket: Ticket, at elapsed: Int64) -> Work? {
    guard let index = requests.index(of: ticket) else { return nil }
    guard requests[at: index].renewals <= settings.limits.redirects else {
      requests[at: index].answers.append(
        RecordedAnswer(asked.question, .failed(reason: Self.screensDoNotRest)))
      push(.advance(ticket))
      return nil
    }
    let number = requests.newPrompt()
    requests[at: index].refused = []
    requests[at: index].prompt = OpenPrompt(
      number: number, question: asked.question, since: elapsed)
    return .ask(ticket, prompt: number, asked)
  }

  /// The questions that host code works on at this moment. Code that waits for a condition does not
  /// count.
  var openQuestions: [(id: RequestID?, question: Question)] { requests.openQuestions }

  /// Whether host code still works on a question about a request.
  func isOpen(_ prompt: Int, of ticket: Ticket) -> Bool {
    requests.prompt(of: ticket)?.number == prompt
  }

  /// Whether host code waits for a condition in the middle of its answer.
  func isPaused(_ ticket: Ticket) -> Bool { requests[ticket]?.isPaused ?? false }

  /// Takes an answer of host code, unless it is no longer awaited.
  mutating func takeAnswer(
    _ answer: Answer, to prompt: Int, of ticket: Ticket, atOnce: Bool, at elapsed: Int64
  ) {
    let most = settings.limits.redirects
    let isPaused = requests.edit(ticket) { pending -> Bool? in
      guard pending.prompt?.number == prompt, let open = pending.prompt.take() else { return nil }
      pending.answers.append(RecordedAnswer(open.question, answer))
      pending.signalled = open.signalled
      if atOnce, !open.signalled.isEmpty {
        // Code that signals the condition that it then waits for would be asked for ever.
        pending.answersWithSignals += 1
        if pending.answersWithSignals > most { pending.signalled = [] }
      }
      return pending.isPaused
    }
    guard let isPaused = isPaused ?? nil else { return }  // it is no longer awaited
    if isPaused { wake(ticket, at: elapsed) }  // a task of the host code still waits
    // The code may have begun a transition, for example by a request that it opened.
    let isNow = atOnce && (!requests.isInTransition || answer.showsNothing)
    push(isNow ? .advance(ticket) : .resume(ticket))
  }

  /// Continues host code that waits in the middle of its answer.
  mutating func wake(_ ticket: Ticket, at elapsed: Int64) {
    let wasPaused = requests.edit(ticket) { pending in
      pending.prompt?.since = elapsed
      defer { pending.isPaused = false }
      return pending.isPaused
    }
    if wasPaused ?? false { tell(.woken(ticket)) }
  }

  /// Abandons the host code that works on a request: its answer is no longer awaited.
  mutating func abandonPrompt(of ticket: Ticket) {
    guard requests.prompt(of: ticket) != nil else { return }
    requests.edit(ticket) { $0.prompt = nil }
    tell(.abandoned(ticket))
  }

  /// Continues the requests that waited for the end of the host's transitions, after the signals
  /// that came meanwhile.
  mutating func resumeDeferred() {
    for ticket in requests.takeDeferred().reversed() { push(.resume(ticket)) }
    for condition in closesLater.reversed() where holds(condition) {
      push(.input(.signalled(condition, principal: nil)))
    }
    closesLater = []
  }
}
