import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// Readers of a journal show the screens that the host could not show.
@Suite @MainActor struct `A screen that the host could not show` {
  let place = Workplace()

  init() throws {
    let table = try RouteTable(
      RouteTableDefinition(
        tree: Scenario.tree,
        routes: [
          Route("shop", "/shop", to: [.select("shop")])
        ]
      ))
    let path = place.path("app.journal")
    let session = RouteSession.launch(table, at: .file(path))
    session.open("/shop")
    session.display.renderFailed(reason: "no controller")
    session.display.reconcile(with: "main/tabs[home/stack*[feed old] shop/stack[catalog]]")
    session.end()
  }

  @Test func `is shown with the entry and the reason`() throws {
    try place.run("show", "app.journal", "2").expect(
      says: "outcome", "refused  the host could not show it: entry 3, no controller")
    try place.run("show", "app.journal", "3").expect(
      says: "could not show entry 2", lacks: "the host could not")
  }

  @Test func `is marked in the list of entries`() throws {
    let lines = try place.run("log", "app.journal").lines
    #expect(lines[2].contains("(not shown, see entry 3) /shop"), "\(lines)")
    #expect(lines[3].contains("could not show entry 2: no controller"), "\(lines)")
    #expect(lines[4].contains("this is on display"), "\(lines)")
    try place.expectSound("app.journal")
  }
}
