import RouteEngine
import RouteTestSupport
import Testing

/// The constraints of routes on a link besides its path: scheme, host and query.
@Suite struct LinkConstraintTests {
  /// A table of routes that push `page`, each with a path and constraints.
  static func table(_ routes: [Route]) throws -> RouteTable {
    let page = ScreenDeclaration(
      "page",
      schema: ["code?": .string, "number?": .int, "pin?": .string, "tab?": .string],
      privateNames: ["code"], secretNames: ["pin"])
    return try RouteTable(
      RouteTableDefinition(tree: "main/stack[home]", screens: [page], routes: routes))
  }

  static func route(_ name: String, _ pattern: String = "/p", priority: Int? = nil) -> Route {
    Route(name, priority: priority, pattern, to: [.push("page")])
  }

  private static func taker(_ link: String, _ table: RouteTable) throws -> String? {
    table.match(try RouteLink(link))?.route
  }

  private static func mistakes(_ routes: [Route]) -> [String] {
    do {
      _ = try table(routes)
      return []
    } catch let error as RouteTableMistakes {
      return error.mistakes.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func `more hosts of one path than can be compared are a mistake`() {
    let routes = ["a", "b"].map { name in
      var route = Self.route(name)
      route.constraint.hosts = (0...1_000).map { "\(name)\($0).example" }
      return route
    }
    let found = Self.mistakes(routes)
    #expect(found.count == 1 && found[0].contains("than can be compared"), "\(found)")
  }

  @Test func `each of many paths in the fragments of one path has its own route`() throws {
    let routes = (0..<200).map { number in
      Self.route("r\(number)").at(fragment: .path("/f\(number){/:tab}?"))
    }
    let table = try Self.table(routes)
    for number in [0, 7, 19, 199] {
      #expect(try Self.taker("/p#/f\(number)", table) == "r\(number)")
      #expect(try Self.taker("/p#/f\(number)/reviews", table) == "r\(number)")
    }
    #expect(try Self.taker("/p#/f200", table) == nil)
  }

  @Test(arguments: [
    ("https://shop.example/p", "web"), ("HTTPS://SHOP.Example:8443/p", "web"),
    ("https://a.b.shop.example/p", "web"), ("https://xshop.example/p", "other"),
    ("http://shop.example/p", "other"), ("https://ann@shop.example/p?x#y", "web"),
    ("shop:/p", "own"), ("shop://anything/p", "own"), ("/p", "path"), ("https://other/p", "other"),
  ])
  func `scheme and host choose between routes of one path`(link: String, expected: String) throws {
    let table = try Self.table([
      Self.route("other").at(scheme: "http", "https"),
      Self.route("web").at(scheme: "HTTPS", host: "Shop.Example", "*.shop.example"),
      Self.route("own").at(scheme: "shop"),
      Self.route("path").at(scheme: ""),
    ])
    #expect(try Self.taker(link, table) == expected)
  }

  @Test(arguments: [
    ("/p?tab=reviews", "reviews"), ("/p?a=b&tab=rev%69ews&tab=x", "reviews"), ("/p?tab=x", "any"),
    ("/p?tab", "any"), ("/p?tab=x&tab=reviews", "any"), ("/p", "none"), ("/p?ta=reviews", "none"),
    ("/p?tab=a+b%2B", "plus"), ("/p?tab=a%20b+", "any"),
  ])
  func `the query chooses, and of several items of a name the first counts`(
    link: String, expected: String
  ) throws {
    let table = try Self.table([
      Self.route("none").at(query: ["tab": false]),
      Self.route("any").at(query: ["tab": true]),
      Self.route("reviews").at(query: ["tab": "reviews"]),
      Self.route("plus").at(query: ["tab": "a b+"]),
    ])
    #expect(try Self.taker(link, table) == expected)
  }

  @Test func `the host of a custom scheme can stand for the first segment`() throws {
    let table = try Self.table([
      Self.route("order", "/:number").at(scheme: "shop", host: "orders"),
      Self.route("product", "/:number").at(scheme: "shop", host: "products"),
    ])
    #expect(try Self.taker("shop://orders/7", table) == "order")
    #expect(try Self.taker("shop://products/7", table) == "product")
    #expect(try Self.taker("https://orders/7", table) == nil)
  }

  @Test func `the path decides before scheme, host and query do`() throws {
    let table = try Self.table([
      Self.route("blog", "/:tab").at(host: "blog.example"), Self.route("literal", "/p"),
      Self.route("free", "/:tab"),
    ])
    #expect(try Self.taker("https://blog.example/p", table) == "literal")
    #expect(try Self.taker("https://blog.example/q", table) == "blog")
    #expect(try Self.taker("https://shop.example/q", table) == "free")
  }

  @Test func `a link that a route refuses goes on to less specific paths`() throws {
    let table = try Self.table([
      Self.route("here", "/p/:number(\\d+)").at(host: "a.example"),
      Self.route("there", "/p/:tab([0-9a-f]+)").at(host: "b.example"),
      Self.route("rest", "/p/*"),
    ])
    #expect(try Self.taker("https://a.example/p/1", table) == "here")
    #expect(try Self.taker("https://b.example/p/1", table) == "there")
    #expect(try Self.taker("https://c.example/p/1", table) == "rest")
  }

  @Test func `routes with more constraints come first, after priorities`() throws {
    let asks: [LinkConstraint] = [
      LinkConstraint(), LinkConstraint(hosts: ["*.example"]),
      LinkConstraint(hosts: ["*.shop.example"]), LinkConstraint(hosts: ["a.shop.example"]),
      LinkConstraint(schemes: ["https"], hosts: ["a.shop.example"]),
      LinkConstraint(schemes: ["https"], hosts: ["a.shop.example"], query: ["tab": true]),
      LinkConstraint(schemes: ["https"], hosts: ["a.shop.example"], query: ["tab": "x"]),
    ]
    var random = SeededRandom(5)
    for _ in 0..<20 {
      let routes = asks.enumerated().shuffled(using: &random).map { index, constraint in
        var route = Self.route("r\(index)")
        route.constraint = constraint
        return route
      }
      let table = try Self.table(routes)
      #expect(try Self.taker("https://a.shop.example/p?tab=x", table) == "r6")
      #expect(try Self.taker("https://a.shop.example/p?tab", table) == "r5")
      #expect(try Self.taker("https://a.shop.example/p", table) == "r4")
      #expect(try Self.taker("http://a.shop.example/p?tab=x", table) == "r3")
      #expect(try Self.taker("http://b.shop.example/p?tab=x", table) == "r2")
      #expect(try Self.taker("http://c.example/p?tab=x", table) == "r1")
      #expect(try Self.taker("/p?tab=x", table) == "r0")
    }
    let preferred = try Self.table([
      Self.route("narrow").at(host: "a.example"), Self.route("wide", priority: 1),
    ])
    #expect(try Self.taker("https://a.example/p", preferred) == "wide")
  }

  @Test func `routes that one link may match equally well are refused, and no others`() {
    let hosts = Self.route("a").at(host: "a.example")
    let ambiguous = [
      [Self.route("b"), Self.route("c")], [hosts, Self.route("b").at(host: "A.EXAMPLE")],
      [hosts, Self.route("b").at(query: ["tab": true])],
      [hosts, Self.route("b").at(scheme: "https")],
      [hosts, Self.route("b").at(host: "a.example", "b.example").at(query: ["tab": "x"])],
      [Self.route("a").at(scheme: "x", "y"), Self.route("b").at(scheme: "y", "x")],
      [
        Self.route("a", "/:tab([a-z]+)").at(host: "a.example"),
        Self.route("b", "/:tab(\\w+)").at(host: "*.example"),
      ],
    ]
    for routes in ambiguous {
      let found = Self.mistakes(routes)
      #expect(found.count == 1 && found[0].contains("give one of the routes a priority"))
      var preferred = routes
      preferred[1].priority = 1
      #expect(Self.mistakes(preferred) == [])
    }
    let clear = [
      [hosts, Self.route("b")], [hosts, Self.route("b").at(host: "b.example")],
      [hosts, Self.route("b").at(host: "*.a.example")],
      [hosts, Self.route("b").at(host: "*.example")], [hosts, Self.route("b").at(host: "")],
      [Self.route("a").at(query: ["tab": "x"]), Self.route("b").at(query: ["tab": "y"])],
      [Self.route("a").at(query: ["tab": "x"]), Self.route("b").at(query: ["tab": false])],
      [
        Self.route("a", "/:tab([a-z]+)").at(scheme: "x"),
        Self.route("b", "/:tab(\\w+)").at(scheme: "y"),
      ],
    ]
    for routes in clear { #expect(Self.mistakes(routes) == []) }
  }

  @Test func `a priority of routes that no link shares orders no other routes`() {
    func routes(priority: Int?) -> [Route] {
      [
        Self.route("a", "/:tab(\\d+)", priority: 5).at(host: "a.example"),
        Self.route("b", "/:tab(\\d+)"),
        Self.route("c", "/:tab(\\w+)", priority: 5).at(host: "b.example"),
        Self.route("d", "/:tab(\\w+)", priority: priority),
      ]
    }
    let orders: [[Route]] = [routes(priority: nil), routes(priority: nil).reversed()]
    for routes in orders {
      let found = Self.mistakes(routes)
      #expect(found.count == 1 && found[0].contains("another expression"), "\(found)")
    }
    #expect(Self.mistakes(routes(priority: 6)) == [])
  }

  @Test(arguments: [
    (["/p", "/p"], "matches the same paths as"),
    (["/:a(\\d+)", "/:b([0-9a-f]+)"], "has another expression or type at the same place as"),
  ])
  func `one of two equal patterns of a route has to be left out`(patterns: [String], why: String) {
    let route = Route("a", patterns: patterns, destination: Destination([Step(.push, "home")]))
    let found = Self.mistakes([route])
    let message = "routes[0].patterns[1]: \(why) routes[0].patterns[0]; leave one of the two out"
    #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
  }

  @Test func `two routes with different constraints on one path are unambiguous`() throws {
    let asks: [LinkConstraint] = [
      LinkConstraint(), LinkConstraint(hosts: ["a.x"]), LinkConstraint(hosts: ["*.x", "y"]),
      LinkConstraint(schemes: ["s"]), LinkConstraint(schemes: ["s", "t"]),
      LinkConstraint(query: ["q": "1"]), LinkConstraint(query: ["q": false]),
      LinkConstraint(schemes: ["s"], hosts: ["y"]),
      LinkConstraint(schemes: ["", "t"], query: ["q": true]),
    ]
    let links = try ["/p", "s:/p", "t://a.x/p", "s://a.x/p", "s://y/p", "t://z/p"].flatMap {
      start in try ["", "?q=1", "?q=2"].map { try RouteLink(start + $0) }
    }
    var built = 0
    for (first, one) in asks.enumerated() {
      for (second, other) in asks.enumerated() where first != second {
        var routes = [Self.route("one"), Self.route("other")]
        (routes[0].constraint, routes[1].constraint) = (one, other)
        let alone = try routes.map { try Self.table([$0]) }
        let shared = links.filter { link in alone.allSatisfy { $0.match(link) != nil } }
        guard let table = try? Self.table(routes) else { continue }
        built += 1
        // The order of the routes makes no difference.
        let turned = try Self.table(routes.reversed())
        for link in links {
          #expect(table.match(link)?.route == turned.match(link)?.route, "\(link)")
          let fits = alone.contains { $0.match(link) != nil }
          #expect((table.match(link) != nil) == fits, "\(link)")
        }
        #expect(Set(shared.map { table.match($0)?.route }).count <= 1)
      }
    }
    #expect(built > 0)
  }
}

/// Constraints in table files.
@Suite struct LinkConstraintFileTests {
  @Test func `in Swift and in a file they make one table`() throws {
    let typed = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("page")
      Route("page", "/p", to: [.push("page")])
        .at(
          scheme: "https", "shop", host: "shop.example", query: ["q": true, "t": "x", "z": false])
    }
    let file = """
      { format: "route-table/1", tree: "main/stack[home]", screens: { page: {} }, routes: [
        { id: "page", patterns: ["/p"], destination: [{ push: "page" }],
          schemes: ["https", "shop"], hosts: ["shop.example"],
          query: { t: "x", z: false, q: true } } ] }
      """
    try requireSame(typed, as: file)
    let read = try RouteTable(text: file)
    #expect(try RouteTable(json: read.canonicalJSON).definition == read.definition)
    #expect(
      typed.canonicalText.contains(
        #"{"destination":[{"push":"page"}],"hosts":["shop.example"],"id":"page","patterns":["/p"],"#
          + #""query":{"q":true,"t":"x","z":false},"schemes":["https","shop"]}"#))
  }

  @Test func `every mistake is named with line, column and field`() throws {
    let file = #"""
      { format: "route-table/1", tree: "main/stack[home]",
        screens: { page: { parameters: { id: "int", code: "string?", pin: "string?" },
                           private: ["code"], secret: ["pin"] } },
        routes: [
          { id: "a", patterns: ["/a"], destination: [{ push: "page" }],
            schemes: ["https://", "shop", "SHOP", 7, "http"],
            hosts: ["shop.example:80", "*", "a.*.b", "*.", "bücher.example", "a/b", "x", "X"],
            query: { id: "seven", code: "abc", pin: true, "": "x", q: 7 } },
          { id: "b", destination: [{ push: "page", with: { id: 1 } }], hosts: ["b.example"] },
          { id: "c", patterns: ["/c"], destination: [{ push: "page", with: { id: 1 } }],
            schemes: [""], hosts: ["c.example"] },
        ] }
      """#
    let error = #expect(throws: RouteTableMistakes.self) { try RouteTable(text: file) }
    let found = try #require(error).mistakes.map(\.description)
    let host = "expected a name such as shop.example or *.shop.example, or \"\" for none"
    let scheme = "expected it without \"://\", or \"\" for none"
    #expect(
      found == [
        "6:17: routes[0].schemes[0]: \"https://\" is no scheme: \(scheme)",
        "6:37: routes[0].schemes[2]: \"SHOP\" is listed twice",
        "6:45: routes[0].schemes[3]: expected a string, not an integer",
        "7:15: routes[0].hosts[0]: \"shop.example:80\" is more than a host: \(host)",
        "7:34: routes[0].hosts[1]: \"*\" is no host: \(host)",
        "7:39: routes[0].hosts[2]: \"a.*.b\" is no host: \(host)",
        "7:48: routes[0].hosts[3]: \"*.\" is no host: \(host)",
        "7:54: routes[0].hosts[4]: \"bücher.example\" is no host: \(host); names beyond ASCII are "
          + "written as xn--",
        "7:72: routes[0].hosts[5]: \"a/b\" is more than a host: \(host)",
        "7:84: routes[0].hosts[7]: \"X\" is listed twice",
        "8:20: routes[0].query.id: expected int, not \"seven\"",
        "8:35: routes[0].query.code: code is private, so its value cannot be compared; write "
          + "true for any",
        "8:47: routes[0].query.pin: pin is secret, so no route can depend on it",
        "8:57: routes[0].query.: expected the name of a query item",
        "8:65: routes[0].query.q: expected the value as a string, true for any, false for "
          + "none or { path: … } for a path, not an integer",
        "9:5: routes[1].patterns: expected a pattern: only links are asked for scheme, host, "
          + "query or fragment",
        "11:29: routes[2].hosts: no link with one of these schemes has one of these hosts",
      ])
  }
}

/// Links whose route depends on their query are journaled so that they lead to the same route.
@MainActor @Suite struct LinkConstraintJournalTests {
  private let shop = Scenario(
    screens: [ScreenDeclaration("page", schema: ["code?": .string], privateNames: ["code"])]
      + kinds("list", "guarded"),
    routes: [
      Route("page", "/p", to: [.push("page")]).at(
        query: ["tab": "reviews", "code": true, "a b[]": false]),
      Route("list", "/p", to: [.push("list")]).at(query: ["a b[]": true]).at(scheme: "shop"),
      Route("guarded", "/p", to: [.push("guarded")]).at(query: ["tab": false, "a b[]": false]),
    ])

  @Test func `required items are kept in the journal, and no others`() throws {
    let journal = try TestJournal(shop, tree: "main/stack[home]")
    let session = journal.launch()
    let cases = [
      ("/p?tab=reviews&code=hidden-1", "page"), ("/p?tab=reviews&code", "page"),
      ("/p?code=hidden-2&tab=reviews&tab=hidden-3", "page"),
      ("shop:/p?a%20b%5B%5D=hidden-4", "list"),
      ("shop:/p?a+b[]", "list"), ("/p?x=hidden-5", "guarded"), ("/p?tab=hidden-6", nil),
      ("/p?tab=reviews", nil), ("/p?tab", nil), ("/p?a+b[]=hidden-7", nil),
      ("/p?hidden-8", "guarded"),
    ]
    for (link, expected) in cases {
      let opening = session.open(link)
      let outcome = try #require(opening.outcome, "\(link)")
      #expect(outcome.isSuccess == (expected != nil), "\(link): \(outcome)")
      if let expected { #expect(session.state.tree.visibleLeaf()?.kind == expected, "\(link)") }
      session.report(.popped(nil))
    }
    session.background()
    try journal.requireReplays(of: session)
    let report = journal.file("report")
    try session.writeReportCopy(to: report)
    for index in 1...8 {
      #expect(try !journal.holds("hidden-\(index)", at: report), "hidden-\(index)")
    }
    #expect(try journal.holds("tab=reviews", at: report))
  }
}
