extension RouteSession {
  /// How the session began: what it restored, what became of its launch link, and what its table
  /// and host hardly mean.
  public struct LaunchResult {
    /// Whose beginning it is.
    let session: RouteSession

    /// How much of the last session's place is back, and why not all of it; nil when this session
    /// restored none: on a new journal, with the table's own tree, in memory.
    public var restoration: Restoration? { session.machine.restoration }

    /// The opening of the link that the app was launched with
    /// (``RouteSession/Configuration/launchLink``); nil when it was launched with none,
    /// and as long as the journal is locked.
    public var opening: Opening? { session.callers.launched }
  }

  /// How the session began.
  public var launch: LaunchResult { LaunchResult(session: self) }
}

@available(*, unavailable)
extension RouteSession.LaunchResult: Sendable {}
