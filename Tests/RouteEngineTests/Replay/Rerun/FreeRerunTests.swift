import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Deciding from the state that the rerun itself has reached shows the effects of a difference.
@MainActor
struct FreeRerunTests {

  private func definition(products: String = "/products/:id") -> RouteTableDefinition {
    RouteTableDefinition(
      tree: Scenario.tree, screens: [.product, ScreenDeclaration("review")],
      routes: [
        Route("product", products, to: .inShop("product")).performs("light", when: .ready),
        Route("review", "/review", to: [.select("product", find: .name), .push("review")]),
        Route("start", "/start", to: [.select("shop"), .pop(.all)]),
      ])
  }

  /// A product, its review, which the user closes, the product's readiness, and a way back.
  private func recorded() throws -> TestJournal {
    let own = definition()
    let journal = try TestJournal(
      Scenario(screens: own.screens, routes: own.routes), tree: Scenario.tree)
    let session = journal.launch { $0.perform("light") { _ in .done } }
    #expect(session.open("/products/1").outcome == .shown)
    #expect(session.open("/review").outcome == .shown)
    #expect(session.report(.popped(nil)).outcome == .shown)
    session.ready()
    session.signal("online")
    #expect(session.open("/start").outcome == .shown)
    #expect(session.open("/nowhere").outcome == .notFound)
    try journal.requireReplays(of: session)
    return journal
  }

  private func rerun(
    _ journal: TestJournal, on footing: Rerun.Footing,
    accepting: AcceptedDivergences = AcceptedDivergences()
  ) throws -> Rerun {
    try Rerun(
      of: History(path: journal.path), with: RouteTable(definition(products: "/wares/:id")),
      on: footing, accepting: accepting)
  }

  @Test func `the recorded table differs in nothing, pinned or free`() throws {
    let journal = try recorded()
    let rerun = try Rerun(of: History(path: journal.path), on: .free)
    #expect(rerun.divergences == [])
    #expect(rerun.isIdentical)
  }

  @Test func `consequences of a difference differ only in a free rerun, and are marked`() throws {
    let journal = try recorded()
    let pinned = try rerun(journal, on: .pinned)
    #expect(pinned.divergences.map(\.link) == ["/products/1"])
    #expect(pinned.divergences.map(\.follows) == [nil])
    #expect(pinned.following == 0)
    let free = try rerun(journal, on: .free)
    let told = free.divergences.map { "\($0.target) \($0.kind)" }
    #expect(
      told == [
        "/products/1 outcome", "/review outcome", "back outcome", " unfit", "/start changes",
      ])
    let origin = try #require(free.divergences.first).sequence
    #expect(free.divergences.map(\.follows) == [nil, origin, origin, origin, origin])
    #expect(free.following == 4)
    #expect(free.differing == 5)
    #expect(free.decisions == pinned.decisions)
  }

  @Test func `consequences of an accepted difference are accepted with it`() throws {
    let journal = try recorded()
    let text = """
      { format: "accepted-divergences/1", accepted: [{
        link: "/products/1", why: "ann: they are wares now",
        differs: ["outcome", "route", "changes", "action"],
      }] }
      """
    let rerun = try rerun(
      journal, on: .free, accepting: AcceptedDivergences(json: Array(text.utf8)))
    #expect(rerun.divergences == [])
    #expect(rerun.accepted == 5)
    #expect(rerun.acceptedCounts == [1])
  }

  @Test func `a request that has ended already does not go on`() throws {
    let own = definition()
    var asking = own
    asking.routes[0].interceptors = ["gate"]
    let journal = try TestJournal(
      Scenario(screens: own.screens, routes: asking.routes), tree: Scenario.tree)
    let session = journal.launch {
      $0.perform("light") { _ in .done }
      $0.answer("gate") { asked in asked.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    session.open("/products/1")
    session.signal("signedIn", principal: "ann")
    try journal.requireReplays(of: session)
    let history = try History(path: journal.path)
    let free = try Rerun(of: history, with: RouteTable(own), on: .free)
    #expect(free.divergences.map(\.kind) == [.outcome, .unfit])
    #expect(free.divergences.last?.replayed.contains("has ended already") ?? false)
    #expect(free.decisions == 2)
  }

  @Test func `when both states are equal again, nothing is a consequence any more`() throws {
    let journal = try recorded()
    let session = journal.launch { $0.perform("light") { _ in .done } }
    #expect(session.open("/review").outcome?.word == "failed")
    session.open("/start")
    let free = try rerun(journal, on: .free)
    #expect(free.divergences.last?.target == "/start", "\(free.divergences.map(\.target))")
    #expect(free.divergences.count == 5)
  }

  @Test func `a consequence names the entry at which the screens began to differ`() throws {
    let journal = try recorded()
    var other = definition(products: "/wares/:id")
    other.routes[0].patterns = ["/products/:id"]
    other.routes[0].actions = []
    other.routes[1].patterns = ["/reviews"]
    let free = try Rerun(of: History(path: journal.path), with: RouteTable(other), on: .free)
    let own = free.divergences.filter { $0.follows == nil }
    #expect(own.map(\.target) == ["/products/1", "/review"])
    let fact = free.divergences.first { $0.target == "back" }
    #expect(fact?.follows == own.last?.sequence, "\(free.divergences.map(\.lines))")
  }
}
