import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Rules of a session that a host can run into.
@MainActor
struct SessionRulesTests {
  private func table() throws -> RouteTable {
    try RouteTable(
      RouteTableDefinition(
        tree: Scenario.tree,
        screens: [ScreenDeclaration("order")],
        routes: [
          Route("order", "/order", to: .inShop("order")).performs("print", when: .ready),
          Route("shop", "/shop", to: [.select("shop")]),
        ]))
  }

  @Test func `an observer that reports what it sees does not call itself`() throws {
    let session = RouteSession.launch(try table(), at: .memory)
    var calls = 0
    session.onChange = { session in
      calls += 1
      if let tab = session.state.tree.firstScreen(where: { $0.kind == "shop" }) {
        session.report(.selected(tab.id))
      }
    }
    session.openAll("/shop", "/shop")
    #expect(calls == 1, "what was shown already changes nothing")
    #expect(session.state.tree.visibleLeaf()?.kind == "catalog")
  }

  @Test func `after its end a session takes nothing`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    session.end()
    let end = session.anchor
    let opening = session.open("/shop")
    session.signal("network")
    session.report(.popped(nil))
    #expect(opening.outcome == .failed(step: 0, reason: "the session has ended"))
    #expect(!opening.isRecorded)
    #expect(session.anchor == end)
    #expect(session.state.conditions == [])
  }

  @Test func `an action that outlives the session does not keep it busy`() throws {
    let clock = ManualClock()
    let session = RouteSession.launch(
      try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[feed]",
          routes: [
            Route("feed", "/feed", to: [.select("feed")]).performs(
              ActionTemplate("print", when: .ready, expiresAfter: 1))
          ])), at: .memory
    ) { $0.clock = clock.sessionClock }
    session.open("/feed")
    session.end()
    clock.advance(by: 1_000_000)
    session.resume(.none)
    #expect(session.state.actions.count == 1, "the next session ends it")
  }

  @Test func `an action waits for the person whose request brought it`() throws {
    var performed = 0
    let session = RouteSession.launch(try table(), at: .memory) {
      $0.perform("print") { _ in returning(.done, after: performed += 1) }
    }
    session.signIn(as: "anna")
    session.open("/order")
    session.signOut()
    session.signIn(as: "bert")
    session.ready()
    #expect(performed == 0)
    session.signal("signedIn", principal: "anna")
    #expect(performed == 1)
  }

  @Test func `a request whose work finds no room is not carried out`() throws {
    let session = RouteSession.launch(try table(), at: .memory) { $0.limits.pendingActions = 1 }
    session.openAll("/order", "/shop")
    let before = session.state
    let opening = session.open("/order")
    #expect(opening.outcome == .failed(step: 0, reason: "more than 1 actions would be pending"))
    #expect(session.state == before)
  }

  @Test func `an observer that resumes meanwhile settles nothing twice`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    session.suspend()
    let openings = [session.open("/order"), session.open("/shop")]
    session.onChange = { session in
      session.onChange = nil
      session.resume(.execute)
    }
    session.resume(.clear)
    #expect(openings.allSatisfy { $0.outcome == .denied(reason: "cleared when resumed") })
    #expect(try Verification(of: History(path: path)).findings == [])
  }

  @Test func `bounds too narrow for the table's own tree do not stop a launch`() throws {
    let session = RouteSession.launch(try table(), at: .memory) {
      $0.limits.depth = 1
      $0.limits.screens = 1
    }
    #expect(session.state.tree.count == 5)
    #expect(session.open("/order").outcome?.isSuccess == false)
  }

  @Test func `a subtree that no hierarchy can have is refused`() throws {
    var state = RouteState()
    var two = Subtree(kind: "main", container: .stack)
    two.presented = [Subtree(kind: "a"), Subtree(kind: "b")]
    let childless = Subtree(kind: "main", children: [Subtree(kind: "a")])
    let selected = Subtree(
      kind: "main", container: .tabs, children: [Subtree(kind: "a")], selected: 3)
    for var root in [two, childless, selected] {
      var counter: UInt64 = 0
      root.assignIDs(after: &counter)
      let before = state
      #expect(throws: ChangeError.self) {
        try state.apply(.tree(.root(scene: "main", screen: root)))
      }
      #expect(state == before)
    }
  }

  @Test func `what was let go on waits again while the session is suspended`() throws {
    let scenario = Scenario(
      screens: [ScreenDeclaration("order")],
      routes: [Route("order", "/order", to: [.push("order")]).asks("network")],
      configure: {
        $0.answer("network") { asked in
          asked.tree.count > 2 ? .allow : .wait(condition: "network")
        }
      })
    try scenario.run(
      """
      given: main/stack[feed]
      open: /order -> waiting
      suspend
      signal: network
      parked: 1
      outcome: waiting
      tree: main/stack[feed]
      """)
  }
}
