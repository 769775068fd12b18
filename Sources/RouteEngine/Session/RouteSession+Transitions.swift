extension RouteSession {
  /// Says that the host is in the middle of a transition, an animation between two screens for
  /// example, and should not be given another hierarchy to show.
  ///
  /// Requests wait for its end, or end at once, as ``Configuration/whenBusy`` says; what waits is
  /// in the journal and survives the process. Only host facts are decided meanwhile. Transitions
  /// nest: each is ended by one ``endTransition(isolation:)``, and all are over when the host goes
  /// to the background.
  public func beginTransition(isolation: isolated any Actor = #isolation) {
    work(on: .transitionBegan)
  }

  /// Says that the transition begun last is over: when it was the only one, what waited for its end
  /// goes on. Without a transition it does nothing.
  public func endTransition(isolation: isolated any Actor = #isolation) {
    feed(.transitionEnded)
  }

  /// Whether the host is in the middle of a transition.
  public var isInTransition: Bool { machine.requests.isInTransition }
}
