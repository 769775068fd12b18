import BenchmarkWorkload
import RouteAnalytics
import RouteStore

/// A history in the reference's schema, with its indexes and views, filled from gathered relations.
final class ReferenceHistory {
  private let connection: Connection
  /// The numbers of devices and sessions, which the reference uses instead of names.
  private var numbers: [String: Int64] = [:]

  /// Nil when the reference is not beside the package, which never contains it.
  init?(of relations: GatheredRelations, at path: String) throws {
    let scripts = ["schema", "index", "views"].compactMap { name in
      FileText.read("\(FileText.packageRoot)/../shared/analytics/\(name).sql")
    }
    guard scripts.count == 3 else { return nil }
    connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
    try connection.execute(scripts[0])
    try fill(from: relations)
    try connection.execute(scripts[1])
    try connection.execute(scripts[2])
    try connection.execute("ANALYZE")
  }

  /// Whether the reference has a view.
  func has(_ view: String) throws -> Bool {
    let found = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?1")
    found.bind(view, at: 1)
    return try found.step()
  }

  /// The nanoseconds that a view takes.
  func time(_ view: String) throws -> Double {
    let before = nanoseconds()
    let rows = try connection.prepare("SELECT * FROM \(view)")
    while try rows.step() {}
    return nanoseconds() - before
  }

  private func fill(from relations: GatheredRelations) throws {
    try connection.execute("BEGIN")
    try copy(
      from: relations,
      """
      SELECT session_id, device_id, coalesce(app_version, ''),
        began_us * 1000, ended_us * 1000, CASE ending WHEN 'cut off' THEN 'crash' ELSE ending END,
        NULL, CASE restore_outcome WHEN 'whole' THEN 'full' ELSE restore_outcome END, NULL
      FROM v_run ORDER BY first_sequence
      """, into: "session", columns: 9, numbers: [0, 1])
    try copy(
      from: relations,
      """
      SELECT q.request_id, q.session_id,
        row_number() OVER (PARTITION BY q.session_id ORDER BY q.request_sequence),
        q.received_us * 1000, q.entry_point, coalesce(q.link, ''), q.route,
        CASE WHEN q.outcome IN ('shown', 'alreadyShown') THEN 'succeeded'
          WHEN q.outcome IS NOT NULL THEN 'failed' END,
        CASE WHEN q.outcome = 'notFound' THEN 'no_match' ELSE q.reason END,
        q.decided_us * 1000, q.duration_us * 1000, q.screen_before, q.screen_after, NULL
      FROM v_request q
      """, into: "request", columns: 14, numbers: [0, 1])
    try copy(
      from: relations,
      """
      SELECT a.action_id, coalesce(a.request_id, 0), a.session_id, coalesce(a.name, ''),
        CASE WHEN a.state = 'done' THEN 'executed' WHEN a.settled_us IS NULL THEN 'pending'
          ELSE 'aborted' END,
        a.enqueued_us * 1000, a.settled_us * 1000, a.attempts
      FROM v_action a
      """, into: "action", columns: 8, numbers: [0, 1, 2])
    try copy(
      from: relations,
      """
      SELECT v.view_id, v.session_id,
        row_number() OVER (PARTITION BY v.session_id ORDER BY v.view_sequence),
        v.screen, v.request_id, v.entered_us * 1000, v.left_us * 1000, v.dwell_us * 1000
      FROM v_screen_view v
      """, into: "screen_view", columns: 8, numbers: [0, 1, 4])
    try copy(
      from: relations, "SELECT funnel, step, screen FROM funnel_step", into: "funnel_step",
      columns: 3)
    try connection.execute("COMMIT")
  }

  private func copy(
    from relations: GatheredRelations, _ sql: String, into table: String, columns: Int,
    numbers numbered: Set<Int> = []
  ) throws {
    let places = (1...columns).map { "?\($0)" }.joined(separator: ", ")
    let insert = try connection.prepare("INSERT INTO \(table) VALUES (\(places))")
    var bounds = SQLBounds()
    bounds.rows = .max
    bounds.seconds = 600
    try relations.reader().query(sql, bounds: bounds) { row in
      for (index, value) in row.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .integer(let integer): insert.bind(integer, at: place)
        case .text(let text) where numbered.contains(index):
          let number = numbers[text] ?? Int64(numbers.count + 1)
          numbers[text] = number
          insert.bind(number, at: place)
        case .text(let text): insert.bind(text, at: place)
        case .null, .real, .blob: insert.bind(nil as Int64?, at: place)
        }
      }
      try insert.run()
    }
  }
}
