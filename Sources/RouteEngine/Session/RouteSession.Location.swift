import RouteStore

extension RouteSession {
  /// Where a session's journal lies.
  public enum Location: Hashable, Sendable {
    /// A file, made when it is missing; its folder must exist.
    case file(String)
    /// Memory, gone with the session.
    case memory

    var journal: Journal.Location {
      switch self {
      case .file(let path): .file(path)
      case .memory: .memory
      }
    }
  }
}
