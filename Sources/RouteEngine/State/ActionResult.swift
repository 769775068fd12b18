/// How an attempt at a pending action ended.
public enum ActionResult: Hashable, Sendable {
  /// The work is done.
  case done
  /// The work failed: it is retried as its terms allow, otherwise it is over.
  case failed(reason: String)

  /// The result with its reason cut to the journal's bound.
  var bounded: ActionResult {
    if case .failed(let reason) = self { .failed(reason: reason.boundedReason) } else { self }
  }
}
