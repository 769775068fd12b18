import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The export of one session as a test of the app; ``ExportedTestTests`` compiles and runs the
/// exported tests.
@MainActor
@Suite struct `Exporting a session` {
  let place = Workplace()
  let stories: ExportStories

  init() throws {
    stories = try ExportStories()
  }

  /// The text without spaces and line breaks.
  private func squeezed(_ text: String) -> String {
    text.replacing("\\\n", with: "").filter { !$0.isWhitespace }
  }

  private func export(_ more: String...) throws -> Workplace.Result {
    try place.run(["export", stories.path, "--format", "swift-test"] + more)
  }

  @Test func `writes the inputs, their times, and the screens after them`() throws {
    stories.everyday()
    let result = try export("--session", "1", "--table", "Shop.table()", "--import", "ShopApp")
      .expect(0)
    let expected = [
      "@testable import ShopApp", "@MainActor @Test func session1_",
      "  let run = try RehearsedSession(Shop.table(), from: beginning)",
      "  run.time = .seconds(1)\n  let request2 = session.open(\"/products/7\")",
      "  #expect(run.outcome(of: request2) == \"shown\")",
      "  #expect(run.actions(of: request2) == [\"highlight(id: 7)\"])",
      "  session.ready(run.screen(\"product(id: 7)\"))",
      "  session.unready(run.screen(\"product(id: 7)\"))",
      "session.report(.popped(nil))", "session.report(.popped(ScreenID(99)))",
      "session.open(\"/orders/7\", source: \"mail-1\")", "== \"duplicate\")", "== \"not found\")",
      ".interceptor(\"signedIn\", .wait(condition: \"signedIn\")))",
      "== \"parked until signedIn\")", "session.signal(\"signedIn\", principal: \"ann\")",
      ".interceptor(\"signedIn\", .allow))", "session.requests.suspend()",
      "== \"parked until resumed\")",
      "session.requests.resume(.latestOnly)", "== \"superseded\")", "session.background()",
      "session.foreground()", "session.requests.resumeTransforming { kept in", "{ return nil }",
      "session.signOut()", "options: .init(expiresAfter: .seconds(5))", "== \"expired\")",
      "session.giveUp(\"signedIn\", reason: \"she turned it down\")",
    ]
    for text in expected {
      #expect(squeezed(result.output).contains(squeezed(text)), "\(text) in \(result.output)")
    }
    #expect(result.output.contains("// Left out: request "))
    #expect(!result.output.contains("FILL IN"))
  }

  @Test func `begins where the session began`() throws {
    stories.everyday()
    let result = try export().expect(0)
    for text in [
      "FILL IN", "AppRoutes.table()", "ids: [1, 2, 3", "counter: ", "sequence: ",
      "waiting: [", "= run.request(", "session.report(.poppedTo(run.screen(\"product(id: 3)\")))",
    ] {
      #expect(squeezed(result.output).contains(squeezed(text)), "\(text) in \(result.output)")
    }
  }

  @Test func `makes slow host code reply at the recorded time`() async throws {
    await stories.patient()
    let result = try export().expect(0)
    for text in [
      "options: .init(isSuspendable: false, onBehalfOf: request2.request)",
      "run.park(request2, until: \"signedIn\")", "session.report(.dismissed(nil))",
      ".interceptor(\"moved\", .redirect(.route(\"product\", [\"id\": .int(5)]))))",
    ] {
      #expect(squeezed(result.output).contains(squeezed(text)), "\(text) in \(result.output)")
    }
  }

  @Test func `repeats a session's decisions about overlapping requests`() async throws {
    try await stories.policies()
    let first = try export("--session", "1").expect(0)
    let second = try export().expect(0)
    let texts = [
      (first, "$0.limits.redirects = 2"), (first, "$0.whenBusy = .supersede"),
      (first, "session.unsignal(\"network\")"), (first, "session.signIn(as: \"bob\")"),
      (first, "== \"superseded\")"), (second, "$0.whenBusy = .refuse"),
      (second, "$0.startsSuspended = true"), (second, "resumeHandingOver { _ in }"),
      (second, "session.requests.resume(.clear)"), (second, "session.requests.resume(.none)"),
      (second, "session.report(.activated(scene: \"side\"))"),
      (second, "options: .init(isSuspendable: false, isAnimated: false)"),
      (second, "scene: \"main\""), (second, "from: .notificationResponse"),
      (second, ".router = \"absent\""), (second, ".staysBelowRouter = true"),
      (second, ".failed(reason: \"no line\")"), (second, "== \"received\")"),
      (second, "== \"expired\")"),
    ]
    for (result, text) in texts {
      #expect(squeezed(result.output).contains(squeezed(text)), "\(text) in \(result.output)")
    }
  }

  @Test func `has the results of private values and Swift steps`() throws {
    try stories.rare()
    let result = try export().expect(0)
    let header = result.output.prefix { $0 != "@" }.replacing("\n// ", with: " ")
    for text in [
      "Private values are not in the journal", "only you can find out",
      "A token that ends in _ stands for a secret", "Swift steps are not run",
    ] {
      #expect(header.contains(text), "\(text) in \(header)")
    }
    for text in [
      "/notes/~", "try RehearsedSession.Reply(journaled: ",
      "session.display.beginTransition()",
      "session.display.endTransition()", "try RouteRequest.Target(journaled:",
      ".translator(\"activity\", [.link(try RouteLink(journaled: \"/none\")), ",
    ] {
      #expect(squeezed(result.output).contains(squeezed(text)), "\(text) in \(result.output)")
    }
    #expect(!result.output.contains("mine") && !result.output.contains("1234"))
  }

  @Test func `writes printable ASCII in at most 100 columns`() async throws {
    try stories.hostile()
    let hostile = try export().expect(0)
    for result in [hostile] {
      let isPlain = result.output.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }
      #expect(isPlain && !result.output.isEmpty)
      let longest = result.lines.max { $0.utf8.count < $1.utf8.count } ?? ""
      #expect(longest.utf8.count <= 100, "\(longest)")
      let comments = result.lines.filter { $0.contains("//") && !$0.contains("\"") }
      #expect(!comments.isEmpty)
      #expect(!comments.contains { $0.contains("fatalError") || $0.contains("Test func") })
    }
  }

  @Test func `stops at the given entry`() throws {
    stories.everyday()
    let whole = try export("--session", "1").lines
    let part = try export("--session", "1", "--through", "4").expect(
      says: "let request2", lacks: "let request5")
    #expect(part.status == 0 && part.lines.count < whole.count / 4, "\(part)")
    try export("--session", "2", "--through", "4").expect(2)
  }

  @Test func `refuses an incomplete session, with advice`() throws {
    stories.everyday()
    for (words, status, message) in [
      (["--format", "pdf"], 2, "swift-test"),
      (["--format", "swift-test", "--session", "9"], 2, "the newest is 2"),
      (["--format", "swift-test", "--import", "A\nB"], 2, "one line"), ([], 2, "--format"),
    ] as [([String], Int32, String)] {
      try place.run(["export", stories.path] + words).expect(status, notes: message)
    }
    try Tampering.run("UPDATE journal SET link = '/x' WHERE sequence = 2", on: stories.path)
    try export().expect(3, prints: "")
    try place.run("export", "none", "--format", "swift-test").expect(5)
  }

  @Test(arguments: ["Shop App", "Shop.App", "1", "Shop-App", "try Shop"])
  func `refuses a module that Swift cannot name`(module: String) throws {
    stories.everyday()
    try export("--import", module).expect(2, notes: "such as 'ShopApp', not '\(module)'")
  }

  @Test(arguments: [
    "A.b(", "A.b)", "A.b([)]", "A b", "A..b", ".b", "A.b()c", "(A)", "[A]", "A.b(\")", "A, B",
  ])
  func `refuses a table that is no names and calls`(table: String) throws {
    stories.everyday()
    try export("--table", table).expect(2, notes: "'Shop.table()', not '\(table)'")
  }

  @Test(arguments: ["table", "Shop.table", "Shop(a: [\")\\\"\"], b: { $0 })().table()", "_é.b2()"])
  func `takes names and calls for the table`(table: String) throws {
    stories.everyday()
    for code in [table, "try \(table)"] {
      try export("--table", code).expect(0, says: "try RehearsedSession(\(table), from: beginning)")
    }
  }

  @Test func `refuses a session that was pruned, and one without its table`() throws {
    stories.everyday()
    try place.run("prune", stories.path, "--entries", "2", "--write").expect(0)
    try export("--session", "1").expect(4, notes: "was pruned")
    try Tampering.run("DELETE FROM route_table", on: stories.path)
    try export("--session", "2").expect(6, notes: "route table")
  }

  private func remindOnce() {
    let session = stories.launch()
    session.open("/remind/1")
    session.background()
    stories.pass()
  }

  @Test func `names the place where a session differs from the recording`() throws {
    // An action of the previous session refuses another one with the same key, and is not part of
    // the test.
    remindOnce()
    #expect(stories.launch().open("/remind/1").outcome?.isSuccess == false)
    try export().expect(
      1, says: "// NOT AS RECORDED when it was tried", "// the outcome of request 8 at entry 8.",
      "// NOT AS RECORDED, see above.\n  let request8", "// 1 action of earlier sessions was",
      notes: "  recorded  failed: action remind is refused: ", "  now       already shown")
  }
}
