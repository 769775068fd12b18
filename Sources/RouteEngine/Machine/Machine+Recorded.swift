import RouteStore

/// The machine as the reader of a history uses it. It makes again the steps of recorded requests;
/// every decision is taken as recorded, or made again.
extension Machine {
  // MARK: Decisions made again

  /// A machine that decides requests of histories again. It has no state and no session, and counts
  /// its time from 1970.
  package init(deciding limits: RouteLimits, _ table: RouteTable) {
    var settings = Settings()
    settings.limits = limits
    let row = SessionRow(
      number: 0, identifier: "", device: "", beganMicroseconds: 0, firstSequence: 0)
    self.init(RouteState(), table, row, after: 0, isRecording: true, settings)
  }

  /// Decides a request again by the machine's table, in any state. To move the machine into that
  /// state first would cost up to 1,000 instructions of the 87,000 that `rerun` needs for a
  /// decision.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - id: its id.
  ///   - answers: the answers of host code.
  ///   - state: the state at the decision.
  ///   - moment: the moment of the decision.
  package func decide(
    _ request: RouteRequest, as id: RequestID, _ answers: [RecordedAnswer], in state: RouteState,
    at moment: RouteInstant
  ) -> Decision {
    Decision.decide(
      DecisionInput(
        request: request, id: id, answers: answers, state: state, table: table, now: moment,
        limits: settings.limits))
  }

  /// The step of a decision made in the machine's current state: its entry and those of its work.
  package mutating func step(
    recording decided: Decision.Decided, of recorded: RecordedRequest, at moment: RouteInstant
  ) -> Step? {
    _ = add(recorded, at: moment.microseconds)
    return record(decided, ofRequestAt: 0, at: moment.microseconds)
  }

  // MARK: Decisions as recorded

  /// A request of a history.
  package struct RecordedRequest {
    /// The request as it was opened.
    package var request: RouteRequest
    /// Its id; nil before an entry records it.
    package var id: RequestID?
    /// Microseconds from the open to the entry.
    package var duration: Int64

    /// A request of a history.
    package init(_ request: RouteRequest, id: RequestID?, duration: Int64) {
      (self.request, self.id, self.duration) = (request, id, duration)
    }
  }

  /// The turn that a request took at an entry.
  package enum RecordedTurn {
    /// It was received: host code was asked about it, or it was queued.
    case received(WaitingRequest.Status)
    /// Host code was asked about it after it had waited.
    case receivedAgain
    /// It ended by a rule of the session.
    case ended(Outcome, SettlingRule)
    /// An interceptor waits for a condition in the middle of its answer.
    case paused(interceptor: String, until: String)
    /// The condition that it was parked for was signalled while host code was asked.
    case signalled(String)
  }

  /// The action that has its turn at this moment; nil when none has.
  package func actionTurn(at elapsed: Int64) -> RouteState.ActionTurn? {
    guard case .found(let turn) = state.nextTurn(at: now(elapsed), of: actions.handled)
    else { return nil }
    return turn
  }

  /// Notes an opener of the process that wrote the history. No entry records an opener; an action
  /// that takes a result has its turn for an opener where the host has no handler.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - transition: the next transition that the history records of it.
  package mutating func noteOpener(
    of action: PendingAction, by transition: PendingAction.Transition
  ) {
    guard action.moment == .result else { return }
    switch transition {
    case .claim, .revive, .start:
      if !actions.handled.contains(action) { actions.addOpener(of: action.id) }
    case .shelve, .giveBack: actions.removeOpener(of: action.id)
    default: break
    }
  }

  /// Adds an action that was a closure of the process that wrote the history.
  package mutating func addClosure(_ id: ActionID) { actions.addClosure(id) }

  /// Adds the actions of a state that were closures of the process that wrote the history.
  package mutating func addClosures(of state: RouteState) {
    for action in state.actions where action.isClosure { actions.addClosure(action.id) }
  }

  /// The entry of work that a request brings, after the entries of the work that it replaces, and
  /// the state after it; nil when the request brings no work there.
  package func entry(
    accepting action: PendingAction, because cause: Int64, at elapsed: Int64
  ) -> (entry: JournalEntry, state: RouteState)? {
    var next = state
    var entries: [JournalEntry] = []
    accept(
      [Decision.ActionDraft(action)], by: action.request, because: cause, in: &next, to: &entries,
      at: elapsed)
    return entries.popLast().map { ($0, next) }
  }

  /// The step of a signal that closes screens. The closed screens are passed in, because the
  /// machine that makes a journal's entries again has no table.
  package mutating func step(
    signalling condition: String, closing changes: [TreeChange], at elapsed: Int64
  ) -> Step? {
    signal(condition, principal: nil, closing: changes, at: elapsed)
  }

  /// An entry like a recorded one: its kind, its changes and its known notes.
  package func entry(like told: JournalEntry) -> JournalEntry {
    var entry = newEntry(told.kind, told.elapsed)
    (entry.changes, entry.details) = (told.changes, told.details.known)
    return entry
  }

  /// The entry of a request that an earlier entry releases.
  package func entry(
    releasing waiting: WaitingRequest, because cause: Int64?, at elapsed: Int64
  ) -> JournalEntry {
    var waiting = waiting
    waiting.status = .released
    var entry = newEntry(.released, elapsed)
    (entry.requestID, entry.cause, entry.changes) = (waiting.id, cause, [.wait(waiting)])
    return entry
  }

  /// The step of a request's turn; nil when there is none at this point.
  package mutating func step(
    _ turn: RecordedTurn, of recorded: RecordedRequest, at elapsed: Int64
  ) -> Step? {
    let ticket = add(recorded, at: elapsed)
    switch turn {
    case .received(let status): return receive(requestAt: 0, as: status, at: elapsed)
    case .receivedAgain: return recorded.id.flatMap { receiveAgain($0, at: elapsed, .none) }
    case .ended(let outcome, let rule):
      return end(ticket, by: rule, telling: outcome, at: elapsed)
    case .paused(let name, let condition):
      let prompt = requests.newPrompt()
      requests[at: 0].prompt = OpenPrompt(
        number: prompt, question: Question(.interceptor, name), since: elapsed)
      return pause(ticket, prompt, until: condition, at: elapsed)
    case .signalled(let condition):
      requests[at: 0].signalled = [condition]
      return recorded.id.flatMap { releaseIfSignalled(ticket, $0, at: elapsed) }
    }
  }

  /// The step by which a rule ends a request; nil where the rule does not apply to the request, or
  /// never leads to this outcome.
  private mutating func end(
    _ ticket: Ticket, by rule: SettlingRule, telling outcome: Outcome, at elapsed: Int64
  ) -> Step? {
    guard let pending = requests[ticket], rule.isMeant(for: pending, in: state) else { return nil }
    let waiting = pending.id.flatMap { state.waiting($0) }
    switch (rule, outcome) {
    case (.cancelled, .denied(let reason)): return cancel(ticket, reason: reason, at: elapsed)
    case (.givenUp, .denied(let reason)):
      guard case .condition(let condition)? = waiting?.status else { return nil }
      return giveUp(condition, reason, at: elapsed)
    case (.secret, .secretCannotWait) where waiting?.status != .received: return nil
    case (.link, .failed(0, _)), (.source, .failed(0, _)), (.source, .duplicate),
      (.again, .duplicate), (.secret, .secretCannotWait):
      return settle(ticket, as: PendingRequest.Refusal(outcome: outcome, rule: rule), elapsed)
    case (.relaunch, _), (.secret, _):  // the last session left this request
      requests.remove(ticket)
      return pending.id.flatMap { settleLeftover($0, at: elapsed) }
    default:
      guard rule.outcome != nil else { return nil }
      return settle(ticket, as: PendingRequest.Refusal(by: rule), elapsed)
    }
  }

  private mutating func add(_ recorded: RecordedRequest, at elapsed: Int64) -> Ticket {
    let ticket = requests.newTicket()
    // The duration in a forged entry can be any number.
    let (openedAt, overflow) = elapsed.subtractingReportingOverflow(recorded.duration)
    requests.add(
      PendingRequest(
        recorded.request, ticket: ticket, id: recorded.id, openedAt: overflow ? elapsed : openedAt))
    return ticket
  }
}
