import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteReplay
@testable import RouteStore

@Suite struct `The parent of a repeated session` {
  private let anchor = "7:" + String(repeating: "0a", count: 32)

  private func began(_ notes: Parameters) -> JournalEntry {
    var entry = JournalEntry(
      sequence: 1, session: 1, kind: .began, at: RouteInstant(microseconds: 0), elapsed: 0)
    entry.notes = notes
    return entry
  }

  @Test func `is read back unchanged`() throws {
    let parent = ParentSession("session-1", of: try #require(JournalAnchor(anchor)))
    var beginning = SessionBeginning(notes: ["beginning": "clean"])
    beginning.parent = parent
    let entry = began(beginning.notes)
    #expect(entry.beginning?.parent == parent)
    #expect(entry.beginningProblems(isFirst: true).isEmpty)
    #expect(entry.notes["parent"] == .string(anchor))
    #expect(began(["beginning": "clean"]).beginningProblems(isFirst: true).isEmpty)
  }

  @Test func `has to name an end of a journal and a session`() {
    let wrong: [Parameters] = [
      ["parent": .string(anchor)], ["parentSession": "a"],
      ["parent": .string(anchor), "parentSession": ""],
      ["parent": .string(anchor), "parentSession": 3],
      ["parent": .string("0:" + String(repeating: "0", count: 64)), "parentSession": "a"],
      ["parent": .string("0" + anchor), "parentSession": "a"],
      ["parent": .string(anchor.uppercased()), "parentSession": "a"],
      ["parent": 7, "parentSession": "a"],
    ]
    for notes in wrong {
      let entry = began(notes)
      #expect(entry.beginning?.parent == nil && entry.notes == notes)
      #expect(!entry.details.otherNotes.isEmpty)
    }
  }

  @MainActor @Test func `is checked with the journal`() throws {
    func findings(_ parent: ParentSession?) throws -> [String] {
      let folder = TemporaryFolder()
      let path = folder.file("journal")
      let table = try RouteTable(RouteTableDefinition(tree: "main/stack[feed]"))
      let session = try RouteSession.launch(table, on: Journal.open(.file(path))) {
        $0.parent = parent
      }
      session.end()
      return try Verification(of: History(path: path)).findings.map(\.problem)
    }
    let good = ParentSession("session-1", of: try #require(JournalAnchor(anchor)))
    #expect(try findings(good).isEmpty)
    let problems = try findings(ParentSession("session-1", of: .start))
    #expect(problems.count == 1 && problems[0].contains("its note"))
  }
}
