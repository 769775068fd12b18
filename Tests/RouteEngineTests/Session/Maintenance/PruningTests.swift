import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

@MainActor
struct PruningTests {
  private let journal = TestJournal(
    of: Scenario(
      screens: [.product],
      routes: [
        .product,
        Route("order", "/orders/:id", to: .inShop("product")).asks("signedIn"),
        Route("later", "/later/:id", to: .inShop("product")).performs("a", when: .ready),
      ]))

  private func launch(_ journal: TestJournal, _ retention: RetentionPolicy) -> RouteSession {
    journal.launch {
      $0.retention = retention
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
  }

  /// Opens links of one product after the other, with a checkpoint after every fourth.
  private func open(_ range: Range<Int>, in session: RouteSession) {
    for id in range {
      session.open("/products/\(id)", source: "source-\(id)")
      if id % 4 == 3 { session.background() }
    }
  }

  @Test func `history beyond the policy goes, and the rest verifies, restores and reruns`() throws {
    let session = launch(journal, RetentionPolicy(entries: 12))
    open(0..<40, in: session)
    let history = try History(path: journal.path)
    let base = try history.base().sequence
    let newest = session.journal.anchor.sequence
    #expect(base > 20)
    #expect(newest - base >= 12)
    #expect(try journal.entries().first?.sequence == base + 1)
    #expect(try journal.kinds().contains("pruned"))
    try journal.requireReplays(of: session)
    #expect(session.open("/products/39", source: "source-39").outcome?.word == "duplicate")
    // Its entry is gone, and the knowledge of its source with it.
    #expect(session.open("/products/0", source: "source-0").outcome == .shown)
  }

  @Test func `history is pruned also when the file is released after each entry`() throws {
    let session = journal.launch {
      $0.retention = RetentionPolicy(entries: 12)
      $0.releasesInBackground = true
    }
    open(0..<40, in: session)
    #expect(session.isInBackground && !Ownership.isHeld(of: journal.path))
    #expect(try History(path: journal.path).base().sequence > 20)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 24: an entry counts as no older than those before it`() throws {
    let day: Int64 = 86_400_000_000
    let year = 365 * day
    func run(_ link: String) throws -> [String] {
      let session = journal.launch { $0.retention = RetentionPolicy(age: .seconds(86_400 * 30)) }
      session.open(link)
      session.background()
      try journal.requireReplays(of: session)
      return try journal.entries().compactMap { $0.request?.target.summary }
    }
    #expect(try run("/products/1").count == 1)
    let now = journal.clock.wall
    journal.clock.wall = 0  // a device without a battery
    #expect(try run("/products/2").count == 2)
    journal.clock.wall = now + day
    #expect(try run("/products/3").count == 3, "yesterday's is young, whatever comes after it")
    journal.clock.wall = now + year
    #expect(try run("/products/4").count == 1, "for all the session knows a year has passed")
    journal.clock.wall = now + 2 * day
    #expect(try run("/products/5").count == 2)
    journal.clock.wall = now + 40 * day
    #expect(try run("/products/6").count == 1, "a year ahead, and yet older than the fifth")
  }

  @Test func `a second launch goes on from a pruned journal`() throws {
    do {
      let session = launch(journal, RetentionPolicy(entries: 8))
      open(0..<20, in: session)
    }
    let session = launch(journal, RetentionPolicy(entries: 8))
    #expect(session.health == .recording)
    open(20..<40, in: session)
    try journal.requireReplays(of: session)
  }

  @Test func `route tables that no entry or session names any more are pruned`() throws {
    let other = Scenario(screens: [.product], routes: [.product])
    let adopted = try RouteTable(other.definition(tree: Scenario.tree))
    let tables = [journal.table, adopted].map { Digest64.hex($0.digest) }
    let session = launch(journal, RetentionPolicy(entries: 12))
    open(0..<4, in: session)
    session.adopt(adopted)
    open(4..<8, in: session)
    #expect(try History(path: journal.path).routeTableDigests() == tables.sorted())
    open(8..<40, in: session)
    #expect(try History(path: journal.path).base().sequence > 20)
    #expect(try History(path: journal.path).routeTableDigests() == [tables[1]])
    try journal.requireReplays(of: session)
  }

  @Test func `the table from which a place was restored stays with its entry`() throws {
    do { open(0..<8, in: launch(journal, .unlimited)) }
    let last = try History(path: journal.path).head().sequence
    let other = Scenario(screens: [.product], routes: [.product])
    let next = try RouteTable(other.definition(tree: Scenario.tree))
    let tables = [journal.table, next].map { Digest64.hex($0.digest) }.sorted()
    do {
      let session = journal.launch(table: next) { $0.retention = .unlimited }
      open(8..<12, in: session)
      session.end()
    }
    let newest = try History(path: journal.path).head().sequence
    let maintenance = try JournalMaintenance(at: journal.path, clock: journal.clock.sessionClock)
    let result = try maintenance.prune(RetentionPolicy(entries: Int(newest - last)))
    try maintenance.end()
    // The whole first session is removed, and its row too.
    #expect(result.entries == last && result.sessions == 1)
    let history = try History(path: journal.path)
    #expect(try history.entry(at: last + 2)?.kind == EntryKind.restored.rawValue)
    #expect(try history.routeTableDigests() == tables)
    #expect(try Verification(of: history).findings == [])
  }

  /// A journal of sixteen links whose second checkpoint is damaged, and the number of entries after
  /// it.
  private func damageCheckpoint() throws -> (checkpoints: [Int64], following: Int) {
    do { open(0..<16, in: launch(journal, .unlimited)) }
    let history = try History(path: journal.path)
    let checkpoints = try history.checkpointSequences()
    try execute(
      "UPDATE checkpoint SET state_digest = ~state_digest WHERE sequence = \(checkpoints[1])",
      on: journal.path)
    return (checkpoints, Int(try history.head().sequence - checkpoints[1]))
  }

  @Test func `a damaged checkpoint keeps no history that lies before an earlier one`() throws {
    let (checkpoints, following) = try damageCheckpoint()
    let session = launch(journal, RetentionPolicy(entries: following))
    session.journal.prune()
    #expect(try History(path: journal.path).base().sequence == checkpoints[0])
    #expect(session.health == .recording)
  }

  @Test func `a pruning up to the entry makes a damaged checkpoint again`() throws {
    let (checkpoints, following) = try damageCheckpoint()
    let clock = journal.clock.sessionClock
    let maintenance = try JournalMaintenance(at: journal.path, clock: clock)
    let result = try maintenance.prune(RetentionPolicy(entries: following))
    try maintenance.end()
    #expect(result.entries == checkpoints[1])
    let history = try History(path: journal.path)
    #expect(try history.base().sequence == checkpoints[1])
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `an open request is never pruned, nor are the entries after it`() throws {
    let session = launch(journal, RetentionPolicy(entries: 4))
    open(0..<4, in: session)
    let waiting = session.open("/orders/7")
    let id = try #require(waiting.request?.rawValue)
    open(4..<40, in: session)
    #expect(try History(path: journal.path).base().sequence < id)
    session.signal("signedIn", principal: "anna")
    #expect(waiting.outcome == .shown)
    session.background()
    #expect(try History(path: journal.path).base().sequence > id)
    try journal.requireReplays(of: session)
  }

  @Test func `a pending action is never pruned`() throws {
    let session = launch(journal, RetentionPolicy(entries: 4))
    let request = try #require(session.open("/later/7").request?.rawValue)
    open(4..<40, in: session)
    #expect(session.state.actions.map(\.name) == ["a"])
    #expect(try History(path: journal.path).base().sequence < request)
  }

  @Test func `the machine prunes nothing that is still needed`() throws {
    let session = launch(journal, .unlimited)
    session.open("/products/1")
    let id = try #require(session.open("/orders/7").request?.rawValue)
    session.open("/products/2")
    func step(through sequence: Int64) -> Machine.Step? {
      let point = PruningPoint(
        anchor: JournalAnchor(sequence: sequence, digest: .zero), stateDigest: 1, following: nil,
        hostRun: nil)
      var machine = session.machine
      return machine.prune(through: point, at: session.elapsed)
    }
    #expect(step(through: id) == nil)
    let step = try #require(step(through: id - 1))
    #expect(step.entries.map(\.kind) == [.pruned])
    #expect(step.companions.retention.entriesThrough == id - 1)
  }

  @Test func `history is pruned by its age`() throws {
    let session = launch(journal, RetentionPolicy(age: .seconds(3_600)))
    open(0..<8, in: session)
    #expect(try History(path: journal.path).base() == .start)
    journal.clock.advance(by: 7_200_000_000)
    open(8..<12, in: session)
    #expect(try History(path: journal.path).base().sequence > 8)
    try journal.requireReplays(of: session)
  }

  @Test func `history is pruned by its size, and the file gets smaller`() throws {
    let session = launch(journal, .unlimited)
    for id in 0..<1_000 {
      session.open("/products/\(id % 3)")
      if id % 100 == 99 { session.background() }
    }
    session.end()
    let path = try journal.killed(as: "smaller.sqlite")
    func pages(_ path: String) throws -> Int64 {
      try Connection(path: path, mode: .read).integer("PRAGMA page_count") ?? 0
    }
    let before = try pages(path)
    do {
      let smaller = journal.launch(at: path) { $0.retention = RetentionPolicy(bytes: 100_000) }
      smaller.background()
      #expect(try Verification(of: History(path: path)).findings == [])
    }
    #expect(try pages(path) * 2 < before)
  }

  @Test func `nothing is pruned while the policy is unlimited`() throws {
    let session = launch(journal, .unlimited)
    open(0..<40, in: session)
    session.journal.prune()
    #expect(try History(path: journal.path).base() == .start)
    #expect(try !journal.kinds().contains("pruned"))
  }
}
