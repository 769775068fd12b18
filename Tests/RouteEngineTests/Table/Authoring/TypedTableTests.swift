import RouteEngine
import RouteTestSupport
import Testing

/// Tables and Swift steps that name properties; in a file they name parameters.
@MainActor
struct TypedTableTests {
  private enum Tab: String, Codable, CaseIterable { case overview, reviews }
  private enum Fixed: String, Codable { case only = "one of its kind" }

  private struct Product: ScreenKind {
    var id: Int
    var tab: Tab?
    var coupon: String?
    var isNew: Bool?
    var label: String { "\(id) \(coupon ?? "")" }

    enum CodingKeys: String, CodingKey {
      case id = "number"
      case tab, coupon, isNew
    }
  }
  private struct Note: ScreenKind {
    var id: Int
    var fixed: Fixed?
  }
  private struct Catalog: ScreenKind {}
  private struct Highlight: Codable { var id: Int }

  @Test func `a property's parameter is named by its coding key`() {
    #expect(Product.parameterName(of: \.id) == "number")
    #expect(Product.parameterName(of: \.tab) == "tab")
    #expect(Product.parameterName(of: \.coupon) == "coupon")
    #expect(Product.parameterName(of: \.isNew) == "isNew")
    #expect(Finder.by(\Product.id, \Product.tab) == .parameters(["number", "tab"]))
  }

  @Test func `a property that is no parameter is reported by the table`() {
    #expect(Product.parameterName(of: \.label) == "\\Product.<computed>")
    #expect(Note.parameterName(of: \.fixed) == "\\Note.fixed")
    #expect(Product.parameterName(of: \.self) == "\\Product.self")
    let found = mistakes {
      try RouteTable(tree: "main/stack[catalog]") {
        DeclaredScreen(Product.self, private: \.label)
        Route("product", "/products/:number", to: [.push(Product.self, find: .by(\Product.label))])
      }
    }.filter { $0.contains("\\Product.<computed>") }
    #expect(found.contains { $0.hasPrefix("screens.product.private") })
    #expect(found.contains { $0.hasPrefix("routes[0]") }, "\(found)")
  }

  @Test func `the typed table is the one that names parameters`() throws {
    let typed = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(Product.self, identity: \.id, \.tab, private: \.coupon)
      Route(
        "reviews", "/reviews/:product",
        to: [
          .push(Product.self, find: .by(\Product.id))
            .setting(\Product.id, from: "product").setting(\Product.tab, to: .reviews)
        ])
    }
    let schema = try ParameterSchema(of: Product.self)
    let named = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(
        Product.self, parameters: schema, identity: ["number", "tab"], private: ["coupon"])
      Route(
        "reviews", "/reviews/:product",
        to: [
          .push(
            Product.self, find: .parameters(["number"]),
            with: ["number": ":product", "tab": "reviews"])
        ])
    }
    #expect(typed.digest == named.digest)
  }

  @Test func `scopes, presenters, contents and routers of types are those of names`() throws {
    let typed = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(Product.self).performs(
        "track", with: ["product": \Product.id, "tab": \Product.tab])
      DeclaredScreen(Note.self)
      DeclaredScreen(Catalog.self)
      DeclaredScreen("box", container: .stack)
      Route(
        "product", "/products/:number",
        to: [
          .choose(
            .when(.screen(Note.self, in: .below(Catalog.self)), steps: [.select("main")]),
            .otherwise([.present("box", from: .named(Catalog.self)).holding(Note.self)])),
          .push(Product.self).within(.below(Catalog.self)),
        ])
      Route(
        "box", "/box/:number", to: [.root("box", find: .none).holding(Catalog.self, Product.self)])
      Router("shop", routes: ["product"], screens: Catalog.self, Product.self, values: ["cart"])
      Router("notes", screens: Note.self, asksAboutLinks: true)
    }
    let named = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(Product.self).performs("track", with: ["product": ":number", "tab": ":tab"])
      DeclaredScreen(Note.self)
      DeclaredScreen(Catalog.self)
      DeclaredScreen("box", container: .stack)
      Route(
        "product", "/products/:number",
        to: [
          .choose(
            .when(.screen("note", in: .below("catalog")), steps: [.select("main")]),
            .otherwise([.present("box", from: .named("catalog")).holding("note")])),
          .push("product").within(.below("catalog")),
        ])
      Route("box", "/box/:number", to: [.root("box", find: .none).holding("catalog product")])
      Router("shop", routes: ["product"], screens: ["catalog", "product"], values: ["cart"])
      Router("notes", screens: ["note"], asksAboutLinks: true)
    }
    #expect(typed.digest == named.digest)
    #expect(typed.definition == named.definition)
    #expect(Router("empty").kinds.isEmpty && Router("empty", screens: []).kinds.isEmpty)
  }

  @Test func `a case of an enum names a screen that has no type`() {
    enum Place: String { case shop, detailPane = "detail" }
    let typed: [Step] = [
      .select(Place.shop, find: .none, with: ["id": "7"], updates: true),
      .choose(.when(.screen(Place.detailPane, in: .below(Place.shop)), steps: [])),
    ]
    let named: [Step] = [
      .select("shop", find: .none, with: ["id": "7"], updates: true),
      .choose(.when(.screen("detail", in: .below("shop")), steps: [])),
    ]
    #expect(typed == named)
    #expect(Guard.screen(Place.shop) == .screen("shop", in: .everything))
  }

  @Test func `every verb takes a type for a kind's name`() {
    let typed: [Step] = [
      .select(Catalog.self), .push(Catalog.self), .pushAsRoot(Catalog.self),
      .replaceTop(Catalog.self), .tab(Catalog.self, at: 1), .replaceTab(Catalog.self, at: 1),
      .column(.detail, Catalog.self), .present(Catalog.self, from: .named(Product.self)),
      .root(Catalog.self), .root(Catalog.self, from: .current), .popTo(Catalog.self),
    ]
    let named: [Step] = [
      .select("catalog"), .push("catalog"), .pushAsRoot("catalog"), .replaceTop("catalog"),
      .tab("catalog", at: 1), .replaceTab("catalog", at: 1), .column(.detail, "catalog"),
      .present("catalog", from: .named("product")), .root("catalog"),
      .root("catalog", from: .current), .popTo("catalog"),
    ]
    #expect(typed == named)
  }

  @Test func `an action of a kind asks for no property that is no parameter`() {
    let found = mistakes {
      try RouteTable(tree: "main/stack[catalog]") {
        DeclaredScreen(Product.self).performs("track", with: ["label": \Product.label])
      }
    }
    #expect(
      found == [
        "screens.product.actions[0].with.label: it cannot be found out which parameter "
          + "\\Product.<computed> is; write its coding key"
      ])
  }

  private struct Filter: Codable, Hashable { var words: [String]? }
  private struct Results: ScreenKind { var page: Int, filter: Filter }

  @Test func `a property that cannot be distinguished from others has to be named`() throws {
    let found = mistakes {
      try RouteTable(tree: "main/stack[catalog]") {
        DeclaredScreen(Results.self, private: \.filter)
          .performs("track", with: ["filter": \Results.filter])
        Route(
          "results", "/results/:page",
          to: [
            .push(Results.self, find: .by(\Results.filter)).setting(\Results.filter, to: Filter())
          ])
      }
    }
    let schema = try ParameterSchema(of: Results.self)
    for (field, spelling) in [
      (
        "screens.results.private[0]",
        #"DeclaredScreen(Results.self, parameters: schema, private: ["filter"]), "#
          + "the schema being ParameterSchema(of: Results.self)"
      ),
      ("screens.results.actions[0].with.filter", #"":filter""#),
      ("routes[0].destination[0].find[0]", #"find: .parameters(["filter"])"#),
      (#"routes[0].destination[0].with.\Results.filter"#, #"with: ["filter": value]"#),
    ] {
      let mistake =
        #"\#(field): it cannot be found out which parameter \Results.filter is; "#
        + "write its coding key: \(spelling)"
      #expect(found.contains(mistake), "\(found)")
    }
    let table = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(Results.self, parameters: schema, private: ["filter"])
        .performs("track", with: ["filter": ":filter"])
      Route("results", "/results/:page", to: [.push(Results.self, find: .parameters(["filter"]))])
    }
    #expect(table.screen("results")?.privateNames == ["filter"])
  }

  @Test func `a default for a property that is no parameter is a mistake`() {
    let found = mistakes {
      try RouteTable(tree: "main/stack[catalog]") {
        DeclaredScreen(Product.self).defaulting(\Product.id, to: 1).defaulting("idd", to: 1)
        DeclaredScreen(Note.self).defaulting(\Product.isNew, to: true)
        DeclaredScreen(Results.self).defaulting(\Results.filter, to: Filter())
        DeclaredScreen("plain").defaulting("page", to: 1)
        Route("results", "/results/:page", to: [.push(Results.self)])
      }
    }
    #expect(
      found == [
        "screens.product.parameters.idd.default: product has no parameter idd",
        "screens.note.parameters.isNew.default: "
          + "\\Product.isNew is a property of another type than Note",
        "screens.results.parameters.\\Results.filter.default: "
          + "it cannot be found out which parameter \\Results.filter is; write its coding key: "
          + #".defaulting("filter", to: value)"#,
        "screens.plain.parameters.page.default: plain has no parameter page",
      ])
  }

  private struct Huge: ScreenKind { var id: UInt64 }

  @Test func `a property that is set to no value is a mistake`() {
    let found = mistakes {
      try RouteTable(tree: "main/stack[catalog]") {
        DeclaredScreen(Product.self)
        DeclaredScreen(Huge.self)
        Route(
          "product", "/products/:number",
          to: [
            .push(Product.self).setting(\Product.coupon, to: nil).setting(\Product.tab, to: nil),
            .choose(.otherwise([.push(Huge.self).setting(\Huge.id, to: .max)])),
          ])
      }
    }
    let nothing = "nil is no value, so the request's parameter would count; give a value, or let "
    #expect(
      found == [
        "routes[0].destination[0].with.coupon: \(nothing)an adapter give the parameters",
        "routes[0].destination[0].with.tab: \(nothing)an adapter give the parameters",
        "routes[0].destination[1].switch[0].steps[0].with.id: the number id is out of range; whole "
          + "numbers have 64 bits with sign",
      ])
  }

  private func table() throws -> RouteTable {
    try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Product.self)
      DeclaredScreen(Catalog.self)
      DeclaredScreen("pair", container: .split)
      Route("swift", "/swift/:id", to: [.run("swift")])
      Route(
        "found", "/found/:number",
        to: [
          .choose(
            .when(.screen(Product.self), steps: [.select("home")]),
            .otherwise([.select("shop"), .push(Product.self)]))
        ]
      )
      .performs("highlight", with: ["id": ":number"])
    }
  }

  private func session(
    _ step: @escaping (inout TreeEditor, Prompt) throws -> Bool,
    perform: @escaping (Highlight) -> ActionResult = { _ in .done }
  ) throws -> (TestJournal, RouteSession) {
    let journal = try TestJournal(Scenario())
    let session = journal.launch(table: try table()) {
      $0.step("swift", step)
      $0.perform("highlight", as: Highlight.self) { highlight, _ in perform(highlight) }
    }
    return (journal, session)
  }

  @Test func `C27: a Swift step edits stacks, tabs and columns by typed screens`() throws {
    var products: [Int] = []
    let (journal, session) = try session { editor, asked in
      guard let shop = editor.find("shop")?.id, let main = editor.find("main")?.id,
        let (catalog, _) = editor.find(Catalog.self)
      else { return false }
      let first = try editor.push(Product(id: 1), onto: shop)
      try editor.push(Product(id: 2, tab: .reviews), onto: shop)
      try editor.update(first, to: Product(id: 3))
      try editor.replace(catalog, by: Catalog())
      products = [1, 2, 3].filter { id in editor.find(Product.self) { $0.id == id } != nil }
      try editor.pop(to: first)
      let pair = try editor.addTab("pair", to: main, at: 0)
      try editor.put(Catalog(), into: .primary, of: pair)
      try editor.put(Product(id: 4), into: .detail, of: pair)
      try editor.put(Product(id: 5), into: .detail, of: pair)
      let tab = try editor.addTab(Catalog(), to: main)
      try editor.replace(tab, by: Product(id: 6))
      try editor.present(Product(id: 7), over: main, style: .sheet)
      try editor.dismiss(from: main)
      try editor.select(pair)
      return true
    }
    #expect(session.open("/swift/1").outcome == .shown)
    #expect(products == [2, 3])
    #expect(
      session.notation
        == "main[pair*[catalog product(number: 5)] home[feed] shop[catalog product(number: 3)] "
        + "product(number: 6)]")
    try journal.requireReplays(of: session)
  }

  @Test func `an edit by a typed screen that does not fit fails the step by name`() throws {
    let attempts: [(String, (inout TreeEditor) throws -> Void)] = [
      ("no detail column", { try $0.put(Catalog(), into: .detail, of: ScreenID(1)) }),
      ("lies in no container", { try $0.replace(ScreenID(1), by: Catalog()) }),
      ("lies in no container", { try $0.pop(to: ScreenID(1)) }),
      ("lies in no stack", { try $0.pop(to: ScreenID(2)) }),
      ("is no stack", { try $0.push(Product(id: 1), onto: ScreenID(1)) }),
      ("holds no tabs", { try $0.addTab(Catalog(), to: ScreenID(2)) }),
      ("is no product", { try $0.update(ScreenID(1), to: Product(id: 1)) }),
      ("there is no screen kind note", { try $0.push(Note(id: 1), onto: ScreenID(2)) }),
    ]
    for (reason, attempt) in attempts {
      let (_, session) = try session { editor, _ in
        try attempt(&editor)
        return true
      }
      let before = session.notation
      let outcome = session.open("/swift/1").outcome
      #expect(outcome?.reason?.contains(reason) == true, "\(outcome?.description ?? "nil")")
      #expect(session.notation == before)
    }
  }

  @Test func `a tab that is refused is not left on a stack`() throws {
    let (journal, session) = try session { editor, _ in
      guard let shop = editor.find("shop")?.id else { return false }
      let before = editor.tree
      let tab = try? editor.addTab(Catalog(), to: shop)  // is refused
      let after = editor.tree
      #expect(tab == nil && after == before)
      return true
    }
    let before = session.notation
    #expect(session.open("/swift/1").outcome == .alreadyShown)
    #expect(session.notation == before)
    try journal.requireReplays(of: session)
  }

  @Test func `a guard asks for a typed screen, and an action brings its properties`() throws {
    var highlighted: [Int] = []
    let (journal, session) = try session({ _, _ in false }) {
      highlighted.append($0.id)
      return .done
    }
    #expect(session.open("/found/7").outcome == .shown)
    #expect(highlighted == [7])
    session.open("/found/8")
    #expect(session.notation.hasPrefix("main[home*[feed]"))
    try journal.requireReplays(of: session)
  }

  @Test func `an action whose parameters do not fit its type fails, value untold`() throws {
    struct Flag: Codable { var id: Bool }
    let journal = try TestJournal(Scenario())
    let session = journal.launch(table: try table()) {
      $0.perform("highlight", as: Flag.self) { _, _ in .done }
    }
    session.open("/found/777")
    let reasons = try journal.entries().compactMap(\.reason)
    #expect(reasons == ["the parameter id is no bool"])
    try journal.requireReplays(of: session)
  }
}
