import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Every column of an entry is compared with the result of the entries: a recomputed chain does not
/// hide edits.
@MainActor
struct VerificationForgeryTests {
  /// A journal of one session that does most of what a session can do.
  ///
  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2 | decided: shown, with an action |
  /// | 3, 4, 5, 6 | enqueued, claimed, started, done |
  /// | 7 | decided: shown, from source "a" |
  /// | 8 | decided by rule: a duplicate of 7 |
  /// | 9, 10 | suspended; parked |
  /// | 11, 12 | resumed; 10 decided by rule: cleared |
  /// | 13 | decided by rule: no link |
  /// | 14, 15 | received and parked for a condition |
  /// | 16, 17, 18 | signalled; released; received again |
  /// | 19 | decided: shown |
  /// | 20 | background |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario(
        screens: [.product],
        routes: [
          .product,
          Route("acting", "/acting/:id", to: [.push("product")]).performs("a"),
          Route("guarded", "/guarded/:id", to: [.push("product")]).asks("gate"),
        ]))
    let session = journal.launch {
      $0.identifier = "first"
      $0.appVersion = "1.0"
      $0.build = "7"
      $0.perform("a") { _ in .done }
      $0.answer("gate") { asked in
        asked.id == RequestID(14) && asked.value(of: "signed") == nil
          && !Self.isSignedIn(journal) ? .wait(condition: "signedIn") : .allow
      }
    }
    session.open("/acting/1")
    journal.clock.advance(by: 5)
    session.open("/products/2", from: .url, source: "a")
    session.open("/products/2", from: .url, source: "a")
    session.requests.suspend()
    session.open("/products/3")
    session.requests.resume(.clear)
    session.openAll("no link \u{1}", "/guarded/4")
    session.signal("signedIn")
    session.background()
    try journal.requireReplays(of: session)
    return journal
  }

  private static func isSignedIn(_ journal: TestJournal) -> Bool {
    (try? journal.kinds().contains("signalled")) ?? false
  }

  @Test func `the journal that is forged here matches the table above`() throws {
    let kinds = try recorded().kinds()
    #expect(
      kinds == [
        "began", "decided", "enqueued", "claimed", "started", "done", "decided", "decided",
        "suspended", "parked", "resumed", "decided", "decided", "received", "parked", "signalled",
        "released", "received", "decided", "background",
      ])
  }

  nonisolated static let columns: [(sql: String, sequence: Int64)] = [
    ("UPDATE journal SET screen_before = 'nowhere' WHERE sequence = 7", 7),
    ("UPDATE journal SET screen_after = 'nowhere' WHERE sequence = 7", 7),
    ("UPDATE journal SET screen_after = NULL WHERE sequence = 19", 19),
    ("UPDATE journal SET screen_before = 'nowhere' WHERE sequence = 10", 10),
    ("UPDATE journal SET screen_after = 'nowhere' WHERE sequence = 1", 1),
    ("UPDATE journal SET screen_after = 'nowhere' WHERE sequence = 20", 20),
    ("UPDATE journal SET at_us = at_us + 1 WHERE sequence = 7", 7),
    ("UPDATE journal SET duration_us = -1 WHERE sequence = 7", 7),
    ("UPDATE journal SET scene = 'other' WHERE sequence = 7", 7),
    ("UPDATE journal SET cause = 3 WHERE sequence = 3", 3),
    ("UPDATE journal SET cause = -3 WHERE sequence = 17", 17),
    ("UPDATE journal SET attempt = 2 WHERE sequence = 4", 4),
    ("UPDATE journal SET attempt = 2 WHERE sequence = 5", 5),
    ("UPDATE journal SET attempt = NULL WHERE sequence = 6", 6),
    ("UPDATE journal SET kind = 14 WHERE sequence = 9", 9),
    ("UPDATE journal SET kind = 21 WHERE sequence = 2", 2),
    ("UPDATE journal SET kind = 9 WHERE sequence = 16", 16),
    ("UPDATE journal SET kind = 11 WHERE sequence = 17", 17),
    ("UPDATE journal SET request = 2 WHERE sequence = 10", 10),
    ("UPDATE journal SET request = NULL WHERE sequence = 10", 10),
    ("UPDATE journal SET link = NULL, entry_point = NULL WHERE sequence = 7", 7),
    ("UPDATE journal SET link = '/x', entry_point = 'url' WHERE sequence = 19", 19),
    ("UPDATE journal SET link = '/products/9' WHERE sequence = 10", 10),
    ("UPDATE journal SET cause = 2 WHERE sequence = 8", 8),
    ("UPDATE journal SET cause = NULL WHERE sequence = 8", 8),
    ("UPDATE journal SET outcome = 'shown' WHERE sequence = 8", 8),
    ("UPDATE journal SET outcome = 'superseded' WHERE sequence = 12", 12),
    ("UPDATE journal SET outcome = 'notFound' WHERE sequence = 13", 13),
    ("UPDATE journal SET payload = replace(payload, 'clear', 'whim') WHERE sequence = 12", 12),
    ("UPDATE journal SET payload = replace(payload, 'clear', 'relaunch') WHERE sequence = 12", 12),
    (Forgery.adding("\"notes\":{\"by\":\"limit\"}", at: 2), 2),
    (Forgery.adding("\"notes\":{\"by\":\"interceptor\"}", at: 10), 10),
    (Forgery.adding("\"notes\":{\"by\":\"limit\"}", at: 9), 9),
    (Forgery.adding("\"left_out\":[\"id\"]", at: 1), 1),
    (Forgery.adding("\"left_out\":[\"id\"]", at: 20), 20),
  ]

  @Test(arguments: columns.indices)
  func `a forged column is found by its value`(index: Int) throws {
    let edit = Self.columns[index]
    let journal = try recorded()
    let findings = try Verification(of: journal.forged(edit.sql)).findings
    #expect(findings.first?.sequence == edit.sequence, "\(edit.sql): \(findings)")
  }

  @Test(arguments: [
    Outcome.alreadyShown, .denied(reason: "no"), .notFound, .failed(step: 1, reason: "no"),
    .stale(reason: "no"), .impossible(reason: "no"), .expired, .quarantined, .superseded,
    .interrupted,
  ])
  func `an outcome that contradicts its decision's changes is found`(outcome: Outcome) throws {
    let journal = try recorded()
    try journal.requireFindings(
      of: [("its outcome is \(outcome), but it does more", { $0.outcome = outcome })], at: 2)
  }

  @Test func `a decision that changes nothing has shown nothing`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    journal.launch().openAll("/products/1", "/products/1")
    try journal.requireFindings(
      of: [
        ("it changes nothing", { $0.outcome = .shown }),
        ("no decision comes to the outcome", { $0.outcome = .superseded }),
        ("no decision comes to the outcome", { $0.outcome = .interrupted }),
      ], at: 3)
  }

  @Test func `an outcome and a wait without a cause are found`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch {
      $0.answer("gate") { asked in
        asked.id == RequestID(2) ? .deny(reason: "closed") : .wait(condition: "signedIn")
      }
    }
    session.openAll("/orders/1", "/orders/2")
    #expect(try journal.kinds() == ["began", "received", "decided", "received", "parked"])
    try journal.requireReplays(of: session)
    try journal.requireFindings(
      of: [
        ("does not follow from its answers", { $0.outcome = .denied(reason: "open") }),
        ("does not follow from its answers", { $0.answers = [] }),
        ("does not follow from its answers", { $0.outcome = .expired }),
        ("does not follow from its answers", { $0.outcome = .quarantined }),
      ], at: 3)
    let waiting = try #require(session.state.waiting.first)
    let waits = [WaitingRequest.Status.condition("other"), .suspended].map { status in
      RouteChange.wait(
        WaitingRequest(id: waiting.id, request: waiting.request, status: status))
    }
    try journal.requireFindings(
      of: [
        ("no suspension lets its request wait", { $0.changes = [waits[0]] }),
        ("no suspension lets its request wait", { $0.changes = [waits[1]] }),
        ("no suspension lets its request wait", { $0.answers = [] }),
      ], at: 5)
  }

  @Test func `a request that has waited and gives no result is sound`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch {
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("picked") { _ in .done }
    }
    var options = RouteRequest.Options()
    options.result = "picked"
    session.open("/products/1", options: options)
    session.open("/orders/7")
    session.signal("signedIn", principal: "user-1")
    let action = try #require(session.state.actions.first?.id)
    let last = try #require(try journal.entries().last { $0.kind == .decided })
    #expect(last.request == nil)
    try journal.requireFindings(
      of: [
        (
          "does not make these changes",
          { $0.changes.append(.advance(action, .give(["color": "red"]))) }
        )
      ], at: last.sequence)
  }

  @Test(arguments: [
    "ending = NULL", "ending = 'ended'", "ended_us = NULL", "ended_us = ended_us + 1",
    "last_sequence = NULL", "last_sequence = 3", "beginning = 'restored'", "device = 'other'",
    "identifier = 'other'", "app_version = '1.1'", "build = NULL",
  ])
  func `a forged session row is found by the entries`(assignment: String) throws {
    let journal = try recorded()
    let findings = try Verification(of: journal.forged("UPDATE session SET \(assignment)")).findings
    #expect(findings.map(\.sequence) == [1])
    #expect(findings.first?.problem.contains("differs from its entries") == true)
  }

  @Test(arguments: [
    "UPDATE journal SET at_us = -9223372036854775808, elapsed_us = 1 WHERE sequence = 1",
    "UPDATE journal SET at_us = 9223372036854775807, elapsed_us = -1 WHERE sequence = 1",
    "UPDATE journal SET at_us = -9223372036854775808, elapsed_us = 9223372036854775807",
    "UPDATE journal SET at_us = 9223372036854775807, elapsed_us = 9223372036854775807",
    "UPDATE journal SET duration_us = -9223372036854775808, cause = -9223372036854775808",
    "UPDATE journal SET attempt = 9223372036854775807, action = 9223372036854775807",
  ])
  func `numbers at the limits are damage, with any chain, and never trap`(sql: String) throws {
    let journal = try recorded()
    let path = try journal.killed(as: "edge.sqlite")
    try Connection(path: path, mode: .write).execute(sql)
    let history = try History(path: path)
    let first = try #require(try Verification(of: history).findings.first)
    #expect(first.sequence == 1)
    let error = #expect(throws: StoreError.self) { try journal.forged(sql) }
    #expect(error?.description.contains("beyond what a journal may hold") == true)
    _ = try? Rerun(of: history)
    _ = try? HistoryFold.state(at: .max, of: history)
  }

  @Test func `a history that ends at the last possible number never traps`() throws {
    let journal = try recorded()
    let state = try HistoryFold.state(at: 1, of: History(path: journal.path))
    let text = String(decoding: StateCoding.encode(state), as: UTF8.self)
    let (base, last) = ((Int64(1) << 53) - 2, (Int64(1) << 53) - 1)
    let history = try journal.forged(
      """
      DELETE FROM checkpoint;
      DELETE FROM journal WHERE sequence != 2;
      INSERT INTO base VALUES (\(base), zeroblob(32));
      INSERT INTO checkpoint (sequence, format, bytes, state, state_digest)
        VALUES (\(base), 1, \(text.utf8.count), '\(text)', \(Int64(bitPattern: state.digest)));
      UPDATE journal SET sequence = \(last), request = \(last)
      """)
    #expect(try Verification(of: history).end.sequence == last)
    #expect(try Rerun(of: history, with: journal.table).divergences.map(\.kind) == [.action])
    #expect(try HistoryFold.state(at: base, of: history) == state)
  }

  @Test func `a journal that was pruned begins where an entry says so, with that state`() throws {
    let journal = try recorded()
    do {
      let session = journal.launch { $0.retention = RetentionPolicy(entries: 0) }
      session.background()
    }
    let base = try History(path: journal.path).base().sequence
    func findings(_ name: String, _ sql: String) throws -> [Verification.Finding] {
      let path = try journal.killed(as: "\(name).sqlite")
      if !sql.isEmpty { try execute(sql, on: path) }
      return try Verification(of: History(path: path)).findings
    }
    #expect(base > 0)
    #expect(try findings("as-it-is", "") == [])
    let digest = try findings(
      "digest", "UPDATE checkpoint SET state_digest = state_digest + 1 WHERE sequence = \(base)")
    #expect(digest.first?.sequence == base)
    #expect(digest.first?.problem.contains("digest") == true)
    let further = try findings(
      "further",
      """
      DELETE FROM base;
      INSERT INTO base SELECT sequence, chain_digest FROM journal
        WHERE sequence = (SELECT min(sequence) FROM journal);
      UPDATE checkpoint SET sequence = sequence + 1,
        state_digest = (SELECT state_digest FROM journal ORDER BY sequence LIMIT 1)
        WHERE sequence = \(base);
      DELETE FROM journal WHERE sequence = (SELECT min(sequence) FROM journal)
      """)
    #expect(further.contains { $0.problem.contains("no entry says that it was pruned") })
  }

  @Test func `a checkpoint that differs from its entry's state is ignored`() throws {
    let journal = try recorded()
    let history = try History(path: journal.path)
    let (early, late) = try (
      HistoryFold.state(at: 2, of: history), HistoryFold.state(at: 20, of: history)
    )
    let path = try journal.killed(as: "swapped.sqlite")
    let text = String(decoding: StateCoding.encode(early), as: UTF8.self)
    try execute(
      """
      UPDATE checkpoint SET state = '\(text)', \
      state_digest = \(Int64(bitPattern: early.digest))
      """, on: path)
    #expect(try HistoryFold.state(at: 20, of: History(path: path)) == late)
    let session = journal.launch(at: path)
    #expect(session.health == .recording)
    #expect(session.state.tree.digest == late.tree.digest)
  }
}
