import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The entry of a journal at which a condition begins to hold.
@MainActor
struct BisectionTests {
  private let journal: TestJournal

  /// Records an order that waits until somebody signs in and is then closed, and another order.
  init() throws {
    journal = try TestJournal(
      Scenario(
        screens: [.order],
        routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("signedIn")]))
    let session = journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    session.open("/orders/1")
    session.report(
      .selected(try #require(session.state.tree.firstScreen { $0.kind == "home" }?.id)))
    session.signIn(as: "ann")
    session.signal("signedIn")
    session.report(.popped(nil))
    session.open("/orders/2")
    session.signOut()
    session.stable()
  }

  private func history() throws -> History { try History(path: journal.path) }

  private func bisect(
    _ text: String, from first: Int64? = nil, to last: Int64? = nil, most: Int = 20
  ) throws -> Bisection {
    try Bisection(StateCondition(text), in: history(), from: first, through: last, most: most)
  }

  @Test(arguments: [
    "principal", "screen order", "screen order(id: 2)", "waiting", "waiting for signedIn",
    "shows feed", "not principal", "count screen order > 1", "condition signedIn",
    "$.principal == 'ann'", "screen nowhere", "shows order and not principal", "$.counter > 0",
  ])
  func `it finds what looking at every state finds`(text: String) throws {
    let history = try history()
    let condition = try StateCondition(text)
    let newest = try history.head().sequence
    let holds = try (1...newest).map {
      condition.holds(in: try HistoryFold.state(at: $0, of: history))
    }
    for (first, last) in [(1, newest), (3, newest), (2, newest - 2), (4, 4)] as [(Int64, Int64)] {
      let found = try bisect(text, from: first, to: last)
      let part = holds[Int(first - 1)..<Int(last)]
      #expect(found.first?.sequence == part.firstIndex(of: true).map { Int64($0 + 1) })
      #expect(found.holdsAtEnd == part.last && found.last == last && found.entries == part.count)
      let before = first > 1 && holds[Int(first - 2)]
      #expect(found.heldBefore == before)
      // The first entry is never a turning point.
      let turns = part.indices.filter { $0 > 0 && holds[$0] != holds[$0 - 1] }
      #expect(found.turns.map(\.sequence) == turns.map { Int64($0 + 1) })
      #expect(found.turns.map(\.holds) == turns.map { holds[$0] })
      #expect(found.firstBeginning?.sequence == turns.first { holds[$0] }.map { Int64($0 + 1) })
    }
  }

  @Test func `it names session, kind and request of the entry`() throws {
    let found = try #require(try bisect("screen order(id: 1)").first)
    let entries = try journal.entries()
    let entry = try #require(entries.first { $0.sequence == found.sequence })
    #expect(entry.kind == .decided && found.kind == "decided" && found.session == 1)
    #expect(found.request == entry.requestID && found.at == entry.at)
    let opened = entries.first { $0.requestID == found.request }
    #expect(opened?.request?.target.summary == "/orders/1")
    #expect(try bisect("principal").first?.request == nil)
  }

  @Test func `it counts every turn and keeps as many as were asked for`() throws {
    let all = try bisect("principal")
    #expect(all.turnCount == 2 && all.turns.map(\.holds) == [true, false])
    let one = try bisect("principal", most: 1)
    #expect(one.turnCount == 2 && one.turns == [all.turns[0]])
  }

  @Test func `where there are no entries there is nothing to find`() throws {
    let found = try bisect("not principal", from: 900)
    #expect(found.first == nil && found.last == nil && found.entries == 0)
  }

  @Test func `the next session is looked at like the first`() throws {
    let second = journal.launch()
    second.open("/orders/3")
    second.stable()
    #expect(try bisect("screen order(id: 2)").first?.session == 1)
    let rows = try history().sessions()
    let later = try bisect("screen order(id: 2)", from: rows.last?.firstSequence)
    #expect(later.first?.session == 2)
    #expect(later.heldBefore)
  }

  @Test func `damage before the place is reported`() throws {
    let forged = try journal.forged("UPDATE journal SET payload = NULL WHERE sequence = 3")
    let condition = try StateCondition("screen nowhere")
    #expect {
      try Bisection(condition, in: forged)
    } throws: {
      ($0 as? EntryError)?.sequence == 3
    }
  }
}
