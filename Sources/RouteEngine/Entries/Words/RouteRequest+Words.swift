package import RouteStore

extension RouteRequest.Target {
  /// One line for a person, in an entry of the target. If the entry of a fact has a reason, the
  /// fact did not happen as reported: its screen was not visible and is not named.
  package func words(in row: EntryRow) -> String {
    words(from: row.reason == nil ? row.screenBefore : nil)
  }

  /// One line for a person: the target, or the user's action. `screen` is the kind of the screen
  /// that was visible before.
  package func words(from screen: String? = nil) -> String {
    switch self {
    case .fact(let fact): return fact.words(from: screen)
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

extension HostFact {
  /// One line for a person: the action of the user or the host.
  ///
  /// - Parameters:
  ///   - screen: the kind of the screen that was visible before; nil to name none.
  ///   - namesIDs: whether the text has ids of screens and entries, which differ between journals.
  func words(from screen: String? = nil, namesIDs: Bool = true) -> String {
    let shown = screen.map { " \($0)" } ?? ""
    func named(_ id: ScreenID) -> String { namesIDs ? "screen \(id)" : "a screen" }
    switch self {
    case .popped(nil): return screen == nil ? "back" : "back from\(shown)"
    case .popped(let id?): return "popped\(shown.isEmpty ? " \(named(id))" : shown)"
    case .poppedTo(let id): return "popped to \(named(id))"
    case .dismissed(nil): return "dismissed\(shown)"
    case .dismissed(let id?): return "dismissed what \(named(id)) presents"
    case .selected(let id): return namesIDs ? "selected tab \(id)" : "selected a tab"
    case .activated(let scene): return "activated scene \(scene)"
    case .returned(let id, _):
      return "result of\(id.map { " \(named($0))" } ?? (shown.isEmpty ? " a screen" : shown))"
    case .reconciled: return "this is on display"
    case .renderFailed(let failure):
      return "could not show \(namesIDs ? "entry \(failure.entry)" : "an entry")"
    }
  }
}
