import RouteEngine
import RouteTestSupport
import Testing

/// H9: host code that never answers is cut off, and nothing hangs behind it.
@MainActor
struct TimeLimitTests {
  /// Host code that answers when the test says so.
  private final class Slow {
    var resume: CheckedContinuation<Void, Never>?

    func answer() {
      resume?.resume()
      resume = nil
    }
  }

  private func launched(
    _ journal: TestJournal, _ slow: Slow, limit: Duration? = .seconds(30)
  ) -> RouteSession {
    journal.launch {
      $0.answersWithin = limit
      $0.answerLater("slow") { _ in
        await withCheckedContinuation { slow.resume = $0 }
        return .allow
      }
    }
  }

  private func journal() throws -> TestJournal {
    try TestJournal(
      Scenario(
        screens: [ScreenDeclaration("x"), ScreenDeclaration("y")],
        routes: [
          Route("x", "/x", to: [.push("x")]).asks("slow"),
          Route("y", "/y", to: [.push("y")]),
        ]), tree: "main/stack[home]")
  }

  @Test func `H9: who never answers is cut off, the outcome says so, and the next has its turn`()
    async throws
  {
    let (journal, slow) = (try journal(), Slow())
    let session = launched(journal, slow)
    let opening = session.open("/x")
    let next = session.open("/y")
    while slow.resume == nil { await Task.yield() }
    journal.wake(session, after: 30_000_000)
    #expect(opening.outcome == nil)
    #expect(next.outcome == nil)
    journal.wake(session, after: 1)
    #expect(opening.outcome == .failed(step: 0, reason: "slow did not answer within 30s"))
    #expect(next.outcome == .shown)
    #expect(session.notation == "main[home y]")
    slow.answer()
    await Task.yield()
    #expect(session.notation == "main[home y]")
    try journal.requireReplays(of: session)
  }

  @Test func `without a limit nobody is cut off`() async throws {
    let (journal, slow) = (try journal(), Slow())
    let session = launched(journal, slow, limit: nil)
    let opening = session.open("/x")
    while slow.resume == nil { await Task.yield() }
    journal.wake(session, after: 86_400_000_000)
    #expect(opening.outcome == nil)
    slow.answer()
    #expect(await opening.ended() == .shown)
  }
}
