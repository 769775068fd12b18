import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Values in places that no declaration names, or that several declarations treat differently.
@MainActor
struct HiddenPlacesTests {
  private let folder = TemporaryFolder()

  private static let screens = """
    z: { parameters: { tick: "string?", id: "string?" }, secret: ["tick"] },
    p: { parameters: { id: "int?" } }, pl: { parameters: { page: "string?" } },
    h: { parameters: { code: "string?", id: "string?" }, private: ["code"] }
    """

  /// Opens links with a word, with a table, and returns whether the file contains the word.
  private func holds(
    _ word: String, _ links: [String], routes: String, _ more: String = "",
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws -> [String] {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [\(routes)] \(more) }
        """.utf8))
    return try links.filter { link in
      let folder = TemporaryFolder()
      let path = folder.file("journal.sqlite")
      let session = RouteSession.launch(table, at: .file(path)) { configure(&$0) }
      session.open(link)
      session.end()
      let history = try History(path: path)
      #expect(try Rerun(of: history).divergences == [], "\(link)")
      #expect(try Verification(of: history).findings == [], "\(link)")
      return try folder.holds(word)
    }
  }

  @Test func `a renamed parameter is not handed on under its old name`() throws {
    let routes = """
      { id: "gift", patterns: ["/gift/:tick"], destination: [{ push: "z" }] },
      { id: "old", patterns: ["/old/:tick"], redirect: { route: "gift", with: { tick: ":id" } } },
      { id: "swap", patterns: ["/swap/:code{/:id}?"],
        redirect: { route: "h", with: { code: ":id", id: ":code" } } },
      { id: "h", patterns: ["/h/:code"], destination: [{ push: "h" }] },
      { id: "out", patterns: ["/out"], redirect: { link: "url" }, open: ["url"] },
      { id: "via", patterns: ["/via"], open: ["u", "url"],
        redirect: { route: "out", with: { url: ":u" } } }
      """
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [\(routes)] }
        """.utf8))
    for (link, given) in [
      ("/swap/one/two", ["code": "two", "id": "one"]), ("/swap/one", ["id": "one"]),
      ("/old/one", [:]),
    ] as [(String, Parameters)] {
      let session = RouteSession.launch(table, at: .memory)
      session.open(link)
      let screen = try #require(session.state.tree.visibleLeaf())
      #expect(session.revealed(screen.parameters) == given, "\(link)")
    }
    let session = RouteSession.launch(table, at: .memory)
    #expect(session.open("/via?url=/h/one").outcome?.isSuccess == false)
  }

  @Test(arguments: ["/:tick+/now", "/:tick*/now", "{/:tick}+", "-:tick"])
  func `a route for any text hides texts that resemble a private place`(rest: String) throws {
    let sign = rest.hasPrefix("-") ? "-" : "/"
    let links = ["reset", "Reset", "en/reset"].flatMap { start in
      ["/\(start)\(sign)s3cr3tword/never", "/\(start)\(sign)s3cr3tword"]
    }
    let found = try holds(
      "s3cr3tword", links + ["shop://reset\(sign)s3cr3tword/x"],
      routes: """
        { id: "reset", patterns: ["/reset\(rest)"], destination: [{ push: "z" }] },
        { id: "page", patterns: ["/:page+"], destination: [{ push: "pl" }] }
        """, #", links: { schemes: ["shop"], schemeHost: "segment" }"#)
    #expect(found == [])
  }

  @Test func `a private text of a route hides no other place that the link resembles`() throws {
    let found = try holds(
      "s3cr3tword", ["/reset%2Fa/reset%2Fs3cr3tword", "/reset%2Freset/s3cr3tword"],
      routes: """
        { id: "reset", patterns: ["/reset/:tick"], destination: [{ push: "z" }] },
        { id: "any", patterns: ["/:tick/:page"], destination: [{ push: "z" }] }
        """)
    #expect(found == [])
  }

  @Test func `a host may be the literal before a private place`() throws {
    let found = try holds(
      "s3cr3tword", ["shop://reset/s3cr3tword", "shop://RESET/s3cr3tword"],
      routes: """
        { id: "reset", patterns: ["/reset/:tick"], destination: [{ push: "z" }] },
        { id: "edit", patterns: ["/:tick/edit"], destination: [{ push: "z" }] },
        { id: "any", patterns: ["/:page"], destination: [{ push: "pl" }] }
        """, #", links: { schemes: ["shop"] }"#)
    #expect(found == [])
  }

  @Test func `a dead link beside a private place keeps its words`() throws {
    let found = try holds(
      "giftware", ["/giftware/x"],
      routes: #"{ id: "h", patterns: ["/gift/:code+/cart"], destination: [{ push: "h" }] }"#)
    #expect(found.count == 1)
  }

  @Test(arguments: [
    "/p/7?next=/reset/W", "/p/7?a%20b=/reset/W", "/p/7?%2Freset%2FW", "/p/7?next=/Reset/W",
    "/p/7?next=/en/reset/W", "/p/7?next=//x/reset/W", "/p/7?next=reset/W",
    "/p/7?next=%252Freset%252FW", "/p/7#/reset/W", "/p/7#tick=W", "/p/7?x=tick%3DW", "/Reset/W",
    "/out?url=/en/reset/W", "/Go/%2Freset%2FW", "/go/%2Freset%2FW/x", "/en/go/%2Fz%3Ftick%3DW",
    "/pt/W", "/s?x=1&tick=W", "/p/7?next=%2Fp%2F7%3Fnext%3D%2Freset%2FW",
    "/p/7?next=%252Fp%252F7%253Ftick%253DW", "/p/7?next=%2Fp%2F7%23%2Freset%2FW",
  ])
  func `a secret is kept nowhere, in whichever place it comes`(link: String) throws {
    let found = try holds(
      "s3cr3tword", [link.replacing("W", with: "s3cr3tword")],
      routes: """
        { id: "reset", patterns: ["/reset/:tick"], destination: [{ push: "z" }] },
        { id: "zz", patterns: ["/z", "/s"], destination: [{ push: "z" }] },
        { id: "p", patterns: ["/p/:id"], destination: [{ push: "p" }] },
        { id: "pt", patterns: ["/pt/:tick"], destination: [{ push: "p" }] },
        { id: "out", patterns: ["/out"], redirect: { link: "url" }, open: ["url"] },
        { id: "go", patterns: ["/go/:url"], redirect: { link: "url" }, open: ["url"] }
        """)
    #expect(found == [])
  }

  @Test func `a secret that an answer brings is not kept`() throws {
    let found = try holds(
      "s3cr3tword", ["/p/7"],
      routes: """
        { id: "reset", patterns: ["/reset/:tick"], destination: [{ push: "z" }] },
        { id: "h", patterns: ["/h/:code"], destination: [{ push: "h" }] },
        { id: "p", patterns: ["/p/:id"], destination: [{ push: "p" }], interceptors: ["guard"] }
        """
    ) {
      $0.answer("guard") { _ in
        .redirect(.route("h", ["code": "x", "next": "/reset/s3cr3tword"]))
      }
    }
    #expect(found == [])
  }

  @Test func `a declared private text is kept beside a secret, whatever is in it`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [] }
        """.utf8))
    let vault = PrivateValues(journal: try Journal.open(.memory))
    let given: Parameters = ["code": "a/b", "next": "/reset/x", "word": "x", "tick": "x"]
    let hidden = vault.hide(
      RouteRequest(
        .fact(.returned(nil, given)), from: .programmatic, at: RouteInstant(microseconds: 0)),
      table: table)
    guard case .fact(.returned(_, let result)) = hidden.target else {
      Issue.record("\(hidden.target)")
      return
    }
    let secrets = result.filter { $0.value.isSecret }.map(\.name)
    #expect(secrets == ["next", "tick"])
    #expect(result.allSatisfy { if case .token = $0.value { true } else { false } })
  }

  @Test(arguments: [
    "/tel-+s3cr3tword/info", "/dial/tel-s3cr3tword%2F7/info", "/x/dial/tel-a=s3cr3tword/info",
    "/h/+s3cr3tword/info",
  ])
  func `a route still takes a link whose private text has signs of other places`(
    link: String
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [{ id: "h", destination: [{ push: "h" }],
            patterns: ["/tel-:code/:id([a-z]+)", "{/x}?/dial/tel-:code/:id([a-z]+)",
                       "/h/:code/:id([a-z]+)"] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory)
    let opening = session.open(link)
    #expect(opening.outcome?.isSuccess == true, "\(opening)")
    let screen = try #require(session.state.tree.visibleLeaf())
    #expect(screen.parameters["id"] == "info")
    guard case .token? = screen.parameters["code"] else {
      Issue.record("\(screen.parameters)")
      return
    }
  }

  @Test(arguments: ["s3cr3t%20word", "s3cr3t word", "/h/s3cr3t%20word"])
  func `a reason that repeats a value as links have it is hidden`(reason: String) throws {
    let found = try holds(
      "s3cr3t%20word", ["/h/s3cr3t%20word"],
      routes: """
        { id: "h", patterns: ["/h/:code"], destination: [{ push: "h" }], interceptors: ["guard"] }
        """
    ) { $0.answer("guard") { _ in .deny(reason: "bad \(reason)") } }
    #expect(found == [])
  }

  @Test(arguments: [("abcd", true), ("abc", false)])
  func `a value of four bytes is hidden in a reason, and a shorter one may be any word's part`(
    value: String, isHidden: Bool
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [{ id: "h", patterns: ["/h/:code"], destination: [{ push: "h" }],
                     interceptors: ["guard"] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("guard") { _ in .deny(reason: "no \(value)") }
    }
    let reason = try #require(session.open("/h/\(value)").outcome?.reason)
    #expect(isHidden ? reason.hasPrefix("no ~") : reason == "no abc", "\(reason)")
  }

  @Test func `a reason that repeats an element of a private list is hidden`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { order: { parameters: { tags: "[string]" }, private: ["tags"] } },
          routes: [{ id: "order", patterns: ["/order"], destination: [{ push: "order" }],
                     interceptors: ["guard"] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("guard") { _ in .deny(reason: "no tag s3cr3tword") }
    }
    let outcome = session.open("/order?tags=other&tags=s3cr3tword").outcome
    let reason = try #require(outcome?.reason)
    #expect(reason.hasPrefix("no tag ~") && !reason.contains("s3cr3tword"))
  }

  @Test func `a reason that repeats a text that lies in a private object is hidden`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { order: { parameters: { data: "json" }, private: ["data"] } },
          routes: [{ id: "order", patterns: ["/order"], destination: [{ push: "order" }],
                     interceptors: ["guard"] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("guard") { _ in .deny(reason: "no mail to s3cr3tword") }
    }
    let json = #"{"mails":[null,{"to":"s3cr3tword"}]}"#
    let data = try #require(ParameterValue.Structure(json: json))
    let outcome = session.open(
      .route("order", ["data": .structure(data)]), from: .programmatic
    ).outcome
    let reason = try #require(outcome?.reason)
    #expect(reason.hasPrefix("no mail to ~") && !reason.contains("s3cr3tword"))
  }

  @Test func `a reason that repeats a value of a screen that would leave is hidden`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { draft: { parameters: { title: "string" }, private: ["title"],
                              leaving: ["unsaved"] } },
          routes: [
            { id: "draft", patterns: ["/draft/:title"], destination: [{ push: "draft" }] },
            { id: "feed", patterns: ["/feed"], destination: [{ popTo: "feed" }] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("unsaved") { .deny(reason: "unsaved \($0.leaving.count): s3cr3tword") }
    }
    session.open("/draft/s3cr3tword")
    let reason = try #require(session.open("/feed").outcome?.reason)
    #expect(reason.hasPrefix("unsaved 1: ~") && !reason.contains("s3cr3tword"))
  }

  @Test(arguments: ["/f#tell": "a8", "/q?t=tell": "a9", "/u?w=/i/7": "a3", "/v#/i/7": "a4"])
  func `the router that is asked first takes a link that another router reads too`(
    link: String, route: String
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { q: { parameters: { id: "string?" } }, p: { parameters: { id: "string?" } } },
          routes: [
            { id: "a8", patterns: ["/f"], destination: [{ push: "q" }], fragment: "tell" },
            { id: "b8", patterns: ["/f"], destination: [{ push: "p" }], priority: 1 },
            { id: "a9", patterns: ["/q"], destination: [{ push: "q" }], query: { t: "tell" } },
            { id: "b9", patterns: ["/q"], destination: [{ push: "p" }], priority: 1 },
            { id: "a3", patterns: ["/u"], destination: [{ push: "q" }],
              query: { w: { path: "/i/:id" } } },
            { id: "b3", patterns: ["/u"], destination: [{ push: "p" }], priority: 1 },
            { id: "a4", patterns: ["/v"], destination: [{ push: "q" }],
              fragment: { path: "/i/:id" } },
            { id: "b4", patterns: ["/v"], destination: [{ push: "p" }], priority: 1 }],
          routers: [{ id: "A", routes: ["a8", "a3", "a4", "a9"] },
            { id: "B", routes: ["b8", "b3", "b4", "b9"] }] }
        """.utf8))
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(table, at: .file(path))
    session.open(link)
    session.end()
    let history = try History(path: path)
    var routes: [String] = []
    try history.forEachEntry { if let route = $0.route { routes.append(route) } }
    #expect(routes == [route])
    #expect(try Rerun(of: history).divergences == [])
  }

  /// A route of a router and one of the table hide the same text, and one of them hides an empty
  /// text inside it.
  @Test func `an empty text that is hidden inside another one goes with that`() throws {
    let routes = """
      { id: "any", patterns: ["/all/*"], destination: [{ push: "pl" }] },
      { id: "page", patterns: ["/all/:page/*/edit"], destination: [{ push: "pl" }] },
      { id: "ticket", patterns: ["/all/:tick"], destination: [{ push: "z" }] }
      """
    let found = try holds(
      "feed", ["/all/x//edit", "/all//x/edit"], routes: routes,
      #", routers: [{ id: "viewer", routes: ["any"] }]"#)
    #expect(found.count == 2)
  }

  @Test(arguments: ["shop://host", "shop://host?u=s3cr3tword"])
  func `an empty path has no text to hide`(link: String) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", screens: { \(Self.screens) },
          routes: [{ id: "out", patterns: ["/:url(.*)"], open: ["url"],
              redirect: { link: "url" } },
            { id: "reset", patterns: ["/reset/:tick"], destination: [{ push: "z" }] }] }
        """.utf8))
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(table, at: .file(path))
    session.open(link)
    session.end()
    var links: [String] = []
    try History(path: path).forEachEntry { row in
      if case .link(let link)? = try EntryCoder.decode(row).request?.target {
        links.append(link.text)
      }
    }
    #expect(links.count == 1 && links.allSatisfy { $0.hasPrefix("shop://host") })
    #expect(links.allSatisfy { !$0.dropFirst("shop://".count).contains("host~") })
    #expect(links.allSatisfy { $0.hasSuffix("host") || $0.contains("?") })
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }

  @Test func `items left out before a question are reported after it`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { s: { parameters: { n: "int?" } }, plain: {} },
          routes: [{ id: "home", patterns: ["/home"], destination: [{ push: "plain" }] },
            { id: "new", patterns: ["/new"], destination: [{ push: "s" }],
              interceptors: ["guard"] },
            { id: "old", patterns: ["/old"], redirect: { route: "new" } }] }
        """.utf8))
    let path = folder.file("journal.sqlite")
    let session = RouteSession.launch(table, at: .file(path)) {
      $0.answer("guard") { _ in .redirect(.route("home", [:])) }
    }
    session.open("/old?n=abc")
    session.end()
    #expect(try Rerun(of: History(path: path)).divergences == [])
  }
}
