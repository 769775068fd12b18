import RouteStore

/// Calls the handlers of actions, and takes their results.
extension RouteSession {
  /// Calls the handler of an action whose attempt is in the journal.
  func perform(_ action: PendingAction, isolation: isolated any Actor = #isolation) {
    if action.moment == .result, let opener = takeOpener(of: action.id) {
      guard state.isMeant(action) else {
        // Its user signed out when the host was told of its start: a later session performs it.
        opener.resume(returning: nil)
        receive(.unawaited(action.id))
        return receive(.performing)
      }
      opener.resume(returning: action.isGiven ? revealed(action.parameters) : nil)
      return receive(.performed(action, attempt: action.attempt, .done, atOnce: true))
    }
    guard let code = action.isClosure ? closures[action.id] : configuration.handlers[action.name]
    else {
      precondition(action.moment == .result, "action \(action.id) has its turn and no handler")
      // Its opener was told of a sign-out since the start: a later session performs the action.
      return receive(.performing)
    }
    let attempt = ActionAttempt(
      action: action, attempt: action.attempt, parameters: revealed(action.parameters),
      idempotencyKey: "\(machine.sessionRow.device)/\(action.id)",
      possiblyExecuted: action.possiblyExecuted)
    switch code {
    case .immediate(let handler):
      let call = tellCall(of: action)
      // The host may have ended the session in its notice: the next session calls the handler.
      if machine.hasEnded { return tellReturn(of: call) }
      let result = handler(attempt).hiding(attempt)
      tellReturn(of: call)
      receive(.performed(action, attempt: attempt.attempt, result, atOnce: true))
    case .later(let handler):
      Task {
        _ = isolation
        guard self.isToCall(action) else { return }
        let call = self.tellCall(of: action)
        if call != nil { self.drain() }  // for inputs that the host made in its notice
        guard self.isToCall(action) else { return self.tellReturn(of: call) }
        let result = await handler(attempt).hiding(attempt)
        self.tellReturn(of: call)
        self.feed(.performed(action, attempt: attempt.attempt, result, atOnce: false))
      }
      receive(.performing)
    }
  }

  /// Whether the handler of an attempt still has to be called. The lease or the session can end
  /// before, and then the next session calls it.
  private func isToCall(_ action: PendingAction) -> Bool {
    !machine.hasEnded && machine.actionUnderWay(action.id, action.attempt) != nil
  }
}

extension RouteSession {
  /// Accepts a closure as work for a screen; its code is stored before others are told of it.
  ///
  /// - Returns: the action's id; nil when it cannot be accepted.
  func accept(
    _ draft: Decision.ActionDraft, _ code: ActionCode, at elapsed: Int64,
    isolation: isolated any Actor = #isolation
  ) -> ActionID? {
    guard let step = step(of: .brought(draft), at: elapsed),
      let id = step.entries.first(where: { $0.kind == .enqueued })?.action
    else { return nil }
    keep(code, of: id)
    write(step)
    tellEffects()
    drain()
    return id
  }
}

extension ActionResult {
  /// The result without the private values that were given to its attempt.
  fileprivate func hiding(_ attempt: ActionAttempt) -> ActionResult {
    guard case .failed(let reason) = self else { return self }
    return .failed(
      reason: PrivateValues.hide(in: reason, given: attempt.parameters, attempt.action.parameters))
  }
}
