import RouteEngine

/// The rules for entries about actions.
extension EntryAudit {
  func actionProblem(_ entry: JournalEntry, _ before: RouteState) -> String? {
    guard let id = entry.action else { return nil }
    let was = before.action(id)
    let now = state.action(id)
    switch entry.kind {
    case .enqueued:
      // Actions accepted while nothing could be written may be gone again.
      return now == nil ? "action \(id) is accepted and not there" : nil
    case .late: return nil
    default: break
    }
    guard let was else { return "action \(id) is over, or was never there" }
    switch entry.kind {
    case .claimed:
      if was.crashes >= (was.revivedAt == nil ? PendingAction.deadlyCrashes : 1) {
        return "action \(id) is taken, and the process died in it \(was.crashes) times"
      }
      return attemptProblem(of: was) ?? laneProblem(of: was) ?? overtakingProblem(of: was, before)
        ?? fitProblem(of: was, before, at: entry.at)
    case .started:
      if now?.possiblyExecuted != true { return "action \(id) may run, and nobody notes that" }
      if let lease = was.terms.leaseMicroseconds,
        now?.leaseEnds != entry.at.advanced(byMicroseconds: lease)
      {
        return "action \(id) is started under another lease"
      }
      return laneProblem(of: was) ?? fitProblem(of: was, before, at: entry.at)
    case .done:
      if let end = was.leaseEnds, end < entry.at, !isOfOutage(entry) {
        return "action \(id) is done after its lease"
      }
      if was.attempt != entry.attempt { return "action \(id) is done by another attempt" }
      return calls.results[ActionCalls.Call(id, attempt: was.attempt)] == .done
        ? nil : "action \(id) is done, and no handler has said so"
    case .expired:
      guard let moment = was.expires, moment < entry.at else {
        return "action \(id) expires before its time"
      }
      return nil
    case .retried, .failed, .dead: return failureProblem(entry, was, now)
    default: return nil
    }
  }

  /// Whether an entry can report the events of an outage.
  private func isOfOutage(_ entry: JournalEntry) -> Bool {
    outageEnd.map { $0 == (entry.session, entry.elapsed) } ?? false
  }

  private func failureProblem(
    _ entry: JournalEntry, _ was: PendingAction, _ now: PendingAction?
  ) -> String? {
    let isLeaseOver = was.leaseEnds.map { $0 < entry.at } ?? false
    if entry.reason == "its handler took longer than its lease" {
      if !isLeaseOver { return "action \(was.id) fails by its lease, which is not over" }
    } else if was.status == .started, !isLeaseOver {
      guard case .failed? = calls.results[ActionCalls.Call(was.id, attempt: was.attempt)] else {
        return "action \(was.id) fails, and no handler has said so"
      }
    }
    guard entry.kind == .retried else { return nil }
    if was.status == .claimed {
      return now?.attempt == was.attempt - 1
        ? nil : "action \(was.id) is given back, and its attempt counts"
    }
    guard let retry = was.terms.retry, let next = now?.notBefore else { return nil }
    return next == entry.at.advanced(byMicroseconds: retry.delay(after: was.attempt))
      ? nil : "action \(was.id) is tried again at another moment"
  }

  /// Checks that an action has at most as many attempts as its terms say, and one more when it was
  /// revived.
  private func attemptProblem(of was: PendingAction) -> String? {
    guard let most = was.terms.retry?.attempts, was.possiblyExecuted else { return nil }
    let allowed = max(most, (was.revivedAt ?? -1) + 1)
    return was.attempt < allowed
      ? nil : "action \(was.id) has \(allowed) attempts, and another is taken"
  }

  /// Checks that a lane has one action at a time in progress.
  private func laneProblem(of action: PendingAction) -> String? {
    guard let lane = action.terms.lane else { return nil }
    let taken = state.actions.filter {
      $0.terms.lane == lane && ($0.status == .claimed || $0.status == .started)
    }
    return taken.count > 1 ? "actions \(taken.map(\.id)) share lane \(lane)" : nil
  }

  /// Checks that an action waits for earlier actions of its lane for the same person.
  private func overtakingProblem(of action: PendingAction, _ before: RouteState) -> String? {
    guard let lane = action.terms.lane else { return nil }
    let first = before.actions.first {
      $0.id.rawValue < action.id.rawValue && $0.terms.lane == lane && $0.status == .waiting
        && ($0.principal == nil || $0.principal == before.principal)
    }
    return first.map { "action \(action.id) overtakes action \($0.id) in lane \(lane)" }
  }

  private func fitProblem(
    of action: PendingAction, _ before: RouteState, at now: RouteInstant
  ) -> String? {
    switch (action.moment, before.tree[action.screen]) {
    case (.arrival, nil), (.ready, nil):
      return "action \(action.id) is taken, and its screen is gone"
    case (.ready, let screen?) where !screen.isReady:
      return "action \(action.id) is taken before its screen is ready"
    case (.result, _?) where !action.isGiven:
      return "action \(action.id) is taken before its screen has given a result"
    default: break
    }
    if let condition = action.terms.condition, !before.conditions.contains(condition) {
      return "action \(action.id) is taken without \(condition)"
    }
    if let principal = action.principal, principal != before.principal {
      return "action \(action.id) of \(principal) is taken for somebody else"
    }
    if let moment = action.notBefore, now < moment {
      return "action \(action.id) is taken before its time"
    }
    if let moment = action.expires, moment < now {
      return "action \(action.id) is taken after its time"
    }
    return nil
  }

  /// Whether a waiting action that the host handles can be claimed now. An action in which a
  /// process died may have to wait for others.
  func mayBeTaken(_ action: PendingAction, at now: RouteInstant) -> Bool {
    guard action.status == .waiting, action.crashes == 0,
      fitProblem(of: action, state, at: now) == nil, attemptProblem(of: action) == nil,
      overtakingProblem(of: action, state) == nil
    else { return false }
    if action.moment != .result, state.tree[action.screen]?.ownership.isUnknown ?? true {
      return false
    }
    guard let lane = action.terms.lane else { return true }
    return !state.actions.contains {
      $0.terms.lane == lane && ($0.status == .claimed || $0.status == .started)
    }
  }

  /// Checks that waiting requests and pending actions exist after a launch, unless an entry ended
  /// them.
  func launchProblem(_ entry: JournalEntry, _ before: RouteState) -> String? {
    if let found = placeProblem(entry, before) { return found }
    guard before.waiting.map(\.id) == state.waiting.map(\.id) else {
      return "a launch loses requests: \(before.waiting.map(\.id)), \(state.waiting.map(\.id))"
    }
    guard before.actions.map(\.id) == state.actions.map(\.id) else {
      return "a launch loses actions"
    }
    guard before.principal == state.principal, before.conditions == state.conditions,
      before.isSuspended == state.isSuspended
    else { return "a launch forgets what the host said" }
    if hadEnd, state.waiting.contains(where: { $0.status == .received }) {
      return "a request is under way still after a session that ended"
    }
    for (was, now) in zip(before.actions, state.actions) {
      if now.status == .started || now.status == .claimed {
        return "action \(now.id) is under way after a launch"
      }
      let mayBlame = was.status == .started && !hadEnd
      let crashes = min(was.crashes + (mayBlame ? 1 : 0), PendingAction.deadlyCrashes)
      if now.crashes != crashes {
        return "the process died in action \(now.id) \(crashes) times, not \(now.crashes)"
      }
    }
    if state.tree.screens.contains(where: \.isReady) {
      return "a screen is ready after a launch"
    }
    return nil
  }

  /// Checks that the screens are those of the last session, not ready, unless the entry gives
  /// another result.
  private func placeProblem(_ entry: JournalEntry, _ before: RouteState) -> String? {
    guard let said = entry.restoration else { return "a launch does not say what is back" }
    // A single death in a row counts as chance.
    if said.uncleanEnds <= 1, said.left == nil, said.formerTable == nil, said.extent != .whole,
      before.tree.visibleLeaf() != nil
    {
      return "a launch brings back \(said.extent) after \(said.uncleanEnds) deaths"
    }
    let isWhole = said.extent == .whole && said.left == nil && said.gone == 0
    guard isWhole, said.formerTable == nil else { return nil }
    var expected = before
    do throws(ChangeError) {
      try expected.apply([.tree(.unready)], limits: .format)
    } catch {
      return "the screens before a launch do not hold together: \(error)"
    }
    return state.tree == expected.tree && state.counter == before.counter
      ? nil : "a launch brings other screens back than there were, and says all of them"
  }
}
