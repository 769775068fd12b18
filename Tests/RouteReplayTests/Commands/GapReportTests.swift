import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// What is said of the time in which nothing could be recorded.
@MainActor
@Suite struct `A gap` {
  let place: Workplace
  let journal: TestJournal
  /// A request that was recorded before it, and ended in it.
  private let request: Int64

  init() throws {
    place = try Workplace()
    journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [
          Route("home", patterns: ["/"], destination: Destination([Step(.select, "home")])),
          Route(
            "product", patterns: ["/product"], destination: Destination([Step(.push, "product")]),
            interceptors: ["signedIn"]),
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
    journal.clock.advance(by: 60_000_000)
    session.wake()
    #expect(session.health == .recording && session.state.waiting.isEmpty)
    session.end()
  }

  @Test func `is named in the summary, with how much is missing`() throws {
    let summary = try place.run(journal.path)
    #expect(summary.status == 0)
    #expect(
      summary.lines.contains { $0.hasPrefix("missing") && $0.contains(" in 1 gap") },
      "\(summary.output)")
    let json = try place.run(journal.path, "-o", "jsonl")
    #expect(json.output.contains(#""gaps": 1, "unrecorded": "#), "\(json.output)")
  }

  @Test func `is what requests ended in of which every answer says the same`() throws {
    let summary = try place.run(journal.path)
    #expect(summary.output.contains("2 ended unrecorded"), "\(summary.output)")
    #expect(!summary.output.contains("waiting"))
    let json = try place.run(journal.path, "-o", "jsonl").output
    #expect(json.contains(#""waiting": 0, "ended_unrecorded": 2"#), "\(json)")
    let listed = try place.run("log", journal.path, "--outcome", "unrecorded", "-o", "jsonl")
    #expect(listed.lines.count == 2 && listed.output.contains("\"sequence\":\(request),"))
    #expect(try place.run("log", journal.path, "--outcome", "waiting", "-o", "jsonl").output == "")
    let unfinished = try place.run(
      "sql", journal.path, "SELECT sum(unfinished) AS n FROM v_link_success", "-o", "jsonl")
    #expect(unfinished.output == "{\"n\":2}\n")
  }

  @Test func `tells of a request with a source's id how it ended`() throws {
    let gap = try #require(try journal.entries().first { $0.kind == .gap })
    let told = try #require(gap.sources.first { $0.source == "mail-1" }?.request)
    let shown = try place.run("show", journal.path, "\(told)")
    #expect(
      shown.output.contains(
        "ended    while nothing was recorded: alreadyShown, says entry \(gap.sequence)"),
      "\(shown.output)")
  }

  @Test func `is followed by the ends of actions that ended in it`() throws {
    let action = ActionTemplate("track", key: "k").waits(for: "online")
    let journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [
          Route(
            "product", patterns: ["/product"], destination: Destination([Step(.push, "product")]),
            actions: [action])
        ]))
    let session = journal.launch { $0.perform("track") { _ in .done } }
    session.open("/product")
    let first = try #require(session.state.actions.first?.id)
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
    session.open("/product")
    journal.clock.advance(by: 60_000_000)
    session.wake()
    let second = try #require(session.state.actions.first?.id)
    #expect(session.health == .recording && session.state.actions.count == 1 && second != first)
    session.end()
    let ended = try place.run("show", journal.path, "\(first)").output
    #expect(ended.contains(": cancelled, it ended while nothing was recorded"), "\(ended)")
    let states = try place.run(
      "sql", journal.path, "SELECT state FROM v_action ORDER BY action_id", "-o", "jsonl")
    #expect(states.lines == [#"{"state":"cancelled"}"#, #"{"state":"waiting"}"#], "\(states)")
    let verified = try place.run("verify", journal.path)
    #expect(verified.status == 0, "\(verified)")
    #expect(try place.run("rerun", journal.path).status == 0)
    #expect(try place.run("show", journal.path, "\(second)").output.contains("ended    not yet"))
  }

  @Test func `is followed by what a handler said in it`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("product")],
        routes: [
          Route(
            "product", patterns: ["/product"], destination: Destination([Step(.push, "product")]),
            actions: [ActionTemplate("slow")])
        ]))
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
    journal.clock.advance(by: 60_000_000)
    session.wake()
    #expect(session.health == .recording)
    let ends = try journal.entries().filter { $0.action == action && $0.kind == .done }
    #expect(ends.count == 1)
    try journal.requireReplays(of: session)
    session.end()
    let states = try place.run(
      "sql", journal.path, "SELECT state FROM v_action", "-o", "jsonl")
    #expect(states.lines == [#"{"state":"done"}"#], "\(states)")
  }

  @Test func `says since when, and of a request that ended in it that nobody knows how`() throws {
    let gap = try #require(try journal.entries().first { $0.kind == .gap })
    let shown = try place.run("show", journal.path, "\(gap.sequence)")
    #expect(shown.lines.contains { $0.contains("since    20") }, "\(shown.output)")
    #expect(shown.lines.contains { $0.contains("missing  ") && $0.contains(" entries") })
    let asked = try place.run("show", journal.path, "\(request)")
    #expect(asked.output.contains("ended    while nothing was recorded"), "\(asked.output)")
  }
}
