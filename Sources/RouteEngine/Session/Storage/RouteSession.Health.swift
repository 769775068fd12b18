public import RouteStore

extension RouteSession {
  /// Whether entries are written to the journal.
  public enum Health: Hashable, Sendable, CustomStringConvertible {
    /// Every entry is written before its effect is seen.
    case recording
    /// Every entry is written before its effect is seen, in a new file. The former file was damaged
    /// or not a journal, and was set aside with everything in it, or another process has deleted
    /// it.
    case recordingAnew(SetAside)
    /// Navigation continues in memory only; outcomes are marked unrecorded and no action runs. The
    /// host decides by the error: `owned` while another session writes the journal, `diskFull`,
    /// `readOnly` and `moved` when the user can do something about it, `newerFormat` and
    /// `newerEntry` after a downgrade, `notAJournal` when a database of another program is in the
    /// way, `damaged` until the file is set aside, `cannotOpen` also when the file cannot be
    /// renamed for that, `overtaken` when only a new launch can continue. If the error may pass,
    /// such as `diskFull`, storage is tried again with the host's next inputs: after a second, and
    /// then at growing intervals, up to once a minute. ``RouteSession/background(isolation:)`` and
    /// ``RouteSession/end(isolation:)`` try it at once. With `locked` the session begins when the
    /// journal can be read: until then it has no screens and keeps the calls that arrive. A session
    /// that has to begin earlier continues in memory, see <doc:restoring>.
    case degraded(StoreError, since: RouteInstant)

    /// Whether entries are written.
    public var isRecording: Bool {
      switch self {
      case .recording, .recordingAnew: true
      case .degraded: false
      }
    }

    /// Why entries are not written; nil while they are.
    public var problem: StoreError? {
      if case .degraded(let problem, _) = self { problem } else { nil }
    }

    /// One line for a person.
    public var description: String {
      switch self {
      case .recording: "recording"
      case .recordingAnew(let setAside): "recording in a new journal: \(setAside)"
      case .degraded(let problem, _): "not recording: \(problem)"
      }
    }
  }

  /// A journal that was damaged and set aside, or that was deleted during the session.
  public struct SetAside: Hashable, Sendable, CustomStringConvertible {
    /// The present path of the file, with its log beside it; nil when the file is gone.
    public let path: String?
    /// The problem of the file.
    public let problem: StoreError
    /// The sequence from which the session continued: up to it, the file could be read as a launch
    /// reads it, or the session knew the content itself. 0 when nothing could be saved.
    public let salvaged: Int64
    /// Whether nothing of it was read, because it could not be or because launches had died over
    /// it.
    public let isUnread: Bool

    /// One line for a person.
    public var description: String {
      let nothing = isUnread ? "nothing of it was read" : "nothing could be saved"
      let saved = salvaged > 0 ? "continued from its entry \(salvaged)" : nothing
      guard let path else { return "the old one is gone; \(saved)" }
      let isJournal = if case .notAJournal = problem { false } else { true }
      let found = isJournal ? "the old one is damaged" : "the file that was there is no journal"
      return "\(found) (\(problem.cause)) and is now '\(path)'; \(saved)"
    }
  }
}
