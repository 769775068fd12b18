/// The turns of pending actions.
extension Machine {
  /// Proposes the step of the oldest action that has its turn; nil when none has. While storage
  /// fails none has: afterwards, it could not be known that it ran.
  mutating func beginTurn(at elapsed: Int64) -> Work? {
    guard isRecording, !state.actionTable.isEmpty,
      let turn = actions.nextTurn(in: state, at: now(elapsed))
    else {
      actions.forgetEnded(in: state)
      return nil
    }
    guard case .start = turn.transition else { return propose(step([entry(of: turn, elapsed)])) }
    // If the handler kills the host, that counts against no other action.
    actions.isClaiming = false
    return propose(step([entry(of: turn, elapsed)], Companions(), .starts(turn.action)))
  }

  /// The entries of the actions that have their turn because of some entries, up to the claim of
  /// one that may run. They are written in one transaction with those entries. If the host dies
  /// before the handler is called, the attempt counts and nothing ran.
  mutating func turns(
    after entries: borrowing [JournalEntry], in next: inout RouteState
  ) -> [JournalEntry] {
    guard !next.actionTable.isEmpty else { return [] }
    for index in entries.indices {
      actions.rouse(by: entries[index].changes, in: next, at: entries[index].at)
    }
    guard actions.isClaiming, isRecording, !entries.isEmpty else { return [] }
    let (sequence, at) = (entries[entries.newest].sequence, entries[entries.newest].at)
    let elapsed = entries[entries.newest].elapsed
    var turns: [JournalEntry] = []
    var last: ActionID?
    while turns.count < Self.turnsAtOnce,
      let turn = actions.nextTurn(in: next, at: at, from: last)
    {
      if case .start = turn.transition { break }
      do {
        try next.apply(.advance(turn.action.id, turn.transition), limits: settings.limits)
      } catch {
        break
      }
      let index = turns.count
      turns.append(entry(of: turn, elapsed))
      turns[index].sequence = sequence + 1 + Int64(index)
      turns[index].stateDigest = next.digest
      actions.rouse(by: turns[index].changes, in: next, at: at)
      if turn.transition == .claim { break }
      last = turn.transition == .shelve || turn.transition == .revive ? turn.action.id : nil
    }
    return turns
  }

  /// The most entries of actions that join the transaction of another step.
  private static let turnsAtOnce = 256

  /// The entry of the transition of an action that has its turn.
  package func entry(of turn: RouteState.ActionTurn, _ elapsed: Int64) -> JournalEntry {
    entry(of: turn.action, turn.transition, elapsed, because: turn.reason)
  }

  /// The entry of a transition of an action.
  package func entry(
    of action: PendingAction, _ transition: PendingAction.Transition, _ elapsed: Int64,
    because reason: String? = nil
  ) -> JournalEntry {
    var entry = newEntry(.telling(transition), elapsed)
    entry.tell(transition, of: action, because: reason)
    return entry
  }

  // MARK: Handlers

  /// The action whose attempt of this number is under way; nil when it no longer is.
  package func actionUnderWay(_ id: ActionID, _ attempt: Int) -> PendingAction? {
    guard let action = state.action(id), action.status == .started, action.attempt == attempt
    else { return nil }
    return action
  }

  /// Takes a handler's result if its attempt is still the one under way: the attempt's number is
  /// its token. A late result is recorded and has no effect.
  mutating func end(
    _ handled: PendingAction, _ attempt: Int, _ result: ActionResult, atOnce: Bool,
    at elapsed: Int64
  ) -> Step? {
    if atOnce { actions.isClaiming = true }
    actions.removeOpener(of: handled.id)
    guard let action = actionUnderWay(handled.id, attempt) else {
      return fence(handled, attempt, result, at: elapsed)
    }
    let moment = now(elapsed)
    if let leaseEnds = action.leaseEnds, leaseEnds < moment {
      push(.fence(handled, attempt: attempt, result))
      let turn = RouteState.ActionTurn(action: action, transition: action.failure(at: moment))
      return step([entry(of: turn, elapsed)])
    }
    switch result {
    case .done: return step([entry(of: action, .finish, elapsed)])
    case .failed(let reason):
      var entry = entry(of: action, action.failure(at: moment), elapsed)
      entry.reason = reason
      return step([entry])
    }
  }

  /// Records the result of a handler whose attempt is no longer under way.
  package mutating func fence(
    _ action: PendingAction, _ attempt: Int, _ result: ActionResult, at elapsed: Int64
  ) -> Step? {
    var entry = newEntry(.late, elapsed)
    entry.requestID = action.request
    entry.action = action.id
    entry.attempt = attempt
    entry.reason = result.told
    return step([entry])
  }

  // MARK: The host's own

  /// Accepts a closure as work for a screen; nil when it cannot be accepted.
  mutating func accept(_ draft: Decision.ActionDraft, at elapsed: Int64) -> Step? {
    guard !hasEnded, state.hasRoom(for: [draft], within: settings.limits),
      state.tree[draft.screen] != nil, state.firstRefused(of: [draft]) == nil
    else { return nil }
    var next = state
    var entries: [JournalEntry] = []
    accept([draft], by: nil, because: nil, in: &next, to: &entries, at: elapsed)
    guard let id = entries.first(where: { $0.kind == .enqueued })?.action else { return nil }
    actions.addClosure(id)
    return step(entries, leadingTo: next)
  }

  /// Appends the entries that accept work, and those of the work that it replaces, to the entries
  /// of a step.
  ///
  /// - Parameters:
  ///   - drafts: the work, in order.
  ///   - request: the request that brings it; nil when the host brings it itself.
  ///   - cause: the entry of the decision that brings it; nil for work of the host's own.
  ///   - next: the state there; then the state that the entries lead to.
  ///   - entries: the entries of the step so far.
  func accept(
    _ drafts: [Decision.ActionDraft], by request: RequestID?, because cause: Int64?,
    in next: inout RouteState, to entries: inout [JournalEntry], at elapsed: Int64
  ) {
    let before = sequence + Int64(entries.count)
    let new = newEntry(.enqueued, elapsed)  // a closure that holds the machine copies all of it
    next.accept(drafts, after: before, by: request, limits: settings.limits) {
      change, action, state in
      let index = entries.count
      entries.append(new)
      entries[index].sequence += Int64(index)
      entries[index].accept(change, of: action, leadingTo: state)
      entries[index].cause = cause
    }
  }

  /// Gives a dead action one more attempt.
  mutating func revive(_ id: ActionID, at elapsed: Int64) -> Step? {
    guard let action = state.action(id), action.status == .dead else { return nil }
    return step([entry(of: action, .revive, elapsed)])
  }

  /// Gives up an action whose handler is not under way.
  mutating func cancelAction(_ id: ActionID, at elapsed: Int64) -> Step? {
    guard let action = state.action(id), action.status != .started else { return nil }
    return step([entry(of: action, .cancel, elapsed)])
  }
}

extension RouteState.ActionTurn {
  /// The reason of the transition, where its entry states one.
  package var reason: String? {
    switch (action.status, transition) {
    case (.started, _): "its handler took longer than its lease"
    case (.waiting, .die) where action.isTooDeadly:
      action.revivedAt == nil
        ? "the process died in its handler twice"
        : "the process died in its handler after its revival"
    case (.waiting, .die): "its attempts are used up"
    default: nil
    }
  }
}

extension ActionResult {
  /// The text for the result in the entry of a late result.
  fileprivate var told: String {
    switch self {
    case .done: "done"
    case .failed(let reason): "failed: \(reason)"
    }
  }

  /// The result from the text in the entry of a late result.
  package init(told: String?) {
    let (told, failure) = ((told ?? "").utf8, Self.failed(reason: "").told.utf8)
    let reason = String(decoding: told.dropFirst(failure.count), as: UTF8.self)
    self = told.starts(with: failure) ? .failed(reason: reason) : .done
  }
}

extension EntryKind {
  /// The kind of the entry of a transition that has an entry of its own.
  static func telling(_ transition: PendingAction.Transition) -> EntryKind {
    guard let kind = EntryKind(transition) else {
      preconditionFailure("\(transition) stands in no entry of its own")
    }
    return kind
  }
}

extension JournalEntry {
  /// Makes this the entry of an action's transition.
  ///
  /// A function of its own, because a variable that is edited where it is made is copied when it is
  /// returned.
  @inline(never)
  mutating func tell(
    _ transition: PendingAction.Transition, of action: PendingAction, because reason: String? = nil
  ) {
    if let reason { self.reason = reason }
    requestID = action.request
    self.action = action.id
    let attempt = action.attempt + (transition == .claim ? 1 : 0)
    if attempt > 0 { self.attempt = attempt }
    changes = [.advance(action.id, transition)]
  }

  /// An entry of the same moment, this many positions later.
  func following(_ kind: EntryKind, by distance: Int) -> JournalEntry {
    JournalEntry(
      sequence: sequence + Int64(distance), session: session, kind: kind, at: at, elapsed: elapsed)
  }

  /// Makes this the entry of one change that accepts work or gives it up for other work.
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
