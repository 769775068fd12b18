import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// A request that its opener cancels, at any stage.
@MainActor
struct CancellationTests {
  private let shop = Scenario.gatedShop
  private let journal = TestJournal(of: .gatedShop)
  private let waiting = Scenario(
    screens: [.order],
    routes: Scenario.gatedShop.routes.filter { $0.identifier == "order" },
    answers: ["gate": .wait(condition: "signedIn")])

  @Test func `C25: a waiting request is cancelled, its condition resumes none`() throws {
    try waiting.run(
      """
      open a: /orders/1
      open b: /orders/2
      cancel a: not wanted any more
      outcome a: denied: not wanted any more
      outcome b: waiting
      parked: 1
      cancel b
      outcome b: denied: cancelled
      signal: signedIn
      asked: gate gate
      tree: main/tabs[home/stack*[feed] shop/stack[catalog]]
      parked: 0
      """)
  }

  @Test func `C25: a kept request is cancelled, and the others go on`() throws {
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
  func `C25: the task of code that is asked is cancelled, the next has its turn`() async throws {
    let door = Door<Answer>()
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
    #expect(session.requests.cancel(second, reason: "twice"))
    #expect(second.outcome == .denied(reason: "twice"))
    #expect(second.isRecorded)
    #expect(session.requests.cancel(first))
    #expect(first.outcome == .denied(reason: "cancelled"))
    #expect(await first.ended() == first.outcome)
    #expect(third.outcome == .shown)
    let sequence = session.journal.anchor.sequence
    door.open()
    #expect(await eventually { wasCancelled == [true] })
    #expect(session.journal.anchor.sequence == sequence, "what it says has no effect")
    #expect(!session.requests.cancel(first))
    #expect(!session.requests.cancel(third), "it has its outcome")
    #expect(session.notation.hasSuffix("[catalog product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `C25: host code that sleeps in its answer wakes and speaks for none`() async throws {
    try await shop.later("gate").run(
      awaiting: """
        open a: /orders/1
        code: pause signedIn
        waiting: until signedIn
        cancel a -> denied: cancelled
        code: open login
        code: allow
        settle
        outcome a: denied: cancelled
        waiting:
        """)
  }

  @Test func `C25: the answer of code that cancels its own request is ignored`() throws {
    var opening: Opening?
    var session: RouteSession?
    session = journal.launch {
      $0.answer("gate") { asked in
        #expect(session?.requests.cancel(asked.id, reason: "by the gate itself") == true)
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

  @Test func `C25: an observer cancels a request on arrival, and no code is asked`() throws {
    var asked = 0
    let session = journal.launch {
      $0.answer("gate") { _ in returning(.allow, after: asked += 1) }
    }
    session.onChange = { $0.requests.cancel(RequestID($0.journal.anchor.sequence)) }
    #expect(session.open("/orders/1").outcome == .denied(reason: "cancelled"))
    #expect(asked == 0)
    try journal.requireReplays(of: session)
  }

  @Test func `C25: a request that is decided but not yet reported keeps its outcome`() throws {
    let session = journal.launch()
    var taken: [Bool] = []
    session.onChange = { taken.append($0.requests.cancel(RequestID($0.journal.anchor.sequence))) }
    let opening = session.open("/products/1")
    #expect(taken == [false])
    #expect(opening.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `C25: a request of an earlier session is cancelled by its id`() throws {
    let journal = try TestJournal(waiting)
    let wait: (inout RouteSession.Configuration) -> Void = {
      $0.answer("gate") { _ in .wait(condition: "signedIn") }
    }
    do { journal.launch(configure: wait).open("/orders/1", source: "push-1") }
    let session = journal.launch(configure: wait)
    let id = try #require(session.state.waiting.first?.id)
    #expect(session.requests.cancel(id, reason: "too late"))
    #expect(session.state.waiting.isEmpty)
    let again = session.open("/orders/1", source: "push-1")
    #expect(again.outcome == .duplicate(of: id))
    #expect(again.repeated == .denied(reason: "too late"))
    try journal.requireReplays(of: session)
    session.end()
    #expect(!session.requests.cancel(id))
  }

  @Test func `a forged cancellation is found`() throws {
    let journal = try TestJournal(waiting)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let opening = session.open("/orders/1")
    session.requests.cancel(opening)
    let sequence = session.journal.anchor.sequence
    try journal.requireReplays(of: session)
    let forgeries: [(String, (inout JournalEntry) -> Void)] = [
      ("does not lead to the outcome", { $0.outcome = .shown }),
      ("does not make these changes", { $0.changes.append(.suspend(true)) }),
      ("has a route", { $0.route = "order" }),
    ]
    try journal.requireFindings(of: forgeries, at: sequence)
  }

  // MARK: Expiry: their time has passed and the session checks, for whatever reason

  private func options(_ seconds: Int64) -> RouteRequest.Options {
    RouteRequest.Options(expiresAfter: .seconds(seconds))
  }

  /// The events at which a session checks whether something has expired.
  private nonisolated static let looks: [String: @MainActor @Sendable (RouteSession) -> Void] = [
    "signal": { $0.signal("network") },
    "unsignal": {
      $0.signal("network")
      $0.unsignal("network")
    },
    "giveUp": { $0.giveUp("signedIn", reason: "late") }, "signIn": { $0.signIn(as: "anna") },
    "suspend": { $0.requests.suspend() }, "resume": { $0.requests.resume(.clear) },
    "ready": { $0.ready() },
    "background": { $0.background() }, "open": { $0.open("/products/1") },
    "report": { $0.report(.popped(nil)) }, "end": { $0.end() }, "check": { $0.wake() },
  ]

  @Test(arguments: looks.keys.sorted())
  func `a parked request ends expired when the session looks`(at: String) throws {
    let look = try #require(Self.looks[at])
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let long = session.open("/orders/1", options: options(20))
    let short = session.open("/orders/2", options: options(10))
    let endless = session.open("/orders/3")
    #expect(
      session.requests.nextExpiry == RouteInstant(microseconds: journal.clock.wall + 10_000_001))
    journal.clock.advance(by: 10_000_000)
    session.wake()
    #expect(short.outcome == nil, "not before its time has passed")
    journal.clock.advance(by: 1)
    look(session)
    #expect(short.outcome == .expired)
    if at != "giveUp" {
      #expect([long, endless].map(\.outcome) == [nil, nil])
      #expect(
        session.requests.nextExpiry == RouteInstant(microseconds: journal.clock.wall + 10_000_000))
    }
    try journal.requireReplays(of: session)
  }

  @Test func `requests that expired without the host end at the launch`() throws {
    try Scenario.shop { $0.startsSuspended = true }.run(
      """
      open for 10 from n-1: /products/1
      open: /products/2
      pass: 11
      crash
      parked: 1
      ended: expired
      open from n-1: /products/1 -> duplicate of 3
      resume: latestOnly
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 2)]]
      """)
  }

  @Test func `a request that comes while another one expires expires in its turn`() throws {
    try Scenario.shop().run(
      """
      suspend
      open a for 1: /products/1
      pass: 2
      open b for 5: /products/2
      outcome a: expired
      outcome b: waiting
      wait: 6
      outcome b: expired
      """)
  }

  @Test func `the latest one is the latest that has not expired`() throws {
    try Scenario.shop().run(
      """
      suspend
      open a: /products/1
      open b for 1: /products/2
      pass: 2
      resume: latestOnly
      outcome b: expired
      outcome a: shown
      """)
  }

  @Test func `code asleep when its condition is given up has its task cancelled`() async throws {
    var wasCancelled: [Bool] = []
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        wasCancelled.append(Task.isCancelled)
        return .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests })
    session.giveUp("signedIn", reason: "closed")
    #expect(opening.outcome == .denied(reason: "closed"))
    #expect(await eventually { !wasCancelled.isEmpty })
    #expect(wasCancelled == [true])
    try journal.requireReplays(of: session)
  }

  @Test func `code asleep when its request expires is woken, and its answer is ignored`()
    async throws
  {
    try await Scenario.gatedShop.later("gate").run(
      awaiting: """
        open a for 1: /orders/1
        code: pause signedIn
        waiting: until signedIn
        wait: 2
        outcome a: expired
        code: allow
        settle
        signal: signedIn
        outcome a: expired
        """)
  }
}

/// H9: host code that never answers is cut off, and nothing waits behind it.
@MainActor
struct TimeLimitTests {
  private func shop(_ limit: Duration?) -> Scenario {
    Scenario.gatedShop.later("gate").configured { $0.answersWithin = limit }
  }

  @Test func `H9: code that never answers is cut off, and the next has its turn`() async throws {
    try await shop(.seconds(30)).run(
      awaiting: """
        open a: /orders/1
        open b: /products/2
        unanswered: 1
        wait: 30
        outcome a: waiting
        outcome b: waiting
        wait: 0.000001
        outcome a: failed: gate did not answer within 30s
        outcome b: shown
        code: allow
        settle
        tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 2)]]
        """)
  }

  @Test func `without a limit no code is cut off`() async throws {
    try await shop(nil).run(
      awaiting: """
        open: /orders/1
        unanswered: 1
        wait: 86400
        outcome: waiting
        code: allow
        outcome: shown
        """)
  }
}
