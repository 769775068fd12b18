import RouteEngine
import RouteTestSupport
import Testing

@MainActor
struct ScenarioSmokeTests {
  let shop = Scenario(
    screens: [
      ScreenDeclaration(
        "product",
        schema: ["id": .int]),
      ScreenDeclaration("login"),
      ScreenDeclaration(
        "order", schema: ["id": .int]),
    ],
    routes: [
      .product,
      Route("order", "/orders/:id", to: .inShop("order")).asks("signedIn").performs(
        "highlight", with: ["id": .request("id")], when: .ready),
      Route("login", "/login", to: [.present("login", style: .sheet)]),
    ],
    configure: {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    })

  @Test func `a link pushes a screen onto its tab`() throws {
    try shop.run(
      """
      open: /products/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      open: /products/7 -> already shown
      open: /nowhere -> not found
      open: /login
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]^sheet:login
      relaunch
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]^sheet:login
      fact: dismissed
      fact: popped
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test func `a link waits for log-in across a relaunch and then continues once`() throws {
    try shop.run(
      """
      open: /orders/7 -> waiting
      parked: 1
      relaunch
      parked: 1
      signal: signedIn as user-1
      tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
      parked: 0
      performed:
      ready: order
      performed: highlight
      """)
  }
}
