import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Reports about the time in which nothing could be recorded.
@MainActor
@Suite struct `An outage` {
  let place = Workplace()
  let journal: TestJournal
  /// A request that was recorded before the outage, and ended in it.
  private let request: Int64

  init() throws {
    journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [
          Route("home", "/", to: [.select("home")]),
          Route("product", "/product", to: [.push("product")]).asks("signedIn"),
        ]))
    let session = journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    let opening = session.open("/product")
    session.open("/product", source: "mail-1")
    request = try #require(opening.request).rawValue
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
    session.signal("signedIn", principal: "ann")
    session.open("/")
    journal.wake(session, after: 60_000_000)
    #expect(session.health == .recording && session.state.waiting.isEmpty)
    session.end()
  }

  @Test func `is named in the summary, with how much is missing`() throws {
    let summary = try place.run(journal.path).expect(0)
    #expect(
      summary.lines.contains { $0.hasPrefix("missing") && $0.contains(" in 1 outage") },
      "\(summary.output)")
    try place.run(journal.path, "-o", "jsonl").expect(says: #""outages": 1, "unrecorded": "#)
  }

  @Test func `is told on the page of a report, with how much is missing`() throws {
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    let lost = try #require(outage.outage?.unrecorded)
    let verdict = try place.report(journal.path).journal()["verdict"] as? [String: Any]
    let missing = try #require(verdict?["missing"] as? [String])
    #expect(missing.count == 1 && missing[0].hasPrefix("\(lost) entr"), "\(missing)")
    #expect(missing[0].hasSuffix(", in 1 outage"), "\(missing)")
  }

  @Test func `does not stop a summary when forged entries overflow the count`() throws {
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    let missing = try #require(outage.outage?.unrecorded)
    let columns = "session, kind, at_us, elapsed_us, payload, chain_digest"
    let kind = EntryKind.outage.rawValue
    try Tampering.run(
      """
      UPDATE journal SET payload =
        replace(payload, '"unrecorded":\(missing)', '"unrecorded":9007199254740991')
      WHERE kind = \(kind);
      INSERT INTO journal (sequence, \(columns))
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1100)
      SELECT 1000 + x, \(columns) FROM n, journal WHERE kind = \(kind)
      """, on: journal.path)
    try place.run(journal.path, "-o", "jsonl").expect(
      3, says: #""outages": 1101, "unrecorded": 9223372036854775807"#)
  }

  @Test func `is named in the same way by every command about its requests`() throws {
    try place.run(journal.path).expect(says: "2 ended unrecorded", lacks: "waiting")
    try place.run(journal.path, "-o", "jsonl").expect(says: #""waiting": 0, "ended_unrecorded": 2"#)
    try place.run("log", journal.path, "--outcome", "unrecorded", "-o", "jsonl").expect(
      says: "\"sequence\":\(request),", lines: 2)
    try place.run("log", journal.path, "--outcome", "waiting", "-o", "jsonl").expect(prints: "")
    try place.run(
      "sql", journal.path, "SELECT sum(unfinished) AS n FROM v_link_success", "-o", "jsonl"
    ).expect(prints: "{\"n\":2}\n")
  }

  @Test func `shows the outcome of a request with a source's id`() throws {
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    let told = try #require(outage.sources.first { $0.source == "mail-1" }?.request)
    try place.run("show", journal.path, "\(told)").expect(
      says: "ended    while nothing was recorded: alreadyShown, says entry \(outage.sequence)")
  }

  @Test func `is followed by the ends of actions that ended in it`() throws {
    let action = ActionTemplate("track", key: "k").waits(for: "online")
    let journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [Route("product", "/product", to: [.push("product")]).performs(action)]))
    let session = journal.launch { $0.perform("track") { _ in .done } }
    session.open("/product")
    let first = try #require(session.state.actions.first?.id)
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
    session.open("/product")
    journal.wake(session, after: 60_000_000)
    let second = try #require(session.state.actions.first?.id)
    #expect(session.health == .recording && session.state.actions.count == 1 && second != first)
    session.end()
    try place.run("show", journal.path, "\(first)").expect(
      says: ": cancelled, it ended while nothing was recorded")
    let states = try place.run(
      "sql", journal.path, "SELECT state FROM v_action ORDER BY action_sequence", "-o", "jsonl")
    #expect(states.lines == [#"{"state":"cancelled"}"#, #"{"state":"waiting"}"#], "\(states)")
    try place.expectSound(journal.path)
    try place.run("show", journal.path, "\(second)").expect(says: "ended    not yet")
  }

  @Test func `is followed by the results of handlers in it`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [Route("product", "/product", to: [.push("product")]).performs("slow")]))
    var attempt: CheckedContinuation<ActionResult, Never>?
    let session = journal.launch {
      $0.performLater("slow") { _ in await withCheckedContinuation { attempt = $0 } }
    }
    session.open("/product")
    #expect(await eventually { attempt != nil })
    let action = try #require(session.state.actions.first?.id)
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
    session.open("/")
    attempt?.resume(returning: .done)
    #expect(await eventually { session.state.actions.isEmpty })
    #expect(!session.health.isRecording)
    journal.wake(session, after: 60_000_000)
    #expect(session.health == .recording)
    let ends = try journal.entries().filter { $0.action == action && $0.kind == .done }
    #expect(ends.count == 1)
    try journal.requireReplays(of: session)
    session.end()
    let states = try place.run("sql", journal.path, "SELECT state FROM v_action", "-o", "jsonl")
    #expect(states.lines == [#"{"state":"done"}"#], "\(states)")
  }

  @Test func `shows its beginning, and requests that ended in it with an unknown outcome`() throws {
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    let shown = try place.run("show", journal.path, "\(outage.sequence)")
    #expect(shown.lines.contains { $0.contains("since    20") }, "\(shown.output)")
    #expect(shown.lines.contains { $0.contains("missing  ") && $0.contains(" entries") })
    try place.run("show", journal.path, "\(request)").expect(
      says: "ended    while nothing was recorded")
  }
}
