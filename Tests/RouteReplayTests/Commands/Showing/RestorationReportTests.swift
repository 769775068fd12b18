import Foundation
import RouteEngine
import Testing

/// Readers of a journal show which screens a launch restored, and why not all of them.
@Suite @MainActor struct `The restoration of a launch` {
  let place = Workplace()

  init() throws {
    let table = try known()
    let path = place.path("app.journal")
    do { RouteSession.launch(table, at: .file(path)).open("/item") }
    for _ in 0..<3 { _ = RouteSession.launch(table, at: .file(path)) }
  }

  private func known() throws -> RouteTable {
    try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]", screens: [ScreenDeclaration("item")],
        routes: [Route("item", "/item", to: [.push("item")])]))
  }

  @Test func `is said where the entry is shown`() throws {
    try place.run("show", "app.journal", "4").expect(says: "restored the whole place")
    let result = try place.run("show", "app.journal", "8")
    let words = "all but the screen on top, after 2 launches that died before they were stable"
    #expect(result.output.contains("restored \(words)"), "\(result)")
    #expect(result.output.contains("main[feed item]"), "\(result)")
    #expect(result.output.contains("the restored place is on trial, launch 3 in a row"))
  }

  @Test func `is shown in the list of entries when it is incomplete`() throws {
    let lines = try place.run("log", "app.journal").lines.filter { $0.contains(" restored ") }
    try #require(lines.count == 3, "\(lines)")
    #expect(!lines[0].contains("whole place"), "\(lines)")
    #expect(lines[2].contains("all but the screen on top"), "\(lines)")
  }

  @Test func `is a column of the sessions, and a word of the summary`() throws {
    let text = try place.run("sessions", "app.journal", "-o", "csv").output
    let lines = text.split(whereSeparator: \.isNewline)
    try #require(lines.count >= 5, "\(lines)")
    #expect(lines[0].contains(",restored,unclean_ends"), "\(lines)")
    #expect(lines[1].hasSuffix(",,"), "\(lines)")
    #expect(lines[2].hasSuffix(",whole,0,,"), "\(lines)")
    #expect(lines[4].hasSuffix(",top,2,,"), "\(lines)")
    try place.run("app.journal").expect(
      says: "open, or cut off; began with all but the screen on top")
  }

  @Test func `B6: screens that the version does not know are shown as such`() throws {
    let path = place.path("app.journal")
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]", screens: [ScreenDeclaration("other", version: 2)]))
    do {
      RouteSession.launch(try known(), at: .file(path)) { $0.build = "2" }.open("/item")
      _ = RouteSession.launch(table, at: .file(path)) { $0.build = "3" }
    }
    try place.run("tree", "app.journal").expect(says: "item/unknown")
    let last = try place.run("log", "app.journal").lines.last { $0.contains("restored") } ?? ""
    let sequence = last.split(separator: " ").first.map(String.init) ?? ""
    try place.run("show", "app.journal", sequence).expect(
      says: "the whole place; 1 screen is not known", "item, is not known in this version")
    try place.run("verify", "app.journal").expect(0)
  }
}
