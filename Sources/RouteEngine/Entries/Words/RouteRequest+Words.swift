package import RouteStore

extension RouteRequest.Target {
  /// One line for a person, in an entry of it. A fact with a reason was not so: its screen was not
  /// visible, and is not named.
  package func words(in row: EntryRow) -> String {
    words(from: row.reason == nil ? row.screenBefore : nil)
  }

  /// One line for a person: what is wanted, or what the user already did. `screen` is the kind of
  /// the screen that was visible before.
  package func words(from screen: String? = nil) -> String {
    let shown = screen.map { " \($0)" } ?? ""
    switch self {
    case .fact(.popped(nil)): return screen == nil ? "back" : "back from\(shown)"
    case .fact(.popped(let id?)): return "popped\(shown.isEmpty ? " screen \(id)" : shown)"
    case .fact(.poppedTo(let id)): return "popped to screen \(id)"
    case .fact(.dismissed(nil)): return "dismissed\(shown)"
    case .fact(.dismissed(let id?)): return "dismissed what screen \(id) presents"
    case .fact(.selected(let id)): return "selected tab \(id)"
    case .fact(.activated(let scene)): return "activated scene \(scene)"
    case .fact(.returned(let id, _)):
      return "result of\(id.map { " screen \($0)" } ?? (shown.isEmpty ? " a screen" : shown))"
    case .fact(.reconciled): return "this is on display"
    case .fact(.renderFailed(let failure)): return "could not show entry \(failure.entry)"
    case .value("text", let parameters):
      guard parameters.count == 1, case .int(let count)? = parameters["bytes"] else {
        return summary
      }
      return "(not kept: \(counted(count, "byte")))"
    case .route(let name, let parameters) where !parameters.isEmpty:
      return "route \(name)(\(parameters.notation))"
    default: return summary
    }
  }
}
