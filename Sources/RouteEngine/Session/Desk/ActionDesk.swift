/// What this process knows of pending actions beside the state: their code, and until when none has
/// its turn.
struct ActionDesk {
  /// The code of actions by name.
  private let handlers: [String: RouteSession.ActionCode]
  /// The code of actions that are closures of this process.
  private var closures: [ActionID: RouteSession.ActionCode] = [:]
  /// No action has its turn until after this moment, unless a change gives it one.
  private var rest = Instant(microseconds: .min)
  /// Whether actions are claimed: not before what the last session left behind is settled, and not
  /// while a handler runs.
  private(set) var isClaiming = false

  init(handlers: [String: RouteSession.ActionCode]) { self.handlers = handlers }

  /// The moment after which time alone may give an action its turn.
  var nextMoment: Instant { rest }

  /// Lets actions be claimed, or none.
  mutating func claim(_ isClaiming: Bool) { self.isClaiming = isClaiming }

  /// The code that carries an action out; nil when the host has none.
  func code(of action: PendingAction) -> RouteSession.ActionCode? {
    action.isClosure ? closures[action.id] : handlers[action.name]
  }

  /// Keeps the code of an action that is a closure.
  mutating func keep(_ code: RouteSession.ActionCode, for id: ActionID) { closures[id] = code }

  /// Forgets the code of an action that is a closure.
  mutating func forget(_ id: ActionID) { closures[id] = nil }

  /// Whether actions are closures of this process.
  var hasClosures: Bool { !closures.isEmpty }

  /// Forgets the code of actions that a state does not have any more.
  mutating func forgetEnded(in state: RouteState) {
    closures = closures.filter { state.action($0.key) != nil }
  }

  /// Gives actions other ids: of an outage the journal knew none.
  mutating func rename(_ ids: [ActionID: ActionID]) {
    var renamed: [ActionID: RouteSession.ActionCode] = [:]
    for (id, code) in closures { renamed[ids[id] ?? id] = code }
    closures = renamed
    rest = Instant(microseconds: .min)
  }

  /// The oldest action that has its turn. While there is none the table is not looked through again
  /// before a change or the time gives one its turn.
  mutating func nextTurn(in state: RouteState, at now: Instant) -> RouteState.ActionTurn? {
    guard rest < now else { return nil }
    let desk = self
    switch state.nextTurn(at: now, isHandled: { desk.code(of: $0) != nil }) {
    case .found(let turn): return turn
    case .rest(let until):
      rest = until
      return nil
    }
  }

  /// Looks for changes that can give an action its turn.
  mutating func rouse(by changes: [RouteChange], in next: RouteState, at now: Instant) {
    let atOnce = Instant(microseconds: .min)
    for change in changes {
      switch change {
      case .enqueue(let action):
        let desk = self
        let turn = next.turn(
          of: action, at: now, isFree: true, isHandled: { desk.code(of: $0) != nil })
        rest = turn != nil ? atOnce : min(rest, RouteState.rest(of: action, at: now))
      case .advance, .principal, .adopt, .signal, .tree(.ready), .tree(.dismiss), .tree(.root),
        .tree(.close):
        rest = atOnce
      case .tree(.splice(_, _, let drop, _)): if drop > 0 { rest = atOnce }
      case .tree, .wait, .settle, .suspend, .suspect: break
      }
    }
  }
}
