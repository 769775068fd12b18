import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// Commands on a session that adopted another table, and on a request that was cancelled.
@MainActor
@Suite struct `A table adopted while running` {
  let place = Workplace()
  private let name = "app.journal"

  private static func table(_ version: Int) -> RouteTableDefinition {
    RouteTableDefinition(
      tree: "main/stack[feed]",
      screens: [ScreenDeclaration("page\(version)"), ScreenDeclaration("gated")],
      routes: [
        Route("page", version: version, "/page", to: [.push("page\(version)", find: .none)]),
        Route("gated", "/gated", to: [.push("gated")]).asks("signedIn"),
      ])
  }

  /// 1 began, 2 a page, 3 and 4 a request that waits, cancelled as 5, 6 adopted, 7 a page.
  init() throws {
    let session = RouteSession.launch(try RouteTable(Self.table(1)), at: .file(place.path(name))) {
      $0.answer("signedIn") { _ in .wait(condition: "signedIn") }
    }
    session.open("/page")
    let opening = session.open("/gated")
    session.requests.cancel(opening, reason: "not any more")
    session.adopt(try RouteTable(Self.table(2)))
    session.open("/page")
    session.end()
  }

  @Test func `is verified, run again, and handed over again`() throws {
    try place.expectSound(name)
    // With the first table, the last page would be another one.
    try place.run("what-if", name, "--drop", "2").expect(
      1, says: "request 2: /page", "now       dropped", lacks: "request 7")
    try place.run("tree", name).expect(says: "page2")
  }

  @Test func `is shown by log and show, each screen by the table of its time`() throws {
    try place.run("log", name).expect(says: "table     -        -      adopts ")
    try place.run("show", name, "6").expect(
      says: "screens  1 screen is not known in this version", "before   main[feed page1]")
    try place.run("show", name, "5").expect(says: "reason   not any more")
    let before = try place.run("routes", name, "--at", "2")
    try place.run("routes", name).expect(says: "page2", lacks: "page1")
    #expect(before.output.contains("page1") && !before.output.contains("page2"))
    try place.run("routes", name, "--at", "99").expect(2)
  }

  @Test func `ends the part that can be exported as a test, and says where`() throws {
    try place.run("export", name, "--format", "swift-test").expect(4, notes: "--through 5")
    try place.run("export", name, "--format", "swift-test", "--through", "5").expect(
      says: "session.requests.cancel(request3, reason: \"not any more\")")
  }
}
