import RouteStore
import RouteTestSupport
import Testing

/// `export --format otlp` of a journal whose first session was pruned, which has another session's
/// attempts at an action, and its request's end in a third one.
@Suite struct `Spans of a session that was pruned` {
  let place = Workplace()

  init() throws {
    let journal = try Journal.open(.file(place.path("pruned.journal")))
    let sessions: [(first: Int64, entries: [(kind: Int64, action: Int64?, attempt: Int64?)])] = [
      (1, [(1, nil, nil), (3, nil, nil), (17, 3, nil)]),
      (4, [(1, nil, nil), (18, 3, 1), (22, 3, 1)]),
      (7, [(1, nil, nil), (18, 3, 2), (20, 3, 2), (4, nil, nil)]),
    ]
    for (place, session) in sessions.enumerated() {
      var batch = JournalBatch()
      let number = Int64(place + 1)
      batch.session = SessionRow(
        number: number, identifier: "s\(number)", device: "d",
        beganMicroseconds: session.first * 1_000_000, firstSequence: session.first)
      for (place, told) in session.entries.enumerated() {
        let sequence = session.first + Int64(place)
        var entry = EntryRow(
          sequence: sequence, session: number, kind: told.kind,
          atMicroseconds: sequence * 1_000_000)
        (entry.action, entry.attempt) = (told.action, told.attempt)
        entry.request = told.kind == 1 ? nil : 2
        if told.kind == 4 { entry.outcome = "shown" }
        batch.entries.append(entry)
      }
      try journal.append(&batch)
    }
    try Tampering.run(
      """
      DELETE FROM journal WHERE sequence <= 3;
      INSERT INTO base SELECT 3, chain_digest FROM journal WHERE sequence = 4;
      DELETE FROM session WHERE number = 1;
      """, on: place.path("pruned.journal"))
  }

  private func spans() throws -> [[String: Any]] {
    let lines = try place.run("export", "pruned.journal", "--format", "otlp", "--profile", "full")
      .expect(0).output
    return try objects(lines).flatMap { line in
      let resources = try #require(line["resourceSpans"] as? [[String: Any]])
      let scopes = try #require(resources[0]["scopeSpans"] as? [[String: Any]])
      return try #require(scopes[0]["spans"] as? [[String: Any]])
    }
  }

  @Test func `are one trace, and their parents are there`() throws {
    let spans = try spans()
    #expect(spans.count == 4)
    #expect(Set(spans.map { $0["traceId"] as? String }).count == 1)
    let known = Set(spans.compactMap { $0["spanId"] as? String })
    let parents = spans.compactMap { $0["parentSpanId"] as? String }
    #expect(parents.count == 3 && parents.allSatisfy { known.contains($0) })
  }

  @Test func `have names also where nothing is known of theirs`() throws {
    let spans = try spans()
    let names = spans.compactMap { $0["name"] as? String }
    #expect(names.sorted() == ["action", "attempt", "attempt", "request"])
    for span in spans {
      let attributes = try #require(span["attributes"] as? [[String: Any]])
      let keys = attributes.compactMap { $0["key"] as? String }
      #expect(!keys.isEmpty && !keys.contains("route.action.name"))
    }
  }
}
