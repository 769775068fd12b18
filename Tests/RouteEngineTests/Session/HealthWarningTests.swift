import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// What a developer is told who does not read a session's health.
@MainActor
struct HealthWarningTests {
  private final class Lines {
    var all: [String] = []
  }

  private func launch(_ journal: TestJournal, at path: String, _ lines: Lines) -> RouteSession {
    journal.launch(at: path) { $0.warn = { lines.all.append($0) } }
  }

  @Test func `a session that cannot record says so once, and why`() throws {
    let journal = try TestJournal(Scenario())
    let lines = Lines()
    let session = launch(journal, at: journal.file("no folder/journal.sqlite"), lines)
    #expect(!session.health.isRecording)
    session.open("/products/7")
    #expect(lines.all.count == 1)
    let problem = try #require(session.health.problem)
    #expect(lines.all.first?.hasPrefix("RouteEngine: not recording: \(problem)") == true)
    #expect(lines.all.first?.contains("..") == false)
  }

  @Test func `a second session on a journal says whose it is; the first says nothing`() throws {
    let journal = try TestJournal(Scenario())
    let (first, second) = (Lines(), Lines())
    let owner = launch(journal, at: journal.path, first)
    let other = launch(journal, at: journal.path, second)
    #expect(owner.health == .recording && first.all == [])
    #expect(!other.health.isRecording && second.all.count == 1)
  }

  @Test func `a table that asks what nobody contributes says so once, at launch`() throws {
    let journal = try TestJournal(
      RouteTable(
        json: Array(
          """
          { format: "route-table/1", tree: "main/stack[feed]", screens: { order: {} }, routes: [
            { id: "order", patterns: ["/order"], interceptors: ["aged", "signedIn"],
              destination: [{ push: "order" }] } ] }
          """.utf8)))
    let lines = Lines()
    let session = launch(journal, at: journal.path, lines)
    session.open("/order")
    #expect(session.warnings.count == 2)
    #expect(
      lines.all == [
        "RouteEngine: the table asks the interceptor aged, and nobody contributes it. "
          + "There are 2 such warnings, see 'warnings'."
      ])
    // Nothing is said where both have the same names.
    let others = Lines()
    let other = journal.launch(at: journal.file("other.sqlite")) {
      $0.warn = { others.all.append($0) }
      for name in ["aged", "signedIn"] { $0.answer(name) { _ in .allow } }
    }
    #expect(other.warnings.isEmpty && others.all.isEmpty)
  }
}
