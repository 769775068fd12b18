import RouteStore

extension RouteSession {
  /// Takes one request as far as it goes now: decides, asks, decides again.
  func advance(_ work: Work, isolation: isolated any Actor = #isolation) {
    if work.id == nil, refuseRepetition(work) {
      finish(work)
      return
    }
    while true {
      let moment = elapsed
      forgetStaleEdits(of: work)
      let input = DecisionInput(
        request: work.request, id: work.id ?? RequestID(recorder.sequence + 1),
        answers: work.answers, state: state, table: table, now: now(moment),
        limits: configuration.limits)
      switch Decision.decide(input) {
      case .decided(let decided):
        record(decided, of: work, elapsed: moment)
        return
      case .asks(let asking):
        work.screens = (state.tree.digest, state.counter)
        // Whoever heard of it may have taken it back.
        guard receive(work, about: asking), work.opening.outcome == nil else { return finish(work) }
        guard let answer = ask(asking, for: work) else { return }
        keep(answer, to: asking, of: work)
      }
    }
  }

  private static let screensDoNotRest = "the screens changed each time while host code was asked"

  /// Forgets what host code did to a tree that is another one by now, so that the code is asked
  /// anew: its edits carry ids of that moment, which may be taken since.
  private func forgetStaleEdits(of work: Work) {
    guard !work.answers.isEmpty, let before = work.screens,
      before != (state.tree.digest, state.counter)
    else { return }
    let count = work.answers.count
    work.answers.removeAll { $0.answer.isOfEdits && isContributed($0.question) }
    if work.answers.count < count { work.renewals += 1 }
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
  private func keep(_ answer: Answer, to asking: Decision.Asking, of work: Work) {
    let hidden = vault.hide(
      answer, to: work.request, given: asking.parameters, about: asking.screen?.kind, table: table,
      for: state.principal, at: now(elapsed))
    work.answers.append(RecordedAnswer(asking.question, hidden))
  }

  /// Journals that the request arrived, before any host code runs for it: should that code kill the
  /// host, the journal knows by whom.
  ///
  /// - Returns: false when that cannot be, and no host code may run.
  private func receive(_ work: Work, about asking: Decision.Asking) -> Bool {
    work.id == nil ? receive(work, as: .received, about: asking) : receiveAgain(work)
  }

  /// Journals requests that have to wait for another one's answer: they were taken, so they must
  /// not die with the host.
  func receiveQueued() {
    while let work = queue.first(where: { $0.id == nil && $0.opening.outcome == nil }) {
      if refuseRepetition(work) || !receive(work, as: .released) { queue.removeAll { $0 === work } }
    }
  }

  private func receive(
    _ work: Work, as status: WaitingRequest.Status, about asking: Decision.Asking? = nil
  ) -> Bool {
    guard state.waitingTable.count < configuration.limits.waitingRequests else {
      settle(work, as: .failed(step: 0, reason: SettlingRule.tooManyWait), by: .limit)
      return false
    }
    var entry = newEntry(.received)
    let id = RequestID(entry.sequence)
    entry.requestID = id
    entry.request = work.request
    (entry.route, entry.routeVersion) = (asking?.route, asking?.routeVersion)
    entry.router = asking?.router
    entry.changes = [.wait(WaitingRequest(id: id, request: work.request, status: status))]
    var companions = Recorder.Companions()
    companions.seen = seenRows(of: work, id: id, outcome: nil)
    waitingWork[id] = work
    let isNew = identify(work, as: id)
    let commitment = commit(entry, companions)
    if isNew, commitment == .refused { turnAway(work) }
    return commitment != .refused
  }

  /// Journals that host code is about to run for a request that waited until now.
  ///
  /// - Returns: false when that cannot be, and no host code may run.
  func receiveAgain(_ work: Work) -> Bool {
    guard let id = work.id, var waiting = state.waiting(id) else { return false }
    guard waiting.status != .received else { return true }
    waiting.status = .received
    var entry = newEntry(.received)
    entry.requestID = id
    entry.changes = [.wait(waiting)]
    return commit(entry) != .refused
  }

  /// Asks host code; nil when the answer comes later, and ``advance(_:isolation:)`` goes on then.
  private func ask(
    _ asking: Decision.Asking, for work: Work, isolation: isolated any Actor = #isolation
  ) -> Answer? {
    guard work.renewals <= configuration.limits.redirects else {
      return .failed(reason: Self.screensDoNotRest)
    }
    let name = asking.question.name
    let asked = Asked(asking, for: work, in: self)
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
        work.asked = asked
        absent.take(asking, asked)
        return nil
      }
      return ownLink(of: asking) ?? .failed(reason: "no host code is registered for \(name)")
    }
    work.asked = asked
    switch code {
    case .immediate(let code):
      let wasBusy = isBusy
      isBusy = true
      defer { isBusy = wasBusy }
      let answer = code(asked)
      guard asked.isOpen else { return nil }  // it ended the session
      work.asked = nil
      return answer
    case .later(let code):
      asked.task = Task {
        _ = isolation
        guard asked.isOpen else { return }  // the session ended meanwhile
        let answer = await code(asked)
        self.goOn(with: answer, to: asking, asked)
      }
      return nil
    }
  }

  /// Takes the answer of host code that took its time.
  func goOn(
    with answer: Answer, to asking: Decision.Asking, _ asked: Asked,
    isolation: isolated any Actor = #isolation
  ) {
    guard asked.isOpen else { return }  // nor is there anybody to tell now
    let work = asked.work
    work.asked = nil
    if work.pause != nil {  // a task of the code's still waits: nobody will ask it
      queue.removeAll { $0 === work }
      wake(work)
      work.pause = nil
    }
    guard work.opening.outcome == nil else { return }
    keep(answer, to: asking, of: work)
    work.answered = asked
    if isInTransition { heldBack.append(work) } else { goOn(with: work) }
    drain()
  }

  /// Decides a request anew that has to wait for no other.
  func goOn(with work: Work, isolation: isolated any Actor = #isolation) {
    guard work.opening.outcome == nil else { return }
    let asked = work.answered
    work.answered = nil
    advance(work)
    if let asked { releaseIfSignalled(asked) }
  }

  /// The host code of a router.
  private func hostCode(of router: RouterCode, _ asking: Decision.Asking) -> HostCode<Answer> {
    switch router {
    case .later(let code): return .later(code)
    case .recorded(let code): return .immediate(code)
    case .immediate(let code):
      return .immediate { asked in
        var reply = RouterReply.declined
        let edits = self.answer(
          of: { editor, asked in
            reply = try code(&editor, asked)
            return true
          }, asking, asked)
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
    of step: SwiftStep, _ asking: Decision.Asking, _ asked: Asked, limits: Limits? = nil
  ) -> Answer {
    let limits = limits ?? configuration.limits
    let answer = run(step, asking, asked, limits)
    guard configuration.runsStepsTwice, asked.isOpen, run(step, asking, asked, limits) != answer
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
    _ step: SwiftStep, _ asking: Decision.Asking, _ asked: Asked, _ limits: Limits
  ) -> Answer {
    var editor = TreeEditor(asking, table: table, limits: limits)
    do {
      return try step(&editor, asked) ? .edited(editor.changes) : .declined
    } catch let error as ChangeError {
      return .failed(reason: "\(asking.question.name): \(error)")
    } catch {
      // What a host's error says is not ours to journal.
      return .failed(reason: "\(asking.question.name): \(type(of: error))")
    }
  }
}
