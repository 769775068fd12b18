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
        let isFree = action.status != .waiting || state.isFree(action)
        expected = state.turn(of: action, at: now, isFree: isFree, handled).map {
          RouteState.ActionTurn(action: action, transition: $0)
        }
      }
      var found: RouteState.ActionTurn?
      if case .found(let turn) = state.nextTurn(at: now, of: handled) { found = turn }
      #expect(found == expected)
      if found != nil { turns += 1 }
    }
    #expect((1..<200).contains(turns))
  }
}
