import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Fault 30: the definitions with which a journal was recorded have changed.
@MainActor
struct ChangedDefinitionsTests {

  private func pushing(
    _ kind: String, _ pattern: String, interceptors: [String] = [], actions: [ActionTemplate] = []
  ) -> Route {
    Route(
      kind, patterns: [pattern],
      destination: Destination([Step(.select, "shop"), Step(.push, kind)]),
      interceptors: interceptors, actions: actions)
  }

  private func kind(_ name: String, _ type: ParameterType) -> ScreenDeclaration {
    ScreenDeclaration(
      name, schema: ParameterSchema([ParameterSchema.Entry(name: "id", type: type)]))
  }

  private var before: RouteTableDefinition {
    let work = ActionTemplate("work").waits(for: "online")
    return RouteTableDefinition(
      tree: Scenario.tree,
      screens: [
        kind("list", .int), kind("product", .int), kind("promo", .int), kind("order", .int),
      ],
      routes: [
        pushing("list", "/lists/:id", actions: [work]),
        pushing("product", "/products/:id", actions: [work]),
        pushing("promo", "/promos/:id"), pushing("order", "/orders/:id"),
      ])
  }

  /// The promotion's route and kind are gone, the order has the name purchase, the product's number
  /// has another type, and the list asks an interceptor first.
  private var after: RouteTableDefinition {
    RouteTableDefinition(
      tree: Scenario.tree,
      screens: [kind("list", .int), kind("product", .bool), kind("purchase", .int)],
      routes: [
        pushing("list", "/lists/:id", interceptors: ["gate"]),
        pushing("product", "/products/:id"), pushing("purchase", "/purchases/:id"),
      ])
  }

  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario(screens: before.screens, routes: before.routes), tree: Scenario.tree)
    let session = journal.launch { $0.perform("work") { _ in .done } }
    for link in ["/lists/1", "/products/2", "/promos/3", "/orders/4"] {
      #expect(session.open(link).outcome == .shown)
    }
    #expect(session.state.tree.visibleLeaf()?.kind == "order")
    #expect(session.state.actions.count == 2)
    return journal
  }

  @Test func `fault 30: restore stops at the nearest screen that is valid`() throws {
    let journal = try recorded()
    do {
      let session = journal.launch(table: try RouteTable(after))
      #expect(session.launch.restoration?.buried == 3)
      #expect(session.state.tree.visiblePath().map(\.kind) == ["main", "shop", "list"])
      let kept = "list(id: 1) product/unknown(id: 2) promo/unknown(id: 3) order/unknown(id: 4)"
      #expect(session.notation == "main[home[feed] shop*[catalog \(kept)]]")
      session.stable()
      try journal.requireReplays(of: session)
    }
    let session = journal.launch()
    #expect(session.state.tree.visibleLeaf()?.kind == "order")
    #expect(session.launch.restoration?.revived == 3)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 30: an action without a handler, or of such a screen, waits for a version`()
    throws
  {
    let journal = try recorded()
    do {
      let session = journal.launch(table: try RouteTable(after))
      #expect(session.state.actions.map(\.status) == [.shelved, .shelved])
      session.signal("online")
      session.stable()
      try journal.requireReplays(of: session)
    }
    var performed: [String] = []
    do {
      let session = journal.launch(table: try RouteTable(after)) {
        $0.perform("work") { attempt in
          performed.append(attempt.parameters["id"]?.notation ?? attempt.idempotencyKey)
          return .done
        }
      }
      #expect(performed.count == 1, "the list's, whose screen is there")
      #expect(session.state.actions.map(\.status) == [.waiting])
      session.stable()
      try journal.requireReplays(of: session)
    }
    let session = journal.launch {
      $0.perform("work") { attempt in
        performed.append(attempt.idempotencyKey)
        return .done
      }
    }
    #expect(performed.count == 2)
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  private func told(_ definition: Divergence.Definition) -> [String] {
    guard case .changed(let changes) = definition else { return ["\(definition)"] }
    return changes.map { "\($0.kind) \($0.name) \($0.change)" }
  }

  @Test func `fault 30: rerun says what a changed definition explains, and what not`() throws {
    let journal = try recorded()
    let history = try History(path: journal.path)
    #expect(try Rerun(of: history).divergences == [])
    let rerun = try Rerun(of: history, with: RouteTable(after))
    #expect(rerun.divergences.map(\.link) == ["/lists/1", "/products/2", "/promos/3", "/orders/4"])
    #expect(rerun.divergences.map(\.definition.explains) == [true, true, true, true])
    #expect(
      rerun.divergences.map { told($0.definition) } == [
        ["route list withoutVersion"],
        ["route product withoutVersion", "screen product withoutVersion"],
        ["route promo removed", "screen promo removed"],
        ["route order removed", "screen order removed"],
      ])
    let forged = try journal.forged("UPDATE journal SET route = 'product' WHERE route = 'promo'")
    let unexplained = try Rerun(of: forged, with: RouteTable(before))
    #expect(unexplained.divergences.map(\.definition.explains).contains(false))
  }

  /// The explanation of a request's other outcome, after such a change of the table.
  private func explanation(
    of link: String, _ edit: (inout RouteTableDefinition) throws -> Void
  ) throws -> [String] {
    var definition = RouteTableDefinition(
      tree: Scenario.tree, screens: [kind("product", .int), kind("login", .int)],
      routes: [
        pushing("product", "/products/:id", interceptors: ["gate"]),
        pushing("login", "/logins/:id"),
      ])
    var shop = Router("shop", routes: ["product"])
    shop.add("door")
    definition.routers = [shop, Router("door", routes: ["login"])]
    var scenario = Scenario(screens: definition.screens, routes: definition.routes)
    scenario.routers = definition.routers
    let journal = try TestJournal(scenario, tree: Scenario.tree)
    let session = journal.launch {
      $0.answer("gate") { _ in .redirect(.route("login", ["id": 1])) }
    }
    session.openAll("/logins/3", "/products/2")
    try edit(&definition)
    let table = try RouteTable(definition)
    let divergences = try Rerun(of: History(path: journal.path), with: table).divergences
    let found = try #require(divergences.first { $0.link == link })
    return told(found.definition)
  }

  @Test func `the target of a redirect is among the definitions on the way`() throws {
    let told = try explanation(of: "/products/2") {
      $0.routes[1].destination = Destination([Step(.select, "home"), Step(.push, "login")])
    }
    #expect(told == ["route login withoutVersion"])
  }

  @Test func `a redirecting route is on the way, and another one is not`() throws {
    let told = try explanation(of: "/products/2") {
      $0.routes[0].version = 2
      $0.routes[0].interceptors = []
    }
    #expect(told == ["route product version(1, 2)"])
  }

  @Test func `the kinds of added screens are on the way`() throws {
    let told = try explanation(of: "/products/2") {
      $0.screens[1].version = 3
      $0.screens[1].interceptors = ["gate"]
    }
    #expect(told == ["screen login version(1, 3)"])
  }

  @Test func `routers and what is asked for every request are on the way`() throws {
    let routers = try explanation(of: "/logins/3") { definition in
      definition.routers[1].routes = []
      definition.interceptors = ["everywhere"]
    }
    #expect(routers == ["router door content", "interceptors  content"])
  }

  @Test func `a new route that takes the link is on the way`() throws {
    let told = try explanation(of: "/logins/3") {
      $0.routes.append(pushing("product", "/logins/3"))
      $0.routes[2].identifier = "three"
      $0.routers[1].routes.append("three")
    }
    #expect(told == ["route three added", "router door content"])
  }
}
