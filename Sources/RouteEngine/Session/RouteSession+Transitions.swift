extension RouteSession {
  /// Says that the host is in the middle of a transition, an animation between two screens for
  /// example, and should not be given another hierarchy to show.
  ///
  /// Requests wait for its end, or end at once, as ``Configuration/whenBusy`` says; what waits is
  /// in the journal and survives the process. Only host facts are decided meanwhile. Transitions
  /// nest: each is ended by one ``endTransition(isolation:)``, and all are over when the host goes
  /// to the background.
  public func beginTransition(isolation: isolated any Actor = #isolation) {
    guard !hasEnded else { return }
    requests.beginTransition()
  }

  /// Says that the transition begun last is over: when it was the only one, what waited for its end
  /// goes on. Without a transition it does nothing.
  public func endTransition(isolation: isolated any Actor = #isolation) {
    guard requests.endTransition() else { return }
    resumeAfterTransition()
    drain()
  }

  /// Whether the host is in the middle of a transition.
  public var isInTransition: Bool { requests.isInTransition }

  /// Lets go on what the end of a transition was waited for.
  func resumeAfterTransition(isolation: isolated any Actor = #isolation) {
    while let pending = requests.nextDeferred() { resume(with: pending) }
  }

  /// Settles what came in the middle of a transition as the policy says.
  func settleHeld(isolation: isolated any Actor = #isolation) {
    switch configuration.whenBusy {
    case .queue: return
    case .refuse:
      while let rival = requests.firstQueued(where: isRival) {
        requests.dequeue(rival)
        guard !refuseRepetition(rival) else { continue }
        deny(rival, by: .transition)
      }
    case .supersede:
      requests.hold(where: isRival)
      receiveQueued()
      while let older = requests.nextOvertaken() {
        settle(older, as: .superseded, by: .overtaken)
      }
    }
  }
}
