import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplay

/// What the program makes of a session that adopted another table, and of a request taken back.
@MainActor
@Suite struct `A table adopted while running` {
  let place: Workplace
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

  /// 1 began, 2 a page, 3 and 4 a request that waits, taken back as 5, 6 adopted, 7 a page.
  init() throws {
    place = try Workplace()
    let session = RouteSession.launch(
      try RouteTable(Self.table(1)), at: .file(place.folder.appending(path: name).path)
    ) {
      $0.answer("signedIn") { _ in .wait(condition: "signedIn") }
    }
    session.open("/page")
    let opening = session.open("/gated")
    session.cancel(opening, reason: "not any more")
    session.adopt(try RouteTable(Self.table(2)))
    session.open("/page")
    session.end()
  }

  @Test func `is verified, run again, and handed over again`() throws {
    #expect(try place.run("verify", name).status == 0)
    #expect(try place.run("rerun", name).status == 0)
    let whatIf = try place.run("what-if", name, "--drop", "2")
    #expect(!whatIf.output.contains("page1 page2"), "\(whatIf.output)")
    let tree = try place.run("tree", name)
    #expect(tree.output.contains("page2"))
  }

  @Test func `is told by log and show, each screen by the table of its moment`() throws {
    let log = try place.run("log", name)
    #expect(log.output.contains("table     -        -      adopts "), "\(log.output)")
    let shown = try place.run("show", name, "6")
    #expect(shown.output.contains("screens  1 screen is not known in this version"))
    #expect(shown.output.contains("before   main[feed page1]"), "\(shown.output)")
    #expect(try place.run("show", name, "5").output.contains("reason   not any more"))
    let before = try place.run("routes", name, "--at", "2")
    let after = try place.run("routes", name)
    #expect(before.output.contains("page1") && !before.output.contains("page2"))
    #expect(after.output.contains("page2") && !after.output.contains("page1"))
    #expect(try place.run("routes", name, "--at", "99").status == 2)
  }

  @Test func `ends what can be exported as a test, and says where`() throws {
    let whole = try place.run("export", name, "--format", "swift-test")
    #expect(whole.status == 4)
    #expect(whole.notes.contains("--through 5"), "\(whole.notes)")
    let part = try place.run("export", name, "--format", "swift-test", "--through", "5")
    #expect(
      part.output.contains("session.cancel(request3, reason: \"not any more\")"), "\(part.output)")
  }
}
