extension RouteState {
  /// The state that a session begins with which does not go on from this one: the route table's own
  /// tree, nobody signed in, no condition held. What waits and what is pending is still in it, so
  /// that entries of their own can say how it ends; an action that was taken waits again.
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
