import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Tests of the checks: each edit of a history is found, at its entry.
@MainActor
struct VerificationTests {
  let shop = Scenario.shop()

  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.identifier = "first" }
    for id in 1...4 { session.open("/products/\(id)") }
    session.requests.suspend()
    session.open("/products/5")
    session.requests.resume()
    session.background()
    try journal.requireReplays(of: session)
    return journal
  }

  /// Applies the edit and recomputes the chain, as somebody who knows the format would.
  private func edited(_ journal: TestJournal, _ sql: String, recomputing: Bool) throws -> String {
    let path = try journal.killed(as: "edited.sqlite")
    try execute(sql, on: path)
    guard recomputing else { return path }
    var rows: [EntryRow] = []
    try History(path: path).forEachEntry { rows.append($0) }
    var previous = ChainDigest.zero
    for row in rows {
      previous = row.chainDigest(after: previous)
      try execute(
        "UPDATE journal SET chain_digest = x'\(previous)' WHERE sequence = \(row.sequence)",
        on: path)
    }
    return path
  }

  static let edits: [(sql: String, sequence: Int64)] = [
    ("UPDATE journal SET link = '/products/9' WHERE sequence = 3", 3),
    ("UPDATE journal SET at_us = at_us + 1 WHERE sequence = 4", 4),
    ("UPDATE journal SET reason = '' WHERE sequence = 5", 5),
    ("UPDATE journal SET payload = replace(payload, ':3', ':4') WHERE sequence = 4", 4),
    ("UPDATE journal SET state_digest = state_digest + 1 WHERE sequence = 2", 2),
    ("DELETE FROM journal WHERE sequence = 3", 3),
    ("DELETE FROM journal WHERE sequence = 1", 1),
    (
      """
      UPDATE journal SET sequence = -1 WHERE sequence = 3;
      UPDATE journal SET sequence = 3 WHERE sequence = 4;
      UPDATE journal SET sequence = 4 WHERE sequence = -1
      """, 3
    ),
  ]

  @Test(arguments: 0..<8)
  func `fault 29: an edited history is found at its first bad entry`(index: Int) throws {
    let edit = Self.edits[index]
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let path = try edited(journal, edit.sql, recomputing: false)
    let verification = try Verification(of: History(path: path))
    #expect(!verification.isIntact)
    #expect(verification.findings.first?.sequence == edit.sequence)
  }

  static let sequels: [(sql: String, sequence: Int64, problem: String)] = [
    (
      "UPDATE journal SET payload = replace(payload, '\"id\":3}', '\"id\":4}') WHERE sequence = 4",
      4, "it leads to state"
    ),
    ("UPDATE journal SET state_digest = state_digest + 1 WHERE sequence = 2", 2, "not to"),
    ("UPDATE journal SET elapsed_us = -5 WHERE sequence = 5", 5, "time runs backwards"),
    ("UPDATE journal SET outcome = NULL WHERE sequence = 3", 3, "has no outcome"),
    ("UPDATE journal SET outcome = 'shown' WHERE kind = 13", 6, "only decided entries"),
    ("UPDATE journal SET request = 2 WHERE sequence = 3", 3, "has an outcome already"),
    ("UPDATE journal SET session = 7 WHERE sequence = 4", 4, "has not begun"),
    ("UPDATE journal SET action = 7 WHERE sequence = 4", 4, "it has a pending action"),
    ("UPDATE session SET first_sequence = 2", 1, "differs from its entries"),
    ("UPDATE session SET began_us = 5", 1, "differs from its entries"),
    ("UPDATE session SET table_digest = 'x'", 1, "differs from its entries"),
    ("DELETE FROM session", 1, "has no row"),
    ("UPDATE route_table SET json = json || ' '", 0, "does not match its digest"),
    (
      "UPDATE checkpoint SET state = replace(state, 'catalog', 'cat')", 11, "differs from the state"
    ),
    ("UPDATE checkpoint SET state = '{'", 11, "holds no state"),
    ("UPDATE checkpoint SET sequence = 99", 99, "beyond the newest entry"),
    ("DELETE FROM journal WHERE sequence = 11", 11, "beyond the newest entry"),
  ]

  @Test(arguments: 0..<17)
  func `fault 29: an edit with a recomputed chain is found by its meaning`(index: Int) throws {
    let edit = Self.sequels[index]
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let path = try edited(journal, edit.sql, recomputing: true)
    let verification = try Verification(of: History(path: path))
    let found = verification.findings.first
    #expect(found?.sequence == edit.sequence, "\(edit.sql)")
    #expect(found?.problem.contains(edit.problem) == true, "\(String(describing: found))")
  }

  @Test(arguments: [
    "kind = 77", "outcome = 'lost'", "entry_point = 'telepathy'",
    "payload = replace(payload, '\"splice\"', '\"weave\"')",
    "payload = '{\"changes\":[{\"change\":\"splice\",\"zzz\":1}]}'",
    "payload = '{\"all_changes\":[{\"change\":\"splice\",\"zzz\":1}]}'",
  ])
  func `fault 25: an entry of a newer version is no damage`(edit: String) throws {
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let path = try edited(
      journal, "UPDATE journal SET \(edit) WHERE sequence = 3", recomputing: true)
    let verification = try Verification(of: History(path: path))
    #expect(verification.newerEntry == 3)
    #expect(verification.findings == [])
    #expect(!verification.isIntact)
  }

  @Test(arguments: [-7, 0])
  func `fault 29: a row before all entries is found, although no chain covers it`(sequence: Int64)
    throws
  {
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let path = try edited(
      journal,
      """
      CREATE TEMP TABLE stray AS SELECT * FROM journal WHERE sequence = 3;
      UPDATE stray SET sequence = \(sequence);
      INSERT INTO journal SELECT * FROM stray
      """, recomputing: false)
    let verification = try Verification(of: History(path: path))
    #expect(verification.findings.count == 1)
    if sequence < 0 { #expect(verification.findings.first?.sequence == sequence) }
  }

  @Test func `fault 29: a checkpoint without scenes is found, because no launch can read it`()
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.file("nowhere.sqlite")
    let state = RouteState()
    let journal = try Journal.open(.file(path))
    var entry = JournalEntry(
      sequence: 1, session: 1, kind: .began, at: RouteInstant(microseconds: 0), elapsed: 0)
    entry.stateDigest = state.digest
    var (coder, row, batch) = (EntryCoder(), EntryRow(), JournalBatch())
    coder.encode(entry, into: &row)
    batch.entries = [row]
    batch.session = SessionRow(
      number: 1, identifier: "s", device: "d", beganMicroseconds: 0, firstSequence: 1)
    batch.checkpoint = CheckpointRow(
      sequence: 1, format: StateCoding.format, state: StateCoding.encode(state),
      stateDigest: state.digest)
    try journal.append(&batch)
    let findings = try Verification(of: History(path: path)).findings
    #expect(findings.map(\.problem).contains("its checkpoint holds no state"), "\(findings)")
  }

  @Test func `fault 29: two sessions spliced together are found`() throws {
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let path = try edited(
      journal, "UPDATE journal SET session = 0 WHERE sequence >= 8", recomputing: true)
    #expect(try Verification(of: History(path: path)).findings.first?.sequence == 8)
    #expect(
      try Verification(of: History(path: path), anchor: JournalAnchor(sequence: 2, digest: .zero))
        .findings.contains { $0.problem.contains("does not match") })
  }

  @Test func `an anchor behind damage is not said to lie behind the end`() throws {
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let newest = try History(path: journal.path).head().sequence
    let path = try edited(
      journal, "UPDATE journal SET at_us = at_us + 1 WHERE sequence = 2", recomputing: false)
    func problem(with sequence: Int64) throws -> String? {
      let anchor = JournalAnchor(sequence: sequence, digest: .zero)
      return try Verification(of: History(path: path), anchor: anchor).findings
        .last { $0.check == .anchor }?.problem
    }
    #expect(try problem(with: newest)?.contains("does not match") == true)
    let cut = "the journal ends at \(newest), before the anchor: its end was cut off"
    #expect(try problem(with: newest + 1) == cut)
    try execute("DELETE FROM journal WHERE sequence = 4", on: path)
    #expect(try problem(with: 4) == "the anchor's entry is missing")
  }

  @Test func `what-if tells by route and outcome what another table would have changed`() throws {
    let journal = try recorded()
    defer { withExtendedLifetime(journal) {} }
    let history = try History(path: journal.path)
    let own = try Rerun(of: history, with: journal.table)
    #expect(own.isIdentical)
    #expect(own.decisions > 0)
    let without = try RouteTable(
      RouteTableDefinition(tree: journal.table.definition.tree, screens: shop.screens))
    let missing = try Rerun(of: history, with: without)
    #expect(missing.differing == 5)
    #expect(missing.outcomeShifts.count == 1)
    #expect(missing.outcomeShifts.first?.route == "product")
    #expect(missing.outcomeShifts.first?.recorded == Outcome.shown.word)
    #expect(missing.outcomeShifts.first?.replayed == Outcome.notFound.word)
    #expect(missing.outcomeShifts.first?.count == 5)
    var renamed = shop.routes[0]
    renamed.version = 2
    let other = try RouteTable(
      RouteTableDefinition(
        tree: journal.table.definition.tree, screens: shop.screens, routes: [renamed]))
    let shifted = try Rerun(of: history, with: other)
    #expect(shifted.outcomeShifts.map(\.replayed) == ["shown, another route"])
    #expect(shifted.outcomeShifts.map(\.count) == [shifted.differing])
    #expect(Set(shifted.divergences.map(\.kind)) == [.route])
    var guarded = shop.routes[0]
    guarded.interceptors = ["gate"]
    guarded.actions = [ActionTemplate("a")]
    let asking = try Rerun(
      of: history,
      with: try RouteTable(
        RouteTableDefinition(
          tree: journal.table.definition.tree, screens: shop.screens, routes: [guarded])))
    #expect(asking.divergences.contains { $0.kind == .answerMissing })
    guarded.interceptors = []
    let acting = try Rerun(
      of: history,
      with: try RouteTable(
        RouteTableDefinition(
          tree: journal.table.definition.tree, screens: shop.screens, routes: [guarded])))
    #expect(acting.divergences.contains { $0.kind == .action })
  }

  @Test func `all durations of a request end at one moment`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    let path = try edited(
      journal, "UPDATE journal SET duration_us = duration_us + 1 WHERE sequence = 3",
      recomputing: true)
    let findings = try Verification(of: History(path: path)).findings
    #expect(findings.map(\.check) == [.time] && findings.map(\.sequence) == [3])
    #expect(
      findings.first?.problem
        == "request 2 was opened -1 us after the session began by its duration, and 0 us by an "
        + "earlier entry's")
  }

  @Test func `an entry beyond the limits of reading is found by every check`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    let history = try History(path: journal.killed(as: "read.sqlite"))
    #expect(try Verification(of: history).isIntact)
    // The request about which the host is asked also waits, which is one more than the limit.
    var limits = RouteLimits.format
    limits.waitingRequests = 0
    let findings = try Verification(of: history, limits: limits).findings
    #expect(findings.map(\.check) == [.content] && findings.map(\.sequence) == [2])
    #expect(findings.first?.problem.contains("more than 0 requests wait") ?? false)
  }

  @Test func `the first entry after pruned ones leads to its recorded state`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    let whole = try History(path: journal.killed(as: "whole.sqlite"))
    let began = try HistoryFold.state(at: 1, of: whole)
    var received: JournalEntry?
    try whole.forEachEntry { if $0.sequence == 2 { received = try EntryCoder.decode($0) } }
    var entry = try #require(received)
    let waiting = WaitingRequest(
      id: RequestID(2), request: try #require(entry.request), status: .received,
      replacement: .link(try RouteLink("/products/9")))
    entry.changes = [.wait(waiting)]
    var (coder, row) = (EntryCoder(), EntryRow())
    coder.encode(entry, into: &row)
    // The replacement is not in the state to which the entry's digest belongs.
    let payload = String(decoding: row.payload, as: UTF8.self)
    let path = try edited(
      journal, "UPDATE journal SET payload = '\(payload)' WHERE sequence = 2", recomputing: true)
    let text = String(decoding: StateCoding.encode(began), as: UTF8.self)
    try execute(
      """
      DELETE FROM base;
      INSERT INTO base SELECT sequence, chain_digest FROM journal WHERE sequence = 1;
      DELETE FROM checkpoint;
      INSERT INTO checkpoint (sequence, format, bytes, state, state_digest)
        VALUES (1, 1, \(text.utf8.count), '\(text)', \(Int64(bitPattern: began.digest)));
      DELETE FROM journal WHERE sequence = 1
      """, on: path)
    let findings = try Verification(of: History(path: path)).findings
    #expect(
      findings.contains {
        $0.sequence == 2 && $0.check == .content && $0.problem.contains("leads to state")
      }, "\(findings)")
  }

  @Test func `fault 28: rerun finds an answer that was changed with its chain`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/products/1")
    try journal.requireReplays(of: session)
    let path = try edited(
      journal,
      """
      UPDATE journal SET payload = replace(payload, '"gate"',
        '{"answer":"deny","kind":"interceptor","name":"gate"}')
      """, recomputing: true)
    #expect(try Verification(of: History(path: path)).findings == [])
    let divergences = try Rerun(of: History(path: path)).divergences
    #expect(divergences.first?.kind == .outcome)
    #expect(divergences.first?.recorded == "shown")
  }
}
