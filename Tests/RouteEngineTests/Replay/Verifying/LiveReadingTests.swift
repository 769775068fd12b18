import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Journals that are written while they are checked.
@MainActor
struct LiveReadingTests {
  private let journal = TestJournal(of: Scenario(screens: [.product], routes: [.product]))

  /// A session that has written enough entries for a walk to report its progress.
  private func session() -> RouteSession {
    let session = journal.launch { $0.durability = .process }
    for number in 0..<1_100 { session.open("/products/\(number % 2)") }
    return session
  }

  @Test func `a journal is checked as it is at one moment while its session writes`() throws {
    let session = session()
    let history = try History(path: journal.path)
    var told = 0
    history.walked = { _, _ in
      told += 1
      session.open("/products/7", source: "push-\(told)")
    }
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history).isIdentical)
    #expect(told >= 2)
    let written = try Verification(of: History(path: journal.path))
    #expect(written.findings == [])
    #expect(written.outcomes == 1_100 + told)
  }

  @Test func `a journal without an owner that one begins to write to meanwhile is busy`() throws {
    session().end()
    let history = try History(path: journal.path)
    var later: RouteSession?
    history.walked = { _, _ in
      guard later == nil else { return }
      later = journal.launch()
      later?.open("/products/7", source: "push")
    }
    do {
      let checked = try Verification(of: history)
      Issue.record("it was checked: \(checked.findings)")
    } catch {
      guard case .busy = error else { throw error }
    }
    #expect(later?.health.isRecording == true)
  }
}
