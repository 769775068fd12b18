import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Content that is frequent, hostile, or looks alike: faults 24 and 26 to 28.
@MainActor
struct HostileContentTests {
  static let text = ScreenDeclaration("text", schema: ["text": .string])
  let shop = Scenario(
    screens: [.product, text],
    routes: [
      .product,
      Route("text", "/texts/:text", to: .inShop("text")).keepsOpen("text"),
      Route("guarded", "/guarded/:id", to: .inShop("product")).asks("gate"),
    ])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test(arguments: [2, 100])
  func `fault 26: the same id many times takes effect once, in any process`(times: Int) throws {
    // A cold start passes the link on, and then the stream of links repeats it.
    let again = Array(repeating: "open from push-1: /guarded/7 -> duplicate of 2", count: times - 1)
      .joined(separator: "\n")
    // Without an id each is a separate request; the screen is still there only once.
    let nameless = Array(repeating: "open: /products/7 -> already shown", count: times)
      .joined(separator: "\n")
    var shop = shop
    shop.answers = ["gate": .allow]
    try shop.run(
      """
      open from push-1: /guarded/7 -> shown
      \(again)
      relaunch
      \(again)
      sign in: bert
      open from push-1: /guarded/7 -> duplicate of 2
      relaunch
      \(again)
      \(nameless)
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

  @Test(arguments: [
    ("/texts/" + String(repeating: "a", count: 10_000_000), "failed"),
    ("/texts/a\u{0}b", "failed"),
    ("/texts/%00", "shown"),
    ("/texts/%FF%FE", "shown"),
    ("/products/99999999999999999999999999", "notFound"),
    ("/products/9223372036854775807", "shown"),
    ("/products/-9223372036854775808", "shown"),
    ("/products/7?" + String(repeating: "a=1&", count: 10_000), "failed"),
    ("/texts/" + String(repeating: "%2e%2e/", count: 900), "notFound"),
  ])
  func `fault 27: a hostile link has a typed outcome, and the session goes on`(
    link: String, outcome: String
  ) throws {
    let session = journal.launch()
    let opening = session.open(link)
    #expect(opening.outcome?.word == outcome)
    #expect(opening.isRecorded)
    #expect(session.open("/products/7").outcome == .shown)
    let longest = try journal.entries().map { $0.reason?.utf8.count ?? 0 }.max() ?? 0
    #expect(longest < 10_000, "what is refused is not kept")
    try journal.requireReplays(of: session)
  }

  @Test func `fault 27: a source's id beyond the bound is refused, and not kept`() throws {
    let session = journal.launch { $0.limits.sourceBytes = 8 }
    let refused = Outcome.failed(step: 0, reason: "the source's id is longer than allowed")
    #expect(session.open("/products/7", source: "123456789").outcome == refused)
    #expect(session.open("no link", source: "123456789").outcome?.word == "failed")
    #expect(session.open("/products/7", source: "12345678").outcome == .shown)
    #expect(session.open("/products/7", source: "12345678").outcome?.word == "duplicate")
    #expect(try journal.entries().compactMap(\.request?.source) == ["12345678", "12345678"])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 27: a link too long for the journal is refused, whatever its source`()
    throws
  {
    let long = try RouteLink(
      "/texts/" + String(repeating: "a", count: 600_000), maximumLength: 1_000_000)
    let problem = "no link: a link of 600007 bytes is over the limit of 524288; "
    do {
      let session = journal.launch {
        $0.answer("gate") { _ in .redirect(.link(long)) }
        $0.translate("text") { _ in [.route("product", ["id": 1]), .link(long)] }
      }
      let openings = [
        session.open(.link(long)), session.open("/guarded/7"), session.open(.customValue("text")),
      ]
      for opening in openings {
        #expect(opening.outcome?.reason?.hasPrefix(problem) == true, "\(opening.outcome as Any)")
      }
      session.requests.suspend()
      let kept = session.open("/products/7")
      session.requests.resumeTransforming { _ in .link(long) }
      #expect(kept.outcome == .denied(reason: "dropped when resumed"))
      try journal.requireReplays(of: session)
    }
    #expect(journal.launch().health == .recording)
  }

  @Test func `fault 27: a link that is too long with its tokens leaves no value in the vault`()
    throws
  {
    let room = RouteLink.defaultMaximumJournaledLength - 25
    func link(_ value: String) throws -> RouteRequest.Target {
      let text = "/texts/" + String(repeating: "a", count: room) + "?x=\(value)"
      return .link(try RouteLink(text, maximumLength: 1_000_000))
    }
    let redirect = try link("s3cr3t-2")
    let targets: [RouteRequest.Target] = [
      .link(try RouteLink("/products/7?x=s3cr3t-3")), try link("s3cr3t-4"),
    ]
    let session = journal.launch {
      $0.answer("gate") { _ in .redirect(redirect) }
      $0.translate("text") { _ in targets }
    }
    let openings = [
      session.open(try link("s3cr3t-1")), session.open("/guarded/7"),
      session.open(.customValue("text")),
    ]
    for opening in openings {
      let reason = try #require(opening.outcome?.reason)
      #expect(reason.contains("is over the limit of 524288") && opening.isRecorded, "\(reason)")
    }
    #expect(try !journal.holds("s3cr3t"))
    // A value that is hidden again is kept.
    session.open("/products/7?x=s3cr3t-1")
    #expect(try journal.holds("s3cr3t-1"))
    try journal.requireReplays(of: session)
  }

  @Test func `fault 27: a key of a closure that is too long is refused`() throws {
    let session = journal.launch { $0.limits.linkBytes = 8 }
    #expect(session.actions.perform("work", key: "123456789") { _ in .done } == nil)
    #expect(session.actions.perform("work", key: "12345678") { _ in .done } != nil)
    #expect(session.state.actions.map(\.key) == ["12345678"])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 27: texts that look the same and differ in bytes are different`() throws {
    do {
      let session = journal.launch()
      #expect(session.open("/texts/caf%C3%A9").outcome == .shown)  // composed
      #expect(session.open("/texts/cafe%CC%81").outcome == .shown)  // decomposed
      #expect(session.state.tree.count == 7)
      // The digest is the same on every platform, so that journals can be compared.
      #expect(session.state.tree.digest == 13_484_797_812_300_565_297)
      try journal.requireReplays(of: session)
    }
    let session = journal.launch()
    #expect(session.state.tree.count == 7)
    #expect(session.open("/texts/cafe%CC%81").outcome == .alreadyShown)
  }

  @Test func `fault 27: more screens than the bound are refused at little cost`() throws {
    let bound = 20_000
    let session = journal.launch { $0.limits.screens = bound }
    func show(_ count: Int) -> Outcome? {
      let children = (0..<count).map {
        Subtree(kind: "text", parameters: ["text": .string("\($0)")])
      }
      let root = Subtree(kind: "main", container: .stack, children: children)
      return session.display.reconcile(
        with: DisplayedScreens(scenes: [SceneSubtree(name: ScreenTree.mainScene, root: root)])
      ).outcome
    }
    let before = session.state.tree
    #expect(show(bound) == .impossible(reason: "more than \(bound) screens"))
    #expect(session.state.tree == before)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 28: host code that answers otherwise each time reruns as it answered`() throws {
    var count = 0
    let session = journal.launch { configuration in
      configuration.answer("gate") { _ in
        count += 1
        let answers: [Answer] = [
          .allow, .deny(reason: "closed"), .redirect(.route("text", ["text": "x"])),
        ]
        return answers[count % 3]
      }
    }
    var outcomes: Set<String> = []
    for id in 1...6 { outcomes.insert(session.open("/guarded/\(id)").outcome?.word ?? "-") }
    #expect(outcomes.count > 1)
    try journal.requireReplays(of: session)
    #expect(count == 6, "a rerun asks nobody")
  }

  @Test func `fault 28: a Swift step that does not do the same twice is named, run twice`() throws {
    let reason = """
      draw does not do the same when it runs again: what it does may depend on nothing but the \
      tree and the request
      """
    for (isChecked, drawn) in [
      (true, "failed at step 1: \(reason)\ntree: main/stack[feed]"),
      (false, "shown\ntree: main/stack[feed product(id: 1)]"),
    ] {
      var drawn = drawn
      if isChecked { drawn += "\nopen: /same\noutcome: shown\nperformed:" }
      try Scenario(
        screens: [.product],
        routes: ["draw", "same"].map {
          Route($0, "/\($0)", to: [.run($0)])
        },
        configure: {
          var count: Int64 = 0
          $0.runsStepsTwice = isChecked
          for name in ["draw", "same"] {
            $0.step(name) { editor, _ in
              if name == "draw" { count += 1 }
              guard let stack = editor.find("main") else { return false }
              try editor.push("product", ["id": .int(count)], onto: stack.id)
              return true
            }
          }
        }
      ).run("given: main/stack[feed]\nopen: /draw\noutcome: \(drawn)")
    }
  }
}
