import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// The wall's clock is set between two runs: what waits for a moment waits as long as was left when
/// the last session wrote its newest entry, and no longer.
@MainActor
struct ClockTests {
  private static let year: Int64 = 365 * 86_400_000_000

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
          RetryPolicy(attempts: 3, first: 5_000_000, longest: 5_000_000))),
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

  @Test func `fault 24: a clock that is set back again and again puts nothing off`() throws {
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
  func `fault 24: an action expires when its time is over, by whatever clock`(
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

  @Test func `fault 24: a back-off that a clock set back would lengthen keeps its length`() throws {
    let journal = try TestJournal(shop)
    var attempts = 0
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("flaky") { _ in
          attempts += 1
          return attempts == 1 ? .failed(reason: "no line") : .done
        }
      }
    }
    do { launch().open("/flaky/1") }
    #expect(attempts == 1)
    journal.clock.wall -= Self.year
    let session = launch()
    journal.wake(session, after: 4_999_999)
    #expect(attempts == 1)
    journal.wake(session, after: 1)
    #expect(attempts == 2)
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: a request that waits expires when its time is over, by any clock`() throws {
    let journal = try TestJournal(shop)
    func launch() -> RouteSession {
      journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    }
    let options = RouteRequest.Options(expiresAfter: 10_000_000)
    do {
      let session = launch()
      session.open("/orders/1", options: options)
      journal.clock.advance(by: 7_000_000)
      session.background()
    }
    for _ in 0..<2 {
      journal.clock.wall -= Self.year
      let session = launch()
      session.signal("open")  // asked again, it waits again, as long as before
      #expect(session.restoration?.clockSet ?? 0 < 0)
      #expect(session.nextExpiry?.microseconds == journal.clock.wall + 3_000_001)
      try journal.requireReplays(of: session)
    }
    let session = launch()
    #expect(session.restoration?.clockSet == 0)
    #expect(session.state.waiting.map(\.clockSet) == [-2 * Self.year])
    journal.clock.advance(by: 3_000_000)
    session.checkExpiry()
    #expect(session.state.waiting.count == 1)
    journal.clock.advance(by: 1)
    session.checkExpiry()
    #expect(try journal.entries().last?.outcome == .expired)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: the clock of work on the journal in between says nothing`() throws {
    for jump in [Self.year, -Self.year] {
      let journal = try TestJournal(shop)
      var performed = 0
      func launch() -> RouteSession {
        journal.launch {
          $0.perform("later") { _ in returning(.done, after: performed += 1) }
        }
      }
      do {
        let session = launch()
        session.openAll("/orders/1", "/later/1")
      }
      journal.clock.wall += jump
      do {
        let maintenance = try Maintenance(at: journal.path, clock: journal.clock.sessionClock)
        #expect(try maintenance.prune(RetentionPolicy(entries: 1)).entries > 0)
        try maintenance.end()
      }
      if jump > 0 { journal.clock.wall -= jump }
      let session = launch()
      journal.wake(session, after: 4_999_999)
      #expect(performed == 0)
      journal.wake(session, after: 1)
      #expect(performed == 1)
      try journal.requireReplays(of: session)
    }
  }

  @Test func `fault 24: what is adopted from a damaged file keeps its delay too`() throws {
    let journal = try TestJournal(shop)
    var performed = 0
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("later") { _ in returning(.done, after: performed += 1) }
      }
    }
    do {
      let session = launch()
      session.open("/later/1")
      journal.clock.advance(by: 2_000_000)
      session.openAll("/orders/1", "/orders/2")
    }
    let last = try History(path: journal.path).head().sequence
    try execute("UPDATE journal SET link = '/x' WHERE sequence = \(last)", on: journal.path)
    journal.clock.wall -= Self.year
    let session = launch()
    _ = try journal.setAside(of: session)
    journal.wake(session, after: 2_999_999)
    #expect(performed == 0)
    journal.wake(session, after: 1)
    #expect(performed == 1)
    try journal.requireReplays(of: session)
  }
}
