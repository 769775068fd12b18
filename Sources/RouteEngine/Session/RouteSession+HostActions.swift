import RouteStore

extension RouteSession {
  /// Accepts a closure as work for a screen: it runs when the screen is ready, and is gone with its
  /// process. The journal knows its name, and the next session that it was cancelled.
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
  ///   refused, or the session takes no more.
  @discardableResult
  public func perform(
    _ name: String, on screen: ScreenID? = nil, when moment: ActionMoment = .ready,
    key: String? = nil, sameKey: KeyRule = .replace, isolation: isolated any Actor = #isolation,
    _ code: @escaping (ActionAttempt) -> ActionResult
  ) -> ActionID? {
    let limits = configuration.limits
    guard Name.isValid(name, limits: limits), state.actionTable.count < limits.pendingActions,
      let screen = screen ?? state.tree.visibleLeaf()?.id, state.tree[screen] != nil
    else { return nil }
    let elapsed = elapsed
    let template = ActionTemplate(name, when: moment, key: key, sameKey: sameKey)
    var draft = Decision.ActionDraft(
      template, on: screen, from: [:], principal: state.principal, at: now(elapsed))
    draft.isClosure = true
    guard state.firstRefused(of: [draft]) == nil else { return nil }
    let first = newEntry(.enqueued, elapsed: elapsed)
    var entries: [JournalEntry] = []
    var next = state
    next.accept([draft], after: first.sequence - 1, by: nil, limits: limits) {
      change, action, state in
      var entry = first.following(.enqueued, by: entries.count)
      entry.accept(change, of: action, leadingTo: state)
      entries.append(entry)
    }
    guard let id = entries.first(where: { $0.kind == .enqueued })?.action else { return nil }
    actions.keep(.immediate(code), for: id)
    guard commit(entries, Recorder.Companions(), state: next) != .refused else {
      actions.forget(id)
      return nil
    }
    drain()
    return id
  }

  /// Gives a dead action one more attempt.
  ///
  /// - Returns: whether it was dead.
  @discardableResult
  public func revive(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
    guard let action = state.action(id), action.status == .dead else { return false }
    return move(action, .revive)
  }

  /// Gives an action up whose handler was not called.
  ///
  /// - Returns: whether it was pending; one whose handler is under way cannot be cancelled.
  @discardableResult
  public func cancel(_ id: ActionID, isolation: isolated any Actor = #isolation) -> Bool {
    guard let action = state.action(id), action.status != .started else { return false }
    return move(action, .cancel)
  }

  /// Looks at the time: what is due happens. A session whose clock can sleep does so by itself.
  public func wake(isolation: isolated any Actor = #isolation) { drain() }

  private func move(
    _ action: PendingAction, _ transition: PendingAction.Transition,
    isolation: isolated any Actor = #isolation
  ) -> Bool {
    let commitment = commit(newEntry(of: action, transition))
    drain()
    return commitment != .refused
  }

  /// Sees to it that the session wakes after that moment; at the end of time it need not.
  func setAlarm(for moment: Instant, isolation: isolated any Actor = #isolation) {
    guard alarm?.moment != moment, let sleep = configuration.clock.sleep else { return }
    alarm?.task.cancel()
    alarm = nil
    guard moment.microseconds < .max, !hasEnded else { return }
    let (distance, overflow) = moment.microseconds.subtractingReportingOverflow(
      now(elapsed).microseconds)
    let wait = overflow ? Int64.max / 2 : max(distance, 0) + 1
    let task = Task { [weak self] in
      _ = isolation
      await sleep(wait)
      guard !Task.isCancelled, let self else { return }
      self.alarm = nil
      self.drain()
    }
    alarm = (moment, task)
  }
}
