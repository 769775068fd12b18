import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

/// The indexes that are made for a user's query; SQLite's own plan names them.
@Suite struct WantedIndexTests {
  private let folder = TemporaryFolder()

  /// The steps of a query's plan over the relations that were gathered for it.
  private func plan(_ sql: String) throws -> [String] {
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: 5)
    try story.write(to: path)
    let gathered = try GatheredRelations(RelationColumns(askedBy: sql))
    for part in 0..<gathered.partCount {
      try gathered.gather(part, from: 1) { _ in try History(path: path) }
    }
    var steps: [String] = []
    try gathered.reader().query("EXPLAIN QUERY PLAN \(sql)") { row in
      if case .text(let step) = row[3] { steps.append(step) }
    }
    return steps
  }

  @Test(arguments: [
    (
      "SELECT count(*) FROM v_request JOIN v_screen_view USING (request_id)",
      "v_request_request_id_received_us"
    ),
    (
      """
      SELECT count(*) FROM v_screen_view v WHERE EXISTS (SELECT 1 FROM v_request r
        WHERE r.session_id = v.session_id AND r.outcome = 'notFound'
        AND r.received_us >= v.entered_us)
      """, "v_request_session_id_received_us"
    ),
    (
      """
      SELECT (SELECT max(p.received_us) FROM v_request p WHERE p.device_id = r.device_id
        AND p.received_us < r.received_us) FROM v_request r
      """, "v_request_device_id_received_us"
    ),
    (
      """
      SELECT count(*) FROM v_screen_view a JOIN v_screen_view b
        ON b.visit_id = a.visit_id AND b.view_number = a.view_number + 2
      """, "v_screen_view_visit_id_view_number"
    ),
    (
      "SELECT count(*) FROM v_run a WHERE NOT EXISTS (SELECT 1 FROM v_run b "
        + "WHERE b.device_id = a.device_id AND b.began_us > a.began_us)",
      "v_run_device_id_began_us"
    ),
    (
      "SELECT o.route FROM v_request r LEFT JOIN v_request o ON o.request_id = r.opener_request_id",
      "v_request_request_id_received_us"
    ),
    ("SELECT count(*) FROM v_link_success", "v_request_outcome_entry_point_duration_us"),
  ])
  func `a join looks rows up by the index it wants`(sql: String, index: String) throws {
    let steps = try plan(sql)
    #expect(steps.contains { $0.split(separator: " ").contains(Substring(index)) }, "\(steps)")
    #expect(!steps.contains { $0.contains("AUTOMATIC") }, "\(steps)")
  }

  @Test(arguments: [
    "SELECT count(*) FROM v_request", "SELECT * FROM v_request WHERE request_id = 'a:1'",
    "SELECT outcome, count(*) FROM v_request GROUP BY outcome",
    "SELECT session_id, max(entered_us) FROM v_screen_view GROUP BY session_id",
    "WITH r AS (SELECT * FROM v_request) SELECT count(*) FROM r WHERE link = '/a'",
  ])
  func `a relation that is read once has no index`(sql: String) throws {
    let steps = try plan(sql)
    #expect(!steps.contains { $0.contains("INDEX v_") }, "\(steps)")
  }
}
