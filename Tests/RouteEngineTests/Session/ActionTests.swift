import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Work at the destination: accepted with its decision, run at its moment, once, or not any more.
@MainActor
struct ActionTests {
  private let journal = TestJournal(of: .shop(ActionTemplate("a"), ActionTemplate("b")))

  typealias Door = ResultDoor

  /// A door that handlers wait at until the test lets them end.
  final class ResultDoor {
    private var waiting: [CheckedContinuation<ActionResult, Never>] = []
    var count: Int { waiting.count }

    func result() async -> ActionResult { await withCheckedContinuation { waiting.append($0) } }

    func open(_ result: ActionResult = .done) { waiting.removeFirst().resume(returning: result) }
  }

  @Test func `the enqueueing entry stands in the decision's transaction, with its cause`() throws {
    let journal = try TestJournal(
      Scenario.shop(ActionTemplate("a", with: ["id": .request("id"), "more": .constant("x")])))
    var attempts: [ActionAttempt] = []
    let session = journal.launch {
      $0.perform("a") { attempt in returning(.done, after: attempts.append(attempt)) }
    }
    session.open("/products/7")
    #expect(try journal.kinds() == ["began", "decided", "enqueued", "claimed", "started", "done"])
    let entries = try journal.entries()
    #expect(entries[2].cause == entries[1].sequence)
    #expect(entries.dropFirst(2).allSatisfy { $0.action == ActionID(entries[2].sequence) })
    let attempt = try #require(attempts.first)
    #expect(attempts.count == 1)
    #expect(attempt.parameters == ["id": 7, "more": "x"])
    #expect(attempt.attempt == 1)
    #expect(!attempt.possiblyExecuted)
    #expect(attempt.idempotencyKey == "device/3")
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an action that gives way after it was claimed tells its attempt`() throws {
    try Scenario.shop(ActionTemplate("a", key: "same")).run(
      """
      transition: begins
      open: /products/7
      open: /products/7
      transition: ends
      performed: a
      """)
  }

  @Test func `a failed action is over, and its reason is journaled`() throws {
    var performed: [String] = []
    let session = journal.launch {
      $0.perform("a") { _ in .failed(reason: "no paper") }
      $0.perform("b") { attempt in returning(.done, after: performed.append(attempt.action.name)) }
    }
    session.open("/products/7")
    #expect(performed == ["b"], "the others still run")
    let failed = try journal.entries().first { $0.kind == .failed }
    #expect(failed?.reason == "no paper")
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an action nobody handles stays until a version that does`() throws {
    do {
      let session = journal.launch { $0.perform("b") { _ in .done } }
      session.open("/products/7")
      #expect(session.state.actions.map(\.name) == ["a"])
      try journal.requireReplays(of: session)
    }
    var performed = 0
    let session = journal.launch {
      $0.perform("a") { _ in returning(.done, after: performed += 1) }
    }
    #expect(performed == 1)
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an action expires, also while nobody handles it`() throws {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("a", when: .ready, expiresAfter: 1_000_000),
        ActionTemplate("b", expiresAfter: 1_000_000)))
    let session = journal.launch { $0.perform("a") { _ in .failed(reason: "too late") } }
    session.open("/products/7")
    #expect(session.state.actions.count == 2)
    journal.clock.advance(by: 1_000_000)
    session.report(.popped(session.state.tree.root()))
    #expect(session.state.actions.count == 2, "the last moment still counts")
    journal.clock.advance(by: 1)
    session.ready()
    #expect(try journal.kinds().suffix(2) == ["expired", "expired"])
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an action whose screen is gone is cancelled`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("a", when: .ready)))
    let session = journal.launch()
    session.open("/products/7")
    session.report(.popped(nil))
    #expect(try journal.kinds().last == "cancelled")
    #expect(session.state.actions == [])
    try journal.requireReplays(of: session)
  }

  @Test func `an action waits for its own screen to be ready, again in each process`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("a", when: .ready)))
    var performed: [ParameterValue?] = []
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("a") { attempt in
          performed.append(attempt.action.screen.rawValue == 0 ? nil : 1)
          return .done
        }
      }
    }
    do {
      let session = launch()
      session.open("/products/7")
      session.ready(session.state.tree.root())
      session.ready(ScreenID(999))
      #expect(performed.isEmpty)
      session.ready()
      #expect(performed.count == 1)
      session.open("/products/7")
      #expect(performed.count == 2, "the screen is ready already")
      try journal.requireReplays(of: session)
    }
    let session = launch()
    session.open("/products/7")
    #expect(performed.count == 2)
    session.ready()
    #expect(performed.count == 3)
    try journal.requireReplays(of: session)
  }

  @Test func `a handler takes its time, and the next does not wait for it`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("slow"), ActionTemplate("fast")))
    let door = Door()
    var performed = 0
    let session = journal.launch {
      $0.performLater("slow") { _ in await door.result() }
      $0.perform("fast") { _ in returning(.done, after: performed += 1) }
    }
    session.open("/products/7")
    #expect(performed == 1)
    #expect(await eventually { door.count == 1 })
    #expect(session.state.actions.map(\.status) == [.started])
    session.open("/products/8")
    #expect(await eventually { door.count == 2 })
    door.open()
    door.open(.failed(reason: "no"))
    #expect(await eventually { session.state.actions.isEmpty })
    try journal.requireReplays(of: session)
  }

  @Test func `a screen that goes while its action runs leaves a sound journal`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("slow")))
    let door = Door()
    let session = journal.launch { $0.performLater("slow") { _ in await door.result() } }
    session.open("/products/7")
    #expect(await eventually { door.count == 1 })
    session.report(.popped(nil))
    session.background()
    try journal.requireReplays(of: session)
    let path = try journal.killed(as: "killed.sqlite")
    do {
      let restored = journal.launch(at: path)
      #expect(restored.health == .recording)
      #expect(restored.state.actions == [], "cancelled, for its screen is gone")
    }
    door.open()
    #expect(await eventually { session.state.actions.isEmpty })
    try journal.requireReplays(of: session)
  }

  @Test func `killed in a handler: again with the same key, after two not any more`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("deadly"), ActionTemplate("other")))
    let door = Door()
    var attempts: [ActionAttempt] = []
    var others = 0
    func configure(_ configuration: inout RouteSession.Configuration) {
      configuration.performLater("deadly") { attempt async -> ActionResult in
        attempts.append(attempt)
        return await door.result()
      }
      configuration.perform("other") { _ in returning(.done, after: others += 1) }
    }
    let first = journal.launch(configure: configure)
    first.open("/products/7")
    #expect(await eventually { door.count == 1 })
    let firstPath = try journal.killed(as: "first.sqlite")
    let second = journal.launch(at: firstPath, configure: configure)
    #expect(await eventually { door.count == 2 })
    #expect(attempts.map(\.attempt) == [1, 2])
    #expect(attempts.map(\.possiblyExecuted) == [false, true])
    #expect(Set(attempts.map(\.idempotencyKey)).count == 1)
    #expect(second.state.actions.map(\.attempt) == [2])
    let secondPath = journal.file("second.sqlite")
    try FileCopy.crash(of: firstPath, as: secondPath)
    let third = journal.launch(at: secondPath, configure: configure)
    #expect(try journal.entries(of: secondPath).last?.kind == .dead)
    #expect(third.state.actions.map(\.status) == [.dead])
    #expect(attempts.count == 2)
    #expect(others == 1)
    #expect(third.open("/products/9").outcome == .shown, "the app starts and goes on")
    #expect(try Verification(of: History(path: secondPath)).findings == [])
    for _ in 0..<door.count { door.open() }
  }

  @Test func `killed between claim and start: counted, and certainly not executed`() throws {
    var attempts: [ActionAttempt] = []
    func configure(_ configuration: inout RouteSession.Configuration) {
      for name in ["a", "b"] {
        configuration.perform(name) { attempt in returning(.done, after: attempts.append(attempt)) }
      }
    }
    var path: String?
    let session = journal.launch(configure: configure)
    session.onChange = { session in
      guard path == nil, session.state.actions.contains(where: { $0.status == .claimed }) else {
        return
      }
      path = try? journal.killed(as: "killed.sqlite")
    }
    session.open("/products/7")
    #expect(attempts.map(\.attempt) == [1, 1])
    attempts = []
    let copy: String = try #require(path)
    let restored = journal.launch(at: copy, configure: configure)
    #expect(attempts.map(\.action.name) == ["a", "b"])
    #expect(attempts.map(\.attempt) == [2, 1])
    #expect(attempts.map(\.possiblyExecuted) == [false, false])
    try journal.requireReplays(of: session)
    #expect(try Verification(of: History(path: copy)).findings == [])
    #expect(restored.state.actions == [])
  }

  @Test func `a death in one handler does not count as an attempt at the next`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("deadly"), ActionTemplate("other")))
    var attempts: [ActionAttempt] = []
    var session: RouteSession?
    defer { session = nil }
    session = journal.launch {
      $0.perform("deadly") { _ in
        session?.report(.popped(ScreenID(999)))
        _ = try? journal.killed(as: "killed.sqlite")
        return .done
      }
      $0.perform("other") { _ in .done }
    }
    session?.open("/products/7")
    let restored = journal.launch(at: journal.file("killed.sqlite")) {
      for name in ["deadly", "other"] {
        $0.perform(name) { attempt in returning(.done, after: attempts.append(attempt)) }
      }
    }
    #expect(attempts.map(\.action.name) == ["deadly", "other"])
    #expect(attempts.map(\.attempt) == [2, 1])
    #expect(attempts.map(\.possiblyExecuted) == [true, false])
    #expect(restored.state.actions == [])
  }

  @Test func `a claimed action whose person signs out before it starts waits for them`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("a", when: .ready)))
    var performed = 0
    let session = journal.launch {
      $0.perform("a") { _ in returning(.done, after: performed += 1) }
    }
    session.signIn(as: "anna")
    session.open("/products/7")
    session.onChange = { if $0.state.tree.visibleLeaf()?.isReady == true { $0.signOut() } }
    session.ready()
    #expect(performed == 0)
    #expect(session.state.actions.map(\.status) == [.waiting])
    session.onChange = nil
    session.signIn(as: "anna")
    #expect(performed == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a handler that the system ended in the background is not suspect`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("slow")))
    let door = Door()
    var session = journal.launch { $0.performLater("slow") { _ in await door.result() } }
    session.open("/products/7")
    var path = journal.path
    for life in 1...3 {
      #expect(await eventually { door.count == life })
      #expect(session.state.actions.map(\.attempt) == [life])
      session.background()
      let copy = journal.file("\(life).sqlite")
      try FileCopy.crash(of: path, as: copy)
      path = copy
      session = journal.launch(at: path) { $0.performLater("slow") { _ in await door.result() } }
    }
    #expect(await eventually { door.count == 4 })
    #expect(try Verification(of: History(path: path)).findings == [])
    for _ in 0..<door.count { door.open() }
    #expect(await eventually { session.state.actions.isEmpty })
  }

  @Test func `no more actions are accepted than the limit says`() throws {
    let session = journal.launch { $0.limits.pendingActions = 3 }
    #expect(session.open("/products/1").outcome == .shown)
    let before = session.state.tree
    let refused = Outcome.failed(step: 0, reason: "more than 3 actions would be pending")
    #expect(session.open("/products/2").outcome == refused)
    #expect(session.state.tree == before, "accepted with its work or not at all")
    #expect(session.state.actions.map(\.name) == ["a", "b"])
    #expect(try Verification(of: History(path: journal.path)).findings == [])
  }

  @Test func `more actions than a later limit allows keep out more work, nothing else`() throws {
    journal.launch().open("/products/1")
    let session = journal.launch { $0.limits.pendingActions = 1 }
    #expect(session.state.actions.map(\.name) == ["a", "b"])
    let refused = Outcome.failed(step: 0, reason: "more than 1 actions would be pending")
    #expect(session.open("/products/2").outcome == refused)
    let product = RouteRequest.Target.screen(kind: "product", ["id": 3])
    #expect(session.open(product, from: .programmatic).outcome == .shown)
    #expect(try Rerun(of: History(path: journal.path)).divergences == [])
  }
}
