/// This process's knowledge of pending actions beside the state: the actions that it can carry out,
/// and the moment until which no action has its turn.
struct ActionDesk {
  /// The actions that this process can carry out.
  private(set) var handled: HandledActions
  /// No action has its turn until after this moment, unless a change gives it one.
  private var rest = RouteInstant(microseconds: .min)
  /// Whether actions may be claimed. They may not before the leftovers of the last session are
  /// settled, from the start of an action until its handler has returned or works asynchronously,
  /// and once the host is about to end.
  var isClaiming = false

  init(handled names: Set<String>) { handled = HandledActions(names: names) }

  /// The broken invariant; nil when all hold. An action that has its turn before the desk looks
  /// again would be missed.
  func brokenInvariant(in state: RouteState) -> String? {
    guard rest > RouteInstant(microseconds: .min),
      case .found(let turn) = state.nextTurn(at: rest, of: handled)
    else { return nil }
    return "action \(turn.action.id) has its turn and is overlooked"
  }

  /// The moment after which time alone may give an action its turn.
  var nextMoment: RouteInstant { rest }

  /// Adds an opener of this process that waits for the result that an action takes.
  mutating func addOpener(of action: ActionID) {
    handled.addOpener(of: action)
    rest = RouteInstant(microseconds: .min)
  }

  /// Removes the opener of an action: it has its result, or no longer waits. An action without a
  /// handler may have to be shelved now.
  mutating func removeOpener(of action: ActionID) {
    if handled.removeOpener(of: action) { rest = RouteInstant(microseconds: .min) }
  }

  /// Adds an action that is a closure of this process.
  mutating func addClosure(_ id: ActionID) { handled.addClosure(id) }

  /// Forgets the closures that are no longer in a state.
  mutating func forgetEnded(in state: RouteState) { handled.forgetEnded(in: state) }

  /// Replaces the ids that actions got in memory during an outage.
  mutating func rename(_ ids: [ActionID: ActionID]) {
    handled.rename(ids)
    rest = RouteInstant(microseconds: .min)
  }

  /// The oldest action that has its turn. If none has, the table is searched again only after a
  /// change or the time gives one its turn.
  ///
  /// - Parameter last: the action that had its turn right before at the same moment, if it was
  ///   shelved or revived; nil otherwise.
  mutating func nextTurn(
    in state: RouteState, at now: RouteInstant, from last: ActionID? = nil
  ) -> RouteState.ActionTurn? {
    guard rest < now else { return nil }
    if let last, let turn = state.nextTurn(from: last, at: now, of: handled) { return turn }
    switch state.nextTurn(at: now, of: handled) {
    case .found(let turn): return turn
    case .rest(let until):
      rest = until
      return nil
    }
  }

  /// Looks for changes that can give an action its turn.
  mutating func rouse(by changes: [RouteChange], in next: RouteState, at now: RouteInstant) {
    let atOnce = RouteInstant(microseconds: .min)
    for change in changes {
      switch change {
      case .enqueue(let action):
        let turn = next.turn(of: action, at: now, handled)
        rest = turn != nil ? atOnce : min(rest, RouteState.rest(of: action, at: now))
      case .advance, .principal, .adopt, .signal, .tree(.ready), .tree(.become), .tree(.dismiss),
        .tree(.root), .tree(.close):
        rest = atOnce
      case .tree(.splice(_, _, let drop, _)): if drop > 0 { rest = atOnce }
      case .tree, .wait, .settle, .suspend, .suspect: break
      }
    }
  }
}
