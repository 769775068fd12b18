import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Fault 30: the definitions that a journal was made with have changed.
@MainActor
struct ChangedDefinitionsTests {
  private let tree = "main/tabs[home/stack*[feed] shop/stack[catalog]]"

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
      tree: tree,
      screens: [
        kind("list", .int), kind("product", .int), kind("promo", .int), kind("order", .int),
      ],
      routes: [
        pushing("list", "/lists/:id", actions: [work]),
        pushing("product", "/products/:id", actions: [work]),
        pushing("promo", "/promos/:id"), pushing("order", "/orders/:id"),
      ])
  }

  /// The promotion's route and kind are gone, the order is called purchase, the product has another
  /// type of number, the list asks somebody first.
  private var after: RouteTableDefinition {
    RouteTableDefinition(
      tree: tree, screens: [kind("list", .int), kind("product", .bool), kind("purchase", .int)],
      routes: [
        pushing("list", "/lists/:id", interceptors: ["gate"]),
        pushing("product", "/products/:id"), pushing("purchase", "/purchases/:id"),
      ])
  }

  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario(screens: before.screens, routes: before.routes), tree: tree)
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
      #expect(session.restoration?.buried == 3)
      #expect(session.state.tree.visiblePath().map(\.kind) == ["main", "shop", "list"])
      let kept = "list(id: 1) product/unknown(id: 2) promo/unknown(id: 3) order/unknown(id: 4)"
      #expect(session.notation == "main[home[feed] shop*[catalog \(kept)]]")
      session.stable()
      try journal.requireReplays(of: session)
    }
    let session = journal.launch()
    #expect(session.state.tree.visibleLeaf()?.kind == "order")
    #expect(session.restoration?.revived == 3)
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

  @Test func `fault 30: rerun says what a changed definition explains, and what none does`()
    throws
  {
    let journal = try recorded()
    let history = try History(path: journal.path)
    #expect(try Rerun(of: history).divergences == [])
    let rerun = try Rerun(of: history, with: RouteTable(after))
    #expect(rerun.divergences.map(\.link) == ["/lists/1", "/products/2", "/promos/3", "/orders/4"])
    #expect(rerun.divergences.map(\.definition.explains) == [true, true, true, true])
    #expect(
      rerun.divergences.map(\.definition) == [
        .routesChanged(["list"]), .routesChanged(["product"]), .routesChanged(["promo"]),
        .routesChanged(["order"]),
      ])
    let forged = try journal.forged(
      "UPDATE journal SET route = 'product' WHERE route = 'promo'")
    let unexplained = try Rerun(of: forged, with: RouteTable(before))
    #expect(unexplained.divergences.map(\.definition.explains).contains(false))
  }
}
