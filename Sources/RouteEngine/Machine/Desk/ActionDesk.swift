/// This process's knowledge of pending actions beside the state: which it can carry out, and until
/// when none has its turn.
struct ActionDesk {
  /// The actions that it can carry out.
  private(set) var handled: HandledActions
  /// No action has its turn until after this moment, unless a change gives it one.
  private var rest = RouteInstant(microseconds: .min)
  /// Whether actions are claimed: not before what the last session left behind is settled, and not
  /// while a handler runs.
  var isClaiming = false

  init(handled names: Set<String>) { handled = HandledActions(names: names) }

  /// The invariant that is broken; nil when all hold: an action that has its turn before the desk
  /// looks again would be overlooked.
  func brokenInvariant(in state: RouteState) -> String? {
    guard rest > RouteInstant(microseconds: .min),
      case .found(let turn) = state.nextTurn(at: rest, of: handled)
    else { return nil }
    return "action \(turn.action.id) has its turn and is overlooked"
  }

  /// The moment after which time alone may give an action its turn.
  var nextMoment: RouteInstant { rest }

  /// Takes in an opener of this process that waits for the result that an action takes.
  mutating func addOpener(of action: ActionID) {
    handled.addOpener(of: action)
    rest = RouteInstant(microseconds: .min)
  }

  /// Forgets the opener that waits for the result of an action: it has it, or waits no more.
  mutating func removeOpener(of action: ActionID) { handled.removeOpener(of: action) }

  /// Takes in an action that is a closure of this process.
  mutating func addClosure(_ id: ActionID) { handled.addClosure(id) }

  /// Forgets the closures that a state does not have any more.
  mutating func forgetEnded(in state: RouteState) { handled.forgetEnded(in: state) }

  /// Gives actions other ids: of an outage the journal knew none.
  mutating func rename(_ ids: [ActionID: ActionID]) {
    handled.rename(ids)
    rest = RouteInstant(microseconds: .min)
  }

  /// The oldest action that has its turn. While there is none the table is not looked through again
  /// before a change or the time gives one its turn.
  mutating func nextTurn(in state: RouteState, at now: RouteInstant) -> RouteState.ActionTurn? {
    guard rest < now else { return nil }
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
        let turn = next.turn(of: action, at: now, isFree: true, handled)
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
