import RouteEngine
import RouteTestSupport
import Testing

/// Routes that redirect their requests.
struct RedirectTests {
  private struct Product: ScreenKind { var id: Int, coupon: String? }
  private struct Search: ScreenKind { var text: String }

  private static func table(
    _ rules: LinkRules = LinkRules(schemes: ["shop"], hosts: ["shop.example"]),
    @RouteTable.Builder _ more: () -> [RouteTable.Part] = { [] }
  ) throws -> RouteTable {
    try RouteTable(tree: "main/stack[feed]", links: rules) {
      DeclaredScreen(Product.self, private: \.coupon)
      DeclaredScreen(Search.self)
      Route("product", "/products/:id", to: [.push(Product.self)])
      Route("search", "/search/:text", to: [.push(Search.self)])
      Route("old", "/p/:nr", redirect: .route("product", with: ["id": ":nr"]))
      Route("older", "/shop/p/:number", redirect: .route("old", with: ["nr": ":number"]))
      Route("best", "/best", redirect: .route("product", with: ["id": 1]))
      Route("open", "/open", redirect: .link(in: "url")).keepsOpen("url")
      more()
    }
  }

  /// The decision about a link in the first state of a table.
  private static func decide(_ link: String, _ table: RouteTable) throws -> Decision.Decided {
    let request = try RouteRequest(
      .link(RouteLink(link)), from: .url, at: RouteInstant(microseconds: 0))
    let state = try RouteState(scenes: table.initialScenes, counter: 0)
    let decision = Decision.decide(
      DecisionInput(
        request: request, id: RequestID(1), state: state, table: table,
        now: RouteInstant(microseconds: 0)))
    guard case .decided(let decided) = decision else { throw Unexpected() }
    return decided
  }

  private struct Unexpected: Error {}

  @Test(arguments: [
    ("/p/7", "product", "product(id: 7)"), ("/shop/p/8", "product", "product(id: 8)"),
    ("/best", "product", "product(id: 1)"),
    ("/open?url=/search/shoes", "search", "search(text: \"shoes\")"),
    ("/open?url=https%3A%2F%2Fshop.example%2Fp%2F9", "product", "product(id: 9)"),
    ("/open?url=shop:/products/3", "product", "product(id: 3)"),
    ("/open?url=%2Fopen%3Furl%3D%252Fbest", "product", "product(id: 1)"),
  ])
  func `a link ends at the target of its route`(link: String, route: String, screen: String) throws
  {
    let table = try Self.table()
    let decided = try Self.decide(link, table)
    #expect(decided.resolution == .ended(.shown), "\(decided.resolution.summary)")
    #expect(decided.route == route)
    #expect(table.notation(of: decided.state.tree).contains(screen))
  }

  @Test(arguments: [
    ("/open", "url holds no link"), ("/open?url=", "url holds no link: an empty text"),
    ("/open?url=//evil.example", "url holds no link: no scheme"),
    ("/open?url=https://evil.example/best", "leads to a host or a scheme that the table"),
    ("/open?url=other:/best", "leads to a host or a scheme that the table"),
    ("/open?url=/products/7%3Fcoupon%3DX", "brings what is or may be private"),
    ("/open?url=/products/7%3Funknown%3DX", "brings what is or may be private"),
    ("/open?url=/best%23x", "brings what is or may be private"),
    ("/p/abc", "not found"),
  ])
  func `a redirect that leads nowhere is reported`(link: String, reason: String) throws {
    let decided = try Self.decide(link, Self.table())
    let summary = decided.resolution.summary
    #expect(summary.contains(reason), "\(summary)")
    #expect(!summary.contains("evil") && !summary.contains("X"))
  }

  @Test func `without named hosts only paths and schemes are followed`() throws {
    let table = try Self.table(LinkRules())
    #expect(try Self.decide("/open?url=/best", table).resolution == .ended(.shown))
    let other = try Self.decide("/open?url=https://shop.example/best", table)
    #expect(other.resolution.summary.contains("the table does not name"))
  }

  @Test func `items left out on the way are reported at the end`() throws {
    let table = try Self.table {
      Route("list", "/list", to: [.push(Search.self, with: ["text": "x"]), .push(Page.self)])
      DeclaredScreen(Page.self)
      Route("lists", "/lists", redirect: .route("list"))
    }
    #expect(try Self.decide("/lists?page=x", table).leftOut == ["page"])
    #expect(try Self.decide("/list?page=x", table).leftOut == ["page"])
  }

  private struct Page: ScreenKind { var page: Int? }

  @Test func `a link is not followed to one that leads nowhere`() throws {
    let summary = try Self.decide("/open?url=%2Fopen%3Furl%3Dx", Self.table()).resolution.summary
    #expect(summary.contains("url brings what is or may be private"))
  }

  @Test func `a private value stays private in a redirected link`() throws {
    let table = try Self.table {
      Route("gift", "/gift/:code", redirect: .route("product", with: ["coupon": ":code", "id": 1]))
    }
    let parts = try table.privateParts(of: RouteLink("/gift/SECRET"))
    #expect(parts.captures.map(\.declared.secrecy) == [.private])
  }

  private struct Pair: ScreenKind { var first: String, second: String }

  @Test(arguments: ["first", "second"])
  func `one source of two parameters is as private as the stricter of them`(hidden: String) throws {
    let names = ["first", "second"]
    let schema = ParameterSchema(
      names.map { ParameterSchema.Entry(name: $0, type: .string) })
    let table = try Self.table {
      DeclaredScreen(Pair.self, parameters: schema, private: [hidden])
      Route("pair", "/pair/:first/:second", to: [.push(Pair.self)])
      Route(
        "twice", "/twice/:word",
        redirect: .route("pair", with: ["first": ":word", "second": ":word"]))
    }
    let parts = try table.privateParts(of: RouteLink("/twice/x"))
    #expect(parts.captures.map(\.declared.secrecy) == [.private])
  }

  private struct Priced: ScreenKind { var price: Double }
  private struct Reset: ScreenKind { var pin: String }

  /// A table in which a route redirects with these bindings to another one, which redirects to a
  /// third.
  private static func giving(_ with: Bindings) throws -> RouteTable {
    try table {
      DeclaredScreen(Priced.self)
      Route("priced", "/priced", to: [.push(Priced.self)])
      Route("again", "/again", redirect: .route("priced", with: ["price": ":cost"]))
      Route("cheap", "/cheap", redirect: .route("again", with: with))
    }
  }

  @Test(
    arguments: [
      (["cost": "abc"], "expected double, not \"abc\""),
      (["cost": .constant(.double(.nan))], "nan is no number that a file can hold"),
      (["cost": 2], nil), (["cost": ":x", "other": "y"], nil),
    ] as [(Bindings, String?)])
  func `parameters given to another route are checked by its types`(
    with: Bindings, problem: String?
  ) {
    let found = RouteTestSupport.mistakes { try Self.giving(with) }
    #expect(found == (problem.map { ["routes[8].redirect.with.cost: \($0)"] } ?? []))
  }

  private struct Book: ScreenKind { var isbn: Int, shelf: String?, title: String }

  @Test(
    arguments: [
      (["isbn": ":nr", "title": ":nr"], "title: isbn is int and title is string", "nr"),
      (["isbn": ":shelf", "title": "x"], "isbn: isbn is int and shelf is string", "shelf"),
      (["isbn": ":nr", "title": ":shelf"], nil, ""),
    ] as [(Bindings, String?, String)])
  func `parameters for another route have values in common when they have one source`(
    with: Bindings, problem: String?, source: String
  ) {
    let found = RouteTestSupport.mistakes {
      try Self.table {
        DeclaredScreen(Book.self)
        Route("book", "/books/:isbn/:title", to: [.push(Book.self)])
        Route("read", "/read/:nr/:shelf", redirect: .route("book", with: with))
      }
    }
    let rest = "but both come from \(source); bind one of them to another parameter"
    #expect(found == (problem.map { ["routes[7].redirect.with.\($0), \(rest)"] } ?? []))
  }

  @Test func `nested links are read once for all routes`() throws {
    // If each route read the nested links again, the innermost would be read 2 to the power of 40
    // times.
    let table = try Self.table {
      RouteTable.Router("one", routes: ["first"])
      RouteTable.Router("two", routes: ["second"])
      Route("first", "/out", redirect: .link(in: "url")).keepsOpen("url")
      Route("second", "/out", redirect: .link(in: "url")).keepsOpen("url")
    }
    let link = try RouteLink(String(repeating: "/out?url=", count: 40) + "/best")
    #expect(table.privateParts(of: link).routes.count == 2)
    let item = try #require(Array(link.queryItems).first)
    let routes = table.privateParts(of: link).routes
    #expect(!table.isClosedRedirect(item, routesAt: routes))
  }

  @Test func `constants for parameters that no screen declares are those of the file`() throws {
    let table = try Self.table {
      Route("sent", "/sent", redirect: .route("product", with: ["id": 1, "x": 2.0]))
    }
    #expect(try RouteTable(json: table.canonicalJSON) == table)
  }

  @Test func `no secret is given to another route`() {
    let found = RouteTestSupport.mistakes {
      try Self.table {
        DeclaredScreen(Reset.self, secret: \.pin)
        Route("reset", "/reset/:pin", to: [.push(Reset.self)])
        Route("again", "/again", redirect: .route("reset", with: ["pin": "1234"]))
      }
    }
    #expect(
      found == [
        "routes[7].redirect.with.pin: pin is secret, and the journal keeps the table; remove the "
          + "value"
      ])
  }

  @Test func `a whole number that another route is given may be a double there`() throws {
    let table = try Self.giving(["cost": 2])
    let decided = try Self.decide("/cheap", table)
    #expect(decided.resolution == .ended(.shown), "\(decided.resolution.summary)")
    #expect(try RouteTable(json: table.canonicalJSON) == table)
  }

  @Test func `a table that redirects is the same in Swift and in a file`() throws {
    let table = try Self.table()
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    let text = String(decoding: table.canonicalJSON, as: UTF8.self)
    #expect(text.contains(#"{"id":"old","patterns":["/p/:nr"],"redirect":{"route":"product""#))
    #expect(try table.link(to: "old", ["nr": 7]).text == "https://shop.example/p/7")
  }

  @Test(arguments: [
    (#"{ id: "a", patterns: ["/a"], redirect: { route: "x" } }"#, "routes[0].redirect.route"),
    (#"{ id: "a", patterns: ["/a"], redirect: { route: "a" } }"#, "routes[0].redirect.route"),
    (#"{ id: "a", patterns: ["/a"], redirect: { link: "url" } }"#, "routes[0].redirect.link"),
    (
      #"{ id: "a", patterns: ["/a"], redirect: { link: "u", with: {} }, open: ["u"] }"#,
      "routes[0].redirect.with"
    ),
    (
      #"{ id: "a", redirect: { link: "u" }, open: ["u"], scene: "main" }"#, "routes[0].scene"
    ),
    (
      #"{ id: "a", redirect: { link: "u" }, open: ["u"], interceptors: ["i"] }"#,
      "routes[0].interceptors"
    ),
  ])
  func `a mistake in a redirect is reported with its place`(route: String, field: String) throws {
    let text = #"{ format: "route-table/1", tree: "main", routes: [\#(route)] }"#
    let error = try #require(throws: RouteTable.Mistakes.self) {
      try RouteTable(json: Array(text.utf8))
    }
    #expect(error.mistakes.map(\.field) == [field], "\(error)")
  }
}
