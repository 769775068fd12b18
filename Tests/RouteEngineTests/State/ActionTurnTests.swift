import RouteTestSupport
import Testing

@testable import RouteEngine

/// The order in which pending actions have their turn when there are many.
struct ActionTurnTests {
  private let now = RouteInstant(microseconds: 50)
  private let handled = HandledActions(names: ["a"])

  private func action(
    _ id: Int64, of principal: String?, lane: String?, after: Int64? = nil
  ) -> PendingAction {
    PendingAction(
      id: ActionID(id), request: RequestID(1), principal: principal, name: "a", parameters: [:],
      screen: ScreenID(1), key: nil, terms: ActionTerms(lane: lane),
      notBefore: after.map { RouteInstant(microseconds: $0) })
  }

  private func state(_ actions: [PendingAction]) throws -> RouteState {
    var state = try RouteState(scenes: TreeNotation("feed"), counter: 0)
    for action in actions { try state.apply(.enqueue(action)) }
    return state
  }

  /// The actions do not hold their lane, because their user is signed out. A comparison with all
  /// others for each of them took minutes here.
  @Test func `many actions of a signed-out user are examined once each`() throws {
    let count: Int64 = 20_000
    let gone = (1...count).map { action($0, of: "anna", lane: "pay") }
    var state = try state(gone + [action(count + 1, of: nil, lane: "pay")])
    guard case .found(let turn) = state.nextTurn(at: now, of: handled) else {
      throw ScenarioMistake("none has its turn")
    }
    #expect(turn.action.id == ActionID(count + 1) && turn.transition == .claim)
    try state.apply(.advance(turn.action.id, .claim))
    try state.apply(.advance(turn.action.id, .start(until: nil)))
    #expect(state.nextTurn(at: now, of: handled) == .rest(until: RouteInstant(microseconds: .max)))
  }

  /// A search of all actions for each of them took too long to wait for.
  @Test func `many actions without a handler are shelved once each, in their order`() throws {
    let count: Int64 = 20_000
    var state = try state((1...count).map { action($0, of: nil, lane: "pay") })
    var machine = Machine(deciding: .standard, .empty)
    machine.actions.isClaiming = true
    let cause = machine.newEntry(.ready, now.microseconds)
    var shelved: [ActionID] = []
    while true {
      let turns = machine.turns(after: [cause], in: &state)
      if turns.isEmpty { break }
      shelved += turns.compactMap(\.action)
    }
    #expect(shelved == (1...count).map { ActionID($0) })
    #expect(state.actions { $0 != .shelved }.isEmpty)
  }

  @Test func `after a revived action the search goes on with it`() throws {
    var random = SeededRandom(9)
    var turns = 0
    for _ in 0..<200 {
      var state = try state(
        (1...Int64(1 + random.below(40))).map { id in
          action(
            id, of: random.pick([nil, "anna"]), lane: random.pick([nil, "x"]),
            after: random.pick([nil, 60]))
        })
      for action in state.actions where random.chance(60) {
        try state.apply(.advance(action.id, .shelve))
      }
      while case .found(let turn) = state.nextTurn(at: now, of: handled),
        turn.transition == .revive
      {
        try state.apply(.advance(turn.action.id, .revive))
        if let next = state.nextTurn(from: turn.action.id, at: now, of: handled) {
          #expect(state.nextTurn(at: now, of: handled) == .found(next))
          turns += 1
        }
      }
    }
    #expect(turns > 0)
  }

  @Test func `the first action that is due and free has its turn`() throws {
    var random = SeededRandom(8)
    var turns = 0
    for _ in 0..<200 {
      let all = (1...Int64(1 + random.below(12))).map { id in
        action(
          id, of: random.pick([nil, "anna"]), lane: random.pick([nil, "x", "y"]),
          after: random.pick([nil, 40, 60]))
      }
      var state = try state(all)
      for action in all where random.chance(30) {
        try state.apply(.advance(action.id, .claim))
        try state.apply(.advance(action.id, .start(until: nil)))
        if random.chance(60) { try state.apply(.advance(action.id, .crash)) }
      }
      var expected: RouteState.ActionTurn?
      for action in state.actions where expected == nil {
        guard let transition = state.turn(of: action, at: now, handled),
          transition != .claim || state.isFree(action)
        else { continue }
        expected = RouteState.ActionTurn(action: action, transition: transition)
      }
      var found: RouteState.ActionTurn?
      if case .found(let turn) = state.nextTurn(at: now, of: handled) { found = turn }
      #expect(found == expected)
      if found != nil { turns += 1 }
    }
    #expect((1..<200).contains(turns))
  }

  /// The session woke for such an action again and again, a microsecond apart.
  @Test func `an action of a forged journal wakes no session for nothing`() throws {
    var leased = action(1, of: "anna", lane: nil)  // its user is signed out
    leased.leaseEnds = RouteInstant(microseconds: 5)
    var last = action(2, of: nil, lane: nil)
    last.attempt = PendingAction.lastAttempt
    var state = try state([leased, last])
    guard case .found(let turn) = state.nextTurn(at: now, of: handled) else {
      throw ScenarioMistake("none has its turn")
    }
    #expect(turn.action.id == ActionID(2) && turn.transition == .die)
    try state.apply(.advance(turn.action.id, turn.transition))
    #expect(state.nextTurn(at: now, of: handled) == .rest(until: RouteInstant(microseconds: .max)))
  }
}
