import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// A recording of a host that was killed, left its place and did work, run again without edits:
/// nothing differs.
@Suite @MainActor struct `A run with nothing edited` {
  private static let hour: Int64 = 3_600_000_000
  let place = Workplace()

  init() throws {
    place.write("routes.json", Workplace.table)
    try recordHost()
  }

  /// The clock of a host, which a test moves.
  private final class Clock {
    var now: Int64 = 1_700_000_000_000_000
  }

  /// Records a host whose work makes entries that a run without it does not have. The host dies
  /// repeatedly, leaves a place because of its age and because of a link, and is stable once it
  /// says so.
  private func recordHost() throws {
    let table = try RouteTable(json: Array(Workplace.table.utf8))
    let path = place.path("host.journal")
    let journal = try Journal.open(.file(path))
    let clock = Clock()
    func launch(_ configure: (inout RouteSession.Configuration) -> Void = { _ in }) throws
      -> RouteSession
    {
      clock.now += 1_000_000
      return try RouteSession.launch(table, on: journal) {
        $0.clock = SessionClock(
          wallMicroseconds: { clock.now }, monotonicMicroseconds: { clock.now })
        $0.identifier = "\(clock.now)"
        $0.answer("signedIn") { _ in .allow }
        $0.perform("trackView") { _ in .done }
        configure(&$0)
      }
    }
    var session = try launch()
    for (link, source) in [("/products/1", "a"), ("/products/2", "b"), ("/products/3", "a")] {
      session.open(link, from: .notificationResponse, source: source)
      session.ready()
    }
    session.open("/products/4", from: .notificationResponse, source: "b")
    for _ in 0..<4 { session = try launch() }  // killed before it is stable
    session.open("/products/5")
    session.stable()
    session.open("/orders/6")
    clock.now += 48 * Self.hour
    session = try launch { $0.maximumAge = .seconds(60) }
    session.open("/orders/7")
    session.report(.popped(nil))
    session.open("/products/8")
    session.ready()
    session.background()
    session = try launch { $0.launchLink = "/products/9" }
    session.ready()
    session.report(.popped(nil))
    session.end()
  }

  @Test func `ends as it did`() throws {
    let log = try place.run("log", "host.journal", "--kind", "restored", "-o", "jsonl").output
    let told = try log.matches(of: /"sequence":(\d+)/).map {
      try place.run("show", "host.journal", String($0.output.1)).output
    }
    for words in ["too old", "launched with a link", "that died before"] {
      #expect(told.contains { $0.contains(words) }, "\(words): \(told)")
    }
    let result = try place.run(
      "what-if", "host.journal", "--routes", "routes.json", "--out", "new.journal"
    ).expect(0)
    #expect(result.lines.first == "identical: 11 requests run again in 7 sessions")
    try place.expectSound("new.journal")
  }

  @Test func `ends each attempt at an action as it ended`() throws {
    let recorded = GoldenStory.actions.journal.path
    try place.run("what-if", recorded, "--edit", "55=/products/11", "--out", "new.journal")
      .expect(1, says: "1 edited")
    for (kind, count) in [("done", 4), ("retried", 3), ("dead", 2), ("failed", 1)] {
      for path in [recorded, "new.journal"] {
        let ended = try place.run("log", path, "--kind", kind, "-o", "jsonl").lines
        #expect(ended.count == count, "\(kind) of \(path): \(ended)")
      }
    }
    try place.run("log", "new.journal", "--kind", "failed", "-o", "jsonl").expect(
      says: #""reason":"too late""#)
    try place.expectSound("new.journal")
  }

  @Test func `differs only in what an edit leads to`() throws {
    try place.run("what-if", "host.journal", "--edit", "link=/orders/7=/products/70").expect(
      1, says: "request", lacks: "other content", begins: "different: 11 requests run again")
  }
}
