import RouteStore

/// How inputs reach the machine, and what it asks for is carried out.
extension RouteSession {
  /// Hands an input to the machine and carries out what it leads to, then what goes on by itself.
  ///
  /// - Returns: what became of the newest step of the input's own; nil when it led to none.
  @discardableResult
  func feed(
    _ input: consuming Input, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    let commitment = work(on: consume input)
    drain()
    return commitment
  }

  /// Hands an input to the machine and carries out what it leads to, and nothing else.
  @discardableResult
  func work(
    on input: consuming Input, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    let depth = machine.depth
    machine.receive(consume input, at: elapsed)
    return work(above: depth)
  }

  /// Carries out what is under way above a depth.
  @discardableResult
  func work(
    above depth: Int, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    var newest: Machine.Step.Commitment?
    while true {
      let work = machine.next(above: depth, at: elapsed)
      if case .rest = work { return newest }
      if let commitment = carryOut(consume work) { newest = commitment }
    }
  }

  /// Goes on with what is queued and what the time asks for, until it has to wait or nothing is
  /// left.
  func drain(isolation: isolated any Actor = #isolation) {
    guard !machine.turnstile.occupy() else { return }  // who is inside goes on with it
    recorder.reacquire(at: now)
    endOutage()
    machine.record(recorder.health.isRecording)
    let depth = machine.depth
    while true {
      let work = machine.nextByItself(above: depth, at: elapsed)
      if case .rest = work { break }
      carryOut(consume work)
    }
    if !closures.isEmpty { closures = closures.filter { state.action($0.key) != nil } }
    setAlarm(for: machine.nextMoment())
    forgetHistoryInTime()
    machine.turnstile.reopen(false)
    releaseFile()
  }

  @discardableResult
  private func carryOut(
    _ work: consuming Work, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    switch consume work {
    case .rest: return nil
    case .write: return write(machine.takeProposed())
    case .tell: tellEffects()
    case .lookUp(let ticket, let source):
      machine.receive(.seen(ticket, facts(about: source)), at: elapsed)
    case .ask(let ticket, let prompt, let asking): ask(asking, prompt, of: ticket)
    case .perform(let action): perform(action)
    }
    return nil
  }

  // MARK: Steps

  /// Writes a step, and lets the machine take it.
  @discardableResult
  func write(_ step: consuming Machine.Step) -> Machine.Step.Commitment {
    if let rows = step.companions.rows { vault.forget(rows.retention.forgottenPrincipals) }
    if !step.entries.isEmpty, recorder.health.isRecording {
      addPrivateValues(to: &step.companions, at: step.entries[step.entries.newest].at)
    }
    let isRecorded = recorder.write(step.entries, step.companions, state: step.state)
    if isRecorded, !step.entries.isEmpty { vault.additionsWereWritten() }
    if streams.tellsEnds { streams.tell(step.entries, isRecorded: isRecorded) }
    machine.take(consume step, as: isRecorded ? .recorded : .unrecorded)
    if !isRecorded { forgetUnneededValues() }
    return isRecorded ? .recorded : .unrecorded
  }

  // MARK: Effects

  /// Tells others what the machine says.
  func tellEffects() {
    while let effect = machine.nextEffect() {
      switch effect {
      case .identified(let ticket, let id): callers.identify(ticket, as: id)
      case .tell(let isChanged, let isLed):
        if isChanged { audience.noteChange() }
        if isLed { audience.noteLed() }
        tell()
      case .ended(let ticket, let outcome, let isRecorded, let repeats):
        end(ticket, outcome, isRecorded: isRecorded, repeats)
      case .left(let ticket):
        callers.wake(ticket)
        callers[ticket]?.opening.leave()
      case .abandoned(let ticket):
        callers[ticket]?.prompt?.task?.cancel()
        callers.ask(nil, of: ticket)
      case .woken(let ticket): callers.wake(ticket)
      }
    }
  }

  private func end(
    _ ticket: Ticket, _ outcome: Outcome, isRecorded: Bool, _ repeats: Repeated?
  ) {
    guard let opening = callers.remove(ticket)?.opening else { return }
    switch repeats {
    case nil: break
    case .known(let outcome): opening.repeated = outcome
    case .seen(let row): opening.repeated = self.outcome(of: row)
    }
    opening.isRecorded = isRecorded
    opening.end(outcome)
  }

  /// Tells who watches; what they change themselves is told when they have returned, not inside.
  private func tell() {
    guard audience.beginTelling(hasReaders: streams.tellsStates) else { return }
    let wasOccupied = machine.turnstile.occupy()
    repeat {
      if audience.beginRound() {
        streams.tell(state)  // first: the host may change the state, or end the session
        onChange?(self)
      }
      for watcher in audience.watchers {
        watcher.tell(self)
        watcher.isLed = false
      }
    } while !audience.endsRound()
    machine.turnstile.reopen(wasOccupied)
  }

  // MARK: The alarm

  /// Sees to it that the session wakes after that moment; at the end of time it need not.
  func setAlarm(for moment: RouteInstant, isolation: isolated any Actor = #isolation) {
    guard timer.alarm?.moment != moment, let sleep = configuration.clock.sleep else { return }
    timer.cancelAlarm()
    guard moment.microseconds < .max, !machine.hasEnded else { return }
    let (distance, overflow) = moment.microseconds.subtractingReportingOverflow(now.microseconds)
    let wait = overflow ? Int64.max / 2 : max(distance, 0) + 1
    let task = Task { [weak self] in
      _ = isolation
      await sleep(.microseconds(wait))
      guard !Task.isCancelled, let self else { return }
      self.timer.alarm = nil
      self.drain()
    }
    timer.alarm = (moment, task)
  }
}
