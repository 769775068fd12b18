extension RouteSession {
  /// The start of the session: what it restored, the outcome of its launch link, and the likely
  /// mistakes in its table and host.
  public struct LaunchResult {
    /// The session that began.
    let session: RouteSession

    /// How much of the last session's place is restored, and why not all of it. Nil on a new
    /// journal, on one that cannot be read, and where the session begins clean or continues the
    /// last session itself (``RouteSession/Configuration/Beginning``).
    public var restoration: Restoration? { session.machine.restoration }

    /// The opening of the link that the app was launched with
    /// (``RouteSession/Configuration/launchLink``); nil when it was launched without a link, and
    /// while the journal is locked.
    public var opening: Opening? { session.callers.launched }
  }

  /// The start of the session.
  public var launch: LaunchResult { LaunchResult(session: self) }
}

@available(*, unavailable)
extension RouteSession.LaunchResult: Sendable {}
