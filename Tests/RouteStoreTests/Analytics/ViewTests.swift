import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// Two hand-made sessions of one device; times in seconds.
///
///     session a   0 restored feed, 10 open item, 20 background, 50 foreground, 60 a link is
///                 received, parked and at 90 decided on cart, 100 ends
///     session b   4000 feed, 4010 a link fails, 4020 ends
@Suite struct ViewTests {
  private let folder = TemporaryFolder()
  private let history: History

  init() throws {
    let path = folder.file("a.sqlite")
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    func add(
      _ session: Int64, _ kind: Int64, _ seconds: Int64,
      _ change: (inout EntryRow) -> Void = { _ in }
    ) {
      var entry = EntryRow(
        sequence: Int64(batch.entries.count + 1), session: session, kind: kind,
        atMicroseconds: seconds * 1_000_000)
      change(&entry)
      batch.entries.append(entry)
    }
    add(1, 1, 0)
    add(1, 2, 0) { $0.screenAfter = "feed" }
    add(1, 4, 10) {
      ($0.request, $0.entryPoint, $0.link, $0.route) = (3, "url", "app:item", "item")
      ($0.outcome, $0.durationMicroseconds, $0.screenAfter) = ("shown", 2_000, "item")
    }
    add(1, 17, 10) {
      ($0.action, $0.request, $0.payload) = (1, 3, Array(#"{"action":{"name":"mark"}}"#.utf8))
    }
    add(1, 12, 20)
    add(1, 18, 21) { ($0.action, $0.attempt) = (1, 1) }
    add(1, 11, 50) { $0.screenAfter = "item" }
    add(1, 3, 60) { ($0.request, $0.entryPoint, $0.link) = (8, "push", "app:cart") }
    add(1, 5, 61) { ($0.request, $0.reason) = (8, "signedIn") }
    add(1, 20, 62) { ($0.action, $0.attempt) = (1, 1) }
    add(1, 4, 90) {
      ($0.request, $0.route, $0.outcome, $0.screenAfter) = (8, "cart", "shown", "cart")
      ($0.screenBefore, $0.durationMicroseconds) = ("item", 30_000_000)
    }
    add(1, 31, 100)
    add(2, 1, 4_000) { $0.screenAfter = "feed" }
    add(2, 4, 4_010) {
      ($0.request, $0.entryPoint, $0.link) = (14, "url", "app:nowhere")
      ($0.outcome, $0.durationMicroseconds, $0.screenAfter) = ("notFound", 1_000, "feed")
    }
    add(2, 17, 4_011) { ($0.action, $0.payload) = (2, Array("{}".utf8)) }
    add(2, 3, 4_015) { ($0.request, $0.entryPoint, $0.link) = (16, "push", "app:open") }
    add(2, 31, 4_020)
    var session = SessionRow(
      number: 1, identifier: "a", device: "d", beganMicroseconds: 0, firstSequence: 1)
    (session.ending, session.endedMicroseconds) = ("ended", 100_000_000)
    batch.session = session
    try journal.append(&batch)
    batch.removeAll()
    session = SessionRow(
      number: 2, identifier: "b", device: "d", beganMicroseconds: 4_000_000_000, firstSequence: 13)
    batch.session = session
    try journal.append(&batch)
    history = try viewed(path)
  }

  /// The rows of a query, each as one text with values separated by spaces.
  private func rows(_ sql: String) throws -> [String] {
    var found: [String] = []
    try history.query(sql) { row in
      found.append(row.map(text).joined(separator: " "))
    }
    return found
  }

  private func text(_ value: SQLValue) -> String {
    switch value {
    case .null: "-"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }

  @Test func `entries carry the names of kind, session and device`() throws {
    let found = try rows(
      "SELECT kind, session_id, device_id FROM v_entry WHERE sequence IN (1, 17)")
    #expect(found == ["began a d", "ended b d"])
  }

  @Test func `a request is one row, however many entries it has`() throws {
    let found = try rows(
      """
      SELECT request_id, request_sequence, session_id, received_us, decided_us, entry_point, link,
        route, outcome, screen_before, screen_after, decided_sequence
      FROM v_request ORDER BY request_sequence
      """)
    #expect(
      found == [
        "a:3 3 a 9998000 10000000 url app:item item shown - item 3",
        "a:8 8 a 60000000 90000000 push app:cart cart shown item cart 11",
        "b:14 14 b 4009999000 4010000000 url app:nowhere - notFound - feed 14",
        "b:16 16 b 4015000000 - push app:open - - - - -",
      ])
  }

  @Test func `a screen view ends with the next and leaves out the background`() throws {
    let found = try rows(
      """
      SELECT view_id, visit_id, screen, entered_us / 1000000, left_us / 1000000,
        dwell_us / 1000000, request_id FROM v_screen_view ORDER BY view_sequence
      """)
    #expect(
      found == [
        "a:2 a:2 feed 0 10 10 -", "a:3 a:2 item 10 90 50 a:3", "a:11 a:2 cart 90 100 10 a:8",
        "b:13 b:13 feed 4000 - - -",
      ])
  }

  @Test func `a screen that the host could not show is listed with its request`() throws {
    let path = folder.file("refused.sqlite")
    let journal = try Journal.open(.file(path))
    var shown = EntryRow(sequence: 1, session: 1, kind: 4, atMicroseconds: 0)
    (shown.request, shown.entryPoint, shown.outcome) = (1, "url", "shown")
    shown.screenAfter = "item"
    var refused = EntryRow(sequence: 2, session: 1, kind: 4, atMicroseconds: 7)
    (refused.request, refused.entryPoint, refused.outcome) = (2, "hostFact", "shown")
    (refused.cause, refused.reason, refused.screenAfter) = (1, "no controller", "feed")
    var repeated = EntryRow(sequence: 3, session: 1, kind: 4, atMicroseconds: 9)
    (repeated.request, repeated.entryPoint, repeated.outcome) = (3, "hostFact", "duplicate")
    repeated.cause = 1
    // A user's own action has no cause, and an entry with a cause need not be a refusal.
    var popped = EntryRow(sequence: 4, session: 1, kind: 4, atMicroseconds: 11)
    (popped.request, popped.entryPoint, popped.outcome) = (4, "hostFact", "shown")
    var caused = EntryRow(sequence: 5, session: 1, kind: 4, atMicroseconds: 12)
    (caused.request, caused.entryPoint, caused.outcome, caused.cause) = (5, "url", "shown", 1)
    var batch = JournalBatch()
    batch.entries = [shown, refused, repeated, popped, caused]
    batch.session = SessionRow(
      number: 1, identifier: "a", device: "d", beganMicroseconds: 0, firstSequence: 1)
    try journal.append(&batch)
    var found: [[SQLValue]] = []
    let columns = "refusal_id, refused_sequence, request_id, refused_us, screen, screen_instead"
    try viewed(path).query("SELECT \(columns), reason FROM v_refusal") { found.append($0) }
    #expect(
      found == [
        [
          .text("a:2"), .integer(1), .text("a:1"), .integer(7), .text("item"), .text("feed"),
          .text("no controller"),
        ]
      ])
    var pairs: [[Int64]] = []
    try History(path: path).forEachRefusal(after: 0, through: .max) { pairs.append([$0, $1]) }
    #expect(pairs == [[1, 2]])
    try History(path: path).forEachRefusal(after: 2, through: .max) { pairs.append([$0, $1]) }
    try History(path: path).forEachRefusal(after: 0, through: 1) { pairs.append([$0, $1]) }
    #expect(pairs.count == 1)
  }

  @Test func `a request names what opened and caused it, unique across files`() throws {
    let path = folder.file("opened.sqlite")
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    func add(_ sequence: Int64, _ session: Int64, _ change: (inout EntryRow) -> Void) {
      var entry = EntryRow(sequence: sequence, session: session, kind: 4, atMicroseconds: sequence)
      entry.outcome = "shown"
      change(&entry)
      batch.entries.append(entry)
    }
    // These entries are before the beginning of the session, like those taken from a file that this
    // one replaces.
    for sequence in 1...4 { add(Int64(sequence), 1) { ($0.kind, $0.outcome) = (7, nil) } }
    add(5, 1) { $0.request = 2 }
    add(6, 1) { ($0.request, $0.kind, $0.outcome) = (6, 3, nil) }
    add(7, 1) {
      ($0.request, $0.payload) = (7, Array(#"{"request":{"on_behalf_of":6}}"#.utf8))
    }
    add(8, 1) {
      ($0.request, $0.payload) = (8, Array(#"{"request":{"on_behalf_of":3}}"#.utf8))
    }
    add(9, 1) { ($0.request, $0.payload) = (9, Array(#""on_behalf_of""#.utf8)) }
    add(10, 1) { ($0.request, $0.outcome, $0.cause) = (10, "duplicate", 7) }
    batch.session = SessionRow(
      number: 1, identifier: "a", device: "d", beganMicroseconds: 0, firstSequence: 5)
    try journal.append(&batch)
    batch.removeAll()
    add(11, 2) { $0.request = 6 }
    add(12, 2) {
      ($0.request, $0.payload) = (12, Array(#"{"request":{"on_behalf_of":6}}"#.utf8))
    }
    batch.session = SessionRow(
      number: 2, identifier: "b", device: "d", beganMicroseconds: 0, firstSequence: 11)
    try journal.append(&batch)
    let sql = """
      SELECT request_id, session_id, opener_request_id, cause_sequence FROM v_request
      ORDER BY request_sequence
      """
    #expect(
      try rowsEverywhere(sql, of: path) == [
        "a:2 - - -", "a:6 a - -", "a:7 a a:6 -", "a:8 a a:3 -", "a:9 a - -", "a:10 a - 7",
        "b:12 b a:6 -",
      ])
    #expect(
      try rowsEverywhere(
        """
        SELECT o.request_id, count(*) FROM v_request r
        JOIN v_request o ON o.request_id = r.opener_request_id GROUP BY 1
        """, of: path) == ["a:6 2"])
  }

  @Test(arguments: [
    (Int64(1_795_391_970_000_001), "2026-11-22 23:59:30.000001"), (0, "1970-01-01 00:00:00.000000"),
    (-1, "1969-12-31 23:59:59.999999"), (951_782_400_000_000, "2000-02-29 00:00:00.000000"),
    (253_402_300_799_999_999, "9999-12-31 23:59:59.999999"), (253_402_300_800_000_000, nil),
    (-62_135_596_800_000_000, "0001-01-01 00:00:00.000000"), (-62_135_596_800_000_001, nil),
    (.min, nil), (.max, nil),
  ])
  func `a point in time is a text as SQLite has them`(moment: Int64, text: String?) throws {
    #expect(RelationMoment.text(of: moment) == text)
    let results = try Connection(path: "", mode: .memory)
    try results.execute("CREATE TABLE replay_run (replayed_us INTEGER)")
    try results.execute("INSERT INTO replay_run VALUES (\(moment))")
    let query = RelationMoment.added(to: "SELECT * FROM replay_run", of: "v_replay_run")
    let rows = try results.prepare(query)
    #expect(try rows.step() && rows.values == [.integer(moment), SQLValue(text)])
  }

  @Test func `an action shows where it stands`() throws {
    let found = try rows(
      """
      SELECT action_id, action_sequence, session_id, request_id, name, state, attempts,
        enqueued_us / 1000000, settled_us / 1000000 FROM v_action ORDER BY action_sequence
      """)
    #expect(found == ["a:1 1 a a:3 mark done 1 10 62", "a:2 2 b - - waiting 0 4011 -"])
  }

  @Test func `visits are parted by half an hour of silence`() throws {
    let found = try rows(
      """
      SELECT visit_id, began_us / 1000000, ended_us / 1000000, sessions, requests, views
      FROM v_visit ORDER BY began_us
      """)
    #expect(found == ["a:2 0 90 1 2 3", "b:13 4000 4015 1 2 1"])
  }

  @Test func `a run tells how its restoring ended`() throws {
    let found = try rows(
      "SELECT session_id, restore_outcome, ending, ended_us FROM v_run ORDER BY began_us")
    #expect(found == ["a whole ended 100000000", "b - open -"])
  }
}
