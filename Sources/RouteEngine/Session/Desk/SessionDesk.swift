/// Everything of a session that changes while it works, in one value.
///
/// A session is a class, and each access of a property of it is checked while it lasts, for 100
/// instructions. What is done in one go is therefore done here, in one access. Host code is never
/// called from here: it may use the session.
struct SessionDesk {
  /// The rules and what they know.
  var machine: Machine
  /// Who is told of every change, and how far telling is.
  var audience = Audience()
  /// Who is told what becomes of requests.
  var callers = Callers()
  /// When the session goes on by itself.
  var timer: SessionTimer
  /// The code of actions that are closures of this process.
  var closures: [ActionID: RouteSession.ActionCode] = [:]
  /// The openers that wait for results of screens, by the actions that take those.
  private(set) var openers: [ActionID: CheckedContinuation<Parameters?, Never>] = [:]

  init(_ machine: consuming Machine, _ timer: SessionTimer) {
    (self.machine, self.timer) = (machine, timer)
  }

  // MARK: Requests

  /// Takes in a request, and who is told what becomes of it.
  ///
  /// - Parameter opening: what the caller gets.
  /// - Returns: the depth above which work is under way; nil when there is none.
  mutating func open(
    _ request: consuming RouteRequest, at elapsed: Int64,
    refusing refusal: consuming PendingRequest.Refusal?, as opening: Opening
  ) -> Int? {
    let ticket = machine.newTicket()
    let depth = machine.depth
    callers.add(opening, for: ticket)
    machine.receive(
      .opened(PendingRequest(request, ticket: ticket, openedAt: elapsed), refusing: refusal),
      at: elapsed)
    return machine.depth > depth || machine.hasEffects ? depth : nil
  }

  /// Takes what host code answered that was asked about a request, and answered at once.
  mutating func take(
    _ answer: consuming Answer, to prompt: Int, of ticket: Ticket, at elapsed: Int64
  ) {
    callers.ask(nil, of: ticket)
    machine.receive(.answered(ticket, prompt: prompt, answer, atOnce: true), at: elapsed)
  }

  // MARK: Results

  /// Takes in the opener that waits for the result that an action takes. Where one does already,
  /// there is none for the new one.
  mutating func add(
    _ opener: CheckedContinuation<Parameters?, Never>, of action: ActionID, at elapsed: Int64
  ) {
    guard openers[action] == nil else { return opener.resume(returning: nil) }
    openers[action] = opener
    machine.receive(.awaited(action), at: elapsed)
  }

  /// Hands over the opener that waits for the result that an action takes, and waits no more.
  mutating func takeOpener(of action: ActionID) -> CheckedContinuation<Parameters?, Never>? {
    openers.isEmpty ? nil : openers.removeValue(forKey: action)
  }

  /// Tells those whose result cannot come any more: the action is over, is another person's, or the
  /// session has ended.
  mutating func releaseOpeners(at elapsed: Int64) {
    for (id, opener) in openers {
      let action = machine.hasEnded ? nil : machine.state.action(id)
      if let action, action.principal == nil || action.principal == machine.state.principal {
        continue
      }
      openers[id] = nil
      machine.receive(.unawaited(id), at: elapsed)
      opener.resume(returning: nil)
    }
  }

  /// Tells all who wait for something that the session is gone.
  ///
  /// - Parameter calls: those that it kept until it could begin.
  mutating func release(_ calls: [HeldCall]) {
    for call in calls { call.opening?.leave() }
    callers.leave()
    for opener in openers.values { opener.resume(returning: nil) }
    openers = [:]
  }

  /// Gives actions other ids: of an outage the journal knew none.
  mutating func renameActions(_ ids: [ActionID: ActionID]) {
    guard !ids.isEmpty else { return }
    closures = Dictionary(
      closures.map { (ids[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { $1 })
    openers = Dictionary(
      openers.map { (ids[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Rounds

  /// Begins a round of work, and keeps everybody else out.
  ///
  /// - Returns: false when somebody is inside, who goes on with it, and when nothing goes on by
  ///   itself.
  mutating func occupy() -> Bool {
    machine.settings.goesOnByItself && !timer.occupy()
  }

  /// Tells the machine whether the journal takes what happens.
  ///
  /// - Returns: how much is under way.
  mutating func follow(isRecording: Bool) -> Int {
    machine.record(isRecording)
    return machine.depth
  }

  /// The moment at which the session has to wake and does not yet; nil when its alarm is right.
  mutating func nextAlarm() -> RouteInstant? {
    let moment = machine.nextMoment()
    return moment == timer.moment ?? RouteInstant(microseconds: .max) ? nil : moment
  }

  // MARK: Effects

  /// Carries out what the machine says, as far as no host code is called.
  ///
  /// - Returns: the effect that the session has to carry out; nil when all are carried out.
  mutating func carryOutEffects() -> Effect? {
    while let effect = machine.nextEffect() {
      switch effect {
      case .identified(let ticket, let id): callers.identify(ticket, as: id)
      case .tell(let isChanged, let isLed):
        if isChanged { audience.noteChange() }
        if isLed { audience.noteLed() }
        if audience.beginTelling() { return effect }
      case .ended(let ticket, let outcome, true, nil):
        callers.remove(ticket)?.end(outcome, isRecorded: true)
      case .ended, .left, .abandoned, .woken: return effect
      }
    }
    return nil
  }
}
