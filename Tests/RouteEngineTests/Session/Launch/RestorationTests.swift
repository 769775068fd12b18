import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The ladder: launches that die before they are stable restore less each time, and say so.
@MainActor
struct RestorationTests {
  let shop = Scenario(
    screens: [.product] + kinds("login", "help"),
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

  @Test func `each unclean end restores one step less, and no waiting request is lost`() throws {
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

  @Test func `a kind that is not restored is removed with the screens on it`() throws {
    var pay = ScreenDeclaration("pay")
    pay.isRestored = false
    let story = Scenario(
      screens: [.product, pay],
      routes: [.product, Route("pay", "/pay", to: [.push("pay")])])
    try story.run(
      """
      open: /products/7
      open: /pay
      open: /products/8
      crash
      restored: whole after 0
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

  @Test func `the second step dismisses all presented screens`() throws {
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
    var shop = shop
    shop.routes.append(
      Route("busy", "/busy/:id", to: .inShop("product"))
        .performs(ActionTemplate("upload").inLane("uploads")))
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
      extent = session.launch.restoration?.extent ?? .whole
      path = journal.file(dead)
      if extent != .whole {
        #expect(session.state.actions.filter { $0.status == .dead }.count <= 2)
      }
    }
    #expect(launches <= 6, "\(launches)")
  }

  @Test func `a death over a request or an action counts against nothing else`() throws {
    var shop = shop
    shop.routes.append(Route("acting", "/acting/:id", to: .inShop("product")).performs("work"))
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
        #expect(session.launch.restoration?.extent == .whole, "\(link)")
        session.open(link)
        path = journal.file(dead)
      }
    }
    let session = journal.launch(at: path)
    #expect(session.launch.restoration?.extent == .whole)
    #expect(session.launch.restoration?.uncleanEnds == 1, "an action explains only its first death")
    #expect(session.state.suspects.map(\.count) == [2])
    let history = try History(path: path)
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `the first step pops the top screen`() throws {
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

  @Test(arguments: ["stable", "background", "background\nforeground", "end", "pass: 11\nwake"])
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

  @Test func `the first launch restores nothing and counts nothing`() throws {
    do { #expect(journal.launch().launch.restoration == nil) }
    #expect(journal.launch().launch.restoration == Restoration())
    #expect(try journal.kinds() == ["began", "began", "restored"])
  }

  @Test func `an action whose screen leaves is cancelled, the others wait on`() throws {
    let journal = try TestJournal(.shop(ActionTemplate("a", when: .ready)))
    do {
      let session = journal.launch { $0.perform("a") { _ in .done } }
      session.openAll("/products/1", "/products/2")
    }
    for _ in 0..<2 { _ = journal.launch { $0.perform("a") { _ in .done } } }
    let session = journal.launch { $0.perform("a") { _ in .done } }
    #expect(session.launch.restoration?.extent == .top)
    #expect(session.state.actions.map(\.parameters) == [[:]])
    #expect(try journal.kinds().suffix(3) == ["began", "restored", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `another version of the app restores the whole place again`() throws {
    do { journal.launch { $0.build = "1" }.open("/products/7") }
    for _ in 0..<3 { _ = journal.launch { $0.build = "1" } }
    #expect(journal.launch { $0.build = "1" }.launch.restoration?.uncleanEnds == 3)
    let session = journal.launch { $0.build = "2" }
    #expect(session.launch.restoration == Restoration())
    #expect(session.state.untrustedRestores == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a session that goes on as the last one counts nothing`() throws {
    do { journal.launch().open("/products/7") }
    for _ in 0..<4 {
      let session = journal.launch { $0.beginning = .continued }
      #expect(session.launch.restoration == nil)
      #expect(session.state.untrustedRestores == 0)
    }
    #expect(journal.launch().launch.restoration == Restoration())
  }

  @Test func `a session does not go on as one with other limits`() throws {
    do { journal.launch().open("/products/7") }
    let session = journal.launch {
      $0.beginning = .continued
      $0.limits.depth = 32
    }
    #expect(session.launch.restoration == Restoration())
    session.open("/products/8")
    try journal.requireReplays(of: session)
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

  @Test func `a place is stable after ten seconds by default`() throws {
    do { journal.launch().open("/products/7") }
    let session = journal.launch()
    journal.wake(session, after: 9_999_999)
    #expect(session.state.untrustedRestores == 1)
    journal.wake(session, after: 2)
    #expect(session.state.untrustedRestores == 0)
  }

  @Test func `a host can decide alone when a place is stable`() throws {
    do { journal.launch().open("/products/7") }
    let session = journal.launch { $0.stableAfter = .seconds(-1) }
    journal.wake(session, after: 1_000_000_000)
    #expect(session.state.untrustedRestores == 1)
    session.stable()
    #expect(session.state.untrustedRestores == 0)
    try journal.requireReplays(of: session)
  }

  // MARK: Places that are not restored although no launch died there

  private func leavePlace() throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.openAll("/gated/9", "/products/7")
    session.background()
    return journal
  }

  @Test func `a place beyond its age is left, and waiting requests stay`() throws {
    let journal = try leavePlace()
    journal.clock.advance(by: 3_600_000_000)
    do {
      let session = journal.launch { $0.maximumAge = .seconds(3_600) }
      #expect(session.launch.restoration == Restoration())
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
      session.background()
    }
    journal.clock.advance(by: 3_600_000_001)
    let session = journal.launch { $0.maximumAge = .seconds(3_600) }
    #expect(session.launch.restoration?.left == .age)
    #expect(session.launch.restoration?.extent == .clean)
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a launch link that a route takes wins over the place`() throws {
    let journal = try leavePlace()
    let session = journal.launch { $0.launchLink = "/products/8" }
    #expect(session.launch.restoration?.left == .link)
    #expect(session.launch.opening?.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 8)]]")
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a launch link has the limits with which it is opened`() throws {
    let journal = try leavePlace()
    let link = "/products/8?x=" + String(repeating: "a", count: 10_000)
    do {
      let refusing = journal.launch { $0.launchLink = link }
      #expect(refusing.launch.restoration?.left == nil)
      #expect(refusing.launch.opening?.outcome?.isSuccess == false)
    }
    let taking = journal.launch {
      $0.limits.linkBytes = 20_000
      $0.launchLink = link
    }
    #expect(taking.launch.restoration?.left == .link)
    #expect(taking.launch.opening?.outcome == .shown)
    try journal.requireReplays(of: taking)
  }

  @Test func `a launch link without a route keeps the place`() throws {
    let journal = try leavePlace()
    for link in ["/nothing/8", "no link at all", "http://[bad"] {
      let session = journal.launch { $0.launchLink = link }
      session.stable()
      #expect(session.launch.restoration == Restoration(), "\(link)")
      #expect(session.launch.opening?.outcome?.isSuccess == false, "\(link)")
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7)]]")
      try journal.requireReplays(of: session)
    }
  }

  @Test func `a forged reason is found`() throws {
    let journal = try leavePlace()
    let session = journal.launch { $0.launchLink = "/products/8" }
    try journal.requireReplays(of: session)
    let last = try journal.entries().last { $0.kind == .restored }
    let restored = try #require(last).sequence
    for (index, edit) in [
      #"replace(payload, '"left":"link"', '"left":"mood"')"#,
      #"replace(payload, '"extent":"clean"', '"extent":"root"')"#,
      #"replace(payload, ',"left":"link"', '')"#,
    ].enumerated() {
      let sql = "UPDATE journal SET payload = \(edit) WHERE sequence = \(restored)"
      let forged = try journal.forged(sql, as: "forged-\(index)")
      #expect(try Verification(of: forged).findings.first?.sequence == restored, "\(edit)")
    }
  }
}
