import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// A request that whoever opened it takes back, wherever it is on its way.
@MainActor
struct CancellationTests {
  private let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }
  private let waiting = Scenario(
    screens: [.order],
    routes: Scenario.gatedShop.routes.filter { $0.identifier == "order" },
    answers: ["gate": .wait(condition: "signedIn")])

  @Test func `C25: a request that waits is taken back, its condition lets none go on`() throws {
    try waiting.run(
      """
      open a: /orders/1
      open b: /orders/2
      cancel a: not wanted any more
      outcome a: denied: not wanted any more
      outcome b: waiting
      parked: 1
      cancel a: again
      outcome a: denied: not wanted any more
      cancel b
      outcome b: denied: cancelled
      signal: signedIn
      asked: gate gate
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      parked: 0
      """)
  }

  @Test func `C25: a request that is kept back is taken back, and the others go on`() throws {
    try Scenario.shop()
      .run(
        """
        suspend
        open a: /products/1
        open b: /products/2
        cancel a
        outcome a: denied: cancelled
        resume: execute
        outcome b: shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 2)]]
        """)
  }

  @Test
  func `C25: host code that is asked is left alone, its task cancelled, the next has its turn`()
    async throws
  {
    let door = AsyncRequestTests.Door()
    var wasCancelled: [Bool] = []
    let session = journal.launch {
      $0.answerLater("gate") { _ in
        let answer = await door.answer()
        wasCancelled.append(Task.isCancelled)
        return answer
      }
    }
    let first = session.open("/orders/1")
    let second = session.open("/products/2")
    let third = session.open("/products/3")
    #expect(await eventually { door.count == 1 })
    #expect(session.cancel(second, reason: "twice"))
    #expect(second.outcome == .denied(reason: "twice"))
    #expect(second.isRecorded)
    #expect(session.cancel(first))
    #expect(first.outcome == .denied(reason: "cancelled"))
    #expect(await first.ended() == first.outcome)
    #expect(third.outcome == .shown)
    let sequence = session.anchor.sequence
    door.open()
    #expect(await eventually { wasCancelled == [true] })
    #expect(session.anchor.sequence == sequence, "what it says has no effect")
    #expect(!session.cancel(first))
    #expect(!session.cancel(third), "it has its outcome")
    #expect(session.notation.hasSuffix("[catalog product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `C25: host code that sleeps in its answer wakes and speaks for none`() async throws {
    var woke = 0
    var child: Opening?
    let session = journal.launch {
      $0.answerLater("gate") { asked in
        await asked.wait(for: "signedIn")
        woke += 1
        child = asked.open(.route("login", [:]))
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    #expect(session.cancel(opening))
    #expect(await eventually { woke == 1 && child != nil })
    #expect(opening.outcome == .denied(reason: "cancelled"))
    #expect(session.state.waiting.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `C25: code that takes back the request it is asked about is not listened to`() throws {
    var opening: Opening?
    var session: RouteSession?
    session = journal.launch {
      $0.answer("gate") { asked in
        #expect(session?.cancel(asked.id, reason: "by the gate itself") == true)
        return .allow
      }
    }
    opening = session?.open("/orders/1")
    #expect(opening?.outcome == .denied(reason: "by the gate itself"))
    let live = try #require(session)
    #expect(live.open("/products/2").outcome == .shown, "nothing is stuck")
    try journal.requireReplays(of: live)
    session = nil
  }

  @Test func `C25: an observer takes back what has just arrived, nobody is asked`() throws {
    var asked = 0
    let session = journal.launch {
      $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
    }
    session.onChange = { $0.cancel(RequestID($0.anchor.sequence)) }
    #expect(session.open("/orders/1").outcome == .denied(reason: "cancelled"))
    #expect(asked == 0)
    try journal.requireReplays(of: session)
  }

  @Test func `C25: what is decided and not told yet keeps its outcome`() throws {
    let session = journal.launch()
    var taken: [Bool] = []
    session.onChange = { taken.append($0.cancel(RequestID($0.anchor.sequence))) }
    let opening = session.open("/products/1")
    #expect(taken == [false])
    #expect(opening.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `C25: a request of an earlier session is taken back by its id`() throws {
    let journal = try TestJournal(waiting)
    let wait: (inout RouteSession.Configuration) -> Void = {
      $0.answer("gate") { _ in .wait(condition: "signedIn") }
    }
    do { journal.launch(configure: wait).open("/orders/1", source: "push-1") }
    let session = journal.launch(configure: wait)
    let id = try #require(session.state.waiting.first?.id)
    #expect(session.cancel(id, reason: "too late"))
    #expect(session.state.waiting.isEmpty)
    let again = session.open("/orders/1", source: "push-1")
    #expect(again.outcome == .duplicate(of: id))
    #expect(again.repeated == .denied(reason: "too late"))
    try journal.requireReplays(of: session)
    session.end()
    #expect(!session.cancel(id))
  }

  @Test func `a forged cancellation is found`() throws {
    let journal = try TestJournal(waiting)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let opening = session.open("/orders/1")
    session.cancel(opening)
    let sequence = session.anchor.sequence
    try journal.requireReplays(of: session)
    let forgeries: [(String, (inout JournalEntry) -> Void)] = [
      ("does not lead to the outcome", { $0.outcome = .shown }),
      ("its changes are none", { $0.changes.append(.suspend(true)) }),
      ("takes no route", { $0.route = "order" }),
    ]
    try journal.requireFindings(of: forgeries, at: sequence)
  }
}
