import RouteStore

extension RouteSession {
  /// The location of a session's journal.
  public enum Location: Hashable, Sendable {
    /// A file, created when it is missing; its folder must exist.
    case file(String)
    /// Memory; the journal is lost with the session.
    case memory

    /// Whether it is in the place where iOS and related systems keep the folders of app groups.
    var isOfAppGroup: Bool {
      switch self {
      case .file(let path): path.contains("/Containers/Shared/AppGroup/")
      case .memory: false
      }
    }

    var journal: Journal.Location {
      switch self {
      case .file(let path): .file(path)
      case .memory: .memory
      }
    }
  }
}
