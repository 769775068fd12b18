/// The pending actions that a process can carry out.
package struct HandledActions: Sendable {
  /// The names of the actions that the host handles. A journal may name any number of them.
  private let names: Set<String>
  /// The actions that are closures of the process.
  private var closures: Set<ActionID> = []
  /// The actions whose results openers in the process wait for.
  private var awaited: Set<ActionID> = []

  /// The actions of a host that handles these names.
  package init(names: Set<String>) { self.names = names }

  /// Only that action.
  package init(only action: PendingAction) {
    (names, closures) = ([action.name], [action.id])
  }

  /// Whether the process can carry an action out.
  package func contains(_ action: PendingAction) -> Bool {
    if action.isClosure { return closures.contains(action.id) }
    return names.contains(action.name) || !awaited.isEmpty && awaited.contains(action.id)
  }

  /// Adds an opener that waits for the result that an action takes.
  mutating func addOpener(of action: ActionID) { awaited.insert(action) }

  /// Removes the opener of an action, which has the result or no longer waits.
  ///
  /// - Returns: whether there was one.
  mutating func removeOpener(of action: ActionID) -> Bool {
    !awaited.isEmpty && awaited.remove(action) != nil
  }

  /// Adds an action that is a closure of the process.
  mutating func addClosure(_ id: ActionID) { closures.insert(id) }

  /// Removes the closures of actions that a state no longer has.
  mutating func forgetEnded(in state: RouteState) {
    // Passing the state costs 5 retains, which a request without closures need not pay.
    if !closures.isEmpty { closures = closures.filter { state.action($0) != nil } }
  }

  /// Replaces the ids of actions by others.
  mutating func rename(_ ids: [ActionID: ActionID]) {
    closures = Set(closures.map { ids[$0] ?? $0 })
    awaited = Set(awaited.map { ids[$0] ?? $0 })
  }
}
