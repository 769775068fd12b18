import RouteEngine
import RouteTestSupport
import Testing

/// Destinations with steps that only remove screens, and with steps after these.
@MainActor
struct LeavingStepTests {
  private static let noted = ScreenDeclaration(
    "product", schema: ["id": .int], actions: [ActionTemplate("note", when: .ready)])

  private let scenario = Scenario(
    screens: [noted, .order, ScreenDeclaration("login"), ScreenDeclaration("help")],
    routes: [
      .product,
      Route("clean", "/clean/:id", to: [.dismiss(.all), .select("shop"), .push("product")]),
      Route("away", "/away/:id", to: [.dismiss(.all), .select("home"), .push("order")]),
      Route("back", "/back", to: [.select("shop"), .pop()]),
      Route("login", "/login", to: [.present("login")]),
      Route("help", "/help", to: [.present("help", from: .topmost)]),
      Route("behind", "/behind/:id", to: [.dismiss(), .push("order")]),
      Route("nothing", "/nothing/:id", to: [.push("order", find: .none), .pop()]),
      Route("flash", "/flash", to: [.present("login"), .dismiss()]),
      Route(
        "detour", "/detour/:id",
        to: [
          .push("order"), .dismiss(.all), .select("shop"), .dismiss(.all), .select("home"), .pop(),
        ]),
    ])

  @Test func `only screens that a destination reaches enqueue actions, and once`() throws {
    try scenario.run(
      """
      open: /products/7
      actions: note waiting
      open: /clean/7 -> already shown
      actions: note waiting, note waiting
      open: /away/5 -> shown
      actions: note waiting, note waiting
      """)
  }

  @Test func `the screen that the last step leaves visible is the destination`() throws {
    try scenario.run(
      """
      open: /products/7
      open: /products/8
      open: /back
      actions: note waiting, note waiting
      """)
  }

  @Test func `a push behind a dismissal covers the layers above its stack`() throws {
    try scenario.run(
      """
      open: /login
      open: /help
      shows: help
      open: /behind/1 -> shown
      shows: order
      """)
  }

  @Test func `a pop to a screen asks the interceptors of its kind`() throws {
    try Scenario(
      screens: [ScreenDeclaration("account", interceptors: ["gate"])] + kinds("note"),
      routes: [
        Route("account", "/account", to: [.select("shop"), .popTo("account")]),
        Route("on", "/on", to: [.select("shop"), .popTo("account"), .push("note")]),
      ],
      answers: ["gate": .deny(reason: "no")]
    ).run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog account note]]
      open: /account -> denied: no
      asked: gate
      open: /on -> shown
      """)
  }

  @Test func `a pop to a container leads to the container and not to the screen in it`() throws {
    try Scenario(
      screens: [
        ScreenDeclaration(
          "nav", container: .stack, actions: [ActionTemplate("note", when: .ready)]),
        ScreenDeclaration("list"),
      ],
      routes: [
        Route("nav", "/nav", to: [.select("shop"), .popTo("nav")])
          .performs("look", when: .ready)
      ]
    ).run(
      """
      given: main/tabs[home/stack*[feed] shop/stack[catalog nav/stack[list] page]]
      open: /nav -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog nav/stack[list]]]
      actions: note waiting, look waiting
      ready: list
      performed:
      ready: nav
      performed: note look
      """)
  }

  @Test func `a destination without changes is already shown`() throws {
    try scenario.run(
      """
      open: /products/7
      open: /nothing/5 -> already shown
      open: /products/8
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) product(id: 8)]]
      """)
  }

  @Test(arguments: ["/nothing/5", "/flash", "/detour/5"])
  func `screens that are added and removed again do not count, with their ids`(link: String) throws
  {
    let journal = TestJournal(of: scenario)
    let session = journal.launch()
    let (tree, counter) = (session.state.tree, session.state.counter)
    #expect(session.open(link).outcome == .alreadyShown)
    #expect(try journal.entries().last?.changes.isEmpty == true)
    #expect(session.state.tree == tree && session.state.counter == counter)
    #expect(session.open("/products/7").outcome == .shown)
    try journal.requireReplays(of: session)
  }
}
