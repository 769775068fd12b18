import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Work at the destination: accepted with its decision, and run at its moment, once or not at all.
@MainActor
struct ActionTests {
  private let journal = TestJournal(of: .shop(ActionTemplate("a"), ActionTemplate("b")))

  typealias ResultDoor = Door<ActionResult>

  @Test func `the enqueued entry is in the decision's transaction, with its cause`() throws {
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

  @Test func `an action that is superseded after its claim records its attempt`() throws {
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

  @Test func `an action expires, also without a handler`() throws {
    try Scenario.shop(
      ActionTemplate("a", when: .ready, expires: .seconds(1)),
      ActionTemplate("b", expires: .seconds(1))
    ).run(
      """
      handles: a
      open: /products/7
      wait: 1
      actions: a waiting, b shelved
      pass: 0.000001
      ready: product
      entries: expired expired
      actions:
      performed:
      """)
  }

  @Test func `an action waits for a screen that has left the display, until it is back`() throws {
    try Scenario.shop(ActionTemplate("a", when: .ready)).run(
      """
      open: /products/7
      ready: product
      performed: a
      unready: product
      unready: product
      entries: ready
      open: /products/7
      actions: a waiting
      ready: product
      performed: a
      """)
  }

  @Test func `an action whose screen is gone is cancelled`() throws {
    try Scenario.shop(ActionTemplate("a", when: .ready)).run(
      """
      open: /products/7
      fact: popped
      entries: cancelled
      actions:
      """)
  }

  @Test func `a handler takes its time, and the next does not wait for it`() async throws {
    try await Scenario.shop(ActionTemplate("slow"), ActionTemplate("fast")).later("slow").run(
      awaiting: """
        open: /products/7
        performed: fast slow
        actions: slow started
        open: /products/8
        unanswered: 2
        finish: done
        finish: failed no
        actions:
        """)
  }

  @Test(arguments: ["kill", "finish: done"])
  func `a screen that goes while its action runs leaves a sound journal`(end: String) async throws {
    try await Scenario.shop(ActionTemplate("slow")).later("slow").run(
      awaiting: """
        open: /products/7
        unanswered: 1
        fact: popped
        background
        \(end)
        actions:
        """)
  }

  @Test func `killed in a handler: again with the same key, but only once`() async throws {
    try await Scenario.shop(ActionTemplate("deadly"), ActionTemplate("other")).later("deadly").run(
      awaiting: """
        open: /products/7
        unanswered: 1
        kill
        attempts: other 1, deadly 1, deadly 2?
        actions: deadly started
        kill
        entries: dead
        actions: deadly dead
        settle
        attempts:
        open: /products/9 -> shown
        """)
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

  @Test func `a claimed action waits for a person who signs out before its start`() throws {
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
    try await Scenario.shop(ActionTemplate("slow")).later("slow").run(
      awaiting: """
        open: /products/7
        attempts: slow 1
        background
        kill
        attempts: slow 2?
        background
        kill
        attempts: slow 3?
        background
        kill
        attempts: slow 4?
        finish: done
        actions:
        """)
  }

  @Test func `no more actions are accepted than the limit says`() throws {
    try Scenario.shop(ActionTemplate("a"), ActionTemplate("b"))
      .configured { $0.limits.pendingActions = 3 }.run(
        """
        handles: none
        open: /products/1 -> shown
        open: /products/2 -> failed: more than 3 actions would be pending
        actions: a shelved, b shelved
        """)
  }

  @Test func `an action that replaces another one is accepted at the limit`() throws {
    try Scenario.shop(ActionTemplate("a").keyed("same"), ActionTemplate("b"))
      .configured { $0.limits.pendingActions = 3 }.run(
        """
        handles: none
        open: /products/1 -> shown
        open: /products/1 -> already shown
        actions: b shelved, a shelved, b shelved
        open: /products/1 -> failed: more than 3 actions would be pending
        """)
    let session = journal.launch { $0.limits.pendingActions = 1 }
    session.actions.perform("x", key: "same") { _ in .done }
    let second = session.actions.perform("x", key: "same") { _ in .done }
    #expect(session.state.actions.count == 1 && session.state.actions.first?.id == second)
    session.actions.perform("x") { _ in .done }
    #expect(session.state.actions.first?.id == second)
    try journal.requireReplays(of: session)
  }

  @Test func `more actions than a later limit keep out only new actions`() throws {
    journal.launch().open("/products/1")
    let session = journal.launch { $0.limits.pendingActions = 1 }
    #expect(session.state.actions.map(\.name) == ["a", "b"])
    let refused = Outcome.failed(step: 0, reason: "more than 1 actions would be pending")
    #expect(session.open("/products/2").outcome == refused)
    let product = RouteRequest.Target.screen(kind: "product", ["id": 3])
    #expect(session.open(product, from: .programmatic).outcome == .shown)
    #expect(try Rerun(of: History(path: journal.path)).divergences == [])
  }

  // MARK: Deaths

  @Test func `the system ends a host in the background once for each attempt`() async throws {
    let policy = RetryPolicy(attempts: 2, first: .microseconds(1), longest: .microseconds(1))
    try await Scenario.shop(ActionTemplate("a").retried(policy)).later("a").run(
      awaiting: """
        open: /products/7
        attempts: a 1
        background
        kill
        attempts: a 2?
        background
        kill
        actions: a dead
        reason: its attempts are used up
        revive: a
        attempts: a 3?
        background
        kill
        actions: a dead
        """)
  }

  @Test func `after a revival one death is enough, whatever its terms allow`() async throws {
    let policy = RetryPolicy(attempts: 9, first: .microseconds(1), longest: .microseconds(1))
    try await Scenario.shop(ActionTemplate("a").retried(policy)).later("a").run(
      awaiting: """
        open: /products/7
        attempts: a 1
        kill
        attempts: a 2?
        kill
        actions: a dead
        reason: the process died in its handler twice
        stable
        revive: a
        attempts: a 3?
        kill
        actions: a dead
        reason: the process died in its handler after its revival
        crashes: 1
        revive: a
        attempts: a 4?
        finish: failed no paper
        actions: a waiting
        """)
  }

  @Test func `actions that ran at a death run one at a time, others do not wait`() async throws {
    try await Scenario.shop(
      ActionTemplate("a"), ActionTemplate("b"), ActionTemplate("c", when: .ready)
    ).later("a", "b", "c").run(
      awaiting: """
        open: /products/7
        attempts: a 1, b 1
        kill
        ready: product
        attempts: a 2?, c 1
        crashes: 1 1 0
        kill
        reason: the process died in its handler twice
        actions: a dead, b started, c waiting
        ready: product
        attempts: b 2?
        crashes: 2 1 1
        finish: done
        attempts: c 2?
        finish: done
        actions: a dead
        """)
  }

  @Test func `the counts of an action's deaths and revivals are those of the journal`() throws {
    var action = PendingAction(
      id: ActionID(3), request: RequestID(2), name: "a", parameters: [:], screen: ScreenID(1),
      key: nil)
    for transition: PendingAction.Transition in [
      .claim, .start(until: nil), .crash, .claim, .start(until: nil), .crash, .die, .revive,
    ] {
      action = try #require(try action.moved(by: transition))
    }
    #expect(action.revivedAt == 2)
    var entry = JournalEntry(
      sequence: 3, session: 1, kind: .enqueued, at: RouteInstant(microseconds: 1), elapsed: 1)
    entry.changes = [.enqueue(action)]
    var coder = EntryCoder()
    var row = EntryRow()
    coder.encode(entry, into: &row)
    #expect(try EntryCoder.decode(row).changes == entry.changes)
  }

  // MARK: Actions that the host enqueues and cancels itself

  @Test func `S12, C20: a closure runs when its screen is ready, once`() throws {
    let journal = try TestJournal(Scenario.shop())
    let session = journal.launch()
    session.open("/products/7")
    var performed: [String] = []
    session.actions.perform("old", key: "k") { _ in returning(.done, after: performed.append("old"))
    }
    let id = session.actions.perform("new", key: "k") { attempt in
      performed.append(attempt.action.name)
      return .done
    }
    #expect(session.state.actions.map(\.id) == [id])
    session.ready(ScreenID(999))
    #expect(performed == [])
    session.ready()
    session.ready()
    #expect(performed == ["new"])
    session.actions.perform("at once") { _ in .done }
    #expect(session.state.actions == [], "no name, and nothing happens")
    session.actions.perform("atOnce") { attempt in
      performed.append(attempt.action.name)
      return .done
    }
    #expect(performed == ["new", "atOnce"])
    try journal.requireReplays(of: session)
  }

  @Test func `a closure is named in the journal, and cancelled when its process is gone`() throws {
    let journal = try TestJournal(Scenario.shop())
    do {
      let session = journal.launch()
      session.open("/products/7")
      session.actions.perform("closure") { _ in .done }
      #expect(session.actions.perform("closure", key: "k", sameKey: .refuse) { _ in .done } != nil)
      #expect(session.actions.perform("closure", key: "k", sameKey: .refuse) { _ in .done } == nil)
      #expect(session.actions.perform("closure", on: ScreenID(999)) { _ in .done } == nil)
      try journal.requireReplays(of: session)
    }
    let session = journal.launch { $0.perform("closure") { _ in .done } }
    #expect(session.state.actions == [])
    #expect(try journal.kinds().suffix(2) == ["cancelled", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `the host cancels an action that has not started`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("a", when: .ready)))
    let session = journal.launch { $0.perform("a") { _ in .done } }
    session.open("/products/7")
    let id = try #require(session.state.actions.first).id
    #expect(session.actions.cancel(id))
    #expect(!session.actions.cancel(id) && !session.actions.revive(id))
    #expect(try journal.kinds().last == "cancelled")
    try journal.requireReplays(of: session)
  }
}
