extension RouteSession.Notice {
  /// How much a notice matters. The words are those that Apple's `Logger` and swift-log have.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// A call of the app's code, or a step on the way of an action.
    case debug
    /// The usual work of a session.
    case info
    /// An end that the app's user may notice.
    case notice
    /// A failure.
    case error
  }

  /// How much it matters.
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
  /// How much it matters that a request ended so.
  var level: RouteSession.Notice.Level {
    switch self {
    case .shown, .alreadyShown, .superseded, .duplicate: .info
    case .denied, .notFound, .expired, .stale: .notice
    case .failed, .impossible, .interrupted, .quarantined: .error
    }
  }
}

extension EntryKind {
  /// How much it matters that an action came so far.
  var actionLevel: RouteSession.Notice.Level {
    switch self {
    case .failed, .dead: .error
    case .retried, .late, .expired, .shelved: .notice
    case .done, .cancelled: .info
    default: .debug
    }
  }
}
