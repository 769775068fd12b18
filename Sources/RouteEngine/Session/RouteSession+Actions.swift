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
    while !hasEnded, health.isRecording, let action = nextAction() {
      if tidy(action) { continue }
      guard let code = configuration.handlers[action.name] else { return }
      guard let attempt = claim(action) else { return }
      switch code {
      case .immediate(let handler):
        end(attempt, handler(attempt))
      case .later(let handler):
        Task {
          _ = isolation
          let result = await handler(attempt)
          self.end(attempt, result)
          self.drain()
        }
      }
    }
  }

  /// The oldest action whose moment has come, or that is to be taken off the list.
  private func nextAction() -> PendingAction? {
    guard !state.actionTable.isEmpty else { return nil }
    let now = now(elapsed)
    return state.actions.first { action in
      guard action.status == .waiting else { return false }
      guard let screen = state.tree[action.screen] else { return true }
      if let expires = action.expires, expires < now { return true }
      guard configuration.handlers[action.name] != nil,
        action.principal == nil || action.principal == state.principal
      else { return false }
      return action.moment == .arrival || screen.isReady
    }
  }

  /// Ends an action whose screen is gone or whose time has passed; false when it is fit to run.
  private func tidy(_ action: PendingAction) -> Bool {
    let kind: EntryKind
    if state.tree[action.screen] == nil {
      kind = .cancelled
    } else if let expires = action.expires, expires < now(elapsed) {
      kind = .expired
    } else {
      return false
    }
    var entry = newEntry(kind, of: action)
    entry.changes = [.retire(action.id)]
    commit(entry)
    return true
  }

  /// Claims and starts an action in one transaction: the attempt counts before any code runs.
  private func claim(_ action: PendingAction) -> ActionAttempt? {
    var next = state
    let attempt = action.attempt + 1
    var entries: [JournalEntry] = []
    for status in [PendingAction.Status.claimed, .started] {
      var entry = newEntry(status == .claimed ? .claimed : .started, of: action)
      entry.sequence += Int64(entries.count)
      entry.attempt = attempt
      entry.changes = [.advance(action.id, status, attempt: attempt)]
      do {
        try next.apply(entry.changes, limits: configuration.limits)
      } catch {
        return nil
      }
      entry.stateDigest = next.digest
      entries.append(entry)
    }
    guard commit(entries, Recorder.Companions(), state: next) == .recorded else { return nil }
    return ActionAttempt(
      action: action, attempt: attempt, parameters: revealed(action.parameters),
      idempotencyKey: "\(sessionRow.device)/\(action.id)",
      possiblyExecuted: action.possiblyExecuted)
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
