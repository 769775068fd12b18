import RouteTestSupport
import Testing

@testable import RouteEngine

/// Mistakes of a table that nothing else would show: a definition that can never work is refused;
/// one that may be intended gets a warning.
@Suite struct TableWarningTests {
  private struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }

  private func json(_ routes: String, screens: String = "") throws -> RouteTable {
    let text = """
      { format: "route-table/1", tree: "main/stack[home]",
        screens: { product: { parameters: { id: "int", coupon: "string?" } }, \(screens) },
        routes: [ \(routes) ] }
      """
    return try RouteTable(text: text)
  }

  private func warnings(_ routes: String, screens: String = "") throws -> [String] {
    try json(routes, screens: screens).warnings.map { "\($0.field): \($0.message)" }
  }

  private func mistakes(_ pattern: String) -> [String] {
    RouteTestSupport.mistakes {
      try RouteTable(tree: "main/stack[home]") {
        DeclaredScreen("page")
        Route("page", pattern, to: [.push("page")])
      }
    }
  }

  @Test func `a required parameter that no pattern gives gets a warning`() throws {
    #expect(
      try warnings(
        """
        { id: "product", patterns: ["/products/:id", "/products", "/p/:idd"],
          destination: [{ push: "product" }] }
        """) == [
          "routes[0].patterns[1]: product needs id, which this pattern does not capture: its links "
            + "have to bring it in their query",
          "routes[0].patterns[2]: product needs id, which this pattern does not capture: its links "
            + "have to bring it in their query; the nearest is idd",
        ])
    #expect(
      try warnings(
        """
        { id: "a", patterns: ["/a"], destination: [{ push: "product", with: { id: 7 } }] },
        { id: "b", patterns: ["/b"], query: { id: true }, destination: [{ push: "product" }] },
        { id: "c", destination: [{ push: "product" }] },
        { id: "d", patterns: ["/d/:id{/:coupon}?"], destination: [{ push: "product" }] }
        """) == [])
  }

  @Test func `the first of thousands of warnings are reported, with a note that more exist`() throws
  {
    let parameters = (0..<50).map { "p\($0): \"int\"" }.joined(separator: ",")
    let patterns = (0..<50).map { "\"/w\($0)\"" }.joined(separator: ",")
    let found = try warnings(
      #"{ id: "wide", patterns: [\#(patterns)], destination: [{ push: "wide" }] }"#,
      screens: "wide: { parameters: { \(parameters) } }")
    #expect(found.count == 1_001)
    #expect(found.last == "routes: only the first 1000 warnings are listed; there may be more")
  }

  @Test func `a required parameter only in an optional part gets a warning`() throws {
    let some =
      "product needs id, which this pattern captures in some links only: the others have to bring "
      + "it in their query"
    #expect(
      try warnings(
        """
        { id: "d", patterns: ["/d{/:id}?", "/e/:id*", "/f{/:a}?{/:b}?{/:c}?{/:d}?{/x/:id}?"],
          destination: [{ push: "product" }] },
        { id: "g", patterns: ["/g{/:id}?"], query: { id: true },
          destination: [{ push: "product" }] }
        """) == (0..<3).map { "routes[0].patterns[\($0)]: \(some)" })
  }

  @Test func `a name that no pattern captures gets a warning, with the nearest`() throws {
    #expect(
      try warnings(
        """
        { id: "product", patterns: ["/products/:id/:ref"], open: ["utm"],
          destination: [{ push: "product", with: { coupon: ":reff" } }],
          actions: [
            { perform: "a", with: { x: ":idd" } }, { perform: "b", with: { x: ":id", y: ":utm" } }
          ] }
        """) == [
          "routes[0].actions[0].with.x: no pattern captures idd, nor does a screen of the route "
            + "take it: only a query can bring it; the nearest is id",
          "routes[0].destination[0].with.coupon: no pattern captures reff: only a query can bring "
            + "it; the nearest is ref",
        ])
  }

  @Test func `thousands of names among thousands of open ones are found in time`() throws {
    let open = (0..<20_000).map { "\"o\($0)\"" }.joined(separator: ",")
    let actions = (0..<5_000).map { "{ perform: \"p\", with: { x: \":o\(19_999 - $0)\" } }" }
    let members = "open: [\(open)], actions: [\(actions.joined(separator: ","))]"
    #expect(
      try warnings(
        #"{ id: "r", patterns: ["/r"], \#(members), destination: [{ push: "home" }] }"#) == [])
  }

  @Test(arguments: [
    ("/products/<id>", "routes[0].patterns[0]: \"<id>\" is plain text; write :id to capture"),
    ("/products/{id}", "routes[0].patterns[0]: \"{id}\" matches \"id\"; write :id to capture"),
    (
      "/products#:id",
      "routes[0].patterns[0]: a pattern describes the path, which ends before \"#\"; the "
        + "fragment has a pattern of its own, fragment: { path: … }"
    ),
  ])
  func `a name that is no capture is refused`(pattern: String, message: String) {
    #expect(mistakes(pattern) == [message])
  }

  @Test(
    arguments: [
      ("/products/.:id", "."), ("/products/%2e.{:id}", "%2e."), ("/products/{.}:id", "."),
      (#"/products/\.\.:id"#, ".."), ("/products/.{b}?", "."), ("/x{/.:id}?", "."),
      ("/products/.*", "."), ("{/x/..}?:id", ".."), (#"/x\\..:id"#, ".."), ("/:a/..:id", ".."),
    ] as [(String, String)])
  func `dots directly before a capture are no segment`(pattern: String, dots: String) {
    #expect(
      mistakes(pattern) == [
        "routes[0].patterns[0]: \"\(dots)\" directly before a capture or a group is resolved as a "
          + "segment; write it within a group, as \"{\(dots):name}\""
      ])
  }

  @Test(arguments: [("/a/../:id", ".."), ("/a/./*", "."), ("/:a/.{/b}?", ".")])
  func `dots before a captured segment leave an empty one`(pattern: String, dots: String) {
    #expect(
      mistakes(pattern) == [
        "routes[0].patterns[0]: no path has \"\(dots)\" when it is matched, and directly before a "
          + "capture or a group it leaves an empty segment; leave it out"
      ])
  }

  @Test(arguments: [
    (
      #"patterns: ["/b/:filter"], destination: [{ push: "listing" }]"#,
      "patterns[0]: filter is json, which no link can carry; open it by value"
    ),
    (
      #"patterns: ["/b"], fragment: { path: "/:filter" }, destination: [{ push: "listing" }]"#,
      "fragment.path: filter is json, which no link can carry; open it by value"
    ),
    (
      #"patterns: ["/b"], hosts: [":filter.x"], destination: [{ push: "listing" }]"#,
      "hosts[0]: filter is json, which no link can carry; open it by value"
    ),
    (
      #"patterns: ["/a/:id([a-z]+)"], destination: [{ push: "product" }]"#,
      "patterns[0]: id is int, and ([a-z]+) matches no such value"
    ),
    (
      #"patterns: ["/a/:nr(x|y\\d)"], redirect: { route: "other", with: { id: ":nr" } }"#,
      "patterns[0]: nr is int, and (x|y\\d) matches no such value"
    ),
    (
      #"patterns: ["/d/:id/../e"], destination: [{ push: "product" }]"#,
      #"patterns[0]: no path has ".." when it is matched, so behind a capture it removes no "#
        + "segment; leave it out"
    ),
    (
      #"patterns: ["/d"], query: { u: { path: ":id/%2E" } }, destination: [{ push: "product" }]"#,
      #"query.u.path: no path has "%2E" when it is matched, so behind a capture it removes no "#
        + "segment; leave it out"
    ),
    (
      #"patterns: ["/d/:id{/.}/e"], destination: [{ push: "product" }]"#,
      #"patterns[0]: no path has "." when it is matched, so behind a capture it removes no "#
        + "segment; leave it out"
    ),
    (
      #"patterns: ["/d"], fragment: { path: ".:id" }, destination: [{ push: "product" }]"#,
      #"fragment.path: "." directly before a capture or a group is resolved as a segment; write "#
        + #"it within a group, as "{.:name}""#
    ),
    (
      #"patterns: ["/e/:id"], fragment: "", destination: [{ push: "product" }]"#,
      "fragment: a fragment is never empty; write false for none, true for any, or its text"
    ),
    (
      #"patterns: ["/e/:id"], letterCase: [], destination: [{ push: "product" }]"#,
      "letterCase: expected the literals whose case does not count"
    ),
  ])
  func `a constraint that no link can meet is refused`(members: String, message: String) {
    let other = #"{ id: "other", destination: [{ push: "product" }] }"#
    let found = RouteTestSupport.mistakes {
      try json(
        #"{ id: "r", \#(members) }, \#(other)"#,
        screens: #"listing: { parameters: { filter: "json" } }"#)
    }
    #expect(found == ["routes[0].\(message)"])
  }

  @Test(arguments: [
    #"["/a/:id(\\d+|[a-z]+)"]"#, #"["/a/:id([a-z]*)"]"#, #"["/a/:id(.+)"]"#, #"["/a/:id([^a])"]"#,
    #"["/x/../a/:id"]"#, #"["/a/:id/x..y"]"#, #"["/a/:id...txt"]"#,
    #"["/a/{.:id}"]"#, #"["/a/...:id"]"#, #"["/a/.{b}/:id"]"#, #"["/a{b}/../c/:id"]"#,
  ])
  func `a constraint that some link may meet is not refused`(patterns: String) throws {
    let route = #"{ id: "r", patterns: \#(patterns), destination: [{ push: "product" }] }"#
    #expect(try warnings(route) == [])
  }

  @Test func `a required JSON parameter that no link gives gets a warning`() throws {
    #expect(
      try warnings(
        #"{ id: "r", patterns: ["/r"], destination: [{ push: "listing" }] }"#,
        screens: #"listing: { parameters: { filter: "json" } }"#) == [
          "routes[0].patterns[0]: listing needs filter, which no link can carry; open it by value"
        ])
  }

  @Test func `a parameter missing in a redirect gets a warning`() throws {
    let target = #"{ id: "product", destination: [{ push: "product" }] },"#
    #expect(
      try warnings(
        """
        \(target)
        { id: "a", patterns: ["/a/:idd"], redirect: { route: "product" } },
        { id: "b", patterns: ["/b/:nr"], redirect: { route: "product", with: { id: ":nope" } } },
        { id: "c", patterns: ["/c/:id/:ref"],
          redirect: { route: "product", with: { coupon: ":reff" } } },
        { id: "d", patterns: ["/d"], redirect: { route: "b", with: { nope: 7 } } },
        { id: "e", patterns: ["/e"], redirect: { route: "b", with: { nope: ":x" } } },
        { id: "f", patterns: ["/f"], query: { x: true },
          redirect: { route: "b", with: { nope: ":x" } } }
        """) == [
          "routes[1].patterns[0]: product needs id, which this pattern does not capture: its links "
            + "have to bring it in their query; the nearest is idd",
          "routes[2].patterns[0]: product needs nope as its id, which this pattern does not "
            + "capture: its links have to bring it in their query",
          "routes[3].redirect.with.coupon: no pattern captures reff: only a query can bring it; "
            + "the nearest is ref",
          "routes[5].patterns[0]: product needs x as its id, which this pattern does not capture: "
            + "its links have to bring it in their query",
        ])
  }

  @Test func `an unlikely definition gets a warning`() throws {
    let web =
      #"{ id: "w", patterns: ["web"], schemes: ["https"], destination: [{ push: "home" }] }"#
    let error = try #require(throws: RouteTableMistakes.self) { try json(web) }
    #expect(error.mistakes.map(\.message) == ["a path begins with a slash; write \"/web\""])
    #expect(
      try warnings(
        """
        { id: "x", patterns: ["products"], destination: [{ push: "home" }] },
        { id: "y", patterns: ["/files/*path"], destination: [{ push: "home" }] },
        { id: "z", patterns: ["mail"], schemes: ["mailto"], destination: [{ push: "home" }] }
        """) == [
          "routes[0].patterns[0]: this matches only links such as scheme:products; write "
            + "\"/products\" to match paths",
          "routes[1].patterns[0]: \"*path\" is anything that ends in \"path\"; write :path* to "
            + "capture segments",
        ])
  }

  @Test func `a push without a stack and a version without a migration get warnings`() throws {
    let table = try RouteTable(tree: "main/tabs[home about]") {
      DeclaredScreen("flow", container: .stack)
      DeclaredScreen(Product.self, version: 3).migrates(from: 2)
      Route("about", "/about/:id", to: [.select("about"), .push(Product.self)])
    }
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "screens.product.version: no migration starts from version 1: screens of it are not shown "
          + "again",
        "routes[0].destination[1].push: neither the first tree nor a step brings a stack to push "
          + "onto",
      ])
    let beside = try RouteTable(tree: "main/tabs[home/stack*[feed] about]") {
      DeclaredScreen(Product.self)
      Route("about", "/about/:id", to: [.select("about"), .push(Product.self)])
    }
    #expect(
      beside.warnings.map(\.message) == [
        "in the first tree about is neither a stack nor in one: a push fails there"
      ])
  }

  @Test(arguments: [
    ("main/tabs[home/stack*[feed] about]", #"{ present: "page" }"#, true),
    ("main/tabs[home/stack*[feed] about]", #"{ root: "page" }"#, true),
    ("main/tabs[home/stack*[feed] about]", #"{ tab: "page" }"#, true),
    ("main/tabs[home/stack*[feed] about]", #"{ replaceTab: "page", at: 1 }"#, true),
    ("main/tabs[home/stack*[feed] about]", #"{ present: "flow" }"#, false),
    ("main/tabs[home/stack*[feed] about]", #"{ push: "page" }"#, false),
    ("main/stack[parts/tabs[about*]]", #"{ tab: "page" }"#, false),
    ("main/stack[parts/tabs[about*]]", #"{ present: "page" }"#, true),
  ])
  func `a push onto a step's screen without a stack gets a warning`(
    tree: String, step: String, isTold: Bool
  ) throws {
    let table = try RouteTable(
      text: """
        { format: "route-table/1", tree: "\(tree)",
          screens: { page: {}, flow: { container: "stack" } },
          routes: [{ id: "r", destination: [\(step), { push: "page" }] }] }
        """)
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" }
        == (isTold
          ? [
            "routes[0].destination[1].push: the step before puts page where no stack is: a push "
              + "fails there"
          ] : []))
  }

  @Test(arguments: [
    ("main/tabs[home/stack*[feed]]", #"home: { interceptors: ["x"] }"#, ""),
    ("main^sheet:box/stack[feed]", "box: {}", ""),
    (
      "main", #"shell: { container: "tabs" }, feed: {}"#,
      #"{ root: "shell", holding: "nav/stack[feed]" },"#
    ),
  ])
  func `a push goes onto a stack of the first tree or of what a step holds`(
    tree: String, screens: String, step: String
  ) throws {
    let table = try RouteTable(
      text: """
        { format: "route-table/1", tree: "\(tree)", screens: { page: {}, \(screens) },
          routes: [{ id: "r", destination: [\(step) { push: "page" }] }] }
        """)
    #expect(table.warnings.map(\.message) == [])
  }

  @Test func `no push goes onto a stack of other code`() throws {
    let table = try RouteTable(tree: "main/tabs[home old/foreign/stack[feed]]") {
      DeclaredScreen("page")
      Route("page", "/page", to: [.push("page")])
    }
    #expect(
      table.warnings.map(\.message) == [
        "neither the first tree nor a step brings a stack to push onto"
      ])
  }

  @Test func `a mistake and a warning of a Swift table name the route, file and line`() throws {
    let line = #line + 4
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self)
      DeclaredScreen("page")
      Route("product", "/products", to: [.push(Product.self)])
    }
    let warning = try #require(table.warnings.first)
    #expect(warning.route == "product")
    #expect(
      warning.description.hasPrefix(
        "RouteEngineTests/TableWarningTests.swift:\(line): route product: routes[0].patterns[0]: "),
      "\(warning)")
    let error = try #require(throws: RouteTableMistakes.self) {
      try RouteTable(tree: "main/stack[home]") {
        Route("one", "/one", to: [.push("nothing")])
      }
    }
    #expect(error.mistakes.map(\.route) == ["one"])
    let text = try #require(error.mistakes.first).description
    #expect(text.contains("TableWarningTests.swift:\(#line - 7): route one: "), "\(text)")
  }

  @MainActor @Test func `names that only the table or only the host has are reported at launch`()
    throws
  {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("page")
      Route("page", "/page", to: [.push("page")]).asks("gate").performs("sync")
      Route("edit", "/edit", to: [.run("edit")])
    }
    let journal = try TestJournal(table)
    let session = journal.launch {
      $0.answer("gates") { _ in .allow }
      $0.perform("sync") { _ in .done }
      $0.perform("later") { _ in .done }
      $0.step("edit") { _, _ in true }
    }
    #expect(
      session.launch.warnings == [
        "the table asks the interceptor gate, and the host has none; the nearest is gates",
        "the host contributes the interceptor gates, and the table does not ask it",
      ])
  }
}
