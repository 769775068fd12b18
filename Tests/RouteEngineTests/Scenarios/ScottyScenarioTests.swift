import RouteEngine
import RouteTestSupport
import Testing

/// The scenarios S1 to S14 of the parity list: entry points, suspension, actions at the
/// destination.
@MainActor
struct ScottyScenarioTests {
  static let product = ScreenDeclaration("product", schema: ["id": .int])
  static let products = Route.product
  let tree = Scenario.tree
  let shop = Scenario(screens: [product], routes: [products])

  @Test func `S1: a Swift step changes the tree like any route, and says if it arrived`() throws {
    let scenario = Scenario(
      screens: [Self.product],
      routes: [Route("compose", "/compose/:n", to: [.run("edit")])],
      configure: {
        $0.step("edit") { editor, asked in
          guard let stack = editor.find("home") else { return false }
          guard case .string(let n)? = asked.value(of: "n"), let id = Int64(n) else { return false }
          if id == 0 { throw ScenarioMistake("zero") }
          try editor.push("product", ["id": .int(id)], onto: stack.id)
          try editor.push("product", ["id": .int(id + 1)], onto: stack.id)
          if id == 99 { try editor.select(stack.children[0]) }
          return true
        }
      })
    try scenario.run(
      """
      open: /compose/7 -> shown
      changes: 1
      tree: main/tabs[home/stack*[feed product(id: 7) product(id: 8)] shop/stack[catalog]]
      open: /compose/x -> failed at step 1: edit did not take the request
      open: /compose/0 -> failed at step 1: edit: ScenarioMistake
      open: /compose/99 -> failed at step 1: edit: screen 3 is no tab
      tree: main/tabs[home/stack*[feed product(id: 7) product(id: 8)] shop/stack[catalog]]
      """)
  }

  @Test func `S2: of a value's targets the first that has a route is taken`() throws {
    try shop.configured {
      $0.translate("activity") { asked in
        guard case .int(let id)? = asked.value(of: "product") else { return [] }
        return [.route("gone", [:]), .route("product", ["id": .int(id)])]
      }
    }.run(
      """
      value: activity(product: 7) -> shown
      shows: product
      value: activity -> not found
      value: other -> failed: no host code is registered for other
      """)
  }

  @Test func `S3: a link without a route is not found, changes nothing and is journaled`() throws {
    try shop.run(
      """
      open: /nowhere -> not found
      request: /nowhere
      ended: not found
      changes: 0
      tree: \(Scenario.tree)
      """)
  }

  @Test func `S4: a request is kept while the session is suspended, unless it is urgent`() throws {
    try Scenario(screens: [Self.product], routes: [Self.products]) { $0.startsSuspended = true }
      .run(
        """
        open: /products/7 -> waiting
        parked: 1
        urgent: /products/8 -> shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 8)]]
        parked: 1
        """)
  }

  @Test func `S5: resume executes in order, or only the latest`() throws {
    try shop.run(
      """
      suspend
      open a: /products/1
      open b: /products/2
      resume: execute
      outcome a: shown
      outcome b: shown
      parked: 0
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 1) product(id: 2)]]
      suspend
      open c: /products/3
      open d: /products/4
      resume: latestOnly
      outcome c: superseded
      outcome d: shown
      parked: 0
      tree: main/tabs[home/stack[feed] \
      shop/stack*[catalog product(id: 1) product(id: 2) product(id: 4)]]
      """)
  }

  @Test func `S6: resume clears kept requests, each with its outcome`() throws {
    try shop.run(
      """
      suspend
      open a: /products/1
      open b: /products/2
      resume: clear
      outcome a: denied: cleared when resumed
      outcome b: denied: cleared when resumed
      parked: 0
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      """)
  }

  @Test func `S7: resume replaces each kept request by the host's, or drops it`() throws {
    try shop.run(
      """
      suspend
      open a: /products/1
      open b: /products/2
      open c: /products/3
      resume: transform /products/9
      outcome a: denied: dropped when resumed
      outcome b: shown
      outcome c: already shown
      parked: 0
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 9)]]
      """)
  }

  @Test func `S8: resume hands the kept requests to the host, the queue is empty first`() throws {
    try shop.run(
      """
      suspend
      open a: /products/1
      open b: /products/2
      resume: custom
      outcome a: denied: handed to the host when resumed
      outcome b: denied: handed to the host when resumed
      parked: 0
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 2) product(id: 1)]]
      """)
  }

  @Test func `S9 and S10: resume can leave the queue, and suspending again keeps it`() throws {
    try shop.run(
      """
      suspend
      open a: /products/1
      resume: none
      parked: 1
      outcome a: waiting
      open b: /products/2 -> shown
      suspend
      open c: /products/3
      parked: 2
      urgent: /products/4 -> shown
      resume: execute
      outcome a: shown
      outcome c: shown
      parked: 0
      tree: main/tabs[home/stack[feed] \
      shop/stack*[catalog product(id: 2) product(id: 4) product(id: 1) product(id: 3)]]
      """)
  }

  @Test(arguments: [
    ("execute", "[catalog product(id: 1) product(id: 2)]"),
    ("latestOnly", "[catalog product(id: 2)]"), ("clear", "[catalog]"), ("none", "[catalog]"),
    ("transform /products/9", "[catalog product(id: 9)]"),
    ("custom", "[catalog product(id: 2) product(id: 1)]"),
  ])
  func `S11: kept requests survive a kill`(policy: String, shown: String) throws {
    let isMoved = shown != "[catalog]"
    try shop.run(
      """
      suspend
      open: /products/1
      relaunch
      open: /products/2
      relaunch
      parked: 2
      resume: \(policy)
      parked: \(policy == "none" ? 2 : 0)
      tree: main/tabs[home/stack\(isMoved ? "" : "*")[feed] shop/stack\(isMoved ? "*" : "")\(shown)]
      """)
  }

  @Test func `S12: an action runs on arrival, or once when its screen is ready`() throws {
    let route = Route.product.performs("count").performs("light", when: .ready)
    try Scenario(screens: [Self.product], routes: [route]).run(
      """
      open: /products/1
      ready: main
      performed: count
      ready: product
      performed: light
      ready: product
      performed:
      open: /products/1 -> already shown
      performed: count light
      relaunch
      performed:
      open: /products/1
      performed: count
      relaunch
      ready: product
      performed: light
      """)
  }
}
