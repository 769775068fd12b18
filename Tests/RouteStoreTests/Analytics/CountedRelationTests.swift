import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The relations that are counted while a history is gathered, compared with the views that define
/// them.
@Suite struct CountedRelationTests {
  private let folder = TemporaryFolder()
  private static let funnels: [GatheredRelations.Funnel] = [
    .init("buy", through: ["feed", "bag"]), .init("look", through: ["item", "item"]),
    .init("word", through: ["shown", "feed", "shown"]),
  ]

  /// The counted relations, with sums of rows that may be split.
  private static let counted = [
    "SELECT outcome, entry_point, duration_us, sum(requests) FROM v_request_count GROUP BY 1, 2, 3",
    "SELECT day_us, duration_us, outcome, sum(requests) FROM v_request_day GROUP BY 1, 2, 3",
    "SELECT * FROM v_request_failure",
    """
    SELECT entry_point, route, variant, sum(requests), sum(converted) FROM v_request_ended
    GROUP BY 1, 2, 3
    """,
    "SELECT session_id, outcome, sum(requests) FROM v_request_session GROUP BY 1, 2",
    "SELECT screen_before, outcome, sum(requests) FROM v_request_screen GROUP BY 1, 2",
    "SELECT entry_point, engine_us, sum(requests) FROM v_request_engine GROUP BY 1, 2",
    "SELECT entry_point, host_us, sum(requests) FROM v_request_host GROUP BY 1, 2",
    "SELECT entry_point, wait_us, sum(requests) FROM v_request_wait GROUP BY 1, 2",
    """
    SELECT name, state, attempts, sum(actions), sum(waited), sum(wait_us) FROM v_action_count
    GROUP BY 1, 2, 3
    """,
    "SELECT * FROM v_action_open",
    """
    SELECT screen, next_screen, screen_after_next, sum(views), sum(entrances) FROM v_screen_path
    GROUP BY 1, 2, 3
    """,
    "SELECT screen, session_id, sum(views), sum(dwell_us) FROM v_screen_session GROUP BY 1, 2",
    "SELECT screen, dwell_us, sum(views) FROM v_screen_time GROUP BY 1, 2",
    "SELECT * FROM v_screen_return",
    "SELECT * FROM v_funnel_view",
    "SELECT * FROM v_funnel_touch",
  ]

  @Test(arguments: TestSample.some(UInt64(1)...UInt64(24), every: 4))
  func `answers are those of the views over all rows`(seed: UInt64) throws {
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: seed)
    try story.write(to: path)
    // Two texts that are canonically equivalent in Unicode, a screen with the name of an outcome,
    // and numbers before 1970.
    try edit(
      path,
      """
      UPDATE journal SET screen_before = 'caf\u{e9}' WHERE screen_before = 'bag';
      UPDATE journal SET screen_after = 'caf\u{e9}' WHERE screen_after = 'bag';
      UPDATE journal SET screen_after = 'cafe\u{301}'
        WHERE screen_after = 'caf\u{e9}' AND sequence % 3 = 0;
      UPDATE journal SET screen_after = 'shown' WHERE screen_after = 'item' AND sequence % 5 = 0;
      UPDATE journal SET outcome = NULL, reason = NULL WHERE sequence % 17 = 0;
      UPDATE journal SET at_us = at_us - 1700000000000000 WHERE sequence % 2 = 0;
      INSERT INTO funnel_step VALUES ('two', 1, 'caf\u{e9}'), ('two', 2, 'cafe\u{301}');
      """)
    let queries =
      Self.counted + RelationView.all.filter(\.isQuestion).map { "SELECT * FROM \($0.name)" }
    for funnels in [nil, Self.funnels] {
      let wanted = try answers(to: queries, of: path, funnels) { try GatheredRelations(.all) }
      for groups in [2, 1_000_000] {
        let found = try answers(to: queries, of: path, funnels) {
          try GatheredRelations(
            RelationColumns(readBy: queries, isCounting: true), countingAtOnce: groups)
        }
        for (query, (one, other)) in zip(queries, zip(found, wanted)) {
          #expect(one == other, "\(query), counted \(groups) at a time")
        }
      }
    }
  }

  private func answers(
    to queries: [String], of path: String, _ funnels: [GatheredRelations.Funnel]?,
    in relations: () throws -> GatheredRelations
  ) throws -> [[String]] {
    let relations = try relations()
    for part in 0..<relations.partCount {
      try relations.gather(part, from: 2, funnels: funnels) { _ in try History(path: path) }
    }
    let reader = try relations.reader()
    return try queries.map { query in
      var rows: [String] = []
      try reader.query(query) { rows.append(text(of: $0)) }
      return rows.sorted()
    }
  }

  @Test func `refuses funnels without end`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try edit(
      path,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 65537)
      INSERT INTO funnel_step SELECT 'long', i, 'screen ' || i FROM n;
      """)
    let relations = try GatheredRelations(
      RelationColumns(readBy: ["SELECT * FROM v_funnel"], isCounting: true))
    let problem = StoreError.limitReached(reason: "funnels have more than 65536 steps")
    #expect(throws: problem) {
      try relations.gather(0, from: 1) { _ in try History(path: path) }
    }
  }

  @Test func `questions are answered without the rows that they count`() throws {
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: 3)
    try story.write(to: path)
    let sql = "SELECT * FROM v_link_success"
    let relations = try GatheredRelations(RelationColumns(readBy: [sql], isCounting: true))
    try relations.gather(0, from: 1) { _ in try History(path: path) }
    #expect(relations.partCount == 1)
    let reader = try relations.reader()
    var count = 0
    try reader.query(sql) { _ in count += 1 }
    #expect(count > 0)
    #expect(throws: StoreError.self) { try reader.query("SELECT * FROM v_request") { _ in } }
  }
}
