import RouteEngine
import RouteTestSupport
import Testing

/// The conditions for which an action waits, and the results when it fails, hangs, or meets another
/// one.
@MainActor
struct ActionTermsTests {
  private func keyed(_ rule: KeyRule) -> Scenario {
    Scenario.shop(ActionTemplate("light", when: .ready).keyed("light", rule))
  }

  private static let there = "tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7)]]"

  // MARK: Keys

  @Test(arguments: [(KeyRule.replace, "light"), (.keep, "light"), (.append, "light light")])
  func `S13: a second action of the same screen and key replaces, gives way, or is appended`(
    _ rule: KeyRule, _ performed: String
  ) throws {
    try keyed(rule).run(
      """
      open: /products/7
      open: /products/7
      performed:
      ready: product
      performed: \(performed)
      \(Self.there)
      """)
  }

  @Test func `S13: refused, the request fails and nothing is changed`() throws {
    try keyed(.refuse).run(
      """
      open: /products/7 -> shown
      open: /products/7 -> failed: action light is refused: its screen has one of that key already
      open: /products/8 -> shown
      relaunch
      ready: product(id: 8)
      performed: light
      """)
  }

  @Test func `an action refuses another one with its key, also of the same decision`() throws {
    func shop(_ first: KeyRule, _ second: KeyRule, keys: [String]) -> Scenario {
      Scenario(
        screens: [.product],
        routes: [
          .product.performs(
            ActionTemplate("light").keyed(keys[0], first)
          ).performs(ActionTemplate("light").keyed(keys[1], second))
        ])
    }
    let refused = "failed: action light is refused: its screen has one of that key already"
    let cases: [(KeyRule, KeyRule, [String], String)] = [
      (.refuse, .refuse, ["a", "a"], refused), (.replace, .refuse, ["a", "a"], refused),
      (.refuse, .refuse, ["a", "b"], "shown"), (.refuse, .replace, ["a", "a"], "shown"),
      (.refuse, .keep, ["a", "a"], "shown"),
    ]
    for (first, second, keys, outcome) in cases {
      try shop(first, second, keys: keys).run(
        """
        open: /products/7 -> \(outcome)
        """)
    }
  }

  @Test func `an action that a key supersedes ends in the transaction of the decision`() throws {
    for rule in [KeyRule.replace, .keep] {
      let journal = try TestJournal(keyed(rule))
      let session = journal.launch { $0.perform("light") { _ in .done } }
      session.open("/products/7")
      let first = try #require(session.state.actions.first)
      session.open("/products/7")
      let superseded = try #require(try journal.entries().first { $0.kind == .superseded })
      let decided = try #require(try journal.entries().last { $0.kind == .decided })
      #expect(superseded.cause == decided.sequence)
      #expect((superseded.action == first.id) == (rule == .replace))
      #expect((session.state.actions.map(\.id) == [first.id]) == (rule == .keep))
      session.ready()
      try journal.requireReplays(of: session)
    }
  }

  /// A shop with an action that fails twice, and is then dead, before other actions.
  private func failing(_ first: ActionTemplate, _ more: ActionTemplate...) -> Scenario {
    var route = Route.product
    let policy = RetryPolicy(attempts: 2, first: .zero, longest: .zero)
    route.actions = [first.retried(policy)] + more
    return Scenario(screens: [.product], routes: [route]) {
      $0.perform(first.name) { _ in .failed(reason: "no network") }
    }
  }

  @Test(arguments: [KeyRule.keep, .refuse])
  func `dead work does not count for the key of its screen`(_ rule: KeyRule) throws {
    try failing(ActionTemplate("send").keyed("send", rule)).run(
      """
      open: /products/7 -> shown
      wake
      actions: send dead
      open: /products/7 -> already shown
      wake
      actions: send dead, send dead
      """)
  }

  @Test func `an action whose handler was called is not replaced`() async throws {
    try await Scenario.shop(ActionTemplate("slow").keyed("slow")).later("slow").run(
      awaiting: """
        open: /products/7
        unanswered: 1
        open: /products/7
        unanswered: 2
        actions: slow started, slow started
        finish: done
        finish: done
        actions:
        """)
  }

  // MARK: Conditions and time

  @Test func `an action waits for its condition, also across a relaunch`() throws {
    try Scenario.shop(ActionTemplate("send").waits(for: "online")).run(
      """
      open: /products/7
      performed:
      signal: offline
      relaunch
      performed:
      signal: online
      performed: send
      open: /products/8
      performed: send
      """)
  }

  @Test func `a session wakes by itself when something is due`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("later").delayed(by: .seconds(5))))
    let alarm = Alarm()
    var performed = 0
    let session = journal.launch {
      $0.clock.sleep = { await alarm.sleep($0) }
      $0.perform("later") { _ in returning(.done, after: performed += 1) }
    }
    session.open("/products/7")
    #expect(await eventually { alarm.waits == [.seconds(5)] })
    #expect(performed == 0)
    journal.clock.advance(by: 5_000_000)
    alarm.ring()
    #expect(await eventually { performed == 1 })
    try journal.requireReplays(of: session)
  }

  @Test func `a session wakes by itself when a request that waits has expired`() async throws {
    let journal = TestJournal(of: Scenario(screens: [.product], routes: [.product.asks("gate")]))
    let alarm = Alarm()
    let session = journal.launch {
      $0.clock.sleep = { await alarm.sleep($0) }
      $0.answer("gate") { _ in .wait(condition: "online") }
    }
    let opening = session.open("/products/7", options: .init(expiresAfter: .seconds(5)))
    #expect(await eventually { alarm.waits.count == 1 })
    journal.clock.advance(by: 5_000_001)
    alarm.ring()
    #expect(await eventually { opening.outcome == .expired })
    try journal.requireReplays(of: session)
  }

  @Test func `a session that cannot record does not wake for actions that it may not run`()
    async throws
  {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("later").delayed(by: .seconds(5))))
    let alarm = Alarm()
    let session = journal.launch(at: journal.file("no folder/journal.sqlite")) {
      $0.clock.sleep = { await alarm.sleep($0) }
      $0.perform("later") { _ in .done }
    }
    #expect(session.health != .recording)
    session.open("/products/7")
    #expect(session.state.actions.count == 1)
    #expect(!(await eventually { !alarm.waits.isEmpty }))
  }

  // MARK: Retries

  @Test func `a failed action waits as long as its entry says, and at last is dead`() async throws {
    let policy = RetryPolicy(attempts: 3, first: .seconds(2), longest: .seconds(3))
    try await Scenario.shop(ActionTemplate("send").retried(policy)).later("send").run(
      awaiting: """
        open: /products/7
        finish: failed no 1
        entries: retried
        reason: no 1
        wait: 1.999999
        settle
        unanswered: 0
        end
        relaunch
        settle
        unanswered: 0
        wait: 0.000001
        finish: failed no 2
        entries: retried
        reason: no 2
        wait: 3
        finish: failed no 3
        entries: dead
        reason: no 3
        attempts: send 1, send 2?, send 3?
        revive: send
        finish: failed no 4
        attempts: send 4?
        actions: send dead
        fact: popped
        actions:
        """)
  }

  // MARK: Leases

  @Test func `fault 10: a handler's result after its lease changes nothing`() async throws {
    let action = ActionTemplate("hangs").leased(for: .seconds(30))
      .retried(RetryPolicy(attempts: 2, first: .seconds(1)))
    try await Scenario.shop(action).later("hangs").run(
      awaiting: """
        open: /products/7
        unanswered: 1
        wait: 30
        actions: hangs started
        wait: 0.000001
        actions: hangs waiting
        wait: 1
        attempts: hangs 1, hangs 2?
        finish: done
        entries: late
        attempt: 1
        reason: done
        actions: hangs started
        finish: done
        actions:
        """)
  }

  @Test func `fault 23: a lease that nobody saw ending still fences a handler off`() async throws {
    try await Scenario.shop(ActionTemplate("hangs").leased(for: .seconds(1))).later("hangs").run(
      awaiting: """
        open: /products/7
        unanswered: 1
        pass: 1.000001
        finish: done
        actions:
        entries: failed late
        """)
  }

  @Test func `a handler that returns after its lease fails for that reason`() async throws {
    let action = ActionTemplate("hangs").leased(for: .seconds(1))
    let journal = try TestJournal(Scenario.shop(action))
    var running: [CheckedContinuation<Void, Never>] = []
    let session = journal.launch {
      $0.performLater("hangs") { _ async in
        await withCheckedContinuation { running.append($0) }
        return .done
      }
    }
    session.open("/products/7")
    #expect(await eventually { !running.isEmpty })
    journal.clock.advance(by: 1_000_001)
    for continuation in running { continuation.resume() }
    #expect(await eventually { session.state.actions.isEmpty })
    let ends = try journal.entries().filter { $0.kind == .failed || $0.kind == .late }
    #expect(ends.map(\.reason) == ["its handler took longer than its lease", "done"])
    try journal.requireReplays(of: session)
  }

  @Test func `a handler whose lease ends before its task begins is not called`() async throws {
    let action = ActionTemplate("hangs").leased(for: .seconds(30))
    let journal = try TestJournal(Scenario.shop(action))
    var attempts: [Int] = []
    let session = journal.launch {
      $0.performLater("hangs") { attempt async in
        attempts.append(attempt.attempt)
        return .done
      }
    }
    session.open("/products/7")
    journal.wake(session, after: 30_000_001)
    #expect(session.state.actions.isEmpty)
    session.open("/products/8")
    #expect(await eventually { session.state.actions.isEmpty })
    #expect(attempts == [1])
    #expect(
      try journal.kinds().filter { $0 != "enqueued" } == [
        "began", "decided", "claimed", "started", "failed", "decided", "claimed", "started", "done",
      ])
    try journal.requireReplays(of: session)
  }

  // MARK: Shelved

  @Test func `an action without a handler is shelved, and revived by a version with one`() throws {
    try Scenario.shop(ActionTemplate("new").expires(after: .seconds(60))).run(
      """
      handles: none
      open: /products/7
      entries: enqueued shelved
      wake
      actions: new shelved
      handles: new
      performed: new
      entries: revived claimed started done
      """)
  }

  // MARK: Lanes

  @Test func `actions of one lane run one at a time in order, and hold up no other`() async throws {
    try await Scenario.shop(
      ActionTemplate("a").inLane("x"), ActionTemplate("b").inLane("x"),
      ActionTemplate("c").inLane("y"), ActionTemplate("d")
    ).later("a", "b", "c", "d").run(
      awaiting: """
        open: /products/7
        unanswered: 3
        performed: a c d
        finish a: done
        performed: b
        finish: done
        finish: done
        finish: done
        actions:
        """)
  }

  @Test func `a lane waits for its first action, but not for one of an absent person`() throws {
    try Scenario.shop(
      ActionTemplate("first", when: .ready).inLane("x"), ActionTemplate("second").inLane("x")
    ).run(
      """
      sign in: anna
      open: /products/7
      performed:
      sign out
      open: /products/8
      ready: product(id: 8)
      performed: first second
      fact: popped
      sign in: anna
      performed:
      ready: product
      performed: first second
      """)
  }

  @Test func `a lane does not wait for a dead action, nor for one without a handler`() throws {
    try failing(ActionTemplate("send").inLane("x"), ActionTemplate("next").inLane("x")).run(
      """
      open: /products/7 -> shown
      wake
      performed: send send next
      actions: send dead
      handles: next
      open: /products/8 -> shown
      performed: next
      actions: send dead, send shelved
      """)
  }

  @Test func `the host cancels an action that waits for another attempt`() throws {
    let journal = try TestJournal(
      Scenario.shop(ActionTemplate("a").retried(RetryPolicy(attempts: 2))))
    let session = journal.launch { $0.perform("a") { _ in .failed(reason: "no") } }
    session.open("/products/7")
    let action = try #require(session.state.actions.first)
    #expect(action.status == .waiting && action.attempt == 1)
    #expect(session.actions.cancel(action.id) && session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  /// A clock whose sleep ends when the test says so.
  @MainActor
  final class Alarm {
    private(set) var waits: [Duration] = []
    private var sleeping: [CheckedContinuation<Void, Never>] = []

    func sleep(_ span: Duration) async {
      waits.append(span)
      await withCheckedContinuation { sleeping.append($0) }
    }

    func ring() {
      for continuation in sleeping { continuation.resume() }
      sleeping = []
    }
  }
}
