import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The ladder: launches that die before they are stable restore less and less, and say so.
@MainActor
struct RestorationTests {
  let shop = Scenario(
    screens: [.product, ScreenDeclaration("login"), ScreenDeclaration("help")],
    routes: [
      .product,
      Route("login", "/login", to: [.present("login", style: .sheet)]),
      Route("over", "/over", to: [.present("help", style: .full, from: .topmost)]),
      Route("gated", "/gated/:id", to: [.push("product")]).asks("gate"),
    ],
    answers: ["gate": .wait(condition: "open")])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }
  let tree = Scenario.tree
  let both = "[catalog product(id: 7) product(id: 8)]"

  @Test func `each unclean end restores one step less, and nothing that waits is lost`() throws {
    try shop.run(
      """
      open: /products/7
      open: /products/8
      open: /gated/9
      open: /login
      crash
      restored: whole after 0
      crash
      restored: whole after 1
      tree: main/tabs[home/stack[feed] shop/stack*\(both)]^sheet:login
      parked: 1
      crash
      restored: top after 2
      tree: main/tabs[home/stack[feed] shop/stack*\(both)]
      crash
      restored: root after 3
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      crash
      restored: clean after 4
      tree: \(Scenario.tree)
      crash
      restored: whole after 5
      tree: \(Scenario.tree)
      parked: 1
      """)
  }

  @Test func `the second step dismisses all that is presented`() throws {
    try shop.run(
      """
      open: /products/7
      open: /login
      open: /over
      crash
      crash
      crash
      restored: top after 2
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]^sheet:login
      crash
      restored: presented after 3
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

  @Test func `a place that kills while actions run is left before many of them are dead`() throws {
    let busy = Route(
      "busy", patterns: ["/busy/:id"], destination: Route.product.destination,
      actions: [ActionTemplate("upload", terms: ActionTerms(lane: "uploads"))])
    var shop = shop
    shop.routes.append(busy)
    let journal = try TestJournal(shop)
    do {
      let session = journal.launch()
      for id in 1...20 { session.open("/busy/\(id)") }
    }
    var launches = 0
    var path = journal.path
    var extent = Restoration.Extent.whole
    while extent == .whole, launches < 40 {
      launches += 1
      let dead = "dead-\(launches)"
      let session = journal.launch(at: path) {
        $0.perform("upload") { _ in
          _ = try? journal.killed(path, as: dead)
          return .done
        }
      }
      extent = session.restoration?.extent ?? .whole
      path = journal.file(dead)
      if extent != .whole {
        #expect(session.state.actions.filter { $0.status == .dead }.count <= 2)
      }
    }
    #expect(launches <= 6, "\(launches)")
  }

  @Test func `a death over a request or an action counts against nothing else`() throws {
    let acting = Route(
      "acting", patterns: ["/acting/:id"], destination: Route.product.destination,
      actions: [ActionTemplate("work", when: .arrival)])
    var shop = shop
    shop.routes.append(acting)
    let journal = try TestJournal(shop)
    do { journal.launch().open("/products/7") }
    var path = journal.path
    for link in ["/gated/9", "/gated/9", "/acting/1", "/acting/2"] {
      for _ in 0..<(link == "/acting/1" ? 2 : 1) {
        let dead = "dead-\(try journal.entries(of: path).count)"
        let session = journal.launch(at: path) {
          $0.answer("gate") { _ in
            _ = try? journal.killed(path, as: dead)
            return .deny(reason: "too late")
          }
          $0.perform("work") { _ in
            _ = try? journal.killed(path, as: dead)
            return .done
          }
        }
        #expect(session.restoration?.extent == .whole, "\(link)")
        session.open(link)
        path = journal.file(dead)
      }
    }
    let session = journal.launch(at: path)
    #expect(session.restoration?.extent == .whole)
    #expect(session.restoration?.uncleanEnds == 1, "an action explains only its first death")
    #expect(session.state.suspects.map(\.count) == [2])
    let history = try History(path: path)
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `the first step pops the screen on top`() throws {
    try shop.run(
      """
      open: /products/7
      open: /products/8
      crash
      crash
      crash
      restored: top after 2
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      crash
      restored: root after 3
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test(arguments: ["stable", "background", "end", "pass: 11\nwake"])
  func `a launch that was stable, in the background or ended, is not counted`(rest: String) throws {
    try shop.run(
      """
      open: /products/7
      crash
      crash
      \(rest)
      crash
      restored: whole after 0
      crash
      restored: whole after 1
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

  @Test func `a death in the foreground after the background is none before stable`() throws {
    try shop.run(
      """
      open: /products/7
      crash
      crash
      background
      foreground
      crash
      restored: whole after 0
      """)
  }

  @Test func `the first launch restores nothing and counts nothing`() throws {
    do { #expect(journal.launch().restoration == nil) }
    #expect(journal.launch().restoration == Restoration())
    #expect(try journal.kinds() == ["began", "began", "restored"])
  }

  @Test func `an action whose screen leaves is cancelled, the others wait on`() throws {
    let acting = Route(
      "acting", patterns: ["/acting/:id"], destination: Route.product.destination,
      actions: [ActionTemplate("a", when: .ready)])
    let journal = try TestJournal(Scenario(screens: shop.screens, routes: [acting]))
    do {
      let session = journal.launch { $0.perform("a") { _ in .done } }
      session.openAll("/acting/1", "/acting/2")
    }
    for _ in 0..<2 { _ = journal.launch { $0.perform("a") { _ in .done } } }
    let session = journal.launch { $0.perform("a") { _ in .done } }
    #expect(session.restoration?.extent == .top)
    #expect(session.state.actions.map(\.parameters) == [[:]])
    #expect(try journal.kinds().suffix(3) == ["began", "restored", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `another version of the app is given the whole place again`() throws {
    do { journal.launch { $0.build = "1" }.open("/products/7") }
    for _ in 0..<3 { _ = journal.launch { $0.build = "1" } }
    #expect(journal.launch { $0.build = "1" }.restoration?.uncleanEnds == 3)
    let session = journal.launch { $0.build = "2" }
    #expect(session.restoration == Restoration())
    #expect(session.state.untrustedRestores == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a session that goes on as the last one counts nothing`() throws {
    do { journal.launch().open("/products/7") }
    for _ in 0..<4 {
      let session = journal.launch { $0.beginning = .continued }
      #expect(session.restoration == nil)
      #expect(session.state.untrustedRestores == 0)
    }
    #expect(journal.launch().restoration == Restoration())
  }

  @Test func `other code's screens are left as they are until the table's tree is shown`() throws {
    var shop = shop
    shop.routes.removeAll { $0.identifier == "product" }
    try shop.run(
      """
      given: main/tabs[home/stack[feed] old/foreign*]
      open: /login
      crash
      crash
      crash
      restored: top after 2
      tree: main/tabs[home/stack[feed] old/foreign*]
      crash
      restored: whole after 3
      tree: main/tabs[home/stack[feed] old/foreign*]
      """)
  }

  @Test func `a session with a clock that sleeps becomes stable by its alarm`() async throws {
    do { journal.launch().open("/products/7") }
    let clock = journal.clock
    let session = journal.launch {
      $0.clock.sleep = { _ in await Task.yield() }
    }
    #expect(session.state.untrustedRestores == 1)
    clock.advance(by: 10_000_001)
    #expect(await eventually { session.state.untrustedRestores == 0 })
    #expect(try journal.kinds().last == "stable")
    session.stable()
    #expect(try journal.kinds().last == "stable")
    #expect(try journal.kinds().filter { $0 == "stable" }.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a host can say alone what is stable`() throws {
    do { journal.launch().open("/products/7") }
    let session = journal.launch { $0.stableAfter = .seconds(-1) }
    journal.wake(session, after: 1_000_000_000)
    #expect(session.state.untrustedRestores == 1)
    session.stable()
    #expect(session.state.untrustedRestores == 0)
    try journal.requireReplays(of: session)
  }
}
