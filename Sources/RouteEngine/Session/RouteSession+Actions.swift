import RouteStore

/// How handlers of actions are called, and how their results come back.
extension RouteSession {
  /// Calls the handler of an action whose attempt is in the journal.
  func perform(_ action: PendingAction, isolation: isolated any Actor = #isolation) {
    if action.moment == .result, let opener = takeOpener(of: action.id) {
      opener.resume(returning: action.isGiven ? revealed(action.parameters) : nil)
      return receive(.performed(action, attempt: action.attempt, .done, atOnce: true))
    }
    guard let code = action.isClosure ? closures[action.id] : configuration.handlers[action.name]
    else {
      // Its opener heard of the session's end in between: a later session performs it.
      precondition(
        action.moment == .result && machine.hasEnded,
        "action \(action.id) has its turn and no handler")
      return
    }
    let attempt = ActionAttempt(
      action: action, attempt: action.attempt, parameters: revealed(action.parameters),
      idempotencyKey: "\(machine.sessionRow.device)/\(action.id)",
      possiblyExecuted: action.possiblyExecuted)
    switch code {
    case .immediate(let handler):
      let call = tellCall(of: action)
      let result = handler(attempt).hiding(attempt)
      tellReturn(of: call)
      receive(.performed(action, attempt: attempt.attempt, result, atOnce: true))
    case .later(let handler):
      Task {
        _ = isolation
        // Its lease can end before the task begins.
        guard self.machine.actionUnderWay(action.id, action.attempt) != nil else { return }
        let call = self.tellCall(of: action)
        if call != nil { self.drain() }  // what the host did when it was told
        let result = await handler(attempt).hiding(attempt)
        self.tellReturn(of: call)
        self.feed(.performed(action, attempt: attempt.attempt, result, atOnce: false))
      }
      receive(.performing)
    }
  }
}

extension ActionResult {
  /// The result without the private values that its attempt was given.
  fileprivate func hiding(_ attempt: ActionAttempt) -> ActionResult {
    guard case .failed(let reason) = self else { return self }
    return .failed(
      reason: PrivateValues.hide(in: reason, given: attempt.parameters, attempt.action.parameters))
  }
}
