import RouteEngine
import RouteTestSupport
import Testing

/// B6 and B7: the app was updated, or went back to an earlier version.
@MainActor
struct UpdateScenarioTests {
  private static let tree = Scenario.tree

  private static func pushing(_ kind: String, _ pattern: String) -> Route {
    Route(kind, pattern, to: .inShop(kind))
  }

  private static let number: ParameterSchema = ["id": .int]
  private static let product = ScreenDeclaration("product", schema: number)
  private static let promo = ScreenDeclaration("promo", schema: ["name": .string])
  private static let products = pushing("product", "/products/:id")

  /// The tree with these screens on the shop's stack.
  private static func shown(_ screens: String) -> String {
    "main/tabs[home/stack[feed] shop/stack*[catalog \(screens)]]"
  }

  private static let spring = #"promo/unknown(name: "spring")"#

  /// A shop whose sale screens exist only in some versions.
  private let shop = {
    var shop = Scenario(
      screens: [product, promo], routes: [products, pushing("promo", "/promos/:name")])
    shop.definitions = [
      "without": RouteTableDefinition(tree: Scenario.tree, screens: [product], routes: [products]),
      "with": RouteTableDefinition(
        tree: Scenario.tree, screens: [product, promo],
        routes: [products, pushing("promo", "/sales/:name")]),
    ]
    return shop
  }()

  @Test func `B6: a kind that this version does not know is kept, and the rest is shown`() throws {
    try shop.run(
      """
      open: /products/7
      open: /promos/spring
      shows: promo
      update: without
      restored: whole after 0
      tree: \(Self.shown("product(id: 7) \(Self.spring)"))
      shows: product
      relaunch
      shows: product
      open: /promos/spring -> not found
      open: /products/7 -> already shown
      tree: \(Self.shown("product(id: 7) \(Self.spring)"))
      """)
  }

  @Test func `B6: navigation goes on over it, and a version that knows it shows it again`() throws {
    try shop.run(
      """
      open: /products/7
      open: /promos/spring
      update: without
      open: /products/9 -> shown
      shows: product
      fact: popped -> shown
      tree: \(Self.shown("product(id: 7) \(Self.spring)"))
      update: with
      tree: \(Self.shown(#"product(id: 7) promo(name: "spring")"#))
      shows: promo
      open: /products/7
      tree: \(Self.shown("product(id: 7)"))
      """)
  }

  @Test func `B6: an unknown screen with others over it hides them too`() throws {
    let sheet = Route("promo", "/promos/:name", to: [.present("promo", style: .sheet)])
    let help = Route("help", "/help", to: [.present("help", from: .topmost)])
    let other = ScreenDeclaration("help")
    var shop = Scenario(
      screens: [Self.product, Self.promo, other], routes: [Self.products, sheet, help])
    shop.definitions = [
      "without": RouteTableDefinition(
        tree: Scenario.tree, screens: [Self.product, other], routes: [Self.products, help]),
      "with": RouteTableDefinition(
        tree: Scenario.tree, screens: [Self.product, Self.promo, other],
        routes: [sheet, help, Self.products]),
    ]
    try shop.run(
      """
      open: /products/7
      open: /promos/spring
      open: /help
      shows: help
      update: without
      tree: \(Self.shown("product(id: 7)"))^sheet:\(Self.spring)^help
      shows: product
      open: /products/7 -> already shown
      update: with
      shows: help
      update: without
      open: /help -> shown
      tree: \(Self.shown("product(id: 7)"))^help
      shows: help
      """)
  }

  @Test func `B7: a renamed kind and changed parameters are migrated step by step`() throws {
    let article = ScreenDeclaration("article", schema: ["number": .string])
    let renamed = ScreenMigration(from: 1, of: "article", with: ["id": ":number"])
    let counted = ScreenMigration(from: 2, with: ["tab": 1])
    var shop = Scenario(screens: [article], routes: [Self.pushing("article", "/articles/:number")])
    let tabbed: ParameterSchema = ["id": .int, "tab": .int]
    shop.definitions = [
      "2": RouteTableDefinition(
        tree: Scenario.tree,
        screens: [
          ScreenDeclaration("product", version: 2, schema: Self.number, migrations: [renamed])
        ], routes: [Self.products]),
      "3": RouteTableDefinition(
        tree: Scenario.tree,
        screens: [
          ScreenDeclaration("product", version: 3, schema: tabbed, migrations: [renamed, counted])
        ], routes: [Self.products]),
    ]
    try shop.run(
      """
      open: /articles/7
      update: 2
      tree: \(Self.shown("product(id: 7)"))
      shows: product
      open: /products/7 -> already shown
      update: 3
      tree: \(Self.shown("product(id: 7, tab: 1)"))
      """)
    try shop.run(
      """
      open: /articles/7
      open: /articles/x8
      update: 3
      tree: \(Self.shown(#"product(id: 7, tab: 1) article/unknown(number: "x8")"#))
      shows: product
      """)
  }

  @Test func `B7: a kind without a type is renamed in Swift as well`() throws {
    let help = DeclaredScreen("help", version: 2).migrates(from: 1, of: "faq")
    var shop = Scenario(
      screens: [ScreenDeclaration("faq")], routes: [Self.pushing("faq", "/faq")])
    shop.definitions = [
      "2": RouteTableDefinition(
        tree: Scenario.tree, screens: [help.declaration], routes: [Self.pushing("help", "/help")])
    ]
    try shop.run(
      """
      open: /faq
      update: 2
      tree: \(Self.shown("help"))
      shows: help
      """)
  }

  @Test func `B7: a migration that fails is marked, and the next version can repair it`() throws {
    let named: ParameterSchema = ["name": .string]
    func version(_ schema: ParameterSchema, _ version: Int, _ steps: [ScreenMigration])
      -> RouteTableDefinition
    {
      RouteTableDefinition(
        tree: Scenario.tree,
        screens: [
          ScreenDeclaration("product", version: version, schema: schema, migrations: steps)
        ], routes: version == 2 ? [Self.products] : [])
    }
    var shop = Scenario(
      screens: [ScreenDeclaration("product", schema: named)],
      routes: [Self.pushing("product", "/products/:name")])
    let count = ScreenMigration(from: 1, with: ["id": ":name"])
    let name = ScreenMigration(from: 2, with: ["name": ":id"])
    shop.definitions = [
      "2": version(Self.number, 2, [count]), "unmigrated": version(Self.number, 2, []),
      "3": version(
        ParameterSchema([ParameterSchema.Entry(name: "name", type: .string, isOptional: true)]), 3,
        [count, name]),
    ]
    try shop.run(
      """
      open: /products/spring
      update: 2
      tree: \(Self.shown(#"product/unknown(name: "spring")"#))
      shows: catalog
      open: /products/7 -> shown
      update: 3
      tree: \(Self.shown(#"product(name: "spring") product(name: "7")"#))
      """)
    try shop.run(
      """
      open: /products/7
      update: unmigrated
      tree: \(Self.shown(#"product/unknown(name: "7")"#))
      update: 2
      tree: \(Self.shown("product(id: 7)"))
      """)
  }
}
