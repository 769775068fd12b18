import RouteEngine
import RouteTestSupport
import Testing

/// Conditions outlive a process, except those that are declared for one process.
@MainActor
struct ProcessConditionTests {
  private static func journal() throws -> TestJournal {
    let order = Route("order", "/orders/:id", to: .inShop("order")).asks("online")
    let product = Route("product", "/products/:id", to: .inShop("product"))
      .performs(ActionTemplate("sync", when: .arrival).waits(for: "online"))
    return try TestJournal(Scenario(screens: [.product, .order], routes: [order, product]))
  }

  private static func launch(
    _ journal: TestJournal, _ performed: (() -> Void)? = nil
  ) -> RouteSession {
    journal.launch {
      $0.processConditions = ["online"]
      $0.answer("online") { $0.holds("online") ? .allow : .wait(condition: "online") }
      $0.perform("sync") { _ in
        performed?()
        return .done
      }
    }
  }

  @Test(arguments: [false, true])
  func `a relaunch keeps the principal and conditions, except those of a process`(
    ends: Bool
  ) throws {
    let journal = try Self.journal()
    var first: RouteSession? = Self.launch(journal)
    first?.signal("member", principal: "anna")
    first?.signal("online")
    if ends { first?.end() }
    first = nil
    let second = Self.launch(journal)
    #expect(second.state.principal == "anna")
    #expect(second.state.conditions == ["member"])
    let order = second.open("/orders/7")
    #expect(second.state.waiting.map(\.status) == [.condition("online")])
    second.signal("online")
    #expect(order.outcome == .shown)
    try journal.requireReplays(of: second)
  }

  @Test func `no action of a killed process runs as if its condition held`() throws {
    let journal = try Self.journal()
    var performed = 0
    var first: RouteSession? = journal.launch()  // without the action's handler
    first?.signal("online")
    first?.open("/products/7")
    first = nil  // killed
    let second = Self.launch(journal) { performed += 1 }
    second.ready()
    #expect(second.state.actions.count == 1)
    #expect(performed == 0)
    second.signal("online")
    try journal.requireReplays(of: second)
  }

  @Test func `a launch without such a condition writes nothing about it`() throws {
    let journal = try Self.journal()
    var first: RouteSession? = Self.launch(journal)
    first?.end()
    first = nil
    let before = try journal.entries().count
    let second = Self.launch(journal)
    #expect(try journal.entries().count == before + 2)
    try journal.requireReplays(of: second)
  }
}
