import RouteEngine
import RouteTestSupport
import Testing

/// Runs the code of the guide for users of Shepherd.
@MainActor
struct ComingFromShepherdTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal(Scenario(), tree: "unused") }

  private func launch() throws -> RouteSession {
    journal.launch(table: try AboutScreen.table(), configure: AboutScreen.contribute)
  }

  private func routers() throws -> [String?] {
    try journal.entries().filter { $0.kind == .decided }.map(\.router)
  }

  @Test func `H10: the tabs' router selects and declines, the second tab's takes the link`() throws
  {
    let session = try launch()
    #expect(session.notation == "main[first*[feed] second[settings]]")
    let openings = AboutScreen.handle(in: session)
    #expect(openings.count == 3)
    #expect(openings.allSatisfy { $0.outcome?.isSuccess == true })
    #expect(session.notation == "main[first[feed] second*[settings about]]")
    #expect(try routers() == ["secondTab", "secondTab", "secondTab"])
    try journal.requireReplays(of: session)
  }

  @Test func `H10: of a link that nobody takes nothing is left`() throws {
    let session = try launch()
    #expect(session.open("/elsewhere").outcome == .notFound)
    #expect(session.notation == "main[first*[feed] second[settings]]")
    try journal.requireReplays(of: session)
  }

  @Test func `H6: a value is offered only to the router of its type`() throws {
    let session = try launch()
    session.open(.customValue("settings", info: ["page": "about"]))
    #expect(session.notation == "main[first*[feed about] second[settings]]")
    #expect(session.open(.customValue("settings", info: ["page": "x"])).outcome == .notFound)
    #expect(session.open(.customValue("letter")).outcome?.word == "failed")
    try journal.requireReplays(of: session)
  }

  @Test func `H1, H2, H8: given to B, the link is offered to D, E, F and A, and C takes it`() throws
  {
    var asked: [String] = []
    let table = try AboutScreen.letters()
    let session = journal.launch(table: table) {
      for name in ["d", "e", "f", "g"] {
        $0.route(name) { _, _ in
          asked.append(name)
          return .declined
        }
      }
    }
    var options = RouteRequest.Options()
    options.router = "b"
    #expect(session.open("/show-about-screen", options: options).outcome == .shown)
    #expect(asked == ["d", "e", "f"])
    #expect(try routers() == ["c"])
    #expect(table.parents(of: "d") == ["b", "a"])
    #expect(table.descendants(of: "b") == ["d", "e", "f"])
    try journal.requireReplays(of: session)
  }
}
