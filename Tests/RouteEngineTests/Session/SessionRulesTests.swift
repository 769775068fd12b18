import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Rules of a session that a host can violate.
@MainActor
struct SessionRulesTests {
  private func table() throws -> RouteTable {
    try RouteTable(
      RouteTableDefinition(
        tree: Scenario.tree,
        screens: kinds("order"),
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

  @Test func `an action that outlives the session does not keep it busy`() throws {
    let clock = ManualClock()
    let session = RouteSession.launch(
      try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[feed]",
          routes: [
            Route("feed", "/feed", to: [.select("feed")]).performs(
              ActionTemplate("print", when: .ready, expires: .microseconds(1)))
          ])), at: .memory
    ) { $0.clock = clock.sessionClock }
    session.open("/feed")
    session.end()
    clock.advance(by: 1_000_000)
    session.requests.resume(.none)
    #expect(session.state.actions.count == 1, "the next session ends it")
  }

  @Test func `an action waits for the person whose request brought it`() throws {
    try Scenario(
      screens: [.order],
      routes: [Route("order", "/orders/:id", to: .inShop("order")).performs("print", when: .ready)]
    ).run(
      """
      sign in: anna
      open: /orders/1
      sign out
      sign in: bert
      ready: order
      performed:
      signal: signedIn as anna
      performed: print
      """)
  }

  @Test func `an observer that resumes meanwhile settles nothing twice`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(try table(), at: .file(path))
    session.requests.suspend()
    let openings = [session.open("/order"), session.open("/shop")]
    session.onChange = { session in
      session.onChange = nil
      session.requests.resume(.execute)
    }
    session.requests.resume(.clear)
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

  @Test func `limits below 1 and above those of the format are brought within it`() throws {
    let session = RouteSession.launch(try table(), at: .memory) {
      $0.limits.queryItems = 0
      $0.limits.linkBytes = .max
    }
    #expect(session.open("/order?a=1").outcome?.isSuccess == true)
    #expect(session.open("/order?a=1&b=2").outcome?.isSuccess == false)
    let long = "/order?a=" + String(repeating: "x", count: RouteLimits.format.linkBytes)
    let reason = session.open(long).outcome?.reason ?? ""
    #expect(reason.contains("over the limit of \(RouteLimits.format.linkBytes)"), "\(reason)")
  }

  @Test func `a display of screens beyond narrow bounds is followed, and of no more`() throws {
    let journal = try TestJournal(table())
    let session = journal.launch {
      $0.limits.depth = 1
      $0.limits.screens = 1
    }
    var shown = DisplayedScreens(scenes: session.state.tree.subtrees)
    #expect(session.display.reconcile(with: shown).outcome == .alreadyShown)
    shown.scenes[0].root.presented = [ScreenTree.Subtree(kind: "order")]
    #expect(
      session.display.reconcile(with: shown).outcome == .impossible(reason: "more than 5 screens"))
    try journal.requireReplays(of: session)
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
        try state.apply(.tree(.root(scene: "main", screen: [root])))
      }
      #expect(state == before)
    }
  }

  @Test func `resumed requests wait again while the session is suspended`() throws {
    let scenario = Scenario(
      screens: kinds("order"),
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

  // MARK: The end: nothing is written after it, and nothing is reported that was not written

  private let shop = Scenario.gatedShop
  private let journal = TestJournal(of: .gatedShop)
  private let refusal = Outcome.failed(step: 0, reason: "the session has ended")

  @Test func `every request after the end is refused, also a text that is no link`() throws {
    let session = journal.launch()
    session.open("/products/1", source: "n-1")
    session.end()
    let end = session.journal.anchor
    let openings = [
      session.open("/products/2"), session.open("no link"), session.open("/nowhere"),
      session.open("/products/1", source: "n-1"), session.open("/orders/1"),
      session.open(.screen(kind: "product", ["id": 3]), from: .programmatic),
      session.report(.popped(nil)),
    ]
    for opening in openings {
      #expect(opening.outcome == refusal)
      #expect(!opening.accepted)
      #expect(!opening.isRecorded)
      #expect(opening.request == nil)
    }
    session.signal("network")
    #expect(session.journal.anchor == end && session.state.conditions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an answer that comes after the end leads to no outcome`() async throws {
    try await shop.later("gate").run(
      awaiting: """
        open a: /orders/1
        open b: /products/2
        unanswered: 1
        end
        entries: ended
        code: allow
        settle
        outcome a: waiting
        outcome b: waiting
        waiting: received, released
        entries: ended
        """)
  }

  @Test func `sleeping code is woken by the end, and its calls have no effect`() async throws {
    try await shop.later("gate").run(
      awaiting: """
        open a: /orders/1
        code: pause signedIn
        waiting: until signedIn
        end
        code: open login
        outcome login: failed: the session has ended
        code: pause signedIn
        code: allow
        settle
        outcome a: waiting
        give up signedIn: cancelled
        resume: clear
        outcome a: waiting
        """)
  }

  @Test func `host code that was to be called next is not called after the end`() async throws {
    try await shop.later("gate").run(
      awaiting: """
        open: /orders/1
        end
        settle
        unanswered: 0
        waiting: received
        """)
  }

  @Test func `host code that ends the session ends the asking too`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: shop.screens,
        routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "second")]))
    var asked: [String] = []
    var session: RouteSession?
    let opened = journal.launch {
      $0.answer("first") { _ in
        asked.append("first")
        session?.open("/orders/2")
        session?.end()
        return .allow
      }
      $0.answer("second") { _ in returning(.allow, after: asked.append("second")) }
    }
    session = opened
    defer { session = nil }
    let opening = opened.open("/orders/1")
    #expect(asked == ["first"])
    #expect(opening.outcome == nil)
    #expect(opened.state.waiting.count == 2, "what was queued waits for the next session")
    try journal.requireReplays(of: opened)
  }

  @Test func `a session that ends in a transition leaves its journal to another`() async throws {
    let door = Door<Answer>()
    var session: RouteSession? = journal.launch {
      $0.answerLater("gate") { _ in await door.answer() }
    }
    session?.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session?.display.beginTransition()
    door.open(.allow)
    for _ in 0..<100 { await Task.yield() }
    session?.end()
    session = nil
    #expect(await eventually { journal.launch().health == .recording })
  }

  // MARK: Messages to a developer who does not read the health

  private final class Lines {
    var all: [String] = []
  }

  private func launch(_ journal: TestJournal, at path: String, _ lines: Lines) -> RouteSession {
    journal.launch(at: path) { $0.warn = { lines.all.append($0) } }
  }

  @Test func `a session that cannot record reports it once, with the reason`() throws {
    let journal = try TestJournal(Scenario())
    let lines = Lines()
    let session = launch(journal, at: journal.file("no folder/journal.sqlite"), lines)
    #expect(!session.health.isRecording)
    session.open("/products/7")
    #expect(lines.all.count == 1)
    let problem = try #require(session.health.problem)
    #expect(lines.all.first?.hasPrefix("RouteEngine: not recording: \(problem)") == true)
    #expect(lines.all.first?.contains("..") == false)
  }

  @Test func `a second session on a journal says whose it is; the first says nothing`() throws {
    let journal = try TestJournal(Scenario())
    let (first, second) = (Lines(), Lines())
    let owner = launch(journal, at: journal.path, first)
    let other = launch(journal, at: journal.path, second)
    #expect(owner.health == .recording && first.all == [])
    #expect(!other.health.isRecording && second.all.count == 1)
  }

  @Test func `a missing contribution is reported once, at launch`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: kinds("order"),
        routes: [Route("order", "/order", to: [.push("order")]).asks("aged", "signedIn")]))
    let lines = Lines()
    let session = launch(journal, at: journal.path, lines)
    session.open("/order")
    #expect(session.launch.warnings.count == 2)
    #expect(
      lines.all == [
        "RouteEngine: the table asks the interceptor aged, and the host has none. "
          + "There are 2 such warnings, see 'launch.warnings'."
      ])
    // Nothing is reported when both have the same names.
    let others = Lines()
    let other = journal.launch(at: journal.file("other.sqlite")) {
      $0.warn = { others.all.append($0) }
      for name in ["aged", "signedIn"] { $0.answer(name) { _ in .allow } }
    }
    #expect(other.launch.warnings.isEmpty && others.all.isEmpty)
  }
}
