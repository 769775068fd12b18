/// Everything of a session that changes while it works, in one value.
///
/// A session is a class, and Swift checks each access to one of its properties for exclusivity, for
/// 100 instructions. Work that belongs together is therefore done here, in one access. Host code is
/// never called from here, because it may use the session.
struct SessionDesk {
  /// The rules and their data.
  var machine: Machine
  /// The listeners to changes, and the round that tells them.
  var audience = Audience()
  /// The callers of requests.
  var callers = Callers()
  /// Knows when the session continues by itself.
  var timer: SessionTimer
  /// The code of actions that are closures of this process.
  var closures: [ActionID: RouteSession.ActionCode] = [:]
  /// The openers that wait for results of screens, by the actions that take the results.
  private(set) var openers: [ActionID: CheckedContinuation<Parameters?, Never>] = [:]

  init(_ machine: consuming Machine, _ timer: SessionTimer) {
    (self.machine, self.timer) = (machine, timer)
  }

  // MARK: Requests

  /// Takes a request and its caller.
  ///
  /// - Parameter opening: the opening that the caller gets.
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

  /// Takes an answer that host code gave at once.
  mutating func take(
    _ answer: consuming Answer, to prompt: Int, of ticket: Ticket, at elapsed: Int64
  ) {
    callers.ask(nil, of: ticket)
    machine.receive(.answered(ticket, prompt: prompt, answer, atOnce: true), at: elapsed)
  }

  // MARK: Results

  /// Adds an opener that waits for the result that an action takes. If one waits already, the new
  /// one gets no result.
  mutating func add(
    _ opener: CheckedContinuation<Parameters?, Never>, of action: ActionID, at elapsed: Int64
  ) {
    guard openers[action] == nil else { return opener.resume(returning: nil) }
    openers[action] = opener
    machine.receive(.awaited(action), at: elapsed)
  }

  /// Removes and returns the opener that waits for the result that an action takes.
  mutating func takeOpener(of action: ActionID) -> CheckedContinuation<Parameters?, Never>? {
    openers.isEmpty ? nil : openers.removeValue(forKey: action)
  }

  /// Tells the openers whose result can no longer come: the action has ended or belongs to another
  /// principal, or the session has ended.
  ///
  /// - Returns: whether it told any: an action may have its turn without its opener.
  mutating func releaseOpeners(at elapsed: Int64) -> Bool {
    let count = openers.count
    for (id, opener) in openers {
      let action = machine.hasEnded ? nil : machine.state.action(id)
      if let action, machine.state.isMeant(action) { continue }
      openers[id] = nil
      machine.receive(.unawaited(id), at: elapsed)
      opener.resume(returning: nil)
    }
    return openers.count < count
  }

  /// Tells everything that waits that the session is gone.
  ///
  /// - Parameter calls: the calls that the session kept until it could begin.
  mutating func release(_ calls: [HeldCall]) {
    for call in calls { call.opening?.leave() }
    callers.leave()
    for opener in openers.values { opener.resume(returning: nil) }
    openers = [:]
  }

  /// Replaces the ids that actions got in memory during an outage.
  mutating func renameActions(_ ids: [ActionID: ActionID]) {
    guard !ids.isEmpty else { return }
    closures = Dictionary(
      closures.map { (ids[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { $1 })
    openers = Dictionary(
      openers.map { (ids[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Drops the code of ended actions. The caller still holds it: an object that only this code held
  /// may use the session when it is released.
  mutating func forgetEndedCode() {
    closures = closures.filter { machine.state.action($0.key) != nil }
  }

  // MARK: Rounds

  /// Begins a round of work, and keeps other rounds out.
  ///
  /// - Returns: false when a round is under way, which continues the work, and when no work starts
  ///   by itself.
  mutating func occupy() -> Bool {
    machine.settings.goesOnByItself && !timer.occupy()
  }

  /// Tells the machine whether steps are recorded.
  ///
  /// - Returns: the number of jobs under way.
  mutating func follow(isRecording: Bool) -> Int {
    machine.record(isRecording)
    return machine.depth
  }

  /// The moment for which the alarm has to be set; nil when it is set right.
  mutating func nextAlarm() -> RouteInstant? {
    let moment = machine.nextMoment()
    return moment == timer.moment ?? RouteInstant(microseconds: .max) ? nil : moment
  }

  // MARK: Effects

  /// Carries out the effects of the machine that call no host code.
  ///
  /// - Returns: the next effect that the session has to carry out; nil when there is none.
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
