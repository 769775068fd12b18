import RouteEngine
import RouteTestSupport
import Testing

private enum Market {
  struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }
  struct Orders: ScreenKind {}
  struct Order: ScreenKind { var id: Int }
  struct Login: ScreenKind {}

  static let tree = "main/tabs[ home/stack*[feed]  shop/stack[catalog]  account/stack[profile] ]"

  /// The table of the design's example file.
  static func table() throws(RouteTableMistakes) -> RouteTable {
    try RouteTable(tree: tree) {
      DeclaredScreen(Product.self, identity: \.id, private: \.coupon)
      DeclaredScreen(Order.self, version: 2)
      DeclaredScreen(Orders.self)
      DeclaredScreen(Login.self)
      Route(
        "product", version: 3, "/products/:id(\\d+)", "/p/:id(\\d+)",
        to: [.select("shop"), .push(Product.self)]
      )
      .performs("trackView", with: ["id": ":id"])
      .keepsOpen("utm_source")
      account
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }

  @RouteTableBuilder private static var account: [RouteTablePart] {
    Route(
      "order", "/orders/:id(\\d+)",
      to: [.select("account"), .push(Orders.self, find: .name), .push(Order.self)]
    )
    .asks("signedIn")
    .performs(
      "highlight", with: ["id": ":id"], when: .ready, key: "highlight", expires: .seconds(3_600))
  }

  static let file = #"""
    {
      format: "route-table/1",
      tree: "main/tabs[home/stack*[feed] shop/stack[catalog] account/stack[profile]]",
      screens: {
        product: { parameters: { id: "int", coupon: "string?" }, private: ["coupon"],
                   identity: ["id"] },
        order:   { parameters: { id: "int" }, version: 2 },
        login:   {},
        orders:  {},
      },
      routes: [
        { id: "product", version: 3,
          patterns: ["/products/:id(\\d+)", "/p/:id(\\d+)"],
          destination: [ { select: "shop" }, { push: "product", find: "same" } ],
          open: ["utm_source"],                             // may be journaled in clear
          actions: [ { perform: "trackView", with: { id: ":id" } } ] },
        { id: "order", version: 1,
          patterns: ["/orders/:id(\\d+)"],
          interceptors: ["signedIn"],
          destination: [ { select: "account" }, { push: "orders", find: "name" },
                         { push: "order", find: "same" } ],
          actions: [ { perform: "highlight", with: { id: ":id" }, when: "ready",
                       key: "highlight", expires: "1h" } ] },
        { id: "login", patterns: ["/login"],
          destination: [ { present: "login", style: "sheet" } ] },
      ],
    }
    """#
}

/// A type without a placeholder value, because it contains an enum that does not list its cases.
private struct Parcel: ScreenKind {
  enum Size: String, Codable { case small, large }
  var size: Size
}

@Suite struct RouteTableBuilderTests {
  @Test func `a table in Swift and the same as a file have one canonical form and digest`() throws {
    try requireSame(try Market.table(), as: Market.file)
  }

  @Test func `C19: the table's own interceptors and tasks are the same in Swift and in a file`()
    throws
  {
    enum Gate: String { case maintenance, trimmed }
    let file = """
      { format: "route-table/1", tree: "main/stack[home]", interceptors: ["maintenance"],
        tasks: ["trimmed"] }
      """
    try requireSame(
      try RouteTable(
        tree: "main/stack[home]", interceptors: ["maintenance"], tasks: ["trimmed"]
      ) {}, as: file)
    try requireSame(
      try RouteTable(
        tree: "main/stack[home]", interceptors: [Gate.maintenance], tasks: [.trimmed]
      ) {}, as: file)
  }

  @Test func `a type's properties are the kind's parameters`() throws {
    let product = try #require(Market.table().screen("product"))
    #expect(product.schema.entries.map(\.name) == ["coupon", "id"])
    #expect(product.schema.entries.map(\.text) == ["string?", "int"])
    #expect(product.privateNames == ["coupon"])
  }

  @Test func `every mistake of a table in Swift is reported, not only the first`() throws {
    let schema = try ParameterSchema(of: Market.Product.self)
    let found = mistakes {
      try RouteTable(tree: "main/tabs[", interceptors: ["no name"]) {
        DeclaredScreen(
          Market.Product.self, parameters: schema, identity: ["isbn"], private: ["voucher"])
        DeclaredScreen(Parcel.self)
        Route("product", "/products/:id(\\d+", to: [.push("prodct")])
        Route("product", "/p/:id", to: [])
      }
    }
    #expect(
      Set(found.map { $0.prefix { $0 != ":" } }) == [
        "tree", "interceptors[0]", "screens.product.identity[0]", "screens.product.private[0]",
        "screens.parcel.parameters", "routes[0].patterns[0]", "routes[0].destination[0].push",
        "routes[1].id", "routes[1].destination",
      ])
  }

  @Test func `a kind whose parameters cannot be found out takes them written by hand`() throws {
    let advice = ParameterCodingError.undetermined(name: "size").description
    #expect(advice.contains(#"parameters: .init([.init(name: "size", type: .json)]), or"#))
    let parameters: ParameterSchema = .init([.init(name: "size", type: .string)])
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Parcel.self, parameters: .init([.init(name: "size", type: .string)]))
      Route("parcel", "/parcels/:size", to: [.push(Parcel.self)])
    }
    #expect(table.screen("parcel")?.schema == parameters)
  }

  @Test func `texts have the same meaning in Swift and in a file`() {
    let bindings: Bindings = ["a": ":id", "b": "::id", "c": "id", "d": 7, "e": 1.5, "f": true]
    #expect(bindings["a"] == .request("id"))
    #expect(bindings["b"] == .constant(.string(":id")))
    #expect(bindings["c"] == .constant(.string("id")))
    #expect(bindings["d"] == .constant(.int(7)))
    #expect(bindings["e"] == .constant(.double(1.5)))
    #expect(bindings["f"] == .constant(.bool(true)))
  }

  @Test func `conditions and loops choose parts of a table`() throws {
    func table(isBeta: Bool) throws(RouteTableMistakes) -> RouteTable {
      try RouteTable(tree: "main/stack[home]") {
        for page in ["about", "imprint"] {
          DeclaredScreen(page)
          Route(page, "/\(page)", to: [.push(page)])
        }
        if isBeta {
          DeclaredScreen("labs")
          Route("labs", "/labs", to: [.push("labs")])
        } else {
          Route("labs", "/labs", to: [.push("about")])
        }
      }
    }
    #expect(try table(isBeta: true).routes.map(\.identifier) == ["about", "imprint", "labs"])
    #expect(try table(isBeta: true).screen("labs") != nil)
    #expect(try table(isBeta: false).screen("labs") == nil)
  }

  @Test func `a step in Swift has everything that a file can express`() {
    let step = Step.present(
      Market.Product.self, style: .full, from: .named("catalog"), find: .none,
      with: ["id": ":product"], updates: true)
    #expect(
      step
        == Step(
          .present(from: .named("catalog"), style: .full), "product", find: .none,
          with: ["id": .request("product")], updates: true))
    let verbs: [Step] = [
      .select("shop"), .push("a"), .pushAsRoot("a"), .replaceTop("a"), .root("a"), .run("a"),
    ]
    #expect(verbs.map(\.verb) == [.select, .push, .pushAsRoot, .replaceTop, .root, .run])
  }

  @Test func `S14: identifiers of routes read naturally in a switch`() throws {
    let table = try Market.table()
    func section(_ link: String) throws -> String {
      switch table.match(try RouteLink(link))?.route {
      case "product": "shop"
      case "order", "orders": "account"
      case nil: "elsewhere"
      default: "other"
      }
    }
    #expect(try section("https://shop.example/p/7") == "shop")
    #expect(try section("https://shop.example/orders/7") == "account")
    #expect(try section("https://shop.example/login") == "other")
    #expect(try section("https://shop.example/nowhere") == "elsewhere")
  }

  @Test func `a lifetime is kept in microseconds`() {
    let route = Route("a", to: []).performs("x", expires: .milliseconds(1_500))
    #expect(route.actions[0].lifetime == .milliseconds(1_500))
    let never = Route("a", to: []).performs("x", expires: .seconds(Int64.max))
    #expect(never.actions[0].lifetimeMicroseconds == .max)
  }
}
