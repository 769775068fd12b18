extension RouteState {
  /// The state of a session that does not continue from this one: the route table's own tree, no
  /// principal and no conditions. Waiting requests and pending actions are still in it, so that
  /// entries of their own can record how they end. A claimed action waits again.
  ///
  /// - Parameter scenes: the table's own tree.
  /// - Throws: ``ChangeError`` when the scenes are invalid, or no more ids are available.
  package func beginningClean(with scenes: TreeNotation) throws(ChangeError) -> RouteState {
    var next = try RouteState(scenes: scenes, counter: counter, limits: .format)
    for request in waiting { next.put(request) }
    for action in actions {
      do throws(PendingAction.Refusal) {
        let isTaken = action.status == .claimed || action.status == .started
        next.put(isTaken ? try action.moved(by: .interrupt) ?? action : action)
      } catch {
        throw ChangeError(error.description)
      }
    }
    return next
  }
}
