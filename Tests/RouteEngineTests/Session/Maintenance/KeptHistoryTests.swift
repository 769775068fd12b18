import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Reasons to keep history, and the amount of space that is given back at a time.
@MainActor
struct KeptHistoryTests {
  private static func route(_ name: String, _ actions: [ActionTemplate] = []) -> Route {
    Route(
      name, patterns: ["/\(name)/:id"],
      destination: Destination([Step(.select, "shop"), Step(.push, "product")]),
      interceptors: name == "order" ? ["signedIn"] : [], actions: actions)
  }

  private let shop = Scenario(
    screens: [.product],
    routes: [
      route("product"), route("order"),
      route(
        "deadly",
        [ActionTemplate("send").retried(RetryPolicy(attempts: 2, first: .zero, longest: .zero))]),
      route("odd", [ActionTemplate("unheard")]),
    ])

  private func launch(_ journal: TestJournal, _ retention: RetentionPolicy) -> RouteSession {
    journal.launch {
      $0.retention = retention
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("send") { _ in .failed(reason: "no network") }
    }
  }

  /// Opens that number of links, each of another product, with a checkpoint after every fourth.
  private func open(_ count: Int, in session: RouteSession) {
    let shown = session.state.tree.count
    for number in 1...count {
      session.open("/product/\(shown + number)")
      if number % 4 == 0 { session.background() }
    }
  }

  @Test func `the default limits of history: 30 days, 50,000 entries, 32 MB`() {
    let standard = RouteSession.Configuration().retention
    #expect(
      standard == RetentionPolicy(age: .seconds(2_592_000), entries: 50_000, bytes: 32_000_000))
  }

  @Test(arguments: ["/order/7", "/deadly/7", "/odd/7"])
  func `a request that waits since before the bounds, or a dead action, keeps its history`(
    link: String
  ) throws {
    let journal = try TestJournal(shop)
    let session = launch(journal, RetentionPolicy(age: .seconds(60), entries: 4))
    open(4, in: session)
    let needed = try #require(session.open(link).request).rawValue
    session.wake()
    let statuses = session.state.actions.map(\.status)
    #expect(statuses == (link == "/deadly/7" ? [.dead] : link == "/odd/7" ? [.shelved] : []))
    #expect(session.state.waiting.count == (link == "/order/7" ? 1 : 0))
    journal.clock.advance(by: 3_600_000_000)
    open(40, in: session)
    let base = try History(path: journal.path).base().sequence
    #expect(base < needed && needed - base <= 5)
    #expect(try journal.entries().contains { $0.sequence == needed })

    if let action = session.state.actions.first { session.actions.cancel(action.id) }
    session.signal("signedIn", principal: "ann")
    open(8, in: session)
    #expect(try History(path: journal.path).base().sequence > needed)
    try journal.requireReplays(of: session)
  }

  @Test func `going to the background gives back 2,000 pages at most`() throws {
    let journal = try TestJournal(shop)
    let session = launch(journal, RetentionPolicy(entries: 4))
    open(12, in: session)  // from now on every background prunes
    // Twelve million bytes that are no longer used.
    try execute(
      "CREATE TABLE much (x); INSERT INTO much VALUES (zeroblob(12000000)); DROP TABLE much",
      on: journal.path)
    func pages() throws -> (all: Int64, free: Int64) {
      let file = try Connection(path: journal.path, mode: .read)
      return (
        try file.integer("PRAGMA page_count") ?? 0, try file.integer("PRAGMA freelist_count") ?? 0
      )
    }
    var before = try pages()
    #expect(before.free > 2_500)
    var given: [Int64] = []
    for _ in 1...2 {
      open(4, in: session)
      let after = try pages()
      given.append(before.all - after.all)
      before = after
    }
    // The pages of the pointer map are freed too: one for about each thousand pages.
    let most = Int64(2_000)...2_002
    #expect(most.contains(given[0]) && given[1] > 500 && given[1] < 2_000, "\(given)")
    #expect(before.free < 10)
    try journal.requireReplays(of: session)
  }
}
