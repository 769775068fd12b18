import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Slow host code: how long its answer to a request counts, and what keeps it alive.
@MainActor
struct HostCodeTests {
  private let journal = TestJournal(of: .gatedShop)

  @Test func `code that has answered can wait no more`() async throws {
    var kept: Prompt?
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        kept = asked
        return .wait(condition: "open")
      }
    }
    session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests })
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

  @Test func `a prompt that the host keeps does not keep the session`() async throws {
    var kept: [Prompt] = []
    var session: RouteSession? = journal.launch {
      $0.answer("gate") { asked in returning(.allow, after: kept.append(asked)) }
    }
    session?.open("/orders/1")
    session = nil
    session = journal.launch {
      $0.answerLater("gate") { asked async in returning(.allow, after: kept.append(asked)) }
    }
    #expect(session?.health == .recording)
    let opening = session?.open("/orders/2")
    #expect(await opening?.ended() == .shown)
    session = nil
    #expect(await eventually { journal.launch().health == .recording })
    #expect(kept.count == 2)
  }

  @Test func `a condition that no signal can name fails the request that waits`() async throws {
    try await Scenario.gatedShop.later("gate").run(
      awaiting: """
        open: /orders/1
        code: pause unlocked:42
        outcome: failed: gate waits for "unlocked:42", which is no name of a condition
        waiting:
        code: allow
        settle
        tree: \(Scenario.tree)
        open: /products/2 -> shown
        """)
  }

  @Test(arguments: ["", "a b", "unlocked:42"])
  func `code that waits for an impossible condition is cancelled`(name: String) async throws {
    var wasCancelled = false
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: name)
        wasCancelled = Task.isCancelled
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    let reason = "gate waits for \"\(name)\", which is no name of a condition"
    #expect(await opening.ended() == .failed(step: 0, reason: reason))
    #expect(await eventually { wasCancelled })
    session.signal(name)
    session.unsignal(name)
    session.giveUp(name, reason: "closed")
    #expect(session.state.conditions == [] && session.state.waiting == [])
    #expect(try journal.entries().last?.kind == .decided)
    try journal.requireReplays(of: session)
  }

  @Test func `code that has answered opens ordinary requests`() async throws {
    let door = Door<Answer>()
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
    let door = Door<Answer>()
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
    #expect(await eventually { session.state.hasParkedRequests && door.count == 1 })
    door.open()
    #expect(await opening.ended() == .shown)
    #expect(await eventually { isOver })
    session.signal("a")
    #expect(session.state.waiting == [])
    try journal.requireReplays(of: session)
  }

  /// Opens an order whose code waits for a condition in a task of its own. Then opens another one
  /// about which the host is asked while the condition is signalled: the first one answers before
  /// its turn.
  private func answerEarly(
    in session: RouteSession, _ early: Door<Answer>, _ late: Door<Answer>,
    meanwhile: () throws -> Void = {}
  ) async throws {
    let first = session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests && early.count == 1 })
    try meanwhile()
    let second = session.open("/orders/2")
    #expect(await eventually { late.count == 1 })
    session.signal("a")
    early.open()
    #expect(await first.ended() == .shown)
    late.open()
    #expect(await second.ended() == .shown)
  }

  private func launch(_ early: Door<Answer>, _ late: Door<Answer>) -> RouteSession {
    journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        guard asked.parameters["id"] == 1 else { return await late.answer() }
        Task { await asked.wait(for: "a") }
        return await early.answer()
      }
    }
  }

  @Test func `an answer that comes before the turn to go on leaves no second turn`() async throws {
    let (early, late) = (Door<Answer>(), Door<Answer>())
    let session = launch(early, late)
    try await answerEarly(in: session, early, late)
    #expect(session.open("/products/3").outcome == .shown, "nobody holds up the others")
    #expect(session.notation.hasSuffix("[catalog order(id: 1) order(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `an answer in a transition, and then its signal, leave one turn`() async throws {
    let journal = TestJournal(
      of: Scenario(
        screens: [.order],
        routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "second")]))
    let (first, second) = (Door<Answer>(), Door<Answer>())
    var asked = 0
    let session = journal.launch {
      $0.answerLater("first") { asked async -> Answer in
        Task { await asked.wait(for: "a") }
        return await first.answer()
      }
      $0.answerLater("second") { _ async -> Answer in
        asked += 1
        return await second.answer()
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests && first.count == 1 })
    session.display.beginTransition()
    first.open()
    #expect(await !eventually { opening.outcome != nil })  // it waits for the transition to end
    session.signal("a")
    session.display.endTransition()
    #expect(await eventually { second.count == 1 })
    second.open()
    #expect(await opening.ended() == .shown)
    #expect(asked == 1)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [false, true])
  func `code that waited through an outage answers whenever it wants`(isAnew: Bool) async throws {
    let (early, late) = (Door<Answer>(), Door<Answer>())
    let session = launch(early, late)
    try await answerEarly(in: session, early, late) {
      try session.failWriting()
      session.ready()
      #expect(session.health.problem != nil)
      if isAnew { try journal.delete() }
      journal.wake(session, after: 1_000_000)
      #expect(session.health.problem == nil)
      journal.clock.advance(by: 5)
    }
    try journal.requireReplays(of: session)
  }

  @Test(arguments: WaitingRequest.ResumePolicy.allCases)
  func `a suspended session delays code whose condition holds, and asks nobody twice`(
    policy: WaitingRequest.ResumePolicy
  ) async throws {
    let isCleared = policy == .clear
    try await Scenario(
      screens: [.order],
      routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "gate")],
      answers: ["first": .allow], later: ["gate"]
    ).run(
      awaiting: """
        open: /orders/1
        code: pause signedIn
        waiting: until signedIn
        suspend
        signal: signedIn
        settle
        unanswered: 0
        waiting: suspended
        resume: \(policy)
        resume: \(policy == .none ? "execute" : "none")
        code: allow
        outcome: \(isCleared ? "denied: cleared when resumed" : "shown")
        waiting:
        asked: first gate
        """)
  }

  // MARK: Observers: their calls are neither lost nor carried out twice

  private typealias Act = @MainActor @Sendable (RouteSession) -> Void

  /// The calls of a host, with the preparation of each.
  private nonisolated static let verbs: [String: (before: Act, act: Act)] = [
    "signal": ({ _ in }, { $0.signal("network") }),
    "unsignal": ({ $0.signal("network") }, { $0.unsignal("network") }),
    "signIn": ({ _ in }, { $0.signIn(as: "anna") }),
    "signOut": ({ $0.signIn(as: "anna") }, { $0.signOut() }),
    "suspend": ({ _ in }, { $0.requests.suspend() }),
    "resume": ({ $0.requests.suspend() }, { $0.requests.resume() }),
    "ready": ({ _ in }, { $0.ready() }),
    "giveUp": ({ $0.open("/orders/1") }, { $0.giveUp("open", reason: "cancelled") }),
  ]

  @Test(arguments: verbs.keys.sorted())
  func `an observer's request has its turn before the call returns`(verb: String) throws {
    let (before, act) = try #require(Self.verbs[verb])
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    before(session)
    var opening: Opening?
    session.onChange = { session in
      session.onChange = nil
      let options = RouteRequest.Options(isSuspendable: false)
      opening = session.open("/products/1", options: options)
    }
    act(session)
    #expect(opening?.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a request that an observer resumes while it is parked keeps its opening`() throws {
    let session = journal.launch()
    session.requests.suspend()
    session.onChange = { if $0.state.hasParkedRequests { $0.requests.resume() } }
    let opening = session.open("/products/1")
    #expect(opening.outcome == .shown)
    #expect(opening.isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `an observer's request after queued ones is journaled with them`() async throws {
    let door = Door<Answer>()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    var third: Opening?
    session.onChange = { session in
      session.onChange = nil
      third = session.open("/products/3")
    }
    session.open("/products/2")
    #expect(session.state.waiting.count == 3)
    #expect(third?.request != nil)
    door.open()
    #expect(await first.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 1) product(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `an observer's request comes after those that the signal resumed`() throws {
    var isOpen = false
    let session = journal.launch {
      $0.answer("gate") { _ in isOpen ? .allow : .wait(condition: "open") }
    }
    session.open("/orders/1")
    isOpen = true
    session.onChange = { session in
      session.onChange = nil
      session.open("/products/2")
    }
    session.signal("open")
    #expect(session.notation.hasSuffix("[catalog order(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [WaitingRequest.ResumePolicy.clear, .latestOnly])
  func `requests dropped when resumed are all dropped`(policy: WaitingRequest.ResumePolicy) throws {
    let session = journal.launch()
    session.requests.suspend()
    for id in 1...3 { session.open("/products/\(id)", source: "n-\(id)") }
    try requireNoneLeft(journal, session) { session.requests.resume(policy) }
    let seen = try Journal.open(.file(journal.file("killed.sqlite"))).seen(source: "n-2")
    #expect(seen?.outcome == (policy == .clear ? "denied" : "superseded"))
  }

  @Test func `requests whose condition is given up are all given up at once`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    let openings = (1...3).map { session.open("/orders/\($0)") }
    try requireNoneLeft(journal, session) { session.giveUp("open", reason: "cancelled") }
    #expect(openings.allSatisfy { $0.outcome == .denied(reason: "cancelled") && $0.isRecorded })
  }

  /// Requires that no request is left behind, at whatever moment of it the host dies.
  private func requireNoneLeft(
    _ journal: TestJournal, _ session: RouteSession, _ body: () -> Void
  ) throws {
    var path: String?
    session.onChange = { session in
      session.onChange = nil
      path = try? journal.killed(as: "killed.sqlite")
    }
    body()
    try journal.requireReplays(of: session)
    let copy: String = try #require(path)
    let restored = journal.launch(at: copy)
    #expect(restored.state.waiting == [])
    restored.end()
  }
}
