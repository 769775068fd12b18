import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// B9: a screen that the host could not show is removed again, and journal and display agree.
@MainActor
struct RenderFailureTests {
  private let journal = TestJournal(of: Self.shop)

  static let shop = Scenario(
    screens: [.product, ScreenDeclaration("login", isDismissible: false)],
    routes: [
      .product,
      Route("login", "/login", to: [.present("login", style: .sheet, from: .topmost)]),
      Route("only", "/only/:id", to: [.select("shop"), .pushAsRoot("product")]),
      Route("acting", "/acting/:id", to: .inShop("product")).performs("highlight", when: .ready),
      Route("guarded", "/guarded/:id", to: .inShop("product")).asks("gate"),
    ])
  /// The tree without the containers that the table declares.
  static let plain = "main[home*[feed] shop[catalog]]"

  @Test func `B9: a decision that cannot be shown is taken back, through a relaunch too`() throws {
    try Self.shop.run(
      """
      open: /products/7
      open: /products/8
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) product(id: 8)]]
      render failed: no controller for product
      outcome: shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      render failed: nor for that one
      tree: \(Scenario.tree)
      relaunch
      tree: \(Scenario.tree)
      """)
  }

  @Test func `the request keeps its outcome, and the entry that takes it back names it`() throws {
    let session = journal.launch { $0.perform("highlight") { _ in .done } }
    let opening = session.open("/acting/7")
    let screen = try #require(session.state.tree.visibleLeaf())
    #expect(session.state.actions.map(\.screen) == [screen.id])
    let refused = try #require(opening.request)
    #expect(session.display.renderFailed(reason: "no controller").outcome == .shown)
    #expect(opening.outcome == .shown)
    #expect(session.state.tree[screen.id] == nil)
    #expect(session.state.actions.isEmpty)
    let entries = try journal.entries()
    #expect(entries.map(\.kind.word) == ["began", "decided", "enqueued", "decided", "cancelled"])
    #expect(entries[3].cause == refused.rawValue)
    #expect(entries[3].reason == "no controller")
    session.open("/acting/7")
    #expect(try #require(session.state.tree.visibleLeaf()).id > screen.id)
    try journal.requireReplays(of: session)
  }

  @Test func `screens that a refused decision had taken away come back under new ids`() throws {
    let session = journal.launch()
    let catalog = try #require(session.state.tree.firstScreen { $0.kind == "catalog" })
    session.open("/only/7")
    #expect(session.state.tree[catalog.id] == nil)
    session.display.renderFailed(reason: "boom")
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    let again = try #require(session.state.tree.firstScreen { $0.kind == "catalog" })
    #expect(again.id > catalog.id)
    try journal.requireReplays(of: session)
  }

  @Test func `a screen that is named takes back the decision that brought it, and more`() throws {
    let session = journal.launch()
    session.open("/products/7")
    let seven = try #require(session.state.tree.visibleLeaf()).id
    session.openAll("/products/8", "/login")
    #expect(session.display.renderFailed(seven, reason: "boom").outcome == .shown)
    #expect(session.notation == Self.plain)
    let gone = session.display.renderFailed(seven, reason: "boom")
    #expect(gone.outcome == .stale(reason: "there is no screen \(seven)"))
    #expect(gone.outcome?.isStale == true)
    try journal.requireReplays(of: session)
  }

  @Test func `what the host has reported since is not undone: the screen alone goes`() throws {
    let session = journal.launch()
    session.openAll("/products/7", "/login")
    let login = try #require(session.state.tree.visibleLeaf()).id
    let seven = try #require(session.state.tree.firstScreen { $0.kind == "product" }).id
    session.report(.popped(seven))
    session.display.renderFailed(login, reason: "the sheet was not shown")
    #expect(session.notation == "main[home[feed] shop*[catalog]]")
    try journal.requireReplays(of: session)
  }

  @Test func `after a relaunch each failure leads one level out, and last to the start`() throws {
    try Self.shop.run(
      """
      open: /products/7
      open: /products/8
      open: /login
      crash
      render failed: boom -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) product(id: 8)]]
      render failed: boom -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      render failed: boom -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      render failed: boom -> shown
      tree: \(Scenario.tree)
      render failed: boom -> already shown
      """)
  }

  @Test func `a host that says what it shows instead is believed`() throws {
    let session = journal.launch()
    session.open("/products/7")
    var root = try #require(session.state.tree.root().flatMap { session.state.tree.subtree($0) })
    root.children[1].children[1] = Subtree(kind: "sorry")
    let shown = DisplayedScreens(scenes: [SceneSubtree(name: ScreenTree.mainScene, root: root)])
    #expect(session.display.renderFailed(reason: "boom", showing: shown).outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog sorry/foreign]]")
    try journal.requireReplays(of: session)
  }

  @Test func `the host may refuse in the middle of hearing of it`() throws {
    let session = journal.launch()
    session.onChange = { session in
      if session.state.tree.firstScreen(where: { $0.kind == "product" }) != nil {
        session.display.renderFailed(reason: "boom")
      }
    }
    let opening = session.open("/products/7")
    session.onChange = nil
    #expect(opening.outcome == .shown)
    #expect(session.notation == Self.plain)
    try journal.requireReplays(of: session)
  }

  @Test func `while a request waits for host code the host may refuse earlier ones`() async throws {
    try await Self.shop.later("gate").run(
      awaiting: """
        open: /products/7
        open a: /guarded/8
        unanswered: 1
        render failed: boom -> shown
        tree: \(Scenario.tree)
        code: allow
        outcome a: shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 8)]]
        """)
  }

  @Test func `in memory alone it is the same`() throws {
    let session = journal.launch(at: "/nowhere/journal.sqlite")
    #expect(!session.health.isRecording)
    session.open("/products/7")
    let back = session.display.renderFailed(reason: "boom")
    #expect(back.outcome == .shown)
    #expect(!back.isRecorded)
    #expect(session.notation == Self.plain)
  }

  /// | sequence | entry |
  /// |---|---|
  /// | 1, 2, 3 | began; decided: 7 shown, 8 shown |
  /// | 4 | decided: the host could not show 8 |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(Self.shop)
    let session = journal.launch()
    session.openAll("/products/7", "/products/8")
    session.display.renderFailed(reason: "boom")
    try journal.requireReplays(of: session)
    return journal
  }

  @Test(arguments: [
    ("cause = 2", "its cause is not the entry"), ("cause = NULL", "its cause is not the entry"),
    ("reason = 'other'", "its reason is not"), ("reason = NULL", "its reason is not"),
    ("cause = 2, payload = replace(payload, '\"entry\":3', '\"entry\":2')", "entry 2 is not what"),
    (
      "payload = replace(payload, '\"kind\":\"feed\"', '\"kind\":\"feet\"')",
      "the screens that the host reports as on display"
    ),
    (
      "payload = replace(payload, '\"children\":[{\"id\":3,', '\"children\":[{\"id\":4,')",
      "it does not restore the screens on display"
    ),
  ])
  func `a forged refusal is found`(edit: String, problem: String) throws {
    let journal = try recorded()
    let history = try journal.forged("UPDATE journal SET \(edit) WHERE sequence = 4")
    let findings = try Verification(of: history).findings
    #expect(findings.first?.sequence == 4, "\(findings)")
    #expect(findings.contains { $0.problem.contains(problem) }, "\(findings)")
  }

  @Test func `a refusal that leads elsewhere than its fact says is a divergence`() throws {
    let journal = try recorded()
    let history = try journal.forged(
      """
      UPDATE journal SET payload = replace(payload, '"kind":"catalog"', '"kind":"catalogue"')
      WHERE sequence = 4
      """)
    #expect(try Rerun(of: history).divergences.first?.sequence == 4)
  }

  @Test func `B9: a screen that the adopted table does not know stays as it was`() throws {
    var shop = Self.shop
    let less = shop.definition(tree: Scenario.tree)
    shop.screens.append(ScreenDeclaration("note", schema: ["id": .int]))
    shop.routes.append(Route("note", "/notes/:id", to: [.push("note")]))
    shop.definitions = ["less": less]
    try shop.run(
      """
      open: /notes/3
      adopt: less
      open: /products/7
      render failed: no controller for product
      tree: main/tabs[home/stack*[feed note/unknown(id: 3)] shop/stack[catalog]]
      """)
  }
}
