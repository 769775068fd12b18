/// The pending actions that a process can carry out.
package struct HandledActions: Sendable {
  /// The names of the actions that the host handles. A journal may name any number of them.
  private let names: Set<String>
  /// The actions that are closures of the process.
  private var closures: Set<ActionID> = []
  /// The actions whose results openers of the process wait for themselves.
  private var awaited: Set<ActionID> = []

  /// Those of a host that handles actions with these names.
  package init(names: Set<String>) { self.names = names }

  /// That action alone.
  package init(only action: PendingAction) {
    (names, closures) = ([action.name], [action.id])
  }

  /// Whether the process can carry an action out.
  package func contains(_ action: PendingAction) -> Bool {
    if action.isClosure { return closures.contains(action.id) }
    return names.contains(action.name) || !awaited.isEmpty && awaited.contains(action.id)
  }

  /// Takes in an opener that waits for the result that an action takes.
  mutating func addOpener(of action: ActionID) { awaited.insert(action) }

  /// Forgets the opener that waits for the result of an action: it has it, or waits no more.
  mutating func removeOpener(of action: ActionID) {
    if !awaited.isEmpty { awaited.remove(action) }
  }

  /// Takes in an action that is a closure of the process.
  mutating func addClosure(_ id: ActionID) { closures.insert(id) }

  /// Forgets the closures that a state does not have any more.
  mutating func forgetEnded(in state: RouteState) {
    // Handing the state over costs 5 retains, which a request without closures need not pay.
    if !closures.isEmpty { closures = closures.filter { state.action($0) != nil } }
  }

  /// Gives actions other ids.
  mutating func rename(_ ids: [ActionID: ActionID]) {
    closures = Set(closures.map { ids[$0] ?? $0 })
    awaited = Set(awaited.map { ids[$0] ?? $0 })
  }
}
