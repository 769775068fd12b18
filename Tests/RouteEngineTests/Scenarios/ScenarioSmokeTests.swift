import RouteEngine
import RouteTestSupport
import Testing

@MainActor
struct ScenarioSmokeTests {
  let shop = Scenario(
    screens: [
      ScreenDeclaration(
        "product",
        schema: ParameterSchema([ParameterSchema.Entry(name: "id", type: .int)])),
      ScreenDeclaration("login"),
      ScreenDeclaration(
        "order", schema: ParameterSchema([ParameterSchema.Entry(name: "id", type: .int)])),
    ],
    routes: [
      Route(
        "product", patterns: ["/products/:id"],
        destination: Destination([Step(.select, "shop"), Step(.push, "product")])),
      Route(
        "order", patterns: ["/orders/:id"],
        destination: Destination([Step(.select, "shop"), Step(.push, "order")]),
        interceptors: ["signedIn"],
        actions: [ActionTemplate("highlight", with: ["id": .request("id")], when: .ready)]),
      Route(
        "login", patterns: ["/login"],
        destination: Destination([
          Step(.present(from: .current, style: .sheet), "login")
        ])),
    ],
    configure: {
      $0.answer("signedIn") { asked in
        asked.principal == nil ? .wait(condition: "signedIn") : .allow
      }
    })

  @Test func `a link pushes a screen onto its tab`() throws {
    try shop.run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog]]
      open: /products/7
      outcome: shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      open: /products/7
      outcome: already shown
      open: /nowhere
      outcome: not found
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
      given: main/tabs[home/stack*[feed] shop/stack[catalog]]
      open: /orders/7
      outcome: waiting
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
