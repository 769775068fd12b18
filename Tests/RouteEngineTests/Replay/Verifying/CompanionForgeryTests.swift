import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The tables beside the entries are compared with the entries, and with the format.
@MainActor
struct CompanionForgeryTests {
  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2 | decided: shown, source "a" |
  /// | 3 | decided by rule: a duplicate of 2 |
  /// | 4 | received, source "b" |
  /// | 5 | parked |
  /// | 6 | decided: not found |
  /// | 7 | decided: shown, with a private value |
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario(
        screens: [.product, SessionPrivacyTests.profile],
        routes: [
          .product,
          Route("profile", "/people/:email", to: [.push("profile")]),
          Route("guarded", "/guarded/:id", to: [.push("product")]).asks("gate"),
        ]))
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.open("/products/1", source: "a")
    session.open("/products/1", source: "a")
    session.open("/guarded/2", source: "b")
    session.openAll("/nowhere", "/people/ann")
    journal.clock.advance(by: 5)
    try journal.requireReplays(of: session)
    return journal
  }

  @Test func `the journal that is forged here matches the table above`() throws {
    #expect(
      try recorded().kinds() == [
        "began", "decided", "decided", "received", "parked", "decided", "decided",
      ])
  }

  @Test(
    arguments: [
      ("UPDATE seen SET outcome = 'failed' WHERE source = 'a'", 2, "differs from"),
      ("UPDATE seen SET outcome = NULL WHERE source = 'a'", 2, "differs from"),
      ("UPDATE seen SET outcome = 'shown' WHERE source = 'b'", 4, "differs from"),
      ("UPDATE seen SET fingerprint = fingerprint + 1 WHERE source = 'a'", 2, "differs from"),
      ("UPDATE seen SET request = 3 WHERE source = 'a'", 2, "differs from"),
      ("UPDATE seen SET seen_us = seen_us + 1 WHERE source = 'a'", 2, "differs from"),
      ("DELETE FROM seen WHERE source = 'b'", 4, "does not hold"),
      ("INSERT INTO seen VALUES ('c', 1, 6, 'shown', 1)", 6, "no request has"),
      ("DELETE FROM route_table", 1, "is missing"),
      ("DROP TABLE seen", 0, "table seen is missing"),
      ("DROP TABLE session", 0, "table session is missing"),
      ("CREATE VIEW v_mine AS SELECT 1", 0, "view v_mine does not belong"),
      ("CREATE INDEX more ON journal (link)", 0, "index more does not belong"),
      ("UPDATE entry_kind SET name = 'undecided' WHERE number = 4", 0, "entry_kind"),
      ("UPDATE vault SET value = '\"bob\"'", 0, "do not match their tokens"),
      ("DELETE FROM vault_key WHERE principal = ''", 0, "without a key"),
    ] as [(String, Int64, String)])
  func `an edit beside the entries is found`(
    edit: (sql: String, sequence: Int64, problem: String)
  ) throws {
    let journal = try recorded()
    let findings = try Verification(of: journal.forged(edit.sql)).findings
    #expect(findings.first?.sequence == edit.sequence, "\(edit.sql): \(findings)")
    #expect(findings.first?.problem.contains(edit.problem) == true, "\(edit.sql): \(findings)")
  }

  @Test(arguments: [
    ("ALTER TABLE checkpoint RENAME COLUMN state TO condition", "table 'checkpoint'"),
    ("CREATE TRIGGER late AFTER INSERT ON journal BEGIN DELETE FROM seen; END", "trigger 'late'"),
  ])
  func `a schema that is not the format's is refused before it is used`(
    edit: (sql: String, part: String)
  ) throws {
    let journal = try recorded()
    let problem = StoreError.damaged(
      reason: "its \(edit.part) is not what its format has", sequence: nil)
    #expect(throws: problem) { try journal.forged(edit.sql) }
  }

  @Test func `SQLite's own counts are no difference`() throws {
    let journal = try recorded()
    #expect(try Verification(of: journal.forged("ANALYZE")).findings == [])
  }

  @Test func `an unused value gets a remark only`() throws {
    let journal = try recorded()
    #expect(try Verification(of: History(path: journal.path)).remarks == [])
    let forgotten = try Verification(of: journal.forged("DELETE FROM vault"))
    #expect(forgotten.isIntact)
    #expect(forgotten.remarks == [])
  }

  @Test func `a value whose entry was never written gets a remark`() throws {
    let journal = try recorded()
    let path = try journal.killed(as: "rest.sqlite")
    try execute("DELETE FROM journal WHERE sequence = 7", on: path)
    let checked = try Verification(of: History(path: path))
    #expect(checked.isIntact)
    #expect(checked.remarks.map(\.problem) == ["the vault has 1 value that no entry refers to"])
  }

  @Test func `pages that SQLite finds broken are found when they are read`() throws {
    let journal = try recorded()
    let path = try journal.killed(as: "pages.sqlite")
    // A row that the table's constraints do not allow.
    let (strict, lax) = ("screen TEXT NOT NULL", "screen TEXT")
    func declare(_ column: String, insteadOf other: String) throws {
      try execute(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '\(other)', '\(column)')
        WHERE name = 'funnel_step'
        """, on: path)
    }
    try declare(lax, insteadOf: strict)
    try execute("INSERT INTO funnel_step VALUES ('f', 1, NULL)", on: path)
    try declare(strict, insteadOf: lax)
    #expect(try Verification(of: History(path: path)).findings == [])
    let deep = try Verification(of: History(path: path), checksPages: true)
    #expect(deep.findings.contains { $0.problem.hasPrefix("the file's pages: ") }, "\(deep)")
    #expect(try Verification(of: History(path: journal.path), checksPages: true).isIntact)
  }

  @Test(arguments: [
    ("queueFull", "too many requests are queued", "fewer requests were queued"),
    ("waitingFull", "too many requests wait already", "fewer requests wait"),
    ("waitingFull", "it was late", "does not lead to the outcome"),
    ("sourceTooLong", "too many requests wait already", "does not lead to the outcome"),
  ])
  func `an outcome without a reached limit is found`(
    rule: String, reason: String, problem: String
  ) throws {
    let journal = try recorded()
    let history = try journal.forged(
      Forgery.adding("\"notes\":{\"by\":\"\(rule)\"}", at: 6) + """
        ; UPDATE journal SET outcome = 'failed', reason = '\(reason)', route = NULL, scene = NULL
        WHERE sequence = 6; UPDATE journal SET at_us = at_us + 1, elapsed_us = elapsed_us + 1
        WHERE sequence = 7
        """)
    let findings = try Verification(of: history).findings
    #expect(findings.first?.sequence == 6, "\(findings)")
    #expect(findings.first?.problem.contains(problem) == true, "\(findings)")
  }

  @Test func `a refusal in a transition of a request that is decided at once is found`() throws {
    let journal = try TestJournal(.shop())
    let session = journal.launch()
    session.open("/nowhere")
    session.open("/nowhere", options: RouteRequest.Options(onBehalfOf: RequestID(2)))
    session.report(.popped(ScreenID(99)))
    #expect(try journal.kinds() == ["began", "decided", "decided", "decided"])
    for sequence in 2...4 {
      let forged = try journal.rewritten(as: "forged-\(sequence).sqlite") {
        $0[sequence - 1].details = .rule(.transition)
        $0[sequence - 1].outcome = .denied(reason: "the host is in a transition")
        $0[sequence - 1].scene = nil
      }
      let findings = try Verification(of: forged).findings
      #expect(findings.isEmpty == (sequence == 2), "\(findings)")
      #expect(findings.allSatisfy { $0.sequence == sequence }, "\(findings)")
    }
  }

  @Test(arguments: [
    // A change that an older version would apply differently than it was meant.
    ("replace(payload, '\"change\":\"select\"', '\"change\":\"select\",\"deep\":true')", false),
    ("replace(payload, '\"insert\":', '\"keep\":true,\"insert\":')", false),
    ("replace(payload, '\"id\":3', '\"id\":4')", true),
  ])
  func `a change with a member of a newer version is no damage`(
    payload: String, isDamage: Bool
  ) throws {
    let journal = try recorded()
    // The digest is that of the newer version's result.
    let history = try journal.forged(
      """
      UPDATE journal SET payload = \(payload) WHERE sequence = 2;
      UPDATE journal SET state_digest = state_digest + 1 WHERE sequence = 2
      """)
    let checked = try Verification(of: history)
    #expect(checked.newerEntry == (isDamage ? nil : 2))
    #expect(checked.findings.isEmpty != isDamage)
    #expect(throws: EntryError.self) { try Rerun(of: history) }
  }

  @Test func `values that were put back are counted for the removal of each`() throws {
    let journal = try TestJournal(Scenario.noteShop())
    let session = journal.launch()
    session.open("/notes/before")
    session.signIn(as: "anna")
    session.openAll("/notes/mine", "/notes/yours")
    let rows = try vaultRows(of: journal)
    try session.journal.redact(.nobody)
    session.open("/notes/later")
    try session.journal.redact(.principal("anna"))
    let removals = try journal.entries().filter { $0.kind == .redacted }.map(\.sequence)
    let findings = try Verification(of: journal.forged(rows)).findings
    #expect(findings.map(\.sequence) == removals && removals.count == 2)
    #expect(
      findings.map(\.problem) == [
        "the vault has 1 value that it redacted", "the vault has 2 values that it redacted",
      ])
  }

  /// The SQL that writes the present rows of the vault again.
  private func vaultRows(of journal: TestJournal) throws -> String {
    let connection = try Connection(path: journal.path, mode: .read)
    var rows: [String] = []
    for (table, columns) in [
      ("vault_key", ["principal", "secret"]),
      ("vault", ["token", "principal", "value", "stored_us"]),
    ] {
      let quoted = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
      let list = try connection.prepare("SELECT \(quoted) FROM \(table)")
      while try list.step() {
        rows.append("INSERT OR REPLACE INTO \(table) VALUES (\(list.text(0)))")
      }
    }
    return rows.joined(separator: "; ")
  }
}
