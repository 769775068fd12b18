import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Host code that takes its time: how long it may speak for its request, and what holds it.
@MainActor
struct HostCodeTests {
  typealias Door = AsyncRequestTests.Door

  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test func `code that has answered can wait no more`() async throws {
    var kept: Prompt?
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        kept = asked
        return .wait(condition: "open")
      }
    }
    session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let asked = try #require(kept)
    var isOver = false
    Task {
      await asked.wait(for: "never")
      isOver = true
    }
    #expect(await eventually { isOver })
    #expect(session.state.waiting.map(\.status) == [.condition("open")])
    try journal.requireReplays(of: session)
  }

  @Test func `code that has answered opens requests like anybody else`() async throws {
    let door = Door()
    var kept: Prompt?
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        kept = kept ?? asked
        return await door.answer()
      }
    }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    door.open(.deny(reason: "closed"))
    #expect(await first.ended() == .denied(reason: "closed"))
    session.open("/orders/2")
    #expect(await eventually { door.count == 1 })
    let late = try #require(kept).open(.route("product", ["id": 3]))
    #expect(late.outcome == nil, "its turn comes behind the request under way")
    door.open()
    #expect(await late.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `code waits for one condition at a time`() async throws {
    var isSecondOver = false
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        let second = Task {
          await asked.wait(for: "b")
          isSecondOver = true
        }
        await asked.wait(for: "a")
        await second.value
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { isSecondOver })
    #expect(session.state.waiting.map(\.status) == [.condition("a")])
    session.signal("a")
    #expect(await eventually { opening.outcome == .shown })
    try journal.requireReplays(of: session)
  }

  @Test func `code that answers while a task of its own still waits has answered`() async throws {
    let door = Door()
    var isOver = false
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        Task {
          await asked.wait(for: "a")
          isOver = true
        }
        return await door.answer()
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests && door.count == 1 })
    door.open()
    #expect(await opening.ended() == .shown)
    #expect(await eventually { isOver })
    session.signal("a")
    #expect(session.state.waiting == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an answer that comes before the turn to go on leaves no second turn`() async throws {
    let (early, late) = (Door(), Door())
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        guard asked.parameters["id"] == 1 else { return await late.answer() }
        Task { await asked.wait(for: "a") }
        return await early.answer()
      }
    }
    let first = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests && early.count == 1 })
    let second = session.open("/orders/2")
    #expect(await eventually { late.count == 1 })
    session.signal("a")
    early.open()
    #expect(await first.ended() == .shown)
    late.open()
    #expect(await second.ended() == .shown)
    #expect(session.open("/products/3").outcome == .shown, "nobody holds up the others")
    #expect(session.notation.hasSuffix("[catalog order(id: 1) order(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test(arguments: RouteSession.ResumePolicy.allCases)
  func `a suspended session holds code that its condition would wake`(
    policy: RouteSession.ResumePolicy
  ) async throws {
    var woken = 0
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        woken += 1
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    session.suspend()
    session.signal("signedIn")
    #expect(await !eventually { woken > 0 })
    #expect(session.state.waiting.map(\.status) == [.suspended])
    session.resume(policy)
    if policy == .none { session.resume(.execute) }
    #expect(await eventually { woken == 1 && opening.outcome != nil })
    #expect(
      opening.outcome == (policy == .clear ? .denied(reason: "cleared when resumed") : .shown))
    #expect(session.state.waiting == [])
    try journal.requireReplays(of: session)
  }

  @Test func `nobody is asked twice because the session was suspended meanwhile`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: shop.screens,
        routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "gate")]))
    var asked: [String] = []
    let session = journal.launch {
      $0.answer("first") { _ in returning(.allow, after: asked.append("first")) }
      $0.answerLater("gate") { asking async -> Answer in
        asked.append("gate")
        await asking.wait(for: "signedIn")
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    session.suspend()
    session.signal("signedIn")
    session.resume()
    #expect(await opening.ended() == .shown)
    #expect(asked == ["first", "gate"])
    try journal.requireReplays(of: session)
  }
}
