import RouteEngine
import RouteTestSupport
import Testing

/// Pushes onto one stack, which the planner joins into one change, and the pop before them.
@MainActor
struct PushedTogetherTests {
  private let scenario = Scenario(
    screens: [
      .product, .order, ScreenDeclaration("help"),
      ScreenDeclaration("wiz", container: .stack),
    ],
    routes: [
      .product,
      Route("pair", "/pair/:id", to: .inShop("product") + [.push("order")]),
      Route("three", "/three/:id", to: .inShop("product") + [.push("order"), .push("help")]),
      Route("help", "/help/:id", to: .inShop("product") + [.push("help")]),
      Route("alone", "/alone/:id", to: [.select("shop"), .pushAsRoot("product"), .push("order")]),
      Route("instead", "/instead/:id", to: .inShop("product") + [.replaceTop("order")]),
      Route(
        "nested", "/nested/:id",
        to: .inShop("product") + [.push("wiz").holding("help"), .push("help", find: .none)]),
    ])

  @Test func `consecutive pushes keep their order`() throws {
    try scenario.run(
      """
      open: /three/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) order(id: 7) help]]
      """)
  }

  @Test func `a pop and the pushes after it are one change`() throws {
    try scenario.run(
      """
      open: /pair/7
      open: /help/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) help]]
      """)
    let journal = TestJournal(of: scenario)
    let session = journal.launch()
    session.open("/pair/7")
    session.open("/help/7")
    // The first request selects a tab and pushes both screens; the second pops one and pushes
    // another.
    #expect(try journal.entries().suffix(2).map(\.changes.count) == [2, 1])
    try journal.requireReplays(of: session)
  }

  @Test func `pushes follow a step that replaces a stack's screens`() throws {
    try scenario.run(
      """
      open: /instead/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
      open: /alone/8 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[product(id: 8) order(id: 8)]]
      """)
  }

  @Test func `a push behind a container goes into it`() throws {
    try scenario.run(
      """
      open: /nested/7 -> shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) wiz/stack[help help]]]
      """)
  }

  @Test func `the step whose screen exceeds the limit fails, and not the one before it`() throws {
    let journal = TestJournal(of: scenario)
    let session = journal.launch { $0.limits.screens = 7 }
    let outcome = session.open("/three/7").outcome
    #expect(outcome == .failed(step: 4, reason: "more than 7 screens"))
    #expect(session.open("/pair/7").outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `popped screens make room for new ones`() throws {
    let journal = TestJournal(of: scenario)
    let session = journal.launch { $0.limits.screens = 7 }
    #expect(session.open("/pair/7").outcome == .shown)
    #expect(session.state.tree.count == 7)
    #expect(session.open("/help/7").outcome == .shown)
    #expect(session.state.tree.count == 7)
    #expect(session.open("/three/8").outcome == .failed(step: 2, reason: "more than 7 screens"))
    try journal.requireReplays(of: session)
  }

  @Test func `a screen that replaces another one is accepted at the limit`() throws {
    let journal = TestJournal(of: scenario)
    let session = journal.launch { $0.limits.screens = 6 }
    #expect(session.open("/instead/7").outcome == .shown)
    #expect(session.state.tree.count == 6)
    try journal.requireReplays(of: session)
  }
}
