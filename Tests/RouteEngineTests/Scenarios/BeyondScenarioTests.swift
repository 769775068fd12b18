import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The scenarios that none of the three inspirations offers: B2 to B5.
@MainActor
struct BeyondScenarioTests {
  let shop = Scenario(
    screens: [.order, .product],
    routes: [
      .product,
      Route("order", "/orders/:id", to: .inShop("order")).asks("signedIn"),
    ],
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
    session.suspend()
    session.open("/products/9")
    session.resume(.clear)
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
      expected[session.anchor.sequence] = session.notation
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

  @Test func `B4: not for another user, and again for its own`() throws {
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
    var mayGoOn = false
    let session = journal.launch {
      $0.answer("signedIn") { _ in mayGoOn ? .allow : .wait(condition: "unlocked") }
    }
    session.signIn(as: "user-1")
    let opening = session.open("/orders/7")
    mayGoOn = true
    session.signal("unlocked", principal: "user-2")
    #expect(opening.outcome == nil)
    session.signal("unlocked", principal: "user-1")
    #expect(opening.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `B4: not after it expired`() throws {
    let session = journal.launch { shop.configure(&$0) }
    let options = RouteRequest.Options(expiresAfter: 1_000_000)
    let before = session.state.tree
    let inTime = session.open("/orders/7", options: options)
    session.signal("signedIn", principal: "user-1")
    #expect(inTime.outcome == .shown)
    session.signOut()
    session.report(.popped(nil))
    let late = session.open("/orders/8", options: options)
    journal.clock.advance(by: 1_000_001)
    session.signal("signedIn", principal: "user-1")
    #expect(late.outcome == .expired)
    #expect(session.state.tree.count == before.count)
    try journal.requireReplays(of: session)
  }

  @Test func `B5: the same id takes effect once, also across a relaunch`() throws {
    var first: RequestID?
    for launch in 1...3 {
      let session = journal.launch()
      let opening = session.open("/products/7", from: .notificationResponse, source: "n-1")
      if launch == 1 {
        #expect(opening.outcome == .shown)
        first = opening.request
        #expect(session.open("/products/7", from: .notificationResponse, source: "n-1").accepted)
      } else {
        #expect(opening.outcome == .duplicate(of: try #require(first)))
      }
      let other = session.open("/products/8", from: .notificationResponse, source: "n-1")
      let reason = "the source's id was used for other content by request \(try #require(first))"
      #expect(other.outcome == .failed(step: 0, reason: reason))
      #expect(session.notation.hasSuffix("[catalog product(id: 7)]]"))
      try journal.requireReplays(of: session)
    }
  }
}
