// guide:
import RouteEngine
import RouteTesting
import Testing
// :guide

private typealias Shop = TestedApp.Shop

enum TestedApp {
  // guide:
  enum Shop {
    struct Product: ScreenKind { var id: Int }
    struct Order: ScreenKind { var id: Int }
    struct Login: ScreenKind {}

    static func table() throws(RouteTable.Mistakes) -> RouteTable {
      try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
        DeclaredScreen(Product.self, version: 2)
          .migrates(from: 1, of: "article", with: ["id": ":number"])
        DeclaredScreen(Order.self)
        DeclaredScreen(Login.self)
        Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
        Route("order", "/orders/:id", to: [.select("shop"), .push(Order.self)])
          .asks("signedIn")
          .performs("highlight", with: ["id": ":id"], when: .ready)
        Route("login", "/login", to: [.present(Login.self, style: .sheet)])
      }
    }

    @MainActor
    static func contribute(to configuration: inout RouteSession.Configuration) {
      configuration.answer("signedIn") { asked in
        guard asked.principal == nil else { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
      configuration.perform("highlight") { _ in .done }  // the app draws a frame here
    }
  }
  // :guide
}

// guide:
@MainActor
struct ShopRouteTests {
  private let shop: Scenario

  init() throws { shop = Scenario(try Shop.table()) { Shop.contribute(to: &$0) } }
  // :guide

  // guide:
  @Test func `a link pushes a product onto the shop's stack`() throws {
    try shop.run(
      """
      open: /products/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      fact: popped
      shows: catalog
      open: /nowhere -> not found
      """)
  }
  // :guide

  // guide:
  @Test func `the table has no mistakes, and nothing in it is warned of`() throws {
    #expect(try Shop.table().warnings.map(\.description) == [])
  }

  @Test func `the app contributes all code that the table names, and nothing else`() throws {
    try shop.requireContributions()
  }
  // :guide

  // guide:
  @Test func `an order opens after the log-in`() throws {
    try shop.run(
      """
      open order: /orders/7 -> waiting
      shows: login
      fact: dismissed
      signal: signedIn as user-1
      outcome order: shown
      """)
  }
  // :guide

  // guide:
  @Test func `an order is highlighted when its screen is ready`() throws {
    try Scenario(Shop.table(), answers: ["signedIn": .allow]).run(
      """
      given: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      open: /orders/7 -> shown
      performed:
      ready: order
      performed: highlight
      """)
  }
  // :guide

  // guide:
  @Test func `nobody waits for a log-in longer than a minute`() throws {
    try shop.run(
      """
      open order for 60: /orders/7 -> waiting
      wait: 59
      outcome order: waiting
      wait: 2
      outcome order: expired
      """)
  }
  // :guide

  // guide:
  @Test func `after a kill the link still waits, and opens once`() throws {
    try shop.run(
      """
      open: /orders/7 -> waiting
      kill
      fact: dismissed
      signal: signedIn as user-1
      tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
      """)
  }
  // :guide

  // guide:
  private struct Article: ScreenKind { var number: Int }

  private func versionOne() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
      DeclaredScreen(Article.self)
      Route("article", "/articles/:number", to: [.select("shop"), .push(Article.self)])
    }
  }
  // :guide

  // guide:
  @Test func `an update shows an article of version 1 as a product`() throws {
    var app = Scenario(try versionOne())
    app.versions["now"] = try Shop.table()
    try app.run(
      """
      open: /articles/7 -> shown
      update: now
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }
  // :guide

  // guide:
  @Test func `a refusal changes nothing, and a highlight that fails is over`() async throws {
    try await shop.later("signedIn", "highlight").run(
      awaiting: """
        open first: /orders/7 -> waiting
        code: deny closed
        outcome first: denied: closed
        open second: /orders/8 -> waiting
        code: allow
        outcome second: shown
        ready: order
        finish highlight: failed no network
        attempts: highlight 1
        actions:
        """)
  }
  // :guide

  // guide:
  @Test func `the answer of a server opens the order`() async throws {
    let journal = try TemporaryJournal()
    let session = journal.launch(try Shop.table()) {
      $0.answerLater("signedIn") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        return await Server.mayOpenOrders() ? .allow : .deny(reason: "closed")
      }
    }
    let order = session.open("/orders/7")
    try await session.parked(on: "signedIn")
    session.signal("signedIn", principal: "user-1")
    #expect(try await session.outcome(of: order) == .shown)
    try await session.settled()
    #expect(session.notation == "main[home[feed] shop*[catalog order(id: 7)]]")
    try journal.requireReplays(of: session)
  }
  // :guide
}

private actor Server {
  static let shared = Server()
  private func answer() -> Bool { true }

  static func mayOpenOrders() async -> Bool { await shared.answer() }
}
