extension RouteState {
  /// The state that a session begins with when it does not go on from this one: the route table's
  /// own tree, no user signed in, no condition held. Waiting requests and pending actions are still
  /// in it, so that their own entries can say how they end. An action that was taken waits again.
  ///
  /// - Parameter scenes: the table's own tree.
  /// - Throws: ``ChangeError`` when the scenes do not hold, or no more ids can be given.
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
