/// The turns of pending actions, and what they do in them: a pure function of the state, the time
/// and the abilities of the host.
extension RouteState {
  /// An action whose turn has come.
  package struct ActionTurn: Hashable, Sendable {
    /// The action.
    package let action: PendingAction
    /// The transition that it makes.
    package let transition: PendingAction.Transition

    /// A turn of an action.
    package init(action: PendingAction, transition: PendingAction.Transition) {
      (self.action, self.transition) = (action, transition)
    }
  }

  /// The action whose turn has come, or the moment until which no action gets a turn unless
  /// something changes.
  package enum TurnSearch: Hashable, Sendable {
    /// The oldest action whose turn has come.
    case found(ActionTurn)
    /// After this moment time alone may give an action its turn.
    case rest(until: RouteInstant)
  }

  /// Finds the oldest action whose turn has come.
  ///
  /// - Parameters:
  ///   - now: the present moment.
  ///   - handled: the actions that the process can carry out.
  package func nextTurn(at now: RouteInstant, of handled: HandledActions) -> TurnSearch {
    var found: ActionTurn?
    var heldLanes = Set<[UInt8]>()
    var taken: TakenActions?
    var rest = RouteInstant(microseconds: .max)
    actionTable.forEachLeaf { actions in
      for index in actions.indices {
        let action = actions[index]
        if let transition = turn(of: action, at: now, handled),
          transition != .claim || isFree(action, behind: heldLanes, &taken)
        {
          found = ActionTurn(action: action, transition: transition)
          return false
        }
        if let lane = action.terms.lane, holdsUpItsLane(action) {
          heldLanes.insert(Array(lane.utf8))
        }
        rest = min(rest, Self.rest(of: action, at: now))
      }
      return true
    }
    return found.map(TurnSearch.found) ?? .rest(until: rest)
  }

  /// The action whose turn comes after that of one that was just shelved or revived. This gives no
  /// earlier action its turn, so the earlier ones are not searched again.
  ///
  /// - Parameters:
  ///   - last: the action that was shelved or revived; the search begins with it.
  ///   - now: the moment of its turn.
  ///   - handled: the actions that the process can carry out.
  /// - Returns: nil when all actions have to be searched: none from there on has its turn, or an
  ///   earlier one may prevent its claim.
  package func nextTurn(
    from last: ActionID, at now: RouteInstant, of handled: HandledActions
  ) -> ActionTurn? {
    var found: ActionTurn?
    let key = UInt64(bitPattern: last.rawValue)
    actionTable.forEachLeaf(from: key) { actions in
      for index in actions.indices where actions[index].tableKey >= key {
        let action = actions[index]
        guard let transition = turn(of: action, at: now, handled) else { continue }
        if transition != .claim { found = ActionTurn(action: action, transition: transition) }
        return false
      }
      return true
    }
    return found
  }

  /// The transition that an action makes now; nil while its turn has not come. Whether other
  /// actions prevent it from being claimed is left to ``isFree(_:)``.
  ///
  /// - Parameters:
  ///   - action: one of the pending actions.
  ///   - now: the present moment.
  ///   - handled: the actions that the process can carry out.
  package func turn(
    of action: PendingAction, at now: RouteInstant, _ handled: HandledActions
  ) -> PendingAction.Transition? {
    if action.status == .started {
      guard let end = action.leaseEnds, end < now else { return nil }
      return action.failure(at: now)
    }
    let screen = tree.row(action.screen)
    if screen == nil, action.moment != .result || action.status == .dead { return .cancel }
    if let expires = action.expires, expires < now { return .expire }
    if action.isClosure, !handled.contains(action) { return .cancel }
    if screen != nil, action.lacksResult { return nil }
    let isFit =
      action.moment.suits(screen) && isMeant(action)
      && isConditionMet(of: action)
    switch action.status {
    case .started, .dead: return nil
    case .waiting:
      if action.isGivenUp { return .die }
      guard handled.contains(action) else { return .shelve }
      let isDue = action.notBefore.map { $0 <= now } ?? true
      return isFit && isDue ? .claim : nil
    case .claimed:
      guard isFit, handled.contains(action) else { return .giveBack }
      return .start(until: action.terms.leaseMicroseconds.map { now.advanced(byMicroseconds: $0) })
    case .shelved: return handled.contains(action) ? .revive : nil
    }
  }

  /// The action that takes the result of the screen to which a request led: the last action of the
  /// request, which is the one that the request itself named. Nil when it is over.
  func resultAction(of request: RequestID) -> ActionID? {
    var found: ActionID?
    actionTable.forEach { action in
      if action.request == request, action.moment == .result { found = action.id }
    }
    return found
  }

  /// The changes by which a screen gives its result to each action that still waits for a result of
  /// that screen. If there is no such action, the nearest container around it in its presentation
  /// layer that has such actions gives the result. An action of a principal who is not signed in
  /// gets none.
  ///
  /// - Parameters:
  ///   - result: the parameters of the result.
  ///   - screen: the screen; nil means the innermost visible one.
  package func changes(returning result: Parameters, from screen: ScreenID?) -> [RouteChange] {
    var giver = screen ?? tree.visibleID()
    while let id = giver, let screen = tree[id] {
      var (changes, isWaitedFor) = ([RouteChange](), false)
      actionTable.forEach { action in
        guard action.screen == id, action.lacksResult,
          action.status == .waiting || action.status == .shelved
        else { return }
        isWaitedFor = true
        if isMeant(action) { changes.append(.advance(action.id, .give(result))) }
      }
      if isWaitedFor { return changes }
      giver = screen.parent.flatMap { tree[$0]?.presented == id ? nil : $0 }
    }
    return []
  }

  /// The moment after which time alone may give the action its turn; the end of time when there is
  /// none.
  package static func rest(of action: PendingAction, at now: RouteInstant) -> RouteInstant {
    var rest = RouteInstant(microseconds: .max)
    if let expires = action.expires, action.status != .started { rest = min(rest, expires) }
    if action.status == .started, let end = action.leaseEnds { rest = min(rest, end) }
    if let moment = action.notBefore, action.status == .waiting, now < moment {
      rest = min(rest, moment.advanced(byMicroseconds: -1))
    }
    return rest
  }

  /// The effects of the claimed and started actions that prevent others from being claimed.
  private struct TakenActions {
    /// The lanes of these actions.
    var lanes: Set<[UInt8]> = []
    /// Whether one of them is a suspect.
    var haveSuspect = false
  }

  private var takenActions: TakenActions {
    var taken = TakenActions()
    actionTable.forEachLeaf { actions in
      for index in actions.indices
      where actions[index].status == .claimed || actions[index].status == .started {
        if let lane = actions[index].terms.lane { taken.lanes.insert(Array(lane.utf8)) }
        if actions[index].isSuspect { taken.haveSuspect = true }
      }
      return true
    }
    return taken
  }

  /// Whether no other action prevents a waiting one from being claimed: no action of its lane and,
  /// for a suspect, no other suspect. Suspects run one after another, so that the next crash shows
  /// which of them caused it.
  ///
  /// - Parameter taken: the effects of the claimed actions; nil until they are needed.
  private func isFree(
    _ action: PendingAction, behind heldLanes: Set<[UInt8]>, _ taken: inout TakenActions?
  ) -> Bool {
    let lane = action.terms.lane.map { Array($0.utf8) }
    guard lane != nil || action.isSuspect else { return true }
    if let lane, heldLanes.contains(lane) { return false }
    let others = taken ?? takenActions
    taken = others
    if let lane, others.lanes.contains(lane) { return false }
    return !action.isSuspect || !others.haveSuspect
  }

  /// Whether no other action prevents this one from being claimed. In a lane, an earlier action
  /// that waits holds up the later ones.
  package func isFree(_ action: PendingAction) -> Bool {
    var taken: TakenActions?
    guard let lane = action.terms.lane else { return isFree(action, behind: [], &taken) }
    let isHeld = actionTable.first { other in
      other.id.rawValue < action.id.rawValue && holdsUpItsLane(other)
        && other.terms.lane?.hasSameBytes(as: lane) ?? false
    }
    return isHeld == nil && isFree(action, behind: [], &taken)
  }

  /// Whether the later actions of its lane wait until this action gets its turn.
  private func holdsUpItsLane(_ action: PendingAction) -> Bool {
    action.status == .waiting && isMeant(action)
  }

  /// Whether the action belongs to the signed-in principal, or to no principal.
  func isMeant(_ action: PendingAction) -> Bool {
    action.principal.map { principal?.hasSameBytes(as: $0) ?? false } ?? true
  }

  private func isConditionMet(of action: PendingAction) -> Bool {
    guard let condition = action.terms.condition else { return true }
    return conditions.contains { $0.hasSameBytes(as: condition) }
  }
}

extension ActionMoment {
  /// Whether the moment of an action with that screen has come. For a result it always has, because
  /// the result is given or will never come.
  fileprivate func suits(_ screen: ScreenRow?) -> Bool {
    switch self {
    case .result: true
    case .arrival: screen.map { !$0.ownership.isUnknown } ?? false
    case .ready: screen.map { !$0.ownership.isUnknown && $0.isReady } ?? false
    }
  }
}
