import RouteEngine
import RouteTestSupport
import Testing

@MainActor
struct LimitsTests {
  @Test func `a session's limits can be read back without knowing them`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]", screens: kinds("sheet"),
        routes: [
          Route(
            "sheet", "/sheet", to: [.present("sheet", style: .sheet, from: .topmost, find: .none)])
        ]))
    func launch() -> RouteSession {
      RouteSession.launch(table, at: .file(path)) {
        $0.limits.depth = 1_000_000
        $0.limits.linkBytes = 1_000_000
      }
    }
    var session: RouteSession? = launch()
    for _ in 0..<140 { session?.open("/sheet") }
    session?.open("/nowhere/" + String(repeating: "a", count: 60_000))
    let notation = session?.notation
    #expect(session?.state.tree.count == 129, "main, 127 sheets over it, and feed")
    session = nil
    session = launch()
    #expect(session?.health == .recording)
    #expect(session?.notation == notation)
  }

  @Test func `absent and empty are different states`() throws {
    func state(_ source: String?) throws -> RouteState {
      var state = RouteState()
      let request = RouteRequest(
        .route("a", [:]), from: .url, at: RouteInstant(microseconds: 1), source: source)
      try state.apply(.wait(WaitingRequest(id: RequestID(1), request: request, status: .received)))
      return state
    }
    #expect(try state(nil).digest != state("").digest)
    #expect(try state(nil).digest == state(nil).digest)
  }
}
