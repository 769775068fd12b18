extension RouteSession {
  /// The actions that are pending: accepting one that is a closure, and what a host decides about
  /// others.
  public struct Actions {
    /// Whose actions they are.
    let session: RouteSession

    /// Accepts a closure as work for a screen: it runs when the screen is ready, and is gone with
    /// its process. The journal knows its name, and the next session that it was cancelled.
    ///
    /// - Parameters:
    ///   - name: for the journal.
    ///   - screen: the screen it is bound to; nil means the innermost visible one.
    ///   - moment: when it may run.
    ///   - key: marks actions of one screen that are the same work.
    ///   - sameKey: what becomes of it when its screen has one with that key already.
    ///   - isolation: the actor that the session lives on; the caller's.
    ///   - code: the work.
    /// - Returns: the action's id; nil when there is no such screen, the name is none, the key is
    ///   refused, or the session takes no more. While storage fails the id is provisional: when
    ///   storage works again the action has another one, which ``RouteState/actions`` tells.
    @discardableResult
    public func perform(
      _ name: String, on screen: ScreenID? = nil, when moment: ActionTemplate.Moment = .ready,
      key: String? = nil, sameKey: ActionTemplate.KeyRule = .replace,
      isolation: isolated any Actor = #isolation,
      _ code: @escaping (ActionAttempt) -> ActionResult
    ) -> ActionID? {
      guard Name.isValid(name, limits: session.configuration.limits),
        let screen = screen ?? session.state.tree.visibleID()
      else { return nil }
      let elapsed = session.elapsed
      let template = ActionTemplate(
        name, key: key, sameKey: sameKey, terms: ActionTerms(when: moment))
      var draft = Decision.ActionDraft(
        template, on: screen, from: [:], principal: session.state.principal,
        at: session.moment(elapsed))
      draft.isClosure = true
      return session.accept(draft, .immediate(code), at: elapsed)
    }

    /// Gives a dead action at least one more attempt. If the process dies in its handler, it is
    /// dead again.
    ///
    /// - Returns: whether it was dead.
    @discardableResult
    public func revive(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
      guard !session.held.isHolding else { return false }
      return session.feed(.revived(id)) != nil
    }

    /// Gives an action up whose handler was not called.
    ///
    /// - Returns: whether it was pending; one whose handler is under way cannot be cancelled.
    @discardableResult
    public func cancel(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
      guard !session.held.isHolding else { return false }
      return session.feed(.gaveUpAction(id)) != nil
    }
  }

  /// The actions that are pending; ``RouteState/actions`` has them all.
  public var actions: Actions { Actions(session: self) }
}

@available(*, unavailable)
extension RouteSession.Actions: Sendable {}
