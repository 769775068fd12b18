import RouteEngine
import RouteTestSupport
import Testing

/// Mistakes in definitions that can be known are found when the table is built, from Swift and from
/// a file.
@MainActor
struct KnownMistakeTests {
  private struct Product: ScreenKind { var id: Int }
  private struct Listing: ScreenKind { var id: String }
  private struct Priced: ScreenKind { var price: Double }
  private struct Reset: ScreenKind { var ticket: String }
  private struct Compare: ScreenKind { var id: Int }

  /// The places of the mistakes, each with its message.
  private func mistakes(
    tree: String = "main/stack[home]", _ steps: [Step] = [.push("home")],
    changing: (inout Route) -> Void = { _ in }
  ) -> [String] {
    RouteTestSupport.mistakes {
      try RouteTable(tree: tree) {
        DeclaredScreen(Product.self)
        DeclaredScreen(Listing.self)
        DeclaredScreen(Priced.self)
        DeclaredScreen(Reset.self, secret: \.ticket)
        DeclaredScreen("visible")
        DeclaredScreen("box", container: .tabs)
        changed(Route("r", "/r/:id", to: steps), changing)
      }
    }
  }

  private func changed(_ route: Route, _ change: (inout Route) -> Void) -> Route {
    var route = route
    change(&route)
    return route
  }

  @Test func `only what leads to a screen is adapted`() {
    #expect(
      mistakes([.push("home"), Step(.pop(.top)).adapted(by: "code")]) == [
        "routes[0].destination[1].adapt: only a step that leads to a screen has adapt"
      ])
  }

  @Test func `no step has a member that does nothing`() {
    let wrong: [(Step, String)] = [
      (Step(.popTo, "home", updates: true), "update"),
      (Step(.run, "code", updates: true), "update"),
      (Step(.run, "code", find: .name), "find"),
      (Step(.run, "code", with: ["id": 7]), "with"),
    ]
    for (step, member) in wrong {
      #expect(
        mistakes([.push("home"), step]) == [
          "routes[0].destination[1].\(member): only a step that leads to a screen has \(member)"
        ])
    }
    #expect(mistakes([.push("home"), .popTo("home", find: .name), .run("code")]) == [])
    let choice = Step.choose(.otherwise([.push("home")]))
    for (step, member) in [
      (choice.withTasks("code"), "tasks"), (choice.adapted(by: "code"), "adapt"),
      (choice.within(.visible), "scope"), (choice.setting(\Product.id, to: 7), "with"),
    ] {
      #expect(
        mistakes([step]) == [
          "routes[0].destination[0].\(member): only a step that leads to a screen has \(member)"
        ])
    }
  }

  @Test func `a value that a file cannot hold is reported`() {
    let many = (0...1_000).map { ("p\($0)", ParameterSource.constant(1)) }
    var bindings = Bindings()
    for (name, source) in many { bindings[name] = source }
    #expect(
      mistakes {
        $0.actions = [ActionTemplate("a", with: bindings)]
        for (name, _) in many { $0.constraint.query[name] = .present }
      } == [
        "routes[0].query: more than 1000 names in one object",
        "routes[0].actions[0].with: more than 1000 names in one object",
      ])
    let deep = (0..<9).reduce(Guard.principal) { inner, _ in .not(inner) }
    #expect(
      mistakes([.choose(.when(deep, steps: [.push("home")]), .otherwise([.push("home")]))]) == [
        "routes[0].destination[0].switch[0].when[0]: "
          + "\"not\" is nested more than 8 levels deep; remove two at a time"
      ])
  }

  private func switches(_ depth: Int) -> Step {
    depth == 0 ? .push("home") : .choose(.otherwise([switches(depth - 1)]))
  }

  @Test func `a step that can never succeed is a mistake of the table`() {
    let wrong: [([Step], String)] = [
      ([.tab("home", at: -1)], "a position from 0"),
      ([.replaceTab("home", at: -1)], "a position from 0"),
      ([.select("home", find: .none)], "cannot be \"none\""),
      ([.popTo("home", find: .none)], "cannot be \"none\""), ([switches(9)], "nested more than 8"),
      ([.root("box", find: .none), .push("home")], "built without a stack"),
    ]
    for (steps, problem) in wrong {
      #expect(mistakes(steps).contains { $0.contains(problem) }, "\(steps)")
    }
    #expect(mistakes([switches(8)]) == [])
    #expect(
      mistakes([.root("box", find: .none).holding("inner/stack[home]"), .push(Product.self)]) == [])
  }

  @Test func `a screen that was just presented is no current root`() {
    let steps: [Step] = [.present("home", find: .none), .root("box", from: .current, find: .none)]
    #expect(
      mistakes(steps) == [
        "routes[0].destination[1].from: home is presented just before, so no root is current; "
          + "replace from root"
      ])
    #expect(mistakes([steps[0], .root("box", find: .none)]) == [])
    #expect(mistakes([steps[0], .root("box", from: .current)]) == [], "it may be there already")
    let hidden = Step.present("home", from: .named("main"), find: .none)
    #expect(mistakes([hidden, steps[1]]) == [], "it may be presented over a hidden screen")
  }

  @Test func `a reserved word is no name of a screen`() {
    let word = "visible is a reserved word here; give the screen kind another name"
    #expect(mistakes([.push("home").within(.below("visible"))]).contains { $0.hasSuffix(word) })
    #expect(mistakes([.push("home").within(.below("home"))]) == [])
    #expect(
      mistakes([.present("home", from: .named("topmost"))])
        .contains { $0.contains("topmost is a reserved word") })
    #expect(
      mistakes([.choose(.when(.screen("home", in: .below("visible")), steps: [.push("home")]))])
        .contains { $0.hasSuffix(word) })
  }

  @Test func `one request cannot be of two types`() {
    #expect(
      mistakes([.push(Listing.self), .push(Product.self)])
        .contains { $0.contains("product reads id as int, another screen as string") })
    #expect(mistakes([.push(Listing.self, with: ["id": ":list"]), .push(Product.self)]) == [])
    let guarded: [Step] = [.choose(.when(.parameter("n", is: 7), steps: [.push("home")]))]
    #expect(mistakes(guarded) { $0.openNames = ["n"] }.contains { $0.contains("expected string") })
  }

  @Test func `a value that no file can hold, or a secret, is refused`() {
    #expect(
      mistakes([.push(Priced.self).setting(\Priced.price, to: .infinity)])
        .contains { $0.contains("no number that a file can hold") })
    #expect(
      mistakes { $0.actions = [ActionTemplate("act", with: ["x": .constant(.double(.nan))])] }
        .contains { $0.contains("no number that a file can hold") })
    for text in ["made up", "~abcdefghijklmnopqrstUV"] {
      #expect(
        mistakes { $0.actions = [ActionTemplate("act", with: ["x": .constant(.token(text))])] }
          .contains { $0.contains("a token stands for a private value") })
    }
    #expect(mistakes { $0.openNames = ["ticket"] }.contains { $0.contains("ticket is secret") })
    #expect(
      mistakes([.choose(.when(.has("ticket"), steps: [.push("home")]))])
        .contains { $0.contains("ticket is secret") })
  }

  @Test func `the first tree's parameters are those of its kinds`() {
    let tree = "main/stack[home product(id: \"seven\", x: 1)]"
    #expect(
      mistakes(tree: tree) == [
        "tree: id of product is to be int, not \"seven\"", "tree: product has no parameter x",
      ])
  }

  @Test func `a kind that is only in the first tree has no parameters there`() {
    #expect(
      mistakes(tree: "main/stack[list(id: 1) home]^old/foreign(id: 1)[page(id: 2)]") == [
        "tree: list is not declared, so it has no parameter id"
      ])
    let twice = "main/stack[home]^old/foreign(id: 1)[page(id: 2) page(id: 3)]^old/foreign(id: 4)"
    #expect(mistakes(tree: twice) == [], "screens of other code have their own, each of them")
  }

  @Test func `the length of a too long name is reported`() {
    let name = String(repeating: "n", count: 129)
    #expect(
      mistakes { $0.interceptors = [name, String(name.dropLast())] } == [
        "routes[0].interceptors[0]: \"nnnnnnnnnnnnnnnnnnnnnnnn…\" is no name: it has 129 bytes, "
          + "at most 128 are read"
      ])
  }

  @Test
  func `an adapter's parameters have the screen's names, the link is not typed by it`() throws {
    #expect(
      mistakes([.push(Product.self, with: ["id": ":number"]).adapted(by: "bySlug")])
        .contains { $0.contains("cannot rename parameters") })
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self)
      Route("p", "/p/:id", to: [.push(Product.self).adapted(by: "bySlug")])
    }
    #expect(table.match(try RouteLink("/p/red-shoe"))?.route == "p")
  }

  @Test func `C23: a link without a number leads to a screen with a number`() throws {
    var scenario = Scenario(screens: [.product]) {
      $0.adapt("bySlug") { _ in ["id": 7] }
    }
    scenario.routes = [Route("p", "/p/:id", to: [.push("product").adapted(by: "bySlug")])]
    try scenario.run(
      """
      given: main/stack[home]
      open: /p/red-shoe -> shown
      tree: main/stack[home product(id: 7)]
      """)
  }

  @Test func `a required screen is recognised by its identity alone`() throws {
    var scenario = Scenario(screens: [.product])
    scenario.routes = [
      .product,
      Route("last", "/last", to: [.select("product", find: .name)]),
      Route("back", "/back", to: [.popTo("product", find: .name)]),
    ]
    try scenario.run(
      """
      open: /products/7
      fact: selected home
      open: /last -> shown
      shows: product
      open: /back -> already shown
      """)
  }

  @Test func `host code may have the name of a screen`() throws {
    let journal = TemporaryFolder()
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Compare.self)
      Route("c", "/compare/:slug", to: [.run("compare")])
    }
    let session = RouteSession.launch(table, at: .file(journal.file("journal.sqlite"))) {
      $0.step("compare") { editor, _ in
        try editor.push("compare", ["id": 1], onto: ScreenID(1))
        return true
      }
    }
    #expect(session.open("/compare/shoes").outcome == .shown)
    #expect(session.notation == "main[home compare(id: 1)]")
  }

  @Test func `a table in Swift is the one that is read from its canonical form`() throws {
    let table = try RouteTable(tree: "main/stack[priced(price: 2.0)]") {
      DeclaredScreen(Priced.self).performs("act", with: ["factor": 3.0])
      Route(
        "r", "/r",
        to: [
          .choose(
            .when(.not(.parameter("price", is: 2.0)), steps: [.push(Priced.self)]),
            .otherwise([.push(Priced.self).setting(\Priced.price, to: 4)]))
        ]
      ).performs("act", with: ["factor": 5.0])
    }
    let again = try RouteTable(json: table.canonicalJSON)
    #expect(again.digest == table.digest)
    #expect(again.definition == table.definition)
    #expect(
      table.route("r")?.destination.allSteps.last?.parameters["price"] == .constant(.double(4)))
    struct Act: Codable { var factor: Double }
    #expect(try Parameters(dictionaryLiteral: ("factor", .int(3))).decode(Act.self).factor == 3)
  }

  @Test func `chains cannot nest switches more deeply`() {
    var chains = ["\"c0\": [ { push: \"home\" } ]"]
    for number in 1...9 {
      chains.append(
        "\"c\(number)\": [ { switch: [ { steps: [ { chain: \"c\(number - 1)\" } ] } ] } ]")
    }
    let json = """
      { format: "route-table/1", tree: "main/stack[home]",
        chains: { \(chains.joined(separator: ",")) },
        routes: [ { id: "r", patterns: ["/r"], destination: [ { chain: "c9" } ] } ] }
      """
    let found = RouteTestSupport.mistakes { try RouteTable(text: json) }
    #expect(found.contains { $0.contains("nested more than 8") }, "\(found)")
  }

  @Test func `short files that expand to long tables are refused in time`() {
    let screen = #"screens: { item: { parameters: { id: "\#(deep)" } } }"#
    #expect(
      RouteTestSupport.mistakes { try RouteTable(text: "{ \(head), \(screen), routes: [] }") }
        .count == 1)
    let many = (0...1_000).map { "p\($0): \"int\"" }.joined(separator: ",")
    let wide = "screens: { item: { parameters: { \(many) } } }"
    #expect(
      RouteTestSupport.mistakes { try RouteTable(text: "{ \(head), \(wide), routes: [] }") }
        .contains { $0.contains("more than 1000 names in one object") })
    let entries = (0...1_000).map { ParameterSchema.Entry(name: "p\($0)", type: .int) }
    let inSwift = RouteTableDefinition(
      tree: "main/stack[home]",
      screens: [ScreenDeclaration("item", schema: ParameterSchema(entries))], routes: [])
    #expect(
      RouteTestSupport.mistakes { try RouteTable(inSwift) }
        .contains { $0.contains("more than 1000 names in one object") })
    let steps = Array(repeating: #"{ select: "home" }"#, count: 1_000).joined(separator: ",")
    let chains = { (name: String, count: Int) in
      Array(repeating: "{ chain: \"\(name)\" }", count: count).joined(separator: ",")
    }
    let chained = """
      chains: { a: [\(steps)], b: [\(chains("a", 99))], c: [\(chains("b", 50_000))] }
      """
    #expect(
      RouteTestSupport.mistakes { try RouteTable(text: "{ \(head), \(chained), routes: [] }") }
        .filter { $0.contains("steps come from chains") }.count == 1)
  }

  @Test func `steps to screens of many parameters are compiled in time`() throws {
    let many = (0..<1_000).map { "p\($0): \"string?\"" }.joined(separator: ",")
    let steps = Array(repeating: #"{ push: "item" }"#, count: 32).joined(separator: ",")
    let routes = (0..<2).map { #"{ id: "r\#($0)", destination: [\#(steps)] }"# }
    let table = try RouteTable(
      text: """
        { \(head), screens: { item: { parameters: { \(many) }, private: ["p7"] } },
          routes: [\(routes.joined(separator: ","))] }
        """)
    #expect(table.types(ofRoute: 1).entries.count == 1_000)
    #expect(table.types(ofRoute: 1)["p7"]?.secrecy == .private)
    #expect(table.types(ofRoute: 1)["p8"]?.secrecy == .open)
  }

  @Test func `long lists of what tells screens apart and of secrets are checked in time`() {
    let schema = ParameterSchema([
      ParameterSchema.Entry(name: "id", type: .int),
      ParameterSchema.Entry(name: "s", type: .string),
    ])
    let screen = ScreenDeclaration(
      "item", schema: schema, identity: Array(repeating: "id", count: 50_000) + ["s"],
      secretNames: Array(repeating: "s", count: 50_000))
    let found = RouteTestSupport.mistakes {
      try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[home]", screens: [screen],
          routes: (0..<2_000).map { Route("r\($0)", "/r\($0)/:id", to: [.push("item")]) }))
    }
    #expect(
      found.contains {
        $0.contains("identity[50000]") && $0.contains("s is secret, so it cannot be in")
      }, "\(found.prefix(3))")
  }

  private var deep: String {
    String(repeating: "[", count: 100_000) + "int" + String(repeating: "]", count: 100_000)
  }

  private var head: String { #"format: "route-table/1", tree: "main/stack[home]""# }

  @Test func `thousands of unknown screens among thousands of kinds are told in time`() {
    do throws(RouteTableMistakes) {
      _ = try RouteTable(
        RouteTableDefinition(
          tree: "main/stack[home]", screens: (0..<5_000).map { ScreenDeclaration("kind\($0)") },
          routes: (0..<5_000).map { number in
            Route("r\(number)", "/r\(number)", to: [.push("kimd\(number)")])
          }))
      Issue.record("the mistakes were not found")
    } catch {
      #expect(error.count >= 5_000 && error.mistakes.count == 1_000)
      #expect(error.mistakes.filter { $0.message.contains("the nearest is") }.count == 20)
    }
  }
}
