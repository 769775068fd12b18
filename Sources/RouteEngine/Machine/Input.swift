package import RouteStore

/// All inputs of the machine: a closed list. Times are passed beside an input, and private values
/// are tokens.
package enum Input {
  /// A request was opened, with its end if it is refused without a decision.
  case opened(PendingRequest, refusing: PendingRequest.Refusal?)
  /// The journal was searched for a request's source id.
  case seen(Ticket, SourceFacts)
  /// Host code answered a question about a request, at once or later.
  case answered(Ticket, prompt: Int, Answer, atOnce: Bool)
  /// Host code waits for a condition in the middle of its answer.
  case paused(Ticket, prompt: Int, condition: String)
  /// The caller of a request cancelled it.
  case cancelled(Ticket, reason: String)
  /// A condition holds, and a user may have signed in with it.
  case signalled(String, principal: String?)
  /// A condition no longer holds.
  case unsignalled(String)
  /// A user signed in.
  case signedIn(String)
  /// No user is signed in any more.
  case signedOut
  /// A condition will not come to hold.
  case gaveUp(String, reason: String)
  /// A screen can take actions; nil means the innermost visible one.
  case ready(ScreenID?)
  /// A screen can no longer take actions.
  case unready(ScreenID)
  /// Requests are kept back from now on.
  case suspended
  /// Requests are no longer kept back.
  case resumed(ResumePolicy)
  /// Requests are no longer kept back, and the host said where each goes: nil drops it, and an
  /// unchanged target leaves it as it is.
  case transformed([(RequestID, RouteRequest.Target?)])
  /// Requests are no longer kept back; the host handles the kept ones.
  case handedOver
  /// The host began a transition.
  case transitionBegan
  /// The host ended a transition.
  case transitionEnded
  /// The host went to the background: transitions that are not seen have ended.
  case background
  /// The host came to the foreground.
  case foreground
  /// The place that was restored is trusted.
  case stable
  /// The host is about to end: queued requests are recorded first.
  case ending
  /// The host ended.
  case ended
  /// The host brought work of its own, a closure.
  case brought(Decision.ActionDraft)
  /// An opener waits for the result that an action takes.
  case awaited(ActionID)
  /// The opener no longer waits.
  case unawaited(ActionID)
  /// An action's handler was called and has not returned yet.
  case performing
  /// An action's handler returned, at once or later.
  case performed(PendingAction, attempt: Int, ActionResult, atOnce: Bool)
  /// A dead action may be tried again.
  case revived(ActionID)
  /// An action is given up by the host.
  case gaveUpAction(ActionID)
  /// Another route table is in force.
  case adopted(RouteTable)
  /// Requests that are queued have to be in the journal.
  case queuedIsRecorded
  /// A journal can be read that was locked when the session was made. The input has the state that
  /// it leads to, the session's row, and whether steps are recorded. The session begins next.
  indirect case unlocked(RouteState, SessionRow, after: Int64, isRecording: Bool)
  /// The session begins.
  case launched(Launch)
  /// Storage works again. The step that reacquires the journal is proposed at once, see
  /// ``Machine/takeReturn()``.
  case storageReturned(StorageReturn)
  /// The newest entry of the journal while storage fails: another file may have replaced the former
  /// one.
  case positioned(Int64)
  /// Private values have other tokens, because their keys could not be read when the values came
  /// in. The state has the new tokens.
  indirect case renamed(TokenRenaming, RouteState)
  /// Time has passed: requests may have expired.
  case timePassed
  /// The session that was cut off continues under its own number.
  case continued
  /// Maintenance of the journal begins; the host does not run.
  case beganMaintenance(Beginning)
  /// History was chosen to be pruned, through an entry.
  case pruned(PruningPoint)
  /// Private values were chosen to be removed.
  case redacted(RedactionPlan)
}

/// The journal's record of a source's id.
package enum SourceFacts {
  /// It was never seen.
  case unknown
  /// Whether it was seen cannot be read.
  case unreadable
  /// It was seen with a request.
  case seen(SeenRow)
}
