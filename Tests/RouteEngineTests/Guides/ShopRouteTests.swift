// guide:
import RouteEngine
import RouteTesting
import Testing
// :guide

private typealias Shop = TestedApp.Shop

private enum TestedApp {
  // guide:
  enum Shop {
    struct Product: ScreenKind { var id: Int }
    struct Order: ScreenKind { var id: Int }
    struct Login: ScreenKind {}

    static func table() throws(RouteTable.Mistakes) -> RouteTable {
      try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
        DeclaredScreen(Product.self)
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
    }
  }
  // :guide
}

// guide:
@MainActor
struct ShopRouteTests {
  private let shop: Scenario

  init() throws { shop = Scenario(try Shop.table()) { Shop.contribute(to: &$0) } }

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
  @Test func `an order opens after the log-in`() throws {
    try shop.run(
      """
      given: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      open order: /orders/7 -> waiting
      shows: login
      fact: dismissed
      signal: signedIn as user-1
      outcome order: shown
      shows: order
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
      shows: login
      parked: 1
      fact: dismissed
      signal: signedIn as user-1
      shows: order
      parked: 0
      actions: highlight waiting
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
