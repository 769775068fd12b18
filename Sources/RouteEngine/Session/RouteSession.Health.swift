public import RouteStore

extension RouteSession {
  /// Whether the journal takes what happens.
  public enum Health: Hashable, Sendable, CustomStringConvertible {
    /// Every entry is written before its effect is seen.
    case recording
    /// Navigation goes on in memory alone; outcomes are marked unrecorded and no action runs.
    /// The error is what a host decides by: `owned` while another session writes the journal,
    /// `diskFull`, `readOnly` and `moved` when the user can do something about it, `newerFormat`
    /// and `newerEntry` after a downgrade, `damaged` and `notAJournal` when the file is to be set
    /// aside.
    case degraded(StoreError, since: Instant)

    /// Whether entries are written.
    public var isRecording: Bool {
      if case .recording = self { true } else { false }
    }

    /// Why entries are not written; nil while they are.
    public var problem: StoreError? {
      if case .degraded(let problem, _) = self { problem } else { nil }
    }

    /// One line for a person.
    public var description: String {
      switch self {
      case .recording: "recording"
      case .degraded(let problem, _): "not recording: \(problem)"
      }
    }
  }
}
