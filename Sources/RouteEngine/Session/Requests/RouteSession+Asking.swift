import RouteStore

extension RouteSession {
  /// Takes one request as far as it goes now: decides, asks, decides again.
  func advance(_ pending: PendingRequest, isolation: isolated any Actor = #isolation) {
    if pending.id == nil, refuseRepetition(pending) {
      finish(pending)
      return
    }
    while true {
      let moment = elapsed
      forgetStaleEdits(of: pending)
      let input = DecisionInput(
        request: pending.request, id: pending.id ?? RequestID(recorder.sequence + 1),
        answers: pending.answers, state: state, table: table, now: now(moment),
        limits: configuration.limits)
      switch Decision.decide(input) {
      case .decided(let decided):
        record(decided, of: pending, elapsed: moment)
        return
      case .asks(let asking):
        pending.screens = (state.tree.digest, state.counter)
        // Whoever heard of it may have taken it back.
        guard receive(pending, about: asking), pending.opening.outcome == nil else {
          return finish(pending)
        }
        guard let answer = ask(asking, for: pending) else { return }
        keep(answer, to: asking, of: pending)
      }
    }
  }

  private static let screensDoNotRest = "the screens changed each time while host code was asked"

  /// Forgets what host code did to a tree that is another one by now, so that the code is asked
  /// anew: its edits carry ids of that moment, which may be taken since.
  private func forgetStaleEdits(of pending: PendingRequest) {
    guard !pending.answers.isEmpty, let before = pending.screens,
      before != (state.tree.digest, state.counter)
    else { return }
    let count = pending.answers.count
    pending.answers.removeAll { $0.answer.isOfEdits && isContributed($0.question) }
    if pending.answers.count < count { pending.renewals += 1 }
  }

  /// Whether there is code that can be asked again: what a rehearsal is told stands.
  private func isContributed(_ question: Question) -> Bool {
    switch question.kind {
    case .step: configuration.steps[question.name] != nil
    case .router: configuration.routers[question.name] != nil
    case .interceptor, .translator, .adapter, .task, .variant: false
    }
  }

  /// Records an answer, private values replaced by tokens.
  private func keep(_ answer: Answer, to asking: Decision.Asking, of pending: PendingRequest) {
    let hidden = vault.hide(
      answer, to: pending.request, given: asking.parameters, about: asking.screen?.kind,
      table: table,
      for: state.principal, at: now(elapsed))
    pending.answers.append(RecordedAnswer(asking.question, hidden))
  }

  /// Journals that the request arrived, before any host code runs for it: should that code kill the
  /// host, the journal knows by whom.
  ///
  /// - Returns: false when that cannot be, and no host code may run.
  private func receive(_ pending: PendingRequest, about asking: Decision.Asking) -> Bool {
    pending.id == nil ? receive(pending, as: .received, about: asking) : receiveAgain(pending)
  }

  /// Journals requests that have to wait for another one's answer: they were taken, so they must
  /// not die with the host.
  func receiveQueued() {
    while let pending = requests.firstUnrecorded {
      if refuseRepetition(pending) || !receive(pending, as: .released) {
        requests.dequeue(pending)
      }
    }
  }

  private func receive(
    _ pending: PendingRequest, as status: WaitingRequest.Status,
    about asking: Decision.Asking? = nil
  ) -> Bool {
    guard state.waitingTable.count < configuration.limits.waitingRequests else {
      settle(pending, as: .failed(step: 0, reason: SettlingRule.tooManyWait), by: .limit)
      return false
    }
    var entry = newEntry(.received)
    let id = RequestID(entry.sequence)
    entry.requestID = id
    entry.request = pending.request
    (entry.route, entry.routeVersion) = (asking?.route, asking?.routeVersion)
    entry.router = asking?.router
    entry.changes = [.wait(WaitingRequest(id: id, request: pending.request, status: status))]
    var companions = Recorder.Companions()
    companions.seen = seenRows(of: pending, id: id, outcome: nil)
    requests.remember(pending, as: id)
    let isNew = identify(pending, as: id)
    let commitment = commit(entry, companions)
    if isNew, commitment == .refused { turnAway(pending) }
    return commitment != .refused
  }

  /// Journals that host code is about to run for a request that waited until now.
  ///
  /// - Returns: false when that cannot be, and no host code may run.
  func receiveAgain(_ pending: PendingRequest) -> Bool {
    guard let id = pending.id, var waiting = state.waiting(id) else { return false }
    guard waiting.status != .received else { return true }
    waiting.status = .received
    var entry = newEntry(.received)
    entry.requestID = id
    entry.changes = [.wait(waiting)]
    return commit(entry) != .refused
  }

  /// Asks host code; nil when the answer comes later, and ``advance(_:isolation:)`` goes on then.
  private func ask(
    _ asking: Decision.Asking, for pending: PendingRequest,
    isolation: isolated any Actor = #isolation
  ) -> Answer? {
    guard pending.renewals <= configuration.limits.redirects else {
      return .failed(reason: Self.screensDoNotRest)
    }
    let name = asking.question.name
    let prompt = Prompt(asking, for: pending, in: self)
    let code: HostCode<Answer>? =
      switch asking.question.kind {
      case .interceptor: configuration.interceptors[name]
      case .translator: configuration.translators[name]
      case .adapter: configuration.adapters[name]
      case .task: configuration.tasks[name]
      case .variant: configuration.variants[name]
      case .router: configuration.routers[name].map { hostCode(of: $0, asking) }
      case .step:
        configuration.steps[name].map { step in .immediate { self.answer(of: step, asking, $0) } }
      }
    guard let code else {
      if let absent = configuration.absentHost {
        pending.prompt = prompt
        absent.take(asking, prompt)
        return nil
      }
      return ownLink(of: asking) ?? .failed(reason: "no host code is registered for \(name)")
    }
    pending.prompt = prompt
    switch code {
    case .immediate(let code):
      let wasOccupied = turnstile.occupy()
      defer { turnstile.reopen(wasOccupied) }
      let answer = code(prompt)
      guard prompt.isOpen else { return nil }  // it ended the session
      pending.prompt = nil
      return answer
    case .later(let code):
      prompt.task = Task {
        _ = isolation
        guard prompt.isOpen else { return }  // the session ended meanwhile
        let answer = await code(prompt)
        self.resume(with: answer, to: asking, prompt)
      }
      return nil
    }
  }

  /// Takes the answer of host code that took its time.
  func resume(
    with answer: Answer, to asking: Decision.Asking, _ prompt: Prompt,
    isolation: isolated any Actor = #isolation
  ) {
    guard prompt.isOpen else { return }  // nor is there anybody to tell now
    let pending = prompt.pending
    pending.prompt = nil
    if pending.pause != nil {  // a task of the code's still waits: nobody will ask it
      requests.dequeue(pending)
      wake(pending)
      pending.pause = nil
    }
    guard pending.opening.outcome == nil else { return }
    keep(answer, to: asking, of: pending)
    pending.answered = prompt
    if isInTransition {
      requests.deferUntilTransitionEnds(pending)
    } else {
      resume(with: pending)
    }
    drain()
  }

  /// Decides a request anew that has to wait for no other.
  func resume(with pending: PendingRequest, isolation: isolated any Actor = #isolation) {
    guard pending.opening.outcome == nil else { return }
    let prompt = pending.answered
    pending.answered = nil
    advance(pending)
    if let prompt { releaseIfSignalled(prompt) }
  }

  /// The host code of a router.
  private func hostCode(of router: RouterCode, _ asking: Decision.Asking) -> HostCode<Answer> {
    switch router {
    case .later(let code): return .later(code)
    case .recorded(let code): return .immediate(code)
    case .immediate(let code):
      return .immediate { prompt in
        var reply = RouterReply.declined
        let edits = self.answer(
          of: { editor, prompt in
            reply = try code(&editor, prompt)
            return true
          }, asking, prompt)
        guard case .edited(let changes) = edits else { return edits }
        return switch reply {
        case .taken: .edited(changes)
        case .declined: changes.isEmpty ? .declined : .passed(changes)
        case .goTo(let target): .redirect(target)
        }
      }
    }
  }

  /// What a Swift step does to the tree.
  func answer(
    of step: SwiftStep, _ asking: Decision.Asking, _ prompt: Prompt, limits: Limits? = nil
  ) -> Answer {
    let limits = limits ?? configuration.limits
    let answer = run(step, asking, prompt, limits)
    guard configuration.runsStepsTwice, prompt.isOpen, run(step, asking, prompt, limits) != answer
    else { return answer }
    return Self.unsteadyAnswer(of: asking.question.name)
  }

  /// What is said of a step that does not do the same twice.
  static func unsteadyAnswer(of step: String) -> Answer {
    .failed(
      reason: "\(step) does not do the same when it runs again: what it does may depend on nothing "
        + "but the tree and the request")
  }

  private func run(
    _ step: SwiftStep, _ asking: Decision.Asking, _ prompt: Prompt, _ limits: Limits
  ) -> Answer {
    var editor = TreeEditor(asking, table: table, limits: limits)
    do {
      return try step(&editor, prompt) ? .edited(editor.changes) : .declined
    } catch let error as ChangeError {
      return .failed(reason: "\(asking.question.name): \(error)")
    } catch {
      // What a host's error says is not ours to journal.
      return .failed(reason: "\(asking.question.name): \(type(of: error))")
    }
  }
}
