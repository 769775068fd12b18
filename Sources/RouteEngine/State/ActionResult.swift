/// How an attempt at a pending action ended.
public enum ActionResult: Hashable, Sendable {
  /// The work is done.
  case done
  /// The work failed: it is tried again as its terms say, otherwise it is over.
  case failed(reason: String)
}
