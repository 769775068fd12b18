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
    transitions += 1
  }

  /// Says that the transition begun last is over: when it was the only one, what waited for its end
  /// goes on. Without a transition it does nothing.
  public func endTransition(isolation: isolated any Actor = #isolation) {
    guard isInTransition else { return }
    transitions -= 1
    guard !isInTransition else { return }
    resumeAfterTransition()
    drain()
  }

  /// Whether the host is in the middle of a transition.
  public var isInTransition: Bool { transitions > 0 }

  /// Lets go on what the end of a transition was waited for.
  func resumeAfterTransition(isolation: isolated any Actor = #isolation) {
    while !isInTransition, !deferred.isEmpty { resume(with: deferred.removeFirst()) }
  }

  /// Settles what came in the middle of a transition as the policy says.
  func settleHeld(isolation: isolated any Actor = #isolation) {
    switch configuration.whenBusy {
    case .queue: return
    case .refuse:
      while let rival = queue.first(where: isRival) {
        queue.removeAll { $0 === rival }
        guard !refuseRepetition(rival) else { continue }
        deny(rival, by: .transition)
      }
    case .supersede:
      for pending in queue where isRival(pending) { pending.isHeld = true }
      receiveQueued()
      while let older = queue.first(where: \.isHeld), older !== queue.last(where: \.isHeld) {
        queue.removeAll { $0 === older }
        settle(older, as: .superseded, by: .overtaken)
      }
    }
  }
}
