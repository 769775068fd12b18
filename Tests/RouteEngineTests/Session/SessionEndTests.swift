import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// After its end a session writes nothing, and tells nothing that it did not write.
@MainActor
struct SessionEndTests {
  typealias Door = AsyncRequestTests.Door

  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }
  let refusal = Outcome.failed(step: 0, reason: "the session has ended")

  @Test func `whatever is opened after the end is refused, also what is no link`() throws {
    let session = journal.launch()
    session.open("/products/1", source: "n-1")
    session.end()
    let end = session.anchor
    let openings = [
      session.open("/products/2"), session.open("no link"), session.open("/nowhere"),
      session.open("/products/1", source: "n-1"), session.open("/orders/1"),
      session.open(.screen(kind: "product", ["id": 3]), from: .programmatic),
      session.report(.popped(nil)),
    ]
    for opening in openings {
      #expect(opening.outcome == refusal)
      #expect(!opening.accepted)
      #expect(!opening.isRecorded)
      #expect(opening.request == nil)
    }
    #expect(session.anchor == end)
    try journal.requireReplays(of: session)
  }

  @Test func `an answer that comes after the end leads to no outcome`() async throws {
    let door = Door()
    var isOver = false
    let session = journal.launch {
      $0.answerLater("gate") { _ async -> Answer in
        let answer = await door.answer()
        isOver = true
        return answer
      }
    }
    let opening = session.open("/orders/1")
    let queued = session.open("/products/2")
    #expect(await eventually { door.count == 1 })
    session.end()
    let state = session.state
    door.open()
    #expect(await eventually { isOver })
    #expect(await !eventually { opening.outcome != nil || queued.outcome != nil })
    #expect(session.state == state)
    try journal.requireReplays(of: session)
  }

  @Test func `code that sleeps is woken by the end, and what it does has no effect`() async throws {
    var late: Opening?
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        late = asked.open(.route("login", [:]))
        await asked.wait(for: "signedIn")
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    session.end()
    #expect(await eventually { late != nil })
    #expect(late?.outcome == refusal)
    #expect(opening.outcome == nil)
    session.giveUp("signedIn", reason: "cancelled")
    session.resume(.clear)
    #expect(opening.outcome == nil, "it waits for the next session")
    try journal.requireReplays(of: session)
  }

  @Test func `host code that was to be called next is not called after the end`() async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    session.open("/orders/1")
    session.end()
    #expect(await !eventually { door.count > 0 })
    #expect(session.state.waiting.map(\.status) == [.received], "the next session asks")
  }

  @Test func `host code that ends the session ends the asking too`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: shop.screens,
        routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "second")]))
    var asked: [String] = []
    var session: RouteSession?
    let opened = journal.launch {
      $0.answer("first") { _ in
        asked.append("first")
        session?.open("/orders/2")
        session?.end()
        return .allow
      }
      $0.answer("second") { _ in returning(.allow, after: asked.append("second")) }
    }
    session = opened
    defer { session = nil }
    let opening = opened.open("/orders/1")
    #expect(asked == ["first"])
    #expect(opening.outcome == nil)
    #expect(opened.state.waiting.count == 2, "what was queued waits for the next session")
    try journal.requireReplays(of: opened)
  }

  @Test func `a session that ends in a transition leaves its journal to another`() async throws {
    let door = Door()
    var session: RouteSession? = journal.launch {
      $0.answerLater("gate") { _ in await door.answer() }
    }
    session?.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session?.beginTransition()
    door.open(.allow)
    for _ in 0..<100 { await Task.yield() }
    session?.end()
    session = nil
    #expect(await eventually { journal.launch().health == .recording })
  }
}
