package import RouteStore

/// Everything that can come in: a closed list. Times come beside it, private values are tokens.
package enum Input {
  /// A request was opened; with how it ends when it is refused without a decision.
  case opened(PendingRequest, refusing: PendingRequest.Refusal?)
  /// The journal was searched for a request's source id.
  case seen(Ticket, SourceFacts)
  /// Host code answered what it was asked about a request; at once, or after a while.
  case answered(Ticket, prompt: Int, Answer, atOnce: Bool)
  /// Host code waits for a condition in the middle of its answer.
  case paused(Ticket, prompt: Int, condition: String)
  /// The caller that opened a request took it back.
  case cancelled(Ticket, reason: String)
  /// A condition holds, and somebody may have signed in with it.
  case signalled(String, principal: String?)
  /// A condition no longer holds.
  case unsignalled(String)
  /// Somebody signed in.
  case signedIn(String)
  /// No user is signed in any more.
  case signedOut
  /// A condition will not come to hold.
  case gaveUp(String, reason: String)
  /// A screen can take actions; nil means the innermost visible one.
  case ready(ScreenID?)
  /// A screen can take actions no longer.
  case unready(ScreenID)
  /// Requests are kept back from now on.
  case suspended
  /// Requests are kept back no longer.
  case resumed(ResumePolicy)
  /// Requests are kept back no longer, and the host said where each goes: nil drops it, and a
  /// target that is the request's own leaves it.
  case transformed([(RequestID, RouteRequest.Target?)])
  /// Requests are kept back no longer, and the host handles those itself that were kept back.
  case handedOver
  /// The host began a transition.
  case transitionBegan
  /// The host ended a transition.
  case transitionEnded
  /// The host went to the background; what is not seen is over.
  case background
  /// The host came to the foreground.
  case foreground
  /// The place that was restored is trusted.
  case stable
  /// The host is about to end: what is queued is recorded first.
  case ending
  /// The host ended.
  case ended
  /// The host brought work of its own, a closure.
  case brought(Decision.ActionDraft)
  /// An opener waits for the result that an action takes.
  case awaited(ActionID)
  /// The opener waits no more.
  case unawaited(ActionID)
  /// An action's handler was called and takes its time.
  case performing
  /// An action's handler returned; at once, or after a while.
  case performed(PendingAction, attempt: Int, ActionResult, atOnce: Bool)
  /// A dead action may be tried again.
  case revived(ActionID)
  /// An action is given up.
  case gaveUpAction(ActionID)
  /// Another route table is in force.
  case adopted(RouteTable)
  /// Requests that are queued have to be in the journal.
  case queuedIsRecorded
  /// A journal can be read that could not be when the session was made: with the state that it
  /// leads to, the session's row, and whether steps are recorded. The session begins next.
  indirect case unlocked(RouteState, SessionRow, after: Int64, isRecording: Bool)
  /// The session begins.
  case launched(Launch)
  /// Storage works again. The step with which the journal is taken up is proposed at once, see
  /// ``Machine/takeReturn()``.
  case storageReturned(StorageReturn)
  /// While storage fails, the journal's newest entry is that one: another file may have taken the
  /// place of the one that was there.
  case positioned(Int64)
  /// Private values have other tokens, and the state that has them: their keys could not be read
  /// when they came in.
  indirect case renamed(TokenRenaming, RouteState)
  /// Time has passed: requests may have expired.
  case timePassed
  /// The session that was cut off goes on as itself.
  case continued
  /// Work on the journal begins, whose host does not run.
  case beganMaintenance(Beginning)
  /// History was chosen to be forgotten, through an entry.
  case pruned(PruningPoint)
  /// Private values were chosen to be taken away.
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
