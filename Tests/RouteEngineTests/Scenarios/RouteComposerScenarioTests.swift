import RouteEngine
import RouteTestSupport
import Testing

/// The scenarios C1 to C34 of the parity list: building the hierarchy.
@MainActor
struct RouteComposerScenarioTests {
  static let product = ScreenDeclaration.product
  static func screen(_ kind: String, _ container: ContainerKind? = nil) -> ScreenDeclaration {
    ScreenDeclaration(kind, container: container)
  }

  static func route(_ identifier: String, _ steps: Step..., scene: String? = nil) -> Route {
    Route(identifier, scene: scene, to: steps)
  }

  static let present = Step.Verb.present(from: .current, style: .automatic)

  @Test func `C1: builds in a new modal stack`() throws {
    try Scenario(
      screens: [Self.product, Self.screen("stack", .stack)],
      routes: [Self.route("product", Step(Self.present, "stack"), Step(.push, "product"))]
    ).run(
      """
      given: home
      route: product(id: 7) -> shown
      changes: 1
      tree: home^stack[product(id: 7)]
      """)
  }

  @Test func `C2: a screen in a hidden tab is selected, nothing is built`() throws {
    try Scenario(
      screens: [Self.product],
      routes: [Self.route("product", Step(.select, "shop"), Step(.push, "product"))]
    ).run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog product(id: 7)]]
      route: product(id: 7) -> shown
      changes: 1
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

  @Test func `C3: other parameters push a second screen, or change the one`() throws {
    try Scenario(
      screens: [Self.product],
      routes: [
        Self.route("another", Step(.push, "product")),
        Self.route("same", Step(.push, "product", find: .name, updates: true)),
      ]
    ).run(
      """
      given: main/stack[product(id: 7)]
      route: same(id: 8) -> shown
      tree: main/stack[product(id: 8)]
      route: another(id: 7)
      tree: main/stack[product(id: 8) product(id: 7)]
      route: another(id: 8)
      tree: main/stack[product(id: 8)]
      """)
  }

  @Test func `C4: routing to a screen below pops what lies on it`() throws {
    try Scenario(routes: [Self.route("a", Step(.select, "a"))]).run(
      """
      given: main/stack[a b c]
      route: a -> shown
      changes: 1
      tree: main/stack[a]
      route: a -> already shown
      """)
  }

  @Test func `C5: found behind two modals, both go and its tab is selected`() throws {
    try Scenario(routes: [Self.route("catalog", Step(.select, "catalog"))]).run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog]]^m1^m2
      route: catalog
      changes: 2
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test func `C6: a modal that may not be dismissed refuses before any code is asked`() throws {
    for held in ["m1", "m2"] {
      try Scenario(
        screens: [ScreenDeclaration(held, isDismissible: false)],
        routes: [
          Self.route("catalog", Step(.select, "catalog")), Self.route("m1", Step(.select, "m1")),
        ],
        interceptors: ["gate"], answers: ["gate": .allow]
      ).run(
        """
        given: main/tabs[home/stack*[feed] shop/stack[catalog]]^m1^m2
        route: catalog -> failed at step 1: \(held) may not be dismissed
        asked:
        tree: main/tabs[home/stack*[feed] shop/stack[catalog]]^m1^m2
        route: m1 -> \(held == "m2" ? "failed at step 1: m2 may not be dismissed" : "shown")
        """)
    }
  }

  @Test func `C7: a new root with its screen is one change`() throws {
    try Scenario(
      screens: [Self.product, Self.screen("stack", .stack)],
      routes: [Self.route("fresh", Step(.root, "stack", find: .none), Step(.push, "product"))]
    ).run(
      """
      given: main/stack[a]
      route: fresh(id: 7)
      changes: 1
      tree: stack[product(id: 7)]
      """)
  }

  @Test func `C7: new tabs as root, in them a new stack with its screen, in one entry`() throws {
    try Scenario(
      screens: [Self.product, Self.screen("stack", .stack), Self.screen("tabs", .tabs)],
      routes: [Self.route("fresh", .root("tabs"), .tab("stack"), .push("product"))]
    ).run(
      """
      given: welcome
      route: fresh(id: 7) -> shown
      changes: 1
      tree: tabs[stack*[product(id: 7)]]
      """)
  }

  @Test func `C8: a stack with two screens, then a presented stack with a third`() throws {
    try Scenario(
      screens: [Self.screen("stack", .stack)] + kinds("a", "b", "c"),
      routes: [
        Self.route(
          "deep", Step(Self.present, "stack", find: .none), Step(.push, "a"), Step(.push, "b"),
          Step(Self.present, "stack", find: .none), Step(.push, "c"))
      ]
    ).run(
      """
      given: home
      route: deep
      changes: 1
      tree: home^stack[a b]^stack[c]
      """)
  }

  @Test func `C9: two pushes into an existing stack are one change`() throws {
    try Scenario(
      screens: kinds("a", "b"),
      routes: [Self.route("both", Step(.push, "a"), Step(.push, "b"))]
    ).run(
      """
      given: main/stack[home]
      route: both
      changes: 1
      tree: main/stack[home a b]
      """)
  }

  @Test(arguments: [
    ("main/stack[a b]", "push", "main/stack[a b x]"),
    ("main/stack[a b]", "root", "main/stack[x]"),
    ("main/stack[a b]", "top", "main/stack[a x]"),
    ("main/stack", "push", "main/stack[x]"),
    ("main/stack", "root", "main/stack[x]"),
    ("main/stack", "top", "main/stack[x]"),
  ])
  func `C10: push, push as root, replace top`(before: String, verb: String, after: String) throws {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("push", Step(.push, "x")), Self.route("root", Step(.pushAsRoot, "x")),
        Self.route("top", Step(.replaceTop, "x")),
      ]
    ).run(
      """
      given: \(before)
      route: \(verb) -> shown
      changes: 1
      tree: \(after)
      """)
  }

  @Test func `C13: presents over the current, the topmost or a named screen`() throws {
    try Scenario(
      screens: kinds("x"),
      routes: [
        Self.route("current", Step(Self.present, "x", find: .none)),
        Self.route("topmost", Step(.present(from: .topmost, style: .full), "x", find: .none)),
        Self.route("named", Step(.present(from: .named("a"), style: .sheet), "x", find: .none)),
        Self.route("absent", Step(.present(from: .named("x"), style: .sheet), "x", find: .none)),
      ]
    ).run(
      """
      given: main/stack[a]
      route: absent -> failed at step 1: there is no x to present from
      route: named
      tree: main/stack[a]^sheet:x
      route: named -> failed at step 1: main presents a screen already
      route: current
      tree: main/stack[a]^sheet:x^x
      route: topmost
      tree: main/stack[a]^sheet:x^x^full:x
      """)
  }

  @Test func `C14: with a modal up, from current fails; from root dismisses and replaces`() throws {
    try Scenario(
      screens: kinds("x", "y", "m"),
      routes: [
        Self.route("current", .root("x", from: .current)),
        Self.route("root", .root("x", from: .root)),
        Self.route("over", .present("m"), .root("y", from: .current)),
        Self.route("dismissed", .dismiss(.all), .root("y", from: .current)),
      ]
    ).run(
      """
      given: main/stack[a]^m^n
      route: current -> failed at step 1: n is presented over the root
      tree: main/stack[a]^m^n
      fact: dismissed
      route: current -> failed at step 1: m is presented over the root
      tree: main/stack[a]^m
      route: root -> shown
      changes: 1
      tree: x
      route: over -> failed at step 2: m is presented over the root
      tree: x
      route: dismissed -> shown
      tree: y
      """)
  }

  @Test func `C14: a new root dismisses the modal, unless that may not be`() throws {
    for isDismissible in [true, false] {
      try Scenario(
        screens: [ScreenDeclaration("m", isDismissible: isDismissible)] + kinds("x"),
        routes: [Self.route("x", Step(.root, "x"))]
      ).run(
        """
        given: main/stack[a]^m
        route: x -> \(isDismissible ? "shown" : "failed at step 1: m may not be dismissed")
        tree: \(isDismissible ? "x" : "main/stack[a]^m")
        """)
    }
  }

  @Test func `C15: interceptors: session-wide, destination's, outer steps' up to the found one`()
    throws
  {
    let screens = [
      ScreenDeclaration("outer", container: .stack, interceptors: ["outer"]),
      ScreenDeclaration("middle", interceptors: ["middle"]),
      ScreenDeclaration("product", schema: Self.product.schema, interceptors: ["kind", "first"]),
    ]
    let route = Route(
      "product", to: [Step(Self.present, "outer"), .push("middle"), .push("product")]
    ).asks("own")
    func scenario(_ denying: String?) -> Scenario {
      var answers: [String: Answer] = [:]
      for name in ["first", "second", "own", "kind", "middle", "outer"] {
        answers[name] = name == denying ? .deny(reason: "no") : .allow
      }
      return Scenario(
        screens: screens, routes: [route], interceptors: ["first", "second"], answers: answers)
    }
    try scenario(nil).run(
      """
      given: home
      route: product(id: 7) -> shown
      asked: first second own kind middle outer
      route: product(id: 8)
      asked: first second own kind
      tree: home^outer[middle product(id: 8)]
      """)
    try scenario(nil).run(
      """
      given: home^outer[start]
      route: product(id: 7)
      asked: first second own kind middle
      tree: home^outer[start middle product(id: 7)]
      """)
    for (denying, asked) in [
      ("first", "first"), ("own", "first second own"), ("kind", "first second own kind"),
      ("outer", "first second own kind middle outer"),
    ] {
      try scenario(denying).run(
        """
        given: home
        route: product(id: 7) -> denied: no
        asked: \(asked)
        tree: home
        """)
    }
  }

  @Test func `C18: missing or ill-typed parameters refuse before any code is asked`() throws {
    try Scenario(
      screens: [Self.product],
      routes: [
        Self.route("product", Step(.select, "shop"), Step(.push, "product")),
        Route("query", "/query", to: [.push("product")]),
      ], interceptors: ["gate"], answers: ["gate": .allow]
    ).run(
      """
      show: product -> failed at step 1: product needs id: int
      route: product -> failed at step 2: product needs id: int
      route: product(id: "7") -> failed at step 2: product needs id: int, not "7"
      open: /query?id=x -> failed at step 1: product needs id: int, not "x"
      open: /query?id=99999999999999999999
      outcome: failed at step 1: product needs id: int, not "99999999999999999999"
      asked:
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      open: /query?id=5 -> shown
      asked: gate
      """)
  }

  @Test func `C20: work of every screen of the trace is accepted only after full success`() throws {
    let screens =
      [
        ScreenDeclaration("outer", container: .stack, actions: [ActionTemplate("outer")]),
        ScreenDeclaration(
          "product", schema: Self.product.schema,
          actions: [ActionTemplate("product", with: ["id": .request("id")], when: .ready)]),
        ScreenDeclaration("columns", container: .split),
      ] + kinds("absent")
    try Scenario(
      screens: screens,
      routes: [
        Self.route("product", Step(Self.present, "outer"), Step(.push, "product")),
        Self.route(
          "broken", Step(Self.present, "outer"), Step(.push, "product"),
          Step(.column(.detail), "absent")),
      ]
    ).run(
      """
      given: home
      route: broken(id: 7) -> failed at step 3: there is no split container to put absent into
      performed:
      tree: home
      route: product(id: 7)
      performed: outer
      relaunch
      performed:
      ready: product
      performed: product
      """)
  }
}
