import RouteStore

extension RouteSession {
  /// The entries that accept a decision's work; the state moves on with each.
  func enqueue(
    _ drafts: [Decision.ActionDraft], after decided: JournalEntry, state next: inout RouteState
  ) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    next.accept(
      drafts, after: decided.sequence, by: decided.requestID, limits: configuration.limits
    ) { change, action, state in
      var entry = decided.following(.enqueued, by: entries.count + 1)
      entry.accept(change, of: action, leadingTo: state)
      entry.cause = decided.sequence
      entries.append(entry)
    }
    return entries
  }

  /// Lets happen to actions what the time and the state ask for, and calls the handlers of those
  /// whose moment has come. While storage fails none is called: it could not be known afterwards
  /// that it ran.
  func runActions(isolation: isolated any Actor = #isolation) {
    while recorder.health.isRecording, !state.actionTable.isEmpty {
      let moment = elapsed
      guard let turn = actions.nextTurn(in: state, at: now(moment)) else { break }
      let commitment =
        if case .start(let end) = turn.transition {
          start(turn.action, until: end, elapsed: moment)
        } else {
          commit(newEntry(of: turn, elapsed: moment))
        }
      guard commitment == .recorded else { return }
    }
    // Handing the state over costs 5 retains, which a request without closures need not pay.
    if actions.hasClosures { actions.forgetEnded(in: state) }
    let rests = recorder.health.isRecording && !state.actionTable.isEmpty
    let turn = rests ? actions.nextMoment : Instant(microseconds: .max)
    setAlarm(for: min(turn, restingMoment, overdueMoment))
  }

  /// What those entries let happen to actions, to be written with them, up to the claim of one that
  /// may run: should the host die before its handler is called, the attempt counts and nothing ran.
  func turns(after entries: [JournalEntry], in next: inout RouteState) -> [JournalEntry] {
    guard !next.actionTable.isEmpty else { return [] }
    for entry in entries { actions.rouse(by: entry.changes, in: next, at: entry.at) }
    guard actions.isClaiming, recorder.health.isRecording, let last = entries.last else {
      return []
    }
    var turns: [JournalEntry] = []
    while turns.count < Self.turnsAtOnce, let turn = actions.nextTurn(in: next, at: last.at) {
      if case .start = turn.transition { break }
      var entry = newEntry(of: turn)
      entry.sequence = last.sequence + 1 + Int64(turns.count)
      (entry.at, entry.elapsed) = (last.at, last.elapsed)
      do {
        try next.apply(entry.changes, limits: configuration.limits)
      } catch {
        break
      }
      entry.stateDigest = next.digest
      actions.rouse(by: entry.changes, in: next, at: entry.at)
      turns.append(entry)
      if turn.transition == .claim { break }
    }
    return turns
  }

  /// As many entries of actions go into one transaction that others bring about.
  private static let turnsAtOnce = 256

  /// Calls a claimed action's handler, once the journal says so.
  private func start(
    _ action: PendingAction, until leaseEnds: Instant?, elapsed moment: Int64,
    isolation: isolated any Actor = #isolation
  ) -> Commitment {
    guard let code = actions.code(of: action) else { return .refused }
    // Should the handler kill the host, that counts against no other action.
    actions.claim(false)
    defer { actions.claim(true) }
    let commitment = commit(newEntry(of: action, .start(until: leaseEnds), elapsed: moment))
    guard commitment == .recorded else {
      if commitment == .unrecorded { revertStart(of: action) }
      return commitment
    }
    let attempt = ActionAttempt(
      action: action, attempt: action.attempt, parameters: revealed(action.parameters),
      idempotencyKey: "\(sessionRow.device)/\(action.id)",
      possiblyExecuted: action.possiblyExecuted)
    switch code {
    case .immediate(let handler):
      let result = handler(attempt)
      actions.claim(true)
      end(attempt, result)
    case .later(let handler):
      Task {
        _ = isolation
        let result = await handler(attempt)
        self.end(attempt, result)
        self.drain()
      }
    }
    return commitment
  }

  /// Storage failed with the entry that was to let its handler run, and none did.
  private func revertStart(of action: PendingAction) {
    var next = state
    next.put(action)
    become(next, after: [], digest: next.digest)
  }

  /// Takes a handler's result, unless the attempt is no longer the one under way: its number is its
  /// token, and what comes late is journaled and has no effect.
  private func end(_ attempt: ActionAttempt, _ said: ActionResult) {
    let moment = elapsed
    let result = said.hiding(attempt)
    guard let action = state.action(attempt.action.id), action.status == .started,
      action.attempt == attempt.attempt
    else { return fence(attempt, result) }
    if let leaseEnds = action.leaseEnds, leaseEnds < now(moment) {
      commit(newEntry(of: action, action.failure(at: now(moment)), elapsed: moment))
      return fence(attempt, result)
    }
    switch result {
    case .done: commit(newEntry(of: action, .finish, elapsed: moment))
    case .failed(let reason):
      var entry = newEntry(of: action, action.failure(at: now(moment)), elapsed: moment)
      entry.reason = reason
      commit(entry)
    }
  }

  /// Journals what a handler said when its attempt was under way no longer.
  private func fence(_ attempt: ActionAttempt, _ result: ActionResult) {
    var entry = newEntry(.late)
    entry.requestID = attempt.action.request
    entry.action = attempt.action.id
    entry.attempt = attempt.attempt
    switch result {
    case .done: entry.reason = "done"
    case .failed(let reason): entry.reason = "failed: \(reason)"
    }
    commit(entry)
  }

  private func newEntry(
    of turn: RouteState.ActionTurn, elapsed moment: Int64? = nil
  ) -> JournalEntry {
    var entry = newEntry(of: turn.action, turn.transition, elapsed: moment)
    switch (turn.action.status, turn.transition) {
    case (.started, _): entry.reason = "its handler took longer than its lease"
    case (.waiting, .die):
      entry.reason =
        turn.action.isTooDeadly
        ? "the process died in its handler twice" : "its attempts are used up"
    default: break
    }
    return entry
  }

  /// The entry of what happens to an action.
  func newEntry(
    of action: PendingAction, _ transition: PendingAction.Transition, elapsed: Int64? = nil
  ) -> JournalEntry {
    var entry = newEntry(.telling(transition), elapsed: elapsed)
    entry.tell(transition, of: action)
    return entry
  }
}

extension EntryKind {
  /// The kind of the entry that says what happens to an action, where one of its own does.
  static func telling(_ transition: PendingAction.Transition) -> EntryKind {
    guard let kind = EntryKind(transition) else {
      preconditionFailure("\(transition) stands in no entry of its own")
    }
    return kind
  }
}

extension JournalEntry {
  /// Makes it the entry of what happens to an action.
  mutating func tell(_ transition: PendingAction.Transition, of action: PendingAction) {
    requestID = action.request
    self.action = action.id
    let attempt = action.attempt + (transition == .claim ? 1 : 0)
    if attempt > 0 { self.attempt = attempt }
    changes = [.advance(action.id, transition)]
  }

  /// An entry of the same moment, that many positions later.
  func following(_ kind: EntryKind, by distance: Int) -> JournalEntry {
    JournalEntry(
      sequence: sequence + Int64(distance), session: session, kind: kind, at: at, elapsed: elapsed)
  }
  /// Makes it the entry of one change that accepts work, or makes work give way.
  mutating func accept(
    _ change: RouteChange, of action: PendingAction, leadingTo state: RouteState
  ) {
    if case .advance(_, let transition) = change {
      kind = .telling(transition)
      tell(transition, of: action)
    } else {
      self.action = action.id
      requestID = action.request
      changes = [change]
    }
    stateDigest = state.digest
  }
}

extension ActionResult {
  /// The same without the private values that its attempt was given.
  fileprivate func hiding(_ attempt: ActionAttempt) -> ActionResult {
    guard case .failed(let reason) = self else { return self }
    return .failed(
      reason: PrivateValues.hide(in: reason, given: attempt.parameters, attempt.action.parameters))
  }
}
