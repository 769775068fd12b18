extension RouteSession.Notice {
  /// The importance of a notice. The names are those of Apple's `Logger` and swift-log.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// A call of the app's code, or an intermediate step of an action.
    case debug
    /// The usual work of a session.
    case info
    /// An end that the user may notice.
    case notice
    /// A failure.
    case error
  }

  /// The importance of the notice.
  public var level: Level {
    switch self {
    case .arrived(_, let request): request.entryPoint == .hostFact ? .debug : .info
    case .called, .returned: .debug
    case .waits: .info
    case .ended(let end, _, _): end.outcome.level
    case .action(let notice): notice.kind.actionLevel
    case .health(let health): health == .recording ? .notice : .error
    }
  }
}

extension Outcome {
  /// The importance of this outcome of a request.
  var level: RouteSession.Notice.Level {
    switch self {
    case .shown, .alreadyShown, .superseded, .duplicate: .info
    case .denied, .notFound, .expired, .stale: .notice
    case .failed, .impossible, .interrupted, .quarantined: .error
    }
  }
}

extension EntryKind {
  /// The importance of this stage of an action.
  var actionLevel: RouteSession.Notice.Level {
    switch self {
    case .failed, .dead: .error
    case .retried, .late, .expired, .shelved: .notice
    case .done, .cancelled: .info
    default: .debug
    }
  }
}
