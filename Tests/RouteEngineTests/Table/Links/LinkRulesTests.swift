import RouteEngine
import RouteTestSupport
import Testing

/// The rules for reading links: final slash, letter case, schemes and hosts, `+`.
struct LinkRulesTests {
  private struct Item: ScreenKind { var id: String? }

  /// A table of routes to one screen, each with its pattern as its name.
  static func table(
    _ patterns: [String], _ rules: LinkRules = LinkRules(),
    _ change: (Route) -> Route = { $0 }
  ) throws -> RouteTable {
    var definition = RouteTableDefinition(tree: "main/stack[feed]")
    definition.links = rules
    definition.screens = [DeclaredScreen(Item.self).withoutIdentity().declaration]
    definition.routes = patterns.enumerated().map { index, pattern in
      var route = Route("r\(index)", pattern, to: [.push(Item.self)])
      route = change(route)
      return route
    }
    return try RouteTable(definition)
  }

  static func route(_ link: String, _ table: RouteTable) throws -> String? {
    let link = try RouteLink(link)
    let route = table.match(link)?.route
    // The explanation names the same route.
    #expect(table.verdicts(on: link).first { $0.verdict == .taken }?.route == route)
    return route.flatMap { table.route($0)?.patterns.first }
  }

  // MARK: The end of a path

  @Test(arguments: [
    ("/products", "/products/"), ("/products/", "/products"), ("/", "/"), ("/p/:id", "/p/7/"),
    ("/p/:id/", "/p/7"), ("/:name.json", "/a.json/"), ("/c/:path+", "/c/a/b/"),
    ("/l{/:page}?", "/l/"), ("/l{/:page}?/", "/l/2"), ("/p/:id(\\d+)", "/p/7/"),
    ("/a{/}?", "/a/"), ("{/:x}?/", "/"), ("/x/:a-:b/", "/x/1-2"),
    ("/shop/{:id}?", "/shop"), ("/wiki/{index.html}?", "/wiki"), ("/list{/x/}?", "/list/x"),
    ("/list{/x/}?", "/list"), ("/b/{:id.html}?", "/b/7.html"),
  ])
  func `a slash at the end is ignored`(pattern: String, link: String) throws {
    #expect(try Self.route(link, Self.table([pattern])) == pattern)
    let exact = try Self.table([pattern], LinkRules(endSlash: .exact))
    let fits = try PathPattern(pattern).match(RouteLink(link)) != nil
    #expect(try Self.route(link, exact) == (fits ? pattern : nil))
    let asRoute = try Self.table([pattern]) { $0.reading(endSlash: .exact) }
    #expect(try Self.route(link, asRoute) == (fits ? pattern : nil))
  }

  @Test func `an ignored slash is in no capture except an asterisk's`() throws {
    let table = try Self.table(["/p/:id", "/c/:id+", "/f/*"])
    #expect(try table.match(RouteLink("/p/7/"))?.parameters == ["id": "7"])
    #expect(try table.match(RouteLink("/c/a/b/"))?.parameters == ["id": "a/b"])
    #expect(try table.match(RouteLink("/f/a/"))?.parameters == ["0": "a/"])
    #expect(try Self.route("/p/7//", table) == nil)
    #expect(try Self.route("/p//", table) == nil)
  }

  @Test func `a pattern with the slash comes first where both are exact or one is`() throws {
    let table = try Self.table(["/list", "/list/"]) { route in
      route.patterns == ["/list/"] ? route.reading(endSlash: .exact) : route
    }
    #expect(try Self.route("/list/", table) == "/list/")
    #expect(try Self.route("/list", table) == "/list")
    #expect(throws: RouteTable.Mistakes.self) { try Self.table(["/list", "/list/"]) }
    let both = try Self.table(["/list", "/list/"], LinkRules(endSlash: .exact))
    #expect(try Self.route("/list", both) == "/list")
  }

  @Test(arguments: [LinkRules(), LinkRules(letterCase: .ignored)])
  func `of a path with and without the slash the exact one is asked first`(
    rules: LinkRules
  ) throws {
    for exact in ["/list", "/list/"] {
      for patterns in [["/list", "/list/"], ["/list/", "/list"]] {
        let table = try Self.table(patterns, rules) { route in
          route.patterns == [exact] ? route.reading(endSlash: .exact) : route
        }
        #expect(try Self.route("/list/", table) == "/list/", "\(exact) of \(patterns)")
        #expect(try Self.route("/list", table) == "/list", "\(exact) of \(patterns)")
      }
    }
    let captures = try Self.table(["/p/:id/", "/p/:id"], rules) { route in
      route.patterns == ["/p/:id"] ? route.reading(endSlash: .exact) : route
    }
    #expect(try Self.route("/p/7/", captures) == "/p/:id/")
    #expect(try Self.route("/p/7", captures) == "/p/:id")
  }

  @Test(arguments: [("/list/", "/list", "/list/"), ("/p/:id/", "/p/:id", "/p/7/")])
  func `a link that the exact route refuses goes to the one without the slash`(
    exact: String, other: String, link: String
  ) throws {
    let table = try Self.table([exact, other]) { route in
      route.patterns == [exact] ? route.reading(endSlash: .exact).at(query: ["tab": "x"]) : route
    }
    #expect(try Self.route(link, table) == other)
    #expect(try Self.route(link + "?tab=x", table) == exact)
  }

  @Test(arguments: [("/x/*", "/x/:id(.*)"), ("/x-:id/*", "/x-:id/*"), ("/x", "/x{/}?")])
  func `an exact path that hides another route is refused`(ignoring: String, exact: String) {
    var routes = [
      Route("a", ignoring, to: [.push("page")]), Route("b", exact, to: [.push("page")]),
    ]
    routes[1] = routes[1].reading(endSlash: .exact)
    let found = RouteTestSupport.mistakes {
      try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[feed]", screens: [ScreenDeclaration("page")], routes: routes))
    }
    #expect(found.contains { $0.contains("matches the same paths as") }, "\(found)")
  }

  @Test func `there may be many optional parts, and no slash before them`() throws {
    let large = "/p/{:a(\\w{1,60})-}?{:b(\\w{1,60})-}?{:c(\\w{1,60})-}?{:d}?"
    #expect(try Self.route("/p/x-7", Self.table([large])) == large)
  }

  // MARK: Schemes and hosts

  private static let shop = LinkRules(
    schemes: ["shop"], schemeHost: .segment, hosts: ["shop.example", "*.shop.example"])

  @Test(arguments: [
    ("shop://products/7", "/products/:id"), ("shop:///products/7", "/products/:id"),
    ("shop:/products/7", "/products/:id"), ("SHOP://products/7/", "/products/:id"),
    ("https://shop.example/products/7", "/products/:id"), ("/products/7", "/products/:id"),
    ("http://m.shop.example/products/7", "/products/:id"), ("shop://cart", "/cart"),
    ("shop://cart/", "/cart"), ("shop://cart?x=1#y", "/cart"), ("shop:", "/"), ("shop://", "/"),
    ("shop:/", "/"), ("shop:///", "/"), ("https://shop.example", "/"),
    ("shop://../products/7", "/products/:id"), ("shop://./cart", "/cart"),
    ("https://shop.example/", "/"),
  ])
  func `a table names its schemes and hosts once`(link: String, pattern: String) throws {
    let table = try Self.table(["/", "/cart", "/products/:id"], Self.shop)
    #expect(try Self.route(link, table) == pattern)
  }

  @Test(arguments: [
    "https://evil.example/cart", "other://cart", "ftp://shop.example/cart", "shop://Cart",
    "shop://cart:80", "shop://ann@cart",
  ])
  func `other links are not found`(link: String) throws {
    #expect(try Self.route(link, Self.table(["/cart"], Self.shop)) == nil)
  }

  @Test func `a route that names a scheme or a host has its links from there`() throws {
    let table = try Self.table(["/cart"], Self.shop) { $0.at(host: "old.example") }
    #expect(try Self.route("https://old.example/cart", table) == "/cart")
    #expect(try Self.route("https://shop.example/cart", table) == nil)
    #expect(try Self.route("shop://cart", table) == nil)
    let other = try Self.table(["/cart"], Self.shop) { $0.at(scheme: "pay", "https") }
    #expect(try Self.route("pay:/cart", other) == "/cart")
    #expect(try Self.route("https://shop.example/cart", other) == "/cart")
    #expect(try Self.route("https://evil.example/cart", other) == nil)
    #expect(try Self.route("shop:/cart", other) == nil)
  }

  @Test func `a custom scheme has hosts where they are no segment`() throws {
    let table = try Self.table(["/:id"], LinkRules(schemes: ["shop"])) { $0.at(host: "orders") }
    #expect(try Self.route("shop://orders/7", table) == "/:id")
    #expect(try Self.route("shop://Orders/7", table) == "/:id")
    let root = try Self.table(["/"], LinkRules(schemes: ["shop"]))
    #expect(try Self.route("shop://orders", root) == "/")
  }

  @Test func `a host in the place of a segment is refused`() throws {
    func table(_ schemes: String...) throws -> RouteTable {
      try Self.table(["/cart"], Self.shop) { route in
        var route = route
        route.constraint = LinkConstraint(schemes: schemes, hosts: ["y"])
        return route
      }
    }
    #expect(
      RouteTestSupport.mistakes { try table("shop") } == [
        "routes[0].hosts: no link with one of these schemes has one of these hosts: what stands "
          + "there is the first segment of its path"
      ])
    #expect(try Self.route("https://y/cart", table("shop", "https")) == "/cart")
    #expect(try Self.route("pay://y/cart", table("shop", "pay")) == "/cart")
  }

  @Test func `a link without the table's scheme or host is explained`() throws {
    let table = try Self.table(["/cart"], Self.shop)
    #expect(
      try table.verdicts(on: RouteLink("https://evil.example/cart")).map(\.verdict) == [
        .refused(
          .host(given: "evil.example", wanted: ["shop.example", "*.shop.example"]))
      ])
    #expect(
      try table.verdicts(on: RouteLink("other:/cart")).map(\.verdict) == [
        .refused(.scheme(given: "other", wanted: ["shop"]))
      ])
  }

  @Test func `rules that were applied to a link are explained`() throws {
    var rules = Self.shop
    rules.letterCase = .ignored
    let table = try Self.table(["/cart/:id", "/about"], rules)
    #expect(
      try table.liberties(with: RouteLink("shop://CART/7/")) == [
        .hostIsSegment("CART"), .endSlash, .letterCase,
      ])
    #expect(try table.liberties(with: RouteLink("/cart/7")) == [])
    #expect(try table.liberties(with: RouteLink("/about/")) == [.endSlash])
    #expect(try table.liberties(with: RouteLink("/ABOUT")) == [.letterCase])
    #expect(try table.liberties(with: RouteLink("/nowhere/")) == [])
    let literals = try Self.table(["/cart/:id"], LinkRules(letterCase: .ignoredIn(["cart"])))
    #expect(try literals.liberties(with: RouteLink("/CART/7/")) == [.endSlash, .letterCase])
  }

  @Test func `written links begin with the preferred scheme and host`() throws {
    let table = try Self.table(["/cart", "/:id/x"], Self.shop)
    #expect(try table.link(to: "r0").text == "https://shop.example/cart")
    #expect(try table.link(to: "r0", scheme: "shop").text == "shop://cart")
    #expect(try table.link(to: "r0", scheme: "").text == "/cart")
    #expect(try table.link(to: "r0", scheme: "http").text == "http://shop.example/cart")
    #expect(try table.link(to: "r0", host: "m.shop.example").text == "https://m.shop.example/cart")
    #expect(
      try table.link(to: "r1", ["id": "@joe[|]"], scheme: "shop").text == "shop:/@joe%5B%7C%5D/x")
    let own = try Self.table(["/cart"], LinkRules(schemes: ["shop"]))
    #expect(try own.link(to: "r0").text == "shop:/cart")
  }

  @Test func `a private value in the place of a host is hidden with it`() throws {
    let table = try RouteTable(tree: "main/stack[feed]", links: Self.shop) {
      DeclaredScreen(Item.self, private: \.id)
      Route("item", "/:id", to: [.push(Item.self)])
    }
    let link = try RouteLink("shop://secret/x?y=1")
    #expect(table.privateParts(of: link).stray != nil)
    let other = try RouteLink("shop://secret")
    let parts = table.privateParts(of: other)
    #expect(parts.stray == nil)
    #expect(parts.captures.map(\.range) == [7..<13])
    #expect(table.match(other)?.parameters == ["id": "secret"])
  }

  @Test func `a label of the host is a capture`() throws {
    let rules = LinkRules(hosts: ["*.example.com"])
    let table = try Self.table(["/cart"], rules) { $0.at(host: ":id.example.com") }
    let link = try RouteLink("https://Acme.example.com/cart")
    #expect(table.match(link)?.parameters == ["id": "acme"])
    #expect(try Self.route("https://acme.example.com/cart", table) == "/cart")
    #expect(try Self.route("https://a.b.example.com/cart", table) == nil)
    #expect(try Self.route("https://example.com/cart", table) == nil)
    #expect(
      try table.link(to: "r0", ["id": "acme"]).text == "https://acme.example.com/cart")
    #expect(throws: RouteTable.LinkingError.self) { try table.link(to: "r0", ["id": "a.b"]) }
    let explained = try table.verdicts(on: RouteLink("https://a.b.example.com/cart"))
    #expect(
      explained.map(\.verdict) == [
        .refused(.host(given: "a.b.example.com", wanted: [":id.example.com"]))
      ])
    #expect(throws: RouteTable.Mistakes.self) {
      try Self.table(["/:id"]) { $0.at(host: ":id.example.com") }
    }
    #expect(throws: RouteTable.Mistakes.self) {
      try Self.table(["/a"]) { $0.at(host: ":.example.com") }
    }
  }

  @Test func `a case of an enum is found in a host, which has no letter case`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { shop: { parameters: { name: ["A", "b"] } } },
          routes: [{ id: "shop", patterns: ["/x"], hosts: [":name.shop.example"],
            destination: [{ push: "shop" }] },
            { id: "first", patterns: ["/x"], hosts: ["d.shop.example", "a.shop.example"],
              query: { y: true }, destination: [{ select: "feed" }] }] }
        """.utf8))
    for (link, name) in [("https://A.shop.example/x", "A"), ("https://B.shop.example/x", "b")] {
      #expect(try table.match(RouteLink(link))?.parameters == ["name": .string(name)])
    }
    #expect(try table.match(RouteLink("https://c.shop.example/x")) == nil)
    let verdicts = try table.verdicts(on: RouteLink("https://a.shop.example/x?y=1"))
    #expect(verdicts.map(\.verdict) == [.behind, .taken])
  }

  @Test func `a case of an enum in another letter case is explained`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]", links: { letterCase: "ignored" },
          screens: { list: { parameters: { sort: ["new", "old"] } } },
          routes: [{ id: "list", patterns: ["/list/:sort"], destination: [{ push: "list" }] }] }
        """.utf8))
    #expect(try table.liberties(with: RouteLink("/list/new")) == [])
    #expect(try table.liberties(with: RouteLink("/list/NEW")) == [.letterCase])
    #expect(try table.match(RouteLink("/list/NEW"))?.parameters == ["sort": "new"])
  }

  // MARK: Plus

  @Test func `a plus is a space unless the table or the route says otherwise`() throws {
    let link = try RouteLink("/search?id=a+b%2Bc")
    #expect(try Self.table(["/search"]).match(link)?.parameters == ["id": "a b+c"])
    let plus = try Self.table(["/search"], LinkRules(plus: .plus))
    #expect(plus.match(link)?.parameters == ["id": "a+b+c"])
    let asRoute = try Self.table(["/search"]) {
      $0.reading(plus: .plus).at(query: ["id": "a+b+c"])
    }
    #expect(asRoute.match(link)?.parameters == ["id": "a+b+c"])
    #expect(try asRoute.link(to: "r0").text == "/search?id=a%2Bb%2Bc")
    #expect(try Self.table(["/search"]) { $0.at(query: ["id": "a+b+c"]) }.match(link) == nil)
  }

  // MARK: Files

  @Test(arguments: [
    LinkRules(),
    LinkRules(
      endSlash: .exact, letterCase: .ignoredIn(["cart"]), plus: .plus, unreadable: .fails),
  ])
  func `a route that repeats the table's rule makes no other table`(rules: LinkRules) throws {
    let table = try Self.table(["/cart"], rules)
    let same = try Self.table(["/cart"], rules) {
      $0.reading(
        endSlash: rules.endSlash, letterCase: rules.letterCase, plus: rules.plus,
        unreadable: rules.unreadable)
    }
    #expect(same.digest == table.digest)
    let other = try Self.table(["/cart"], rules) { $0.reading(unreadable: .next) }
    #expect(other.digest != table.digest)
  }

  @Test func `a table in Swift and its file are the same`() throws {
    let rules = LinkRules(
      schemes: ["shop"], schemeHost: .segment, hosts: ["shop.example"], endSlash: .exact,
      letterCase: .ignoredIn(["cart"]), plus: .plus)
    let table = try Self.table(["/cart"], rules) {
      $0.reading(endSlash: .ignored, letterCase: .ignored, plus: .space)
    }
    let again = try RouteTable(json: table.canonicalJSON)
    #expect(again == table)
    #expect(again.definition.links == rules)
    #expect(try Self.table(["/cart"]).canonicalJSON != table.canonicalJSON)
    let usual = String(decoding: try Self.table(["/cart"]).canonicalJSON, as: UTF8.self)
    #expect(!usual.contains("links") && !usual.contains("endSlash"))
  }

  @Test(arguments: [
    ("schemes: [\"https\"]", "links.schemes[0]"), ("schemes: [\"\"]", "links.schemes[0]"),
    ("schemes: [\"a\", \"A\"]", "links.schemes[1]"), ("schemes: [\"a://\"]", "links.schemes[0]"),
    ("hosts: [\"\"]", "links.hosts[0]"), ("hosts: [\"a/b\"]", "links.hosts[0]"),
    ("hosts: [\"a.example\", \"A.example\"]", "links.hosts[1]"),
    (
      "rewriter: { name: \"r\", hosts: [\"*.a.example\", \"*.a.example\"] }",
      "links.rewriter.hosts[1]"
    ),
    ("schemes: [\"a\", \"ftp\"], schemeHost: \"segment\"", "links.schemes[1]"),
    ("schemeHost: \"segment\"", "links.schemeHost"), ("endSlash: \"maybe\"", "links.endSlash"),
    ("letterCase: []", "links.letterCase"), ("letterCase: 1", "links.letterCase"),
    ("plus: \"\"", "links.plus"), ("slash: \"exact\"", "links.slash"),
  ])
  func `a mistake in a rule is reported with its place`(rule: String, field: String) throws {
    let text = """
      { format: "route-table/1", tree: "main", routes: [], links: { \(rule) } }
      """
    let error = try #require(throws: RouteTable.Mistakes.self) {
      try RouteTable(json: Array(text.utf8))
    }
    #expect(error.mistakes.map(\.field) == [field], "\(error)")
  }
}
