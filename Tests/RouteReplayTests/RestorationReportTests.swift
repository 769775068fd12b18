import Foundation
import RouteEngine
import Testing

/// Whoever reads the journal is told what a launch brought back, and why not all of it.
@Suite @MainActor struct `What a launch brought back` {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]", screens: [ScreenDeclaration("item")],
        routes: [
          Route("item", patterns: ["/item"], destination: Destination([Step(.push, "item")]))
        ]))
    let path = place.folder.appending(path: "app.journal").path
    do { RouteSession.launch(table, at: .file(path)).open("/item") }
    for _ in 0..<3 { _ = RouteSession.launch(table, at: .file(path)) }
  }

  @Test func `is said where the entry is shown`() throws {
    let whole = try place.run("show", "app.journal", "4")
    #expect(whole.output.contains("restored the whole place"), "\(whole)")
    let result = try place.run("show", "app.journal", "8")
    let words = "all but the screen on top, after 2 launches that died before they were stable"
    #expect(result.output.contains("restored \(words)"), "\(result)")
    #expect(result.output.contains("main[feed item]"), "\(result)")
    #expect(result.output.contains("the restored place is on trial, launch 3 in a row"))
  }

  @Test func `is a column of the sessions, and a word of the summary`() throws {
    let text = try place.run("sessions", "app.journal", "-o", "csv").output
    let lines = text.split(whereSeparator: \.isNewline)
    try #require(lines.count >= 5, "\(lines)")
    #expect(lines[0].contains(",restored,unclean_ends"), "\(lines)")
    #expect(lines[1].hasSuffix(",,"), "\(lines)")
    #expect(lines[2].hasSuffix(",whole,0"), "\(lines)")
    #expect(lines[4].hasSuffix(",top,2"), "\(lines)")
    let summary = try place.run("app.journal")
    #expect(
      summary.output.contains("open, or cut off; began with all but the screen on top"),
      "\(summary)")
  }
}
