import RouteEngine
import RouteTestSupport
import Testing

/// Screens that this version does not know stay in their places, and are not visible.
@MainActor
struct HiddenTombstoneTests {
  private static let promo = ScreenDeclaration("promo")
  private static let routes = [
    .product,
    Route("promo", "/promo", to: [.select("shop"), .push("promo", find: .none)]),
    Route("back", "/back", to: [.select("shop"), .pop()]),
    Route("top", "/top/:id", to: [.select("shop"), .replaceTop("product")]),
    Route("start", "/start", to: [.select("shop"), .popTo("catalog")]),
    Route("deals", "/deals", to: [.select("shop"), .present("promo", find: .none)]),
  ]

  /// A version that knows promotions, and one that does not.
  private var scenario: Scenario {
    var scenario = Scenario(screens: [.product, Self.promo], routes: Self.routes)
    var older = RouteTableDefinition(tree: Scenario.tree, screens: [.product])
    older.routes = Self.routes.filter { !["promo", "deals"].contains($0.identifier) }
    scenario.definitions = ["older": older, "newer": scenario.definition(tree: Scenario.tree)]
    return scenario
  }

  @Test func `B6: the visible screen is popped, with the unknown screens on it`() throws {
    try scenario.run(
      """
      open: /products/1
      open: /promo
      update: older
      shows: product
      open: /back -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test func `B6: below unknown screens alone there is no pop, and the top is replaced`() throws {
    try scenario.run(
      """
      open: /promo
      update: older
      shows: catalog
      open: /back -> failed at step 2: there is nothing to pop: shop has one screen
      open: /top/5
      tree: main/tabs[home/stack[feed] shop/stack*[product(id: 5)]]
      """)
  }

  @Test func `a stack is not popped when only hidden screens would be left`() throws {
    var scenario = scenario
    let routes = [
      Route("all", "/all", to: [.select("shop"), .pop(.all)]),
      Route("to", "/to", to: [.select("shop"), .popTo("promo", find: .name)]),
    ]
    var older = RouteTableDefinition(
      tree: Scenario.tree, screens: [.product, ScreenDeclaration("gone")])
    older.routes = Self.routes.filter { $0.identifier != "deals" && $0.identifier != "promo" }
    older.routes += routes
    older.screens.append(Self.promo)
    scenario.screens.append(ScreenDeclaration("other"))
    scenario.routes += routes
    scenario.routes.append(
      Route("other", "/other", to: [.select("shop"), .replaceTop("other", find: .none)]))
    scenario.definitions = ["older": older, "newer": scenario.definition(tree: Scenario.tree)]
    try scenario.run(
      """
      open: /other
      open: /promo
      open: /promo
      update: older
      open: /all
      shows: promo
      open: /back -> failed at step 2: there is nothing to pop: shop has one screen
      fact: popped -> impossible: promo (7) is the root of its stack
      tree: main/tabs[home/stack[feed] shop/stack*[other/unknown promo]]
      """)
  }

  @Test func `a pop to the visible screen keeps the unknown screens on it`() throws {
    try scenario.run(
      """
      open: /promo
      update: older
      open: /start -> already shown
      fact: poppedTo catalog -> already shown
      update: newer
      shows: promo
      open: /start -> shown
      shows: catalog
      """)
  }

  @Test func `the tab in place of a selected unknown one is already shown`() throws {
    let home = Route("home", "/home", to: [.select("home")])
    var scenario = Scenario(
      screens: [Self.promo], routes: [home, Route("promo", "/promo", to: [.tab("promo")])])
    var older = RouteTableDefinition(tree: Scenario.tree)
    older.routes = [home]
    scenario.definitions = ["older": older, "newer": scenario.definition(tree: Scenario.tree)]
    try scenario.run(
      """
      open: /promo
      update: older
      shows: feed
      open: /home -> already shown
      update: newer
      shows: promo
      """)
  }

  @Test func `the positions of tabs do not count unknown screens`() throws {
    let routes = [
      Route("second", "/second", to: [.tab("second", at: 1)]),
      Route("first", "/first", to: [.replaceTab("first", at: 0)]),
      Route("third", "/third", to: [.replaceTab("third", at: 3)]),
    ]
    let screens = kinds("first", "second", "third")
    var scenario = Scenario(
      screens: screens + [Self.promo],
      routes: routes + [Route("promo", "/promo", to: [.tab("promo", at: 0)])])
    var older = RouteTableDefinition(tree: Scenario.tree, screens: screens)
    older.routes = routes
    scenario.definitions = ["older": older]
    try scenario.run(
      """
      open: /promo
      update: older
      open: /second
      tree: main/tabs[promo/unknown home/stack[feed] second* shop/stack[catalog]]
      open: /first
      tree: main/tabs[promo/unknown first* second shop/stack[catalog]]
      open: /third
      tree: main/tabs[promo/unknown first second shop/stack[catalog] third*]
      """)
  }

  @Test func `a stack that holds only unknown screens gives way to the table's own tree`() throws {
    var scenario = Scenario(screens: [.product, Self.promo], routes: Self.routes)
    scenario.definitions["next"] = RouteTableDefinition(
      tree: "main/tabs[home/stack*[news] shop/stack[offers]]")
    try scenario.run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog]]
      update: next
      tree: main/tabs[home/stack*[news] shop/stack[offers]]
      """)
  }

  @Test func `B6, B8: a report of the display keeps unknown screens in place`() throws {
    try scenario.run(
      """
      open: /promo
      open: /deals
      update: older
      reconcile: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 3)]] -> shown
      shows: product
      update: newer
      shows: promo
      tree: main/tabs[home/stack[feed] shop/stack*[catalog promo product(id: 3)]]^promo
      """)
  }

  @Test func `B6: an unknown screen does not cover the one that an outer screen presents`() throws {
    let help = Route("help", "/help", to: [.present("help")])
    var scenario = Scenario(screens: [Self.promo] + kinds("help"), routes: [help])
    var older = RouteTableDefinition(tree: Scenario.tree, screens: kinds("help"))
    older.routes = [help]
    scenario.definitions = ["older": older]
    try scenario.run(
      """
      reconcile: main/tabs[home/stack[feed] shop/stack*[catalog^promo]] -> shown
      update: older
      shows: catalog
      open: /help -> shown
      shows: help
      tree: main/tabs[home/stack[feed] shop/stack*[catalog^promo/unknown]]^help
      open: /help -> already shown
      fact: dismissed
      shows: catalog
      """)
  }

  @Test func `B6, B8: a displayed screen takes the column of an unknown one`() throws {
    let tree = "main/split[list]"
    let help = Route("help", "/help", to: [.column(.detail, "help")])
    var scenario = Scenario(
      screens: [Self.promo] + kinds("note", "help"),
      routes: [help, Route("promo", "/promo", to: [.column(.detail, "promo")])])
    var older = RouteTableDefinition(tree: tree, screens: kinds("note", "help"))
    older.routes = [help]
    scenario.definitions = ["older": older]
    try scenario.run(
      """
      given: \(tree)
      open: /promo
      update: older
      reconcile: main/split[list] -> already shown
      tree: main/split[list promo/unknown]
      reconcile: main/split[list note] -> shown
      tree: main/split[list note]
      open: /help
      tree: main/split[list help]
      """)
  }

  @Test func `B8: screens that changed places keep their parameters`() throws {
    let journal = try TestJournal(.shop())
    let session = journal.launch()
    session.openAll("/products/7", "/products/8")
    let stack = try #require(session.state.tree.firstScreen { $0.kind == "shop" })
    var part = try #require(session.state.tree.subtree(stack.id))
    part.children = [part.children[0], part.children[2], part.children[1]].map { child in
      var named = Subtree(kind: child.kind)
      named.id = child.id
      return named
    }
    #expect(session.display.reconcile(with: DisplayedScreens(part: part)).outcome == .shown)
    #expect(session.notation.hasSuffix("shop*[catalog product(id: 8) product(id: 7)]]"))
    try journal.requireReplays(of: session)
  }
}
