import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Whatever happens while an interceptor is asked, the request is decided for the state at the
/// moment of the answer, and the recorded session has the same decisions again.
@MainActor
struct AskedPlanTests {
  private static let door = Route(
    "door", "/door",
    to: [
      .choose(
        .when(.condition("open"), steps: [.push("hall")]),
        .when(.principal, steps: [.push("lobby")]),
        .otherwise([.push("yard")]))
    ])

  /// Asks an interceptor, and changes the state before its answer.
  ///
  /// - Parameter meanwhile: a line of the story between question and answer.
  @Test(arguments: [
    ("asked: gate", "main/stack[home yard]"),
    ("signal: open", "main/stack[home hall]"),
    ("sign in: anna", "main/stack[home lobby]"),
    ("reconcile: main/stack[home]^hall", "main/stack[home yard]"),
    ("reconcile: main/stack[home yard hall]", "main/stack[home yard]"),
    ("adopt: next", "main/stack[home]^hall"),
  ])
  func `a request is decided as at the moment of the answer`(
    meanwhile: String, tree: String
  ) async throws {
    var scenario = Scenario(
      screens: kinds("hall", "lobby", "yard"), routes: [Self.door], interceptors: ["gate"],
      later: ["gate"])
    var next = scenario.definition(tree: "main/stack[home]")
    next.routes = [Route("door", "/door", to: [.present("hall")])]
    scenario.definitions = ["next": next]
    try await scenario.run(
      awaiting: """
        given: main/stack[home]
        open: /door
        \(meanwhile)
        code: allow
        outcome: shown
        tree: \(tree)
        """)
  }

  @Test func `each interceptor is asked once, and the plan waits for the last`() async throws {
    try await Scenario(
      screens: kinds("hall"), routes: [Route("door", "/door", to: [.push("hall")])],
      interceptors: ["first", "second"], later: ["first", "second"]
    ).run(
      awaiting: """
        given: main/stack[home]
        open: /door
        code: allow
        settle
        code: allow
        outcome: shown
        asked: first second
        tree: main/stack[home hall]
        """)
  }
}
