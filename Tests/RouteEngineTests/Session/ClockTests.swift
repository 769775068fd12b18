import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The wall clock is set between two runs: a moment is still as far away as when the last session
/// wrote its newest entry.
@MainActor
struct ClockTests {
  private nonisolated static let year: Int64 = 365 * 86_400_000_000

  private static func route(_ name: String, _ action: ActionTemplate) -> Route {
    Route(name, "/\(name)/:id", to: .inShop("product")).performs(action)
  }

  let shop = Scenario(
    screens: [.product],
    routes: [
      route("later", ActionTemplate("later").delayed(by: .seconds(5))),
      route("short", ActionTemplate("short").waits(for: "online").expires(after: .seconds(10))),
      route(
        "flaky",
        ActionTemplate("flaky").retried(
          RetryPolicy(attempts: 3, first: .seconds(5), longest: .seconds(5)))),
      Route("order", "/orders/:id", to: .inShop("product")).asks("gate"),
    ])

  @Test func `fault 24: a delay goes on where the last session stopped, whatever year`() throws {
    for clock in [0, -1, -31_536_000] {
      try shop.run(
        """
        open: /later/1
        pass: 3
        background
        clock: \(clock)
        relaunch
        wake
        performed:
        wait: 1
        performed:
        wait: 1
        performed: later
        """)
    }
  }

  @Test func `fault 24: after a death the delay is counted from the newest entry`() throws {
    try shop.run(
      """
      open: /later/1
      pass: 3
      clock: -31536000
      crash
      wait: 4
      performed:
      wait: 1
      performed: later
      """)
  }

  @Test func `fault 24: a clock that is set back repeatedly delays nothing`() throws {
    try shop.run(
      """
      open: /later/1
      clock: -31536000
      relaunch
      clock: -31536000
      relaunch
      clock: -31536000
      relaunch
      wait: 4
      performed:
      wait: 1
      performed: later
      """)
  }

  @Test func `fault 24: a clock that is set forward is time that passed`() throws {
    try shop.run(
      """
      open: /later/1
      open: /short/2
      clock: 31536000
      relaunch
      performed: later
      signal: online
      performed:
      """)
  }

  @Test(arguments: [(1, "short"), (3, "")])
  func `fault 24: an action expires when its time is over, by any clock`(
    rest: Int, performed: String
  ) throws {
    try shop.run(
      """
      open: /short/1
      pass: 8
      background
      clock: -31536000
      relaunch
      wait: \(rest)
      signal: online
      performed: \(performed)
      """)
  }

  @Test func `fault 24: a back-off keeps its length when the clock is set back`() async throws {
    try await shop.later("flaky").run(
      awaiting: """
        open: /flaky/1
        finish: failed no line
        entries: retried
        settle
        clock: -31536000
        relaunch
        wait: 4.999999
        settle
        unanswered: 0
        wait: 0.000001
        finish: done
        actions:
        """)
  }

  @Test func `fault 24: a request that waits expires when its time is over, by any clock`() throws {
    let journal = try TestJournal(shop)
    func launch() -> RouteSession {
      journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    }
    let options = RouteRequest.Options(expiresAfter: .seconds(10))
    do {
      let session = launch()
      session.open("/orders/1", options: options)
      journal.clock.advance(by: 7_000_000)
      session.background()
    }
    for _ in 0..<2 {
      journal.clock.wall -= Self.year
      let session = launch()
      session.signal("open")  // asked again, it waits as long as before
      #expect(session.launch.restoration?.clockSetMicroseconds ?? 0 < 0)
      #expect(session.requests.nextExpiry?.microseconds == journal.clock.wall + 3_000_001)
      try journal.requireReplays(of: session)
    }
    let session = launch()
    #expect(session.launch.restoration?.clockSetMicroseconds == 0)
    #expect(session.state.waiting.map(\.clockSetMicroseconds) == [-2 * Self.year])
    journal.clock.advance(by: 3_000_000)
    session.wake()
    #expect(session.state.waiting.count == 1)
    journal.clock.advance(by: 1)
    session.wake()
    #expect(try journal.entries().last?.outcome == .expired)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [year, -year])
  func `fault 24: the clock of maintenance in between has no effect`(jump: Int64) throws {
    let journal = try TestJournal(shop)
    do { launch(journal).openAll("/orders/1", "/later/1") }
    journal.clock.wall += jump
    do {
      let maintenance = try JournalMaintenance(at: journal.path, clock: journal.clock.sessionClock)
      #expect(try maintenance.prune(RetentionPolicy(entries: 1)).entries > 0)
      try maintenance.end()
    }
    if jump > 0 { journal.clock.wall -= jump }
    try journal.requireLater(of: launch(journal), after: 5_000_000)
  }

  @Test func `fault 24: a delay adopted from a damaged file is kept too`() throws {
    let journal = try TestJournal(shop)
    do {
      let session = launch(journal)
      session.open("/later/1")
      journal.clock.advance(by: 2_000_000)
      session.openAll("/orders/1", "/orders/2")
    }
    let last = try History(path: journal.path).head().sequence
    try execute("UPDATE journal SET link = '/x' WHERE sequence = \(last)", on: journal.path)
    journal.clock.wall -= Self.year
    let session = launch(journal)
    _ = try journal.setAside(of: session)
    try journal.requireLater(of: session, after: 3_000_000)
  }

  private func launch(_ journal: TestJournal) -> RouteSession {
    journal.launch { $0.perform("later") { _ in .done } }
  }
}

extension TestJournal {
  /// Requires that the only action is performed after that number of microseconds, not before.
  func requireLater(of session: RouteSession, after microseconds: Int64) throws {
    wake(session, after: microseconds - 1)
    #expect(session.state.actions.map(\.status) == [.waiting])
    wake(session, after: 1)
    #expect(session.state.actions.isEmpty)
    #expect(try kinds().last == "done")
    try requireReplays(of: session)
  }
}
