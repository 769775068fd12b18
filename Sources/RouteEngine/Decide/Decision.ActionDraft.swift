extension Decision {
  /// A pending action without an id: the sequence of its entry will be the id.
  package struct ActionDraft: Hashable, Sendable {
    /// The principal that is signed in; an attempt starts only while it is.
    package var principal: String?
    /// The name under which its handler is registered.
    package var name: String
    /// The parameters of the handler.
    package var parameters: Parameters
    /// The screen to which it is bound.
    package var screen: ScreenID
    /// Marks actions of one screen that are the same work.
    package var key: String?
    /// The rule for a screen that already has an action with that key.
    package var sameKey: ActionTemplate.KeyRule
    /// Its conditions apart from the time, and the rule for its failure.
    package var terms: ActionTemplate.Terms
    /// Whether its code is a closure of this process.
    package var isClosure = false
    /// Whether it has its result already, because it was accepted while nothing could be written.
    var isGiven = false
    /// The earliest moment at which it may run.
    package var notBefore: RouteInstant?
    /// The moment after which it must no longer run.
    package var expires: RouteInstant?

    /// The moment at which it may run, with regard to its screen.
    package var moment: ActionTemplate.Moment { terms.moment }

    /// The action that a template makes at a moment.
    package init(
      _ template: ActionTemplate, on screen: ScreenID, from parameters: Parameters,
      principal: String?, at now: RouteInstant
    ) {
      self.principal = principal
      name = template.name
      self.parameters = template.parameters.values(from: parameters)
      self.screen = screen
      key = template.key
      sameKey = template.sameKey
      terms = template.terms
      notBefore = template.delayMicroseconds.map { now.advanced(byMicroseconds: $0) }
      expires = template.lifetimeMicroseconds.map { now.advanced(byMicroseconds: $0) }
    }

    /// The draft of an accepted action, after the actions that it replaced.
    package init(_ action: PendingAction) {
      (principal, name, parameters) = (action.principal, action.name, action.parameters)
      (screen, key, sameKey, terms) = (action.screen, action.key, .append, action.terms)
      (isClosure, notBefore, expires) = (action.isClosure, action.notBefore, action.expires)
      isGiven = action.isGiven
    }

    /// The key of its work; nil when it has no key.
    var actionKey: ActionKey? { ActionKey(screen, key) }

    /// The pending action, once its entry's sequence is known.
    package func enqueued(as id: ActionID, by request: RequestID) -> PendingAction {
      PendingAction(
        id: id, request: request, principal: principal, name: name, parameters: parameters,
        screen: screen, key: key, terms: terms, isClosure: isClosure, notBefore: notBefore,
        expires: expires, isGiven: isGiven)
    }
  }
}

extension RouteState {
  /// Accepts actions, with the effects of their keys: one change for each entry.
  ///
  /// - Parameters:
  ///   - drafts: the actions, in order.
  ///   - sequence: the sequence of the entry before the first.
  ///   - request: the request of the actions; nil when the host adds them itself.
  ///   - limits: bounds the number of actions.
  ///   - each: called with each change, its action, and the state after it.
  package mutating func accept(
    _ drafts: [Decision.ActionDraft], after sequence: Int64, by request: RequestID?,
    limits: RouteLimits, _ each: (RouteChange, PendingAction, RouteState) -> Void
  ) {
    var position = sequence
    func make(_ change: RouteChange, of action: PendingAction, in state: inout RouteState) {
      do {
        try state.apply(change, limits: limits)
      } catch {
        return  // a forged journal can already have this id, and must not stop the host
      }
      position &+= 1
      each(change, action, state)
    }
    for draft in drafts {
      let rivals = rivals(of: draft)
      if draft.sameKey == .replace {
        for rival in rivals where rival.status != .started {
          make(.advance(rival.id, .supersede), of: rival, in: &self)
        }
      }
      let id = ActionID(position &+ 1)
      let action = draft.enqueued(as: id, by: request ?? RequestID(id.rawValue))
      make(.enqueue(action), of: action, in: &self)
      if draft.sameKey == .keep, rivals.contains(where: { $0.status != .dead }) {
        make(.advance(id, .supersede), of: action, in: &self)
      }
    }
  }

  /// Whether there is room for the actions, once the actions that they replace are removed.
  func hasRoom(for drafts: [Decision.ActionDraft], within limits: RouteLimits) -> Bool {
    guard !drafts.isEmpty, actionTable.count + drafts.count > limits.pendingActions else {
      return true
    }
    var (next, left) = (self, drafts.count)
    // The ids are unused ones. This is rare, so listing all actions for the newest id is
    // acceptable.
    let newest = actions.last?.id.rawValue ?? 0
    next.accept(drafts, after: newest, by: nil, limits: limits) { change, _, _ in
      if case .enqueue = change { left -= 1 }
    }
    return left == 0
  }

  /// The first action that is refused because its screen already has one with its key, which may be
  /// an earlier one of these drafts.
  func firstRefused(of drafts: [Decision.ActionDraft]) -> Decision.ActionDraft? {
    drafts.indices.first { index in
      guard drafts[index].sameKey == .refuse else { return false }
      let draft = drafts[index]
      return rivals(of: draft).contains { $0.status != .dead }
        || drafts.prefix(index).contains { $0.actionKey != nil && $0.actionKey == draft.actionKey }
    }.map { drafts[$0] }
  }

  /// The pending actions with the same screen and key, if the draft's rule depends on them.
  private func rivals(of draft: Decision.ActionDraft) -> [PendingAction] {
    guard draft.sameKey != .append else { return [] }
    return draft.actionKey.map(actions(of:)) ?? []
  }
}
