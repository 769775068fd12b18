import RouteEngine
import RouteTestSupport
import Testing

/// Fragments, and values of query items, that are themselves paths.
struct PathTextTests {
  private static let screens = """
    screens: {
      thread: { parameters: { thread: "int", reply: "string?" }, private: ["reply"] },
      list: { parameters: { folder: ["inbox", "sent", null], rest: "[string]?" } },
      gift: { parameters: { code: "int" }, private: ["code"] },
      page: { parameters: { slug: "string?" }, private: ["slug"] } }
    """

  private static func table(_ routes: String, links: String = "{}") throws -> RouteTable {
    try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", links: \(links), \(screens),
          routes: [\(routes)] }
        """.utf8))
  }

  private static func mistakes(_ routes: String) -> [String] {
    do throws(RouteTable.Mistakes) {
      let text = """
        { format: "route-table/1", tree: "main/stack[feed]", \(screens), routes: [\(routes)] }
        """
      _ = try RouteTable(json: Array(text.utf8))
      return []
    } catch {
      return error.mistakes.map { "\($0.field): \($0.message)" }
    }
  }

  private static let app = """
    { id: "thread", patterns: ["/app"], fragment: { path: "/inbox/:thread" },
      destination: [{ push: "thread" }] },
    { id: "reply", patterns: ["/app"], fragment: { path: "/inbox/:thread/re/:reply" },
      destination: [{ push: "thread" }] },
    { id: "bang", patterns: ["/app"], fragment: { path: "!/list/:rest+" },
      destination: [{ push: "list" }] },
    { id: "folder", patterns: ["/app"], fragment: { path: "/:folder" },
      destination: [{ push: "list" }] },
    { id: "settings", patterns: ["/go"], query: { url: { path: "/settings/:folder" } },
      destination: [{ push: "list" }] },
    { id: "gift", patterns: ["/go"], query: { url: { path: "/gift/:code" } },
      destination: [{ push: "gift" }] },
    { id: "home", patterns: ["/app"], fragment: false, destination: [{ push: "page" }] }
    """

  @Test(
    arguments: [
      ("/app#/inbox/7", "thread", ["thread": .int(7)]),
      ("/app#/inbox/7/", "thread", ["thread": .int(7)]),
      ("/app#/x/../inbox/%37", "thread", ["thread": .int(7)]),
      ("/app#/inbox/7/re/a%2Fb%20c", "reply", ["thread": .int(7), "reply": "a/b c"]),
      ("/app#!/list/a%2Fb/d", "bang", ["rest": ["a/b", "d"]]),
      ("/app#/sent", "folder", ["folder": "sent"]),
      ("/app", "home", [:]), ("/app#", "home", [:]), ("/app#/inbox/x", nil, [:]),
      ("/app#/Sent", nil, [:]), ("/app#inbox/7", nil, [:]), ("/app#/inbox/7?x=1", nil, [:]),
      ("/go?url=%2Fsettings%2Finbox&a=b", "settings", ["folder": "inbox", "a": "b"]),
      ("/go?url=/settings/inbox&url=/gift/7", "settings", ["folder": "inbox"]),
      ("/go?url=%2Fsettings%2F%2569nbox", "settings", ["folder": "inbox"]),
      ("/go?url=/gift/7&code=8", "gift", ["code": 7]), ("/go?url=/gift/x", nil, [:]),
      ("/go?url=", nil, [:]), ("/go", nil, [:]),
    ] as [(String, String?, Parameters)])
  func `a fragment or the value of an item is a path, and its captures are parameters`(
    text: String, route: String?, parameters: Parameters
  ) throws {
    let table = try Self.table(Self.app)
    let link = try RouteLink(text)
    #expect(table.match(link)?.route == route)
    #expect(table.match(link)?.parameters ?? [:] == parameters)
    let taken = table.verdicts(on: link).first { $0.verdict == .taken }
    #expect(taken?.route == route)
  }

  @Test func `letter case and the slash at the end are as in paths`() throws {
    let table = try Self.table(
      """
      { id: "all", patterns: ["/app"], fragment: { path: "/Inbox/:folder" }, letterCase: "ignored",
        endSlash: "exact", destination: [{ push: "list" }] },
      { id: "one", patterns: ["/go"], query: { to: { path: "/wiki/:slug" } },
        letterCase: ["wiki"], destination: [{ push: "page" }] }
      """)
    #expect(try table.match(RouteLink("/app#/INBOX/Sent"))?.parameters == ["folder": "sent"])
    #expect(try table.match(RouteLink("/app#/inbox/sent/")) == nil)
    #expect(try table.match(RouteLink("/go?to=/WIKI/Ann"))?.parameters == ["slug": "Ann"])
    #expect(try table.liberties(with: RouteLink("/app#/INBOX/Sent")) == [.letterCase])
    #expect(try table.liberties(with: RouteLink("/app#/Inbox/sent")) == [])
    #expect(
      try table.liberties(with: RouteLink("/go/?to=/WIKI/Ann/")) == [.endSlash, .letterCase])
    #expect(try table.liberties(with: RouteLink("/go?to=/wiki/Ann")) == [])
  }

  @Test(arguments: ["x", "/", "//", "/a/7"])
  func `an asterisk alone takes any fragment`(text: String) throws {
    let table = try Self.table(
      """
      { id: "any", patterns: ["/p"], fragment: { path: "*" }, open: ["0"],
        destination: [{ push: "page" }] }
      """)
    #expect(try table.match(RouteLink("/p#\(text)"))?.parameters == ["0": .string(text)])
  }

  @Test(arguments: [false, true])
  func `the slash at the end may be another route's`(isFirst: Bool) throws {
    let routes = [
      """
      { id: "plain", patterns: ["/o"], fragment: { path: "/list" },
        destination: [{ push: "list" }] }
      """,
      """
      { id: "slash", patterns: ["/o"], fragment: { path: "/list/" }, endSlash: "exact",
        destination: [{ push: "list" }] }
      """,
      """
      { id: "q", patterns: ["/q"], query: { to: { path: "a" } },
        destination: [{ push: "list" }] }
      """,
      """
      { id: "qslash", patterns: ["/q"], query: { to: { path: "a/" } }, endSlash: "exact",
        destination: [{ push: "list" }] }
      """,
    ]
    let table = try Self.table((isFirst ? routes : routes.reversed()).joined(separator: ",\n"))
    for (text, route) in [
      ("/o#/list", "plain"), ("/o#/list/", "slash"), ("/q?to=a", "q"), ("/q?to=a/", "qslash"),
    ] {
      #expect(try table.match(RouteLink(text))?.route == route, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("thread", ["thread": 7], "/app#/inbox/7"),
      ("reply", ["thread": 7, "reply": "a/b é"], "/app#/inbox/7/re/a%2Fb%20%C3%A9"),
      ("bang", ["rest": ["a/b", "d"]], "/app#!/list/a%2Fb/d"),
      ("settings", ["folder": "sent", "x": "1"], "/go?x=1&url=/settings/sent"),
      ("gift", ["code": 7], "/go?url=/gift/7"),
    ] as [(String, Parameters, String)])
  func `the way back writes the path there`(
    route: String, parameters: Parameters, text: String
  ) throws {
    let table = try Self.table(Self.app)
    let link = try table.link(to: route, parameters)
    #expect(link.text == text)
    #expect(table.match(link)?.parameters == parameters)
    #expect(throws: RouteTable.LinkingError.missing(parameter: "thread", route: "thread")) {
      try table.link(to: "thread")
    }
  }

  @Test(
    arguments: [
      ("/app#/inbox/7/re/SECRET", "reply", "/app#/inbox/7/re/"),
      ("/app#/SECRET/../inbox/7/re/SECRET", "reply", "/app#/inbox/7/re/"),
      ("/go?url=/gift/4711", "gift", "/go?url=/gift/"),
      ("/go?url=/gift/4711&url=SECRET", "gift", "/go?url=/gift/"),
      ("/app#/inbox/SECRET", nil, "/app#~"), ("/app#/x/SECRET?y", nil, "/app#~"),
      ("/go?url=/gift/SECRET", nil, "/go?url=~"), ("/app#/inbox/7", "thread", "/app#/inbox/7"),
      ("/go?url=%2Fsettings%2Fsent", "settings", "/go?url=/settings/sent"),
      ("/app#!/list/%7EAbCdEfGhIjKlMnOpQrStUv", "bang", "/app#!/list/%7EAbCdEfGhIjKlMnOpQrStUv"),
    ] as [(String, String?, String)])
  func `private captures are hidden, and the link leads where it led`(
    text: String, route: String?, start: String
  ) throws {
    let table = try Self.table(Self.app)
    let link = try RouteLink(text).journaled(by: table)
    #expect(!link.text.contains("SECRET") && !link.text.contains("4711"), "\(link)")
    #expect(link.text.hasPrefix(start), "\(link)")
    #expect(table.match(link)?.route == route)
    let (before, after) = (try table.match(RouteLink(text)), table.match(link))
    #expect(before?.parameters.map(\.name) == after?.parameters.map(\.name))
    #expect(link.journaled(by: table) == link)
  }

  @Test func `what only looks like a token stays text beside one`() throws {
    let table = try Self.table(
      """
      { id: "r", patterns: ["/r"], query: { to: { path: "/:folder0/:slug" } }, open: ["folder0"],
        fragment: { path: "/:name" }, destination: [{ push: "page" }] }
      """.replacing("open: [\"folder0\"]", with: "open: [\"folder0\", \"name\"]"))
    let odd = "%7EAbCdEfGhIjKlMnOpQrStUv"
    let link = try RouteLink("/r?to=/\(odd)/me#/\(odd)").journaled(by: table)
    let parameters = try #require(table.match(link)?.parameters)
    #expect(parameters["folder0"] == "~AbCdEfGhIjKlMnOpQrStUv")
    #expect(parameters["name"] == "~AbCdEfGhIjKlMnOpQrStUv")
    guard case .token? = parameters["slug"] else { Issue.record("\(link) has no token"); return }
  }

  @Test func `a token leads to the same route as its value`() throws {
    let table = try Self.table(
      """
      { id: "gift", patterns: ["/x"], fragment: { path: ":code" },
        destination: [{ push: "gift" }] },
      { id: "page", patterns: ["/x"], fragment: { path: ":slug" },
        destination: [{ push: "page" }] }
      """)
    for (text, route) in [("/x#7", "gift"), ("/x#ann", "page")] {
      #expect(try table.match(RouteLink(text))?.route == route)
      let link = try RouteLink(text).journaled(by: table)
      #expect(link.carriesTokens && table.match(link)?.route == route, "\(link)")
    }
  }

  @Test(arguments: [
    ("/inbox/new", "/inbox/:slug", ["/inbox/new"], ["/inbox/7", "/inbox/a/"]),
    ("/inbox/:thread", "/inbox/:slug", ["/inbox/7"], ["/inbox/new", "/inbox/a/"]),
    ("post/:id", "user/:id", ["post/7"], ["user/7"]),
    ("!/a/:slug", "/a/:slug", ["!/a/x"], ["/a/x"]),
    ("/:slug", "/:slug/more", ["/x"], ["/x/more"]),
    ("/a/:slug", "/a/:id+", ["/a/x"], ["/a/x/y"]),
    ("/list/new", "/list{/:thread}?", ["/list/new"], ["/list", "/list/7"]),
    ("/a/:slug", "/:slug/:thread", ["/a/7", "/a/x"], ["/b/7"]),
    ("/:slug.html", "/:slug", ["/x.html"], ["/x.htm"]),
  ])
  func `the more specific fragment is asked first`(
    first: String, second: String, ofFirst: [String], ofSecond: [String]
  ) throws {
    func route(_ id: String, _ path: String) -> String {
      let screen = path.contains("thread") ? "thread" : "page"
      return """
        { id: "\(id)", patterns: ["/p"], fragment: { path: "\(path)" },
          destination: [{ push: "\(screen)" }] }
        """
    }
    let routes = [route("a", first), route("b", second)]
    for order in [routes, routes.reversed()] {
      let table = try Self.table(order.joined(separator: ","))
      for text in ofFirst { #expect(try table.match(RouteLink("/p#\(text)"))?.route == "a") }
      for text in ofSecond { #expect(try table.match(RouteLink("/p#\(text)"))?.route == "b") }
    }
  }

  @Test(arguments: [("/x", "/x/"), ("/x/", "/x")])
  func `of a fragment with and without the slash the exact one is asked first`(
    ignoring: String, exact: String
  ) throws {
    let routes = [
      """
      { id: "ignoring", patterns: ["/p"], fragment: { path: "\(ignoring)" },
        destination: [{ push: "page" }] }
      """,
      """
      { id: "exact", patterns: ["/p"], fragment: { path: "\(exact)" }, endSlash: "exact",
        destination: [{ push: "page" }] }
      """,
    ]
    for order in [routes, routes.reversed()] {
      let table = try Self.table(order.joined(separator: ","))
      #expect(try table.match(RouteLink("/p#\(exact)"))?.route == "exact")
      #expect(try table.match(RouteLink("/p#\(ignoring)"))?.route == "ignoring")
    }
  }

  @Test(arguments: [
    ("/:a", "/:b"), ("/a/:x", "/a/:y"), ("/:a-:b", "/:a.:b"), ("/:a{/x}?", "/:b{/y}?"),
  ])
  func `fragments that cannot be distinguished are ambiguous`(first: String, second: String) {
    let routes = [first, second].enumerated().map {
      """
      { id: "r\($0)", patterns: ["/p"], fragment: { path: "\($1)" },
        open: ["a", "b", "x", "y"], destination: [{ push: "page" }] }
      """
    }
    let found = Self.mistakes(routes.joined(separator: ","))
    #expect(found.count == 1 && found[0].contains("matches the same paths"), "\(found)")
  }

  @Test func `a value and a pattern for it are distinguished`() throws {
    let table = try Self.table(
      """
      { id: "path", patterns: ["/p"], fragment: { path: "/a/:slug" },
        destination: [{ push: "page" }] },
      { id: "value", patterns: ["/p"], fragment: "/a/top", destination: [{ push: "page" }] },
      { id: "other", patterns: ["/p"], fragment: "/b", destination: [{ push: "page" }] },
      { id: "any", patterns: ["/p"], fragment: true, destination: [{ push: "page" }] },
      { id: "q", patterns: ["/q"], query: { u: { path: "/:slug" } },
        destination: [{ push: "page" }] },
      { id: "v", patterns: ["/q"], query: { u: "/v" }, destination: [{ push: "page" }] }
      """)
    for (text, route) in [
      ("/q?u=/x", "q"), ("/q?u=%2Fv", "v"),
      ("/p#/a/x", "path"), ("/p#/a/top", "value"), ("/p#/b", "other"), ("/p#z", "any"),
    ] { #expect(try table.match(RouteLink(text))?.route == route) }
  }

  @Test(arguments: [
    ("fragment: { path: '/a/:slug(\\\\d+)' }", "fragment.path: slug is private, so its place"),
    ("fragment: { path: '/a/*' }", "fragment.path: 0 is private, so its place"),
    ("fragment: { path: '/a/:' }", "fragment.path: a \":\" without a name at byte 3"),
    ("fragment: { path: '/<slug>' }", "fragment.path: \"<slug>\" is plain text"),
    ("fragment: { path: '#/a' }", "fragment.path: a fragment is what stands behind"),
    ("fragment: { path: '/a' }, fragmentItems: true", "fragment.path: a fragment is either"),
    ("fragment: { path: '/:x' }, query: { u: { path: '/:x' } }", "query.u.path: x is captured"),
    ("fragment: { path: '/:id' }", "patterns[0]: id is captured in the host, query or"),
    ("query: { slug: { path: '/a' } }", "query.slug.path: a screen takes slug"),
    ("query: { u: { path: 7 } }", "query.u.path: expected a string"),
    ("query: { u: {} }", "query.u.path: expected a pattern, found nothing"),
    ("query: { u: [] }", "query.u: expected the value as a string, true for any, false for none"),
  ])
  func `a fragment rule that cannot work is a mistake`(member: String, message: String) {
    let route = """
      { id: "r", patterns: ["/p/:id"], \(member), destination: [{ push: "page" }] }
      """
    let found = Self.mistakes(route.replacing("'", with: "\""))
    #expect(found.first?.hasPrefix("routes[0].\(message)") ?? false, "\(found)")
  }

  @Test func `explain names the part that does not match`() throws {
    let table = try Self.table(Self.app)
    func verdict(_ text: String, _ route: String) throws -> RouteTable.Verdict? {
      table.verdicts(on: try RouteLink(text)).first { $0.route == route }?.verdict
    }
    #expect(
      try verdict("/app#/x/y", "thread") == .refused(.path(item: nil, pattern: "/inbox/:thread")))
    #expect(
      try verdict("/go?url=/x", "gift") == .refused(.path(item: "url", pattern: "/gift/:code")))
    #expect(try verdict("/go", "gift") == .refused(.noItem(name: "url", wanted: nil)))
    #expect(
      try verdict("/app#/inbox/x", "thread")
        == .illTyped(name: "thread", text: "x", type: .int))
  }

  @Test func `Swift and a file make one table, and one without such a path is what it was`() throws
  {
    let page = ScreenDeclaration("page", schema: ["slug?": .string])
    func table(_ route: Route) throws -> RouteTable {
      try RouteTable(
        RouteTableDefinition(tree: "main/stack[home]", screens: [page], routes: [route]))
    }
    let plain = Route("r", "/get", to: [.push("page")])
    let table1 = try table(
      plain.at(query: ["u": .path("/:a")], fragment: .path("post/:slug")).keepsOpen("a"))
    let json = String(decoding: table1.canonicalJSON, as: UTF8.self)
    #expect(json.contains(#""fragment":{"path":"post/:slug"}"#))
    #expect(json.contains(#""query":{"u":{"path":"/:a"}}"#))
    let again = try RouteTable(json: table1.canonicalJSON)
    #expect(again == table1 && again.digest == table1.digest)
    #expect(try table(plain).digest != table1.digest)
    #expect(try table1.match(RouteLink("/get?u=/x#post/y"))?.parameters == ["a": "x", "slug": "y"])
  }

  @Test func `a redirect passes on the captures of a path`() throws {
    let table = try Self.table(
      """
      { id: "thread", patterns: ["/inbox/:thread"], destination: [{ push: "thread" }] },
      { id: "old", patterns: ["/app"], fragment: { path: "/mail/:nr" },
        redirect: { route: "thread", with: { thread: ":nr" } } }
      """)
    #expect(try table.match(RouteLink("/app#/mail/7"))?.parameters == ["nr": 7])
    #expect(try table.match(RouteLink("/app#/mail/x")) == nil)
    let link = try table.link(to: "old", ["nr": 7])
    #expect(link.text == "/app#/mail/7")
  }

  @Test(arguments: [
    ("/x#a/b", "any"), ("/x#ann", "name"), ("/x#", "none"), ("/x", "none"), ("/y?u=a/b", "other"),
    ("/y?u=ann", "item"), ("/y?u", "item"),
  ])
  func `a link that matches no pattern matches none when hidden`(text: String, route: String) throws
  {
    let table = try Self.table(
      """
      { id: "name", patterns: ["/x"], fragment: { path: ":slug" },
        destination: [{ push: "page" }] },
      { id: "none", patterns: ["/x"], fragment: false, destination: [{ push: "page" }] },
      { id: "any", patterns: ["/x"], destination: [{ push: "feed" }] },
      { id: "item", patterns: ["/y"], query: { u: { path: "{:slug}?" } },
        destination: [{ push: "page" }] },
      { id: "other", patterns: ["/y"], destination: [{ push: "feed" }] }
      """)
    #expect(try table.match(RouteLink(text))?.route == route)
    let link = try RouteLink(text).journaled(by: table)
    #expect(!link.text.contains("ann") && !link.text.contains("a/b"))
    #expect(table.match(link)?.route == route, "\(link)")
    #expect(link.journaled(by: table) == link)
  }

  @Test func `a secret in a fragment is hidden, also when it does not match`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { pay: { parameters: { pin: "int" }, secret: ["pin"] } },
          routes: [{ id: "pay", patterns: ["/x"], fragment: { path: "/pay/:pin" },
                     destination: [{ push: "pay" }] }] }
        """.utf8))
    for text in ["/x#/pay/4711", "/x#/pay/4711x", "/x#4711"] {
      let link = try RouteLink(text).journaled(by: table)
      #expect(!link.text.contains("4711"))
      let token = try #require(link.text.split(separator: "~").last)
      #expect(TokenText.isSecret("~\(token)"), "\(link)")
      #expect(table.mayBringSecret(text))
    }
  }
}
