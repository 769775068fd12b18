import Foundation
import RouteStore
import RouteTestSupport
import Testing

/// `export --format otlp` of a journal whose first session was pruned. It contains attempts of
/// another session at an action, and the end of its request in a third one.
@Suite struct `Spans of a session that was pruned` {
  let place = Workplace()

  init() throws {
    let journal = try Journal.open(.file(place.path("pruned.journal")))
    try journal.append(1, from: 1, [(1, nil, nil), (3, nil, nil), (17, 3, nil)])
    try journal.append(2, from: 4, [(1, nil, nil), (18, 3, 1), (22, 3, 1)])
    try journal.append(3, from: 7, [(1, nil, nil), (18, 3, 2), (20, 3, 2), (4, nil, nil)])
    try Tampering.run(
      """
      DELETE FROM journal WHERE sequence <= 3;
      INSERT INTO base SELECT 3, chain_digest FROM journal WHERE sequence = 4;
      DELETE FROM session WHERE number = 1;
      """, on: place.path("pruned.journal"))
  }

  private func spans() throws -> [[String: Any]] { try place.spans(of: "pruned.journal") }

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

/// `export --format otlp` of a journal whose action failed, and then succeeded.
@Suite struct `Spans of attempts` {
  let place = Workplace()

  /// The action is done; it is dead; it is dead, and revived.
  @Test(arguments: [([20], 1), ([27], 1), ([27, 26], 0)] as [([Int64], Int)])
  func `are below the action to which they belong`(_ kinds: [Int64], _ settled: Int) throws {
    let journal = try Journal.open(.file(place.path("tried.journal")))
    try journal.append(
      1, from: 1, [(1, nil, nil), (4, nil, nil), (17, 3, nil), (18, 3, 1), (22, 3, 1)])
    let waiting = try place.spans(of: "tried.journal")
    #expect(waiting.map { $0["name"] as? String } == ["request"])

    try journal.append(2, from: 6, [(1, nil, nil), (18, 3, 2)] + kinds.map { ($0, 3, 2) })
    let spans = try place.spans(of: "tried.journal")
    let names = spans.compactMap { $0["name"] as? String }
    let told = Array(repeating: ["action", "attempt", "attempt"], count: settled).flatMap(\.self)
    #expect(names.sorted() == told + ["request"])
    let known = Set(spans.compactMap { $0["spanId"] as? String })
    let parents = spans.compactMap { $0["parentSpanId"] as? String }
    #expect(parents.count == told.count && parents.allSatisfy { known.contains($0) })
  }

  @Test func `leave out what was given back, and the next one has its number`() throws {
    let path = place.path("given-back.journal")
    let journal = try Journal.open(.file(path))
    try journal.append(
      1, from: 1, [(1, nil, nil), (4, nil, nil), (17, 3, nil), (18, 3, 1), (22, 3, 1)])
    try journal.append(2, from: 6, [(1, nil, nil), (18, 3, 1), (19, 3, 1), (20, 3, 1)])
    try Tampering.run(
      """
      UPDATE journal SET payload = '{"changes":[{"by":"giveBack","change":"advance","id":3}]}'
      WHERE kind = 22
      """, on: path)
    let spans = try place.spans(of: "given-back.journal")
    let names = spans.compactMap { $0["name"] as? String }
    #expect(names.sorted() == ["action", "attempt", "request"])
  }

  @Test func `of an action that the host enqueued by itself begin a trace of their own`() throws {
    let path = place.path("own.journal")
    let journal = try Journal.open(.file(path))
    try journal.append(1, from: 1, [(1, nil, nil), (17, 2, nil), (18, 2, 1), (20, 2, 1)])
    let spans = try place.spans(of: "own.journal")
    #expect(spans.map { $0["name"] as? String } == ["action", "attempt"])
    let action = try #require(spans.first?["spanId"] as? String)
    #expect(spans.compactMap { $0["parentSpanId"] as? String } == [action])
    #expect(Set(spans.map { $0["traceId"] as? String }).count == 1)
  }

  @Test func `of an action in an outage begin a trace of their own`() throws {
    let journal = try Journal.open(.file(place.path("outage.journal")))
    try journal.append(
      1, from: 1, [(1, nil, nil), (28, nil, nil), (17, 3, nil), (18, 3, 1), (20, 3, 1)])
    let spans = try place.spans(of: "outage.journal")
    #expect(spans.map { $0["name"] as? String } == ["action", "attempt"])
    let action = try #require(spans.first?["spanId"] as? String)
    #expect(spans.compactMap { $0["parentSpanId"] as? String } == [action])
    #expect(Set(spans.map { $0["traceId"] as? String }).count == 1)
  }
}

extension Journal {
  /// Writes a session with one entry of each given kind, about an action and an attempt at it.
  fileprivate func append(
    _ session: Int64, from first: Int64,
    _ entries: [(kind: Int64, action: Int64?, attempt: Int64?)]
  ) throws {
    var batch = JournalBatch()
    batch.session = SessionRow(
      number: session, identifier: "s\(session)", device: "d",
      beganMicroseconds: first * 1_000_000, firstSequence: first)
    for (place, told) in entries.enumerated() {
      let sequence = first + Int64(place)
      var entry = EntryRow(
        sequence: sequence, session: session, kind: told.kind,
        atMicroseconds: sequence * 1_000_000)
      (entry.action, entry.attempt) = (told.action, told.attempt)
      entry.request = told.kind == 1 ? nil : 2
      if told.kind == 4 { entry.outcome = "shown" }
      batch.entries.append(entry)
    }
    try append(&batch)
  }
}

/// `export --format otlp`, and the guide that lists the attributes.
@Suite struct `Attributes of spans` {
  @Test(arguments: GoldenStory.allCases)
  func `are all in the guide`(_ story: GoldenStory) throws {
    let guide = try PackageFile.text("Sources/RouteStore/RouteStore.docc/analytics.md")
    let spans = try Workplace().spans(of: story.journal.path)
    let keys = spans.flatMap { ($0["attributes"] as? [[String: Any]]) ?? [] }
      .compactMap { $0["key"] as? String }
    #expect(!keys.isEmpty)
    for key in Set(keys) {
      let last = key.split(separator: ".").last.map(String.init) ?? key
      #expect(guide.contains("`\(key)`") || guide.contains(", `.\(last)`"), "\(key)")
    }
  }
}

extension Workplace {
  fileprivate func spans(of journal: String) throws -> [[String: Any]] {
    let lines = try run("export", journal, "--format", "otlp", "--profile", "full").expect(0).output
    return try objects(lines).flatMap { line in
      let resources = try #require(line["resourceSpans"] as? [[String: Any]])
      let scopes = try #require(resources[0]["scopeSpans"] as? [[String: Any]])
      return try #require(scopes[0]["spans"] as? [[String: Any]])
    }
  }
}
