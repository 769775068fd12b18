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
    Route(
      name, patterns: ["/\(name)/:id"],
      destination: Destination([Step(.select, "shop"), Step(.push, "product")]),
      actions: [action])
  }

  let shop = Scenario(
    screens: [ScottyScenarioTests.product],
    routes: [
      route("later", ActionTemplate("later").delayed(by: .seconds(5))),
      route("short", ActionTemplate("short").waits(for: "online").expires(after: .seconds(10))),
      route(
        "flaky",
        ActionTemplate("flaky").retried(
          RetryPolicy(attempts: 3, first: 5_000_000, longest: 5_000_000))),
      Route(
        "order", patterns: ["/orders/:id"],
        destination: Destination([Step(.select, "shop"), Step(.push, "product")]),
        interceptors: ["gate"]),
    ])
  let tree = "main/tabs[home/stack*[feed] shop/stack[catalog]]"

  @Test func `fault 24: a delay goes on where the last session stopped, a year back or not`()
    throws
  {
    for clock in [0, -1, -31_536_000] {
      try shop.run(
        """
        given: \(tree)
        open: /later/1
        pass: 3
        background
        clock: \(clock)
        relaunch
        wake
        performed:
        pass: 1
        wake
        performed:
        pass: 1
        wake
        performed: later
        """)
    }
  }

  @Test func `fault 24: after a death the delay is counted from the newest entry`() throws {
    try shop.run(
      """
      given: \(tree)
      open: /later/1
      pass: 3
      clock: -31536000
      crash
      pass: 4
      wake
      performed:
      pass: 1
      wake
      performed: later
      """)
  }

  @Test func `fault 24: a clock that is set back again and again puts nothing off`() throws {
    try shop.run(
      """
      given: \(tree)
      open: /later/1
      clock: -31536000
      relaunch
      clock: -31536000
      relaunch
      clock: -31536000
      relaunch
      pass: 4
      wake
      performed:
      pass: 1
      wake
      performed: later
      """)
  }

  @Test func `fault 24: a clock that is set forward is time that passed`() throws {
    try shop.run(
      """
      given: \(tree)
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
      given: \(tree)
      open: /short/1
      pass: 8
      background
      clock: -31536000
      relaunch
      pass: \(rest)
      wake
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
    journal.clock.advance(by: 4_999_999)
    session.wake()
    #expect(attempts == 1)
    journal.clock.advance(by: 1)
    session.wake()
    #expect(attempts == 2)
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: a request that waits expires when its time is over, by whatever clock`()
    throws
  {
    let journal = try TestJournal(shop)
    func launch() -> RouteSession {
      journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    }
    var options = RouteRequest.Options()
    options.expiresAfter = 10_000_000
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
      #expect(
        session.nextExpiry?.microseconds
          == journal.clock.wall + 3_000_001)
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
          $0.perform("later") { _ in
            performed += 1
            return .done
          }
        }
      }
      do {
        let session = launch()
        session.open("/orders/1")
        session.open("/later/1")
      }
      journal.clock.wall += jump
      do {
        let maintenance = try Maintenance(
          at: journal.path, clock: journal.clock.sessionClock)
        #expect(try maintenance.prune(RetentionPolicy(entries: 1)).entries > 0)
        try maintenance.end()
      }
      if jump > 0 { journal.clock.wall -= jump }
      let session = launch()
      journal.clock.advance(by: 4_999_999)
      session.wake()
      #expect(performed == 0)
      journal.clock.advance(by: 1)
      session.wake()
      #expect(performed == 1)
      try journal.requireReplays(of: session)
    }
  }

  @Test func `fault 24: what is adopted from a damaged file keeps its delay too`() throws {
    let journal = try TestJournal(shop)
    var performed = 0
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("later") { _ in
          performed += 1
          return .done
        }
      }
    }
    do {
      let session = launch()
      session.open("/later/1")
      journal.clock.advance(by: 2_000_000)
      session.open("/orders/1")
      session.open("/orders/2")
    }
    let last = try History(path: journal.path).head().sequence
    try execute("UPDATE journal SET link = '/x' WHERE sequence = \(last)", on: journal.path)
    journal.clock.wall -= Self.year
    let session = launch()
    guard case .recordingAnew = session.health else { throw ScenarioMistake("\(session.health)") }
    journal.clock.advance(by: 2_999_999)
    session.wake()
    #expect(performed == 0)
    journal.clock.advance(by: 1)
    session.wake()
    #expect(performed == 1)
    try journal.requireReplays(of: session)
  }
}

/// What `restored` says of the clock is made again from the journal, so that a forgery is found
/// although every digest is made anew.
@MainActor
struct ClockForgeryTests {
  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2, 3 | a product shown, its action accepted |
  /// | 4, 5 | an order received and parked, for ten seconds |
  /// | 6, 7 | began and restored, the clock a second behind |
  /// | 8, 9, 10, 11 | signalled, released, received and parked again |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(ClockTests().shop)
    var options = RouteRequest.Options()
    options.expiresAfter = 10_000_000
    func launch() -> RouteSession {
      journal.launch {
        $0.answer("gate") { _ in .wait(condition: "open") }
        $0.perform("later") { _ in .done }
      }
    }
    do {
      let session = launch()
      session.open("/later/1")
      session.open("/orders/2", options: options)
    }
    journal.clock.wall -= 1_000_000
    let session = launch()
    session.signal("open")
    try journal.requireReplays(of: session)
    #expect(
      try journal.kinds() == [
        "began", "decided", "enqueued", "received", "parked", "began", "restored", "signalled",
        "released", "received", "parked",
      ])
    return journal
  }

  enum Forgery: CaseIterable {
    case none, half, double, without, action, request, note, nothing
  }

  @Test(arguments: Forgery.allCases)
  func `a restore that takes the clock for another is found`(forgery: Forgery) throws {
    let journal = try recorded()
    let table = journal.table
    let before = try HistoryFold.state(at: 6, of: History(path: journal.path))
    let sql = try journal.rewriting(7) { restored in
      func restore(_ span: Int64) {
        let (changes, restoration) = Restoring(
          hadEnd: false, forgetsSuspects: false, uncleanEnds: 0, clockSet: -span
        ).restore(before, with: table)
        (restored.changes, restored.notes) = (changes, restoration.notes)
      }
      switch forgery {
      case .none: restore(1_000_000)
      case .half: restore(500_000)
      case .double: restore(2_000_000)
      case .without: restore(0)
      case .action: restored.changes.removeAll { if case .advance = $0 { true } else { false } }
      case .request: restored.changes.removeAll { if case .wait = $0 { true } else { false } }
      case .note: restored.notes["clockSet"] = nil
      case .nothing: restored.notes["clockSet"] = .int(0)
      }
    }
    // What follows was recorded with another digest: only what the forged entry says counts.
    let rest = "; DELETE FROM journal WHERE sequence > 7"
    let findings = try Verification(of: journal.forged(sql + rest)).findings
    #expect(findings.map(\.sequence) == (forgery == .none ? [] : [7]), "\(findings)")
  }

  @Test(arguments: [9, 10, 11] as [Int64])
  func `an entry that sets a waiting request's clock by itself is found`(
    sequence: Int64
  ) throws {
    let journal = try recorded()
    let sql = try journal.rewriting(sequence) { entry in
      entry.changes = entry.changes.map { change in
        guard case .wait(let waiting) = change else { return change }
        return .wait(
          WaitingRequest(
            id: waiting.id, request: waiting.request, status: waiting.status,
            replacement: waiting.replacement, clockSet: waiting.clockSet + 1))
      }
    }
    let rest = "; DELETE FROM journal WHERE sequence > \(sequence)"
    let finding = try Verification(of: journal.forged(sql + rest)).findings.first
    #expect(finding?.sequence == sequence)
    #expect(finding?.problem.contains("clock was set") == true, "\(finding as Any)")
  }

  @Test func `a journal whose clock went back and where nothing waited is as it was`() throws {
    let journal = try TestJournal(ClockTests().shop)
    do { journal.launch().open("/orders/1") }
    journal.clock.wall -= 1_000_000
    let session = journal.launch()
    #expect(session.restoration == Restoration())
    try journal.requireReplays(of: session)
  }
}
