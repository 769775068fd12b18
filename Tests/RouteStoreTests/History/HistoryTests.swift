import Foundation
import RouteStore
import RouteTestSupport
import Testing

@Suite struct HistoryTests {
  private let folder = TemporaryFolder()

  @Test func `a sealed file is read and left as it was`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 20)
    let before = try folder.digests()
    let history = try History(path: path)
    #expect(history.format == History.newestFormat)
    #expect(try history.head().sequence == 20)
    #expect(try history.forEachCheckedEntry(after: .start) == history.head())
    #expect(try folder.digests() == before)
  }

  @Test func `a file with a log that nobody owns is read whole and left as it was`() throws {
    try leaveLog(folder, "a.sqlite", count: 20)
    let before = try folder.digests()
    #expect(before.keys.sorted() == ["a.sqlite", "a.sqlite-wal"])
    do {
      let history = try History(path: folder.file("a.sqlite"))
      #expect(try history.forEachCheckedEntry(after: .start).sequence == 20)
    }
    #expect(try folder.digests() == before)
  }

  @Test func `a file is read beside its owner`() throws {
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 2)
    let history = try History(path: path)
    #expect(try history.head() == journal.head)
    var entry = fullEntry(3)
    try journal.append(&entry)
    #expect(try history.head() == journal.head)
    #expect(throws: StoreError.owned(path: path)) { try Journal.open(.file(path)) }
  }

  @Test func `a file that changes while it is read is reported`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 2)
    let history = try History(path: path)
    var entry = fullEntry(3)
    try Journal.open(.file(path)).append(&entry)
    #expect(throws: StoreError.busy(reason: "the file changed while it was being read")) {
      try history.forEachEntry { _ in }
    }
  }

  @Test func `a file that is no journal is refused with the right error`() throws {
    let missing = folder.file("none.sqlite")
    #expect(throws: StoreError.missing(path: missing)) { try History(path: missing) }
    for (name, bytes) in [
      ("empty", []), ("text", Array("hello".utf8)), ("long", [UInt8](repeating: 65, count: 9_000)),
    ] {
      try folder.write(bytes, name)
      #expect(isNotAJournal(folder.file(name)))
    }
    #expect(isNotAJournal(folder.path))
  }

  private func isNotAJournal(_ path: String) -> Bool {
    let openers = [{ _ = try History(path: path) }, { _ = try Journal.open(.file(path)) }]
    return openers.allSatisfy { open in
      do {
        try open()
        return false
      } catch StoreError.notAJournal {
        return true
      } catch {
        return false
      }
    }
  }

  @Test func `questions choose entries by every condition`() throws {
    let path = folder.file("a.sqlite")
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    for sequence in Int64(1)...30 {
      var entry = fullEntry(sequence, session: (sequence - 1) / 10 + 1)
      entry.kind = sequence % 3
      entry.outcome = sequence % 2 == 0 ? "shown" : "failed"
      entry.route = sequence == 17 ? "cart" : "product"
      batch.entries.append(entry)
    }
    var session = SessionRow(
      number: 2, identifier: "s", device: "d", beganMicroseconds: 0, firstSequence: 11)
    session.lastSequence = 20
    batch.session = session
    try journal.append(&batch)

    func sequences(_ change: (inout HistoryQuery) -> Void) throws -> [Int64] {
      var query = HistoryQuery()
      change(&query)
      var found: [Int64] = []
      try History(path: path).forEachEntry(query) { found.append($0.sequence) }
      return found
    }
    #expect(try sequences { _ in } == Array(1...30))
    #expect(try sequences { $0.session = 2 } == Array(11...20))
    #expect(try sequences { $0.session = 3 } == Array(21...30))
    #expect(try sequences { ($0.firstSequence, $0.lastSequence) = (4, 6) } == [4, 5, 6])
    #expect(try sequences { ($0.kinds, $0.lastSequence) = ([1, 2], 5) } == [1, 2, 4, 5])
    #expect(try sequences { ($0.outcome, $0.limit) = ("shown", 2) } == [2, 4])
    #expect(try sequences { $0.route = "cart" } == [17])
    #expect(try sequences { $0.request = 9 } == [9])
    #expect(try sequences { ($0.action, $0.limit, $0.isReversed) = (-7, 2, true) } == [30, 29])
    #expect(try sequences { $0.text = "products/7?" } == [7])
    #expect(try sequences { $0.text = "x' OR 1=1 --" } == [])
    #expect(try sequences { $0.text = "%" } == [])
  }

  @Test func `a changed, missing or swapped entry is named`() throws {
    let changes: [(String, Int64)] = [
      ("UPDATE journal SET outcome = 'denied' WHERE sequence = 5", 5),
      ("UPDATE journal SET payload = '' WHERE sequence = 6", 6),
      ("UPDATE journal SET scene = NULL WHERE sequence = 2", 2),
      ("UPDATE journal SET at_us = at_us + 1 WHERE sequence = 1", 1),
      ("UPDATE journal SET chain_digest = zeroblob(32) WHERE sequence = 7", 7),
      ("UPDATE journal SET chain_digest = x'00' WHERE sequence = 7", 7),
      ("DELETE FROM journal WHERE sequence = 4", 4),
      ("UPDATE journal SET sequence = 99 WHERE sequence = 10", 10),
    ]
    for (index, (sql, sequence)) in changes.enumerated() {
      let path = folder.file("\(index).sqlite")
      _ = try filledJournal(.file(path), count: 10)
      try edit(path, sql)
      var last: Int64 = 0
      let error = #expect(throws: StoreError.self) {
        try History(path: path).forEachCheckedEntry(after: .start) { last = $0.sequence }
      }
      guard case .damaged(_, let named) = error else {
        Issue.record("\(sql): \(String(describing: error))")
        continue
      }
      #expect(named == sequence, "\(sql)")
      #expect(last == sequence - 1)
    }
  }

  @Test(
    arguments: [
      ([0xE2, 0x82, 0xAC], nil), ([0xF0, 0x9F, 0x98], 1), ([0x61, 0xFF, 0x62], 1),
    ] as [([UInt8], Int64?)])
  func `a text that is no UTF-8 has no digest`(text: [UInt8], damaged: Int64?) throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 0)
    let columns: [UInt8] = [
      1, 1, 1, 1, 2, 1, 1, 1, 4, 1, 1, 1, 7, 1, 1, 0, 8, 1, 2, 1, 0x2C, 11, 3, 3,
    ]
    let digest = SHA256.digest(of: ChainDigest.zero.bytes + columns + text)
    let link = text.map { String($0, radix: 16) }.joined()
    try edit(
      path,
      """
      INSERT INTO journal (sequence, session, kind, at_us, elapsed_us, link, chain_digest)
      VALUES (1, 1, 1, 0, 300, CAST(x'\(link)' AS TEXT), x'\(digest)')
      """)
    var found: Int64?
    do {
      try History(path: path).forEachCheckedEntry(after: .start)
    } catch StoreError.damaged(_, let sequence) {
      found = sequence
    }
    #expect(found == damaged)
  }

  @Test func `a view in place of the journal is refused`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 1)
    try edit(path, "ALTER TABLE journal RENAME TO j; CREATE VIEW journal AS SELECT * FROM j")
    let problem = StoreError.damaged(
      reason: "its view 'journal' is not what its format has", sequence: nil)
    #expect(throws: problem) { try History(path: path) }
  }
}

@Suite struct QueryTests {
  private func history() throws -> (TemporaryFolder, History) {
    let folder = TemporaryFolder()
    _ = try filledJournal(.file(folder.file("a.sqlite")), count: 5)
    return (folder, try History(path: folder.file("a.sqlite")))
  }

  @Test func `a reading statement hands out names, values and types`() throws {
    let (folder, history) = try history()
    var names: [String] = []
    var rows: [[SQLValue]] = []
    let complete = try history.query(
      "SELECT 1 AS a, 'x' AS b, 2.5, x'0102', NULL, count(*) FROM journal; -- done",
      columns: { names = $0 }, row: { rows.append($0) })
    #expect(complete)
    #expect(names.prefix(2) == ["a", "b"])
    #expect(try history.query("; SELECT 1") { _ in })
    #expect(rows == [[.integer(1), .text("x"), .real(2.5), .blob([1, 2]), .null, .integer(5)]])
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    "DELETE FROM journal", "UPDATE journal SET kind = 1", "INSERT INTO base VALUES (1, x'00')",
    "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "DROP TABLE journal", "ATTACH 'x' AS x",
    "PRAGMA user_version", "PRAGMA query_only = 0", "VACUUM", "BEGIN", "REINDEX",
    "SELECT 1; SELECT 2", "SELECT 1; nonsense", "", "-- nothing", "SELECT load_extension('x')",
    "SELECT * FROM vault", "SELECT secret FROM vault_key", "SELECT * FROM pragma_database_list",
    "SELECT value FROM (SELECT 'x' AS value) FULL JOIN vault USING (value)",
    "SELECT hex(secret) FROM (SELECT x'00' AS secret) FULL JOIN vault_key USING (secret)",
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM (SELECT 't' AS token) NATURAL JOIN Vault)",
    "WITH v(value) AS (SELECT value FROM (SELECT 1 AS value) FULL JOIN main.vault USING (value)) "
      + "SELECT count(*) FROM v",
    "SELECT value FROM json_each('[1]') FULL JOIN vault USING (value)",
    "SELECT j.value FROM vault v, json_each(v.value) j", "CREATE VIRTUAL TABLE t USING json_each",
  ])
  func `anything but one reading statement is refused`(sql: String) throws {
    let (folder, history) = try history()
    let before = try folder.digests()
    let error = #expect(throws: StoreError.self) { try history.query(sql) { _ in } }
    if case .refused = error {} else { Issue.record("\(sql): \(String(describing: error))") }
    #expect(error?.description.hasSuffix(" a query is one statement that reads.") == true)
    #expect(error?.description.contains("not authorized;") == false)
    #expect(try folder.digests() == before)
  }

  @Test(
    arguments: [
      ("SELECT sum(value) FROM json_each('[1, 2]')", .integer(3)),
      ("SELECT fullkey FROM json_tree('{\"a\": [7]}') WHERE atom = 7", .text("$.a[0]")),
      ("SELECT count(*) FROM journal, json_each('[1, 2]'), main.json_tree('[]')", .integer(10)),
    ] as [(String, SQLValue)])
  func `the values of a JSON text are rows`(sql: String, value: SQLValue) throws {
    let (folder, history) = try history()
    let before = try folder.digests()
    for _ in 0..<2 {
      var rows: [[SQLValue]] = []
      try history.query(sql) { rows.append($0) }
      #expect(rows == [[value]])
    }
    #expect(try folder.digests() == before)
  }

  @Test(arguments: ["dbstat", "sqlite_stmt", "fts3tokenize", "pragma_table_info('vault')"])
  func `there is no other virtual table`(name: String) throws {
    let (folder, history) = try history()
    try history.query("SELECT 1 FROM json_each('[]')") { _ in }
    #expect(throws: StoreError.self) { try history.query("SELECT * FROM \(name)") { _ in } }
    withExtendedLifetime(folder) {}
  }

  @Test func `a mistake in the query is reported`() throws {
    let (folder, history) = try history()
    #expect(throws: StoreError.invalidQuery(message: "no such table: nowhere")) {
      try history.query("SELECT * FROM nowhere") { _ in }
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `a query without end is stopped by its bounds`() throws {
    let (folder, history) = try history()
    let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"
    var bounds = SQLBounds()
    bounds.rows = 10
    var count = 0
    #expect(try history.query("\(endless) x FROM n", bounds: bounds) { _ in count += 1 } == false)
    #expect(count == 10)
    bounds.seconds = 0.01
    #expect(throws: StoreError.limitReached(reason: "the query took too long")) {
      try history.query("\(endless) count(*) FROM n", bounds: bounds) { _ in }
    }
    try history.forEachEntry { _ in }
    withExtendedLifetime(folder) {}
  }
}
