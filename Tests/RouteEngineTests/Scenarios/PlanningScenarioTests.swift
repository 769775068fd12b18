import RouteEngine
import RouteTestSupport
import Testing

/// The scenarios C19, C21, C22, C23, C26, C30 and C32 of the parity list: tasks, switches, finders
/// in built screens, adapted parameters, pre-populated containers, chains, variants.
@MainActor
struct PlanningScenarioTests {
  private struct Product: ScreenKind {
    var id: Int
    var note: String?
  }

  private struct Refusal: Error {}

  private static let product = ScreenDeclaration("product", schema: ["id": .int, "note?": .string])

  private static func route(_ identifier: String, _ steps: Step...) -> Route {
    Route(identifier, to: steps).keepsOpen("tab")
  }

  @Test func `C19: tasks run on built and on found screens, every screen's first`() throws {
    var scenario = Scenario(
      screens: [Self.product] + kinds("list"),
      routes: [
        Self.route("product", .push("list"), .push("product", find: .name).withTasks("second")),
        Self.route("refused", .push("product", find: .none).withTasks("refuses")),
        Self.route("misfit", .push("product", find: .none).withTasks("misfits")),
      ], tasks: ["first"]
    ) {
      $0.task("first", on: Product.self) { screen, _ in screen.note = "\(screen.note ?? "")1" }
      $0.task("second", on: Product.self) { screen, asked in
        guard case .int(let id)? = asked.value(of: "id") else { return }
        screen = Product(id: Int(id), note: "\(screen.note ?? "")2")
      }
      $0.task("refuses") { _ in throw Refusal() }
      $0.task("misfits") { _ in ["id": .string("none")] }
    }
    scenario.interceptors = ["gate"]
    scenario.answers = ["gate": .allow]
    try scenario.run(
      """
      given: main/stack[home]
      route: product(id: 7) -> shown
      asked: gate
      changes: 1
      tree: main/stack[home list product(id: 7, note: "12")]
      route: product(id: 8) -> shown
      changes: 2
      tree: main/stack[home list product(id: 8, note: "1212")]
      route: refused(id: 9) -> failed at step 1: refuses: Refusal
      route: misfit(id: 9) -> failed at step 1: misfits: product needs id: int
      tree: main/stack[home list product(id: 8, note: "1212")]
      """)
  }

  @Test func `C19: an unknown task fails the request, and a denied request asks none`() throws {
    var scenario = Scenario(
      screens: [Self.product], routes: [Self.route("product", .push("product"))],
      tasks: ["absent"])
    try scenario.run(
      """
      given: main/stack[home]
      route: product(id: 7) -> failed at step 1: no host code is registered for absent
      """)
    scenario.interceptors = ["gate"]
    scenario.answers = ["gate": .deny(reason: "no")]
    try scenario.run(
      """
      given: main/stack[home]
      route: product(id: 7) -> denied: no
      """)
  }

  @Test func `C21: a switch takes the first case that holds`() throws {
    let choice = Step.choose(
      .when(.parameter("tab", is: .string("shop")), steps: [.select("shop")]),
      .when(.screen("vip", in: .everything), .not(.principal), steps: [.present("door")]),
      .when(.has("tab"), .condition("online"), steps: [.select("account"), .push("list")]),
      .otherwise([.select("home")]))
    try Scenario(
      screens: kinds("door", "list", "x", "vip"),
      routes: [Self.route("x", choice, .present("x", find: .none))]
    ).run(
      """
      given: main/tabs[home* shop account/stack[me]]
      route: x(tab: "shop")
      tree: main/tabs[home shop* account/stack[me]]^x
      fact: dismissed
      route: x(tab: 7)
      tree: main/tabs[home* shop account/stack[me]]^x
      fact: dismissed
      signal: online
      route: x(tab: 7)
      tree: main/tabs[home shop account/stack*[me list]]^x
      fact: dismissed
      route: x
      tree: main/tabs[home* shop account/stack[me list]]^x
      show: vip
      reconcile: main/tabs[home* shop account/stack[vip]]
      route: x
      tree: main/tabs[home* shop account/stack[vip]]^door^x
      """)
  }

  @Test func `C21: when no case holds the request fails before anything is asked`() throws {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("x", .push("x"), .choose(.when(.condition("online"), steps: [.select("home")])))
      ], interceptors: ["gate"], answers: ["gate": .allow]
    ).run(
      """
      given: main/stack[home]
      route: x -> failed at step 2: none of its cases holds
      asked:
      """)
  }

  @Test func `C21: the default is not skipped when a parameter has another type`() throws {
    try Scenario(
      screens: [Self.product] + kinds("x"),
      routes: [
        Self.route(
          "x",
          .choose(
            .when(.parameter("id", is: 7), steps: [.push("product")]), .otherwise([.push("x")])))
      ]
    ).run(
      """
      given: main/stack[home]
      route: x(id: "7")
      tree: main/stack[home x]
      route: x(id: 7)
      tree: main/stack[home x product(id: 7)]
      """)
  }

  @Test func `C22: a screen that an outer step provides is found in it and selected`() throws {
    try Scenario(
      screens: [ScreenDeclaration("tabs2", container: .tabs)] + kinds("x", "first", "b", "c"),
      routes: [
        Self.route(
          "x", .present("tabs2").holding("a/stack[first] shop/stack*[b c]"), .select("b"),
          .push("x"))
      ]
    ).run(
      """
      given: main/stack[home]
      route: x -> shown
      changes: 1
      tree: main/stack[home]^tabs2[a/stack[first] shop/stack*[b x]]
      """)
  }

  @Test func `C22: a screen missing in the built hierarchy is a failure`() throws {
    try Scenario(
      screens: [ScreenDeclaration("tabs2", container: .tabs), Self.product],
      routes: [
        Self.route("x", .present("tabs2").holding("a/stack[product(id: 1)]"), .select("product"))
      ]
    ).run(
      """
      given: main/stack[home]
      route: x(id: 2) -> failed at step 2: there is no product in the built hierarchy of tabs2
      tree: main/stack[home]
      route: x(id: 1)
      tree: main/stack[home]^tabs2[a/stack[product(id: 1)]]
      """)
  }

  @Test func `C23: each step adapts the parameters it takes`() throws {
    try Scenario(
      screens: [Self.product, ScreenDeclaration("order", schema: Self.product.schema)],
      routes: [
        Self.route(
          "order", .push("product", with: ["id": ":product", "note": "seen"]),
          .push("order").adapted(by: "order")),
        Self.route("misfit", .push("order").adapted(by: "misfits")),
        Self.route("refused", .push("order").adapted(by: "refuses"), .push("product")),
      ], interceptors: ["gate"], answers: ["gate": .allow]
    ) {
      $0.adapt("order") { asked in
        guard case .string(let text)? = asked.value(of: "order") else { return [:] }
        return ["id": .int(Int64(text.dropFirst()) ?? 0)]
      }
      $0.adapt("misfits") { _ in ["id": .bool(true)] }
      $0.adapt("refuses") { _ in throw Refusal() }
    }.run(
      """
      given: main/stack[home]
      route: order(product: 7, order: "#12") -> shown
      asked: gate
      tree: main/stack[home product(id: 7, note: "seen") order(id: 12)]
      route: order(product: "7", order: "#12") -> failed at step 1: product needs id: int, not "7"
      route: misfit -> failed at step 1: order needs id: int, not true
      route: refused -> failed at step 2: product needs id: int
      route: refused(id: 1) -> failed at step 1: refuses: Refusal
      asked:
      """)
  }

  @Test(arguments: [
    ("home", "home*[feed product(id: 3)] shop[product(id: 7)]"),
    ("shop", "home[feed product(id: 3)] shop*[product(id: 7)]"),
  ])
  func `C26: a container is built with its contents`(tab: String, children: String) throws {
    try Scenario(
      screens: [
        Self.product, ScreenDeclaration("main", container: .tabs),
        ScreenDeclaration("home", container: .stack), ScreenDeclaration("shop", container: .stack),
      ] + kinds("feed"),
      routes: [
        Self.route(
          "in",
          .root("main")
            .holding("home*[feed product(id: 3)] shop[product(id: \":id\")]"),
          .choose(
            .when(.parameter("tab", is: "shop"), steps: [.select("shop")]),
            .otherwise([.select("home")])))
      ]
    ).run(
      """
      given: welcome
      route: in(id: "x") -> failed at step 1: product needs id: int, not "x"
      route: in(id: 7, tab: "\(tab)") -> shown
      changes: 1
      tree: main[\(children)]
      """)
  }

  @Test func `C26: a screen presented in a new container takes its parameters, too`() throws {
    try Scenario(
      screens: [Self.product, ScreenDeclaration("nav", container: .stack)] + kinds("a", "b"),
      routes: [
        Self.route("in", .present("nav").holding("a^sheet:product(id: \":id\") b"))
      ]
    ).run(
      """
      given: main/stack[home]
      route: in(id: "x") -> failed at step 1: product needs id: int, not "x"
      route: in -> failed at step 1: product needs id: int
      route: in(id: 7) -> shown
      tree: main/stack[home]^nav[a^sheet:product(id: 7) b]
      """)
  }

  @Test func `C30: a destination is assembled from named parts`() throws {
    let products: [Step] = [.select("shop"), .push("list")]
    let table = try RouteTable(tree: "main/tabs[home* shop/stack[catalog]]") {
      DeclaredScreen("list")
      DeclaredScreen(Item.self)
      Route("product", "/p/:id", to: products + [.push(Item.self)])
    }
    try requireSame(
      table,
      as: """
        { format: "route-table/1", tree: "main/tabs[home* shop/stack[catalog]]",
          screens: { product: { parameters: { id: "int" } }, list: {} },
          chains: {
            shop: [ { select: "shop" } ],
            products: [ { chain: "shop" }, { push: "list" } ],
          },
          routes: [
            { id: "product", patterns: ["/p/:id"],
              destination: [ { chain: "products" }, { push: "product" } ] },
          ] }
        """)
  }

  private struct Item: ScreenKind {
    static let kind = "product"
    var id: Int
  }
}
