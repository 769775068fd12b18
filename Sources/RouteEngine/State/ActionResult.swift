/// How an attempt at a pending action ended.
public enum ActionResult: Hashable, Sendable {
  /// The work is done.
  case done
  /// The work failed: it is tried again as its terms say, otherwise it is over.
  case failed(reason: String)

  /// The result with a reason that the journal takes.
  var bounded: ActionResult {
    if case .failed(let reason) = self { .failed(reason: reason.boundedReason) } else { self }
  }
}
