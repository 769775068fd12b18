import RouteStore

extension RouteSession {
  /// Opens a link.
  ///
  /// - Parameters:
  ///   - link: the address as it came; at most ``Limits/linkBytes`` bytes.
  ///   - entryPoint: where it came from.
  ///   - source: an id that the link's source gave it: the same id takes effect once.
  ///   - options: what the caller wishes beside.
  ///   - isolation: the actor that the session lives on; the caller's.
  /// - Returns: at once; a link that cannot be read ends as failed, and is journaled too.
  @discardableResult
  public func open(
    _ link: String, from entryPoint: EntryPoint = .url, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    do {
      let limits = configuration.limits
      let parsed = try RouteLink(
        link, maximumLength: limits.linkBytes, maximumQueryItems: limits.queryItems)
      return open(.link(parsed), from: entryPoint, source: source, options: options)
    } catch {
      let outcome = Outcome.failed(step: 0, reason: "no link: \(error)")
      return refuse(link, as: outcome, entryPoint, source: source)
    }
  }

  /// Opens a screen by its typed value: no route is needed.
  @discardableResult
  public func open(
    _ screen: some ScreenKind, options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    do {
      let parameters = try Parameters(encoding: screen)
      return open(
        .screen(kind: type(of: screen).kind, parameters), from: .programmatic, options: options)
    } catch {
      var reason = "\(error)"
      // What the screen's own code says may hold its values, and a reason is journaled in clear.
      if case .refused(let kind, _) = error { reason = "\(kind) refused to give its parameters" }
      let outcome = Outcome.failed(step: 0, reason: reason)
      return refuse(type(of: screen).kind, as: outcome, .programmatic, source: nil)
    }
  }

  /// Opens any target: a link, a route by its identifier, a screen by its kind, a value that the
  /// host translates, or a fact.
  ///
  /// Called from inside host code or ``onChange`` it is queued; otherwise what can be decided at
  /// once is decided when it returns.
  @discardableResult
  public func open(
    _ target: RouteRequest.Target, from entryPoint: EntryPoint, source: String? = nil,
    options: RouteRequest.Options = RouteRequest.Options(),
    isolation: isolated any Actor = #isolation
  ) -> Opening {
    guard !hasEnded else {
      let opening = Opening()
      opening.end(.failed(step: 0, reason: "the session has ended"))
      return opening
    }
    let elapsed = elapsed
    var request = RouteRequest(
      target, from: entryPoint, at: now(elapsed), principal: state.principal, source: source,
      options: options)
    request = vault.hide(request, table: table)
    let work = Work(request, openedAt: elapsed)
    if options.onBehalfOf != nil || entryPoint == .hostFact {
      advance(work)
    } else if queue.count < configuration.limits.queuedRequests {
      queue.append(work)
    } else {
      settle(work, as: .failed(step: 0, reason: "too many requests are queued"), by: .limit)
    }
    drain()
    return work.opening
  }

  /// Goes on with what is queued until it has to wait or nothing is left.
  func drain(isolation: isolated any Actor = #isolation) {
    guard !isBusy, !hasEnded else { return }
    isBusy = true
    repeat {
      while current == nil, !queue.isEmpty {
        let work = queue.removeFirst()
        current = work
        if work.pause == nil {
          advance(work)
        } else {
          receiveAgain(work)
          wake(work)
        }
      }
      runActions()
    } while current == nil && !queue.isEmpty
    receiveQueued()
    isBusy = false
  }

  /// Takes one request as far as it goes now: decides, asks, decides again.
  func advance(_ work: Work, isolation: isolated any Actor = #isolation) {
    if work.id == nil, let source = work.request.source, refuseRepetition(work, of: source) {
      finish(work)
      return
    }
    while true {
      let moment = elapsed
      let input = DecisionInput(
        request: work.request, id: work.id ?? RequestID(recorder.sequence + 1),
        answers: work.answers, state: state, table: table, now: now(moment),
        limits: configuration.limits)
      switch Decision.decide(input) {
      case .decided(let decided):
        record(decided, of: work, elapsed: moment)
        return
      case .asks(let asking):
        guard receive(work) else { return }
        guard let answer = ask(asking, for: work) else { return }
        keep(answer, to: asking, of: work)
      }
    }
  }

  /// Records an answer, private values replaced by tokens.
  private func keep(_ answer: Answer, to asking: Decision.Asking, of work: Work) {
    guard work.opening.outcome == nil else { return }  // it ended meanwhile: nobody reads it
    let hidden = vault.hide(answer, to: work.request, table: table)
    work.answers.append(RecordedAnswer(asking.question, hidden))
  }

  /// Journals that the request arrived, before any host code runs for it: should that code kill the
  /// host, the journal knows by whom.
  ///
  /// - Returns: false when too many requests wait already, and this one has ended.
  private func receive(_ work: Work) -> Bool {
    guard work.id != nil else { return receive(work, as: .received) }
    receiveAgain(work)
    return true
  }

  /// Journals requests that have to wait for another one's answer: they were taken, so they must
  /// not die with the host.
  private func receiveQueued() {
    for work in queue where work.id == nil {
      if let source = work.request.source, refuseRepetition(work, of: source) {
        queue.removeAll { $0 === work }
      } else {
        _ = receive(work, as: .released)
      }
    }
  }

  private func receive(_ work: Work, as status: WaitingRequest.Status) -> Bool {
    guard state.waitingTable.count < configuration.limits.waitingRequests else {
      queue.removeAll { $0 === work }
      settle(work, as: .failed(step: 0, reason: "too many requests wait already"), by: .limit)
      return false
    }
    var entry = newEntry(.received)
    let id = RequestID(entry.sequence)
    entry.requestID = id
    entry.request = work.request
    entry.changes = [.wait(WaitingRequest(id: id, request: work.request, status: status))]
    var companions = Recorder.Companions()
    companions.seen = seenRow(of: work, id: id, outcome: nil)
    work.id = id
    work.opening.request = id
    waitingWork[id] = work
    commit(entry, companions)
    return true
  }

  /// Journals that host code is about to run for a request that waited until now.
  private func receiveAgain(_ work: Work) {
    guard let id = work.id, var waiting = state.waiting(id), waiting.status == .released else {
      return
    }
    waiting.status = .received
    var entry = newEntry(.received)
    entry.requestID = id
    entry.changes = [.wait(waiting)]
    commit(entry)
  }

  /// Asks host code; nil when the answer comes later, and ``advance(_:isolation:)`` goes on then.
  private func ask(
    _ asking: Decision.Asking, for work: Work, isolation: isolated any Actor = #isolation
  ) -> Answer? {
    let name = asking.question.name
    let asked = Asked(asking, session: self)
    let code: HostCode<Answer>? =
      switch asking.question.kind {
      case .interceptor: configuration.interceptors[name]
      case .translator: configuration.translators[name]
      case .step:
        configuration.steps[name].map { step in .immediate { self.run(step, asking, $0) } }
      }
    switch code {
    case nil: return .failed(reason: "no host code is registered for \(name)")
    case .immediate(let code):
      let wasBusy = isBusy
      isBusy = true
      defer { isBusy = wasBusy }
      return code(asked)
    case .later(let code):
      Task {
        _ = isolation
        let answer = await code(asked)
        self.keep(answer, to: asking, of: work)
        self.goOn(work)
      }
      return nil
    }
  }

  private func goOn(_ work: Work, isolation: isolated any Actor = #isolation) {
    guard work.opening.outcome == nil else { return }
    advance(work)
    drain()
  }

  private func run(
    _ step: (inout TreeEditor, Asked) throws -> Bool, _ asking: Decision.Asking, _ asked: Asked
  ) -> Answer {
    var editor = TreeEditor(asking, table: table, limits: configuration.limits)
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

extension RouteSession {
  /// Journals what was decided, with its actions, in one transaction.
  private func record(_ decided: Decision.Decided, of work: Work, elapsed moment: Int64) {
    let isFirst = work.id == nil
    var entry = newEntry(.decided, elapsed: moment)
    let id = work.id ?? RequestID(entry.sequence)
    entry.requestID = id
    entry.scene = decided.scene
    entry.duration = entry.elapsed - work.openedAt
    entry.route = decided.route
    entry.routeVersion = decided.routeVersion
    entry.answers = decided.answers
    entry.changes = decided.changes
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = decided.state.tree.visibleLeaf()?.kind
    entry.stateDigest = decided.state.digest
    if isFirst { entry.request = work.request }
    var outcome: Outcome?
    switch decided.resolution {
    case .ended(let ended):
      outcome = ended
      entry.outcome = ended
    case .parked: entry.kind = .parked
    }
    var companions = Recorder.Companions()
    companions.seen = seenRow(of: work, id: id, outcome: outcome)
    var entries = [entry]
    var next = decided.state
    if !decided.actions.isEmpty {
      entries += enqueue(decided.actions, after: entry, request: id, state: &next)
    }
    let isRecorded = commit(entries, companions, state: next)
    work.id = id
    work.opening.request = id
    work.opening.isRecorded = isRecorded && outcome != nil
    if let outcome {
      work.opening.end(outcome)
    } else {
      waitingWork[id] = work
      work.answers = []
    }
    finish(work)
  }

  /// Ends a request by the session's own rule, without a decision.
  func settle(_ work: Work, as outcome: Outcome, by rule: SettlingRule) {
    var entry = newEntry(.decided)
    let id = work.id ?? RequestID(entry.sequence)
    entry.requestID = id
    if work.id == nil { entry.request = work.request }
    if case .duplicate(let first) = outcome { entry.cause = first.rawValue }
    entry.outcome = outcome
    entry.duration = entry.elapsed - work.openedAt
    entry.notes = [SettlingRule.note: .string(rule.rawValue)]
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = entry.screenBefore
    if state.waiting(id) != nil { entry.changes.append(.settle(id)) }
    var companions = Recorder.Companions()
    if rule != .source { companions.seen = seenRow(of: work, id: id, outcome: outcome) }
    let isRecorded = commit(entry, companions)
    work.id = id
    work.opening.request = id
    work.opening.isRecorded = isRecorded == true
    work.opening.end(outcome)
    finish(work)
  }

  /// Journals a text that is no link: what can be shown of it, and why.
  private func refuse(
    _ text: String, as outcome: Outcome, _ entryPoint: EntryPoint, source: String?
  ) -> Opening {
    let target = RouteRequest.Target.value(type: "text", ["bytes": .int(Int64(text.utf8.count))])
    let elapsed = elapsed
    let request = RouteRequest(
      target, from: entryPoint, at: now(elapsed), principal: state.principal, source: source)
    let work = Work(request, openedAt: elapsed)
    if let source, refuseRepetition(work, of: source) { return work.opening }
    settle(work, as: outcome, by: .link)
    return work.opening
  }

  private func finish(_ work: Work) {
    if current === work { current = nil }
    if let id = work.id, work.opening.outcome != nil { waitingWork[id] = nil }
  }

  func seenRow(of work: Work, id: RequestID, outcome: Outcome?) -> SeenRow? {
    guard let source = work.request.source else { return nil }
    return SeenRow(
      source: source, fingerprint: work.request.fingerprint, request: id.rawValue,
      outcome: outcome?.word, seenMicroseconds: work.request.at.microseconds)
  }

  /// Whether the source's id was seen before: then the request takes no effect.
  private func refuseRepetition(_ work: Work, of source: String) -> Bool {
    guard let seen = try? recorder.journal.seen(source: source) else { return false }
    guard seen.fingerprint == work.request.fingerprint else {
      let reason = "the source's id was used for other content by request \(seen.request)"
      settle(work, as: .failed(step: 0, reason: reason), by: .source)
      return true
    }
    let first = RequestID(seen.request)
    let isDropped =
      seen.outcome == nil && state.waiting(first) == nil && recorder.health.isRecording
    // It took no effect: the host died over it, or began anew without it. Whoever asks again gets
    // what was asked for.
    if isDropped || seen.outcome == Outcome.interrupted.word { return false }
    work.opening.repeated = outcome(of: seen)
    settle(work, as: .duplicate(of: first), by: .source)
    return true
  }

  /// How the request ended that a source's id was seen with; nil while it waits.
  private func outcome(of seen: SeenRow) -> Outcome? {
    guard let word = seen.outcome else { return nil }
    var row = EntryRow()
    (row.kind, row.outcome) = (EntryKind.decided.rawValue, word)
    // The row knows the word alone; reason and step stand in the entry, unless it was pruned.
    if let entry = try? recorder.journal.outcomeEntry(ofRequest: seen.request) { row = entry }
    return try? EntryCoder.decode(row).outcome
  }
}
