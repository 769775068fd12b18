import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// An interceptor that shows the log-in itself, and what becomes of that screen.
@MainActor
struct LogInTests {
  let shop = Scenario.gatedShop

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

  @Test func `C16: it goes with the success, what waited is reached, in order`() async throws {
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

  @Test func `a link that begins with a push waits behind the log-in over its stack`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: [
          ScreenDeclaration("chat", schema: ["id": .int]), ScreenDeclaration("login"),
          ScreenDeclaration("fixed", isDismissible: false),
        ],
        routes: [
          Route("chat", "/chats/:id", to: [.push("chat")]).asks("gate"),
          Route("login", "/login", to: [.present("login", style: .sheet, from: .topmost)]),
          Route("fixed", "/fixed", to: [.present("fixed", style: .full, from: .topmost)]),
        ]))
    let session = journal.launch {
      $0.answer("gate") { asked in
        guard asked.principal == nil else { return .allow }
        asked.open(.route("login", [:]))
        return .wait(condition: "signedIn")
      }
    }
    #expect(session.open("/chats/1").outcome == nil)
    #expect(session.open("/chats/2").outcome == nil, "also while the log-in is open")
    #expect(session.state.waiting.count == 2)
    session.report(.dismissed(nil))
    session.signal("signedIn", principal: "ann")
    #expect(session.notation.hasPrefix("main[home*[feed chat(id: 1) chat(id: 2)]"))
    session.open("/login")
    #expect(session.open("/chats/3").outcome == .shown, "what covers the stack goes")
    #expect(session.state.tree.firstScreen { $0.kind == "login" } == nil)
    session.open("/fixed")
    let held = session.open("/chats/4").outcome
    #expect(held == .failed(step: 1, reason: "fixed may not be dismissed"))
    try journal.requireReplays(of: session)
  }

  @Test func `C16: given up, it is denied, the log-in stays until dismissed`() async throws {
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
