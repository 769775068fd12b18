import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Host code that answers after a while: one request at a time, nobody lost, nobody answered twice.
@MainActor
struct AsyncRequestTests {
  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  /// A door that host code waits at until the test opens it.
  final class Door {
    private var waiting: [CheckedContinuation<Answer, Never>] = []
    var count: Int { waiting.count }

    func answer() async -> Answer { await withCheckedContinuation { waiting.append($0) } }

    func open(_ answer: Answer = .allow) { waiting.removeFirst().resume(returning: answer) }
  }

  @Test func `C25: what follows is queued behind one that is asked about, in order`() async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let first = session.open("/orders/1")
    let second = session.open("/products/2")
    let third = session.open("/orders/3")
    #expect([first, second, third].map(\.outcome) == [nil, nil, nil])
    #expect([first, second, third].map(\.accepted) == [true, true, true])
    #expect(await eventually { door.count == 1 })
    let kinds = try journal.kinds()
    #expect(kinds == ["began", "received", "received", "received"])
    let fact = session.report(
      .selected(
        try #require(
          session.state.tree.root().flatMap {
            session.state.tree[$0]?.children.last
          })))
    #expect(fact.outcome == .shown, "what has happened does not wait")
    door.open()
    #expect(await first.ended() == .shown)
    #expect(second.outcome == .shown)
    #expect(await eventually { door.count == 1 })
    #expect(third.outcome == nil)
    door.open(.deny(reason: "closed"))
    #expect(await third.ended() == .denied(reason: "closed"))
    #expect(session.notation.hasSuffix("[catalog order(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `C17: the decision is made on the state of the moment of the answer`() async throws {
    let journal = try TestJournal(
      Scenario(
        screens: shop.screens,
        routes: [
          Route("sheet", "/sheet", to: [.present("login", style: .sheet, from: .named("catalog"))])
            .asks("gate")
        ]), tree: "main/stack[feed catalog]")
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let opening = session.open("/sheet")
    #expect(await eventually { door.count == 1 })
    session.report(.popped(nil))
    let tree = session.state.tree
    door.open()
    #expect(
      await opening.ended() == .failed(step: 1, reason: "there is no catalog to present from"))
    #expect((session.state.tree == tree) == true)
    try journal.requireReplays(of: session)
  }

  @Test func `the queue has a bound, and what is beyond it is refused at once`() async throws {
    let door = Door()
    let session = journal.launch {
      $0.limits.queuedRequests = 2
      $0.answerLater("gate") { _ in await door.answer() }
    }
    let first = session.open("/orders/1")
    let queued = [session.open("/products/2"), session.open("/products/3")]
    let beyond = session.open("/products/4")
    #expect(beyond.outcome == .failed(step: 0, reason: "too many requests are queued"))
    #expect(beyond.isRecorded)
    #expect(await eventually { door.count == 1 })
    door.open()
    #expect(await first.ended() == .shown)
    #expect(queued.map(\.outcome) == [.shown, .shown])
    try journal.requireReplays(of: session)
  }

  @Test func `C16: an interceptor shows the log-in itself, waits, and goes on`() async throws {
    var logins = 0
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        if asked.principal == nil {
          if asked.tree.firstScreen(where: { $0.kind == "login" }) == nil {
            logins += 1
            asked.open(.route("login", [:]))
          }
          await asked.wait(for: "signedIn")
        }
        return .allow
      }
    }
    let first = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let second = session.open("/orders/2")
    #expect(await eventually { session.state.waiting.count { $0.status != .received } == 2 })
    #expect(logins == 1)
    #expect(session.notation.hasSuffix("^sheet:login"))
    #expect(session.open("/products/3").outcome == .shown, "others go on meanwhile")
    session.signal("signedIn", principal: "user-1")
    #expect(await first.ended() == .shown)
    #expect(await second.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog product(id: 3) order(id: 1) order(id: 2)]]"))
    #expect(!session.hasParkedRequests)
    try journal.requireReplays(of: session)
  }

  @Test func `a condition that an observer signals at once wakes who waited`() async throws {
    var asked = 0
    let session = journal.launch {
      $0.answerLater("gate") { asking async -> Answer in
        asked += 1
        await asking.wait(for: "signedIn")
        return .allow
      }
    }
    session.onChange = { session in
      if session.hasParkedRequests { session.signal("signedIn") }
    }
    let opening = session.open("/orders/1")
    #expect(await opening.ended() == .shown)
    #expect(asked == 1)
    session.onChange = nil
    try journal.requireReplays(of: session)
  }

  @Test func `C16: a log-in that is turned down denies, and the screen stays`() async throws {
    let session = journal.launch {
      $0.answerLater("gate", waitingFor: "signedIn")
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let tree = session.state.tree
    session.giveUp("signedIn", reason: "cancelled")
    #expect(await opening.ended() == .denied(reason: "cancelled"))
    await Task.yield()
    session.signal("signedIn", principal: "user-1")
    #expect((session.state.tree == tree) == true)
    try journal.requireReplays(of: session)
  }

  @Test func `a request that waits in mid-answer continues after a kill`() async throws {
    let session = journal.launch {
      $0.answerLater("gate", waitingFor: "signedIn")
    }
    session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    let copy = try journal.killed(as: "killed.sqlite")
    var asked = 0
    let restored = journal.launch(at: copy) {
      $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
    }
    #expect(restored.state.waiting.map(\.status) == [.condition("signedIn")])
    #expect(asked == 0)
    restored.signal("signedIn", principal: "user-1")
    #expect(asked == 1)
    #expect(restored.state.tree.visibleLeaf()?.kind == "order")
    restored.signal("signedIn", principal: "user-1")
    #expect(asked == 1)
    session.giveUp("signedIn", reason: "end of the test")
  }

  @Test(arguments: [RouteSession.Configuration.Beginning.continued, .restored])
  func `what was queued when the host was killed has its turn at the next launch`(
    beginning: RouteSession.Configuration.Beginning
  ) async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    session.open("/orders/1")
    session.open("/products/2", source: "n-2")
    session.open("/orders/3")
    #expect(await eventually { door.count == 1 })
    let path = try journal.killed(as: "killed.sqlite")
    let restored = journal.launch(at: path) {
      $0.beginning = beginning
      $0.answer("gate") { _ in .allow }
    }
    let first = beginning == .continued ? "order(id: 1) " : ""
    #expect(restored.notation.hasSuffix("[catalog \(first)product(id: 2) order(id: 3)]]"))
    #expect(restored.state.waiting == [])
    #expect(restored.open("/products/2", source: "n-2").outcome?.word == "duplicate")
    let history = try History(path: path)
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history).divergences == [])
    door.open()
  }

  @Test func `killed while host code ran: interrupted, quarantined, not asked`() async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    session.open("/orders/1", source: "n-1")
    #expect(await eventually { door.count == 1 })
    var path = try journal.killed(as: "first.sqlite")
    do {
      let restored = journal.launch(at: path)
      let last = try #require(try journal.entries(of: path).last)
      #expect(last.outcome == .interrupted)
      #expect(restored.state.waiting == [])
      #expect(restored.state.suspects.map(\.count) == [1])
    }
    // The same link, and the same death once more.
    let second = journal.launch(at: path) { $0.answerLater("gate") { _ in await door.answer() } }
    second.open("/orders/1")
    #expect(await eventually { door.count == 2 })
    try FileCopy.crash(of: path, as: journal.file("second.sqlite"))
    path = journal.file("second.sqlite")
    var asked = 0
    let third = journal.launch(at: path) {
      $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
    }
    #expect(try journal.entries(of: path).last?.outcome == .quarantined)
    #expect(third.open("/orders/1").outcome == .quarantined)
    #expect(asked == 0)
    #expect(third.open("/orders/2").outcome == .shown, "others are not under suspicion")
    third.suspend()
    third.background()
    #expect(try Verification(of: History(path: path)).findings == [])
    door.open()
    door.open()
  }

  @Test(arguments: ["background", "end"])
  func `an end that was no crash: asked again, nobody suspected`(ending: String) async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    if ending == "end" { session.end() } else { session.background() }
    let path = try journal.killed(as: "killed.sqlite")
    let restored = journal.launch(at: path) { $0.answer("gate") { _ in .allow } }
    #expect(restored.state.suspects == [])
    #expect(restored.state.tree.visibleLeaf()?.kind == "order")
    #expect(try Rerun(of: History(path: path)).divergences == [])
    door.open()
  }
}
