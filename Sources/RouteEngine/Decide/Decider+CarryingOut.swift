/// The result of a decision: the state, the changes and the actions.
extension Decider {
  /// Ends the request with the result of its plan. The plan's own state and lists are moved into
  /// the decision, because copies would count references.
  func carryOut(
    _ plan: inout Plan, _ match: Match
  ) throws(PlanFailure) -> Decision.Decided {
    var edits = carried.isEmpty ? plan.changes.take() : carried.map(RouteChange.tree) + plan.changes
    assert(isReached(plan.state, by: edits), "joined edits lead elsewhere")
    // Edits may have no effect in total, but not while the newest screen that they added is there.
    // Otherwise the ids of screens that were added are free again.
    let newest = plan.state.counter
    let hasNew = newest > input.state.counter && plan.state.tree.row(ScreenID(newest)) != nil
    if !plan.used.isEmpty || !carried.isEmpty || edits.count > 1 && !hasNew,
      isUnchanged(plan.state)
    {
      edits = []
      dropEdits(of: &plan.state)
    }
    // An edit of the tree and the end of a waiting request change different parts of a state, so
    // their order does not matter.
    let settled = settle(&plan.state)
    let actions = try actions(match, on: plan.trace, passing: plan.passed, in: plan.state)
    return Decision.Decided(
      resolution: .ended(edits.isEmpty ? .alreadyShown : .shown), route: match.route,
      router: router, routeVersion: match.version, scene: plan.state.tree.activeScene,
      changes: settled.isEmpty ? edits : settled + edits, state: plan.state.take(),
      actions: actions, trace: plan.trace.take(), steps: plan.steps.take(),
      answers: plan.used.isEmpty ? used : used + plan.used,
      leftOut: match.leftOut)
  }

  /// Ends the request in a state, and returns the changes: a request that has waited ends with a
  /// change of its own.
  func settle(_ state: inout RouteState) -> [RouteChange] {
    // A request that does not wait has nothing to settle.
    guard hasWaited, (try? state.apply(.settle(input.id), limits: input.limits)) != nil else {
      return []
    }
    return [.settle(input.id)]
  }

  /// Puts the input's state in a state's place. Inlined, it would copy the input's state in every
  /// decision, before it is known whether the copy is needed: five retains.
  @inline(never)
  private func dropEdits(of state: inout RouteState) { state = input.state }

  /// Whether edits lead from the input's state to this one.
  private func isReached(_ state: RouteState, by edits: [RouteChange]) -> Bool {
    let reached = try? input.state.changed(by: edits)  // to be compared
    return reached?.digest == state.digest
  }

  /// Whether the screens are those of the input's state, with the same ids.
  func isUnchanged(_ state: RouteState) -> Bool {
    state.tree.digest == input.state.tree.digest
  }

  /// The actions that the screens and the route ask for. The screens are those that a router has
  /// added, then those of the trace, outermost first, without places that no step leads to. The
  /// route's own actions follow, on the last screen.
  ///
  /// - Throws: the reason why the actions, and the request with them, cannot be accepted.
  func actions(
    _ match: Match?, on trace: [ScreenID], passing passed: [Int] = [], in state: RouteState
  ) throws(PlanFailure) -> [Decision.ActionDraft] {
    let result = input.request.options.result
    guard input.table.hasActions || result != nil else { return [] }
    var drafts: [Decision.ActionDraft] = []
    if !carried.isEmpty {
      for id in screens(broughtBy: carried) where !trace.contains(id) {
        addWork(of: id, in: state, to: &drafts)
      }
    }
    for place in trace.indices {
      // Two steps can lead to one screen, whose actions are accepted once.
      let first = trace.indices.first { trace[$0] == trace[place] && !passed.contains($0) }
      if first == place { addWork(of: trace[place], in: state, to: &drafts) }
    }
    if let match, let last = trace.last {
      for template in match.actions {
        drafts.append(draft(template, screen: last, from: match.parameters))
      }
    }
    if let result {
      drafts.append(try draft(takingResult: result, of: trace.last, in: state))
    }
    if let action = state.firstRefused(of: drafts) {
      throw PlanFailure(
        step: 0, reason: "action \(action.name) is refused: its screen has one of that key already")
    }
    // A request is accepted with all its actions or not at all. One without actions is not
    // affected.
    guard state.hasRoom(for: drafts, within: input.limits) else {
      throw PlanFailure(
        step: 0, reason: "more than \(input.limits.pendingActions) actions would be pending")
    }
    return drafts
  }

  /// Adds the actions that a screen's kind asks for.
  private func addWork(
    of id: ScreenID, in state: RouteState, to drafts: inout [Decision.ActionDraft]
  ) {
    guard let row = state.tree.row(id), let templates = input.table.acting[row.tag],
      let screen = state.tree[id]
    else { return }
    for template in templates {
      drafts.append(draft(template, screen: id, from: screen.parameters))
    }
  }

  /// The action that takes the result of the screen that the request leads to.
  private func draft(
    takingResult name: String, of screen: ScreenID?, in state: RouteState
  ) throws(PlanFailure) -> Decision.ActionDraft {
    guard Name.isValid(name, limits: input.limits) else {
      throw PlanFailure(step: 0, reason: "the result is for \"\(name)\", which is no action's name")
    }
    guard let screen = screen ?? state.tree.visibleID() else {
      throw PlanFailure(step: 0, reason: "there is no screen that could give a result")
    }
    return draft(ActionTemplate(name, terms: ActionTerms(when: .result)), screen: screen, from: [:])
  }

  /// The screens that changes add, outermost first.
  func screens(broughtBy changes: [TreeChange]) -> [ScreenID] {
    var screens: [ScreenID] = []
    for change in changes { change.inserted.forEachID { screens.append($0) } }
    return screens
  }

  private func draft(
    _ template: ActionTemplate, screen: ScreenID, from parameters: Parameters
  ) -> Decision.ActionDraft {
    Decision.ActionDraft(
      template, on: screen, from: parameters, principal: input.state.principal, at: input.now)
  }
}

// MARK: Leaving

extension Decider {
  /// Asks the interceptors of the screens that a decision removes, each once for a request: one
  /// that has allowed it is not asked again after a redirect. This comes last, so that no
  /// interceptor is asked about a request that ends for another reason.
  ///
  /// - Returns: nil when all of them allow it; the decision then has their answers.
  mutating func askBeforeLeaving(
    _ decided: inout Decision.Decided, _ match: Match?
  ) throws(PlanFailure) -> Attempt? {
    guard !input.table.leaving.isEmpty else { return nil }
    let leaving = screensLeaving(input.state.tree, for: decided.state.tree)
    guard !leaving.isEmpty else { return nil }
    used = decided.answers
    let names = leaving.flatMap(\.names).unique.filter { !hasAllowedLeaving($0) }
    let next = try ask(names, match, at: .departure) { name in
      .leaving(leaving.filter { $0.names.contains { $0.hasSameBytes(as: name) } }.map(\.id))
    }
    decided.answers = used
    return next
  }

  private func hasAllowedLeaving(_ name: String) -> Bool {
    used.contains { recorded in
      recorded.question.moment == .departure && recorded.answer == .allow
        && recorded.question.name.hasSameBytes(as: name)
    }
  }

  /// The screens of one tree that another one does not have and that have interceptors to ask,
  /// outermost first.
  private func screensLeaving(
    _ tree: ScreenTree, for next: ScreenTree
  ) -> [(id: ScreenID, names: [String])] {
    guard tree.digest != next.digest else { return [] }
    let kinds = input.table.leaving
    var leaving: [(depth: Int, id: ScreenID, names: [String])] = []
    tree.rows.forEachLeaf { leaf in
      for row in leaf.rows {
        // By the tags, because a walk would visit every screen of a large tree.
        guard let names = kinds[row.tag], next.row(row.id) == nil, row.ownership == .declared
        else { continue }
        leaving.append((Int(row.depth), row.id, names))
      }
      return true
    }
    leaving.sort { ($0.depth, $0.id.rawValue) < ($1.depth, $1.id.rawValue) }
    return leaving.map { ($0.id, $0.names) }
  }
}

extension RouteState {
  /// Applies edits of the tree, each of which was checked before. When one does not fit, the state
  /// is incomplete and must be discarded.
  mutating func apply(_ edits: [TreeChange], step: Int, limits: RouteLimits) throws(PlanFailure) {
    do throws(ChangeError) {
      for change in edits { try apply(.tree(change), limits: limits) }
    } catch {
      throw PlanFailure(step: step, reason: error.description)
    }
  }
}
