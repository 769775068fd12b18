import RouteEngine

/// What must never be in the entries that speak of actions.
extension EntryAudit {
  func actionProblem(_ entry: JournalEntry, _ before: RouteState) -> String? {
    guard let id = entry.action else { return nil }
    let was = before.action(id)
    let now = state.action(id)
    switch entry.kind {
    case .enqueued:
      // What was accepted for while nothing could be written may be gone again.
      return now == nil ? "action \(id) is accepted and not there" : nil
    case .late: return nil
    default: break
    }
    guard let was else { return "action \(id) is over, or was never there" }
    switch entry.kind {
    case .claimed:
      if was.crashes >= PendingAction.deadlyCrashes {
        return "action \(id) is taken, and the process died in it \(was.crashes) times"
      }
      return attemptProblem(of: was) ?? laneProblem(of: was) ?? overtakingProblem(of: was, before)
        ?? fitProblem(of: was, before, entry)
    case .started:
      if now?.possiblyExecuted != true { return "action \(id) may run, and nobody notes that" }
      if let lease = was.terms.leaseMicroseconds,
        now?.leaseEnds != entry.at.advanced(byMicroseconds: lease)
      {
        return "action \(id) is started under another lease"
      }
      return laneProblem(of: was) ?? fitProblem(of: was, before, entry)
    case .done:
      if let end = was.leaseEnds, end < entry.at, !isOfOutage(entry) {
        return "action \(id) is done after its lease"
      }
      return was.attempt == entry.attempt ? nil : "action \(id) is done by another attempt"
    case .expired:
      guard let moment = was.expires, moment < entry.at else {
        return "action \(id) expires before its time"
      }
      return nil
    case .retried, .failed, .dead: return failureProblem(entry, was, now)
    default: return nil
    }
  }

  /// Whether an entry can tell what happened in an outage.
  private func isOfOutage(_ entry: JournalEntry) -> Bool {
    outageEnd.map { $0 == (entry.session, entry.elapsed) } ?? false
  }

  private func failureProblem(
    _ entry: JournalEntry, _ was: PendingAction, _ now: PendingAction?
  ) -> String? {
    if entry.reason == "its handler took longer than its lease" {
      guard let end = was.leaseEnds, end < entry.at else {
        return "action \(was.id) fails by its lease, which is not over"
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

  /// An action has as many attempts as its terms say, and one more when it was revived.
  private func attemptProblem(of was: PendingAction) -> String? {
    guard let most = was.terms.retry?.attempts, was.possiblyExecuted else { return nil }
    let allowed = max(most, (was.revivedAt ?? -1) + 1)
    return was.attempt < allowed
      ? nil : "action \(was.id) has \(allowed) attempts, and another is taken"
  }

  /// One action of a lane is taken at a time.
  private func laneProblem(of action: PendingAction) -> String? {
    guard let lane = action.terms.lane else { return nil }
    let taken = state.actions.filter {
      $0.terms.lane == lane && ($0.status == .claimed || $0.status == .started)
    }
    return taken.count > 1 ? "actions \(taken.map(\.id)) share lane \(lane)" : nil
  }

  /// An action waits behind those of its lane that were accepted before it and are for the same
  /// person.
  private func overtakingProblem(of action: PendingAction, _ before: RouteState) -> String? {
    guard let lane = action.terms.lane else { return nil }
    let first = before.actions.first {
      $0.id.rawValue < action.id.rawValue && $0.terms.lane == lane && $0.status == .waiting
        && ($0.principal == nil || $0.principal == before.principal)
    }
    return first.map { "action \(action.id) overtakes action \($0.id) in lane \(lane)" }
  }

  private func fitProblem(
    of action: PendingAction, _ before: RouteState, _ entry: JournalEntry
  ) -> String? {
    guard let screen = before.tree[action.screen] else {
      return "action \(action.id) is taken, and its screen is gone"
    }
    if action.moment == .ready, !screen.isReady {
      return "action \(action.id) is taken before its screen is ready"
    }
    if let condition = action.terms.condition, !before.conditions.contains(condition) {
      return "action \(action.id) is taken without \(condition)"
    }
    if let principal = action.principal, principal != before.principal {
      return "action \(action.id) of \(principal) is taken for somebody else"
    }
    if let moment = action.notBefore, entry.at < moment {
      return "action \(action.id) is taken before its time"
    }
    if let moment = action.expires, moment < entry.at {
      return "action \(action.id) is taken after its time"
    }
    return nil
  }

  /// What waits and what is pending is there after a launch, or an entry of its own ended it.
  func launchProblem(_ before: RouteState) -> String? {
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
    if state.tree.screens.elements.contains(where: \.isReady) {
      return "a screen is ready after a launch"
    }
    return nil
  }
}
