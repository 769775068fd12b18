/// A place where recorded and replayed differ, with what is needed to act on it.
public struct Divergence: Hashable, Sendable {
  /// What differs.
  public enum Class: String, Hashable, Sendable, CaseIterable {
    /// The outcome, or what the request waits for.
    case outcome
    /// The route taken, or its version.
    case route
    /// The scene that the request concerned.
    case scene
    /// The changes of the state.
    case changes
    /// The actions enqueued.
    case action
    /// Host code would be asked something that it was not asked then.
    case answerMissing
    /// An answer was recorded that nobody asks for any more.
    case answerUnused
    /// The journal does not hold what was asked for, so that nothing can be decided again.
    case request
  }

  /// The entry.
  public let sequence: Int64
  /// The request.
  public let request: RequestID
  /// What was asked for, in one line.
  public let target: String
  /// What differs.
  public let kind: Class
  /// What the journal says.
  public let recorded: String
  /// What came out now.
  public let replayed: String
  /// The route recorded, for summaries.
  public let route: String?
  /// The route taken now, for summaries.
  public let replayedRoute: String?
}
