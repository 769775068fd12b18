/// How a pending action that the journal knows came to its end while nothing could be recorded.
package struct UnrecordedEnd {
  /// The action as it stands when its end is written.
  let action: PendingAction
  /// How it ended.
  let told: Told

  /// How an action ended in memory, as long as the journal can have it end so too.
  struct Told {
    let transition: PendingAction.Transition
    /// Why, where that is known.
    let reason: String?
    /// The rule by which it ended; nil where that was none.
    let rule: SettlingRule?
  }

  /// The ends of all actions that a state does not have any more, oldest first.
  ///
  /// - Parameters:
  ///   - recorded: the state that the journal leads to.
  ///   - state: the state in memory.
  ///   - told: what ended actions in memory.
  static func ends(
    from recorded: RouteState, to state: RouteState, told: [ActionID: Told]
  ) -> [UnrecordedEnd] {
    recorded.actions.filter { state.action($0.id) == nil }.map { action in
      if let told = told[action.id], action.ends(by: told.transition) {
        return UnrecordedEnd(action: action, told: told)
      }
      // It was tried again meanwhile, or gave way to work that has an entry only now.
      let rule = SettlingRule.outage
      return UnrecordedEnd(
        action: action.waitingAgain,
        told: Told(transition: .cancel, reason: rule.cancellation, rule: rule))
    }
  }
}

extension UnrecordedEnd {
  /// One that a history tells of.
  package init(
    _ action: PendingAction, by transition: PendingAction.Transition, reason: String?,
    rule: SettlingRule?
  ) {
    self.init(action: action, told: Told(transition: transition, reason: reason, rule: rule))
  }
}

extension PendingAction {
  /// Whether a transition is its end from where it stands. What gives way is followed by the work
  /// that it gives way to, and that has no entry where nothing was recorded.
  fileprivate func ends(by transition: Transition) -> Bool {
    guard transition != .supersede else { return false }
    do throws(Refusal) {
      return try moved(by: transition) == nil
    } catch {
      return false
    }
  }

  /// The action as it waits when the process that took it is over with it.
  fileprivate var waitingAgain: PendingAction {
    do throws(Refusal) {
      return try moved(by: .interrupt) ?? self
    } catch {
      return self  // it was not taken
    }
  }
}
