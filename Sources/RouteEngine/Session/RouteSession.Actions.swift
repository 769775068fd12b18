extension RouteSession {
  /// The pending actions: accepting a closure as one, and the host's decisions about others.
  public struct Actions {
    /// The session of the actions.
    let session: RouteSession

    /// Accepts a closure as work for a screen: it runs when the screen is ready, and is lost with
    /// its process. The journal has its name, and the next session records that it was cancelled.
    ///
    /// - Parameters:
    ///   - name: its name in the journal.
    ///   - screen: the screen it is bound to; nil means the innermost visible one.
    ///   - moment: when it may run.
    ///   - key: marks actions of one screen that do the same work; at most
    ///     ``RouteLimits/linkBytes`` bytes.
    ///   - sameKey: the treatment of the action when its screen has one with that key already.
    ///   - isolation: the actor that the session lives on; the caller's.
    ///   - code: the work.
    /// - Returns: the action's id; nil when there is no such screen, the name is not valid, the key
    ///   is too long or refused, or the session accepts no more. While storage fails the id is
    ///   provisional: when storage works again the action has another one, which is in
    ///   ``RouteState/actions``.
    @discardableResult
    public func perform(
      _ name: String, on screen: ScreenID? = nil, when moment: ActionTemplate.Moment = .ready,
      key: String? = nil, sameKey: ActionTemplate.KeyRule = .replace,
      isolation: isolated any Actor = #isolation,
      _ code: @escaping (ActionAttempt) -> ActionResult
    ) -> ActionID? {
      let limits = session.configuration.limits
      guard Name.isValid(name, limits: limits), key?.utf8.count ?? 0 <= limits.linkBytes,
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

    /// Gives a dead action at least one more attempt. If the process dies in its handler, the
    /// action is dead again.
    ///
    /// - Returns: whether it was dead.
    @discardableResult
    public func revive(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
      guard !session.held.isHolding else { return false }
      return session.feed(.revived(id)) != nil
    }

    /// Gives up an action whose handler is not under way, also one that waits for another attempt.
    ///
    /// - Returns: whether it was cancelled; false when it is not pending, or its handler is under
    ///   way.
    @discardableResult
    public func cancel(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
      guard !session.held.isHolding else { return false }
      return session.feed(.gaveUpAction(id)) != nil
    }
  }

  /// The pending actions; ``RouteState/actions`` has all of them.
  public var actions: Actions { Actions(session: self) }
}

@available(*, unavailable)
extension RouteSession.Actions: Sendable {}
