import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// What a launch that begins clean ends: work and waiting requests, each with an entry of its own.
@MainActor
struct CleanBeginningTests {
  private let shop = Scenario(
    screens: [.product],
    routes: [
      Route("product", "/products/:id", to: [.push("product")]).performs("a", when: .arrival),
      Route("gated", "/gated/:id", to: [.push("product")]).asks("gate"),
    ], answers: ["gate": .wait(condition: "open")])
  private let why = "the session began clean"

  /// A journal with an action that nobody handles and a request that waits.
  private func left() throws -> (journal: TestJournal, request: RequestID, action: ActionID) {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.open("/products/1")
    let request = try #require(session.open("/gated/2", source: "mail-1").request)
    return (journal, request, try #require(session.state.actions.first).id)
  }

  @Test func `says in the journal what it ends`() throws {
    let (journal, request, action) = try left()
    let session = journal.launch { $0.beginning = .clean }
    #expect(session.state.actions.isEmpty && session.state.waiting.isEmpty)
    let entries = try journal.entries().suffix(3)
    #expect(entries.map(\.kind) == [.began, .decided, .cancelled])
    let (ended, cancelled) = (entries[entries.endIndex - 2], entries[entries.endIndex - 1])
    #expect(ended.requestID == request)
    #expect(ended.outcome == .denied(reason: why))
    #expect(cancelled.action == action)
    #expect(cancelled.reason == why)
    try journal.requireReplays(of: session)
    // What was dropped took no effect, so whoever asks again gets it.
    #expect(session.open("/gated/2", source: "mail-1").outcome != .duplicate(of: request))
  }

  @Test func `on another device does so too`() throws {
    let (journal, _, _) = try left()
    let session = journal.launch { $0.device = "another" }
    #expect(try journal.kinds().suffix(3) == ["began", "decided", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `ends an action in whose handler the process died`() throws {
    let journal = try TestJournal(shop)
    var copy: String?
    do {
      let session = journal.launch {
        $0.perform("a") { _ in
          copy = try? journal.killed(as: "killed.sqlite")
          return .done
        }
      }
      session.open("/products/1")
    }
    let killed = try #require(copy)
    let session = journal.launch(at: killed) { $0.beginning = .clean }
    #expect(session.state.actions.isEmpty)
    let last = try #require(try journal.entries(of: killed).last)
    #expect(last.kind == .cancelled && last.attempt == 1)
    #expect(try Verification(of: History(path: killed)).findings == [])
  }

  @Test func `an end that is left out, or told of otherwise, is found`() throws {
    let (journal, _, _) = try left()
    do { _ = journal.launch { $0.beginning = .clean } }
    let count = try journal.entries().count
    let forgeries: [(inout [JournalEntry]) throws -> Void] = [
      { $0.removeLast() },
      { $0[count - 1].reason = "another" },
      { $0[count - 1].reason = nil },
      { entries in
        entries.removeLast(2)
        guard case .adopt(var own)? = entries[count - 3].changes.first else { return }
        for waiting in own.waiting { try own.apply(.settle(waiting.id)) }
        for action in own.actions { own.retire(action.id) }
        entries[count - 3].changes = [.adopt(own)]
      },
    ]
    for (index, edit) in forgeries.enumerated() {
      let forged = try journal.rewritten(as: "forged-\(index).sqlite") { try edit(&$0) }
      #expect(try !Verification(of: forged).findings.isEmpty, "forgery \(index)")
    }
  }
}
