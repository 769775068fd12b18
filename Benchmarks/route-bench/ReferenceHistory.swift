import RouteStore

/// A history in the reference schema, with its indexes and views, filled from gathered relations.
final class ReferenceHistory {
  private let connection: Connection

  /// Throws when the reference is not beside the package, which never contains it.
  init(of relations: GatheredRelations, at path: String) throws {
    let scripts = try ["schema", "index", "views"].map { name in
      let file = "\(FileText.packageRoot)/../shared/analytics/\(name).sql"
      guard let sql = FileText.read(file) else {
        throw FloorError(description: "there is no \(file) to compare with")
      }
      return sql
    }
    connection = try Connection(path: path, mode: .create)
    try connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
    try connection.execute(scripts[0])
    try fill(from: relations)
    try connection.execute(scripts[1])
    try connection.execute(scripts[2])
    try connection.execute("ANALYZE")
  }

  /// Nanoseconds that a view takes.
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
      SELECT row_number() OVER (ORDER BY first_sequence), device_id, coalesce(app_version, ''),
        began_us * 1000, ended_us * 1000, CASE ending WHEN 'cut off' THEN 'crash' ELSE ending END,
        NULL, CASE restore_outcome WHEN 'whole' THEN 'full' ELSE restore_outcome END, NULL
      FROM v_run
      """, into: "session", columns: 9)
    let number =
      "(SELECT count(*) FROM v_run e WHERE e.first_sequence <= r.first_sequence)"
    let numbered =
      "(SELECT r.session_id AS session_id, \(number) AS number FROM v_run r) s"
    try copy(
      from: relations,
      """
      SELECT q.request_id, s.number,
        row_number() OVER (PARTITION BY s.number ORDER BY q.request_id),
        q.received_us * 1000, q.entry_point, coalesce(q.link, ''), q.route,
        CASE WHEN q.outcome IN ('shown', 'alreadyShown') THEN 'succeeded'
          WHEN q.outcome IS NOT NULL THEN 'failed' END,
        CASE WHEN q.outcome = 'notFound' THEN 'no_match' ELSE q.reason END,
        q.decided_us * 1000, q.duration_us * 1000, q.screen_before, q.screen_after, NULL
      FROM v_request q JOIN \(numbered) ON s.session_id = q.session_id
      """, into: "request", columns: 14)
    try copy(
      from: relations,
      """
      SELECT a.action_id, coalesce(a.request_id, 0), s.number, coalesce(a.name, ''),
        CASE WHEN a.state = 'done' THEN 'executed' WHEN a.settled_us IS NULL THEN 'pending'
          ELSE 'aborted' END,
        a.enqueued_us * 1000, a.settled_us * 1000, a.attempts
      FROM v_action a JOIN \(numbered) ON s.session_id = a.session_id
      """, into: "action", columns: 8)
    try copy(
      from: relations,
      """
      SELECT v.view_id, s.number, row_number() OVER (PARTITION BY s.number ORDER BY v.view_id),
        v.screen, v.request_id, v.entered_us * 1000, v.left_us * 1000, v.dwell_us * 1000
      FROM v_screen_view v JOIN \(numbered) ON s.session_id = v.session_id
      """, into: "screen_view", columns: 8)
    try copy(
      from: relations, "SELECT funnel, step, screen FROM funnel_step", into: "funnel_step",
      columns: 3)
    try connection.execute("COMMIT")
  }

  private func copy(
    from relations: GatheredRelations, _ sql: String, into table: String, columns: Int
  ) throws {
    let places = (1...columns).map { "?\($0)" }.joined(separator: ", ")
    let insert = try connection.prepare("INSERT INTO \(table) VALUES (\(places))")
    // Devices are numbers in the reference.
    var devices: [String: Int64] = [:]
    var bounds = SQLBounds()
    bounds.rows = .max
    bounds.seconds = 600
    try relations.query(sql, bounds: bounds) { row in
      for (index, value) in row.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .integer(let integer): insert.bind(integer, at: place)
        case .text(let text) where table == "session" && index == 1:
          let number = devices[text] ?? Int64(devices.count + 1)
          devices[text] = number
          insert.bind(number, at: place)
        case .text(let text): insert.bind(text, at: place)
        case .null, .real, .blob: insert.bind(nil as Int64?, at: place)
        }
      }
      try insert.run()
    }
  }
}
