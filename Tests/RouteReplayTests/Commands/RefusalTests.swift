import Foundation
import RouteEngine
import Testing

/// What the host could not show is no secret to whoever reads the journal.
@Suite @MainActor struct `What the host could not show` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        routes: [
          Route("shop", patterns: ["/shop"], destination: Destination([Step(.select, "shop")]))
        ]
      ))
    let path = place.folder.appending(path: "app.journal").path
    let session = RouteSession.launch(table, at: .file(path))
    session.open("/shop")
    session.renderFailed(reason: "no controller")
    session.reconcile(with: "main/tabs[home/stack*[feed old] shop/stack[catalog]]")
    session.end()
  }

  @Test func `is said where the entry is shown, with the reason`() throws {
    let result = try place.run("show", "app.journal", "2")
    #expect(result.output.contains("outcome"), "\(result)")
    #expect(
      result.output.contains("refused  the host could not show it: entry 3, no controller"),
      "\(result)")
    let refusal = try place.run("show", "app.journal", "3")
    #expect(refusal.output.contains("could not show entry 2"), "\(refusal)")
    #expect(!refusal.output.contains("the host could not"), "\(refusal)")
  }

  @Test func `is said in the list of entries`() throws {
    let lines = try place.run("log", "app.journal").lines
    #expect(lines[2].contains("(not shown, see entry 3) /shop"), "\(lines)")
    #expect(lines[3].contains("could not show entry 2: no controller"), "\(lines)")
    #expect(lines[4].contains("this is on display"), "\(lines)")
    let verified = try place.run("verify", "app.journal")
    #expect(verified.status == 0, "\(verified)")
    #expect(try place.run("rerun", "app.journal").status == 0)
  }
}
