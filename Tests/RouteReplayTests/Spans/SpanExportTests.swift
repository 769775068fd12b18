import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// `export --format otlp`, over sessions with known times.
@MainActor
@Suite struct `Exporting requests as spans` {
  let place = Workplace()
  let stories: ExportStories

  init() throws {
    stories = try ExportStories()
  }

  /// A span of a line, with the attributes of its session.
  private struct Written {
    let name, trace, id: String
    let parent: String?
    let seconds: Int
    let status: Int
    let message: String?
    let attributes, resource: [String: String]
  }

  private func export(_ words: String...) throws -> Workplace.Result {
    try place.run(["export", stories.path, "--format", "otlp"] + words)
  }

  private func attributes(_ holder: Any?) throws -> [String: String] {
    let list = try #require((holder as? [String: Any])?["attributes"] as? [[String: Any]])
    var found: [String: String] = [:]
    for one in list {
      let (key, value) = (one["key"] as? String, one["value"] as? [String: Any])
      found[try #require(key)] = try "\(#require(value?.values.first))"
    }
    return found
  }

  private func objects(_ holder: [String: Any], _ name: String) throws -> [[String: Any]] {
    try #require(holder[name] as? [[String: Any]])
  }

  private func spans(_ text: String) throws -> [Written] {
    try RouteReplayTests.objects(text).flatMap { line in
      try objects(line, "resourceSpans").flatMap { part in
        let resource = try attributes(part["resource"])
        return try objects(part, "scopeSpans").flatMap { scope in
          try objects(scope, "spans").map { span in
            func nanoseconds(_ name: String) throws -> Int {
              try #require((span[name] as? String).flatMap { Int($0) })
            }
            let status = try #require(span["status"] as? [String: Any])
            let duration =
              try nanoseconds("endTimeUnixNano") - nanoseconds("startTimeUnixNano")
            return Written(
              name: try #require(span["name"] as? String),
              trace: try #require(span["traceId"] as? String),
              id: try #require(span["spanId"] as? String),
              parent: span["parentSpanId"] as? String, seconds: duration / 1_000_000_000,
              status: try #require(status["code"] as? Int),
              message: status["message"] as? String, attributes: try attributes(span),
              resource: resource)
          }
        }
      }
    }
  }

  private func isHexadecimal(_ text: String, digits: Int) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Records a link that waits a minute for a log-in, and one whose action takes effect.
  private func recordWait() {
    let session = stories.launch { ($0.appVersion, $0.build) = ("2.1", "77") }
    stories.pass()
    session.open("shop://x/orders/7?q=1")
    stories.pass(60)
    session.signal("signedIn", principal: "ann")
    session.open("/products/7", from: .notificationResponse)
    stories.pass(5)
    session.ready()
    session.open("/nowhere")
    session.open("/orders/8", source: "mail")
    session.signOut()
    session.open("/orders/9")
    session.end()
  }

  @Test func `a request is a span, with its wait and its answers below it`() throws {
    recordWait()
    let written = try spans(
      export("--profile", "full", "--service", "shop").expect(0, notes: "span", "profile full")
        .output)
    let order = try #require(written.first { $0.name == "url order" })
    #expect(isHexadecimal(order.trace, digits: 32) && isHexadecimal(order.id, digits: 16))
    #expect(order.parent == nil && order.status == 1 && order.seconds == 60)
    // The value that no screen declares is private.
    #expect(order.attributes["url.full"]?.hasPrefix("shop://x/orders/7?q=~") == true)
    #expect(order.attributes["route.outcome"] == "shown")
    #expect(order.attributes["app.screen.name"] == "order")
    #expect(order.resource["service.name"] == "shop")
    #expect(order.resource["service.version"] == "2.1")
    #expect(order.resource["app.build_id"] == "77")
    #expect(order.resource["app.installation.id"] == "device")
    let children = written.filter { $0.parent == order.id }
    #expect(children.allSatisfy { $0.trace == order.trace })
    #expect(
      children.map(\.name) == [
        "interceptor signedIn", "wait for signedIn", "interceptor signedIn",
      ])
    #expect(children.map(\.seconds) == [0, 60, 0])
    #expect(children[1].attributes["route.wait.condition"] == "signedIn")
    #expect(
      [children[0], children[2]].map { $0.attributes["route.host_code.answer"] }
        == ["wait", "allow"])
    #expect(children[0].attributes["route.host_code.times_are_bounds"] != nil)
  }

  @Test func `an action is a span below its request, and an attempt one below the action`() throws {
    recordWait()
    let written = try spans(export("--profile", "full").expect(0).output)
    let request = try #require(
      written.first {
        $0.name == "\(RouteRequest.EntryPoint.notificationResponse.rawValue) product"
      })
    let action = try #require(written.first { $0.name == "action highlight" })
    let attempt = try #require(written.first { $0.name == "attempt highlight" })
    #expect(action.parent == request.id && attempt.parent == action.id)
    #expect(Set([request.trace, action.trace, attempt.trace]).count == 1)
    #expect(action.seconds == 5 && action.status == 1 && attempt.status == 1)
    #expect(attempt.attributes["route.action.attempt"] == "1")
    #expect(attempt.resource["service.name"] == "unknown_service")
  }

  @Test func `an outcome is a status`() throws {
    recordWait()
    let result = try export("--profile", "full").expect(0, notes: "1 request without an outcome")
    let written = try spans(result.output)
    let lost = try #require(written.first { $0.attributes["route.outcome"] == "notFound" })
    #expect(lost.status == 2 && lost.message == "notFound")
    #expect(lost.attributes["error.type"] == "notFound")
    #expect(lost.attributes["url.original"] == "/nowhere")
    #expect(!written.contains { $0.attributes["url.original"] == "/orders/9" })
  }

  @Test func `two exports with the same identifiers agree, and others differ`() throws {
    stories.everyday()
    place.write("key", Data(repeating: 7, count: 32))
    for words in [["--profile", "full"], ["--pseudonyms", "key"]] {
      let texts = try (0..<2).map { _ in
        try place.run(["export", stories.path, "--format", "otlp"] + words).expect(0).output
      }
      // Spans with rounded times come in a random order.
      let (one, other) = (try spans(texts[0]), try spans(texts[1]))
      #expect(one.map(\.id).sorted() == other.map(\.id).sorted() && !one.isEmpty)
      #expect(Set(one.map(\.id)).count == one.count)
      #expect(words.contains("full") ? texts[0] == texts[1] : texts[0].utf8.count > 1_000)
    }
    let (one, other) = (try spans(export().output), try spans(export().output))
    #expect(one.count == other.count)
    #expect(Set(one.map(\.trace)).isDisjoint(with: other.map(\.trace)))
    #expect(one.allSatisfy { $0.resource["app.installation.id"] != "device" })
  }

  /// The traces that can be guessed from an export, by trying one sequence after another.
  private func guesses(of written: [Written]) -> Set<String> {
    let sessions = Set(written.compactMap { $0.resource["session.id"] })
    return Set(
      sessions.flatMap { session in
        (1...200).flatMap { sequence in
          [
            TraceIdentity(.request(sequence), of: session).trace,
            TraceIdentity(.action(sequence), of: session).trace,
          ]
        }
      })
  }

  @Test func `no identifier reveals a sequence`() throws {
    recordWait()
    let whole = try spans(export("--profile", "full").output)
    #expect(Set(whole.map(\.trace)).isSubset(of: guesses(of: whole)))
    let written = try spans(export().output)
    #expect(written.count == whole.count)
    #expect(guesses(of: written).isDisjoint(with: written.map(\.trace)))
  }

  @Test func `spans are as many as rows that ended, and end where rows end`() throws {
    stories.everyday()
    let written = try spans(export("--profile", "full").expect(0).output)
    let rows = try place.run(
      "sql", stories.path, "-o", "jsonl",
      """
      SELECT request_id, received_us, decided_us, outcome, session_id FROM v_request
      WHERE outcome IS NOT NULL
      """
    ).output
    let requests = written.filter { $0.attributes["route.request_id"] != nil }
    let wanted = try RouteReplayTests.objects(rows)
    #expect(requests.count == wanted.count && wanted.count > 10)
    for row in wanted {
      let id = try #require(row["request_id"] as? String)
      let span = try #require(requests.first { $0.attributes["route.request_id"] == id })
      #expect(span.attributes["route.outcome"] == row["outcome"] as? String)
      #expect(span.resource["session.id"] == row["session_id"] as? String)
    }
    let actions = try place.run(
      "sql", stories.path, "-o", "csv",
      "SELECT count(*) FROM v_action WHERE settled_us IS NOT NULL"
    ).lines.last
    #expect(
      actions.map { $0.filter(\.isNumber) }
        == "\(written.count { $0.attributes["route.action.state"] != nil })")
  }

  private func leaveWaiting() {
    let session = stories.launch()
    stories.pass()
    session.open("/orders/7")
    session.end()
  }

  @Test func `a request that waited across a launch is one trace of two sessions`() throws {
    leaveWaiting()
    stories.pass(600)
    let next = stories.launch()
    next.signal("signedIn", principal: "ann")
    next.end()
    let written = try spans(export("--profile", "full").expect(0).output)
    let order = try #require(written.first { $0.name == "url order" })
    let last = try #require(written.last { $0.parent == order.id })
    #expect(order.seconds == 600 && last.trace == order.trace)
    #expect(order.resource["session.id"] != last.resource["session.id"])
  }

  @Test func `exports only what the profile allows`() throws {
    try stories.rare()
    let full = try export("--profile", "full").expect(0).output
    #expect(full.contains("not here") && full.contains("/notes/~"))
    let standard = try export().expect(0).output
    #expect(!standard.contains("not here") && !standard.contains("utm"))
    let minimal = try export("--profile", "minimal").expect(0).output
    #expect(!minimal.contains("url.original") && !minimal.contains("/notes"))
    for text in [full, standard, minimal] {
      #expect(!text.contains("mine") && !text.contains("codes/1234"))
    }
  }

  @Test func `takes many journals, and writes a new file`() throws {
    stories.everyday()
    place.write("there", "dear diary")
    try export("--out", "there").expect(5, notes: "exists already")
    try export("there", "--out", "new").expect(5, notes: "of 1 journal")
    #expect(place.bytes("new")?.last == UInt8(ascii: "\n"))
    try place.run("export", "there", "--format", "otlp", "--out", "none").expect(5)
    #expect(place.bytes("none") == nil && place.bytes("none-part") == nil)
    try Tampering.run(
      "UPDATE journal SET at_us = 9223372036854775807 WHERE sequence = 9", on: stories.path)
    try export("--out", "damaged").expect(3)
    #expect(place.bytes("damaged") == nil && place.bytes("damaged-part") == nil)
  }

  @Test func `refuses options that belong to other formats`() throws {
    stories.everyday()
    for (words, message) in [
      (["--results", "x"], "belongs to the formats of relations"),
      (["--session", "1"], "belongs to '--format swift-test': the other formats write whole"),
      (["--import", "Shop"], "belongs to '--format swift-test': the other formats have no Swift"),
      (["--profile", "full", "--pseudonyms", "x"], "has no effect with"),
    ] {
      try place.run(["export", stories.path, "--format", "otlp"] + words).expect(
        2, notes: message)
    }
    try place.run(
      "export", stories.path, "--format", "csv", "--out", "x", "--service", "shop"
    ).expect(2, notes: "belongs to '--format otlp'")
  }
}
