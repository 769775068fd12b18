import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteStore

/// The wall clock is set between two launches within one run of the system, whose monotonic clock
/// tells by how much: a wait until a moment lasts as long as planned.
@MainActor
struct SetClockTests {
  private static let year: Int64 = 365 * 86_400_000_000

  let shop = ClockTests().shop

  private func booted(_ boot: String? = "a") throws -> TestJournal {
    let journal = try TestJournal(shop)
    (journal.clock.boot, journal.clock.monotonic) = (boot, 7_000_000)
    return journal
  }

  @Test(arguments: [31_536_000, 2, 0, -2, -31_536_000])
  func `fault 24: a clock set in one run of the system changes no delay`(clock: Int) throws {
    for last in ["background", "wake"] {
      try shop.run(
        """
        boot: a
        relaunch
        open: /later/1
        pass: 3
        \(last)
        clock: \(clock)
        crash
        wake
        performed:
        wait: 1
        performed:
        wait: 1
        performed: later
        """)
    }
  }

  @Test(arguments: [31_536_000, -31_536_000])
  func `fault 24: an hour stays an hour of the clock that never jumps`(clock: Int) throws {
    var shop = shop
    shop.routes[0] = Route("later", "/later/:id", to: .inShop("product")).performs(
      ActionTemplate("later").delayed(by: .seconds(3_600)))
    try shop.run(
      """
      boot: a
      relaunch
      open: /later/1
      clock: \(clock)
      crash
      wait: 1799
      performed:
      clock: \(clock)
      crash
      wait: 1799
      performed:
      wait: 2
      performed: later
      """)
  }

  @Test(arguments: [(31_536_000, 8, "short"), (31_536_000, 11, ""), (-5, 11, ""), (-5, 8, "short")])
  func `fault 24: an action expires when its time is over, and not before`(
    clock: Int, seconds: Int, performed: String
  ) throws {
    try shop.run(
      """
      boot: a
      relaunch
      open: /short/1
      pass: 6
      clock: \(clock)
      crash
      wait: \(seconds - 6)
      signal: online
      performed: \(performed)
      """)
  }

  @Test func `fault 24: in another run of the system only the wall clock counts`() throws {
    for boots in [("a", "b"), ("a", "á"), ("á", "a\u{301}")] {
      try shop.run(
        """
        boot: \(boots.0)
        relaunch
        open: /later/1
        boot: \(boots.1)
        clock: 31536000
        crash
        performed: later
        """)
      try shop.run(
        """
        boot: \(boots.0)
        relaunch
        open: /later/1
        pass: 3
        boot: \(boots.1)
        clock: -31536000
        crash
        wait: 4
        performed:
        wait: 1
        performed: later
        """)
    }
  }

  @Test func `fault 24: less than a second is no setting of the clock, a second is`() throws {
    for span in [-999_999, 0, 999_999, 1_000_000, -1_000_000] as [Int64] {
      let journal = try booted()
      do { journal.launch().open("/later/1") }
      journal.clock.advance(by: 3_000_000)
      journal.clock.wall += span
      let session = journal.launch()
      #expect(
        session.launch.restoration?.clockSetMicroseconds == (span.magnitude < 1_000_000 ? 0 : span))
      try journal.requireReplays(of: session)
    }
  }

  @Test func `fault 24: a waiting request and a back-off follow the clock both ways`() throws {
    let journal = try booted()
    var attempts = 0
    func launch() -> RouteSession {
      journal.launch {
        $0.answer("gate") { _ in .wait(condition: "open") }
        $0.perform("flaky") { _ in
          attempts += 1
          return attempts == 1 ? .failed(reason: "no line") : .done
        }
      }
    }
    let options = RouteRequest.Options(expiresAfter: .seconds(10))
    do {
      let session = launch()
      session.open("/flaky/1")
      session.open("/orders/1", options: options)
    }
    var rest: Int64 = 10_000_000
    var sum: Int64 = 0
    for span in [Self.year, 2 * Self.year, -3 * Self.year - 4_000_000, 4_000_000] {
      journal.clock.wall += span
      journal.clock.advance(by: 1_000_000)
      rest -= 1_000_000
      sum += span
      let session = launch()
      session.stable()
      session.signal("open")  // asked again, it waits as long as before
      #expect(session.launch.restoration?.clockSetMicroseconds == span)
      #expect(session.state.waiting.map(\.clockSetMicroseconds) == [sum])
      #expect(session.requests.nextExpiry?.microseconds == journal.clock.wall + rest + 1)
      #expect(attempts == 1)
      try journal.requireReplays(of: session)
    }
    let session = launch()
    journal.wake(session, after: 999_999)
    #expect(attempts == 1)
    journal.wake(session, after: 1)
    #expect(attempts == 2)
    journal.clock.advance(by: 5_000_000)
    session.wake()
    #expect(session.state.waiting.count == 1)
    journal.clock.advance(by: 1)
    session.wake()
    #expect(try journal.entries().last?.outcome == .expired)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: a place's age does not depend on the clock's setting`() throws {
    for (days, span) in [(0, Self.year), (2, -Self.year), (0, -Self.year), (2, Self.year)] {
      let journal = try booted()
      do {
        let session = journal.launch()
        session.open("/orders/1")
        session.background()
      }
      journal.clock.advance(by: Int64(days) * 86_400_000_000)
      journal.clock.wall += span
      let session = journal.launch { $0.maximumAge = .seconds(86_400) }
      #expect(session.launch.restoration?.left == (days == 2 ? .age : nil))
      try journal.requireReplays(of: session)
    }
  }

  @Test func `fault 24: a session that goes on as the last one has that one's time`() throws {
    let journal = try booted()
    func launch(_ beginning: RouteSession.Configuration.Beginning) -> RouteSession {
      journal.launch {
        $0.beginning = beginning
        $0.perform("later") { _ in .done }
      }
    }
    do { launch(.restored).open("/later/1") }
    for span in [Self.year, -Self.year] {
      journal.clock.wall += span
      journal.clock.advance(by: 1_000_000)
      launch(.continued).open("/orders/1")
    }
    #expect(try journal.entries().map(\.elapsed).last == 2_000_000)
    journal.clock.wall += Self.year
    try journal.requireLater(of: launch(.restored), after: 3_000_000)
  }

  @Test func `fault 24: a clock beyond all moments records what comes later`() throws {
    let journal = try booted()
    journal.clock.wall = .max
    let session = journal.launch()
    journal.clock.monotonic += 3_600_000_000
    #expect(session.open("/short/1").isRecorded && session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: maintenance in between, with any clock, has no effect`() throws {
    for boot in [nil, "a", "b"] as [String?] {
      let journal = try booted()
      do {
        let session = journal.launch()
        session.openAll("/short/1", "/later/2")
      }
      let own = journal.clock.sessionClock
      let other = SessionClock(
        wallMicroseconds: { own.wallMicroseconds() + 9 * Self.year },
        monotonicMicroseconds: { 5 }, boot: boot)
      let state = try HistoryFold.state(at: .max, of: History(path: journal.path))
      let action = try #require(state.actions.first)
      do {
        let maintenance = try JournalMaintenance(at: journal.path, clock: other)
        #expect(try maintenance.cancel(action.id))
        try maintenance.end()
      }
      journal.clock.wall += Self.year
      let session = journal.launch()
      #expect(session.launch.restoration?.clockSetMicroseconds == Self.year)
      try journal.requireReplays(of: session)
      let began = try journal.entries().filter { $0.kind == .began }.map(
        ClockReading.init(beginning:))
      #expect(began.map(\.boot) == ["a", nil, "a"])
      #expect(began.map(\.monotonic) == [7_000_000, 0, 7_000_000])
    }
  }

  @Test func `fault 24: when the session's beginning was pruned the wall clock counts`() throws {
    let journal = try booted()
    do { journal.launch().open("/later/1") }
    do {
      let maintenance = try JournalMaintenance(at: journal.path, clock: journal.clock.sessionClock)
      #expect(try maintenance.prune(RetentionPolicy(entries: 1)).entries > 0)
      try maintenance.end()
    }
    journal.clock.wall += Self.year
    let session = journal.launch()
    #expect(session.launch.restoration?.clockSetMicroseconds == 0)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: a delay adopted from a damaged file follows the clock too`() throws {
    let journal = try booted()
    do {
      let session = journal.launch()
      session.openAll("/later/1", "/orders/1")
    }
    let last = try History(path: journal.path).head().sequence
    try execute("UPDATE journal SET link = '/x' WHERE sequence = \(last)", on: journal.path)
    journal.clock.wall += Self.year
    let session = journal.launch()
    _ = try journal.setAside(of: session)
    #expect(session.launch.restoration?.clockSetMicroseconds == Self.year)
    try journal.requireReplays(of: session)
  }

  @Test func `a clock without a known run of the system is written without it`() throws {
    let journal = try booted(nil)
    do { journal.launch().open("/later/1") }
    let began = try journal.entries()[0]
    #expect(began.notes.map(\.name) == ["beginning", "device", "identifier", "table"])
    journal.clock.boot = "a"
    journal.clock.wall += Self.year
    let session = journal.launch()
    #expect(session.launch.restoration?.clockSetMicroseconds == 0, "time passed")
    try journal.requireReplays(of: session)
  }

  #if os(Linux)
  @Test func `the system identifies its present run`() throws {
    let boot = try #require(SessionClock.system.boot)
    #expect(boot.utf8.count == 36 && boot.utf8.allSatisfy { $0 > 32 && $0 < 127 }, "\(boot)")
    #expect(SessionClock.system.boot == boot)
    let journal = try TestJournal(shop)
    for _ in 0..<2 { _ = journal.launch { $0.clock = .system } }
    let clocks = try journal.entries().filter { $0.kind == .began }.map(
      ClockReading.init(beginning:))
    try #require(clocks.count == 2)
    #expect(clocks[1].boot == boot)
    #expect(clocks[1].elapsed(since: clocks[0]) != nil)
  }
  #endif

  @Test(arguments: [
    "UPDATE journal SET at_us = at_us + 1099511627776 WHERE sequence = 1",
    """
    UPDATE journal SET payload = replace(payload, '"monotonic":7', '"monotonic":1')
    WHERE sequence = 1
    """,
  ])
  func `fault 24: a damaged first entry shows no setting of the clock`(damage: String) throws {
    let journal = try booted()
    do {
      let session = journal.launch()
      session.open("/later/1")
      session.background()  // a checkpoint: the launch reads nothing before it
    }
    journal.clock.advance(by: 1_000_000)
    let connection = try Connection(path: journal.path, mode: .write)
    try connection.execute(damage)
    #expect(try connection.integer("SELECT changes()") == 1)
    let session = journal.launch()
    #expect(session.launch.restoration?.clockSetMicroseconds == 0)
    #expect(session.state.actions.count == 1)
  }

  @Test func `fault 24: a clock set while the journal is locked delays no attempt to write`()
    throws
  {
    let journal = TestJournal(of: .shop())
    do { journal.launch().open("/products/1") }
    var problem = StoreError.locked(path: journal.path)
    let session = journal.launch { $0.openingProblem = { problem } }
    #expect(session.health.problem == problem)
    journal.clock.setWall(by: .seconds(86_400))
    problem = .diskFull
    journal.wake(session, after: 1_000_000)
    #expect(session.health.problem == .diskFull)
    journal.clock.advance(by: 1_000_000)
    #expect(session.open("/products/2").isRecorded && session.health == .recording)
    try journal.requireReplays(of: session)
  }
}
