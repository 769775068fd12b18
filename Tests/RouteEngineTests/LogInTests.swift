import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// An interceptor that shows the log-in itself, and what becomes of that screen.
@MainActor
struct LogInTests {
  let shop = AsyncRequestTests().shop

  private func launch(_ journal: TestJournal, logins: Counter) -> RouteSession {
    journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        if asked.principal == nil {
          if asked.tree.firstScreen(where: { $0.kind == "login" }) == nil {
            logins.count += 1
            asked.open(.route("login", [:]))
          }
          await asked.wait(for: "signedIn")
        }
        return .allow
      }
    }
  }

  private final class Counter {
    var count = 0
  }

  @Test func `C16: it goes with the success, and what waited for it is reached, in order`()
    async throws
  {
    let journal = try TestJournal(shop)
    let logins = Counter()
    let session = launch(journal, logins: logins)
    let first = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let second = session.open("/orders/2")
    #expect(await eventually { session.state.waiting.count { $0.status != .received } == 2 })
    #expect(session.notation == "main[home*[feed] shop[catalog]]^sheet:login")
    session.signal("signedIn", principal: "user-1")
    #expect(await first.ended() == .shown)
    #expect(await second.ended() == .shown)
    #expect(session.notation == "main[home[feed] shop*[catalog order(id: 1) order(id: 2)]]")
    #expect(logins.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `C16: given up, it is denied and the log-in stays until the user dismisses it`()
    async throws
  {
    let journal = try TestJournal(shop)
    let logins = Counter()
    let session = launch(journal, logins: logins)
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let shown = "main[home*[feed] shop[catalog]]^sheet:login"
    #expect(session.notation == shown)
    session.giveUp("signedIn", reason: "cancelled")
    #expect(await opening.ended() == .denied(reason: "cancelled"))
    #expect(session.notation == shown)
    session.report(.dismissed(nil))
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    // Whoever signs in later finds nothing that still waits.
    session.signal("signedIn", principal: "user-1")
    #expect(session.state.waiting.isEmpty)
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    try journal.requireReplays(of: session)
  }
}
