import RouteEngine
import RouteTestSupport
import RouteTesting
import Testing

/// An interceptor that replaces a link by another one before it is matched.
@MainActor struct RewritingTests {
  private struct Product: ScreenKind { var id: Int }
  private struct Reset: ScreenKind { var code: String }

  private func shop(
    _ rewriter: RouteLink.Rules.Rewriter = .init("unwrap", hosts: ["click.example", "sho.rt"])
  ) throws -> RouteTable {
    try RouteTable(
      tree: "main/stack[feed]",
      links: RouteLink.Rules(hosts: ["shop.example"], rewriter: rewriter)
    ) {
      DeclaredScreen("main", container: .stack)
      DeclaredScreen("feed")
      DeclaredScreen(Product.self).asks("gate")
      DeclaredScreen(Reset.self, private: \.code)
      Route("product", "/products/:id", to: [.push(Product.self)])
      Route("reset", "/reset/:code", to: [.push(Reset.self)])
      Route("moved", "/moved", to: [.push("feed")])
    }
  }

  private func scenario(
    _ table: RouteTable, _ code: @escaping (String) -> String?
  ) -> Scenario {
    Scenario(table) { configuration in
      configuration.answer("gate") { _ in .allow }
      configuration.rewrite("unwrap") { link, _ in code(link) }
    }
  }

  @Test func `a tracker's link leads where its embedded address leads`() throws {
    var asked: [String] = []
    try scenario(shop()) { link in
      asked.append(link)
      return link.hasSuffix("?u=7&x=%20a#f") ? "https://shop.example/products/7" : nil
    }.run(
      """
      open: https://click.example/CL0/https:%2F%2Fx/1?u=7&x=%20a#f -> shown
      tree: main[feed product(id: 7)]
      open: https://shop.example/products/8 -> shown
      open: /products/9 -> shown
      open: https://click.example/ -> not found
      open: https://click.example -> not found
      open: https://other.example/products/1 -> not found
      """)
    #expect(
      Set(asked) == [
        "https://click.example/CL0/https:%2F%2Fx/1?u=7&x=%20a#f", "https://click.example/",
      ])
  }

  @Test func `the link of a value without a translator is rewritten too`() throws {
    let journal = try TestJournal(shop())
    let session = journal.launch { configuration in
      configuration.answer("gate") { _ in .allow }
      configuration.rewrite("unwrap") { _, _ in "https://shop.example/products/7" }
    }
    let link = "https://sho.rt/x"
    #expect(session.open(.userActivity("view", webPage: link)).outcome == .shown)
    #expect(session.notation == "main[feed product(id: 7)]")
    let again = session.open(.customValue("view", info: ["link": .string(link)]))
    #expect(again.outcome == .alreadyShown)
    try journal.requireReplays(of: session)
  }

  @Test func `a rewritten link is not rewritten again`() throws {
    var count = 0
    try scenario(shop()) { link in
      count += 1
      return "https://sho.rt/" + String(count)
    }.run("open: https://sho.rt/0 -> not found")
    #expect(count == 1)
  }

  @Test func `a link to which an interceptor or a route redirects is rewritten too`() throws {
    let short = try RouteLink("https://sho.rt/x")
    let scenario = Scenario(try shop()) { configuration in
      configuration.answer("gate") { prompt in
        prompt.parameters["id"] == 1 ? .redirect(.link(short)) : .allow
      }
      configuration.rewrite("unwrap") { link, _ in
        link == "https://sho.rt/x" ? "/products/2" : nil
      }
    }
    try scenario.run(
      """
      open: /products/1 -> shown
      tree: main[feed product(id: 2)]
      """)
  }

  @Test func `a launch link that is rewritten first is opened over the restored place`() throws {
    var definition = Scenario.shop().definition(tree: Scenario.tree)
    definition.links = RouteLink.Rules(rewriter: .init("unwrap", hosts: ["sho.rt"]))
    let journal = try TestJournal(RouteTable(definition))
    do {
      let session = journal.launch()
      session.open("/products/7")
      session.background()
    }
    let session = journal.launch {
      $0.launchLink = "https://sho.rt/products/9"
      $0.rewrite("unwrap") { _, _ in "/products/8" }
    }
    #expect(session.launch.restoration == Restoration())
    #expect(session.launch.opening?.outcome == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 7) product(id: 8)]]")
    try journal.requireReplays(of: session)
  }

  @Test func `without hosts the rewriter gets every link, and declined ones are matched`() throws {
    try scenario(shop(.init("unwrap"))) { link in
      link == "https://shop.example/%2570roducts/7" ? "https://shop.example/products/7" : nil
    }.run(
      """
      open: https://shop.example/%2570roducts/7 -> shown
      tree: main[feed product(id: 7)]
      open: https://shop.example/products/8 -> shown
      tree: main[feed product(id: 7) product(id: 8)]
      """)
  }

  @Test func `a short link may wait for the network, also over a relaunch`() async throws {
    let scenario = Scenario(try shop(), later: ["unwrap"]) { configuration in
      configuration.answer("gate") { _ in .allow }
    }
    try await scenario.run(
      awaiting:
        """
        open: https://sho.rt/a
        code: wait online
        waiting: until online
        relaunch
        parked: 1
        signal: online
        unanswered: 1
        code: deny gone
        unanswered: 0
        parked: 0
        """)
  }

  @Test func `a rewriter's text that is no link fails the request`() throws {
    try scenario(shop()) { _ in "https://[" }.run(
      """
      open: https://sho.rt/a -> failed: unwrap gives no link: a host with a forbidden character at \
      byte 8; write international names as xn--
      """)
  }

  @Test func `no part of a rewritten link is in the journal in clear`() throws {
    let journal = try TestJournal(shop())
    let session = journal.launch { configuration in
      configuration.answer("gate") { _ in .allow }
      configuration.rewrite("unwrap") { link, _ in
        "https://shop.example/reset/" + String(link.split(separator: "/").last?.prefix(11) ?? "")
      }
    }
    let opening = session.open("https://click.example/r/s3cret-code?who=me@mail.example")
    #expect(opening.outcome == .shown)
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(try session.screen(leaf.id, as: Reset.self)?.code == "s3cret-code")
    let copy = journal.file("copy")
    try session.writeReportCopy(to: copy)
    session.end()
    for word in ["s3cret-code", "me@mail.example"] {
      #expect(try !journal.holds(word, at: copy), "\(word)")
    }
  }

  @Test(arguments: [
    "https://click.example/r/s3cret-code", "https://sho.rt/s3cret-code",
    "https://other.example/s3cret-code", "mailto:s3cret-code", nil,
  ])
  func `a rewriter's result without a route is not in clear either`(other: String?) throws {
    let journal = try TestJournal(shop())
    let session = journal.launch { $0.rewrite("unwrap") { _, _ in other } }
    #expect(session.open("https://click.example./r/s3cret-code").outcome == .notFound)
    #expect(session.open("https://click.example/r/s3cret-code").outcome == .notFound)
    let copy = journal.file("copy")
    try session.writeReportCopy(to: copy)
    try journal.requireReplays(of: session)
    session.end()
    #expect(try !journal.holds("s3cret-code", at: copy))
  }

  @Test(arguments: [
    "/nowhere?a=b&c=d%26e", "/nowhere#a=b&c", "/nowhere?s3cr3tword@x.example=1",
    "https://shop.example/reset/a%2Fb?x=%20", "/products/7?q=1+2",
  ])
  func `without hosts the code gets the link that came`(link: String) throws {
    var asked: [String] = []
    let journal = try TestJournal(shop(.init("unwrap")))
    let session = journal.launch { configuration in
      configuration.answer("gate") { _ in .allow }
      configuration.rewrite("unwrap") { link, _ in
        asked.append(link)
        return nil
      }
    }
    session.open(link)
    session.end()
    let read = try RouteLink(try #require(asked.first))
    let given = try RouteLink(link)
    #expect(read.path == given.path)
    #expect(
      read.queryItems.map { [$0.name, $0.value(plusIsSpace: true)] }
        == given.queryItems.map { [$0.name, $0.value(plusIsSpace: true)] })
    #expect(read.fragment == given.fragment)
  }

  @Test func `the rewriter stands in the file and counts as host code`() throws {
    let table = try shop()
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    #expect(table.hostCode(.interceptor).contains("unwrap"))
    #expect(try shop(.init("other")).digest != table.digest)
    let wrong = [
      RouteLink.Rules.Rewriter("a b"), .init("unwrap", hosts: [""]),
      .init("unwrap", hosts: [":p.example"]),
    ]
    for rewriter in wrong {
      #expect(throws: RouteTable.Mistakes.self) { try shop(rewriter) }
    }
  }
}
