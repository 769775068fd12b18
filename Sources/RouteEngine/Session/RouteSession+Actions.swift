import RouteStore

extension RouteSession {
  /// The entries that accept a decision's work; the state moves on with each.
  func enqueue(
    _ drafts: [Decision.ActionDraft], after decided: JournalEntry, request: RequestID,
    state next: inout RouteState
  ) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    for draft in drafts {
      var entry = decided.following(.enqueued, by: entries.count + 1)
      let action = draft.enqueued(as: ActionID(entry.sequence), by: request)
      entry.requestID = request
      entry.cause = decided.sequence
      entry.action = action.id
      entry.changes = [.enqueue(action)]
      do {
        try next.apply(.enqueue(action), limits: configuration.limits)
      } catch {
        continue  // a forged journal can hold an action of this id; that may not stop the host
      }
      entry.stateDigest = next.digest
      entries.append(entry)
    }
    return entries
  }

  /// Runs every action whose moment has come. While storage fails none does: it could not be known
  /// afterwards that it ran.
  func runActions(isolation: isolated any Actor = #isolation) {
    while recorder.health.isRecording, !state.actionTable.isEmpty,
      let (action, turn) = nextTurn(in: state, at: now(elapsed))
    {
      let commitment =
        switch turn {
        case .cancel: commit(retiring(action, as: .cancelled))
        case .expire: commit(retiring(action, as: .expired))
        case .claim: commit(advancing(action, to: .claimed, as: .claimed))
        case .giveBack: commit(advancing(action, to: .waiting, as: .retried))
        case .start: start(action)
        }
      guard commitment == .recorded else { return }
    }
  }

  /// What becomes of an action that has its turn.
  private enum ActionTurn {
    /// Its screen is gone.
    case cancel
    /// Its time has passed.
    case expire
    /// Its moment has come: it is taken, and the attempt counts.
    case claim
    /// It was taken, and its handler is called.
    case start
    /// It was taken, and its moment passed before its handler was called.
    case giveBack
  }

  /// The oldest action that has its turn. While there is none the table is not looked through again
  /// before a change or the time gives one its turn.
  private func nextTurn(
    in state: RouteState, at now: Instant
  ) -> (action: PendingAction, turn: ActionTurn)? {
    guard actionsRest < now else { return nil }
    var turn: ActionTurn?
    var rest = Instant(microseconds: .max)
    let action = state.actionTable.first { action in
      turn = self.turn(of: action, in: state, at: now)
      if turn == nil, let expires = action.expires { rest = min(rest, expires) }
      return turn != nil
    }
    guard let action, let turn else {
      actionsRest = rest
      return nil
    }
    return (action, turn)
  }

  private func turn(
    of action: PendingAction, in state: RouteState, at now: Instant
  ) -> ActionTurn? {
    guard action.status != .started else { return nil }
    guard let screen = state.tree[action.screen] else { return .cancel }
    if let expires = action.expires, expires < now { return .expire }
    let isFit =
      configuration.handlers[action.name] != nil
      && (action.moment == .arrival || screen.isReady)
      && action.principal.map { state.principal?.hasSameBytes(as: $0) ?? false } ?? true
    if action.status == .claimed { return isFit ? .start : .giveBack }
    return isFit ? .claim : nil
  }

  /// The entry that claims the action which has its turn after those entries, to be written with
  /// them: should the host die before the handler is called, the attempt counts and nothing ran.
  func claim(after entries: [JournalEntry], in next: inout RouteState) -> JournalEntry? {
    guard !next.actionTable.isEmpty else { return nil }
    for entry in entries { rouseActions(by: entry.changes, in: next, at: entry.at) }
    guard claimsActions, recorder.health.isRecording, let last = entries.last,
      let (action, turn) = nextTurn(in: next, at: last.at), turn == .claim
    else { return nil }
    var entry = advancing(action, to: .claimed, as: .claimed)
    entry.sequence = last.sequence + 1
    (entry.at, entry.elapsed) = (last.at, last.elapsed)
    do {
      try next.apply(entry.changes, limits: configuration.limits)
    } catch {
      return nil
    }
    entry.stateDigest = next.digest
    return entry
  }

  /// Looks for changes that can give an action its turn.
  private func rouseActions(by changes: [RouteChange], in next: RouteState, at now: Instant) {
    let atOnce = Instant(microseconds: .min)
    for change in changes {
      switch change {
      case .enqueue(let action):
        let hasTurn = turn(of: action, in: next, at: now) != nil
        actionsRest = hasTurn ? atOnce : min(actionsRest, action.expires ?? actionsRest)
      case .advance, .principal, .adopt, .tree(.ready), .tree(.dismiss), .tree(.root),
        .tree(.close):
        actionsRest = atOnce
      case .tree(.splice(_, _, let drop, _)): if drop > 0 { actionsRest = atOnce }
      case .tree, .wait, .settle, .retire, .signal, .suspend, .suspect: break
      }
    }
  }

  /// Calls a claimed action's handler, once the journal says so.
  private func start(
    _ action: PendingAction, isolation: isolated any Actor = #isolation
  ) -> Commitment {
    guard let code = configuration.handlers[action.name] else { return .refused }
    claimsActions = false  // should the handler kill the host, that counts against no other action
    defer { claimsActions = true }
    let commitment = commit(advancing(action, to: .started, as: .started))
    guard commitment == .recorded else { return commitment }
    let attempt = ActionAttempt(
      action: action, attempt: action.attempt, parameters: revealed(action.parameters),
      idempotencyKey: "\(sessionRow.device)/\(action.id)",
      possiblyExecuted: action.possiblyExecuted)
    switch code {
    case .immediate(let handler):
      let result = handler(attempt)
      claimsActions = true
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

  /// Takes a handler's result, unless the attempt is no longer the one under way.
  private func end(_ attempt: ActionAttempt, _ result: ActionResult) {
    guard let action = state.action(attempt.action.id), action.status == .started,
      action.attempt == attempt.attempt
    else { return }
    var entry: JournalEntry
    switch result {
    case .done: entry = newEntry(.done, of: action)
    case .failed(let reason):
      entry = newEntry(.failed, of: action)
      entry.reason = reason
    }
    entry.attempt = attempt.attempt
    entry.changes = [.retire(action.id)]
    commit(entry)
  }

  private func retiring(_ action: PendingAction, as kind: EntryKind) -> JournalEntry {
    var entry = newEntry(kind, of: action)
    entry.changes = [.retire(action.id)]
    return entry
  }

  /// An entry that moves an action on; to be claimed is one more attempt.
  private func advancing(
    _ action: PendingAction, to status: PendingAction.Status, as kind: EntryKind
  ) -> JournalEntry {
    var entry = newEntry(kind, of: action)
    let attempt = action.attempt + (status == .claimed ? 1 : 0)
    entry.attempt = attempt
    entry.changes = [.advance(action.id, status, attempt: attempt)]
    return entry
  }

  func newEntry(_ kind: EntryKind, of action: PendingAction) -> JournalEntry {
    var entry = newEntry(kind)
    entry.requestID = action.request
    entry.action = action.id
    return entry
  }
}

extension JournalEntry {
  /// An entry of the same moment, that many positions later.
  func following(_ kind: EntryKind, by distance: Int) -> JournalEntry {
    JournalEntry(
      sequence: sequence + Int64(distance), session: session, kind: kind, at: at, elapsed: elapsed)
  }
}
