import RouteStore

extension RouteSession {
  /// Where a session's journal lies.
  public enum Location: Hashable, Sendable {
    /// A file, made when it is missing; its folder must exist.
    case file(String)
    /// Memory, gone with the session.
    case memory

    /// Whether it lies where iOS and its kin keep the folders of app groups.
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
