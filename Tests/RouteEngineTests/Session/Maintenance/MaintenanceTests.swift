import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Maintenance of a journal while its host does not run, as the host's next launch finds it.
@MainActor
struct MaintenanceTests {
  let shop = Scenario(
    screens: [SessionPrivacyTests.profile, .product],
    routes: [
      .product,
      Route("order", "/orders/:id", to: .inShop("product")).asks("gate"),
      Route("later", "/later/:id", to: .inShop("product")).performs(
        ActionTemplate("upload").waits(for: "online")),
      Route("deadly", "/deadly/:id", to: .inShop("product")).performs(
        ActionTemplate("send").retried(RetryPolicy(attempts: 2, first: .zero, longest: .zero))),
      Route("profile", "/people/:email", to: [.push("profile")]),
    ])
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  private func maintain(_ journal: TestJournal) throws -> JournalMaintenance {
    try JournalMaintenance(at: journal.path, clock: journal.clock.sessionClock)
  }

  @Test func `maintenance does not make a place stable that a host restored before it died`() throws
  {
    journal.launch().open("/products/7")
    for before in 0..<4 {
      do {
        let session = journal.launch()
        #expect(session.launch.restoration?.uncleanEnds == before)
        session.open("/people/s3cr3t")
      }
      let maintenance = try maintain(journal)
      #expect(try maintenance.redact(.all).values == 1)
      try maintenance.end()
      try requireIntact(journal)
    }
  }

  @Test func `a journal that is found damaged is left as it is, its log too`() throws {
    let session = journal.launch()
    session.open("/products/7")
    try Connection(path: journal.path, mode: .write).execute(
      "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)")
    let copy = try journal.killed(as: "copy.sqlite")
    let contents = ["", "-wal"].map { FileManager.default.contents(atPath: copy + $0) }
    #expect(contents[1]?.isEmpty == false)
    #expect(throws: StoreError.self) { _ = try JournalMaintenance(at: copy) }
    #expect(["", "-wal"].map { FileManager.default.contents(atPath: copy + $0) } == contents)
  }

  private func requireIntact(
    _ journal: TestJournal, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let history = try History(path: journal.path)
    #expect(try Verification(of: history).findings == [], sourceLocation: sourceLocation)
    #expect(try Rerun(of: history).divergences == [], sourceLocation: sourceLocation)
  }

  @Test func `history is pruned up to the given entry, with rows that belong to nothing`() throws {
    for day in 0..<4 {
      let session = journal.launch()
      session.open("/people/s3cr3t-of-day-\(day)")
      session.report(.popped(nil))
      for id in 0..<5 { session.open("/products/\(id)") }
      session.report(.popped(nil))
      for _ in 0..<6 { session.report(.popped(nil)) }
      session.end()
      journal.clock.advance(by: 86_400_000_000)
    }
    let newest = try History(path: journal.path).head().sequence
    let result = try { () throws in
      let maintenance = try maintain(journal)
      #expect(try maintenance.prune(RetentionPolicy(entries: Int(newest) + 5)).entries == 0)
      #expect(try History(path: journal.path).head().sequence == newest, "nothing was written")
      defer { #expect(throws: Never.self) { try maintenance.end() } }
      return try maintenance.prune(RetentionPolicy(entries: 5))
    }()
    // The entries of the maintenance do not count against the host's.
    #expect(result.entries == newest - 5)
    let history = try History(path: journal.path)
    #expect(try history.base().sequence == newest - 5)
    #expect(try history.sessions().map(\.number) == [4, 5])
    #expect(result.sessions == 3)
    #expect(result.values == 4)
    #expect(try !journal.holds("s3cr3t"))
    #expect(try journal.entries().suffix(3).map(\.kind) == [.began, .pruned, .ended])
    try requireIntact(journal)
    let session = journal.launch()
    #expect(session.health == .recording)
    session.open("/products/9")
    try journal.requireReplays(of: session)
  }

  @Test func `bounds below zero keep the same as zero, also when nothing is left`() throws {
    do {
      let session = journal.launch()
      session.open("/products/7")
      session.end()
    }
    let newest = try History(path: journal.path).head().sequence
    for policy in [RetentionPolicy(entries: -1), RetentionPolicy(bytes: -1)] {
      let maintenance = try maintain(journal)
      _ = try maintenance.prune(policy)
      try maintenance.end()
      #expect(try History(path: journal.path).base().sequence == newest)
    }
    try requireIntact(journal)
  }

  @Test func `a screen keeps its value, however old`() throws {
    do {
      let session = journal.launch()
      session.open("/people/ann")
      for _ in 0..<20 { session.report(.selected(try tab(of: session, 1))) }
      session.end()
    }
    do {
      let maintenance = try maintain(journal)
      #expect(try maintenance.prune(RetentionPolicy(entries: 2)).values == 0)
      try maintenance.end()
    }
    let session = journal.launch()
    let leaf = try #require(session.state.tree.firstScreen { $0.kind == "profile" })
    #expect(try session.screen(leaf.id, as: SessionPrivacyTests.Profile.self)?.email == "ann")
    try journal.requireReplays(of: session)
  }

  private func tab(of session: RouteSession, _ index: Int) throws -> ScreenID {
    let root = try #require(session.state.tree.root())
    return try #require(session.state.tree[root]?.children[index])
  }

  @Test func `the host's background prunes values that no entry needs any more`() throws {
    let session = journal.launch { $0.retention = RetentionPolicy(entries: 4) }
    session.open("/people/s3cr3t-old")
    session.report(.popped(nil))
    journal.clock.advance(by: 1_000_000)
    for _ in 0..<3 {
      for id in 0..<4 { session.open("/products/\(id)") }
      for _ in 0..<4 { session.report(.popped(nil)) }
      session.background()
      journal.clock.advance(by: 1_000_000)
    }
    #expect(try !journal.holds("s3cr3t-old"))
    session.open("/people/s3cr3t-old")
    #expect(session.visible["email"] == "s3cr3t-old", "it can come again")
    try journal.requireReplays(of: session)
  }

  /// The end of the host's last session before the maintenance.
  enum HostEnd: CaseIterable { case killed, background, ended }

  @Test(arguments: HostEnd.allCases)
  func `the next launch judges the host's own end`(end: HostEnd) throws {
    func outcome(maintained: Bool) throws -> [String] {
      let journal = try TestJournal(shop)
      let door = AsyncRequestTests.Door()
      let dead = journal.launch {
        $0.answerLater("gate") { _ in await door.answer() }
        $0.appVersion = "1"
      }
      dead.openAll("/later/1", "/orders/2")
      switch end {
      case .killed: break
      case .background: dead.background()
      case .ended: dead.end()
      }
      let path = try journal.killed(as: "dead-\(maintained).sqlite")
      if maintained {
        let maintenance = try JournalMaintenance(at: path, clock: journal.clock.sessionClock)
        let action = try #require(maintenance.state.actions.first)
        #expect(try maintenance.cancel(action.id))
        try maintenance.end()
        #expect(try Verification(of: History(path: path)).findings == [])
        let row = try #require(try History(path: path).sessions().last)
        #expect(row.beginning == "maintenance" && row.ending == "ended" && row.device == "device")
      }
      var asked = 0
      let session = journal.launch(at: path) {
        $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
        $0.appVersion = "1"
      }
      let decided = try journal.entries(of: path).last { $0.outcome != nil }
      #expect(session.state.suspects.count == (end == .killed ? 1 : 0))
      try journal.requireReplays(of: session, at: path)
      return [decided?.outcome?.word ?? "none", "\(asked)"]
    }
    let plain = try outcome(maintained: false)
    #expect(plain == (end == .killed ? ["interrupted", "0"] : ["shown", "1"]))
    #expect(try outcome(maintained: true) == plain)
  }

  @Test func `no host code runs meanwhile`() throws {
    do {
      let session = journal.launch {
        $0.answer("gate") { _ in .wait(condition: "later") }
        $0.perform("upload") { _ in .done }
      }
      session.openAll("/later/1", "/later/2")
      let options = RouteRequest.Options(expiresAfter: .seconds(1))
      session.open("/orders/3", options: options)
      session.signal("online-not")
    }
    let before = try journal.entries()
    journal.clock.advance(by: 86_400_000_000)
    let maintenance = try maintain(journal)
    let state = maintenance.state
    let (first, second) = (try #require(state.actions.first), try #require(state.actions.last))
    #expect(first.status == .shelved || first.status == .waiting)
    #expect(try maintenance.cancel(first.id))
    #expect(try !maintenance.revive(second.id), "it is not dead")
    try maintenance.end()
    let kinds = try journal.entries().dropFirst(before.count).map(\.kind)
    #expect(kinds == [.began, .cancelled, .ended])
    #expect(maintenance.state.waiting == state.waiting)
    #expect(maintenance.state.tree == state.tree)
    #expect(maintenance.state.actions == [second])
    try requireIntact(journal)
  }

  @Test func `a dead action that is revived has its attempt at the next launch`() throws {
    do {
      let session = journal.launch { $0.perform("send") { _ in .failed(reason: "no answer") } }
      session.open("/deadly/1")
      session.wake()
      #expect(session.state.actions.map(\.status) == [.dead])
      session.end()
    }
    do {
      let maintenance = try maintain(journal)
      let action = try #require(maintenance.state.actions.first)
      #expect(try maintenance.revive(action.id))
      #expect(try !maintenance.revive(action.id), "once")
      try maintenance.end()
    }
    try requireIntact(journal)
    var attempts = 0
    let session = journal.launch {
      $0.perform("send") { _ in returning(.done, after: attempts += 1) }
    }
    session.wake()
    #expect(attempts == 1)
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `a running host keeps its journal for itself`() throws {
    let session = journal.launch()
    session.open("/products/1")
    #expect(throws: StoreError.owned(path: journal.path)) { try maintain(journal) }
    #expect(throws: StoreError.missing(path: journal.file("none"))) {
      try JournalMaintenance(at: journal.file("none"))
    }
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    ("UPDATE journal SET kind = 10 WHERE kind = 24", "has no such entry"),
    (
      """
      UPDATE journal SET kind = 7, action = NULL, request = NULL, \
      payload = '{"changes":[{"change":"signal","condition":"x","holds":true}]}' WHERE kind = 24
      """, "has no such entry"
    ),
    (
      "UPDATE session SET beginning = 'restored' WHERE beginning = 'maintenance'",
      "differs from its entries"
    ),
  ])
  func `forged entries of maintenance are found`(edit: (sql: String, problem: String)) throws {
    do {
      let session = journal.launch { $0.perform("upload") { _ in .done } }
      session.open("/later/1")
      session.end()
    }
    do {
      let maintenance = try maintain(journal)
      #expect(try maintenance.cancel(try #require(maintenance.state.actions.first).id))
      try maintenance.end()
    }
    let findings = try Verification(of: journal.forged(edit.sql)).findings
    #expect(findings.contains { $0.problem.contains(edit.problem) }, "\(findings)")
  }
}
