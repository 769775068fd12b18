import RouteEngine
import RouteTestSupport
import Testing

/// A host that ends or releases its session while work is in progress.
@MainActor
struct EndingInBetweenTests {
  private let journal = TestJournal(
    of: Scenario(
      screens: [.product, .order],
      routes: [
        .product.performs("view"),
        Route("order", "/orders/:id", to: .inShop("order")).asks("gate"),
      ]))
  private let calls = Calls()

  private final class Calls {
    var asked = 0
    var performed = 0
  }

  private func launch() -> RouteSession {
    let calls = calls
    return journal.launch {
      $0.answer("gate") { _ in
        calls.asked += 1
        return .allow
      }
      $0.perform("view") { _ in returning(.done, after: calls.performed += 1) }
    }
  }

  @Test func `an action is performed once when the host ends at the notice of its start`() throws {
    do {
      let session = launch()
      session.onChange = { session in
        if session.state.actions.contains(where: { $0.status == .started }) { session.end() }
      }
      session.open("/products/1")
      #expect(calls.performed == 0 && session.state.actions.count == 1)
    }
    let session = launch()
    #expect(calls.performed == 1 && session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `an action is performed once when the host ends at the notice of its call`() throws {
    let calls = calls
    var session: RouteSession?
    session = journal.launch {
      $0.perform("view") { _ in returning(.done, after: calls.performed += 1) }
      $0.tell = { notice in
        if case .called(let call) = notice, call.kind == .actionHandler { session?.end() }
      }
    }
    session?.open("/products/1")
    #expect(calls.performed == 0 && session?.state.actions.count == 1)
    session = nil
    let next = launch()
    #expect(calls.performed == 1 && next.state.actions.isEmpty)
    try journal.requireReplays(of: next)
  }

  @Test func `an action whose code is called later is performed once`() async throws {
    func launch() -> RouteSession {
      let calls = calls
      return journal.launch {
        $0.answer("gate") { _ in .allow }
        $0.performLater("view") { _ async in returning(.done, after: calls.performed += 1) }
      }
    }
    do {
      let session = launch()
      session.open("/products/1")
      session.end()
      #expect(await !eventually { calls.performed > 0 })
    }
    let session = launch()
    #expect(await eventually { session.state.actions.isEmpty })
    #expect(calls.performed == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a request that is left to the next session has no outcome here`() async throws {
    do {
      let session = launch()
      session.onChange = { if !$0.state.waiting.isEmpty { $0.end() } }
      let opening = session.open("/orders/7")
      #expect(opening.outcome == nil && opening.accepted && calls.asked == 0)
      #expect(await opening.ended() == nil)
      #expect(session.open("/products/1").outcome?.isSuccess == false)
    }
    let session = launch()
    #expect(calls.asked == 1 && session.notation.hasSuffix("order(id: 7)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `the next session hands over requests that were kept at the end`() throws {
    do {
      let session = launch()
      session.requests.suspend()
      session.open("/products/1")
      session.end()
      session.requests.resumeHandingOver { #expect($0.isEmpty) }
    }
    var kept: [WaitingRequest] = []
    launch().requests.resumeHandingOver { kept = $0 }
    #expect(kept.count == 1)
  }

  @Test func `a wait for an outcome ends when the session is gone`() async {
    var session: RouteSession? = journal.launch {
      $0.answer("gate") { _ in .wait(condition: "signedIn") }
    }
    let opening = session?.open("/orders/7")
    var told: [Outcome?] = []
    Task { told.append(await opening?.ended()) }
    #expect(await !eventually { !told.isEmpty })
    session = nil
    #expect(await eventually { told == [nil] })
  }

  @Test func `a session that is dropped while its code sleeps is gone`() async throws {
    var late: Opening?
    var session: RouteSession? = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        late = asked.open("/products/1")
        return .allow
      }
    }
    let opening = session?.open("/orders/7")
    #expect(await eventually { session?.state.hasParkedRequests == true })
    session = nil
    #expect(await eventually { late != nil })
    #expect(late?.outcome == .failed(step: 0, reason: "the session has ended"))
    #expect(opening?.request != nil)
    #expect(await opening?.ended() == nil)
    let next = launch()
    #expect(next.health == .recording, "nobody else owns the journal")
    next.signal("signedIn")
    #expect(calls.asked == 1 && next.notation.hasSuffix("order(id: 7)]]"))
    try journal.requireReplays(of: next)
  }
}
