import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// Every question, answered by the views over the file and by gathered relations, on a hand-made
/// history. Times are seconds since 1970-01-11.
///
///     session a, 1.0   0 feed, 10 item, 20 feed, 30 item, 40 feed, 50 a link that no route takes
///                      and an action, done at 54; 60 to 80 in background, ended at 100
///     sessions b c d   1.1, restored on feed at 200, 240 and 290, each cut off at once: they
///                      continue a's last view
///     session e, 1.1   a day later: feed, a request that stays open, an action that stays pending
@Suite struct QuestionTests {
  private static let start: Int64 = 864_000
  private static let day: Int64 = 86_400
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    let journal = try Journal.open(.file(path))
    var batch = JournalBatch()
    func add(
      _ session: Int64, _ kind: Int64, _ seconds: Int64,
      _ change: (inout EntryRow) -> Void = { _ in }
    ) {
      var entry = EntryRow(
        sequence: batch.nextSequence, session: session, kind: kind,
        atMicroseconds: (Self.start + seconds) * 1_000_000)
      change(&entry)
      batch.entries.append(entry)
    }
    func show(_ screen: String, from: String, _ seconds: Int64, _ entryPoint: String, took: Int64) {
      let sequence = batch.nextSequence
      add(1, 4, seconds) {
        ($0.request, $0.entryPoint, $0.outcome) = (sequence, entryPoint, "shown")
        ($0.screenBefore, $0.screenAfter, $0.durationMicroseconds) = (from, screen, took)
      }
    }
    add(1, 1, 0) { $0.screenAfter = "feed" }
    show("item", from: "feed", 10, "url", took: 2_000)
    show("feed", from: "item", 20, "url", took: 1_000)
    show("item", from: "feed", 30, "url", took: 3_000)
    show("feed", from: "item", 40, "hostFact", took: 0)
    add(1, 4, 50) {
      ($0.request, $0.entryPoint, $0.link) = (6, "push", "app:nowhere?x=1#y")
      ($0.outcome, $0.durationMicroseconds) = ("notFound", 1_000)
      ($0.screenBefore, $0.screenAfter) = ("feed", "feed")
    }
    let mark = Array(#"{"action":{"name":"mark"}}"#.utf8)
    add(1, 17, 50) { ($0.action, $0.request, $0.payload) = (7, 2, mark) }
    add(1, 18, 52) { ($0.action, $0.attempt) = (7, 1) }
    add(1, 20, 54) { ($0.action, $0.attempt) = (7, 1) }
    add(1, 12, 60)
    add(1, 11, 80)
    add(1, 31, 100)
    let restorings: [(at: Int64, notes: String)] = [
      (200, "{}"), (240, #"{"notes":{"extent":"top"}}"#), (290, #"{"notes":{"left":"link"}}"#),
      (Self.day, #"{"notes":{"extent":"clean"}}"#),
    ]
    for (index, restoring) in restorings.enumerated() {
      add(Int64(index + 2), 1, restoring.at)
      add(Int64(index + 2), 2, restoring.at) {
        ($0.screenAfter, $0.payload) = ("feed", Array(restoring.notes.utf8))
      }
    }
    add(5, 3, Self.day + 5) { ($0.request, $0.entryPoint, $0.link) = (21, "push", "app:open") }
    add(5, 17, Self.day + 6) { ($0.action, $0.payload) = (22, mark) }
    add(5, 9, Self.day + 16)
    let begun: [Int64] = [0, 200, 240, 290, Self.day]
    for (index, first) in [Int64(1), 13, 15, 17, 19].enumerated() {
      var session = SessionRow(
        number: Int64(index + 1), identifier: ["a", "b", "c", "d", "e"][index], device: "d",
        beganMicroseconds: (Self.start + begun[index]) * 1_000_000, firstSequence: first)
      (session.appVersion, session.beginning) = (index == 0 ? "1.0" : "1.1", "restored")
      if index == 0 {
        (session.ending, session.endedMicroseconds) = ("ended", (Self.start + 100) * 1_000_000)
      }
      batch.session = session
      try journal.append(&batch)
      batch.entries = []
    }
  }

  private func rows(_ sql: String) throws -> [String] { try rowsEverywhere(sql, of: path) }

  @Test func `of screens`() throws {
    #expect(
      try rows("SELECT * FROM v_screen_views ORDER BY screen") == [
        "feed 4 2 20.0", "item 2 1 20.0",
      ]
    )
    #expect(
      try rows("SELECT * FROM v_screen_dwell ORDER BY screen") == [
        "feed 2 10000.0 10000.0 10000.0", "item 2 10000.0 10000.0 10000.0",
      ])
    #expect(
      try rows("SELECT * FROM v_screen_transitions ORDER BY from_screen, to_screen") == [
        "feed (exit) 2 0.5", "feed item 2 0.5", "item feed 2 1.0",
      ])
    #expect(
      try rows("SELECT * FROM v_entry_exit ORDER BY screen") == [
        "feed 4 2 2 1 0.5", "item 2 0 0 0 0.0",
      ])
    #expect(
      try rows("SELECT path, steps, occurrences FROM v_top_paths ORDER BY path") == [
        "feed > item > feed 3 2", "item > feed > item 3 1",
      ])
    #expect(
      try rows("SELECT * FROM v_navigation_loops ORDER BY screen_a") == [
        "feed item 1 1", "item feed 1 1",
      ])
  }

  @Test func `of requests`() throws {
    #expect(
      try rows(
        """
        SELECT entry_point, requests, shown, not_found, unfinished, success_rate
        FROM v_link_success ORDER BY entry_point
        """) == ["hostFact 1 1 0 0 1.0", "push 2 0 1 1 0.0", "url 3 3 0 0 1.0"])
    #expect(
      try rows("SELECT * FROM v_failure_reasons") == ["notFound (unmatched) 1 1.0 864049999000"])
    #expect(
      try rows("SELECT * FROM v_routing_latency ORDER BY entry_point") == [
        "hostFact 1 0.0 0.0 0.0 0.0 0.0", "push 1 1.0 1.0 1.0 1.0 1.0",
        "url 3 2.0 3.0 3.0 3.0 3.0",
      ])
    #expect(
      try rows("SELECT * FROM v_daily_routing ORDER BY day_us") == [
        "864000000000 5 0.8 3.0", "950400000000 1 0.0 -",
      ])
    #expect(try rows("SELECT * FROM v_unmatched_links") == ["push app:nowhere 1 864049999000"])
  }

  @Test func `of actions`() throws {
    #expect(try rows("SELECT * FROM v_pending_actions") == ["d e e:22 22 - mark waiting 0 10.0"])
    #expect(try rows("SELECT * FROM v_action_outcomes") == ["mark 2 1 0 0 0 0 0 1 0.5 1 4000.0"])
  }

  @Test func `of sessions and devices`() throws {
    #expect(try rows("SELECT * FROM v_restore_success") == ["1.1 4 1 1 1 1 0.333"])
    #expect(
      try rows("SELECT * FROM v_crash_free ORDER BY app_version") == [
        "1.0 1 1 0 1.0 1.0", "1.1 4 1 3 0.25 0.0",
      ])
    #expect(try rows("SELECT * FROM v_crash_loops") == ["d 3 b d 864200000000 864290000000"])
    #expect(
      try rows("SELECT * FROM v_daily_active ORDER BY day_us") == [
        "864000000000 1 1 1.0 290.0", "950400000000 1 1 1.0 5.0",
      ])
    #expect(
      try rows(
        """
        SELECT session_id, duration_s, ending, restore_outcome, requests, unsuccessful, views
        FROM v_sessions ORDER BY began_us
        """) == [
          "a 100.0 ended - 5 1 5", "b 0.0 cut off whole 0 0 0", "c 0.0 cut off top 0 0 0",
          "d 0.0 cut off left 0 0 0", "e 16.0 open clean 1 0 1",
        ])
    #expect(
      try rows(
        "SELECT session_id, requests, unsuccessful, open_requests FROM v_run ORDER BY began_us")
        == ["a 5 1 0", "b 0 0 0", "c 0 0 0", "d 0 0 0", "e 1 0 1"])
    #expect(
      try rows("SELECT visit_id, sessions, requests, views FROM v_visit ORDER BY began_us") == [
        "a:1 4 5 5", "e:20 1 1 1",
      ])
  }

  @Test func `of integrity`() throws {
    #expect(try rows("SELECT * FROM v_journal_integrity") == ["e d 5 0 1"])
    try Connection(path: path, mode: .write).execute(
      "DELETE FROM journal WHERE sequence IN (8, 15)")
    #expect(
      try rows("SELECT * FROM v_journal_integrity ORDER BY session_id") == [
        "a d 11 1 0", "c d 1 1 0", "e d 5 0 1",
      ])
    // The last entries of one session, and all entries of another.
    try Connection(path: path, mode: .write).execute(
      """
      DELETE FROM journal WHERE sequence IN (11, 12);
      DELETE FROM journal WHERE sequence >= (SELECT first_sequence FROM session WHERE number = 2)
        AND sequence < (SELECT first_sequence FROM session WHERE number = 3)
      """)
    #expect(
      try rows("SELECT * FROM v_journal_integrity ORDER BY session_id") == [
        "a d 9 3 0", "b d 0 2 0", "c d 1 1 0", "e d 5 0 1",
      ])
  }

  @Test func `of funnels, also of steps that nobody reached`() throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute(
      """
      INSERT INTO funnel_step VALUES ('buy', 1, 'feed'), ('buy', 2, 'item'), ('buy', 3, 'cart'),
        ('back', 1, 'item'), ('back', 2, 'feed'), ('back', 3, 'item'), ('back', 4, 'feed')
      """)
    #expect(
      try rows("SELECT * FROM v_funnel ORDER BY funnel, step") == [
        "back 1 item 1 - 1.0 -", "back 2 feed 1 1.0 1.0 0", "back 3 item 1 1.0 1.0 0",
        "back 4 feed 1 1.0 1.0 0",
        "buy 1 feed 2 - 1.0 -", "buy 2 item 1 0.5 0.5 1", "buy 3 cart 0 0.0 0.0 1",
      ])
  }

  @Test func `are those of this version, whatever views a file has`() throws {
    try edit(path, "CREATE VIEW v_run AS SELECT 1; CREATE VIEW v_crash_free AS SELECT 2")
    #expect(try rows("SELECT sum(crashed_sessions) FROM v_crash_free") == ["3"])
  }

  @Test func `leave the file as it was`() throws {
    let before = try folder.digests()
    _ = try rows("SELECT * FROM v_sessions")
    _ = try rows("SELECT * FROM v_screen_views")
    #expect(try folder.digests() == before)
  }

  @Test func `take of two histories' funnels of one name the first, whole`() throws {
    let other = folder.file("b.sqlite")
    _ = try filledJournal(.file(other), count: 1)
    try edit(path, "INSERT INTO funnel_step VALUES ('buy', 1, 'feed'), ('buy', 2, 'item')")
    try edit(
      other,
      """
      INSERT INTO funnel_step VALUES
        ('buy', 1, 'feed'), ('buy', 2, 'bag'), ('buy', 3, 'item'), ('look', 1, 'bag')
      """)
    for (sql, wanted) in [
      ("SELECT count(*) FROM funnel_step", "3"),
      ("SELECT group_concat(screen) FROM funnel_step WHERE funnel = 'buy'", "feed,item"),
      ("SELECT max(step) FROM v_funnel", "2"), ("SELECT count(*) FROM v_run", "5"),
    ] {
      let gathered = try GatheredRelations(RelationColumns(readBy: [sql]))
      for part in 0..<gathered.partCount {
        try gathered.gather(part, from: 2) { try History(path: [path, other][$0]) }
      }
      var found: [String] = []
      try gathered.reader().query(sql) { found.append(text(of: $0)) }
      #expect(found == [wanted], "\(sql)")
    }
  }

  @Test func `of actions count no wait over which the clock was set back`() throws {
    try edit(path, "UPDATE journal SET at_us = at_us - 100000000 WHERE sequence = 9")
    #expect(
      try rows("SELECT name, actions, done, pending, avg_wait_ms FROM v_action_outcomes")
        == ["mark 2 1 1 -"])
  }

  @Test func `are gathered for only so long`() throws {
    let long = folder.file("long.sqlite")
    _ = try filledJournal(.file(long), count: 1_100)
    let gathered = try GatheredRelations(
      RelationColumns(readBy: ["SELECT count(*) FROM v_request"]))
    #expect(throws: StoreError.limitReached(reason: ResultCode.outOfTime)) {
      try gathered.gather(0, from: 1, until: .now) { _ in try History(path: long) }
    }
  }

  @Test func `of a part are about that part`() throws {
    func count(_ relation: String, _ choose: (inout HistoryChoice) -> Void) throws -> Int64? {
      var choice = HistoryChoice()
      choose(&choice)
      let sql = "SELECT count(*) FROM \(relation)"
      let gathered = try GatheredRelations(RelationColumns(readBy: [sql]), choice: choice)
      try gathered.gather(0, from: 1) { _ in try History(path: path) }
      var count: Int64?
      try gathered.reader().query(sql) {
        if case .integer(let number) = $0[0] { count = number }
      }
      return count
    }
    let noon = (Self.start + Self.day / 2) * 1_000_000
    #expect(try count("v_request") { _ in } == 6)
    #expect(try count("v_request") { $0.from = noon } == 1)
    #expect(try count("v_request") { $0.before = noon } == 5)
    #expect(try count("v_request") { $0.appVersion = "1.0" } == 5)
    #expect(try count("v_request") { $0.entryPoint = "url" } == 3)
    #expect(try count("v_screen_view") { $0.appVersion = "1.1" } == 1)
    #expect(try count("v_screen_view") { $0.entryPoint = "url" } == 3)
    #expect(try count("v_visit") { $0.from = noon } == 1)
    #expect(try count("v_action") { $0.entryPoint = "url" } == 1)
    #expect(try count("v_run") { $0.appVersion = "2.0" } == 0)
    for relation in ["v_request", "v_screen_view", "v_action"] {
      let all = try count(relation) { _ in }
      let first = try #require(try count(relation) { $0.entries = 1...9 })
      let rest = try #require(try count(relation) { $0.entries = 10...(.max) })
      #expect(first > 0 && first + rest == all, "\(relation): \(first) and \(rest)")
    }
  }

  @Test(arguments: [
    // A loop is three in a row within two minutes; triples that share a session are one loop.
    ("0 6 114 132 228", "5 s0 s4"), ("0 10 20 300 310 320 330", "3 s0 s2, 4 s3 s6"),
    ("0 10 20 30! 40 50 60", "3 s0 s2, 3 s4 s6"), ("0 10! 20 30", ""), ("0 10 131", ""),
    ("0 60 120", "3 s0 s2"),
  ])
  func `of loops, of runs that died at some seconds, or ended properly`(
    runs: String, loops: String
  ) throws {
    let path = folder.file("loops.sqlite")
    let journal = try Journal.open(.file(path))
    for (place, run) in "\(runs) 9999".split(separator: " ").enumerated() {
      let (number, seconds) = (Int64(place + 1), Int64(run.filter(\.isNumber)) ?? 0)
      var batch = JournalBatch()
      let entry = EntryRow(
        sequence: number, session: number, kind: 1, atMicroseconds: seconds * 1_000_000)
      var session = SessionRow(
        number: number, identifier: "s\(place)", device: "d",
        beganMicroseconds: entry.atMicroseconds, firstSequence: number)
      if run.hasSuffix("!") { session.ending = "ended" }
      (batch.session, batch.entries) = (session, [entry])
      try journal.append(&batch)
    }
    let sql = "SELECT crashes, first_session_id, last_session_id FROM v_crash_loops ORDER BY 2"
    var found: [String] = []
    try viewed(path).query(sql) { found.append(text(of: $0)) }
    #expect(found.joined(separator: ", ") == loops)
  }

  @Test func `of a part tell what visits showed beyond it, unless it is a part of the entries`()
    throws
  {
    func steps(_ choose: (inout HistoryChoice) -> Void) throws -> [String] {
      var choice = HistoryChoice()
      choose(&choice)
      let sql = """
        SELECT view_number, screen, next_screen, screen_after_next, dwell_us / 1000000
        FROM v_screen_view
        ORDER BY view_sequence
        """
      let gathered = try GatheredRelations(RelationColumns(readBy: [sql]), choice: choice)
      try gathered.gather(0, from: 1) { _ in try History(path: path) }
      var found: [String] = []
      try gathered.reader().query(sql) { found.append(text(of: $0)) }
      return found
    }
    let all = try steps { _ in }
    #expect(
      all == [
        "1 feed item feed 10", "2 item feed item 10", "3 feed item feed 10",
        "4 item feed - 10", "5 feed - - -", "1 feed - - -",
      ])
    let middle = (Self.start + 15) * 1_000_000
    #expect(try steps { $0.from = middle } == Array(all[2...]))
    #expect(try steps { $0.before = middle } == Array(all[..<2]))
    #expect(
      try steps { $0.entries = 1...3 } == [
        "1 feed item feed 10", "2 item feed - 10", "3 feed - - -",
      ])
  }
}

extension JournalBatch {
  /// The sequence of the next entry, if all entries so far are in this batch.
  fileprivate var nextSequence: Int64 { Int64(entries.count + 1) }
}
