/// The end, during an outage, of a pending action that the journal knows.
package struct UnrecordedEnd {
  /// The action as it is when its end is written.
  let action: PendingAction
  /// How it ended.
  let told: Told

  /// The end of an action in memory, as far as the journal can record the same end.
  struct Told {
    let transition: PendingAction.Transition
    /// The reason, where it is known.
    let reason: String?
    /// The rule that ended it; nil where no rule did.
    let rule: SettlingRule?
  }

  /// The ends of all recorded actions that are no longer in a state, oldest first.
  ///
  /// - Parameters:
  ///   - recorded: the state that the journal leads to.
  ///   - state: the state in memory.
  ///   - told: the ends of actions in memory.
  static func ends(
    from recorded: RouteState, to state: RouteState, told: [ActionID: Told]
  ) -> [UnrecordedEnd] {
    recorded.actions.filter { state.action($0.id) == nil }.map { action in
      if let told = told[action.id], action.ends(by: told.transition) {
        return UnrecordedEnd(action: action, told: told)
      }
      // It was tried again during the outage, or gave way to work that only now gets an entry.
      let rule = SettlingRule.outage
      return UnrecordedEnd(
        action: action.waitingAgain,
        told: Told(transition: .cancel, reason: rule.cancellation, rule: rule))
    }
  }
}

extension UnrecordedEnd {
  /// An end that a history records.
  package init(
    _ action: PendingAction, by transition: PendingAction.Transition, reason: String?,
    rule: SettlingRule?
  ) {
    self.init(action: action, told: Told(transition: transition, reason: reason, rule: rule))
  }
}

extension PendingAction {
  /// Whether a transition ends the action from its present status. An action that gives way is
  /// followed by the work that replaces it, and that work has no entry where nothing was recorded.
  fileprivate func ends(by transition: Transition) -> Bool {
    guard transition != .supersede else { return false }
    do throws(Refusal) {
      return try moved(by: transition) == nil
    } catch {
      return false
    }
  }

  /// The action as it waits when the process that claimed it has ended.
  fileprivate var waitingAgain: PendingAction {
    do throws(Refusal) {
      return try moved(by: .interrupt) ?? self
    } catch {
      return self  // it was not claimed
    }
  }
}
