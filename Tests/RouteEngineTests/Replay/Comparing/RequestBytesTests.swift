import RouteEngine
import Testing

@testable import RouteReplay

@Suite struct RequestBytesTests {
  private func request(_ target: RouteRequest.Target) -> RouteRequest {
    var request = RouteRequest(
      target, from: .url, at: RouteInstant(microseconds: 5), principal: "caf\u{E9}", source: "s")
    request.options.scene = "main"
    request.options.router = "shop"
    request.keyedFingerprint = 7
    return request
  }

  private func link(_ text: String) throws -> RouteRequest.Target { .link(try RouteLink(text)) }

  @Test func `a request has its own bytes, whatever it asks for`() throws {
    for target in [try link("https://a.example/b"), .route("home", ["a": "1"])] {
      #expect(request(target).hasSameBytes(as: request(target)))
    }
  }

  /// Edits of a request, each of which changes one field.
  private static let edits: [@Sendable (inout RouteRequest) -> Void] = [
    { $0.entryPoint = .shortcutItem }, { $0.at = RouteInstant(microseconds: 6) },
    { $0.principal = nil },
    { $0.principal = "cafe\u{301}" }, { $0.source = "t" }, { $0.keyedFingerprint = nil },
    { $0.options.isSuspendable.toggle() }, { $0.options.isAnimated.toggle() },
    { $0.options.expiresAfter = .microseconds(1) }, { $0.options.scene = nil },
    { $0.options.router = "home" },
    { $0.options.staysBelowRouter = true }, { $0.options.onBehalfOf = RequestID(1) },
    { $0.target = .route("home", ["a": "2"]) },
  ]

  @Test(arguments: edits.indices)
  func `another field is another request`(index: Int) throws {
    for target in [try link("https://a.example/b"), .route("home", ["a": "1"])] {
      var other = request(target)
      Self.edits[index](&other)
      #expect(!request(target).hasSameBytes(as: other))
      #expect(!other.hasSameBytes(as: request(target)))
    }
  }

  @Test func `another link is another request`() throws {
    let one = request(try link("https://a.example/b"))
    #expect(!one.hasSameBytes(as: request(try link("https://a.example/c"))))
  }

  private func end(
    _ outcome: (String) -> Outcome, _ reason: String, route: String
  ) -> Rehearsal.RequestEnd {
    var entry = JournalEntry(
      sequence: 2, session: 1, kind: .decided, at: RouteInstant(microseconds: 5), elapsed: 0)
    (entry.requestID, entry.route, entry.outcome) = (RequestID(2), route, outcome(reason))
    var end = Rehearsal.RequestEnd()
    end.follow(entry)
    return end
  }

  @Test func `an end with another reason or route is another end`() {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let outcomes: [(String) -> Outcome] = [
      { .denied(reason: $0) }, { .failed(step: 1, reason: $0) }, { .stale(reason: $0) },
      { .impossible(reason: $0) },
    ]
    for outcome in outcomes {
      #expect(end(outcome, one, route: one) == end(outcome, one, route: one))
      #expect(end(outcome, one, route: one) != end(outcome, one, route: other))
      #expect(end(outcome, one, route: one) != end(outcome, other, route: one))
    }
  }
}
