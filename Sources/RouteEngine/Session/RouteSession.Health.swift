extension RouteSession {
  /// Whether the journal takes what happens.
  public enum Health: Hashable, Sendable, CustomStringConvertible {
    /// Every entry is written before its effect is seen.
    case recording
    /// Navigation goes on in memory alone; outcomes are marked unrecorded and no action runs.
    case degraded(reason: String, since: Instant)

    /// Whether entries are written.
    public var isRecording: Bool { self == .recording }

    /// One line for a person.
    public var description: String {
      switch self {
      case .recording: "recording"
      case .degraded(let reason, _): "not recording: \(reason)"
      }
    }
  }
}
