import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The scenarios that none of the three libraries offers: B2 to B5.
@MainActor
struct BeyondScenarioTests {
  let shop = Scenario(
    screens: [.order, .product],
    routes: [.product, Route("order", "/orders/:id", to: .inShop("order")).asks("signedIn")],
    configure: {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    })
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test func `B2: every change of a history can be undone, back to the beginning`() throws {
    let session = journal.launch { shop.configure(&$0) }
    for link in ["/products/1", "/orders/1", "/products/2", "/products/1", "/nowhere"] {
      session.open(link)
    }
    session.requests.suspend()
    session.open("/products/9")
    session.requests.resume(.clear)
    session.signal("signedIn", principal: "user-1")
    session.ready()
    var states: [RouteState] = []
    var state = RouteState()
    let entries = try journal.entries()
    for entry in entries {
      states.append(state)
      try entry.apply(to: &state)
    }
    #expect(state == session.state)
    for (entry, before) in zip(entries, states).reversed() {
      var undone = state
      var middle = before
      var inverses: [[RouteChange]] = []
      for change in entry.changes {
        inverses.append(try middle.inverse(of: change))
        try middle.apply(change)
      }
      for inverse in inverses.reversed() { try undone.apply(inverse) }
      #expect(undone.tree == before.tree)
      #expect(undone.waiting == before.waiting)
      #expect(undone.actions == before.actions)
      #expect(undone.conditions == before.conditions)
      #expect(undone.principal == before.principal)
      #expect(undone.isSuspended == before.isSuspended)
      state = before
    }
  }

  @Test func `B2: the state at any sequence can be shown`() throws {
    let session = journal.launch()
    var expected: [Int64: String] = [:]
    for id in 1...5 {
      session.open("/products/\(id)")
      expected[session.journal.anchor.sequence] = session.notation
      if id == 3 { session.background() }
    }
    let history = try History(path: journal.path)
    for (sequence, notation) in expected {
      let state = try HistoryFold.state(at: sequence, of: history)
      #expect(journal.table.notation(of: state.tree) == notation)
    }
  }

  @Test func `B4: a link waits for log-in through a kill and continues once`() throws {
    try shop.run(
      """
      open: /orders/7
      parked: 1
      relaunch
      parked: 1
      signal: network
      parked: 1
      signal: signedIn as user-1
      parked: 0
      tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 7)]]
      fact: popped
      signal: signedIn as user-1
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test func `B4: not for another user, and again for its own`() async throws {
    var shop = shop
    shop.configure = {
      $0.answer("signedIn") { _ in .wait(condition: "unlocked") }
    }
    try shop.run(
      """
      sign in: user-1
      open: /orders/7
      parked: 1
      sign out
      signal: unlocked
      parked: 1
      signal: unlocked as user-2
      parked: 1
      relaunch
      signal: unlocked as user-2
      parked: 1
      tree: \(Scenario.tree)
      """)
    shop.configure = { _ in }
    try await shop.later("signedIn").run(
      awaiting: """
        sign in: user-1
        open: /orders/7
        code: wait unlocked
        signal: unlocked as user-2
        settle
        unanswered: 0
        outcome: waiting
        signal: unlocked as user-1
        code: allow
        outcome: shown
        """)
  }

  @Test func `B4: not after it expired`() throws {
    try shop.run(
      """
      open for 1: /orders/7
      signal: signedIn as user-1
      outcome: shown
      sign out
      fact: popped
      open for 1: /orders/8
      pass: 1.000001
      signal: signedIn as user-1
      outcome: expired
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      """)
  }

  @Test func `B5: the same id takes effect once, also across a relaunch`() throws {
    let reason = "failed: the source's id was used for other content by request 2"
    try shop.run(
      """
      open from n-1: /products/7 -> shown
      open from n-1: /products/7 -> duplicate of 2
      accepted: true
      open from n-1: /products/8 -> \(reason)
      relaunch
      open from n-1: /products/7 -> duplicate of 2
      open from n-1: /products/8 -> \(reason)
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]
      """)
  }

}
