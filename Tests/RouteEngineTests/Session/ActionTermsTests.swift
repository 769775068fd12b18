import RouteEngine
import RouteTestSupport
import Testing

/// What an action waits for, and what becomes of it when it fails, hangs, or meets another.
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
      ready: product
      performed: light
      """)
  }

  @Test func `work of one decision refuses what has its key, as earlier work does`() throws {
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

  @Test func `what gives way to a key does so in the transaction of the decision`() throws {
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

  @Test func `an action whose handler was called is not replaced`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("slow").keyed("slow")))
    let door = ActionTests.ResultDoor()
    let session = journal.launch { $0.performLater("slow") { _ in await door.result() } }
    session.open("/products/7")
    #expect(await eventually { door.count == 1 })
    session.open("/products/7")
    #expect(await eventually { door.count == 2 })
    #expect(session.state.actions.count == 2)
    door.open()
    door.open()
    #expect(await eventually { session.state.actions.isEmpty })
    try journal.requireReplays(of: session)
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

  @Test func `an action waits until its delay has passed, and not longer`() throws {
    try Scenario.shop(ActionTemplate("later").delayed(by: .seconds(5))).run(
      """
      open: /products/7
      wait: 4
      performed:
      relaunch
      wait: 1
      performed: later
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
    #expect(await eventually { alarm.waits == [5_000_000] })
    #expect(performed == 0)
    journal.clock.advance(by: 5_000_000)
    alarm.ring()
    #expect(await eventually { performed == 1 })
    try journal.requireReplays(of: session)
  }

  @Test func `a session that cannot record does not wake for what it may not run`() async throws {
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

  @Test func `a failed action waits as long as its entry says, and at last is dead`() throws {
    let policy = RetryPolicy(attempts: 3, first: 2_000_000, longest: 3_000_000)
    let journal = try TestJournal(Scenario.shop(ActionTemplate("send").retried(policy)))
    var attempts: [Int] = []
    func launch() -> RouteSession {
      journal.launch {
        $0.perform("send") { attempt in
          attempts.append(attempt.attempt)
          return .failed(reason: "no \(attempt.attempt)")
        }
      }
    }
    do {
      let session = launch()
      session.open("/products/7")
      #expect(attempts == [1])
      journal.wake(session, after: 1_999_999)
      #expect(attempts == [1], "not before its time")
      session.end()
    }
    let session = launch()
    #expect(attempts == [1])
    journal.wake(session, after: 1)
    #expect(attempts == [1, 2])
    journal.wake(session, after: 3_000_000)
    #expect(attempts == [1, 2, 3])
    #expect(session.state.actions.map(\.status) == [.dead])
    let ends = try journal.entries().filter { $0.reason != nil }
    #expect(ends.map(\.kind) == [.retried, .retried, .dead])
    #expect(ends.map(\.reason) == ["no 1", "no 2", "no 3"])
    let next = ends[0].at.advanced(by: 2_000_000)
    #expect(
      ends[0].changes.first.map { [$0] } == [
        .advance(try #require(ends[0].action), .retry(at: next))
      ])
    try journal.requireReplays(of: session)
    let dead = try #require(session.state.actions.first).id
    #expect(session.revive(dead))
    #expect(attempts == [1, 2, 3, 4], "one attempt more")
    #expect(session.state.actions.map(\.status) == [.dead])
    #expect(!session.revive(ActionID(999)))
    session.report(.popped(nil))
    #expect(session.state.actions == [], "gone with its screen")
    try journal.requireReplays(of: session)
  }

  // MARK: Leases

  @Test func `fault 10: what a handler says after its lease changes nothing`() async throws {
    let action = ActionTemplate("hangs").leased(for: .seconds(30))
      .retried(RetryPolicy(attempts: 2, first: 1_000_000))
    let journal = try TestJournal(Scenario.shop(action))
    let door = ActionTests.ResultDoor()
    let session = journal.launch { $0.performLater("hangs") { _ in await door.result() } }
    session.open("/products/7")
    #expect(await eventually { door.count == 1 })
    journal.wake(session, after: 30_000_000)
    #expect(session.state.actions.map(\.status) == [.started], "the last moment still counts")
    journal.wake(session, after: 1)
    #expect(session.state.actions.map(\.status) == [.waiting])
    journal.wake(session, after: 1_000_000)
    #expect(await eventually { door.count == 2 })
    door.open()
    #expect(await eventually { (try? journal.entries().last?.kind) == .late })
    #expect(session.state.actions.map(\.attempt) == [2], "the second attempt is under way")
    #expect(try journal.entries().last?.attempt == 1)
    #expect(try journal.entries().last?.reason == "done")
    door.open()
    #expect(await eventually { session.state.actions.isEmpty })
    try journal.requireReplays(of: session)
  }

  @Test func `fault 23: a lease that nobody saw ending still fences a handler off`() async throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("hangs").leased(for: .seconds(1))))
    let door = ActionTests.ResultDoor()
    let session = journal.launch { $0.performLater("hangs") { _ in await door.result() } }
    session.open("/products/7")
    #expect(await eventually { door.count == 1 })
    journal.clock.advance(by: 1_000_001)
    door.open()
    #expect(await eventually { session.state.actions.isEmpty })
    #expect(try journal.kinds().suffix(2) == ["failed", "late"])
    try journal.requireReplays(of: session)
  }

  // MARK: Shelved

  @Test func `an action nobody handles is shelved, and revived by a version that does`() throws {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("new").expires(after: .seconds(60))))
    do {
      let session = journal.launch()
      session.open("/products/7")
      #expect(try journal.kinds().suffix(2) == ["enqueued", "shelved"])
      session.wake()
      #expect(session.state.actions.map(\.status) == [.shelved])
      try journal.requireReplays(of: session)
    }
    var performed = 0
    let session = journal.launch {
      $0.perform("new") { _ in returning(.done, after: performed += 1) }
    }
    #expect(performed == 1)
    #expect(try journal.kinds().suffix(4) == ["revived", "claimed", "started", "done"])
    try journal.requireReplays(of: session)
  }

  // MARK: Lanes

  @Test func `actions of one lane run one at a time in order, and hold up no other`() async throws {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("a").inLane("x"), ActionTemplate("b").inLane("x"),
        ActionTemplate("c").inLane("y"), ActionTemplate("d")))
    let door = ActionTests.ResultDoor()
    var called: [String] = []
    let session = journal.launch {
      for name in ["a", "b", "c", "d"] {
        $0.performLater(name) { attempt async -> ActionResult in
          called.append(attempt.action.name)
          return await door.result()
        }
      }
    }
    session.open("/products/7")
    #expect(await eventually { door.count == 3 })
    #expect(called == ["a", "c", "d"])
    door.open()
    #expect(await eventually { door.count == 3 })
    #expect(called == ["a", "c", "d", "b"])
    for _ in 0..<3 { door.open() }
    #expect(await eventually { session.state.actions.isEmpty })
    try journal.requireReplays(of: session)
  }

  @Test func `a lane waits for its first, but not for somebody who is not signed in`() throws {
    try Scenario.shop(
      ActionTemplate("first", when: .ready).inLane("x"), ActionTemplate("second").inLane("x")
    ).run(
      """
      sign in: anna
      open: /products/7
      performed:
      sign out
      open: /products/8
      ready: product
      performed: first second
      fact: popped
      sign in: anna
      performed:
      ready: product
      performed: first second
      """)
  }

  /// A clock's sleep that ends when the test says so.
  @MainActor
  final class Alarm {
    private(set) var waits: [Int64] = []
    private var sleeping: [CheckedContinuation<Void, Never>] = []

    func sleep(_ microseconds: Int64) async {
      waits.append(microseconds)
      await withCheckedContinuation { sleeping.append($0) }
    }

    func ring() {
      for continuation in sleeping { continuation.resume() }
      sleeping = []
    }
  }
}
