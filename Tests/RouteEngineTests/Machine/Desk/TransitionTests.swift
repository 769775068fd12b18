import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// C29: the host is in a transition between two screens, and receives no other hierarchy meanwhile.
@MainActor
struct TransitionTests {
  private func shop(_ policy: RouteRequest.BusyPolicy) -> Scenario {
    var shop = RenderFailureTests.shop
    shop.configure = { $0.whenBusy = policy }
    return shop
  }
  private let tree = Scenario.tree

  @Test func `C29: requests wait for the end of a transition, in order, through a kill`() throws {
    try shop(.queue).run(
      """
      given: \(tree)
      transition: begins
      open a: /products/7
      open b: /products/8
      outcome a: waiting
      tree: \(tree)
      fact: selected shop
      tree: main/tabs[home/stack[feed] shop/stack*[catalog]]
      transition: begins
      transition: ends
      outcome a: waiting
      transition: ends
      outcome a: shown
      outcome b: shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) product(id: 8)]]
      transition: ends
      transition: begins
      open: /products/9 -> waiting
      relaunch
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) product(id: 8) \
      product(id: 9)]]
      """)
  }

  @Test(arguments: [false, true])
  func `a fact with a time limit ends when the time is over`(isRecorded: Bool) throws {
    let journal = try TestJournal(RenderFailureTests.shop)
    let session = journal.launch()
    session.open("/products/7")
    session.display.beginTransition()
    let product = session.open("/products/8")
    let options = RouteRequest.Options(expiresAfter: .seconds(10))
    let back = session.open(.fact(.popped(nil)), options: options)
    if isRecorded { session.wake() }
    journal.clock.advance(by: 20_000_000)
    if isRecorded { session.wake() }
    session.display.endTransition()
    #expect(product.outcome == .shown && back.outcome == .expired)
    #expect(session.notation.hasSuffix("[catalog product(id: 7) product(id: 8)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a refusal of a session whose beginning was pruned is sound`() throws {
    let journal = try TestJournal(RenderFailureTests.shop)
    let session = journal.launch {
      $0.limits.queuedRequests = 1
      $0.retention = RetentionPolicy(entries: 0)
    }
    session.open("/products/1")
    for _ in 0..<2 {
      session.background()
      session.foreground()
    }
    session.display.beginTransition()
    session.open("/products/7")
    #expect(session.open("/products/8").outcome?.reason == "too many requests are queued")
    session.display.endTransition()
    session.open("/products/9")
    let history = try History(path: journal.path)
    #expect(try history.base().sequence > 0)
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `C29: refused, when the session refuses requests while it is busy`() throws {
    try shop(.refuse).run(
      """
      given: \(tree)
      transition: begins
      open: /products/7 -> denied: the host is in a transition
      transition: ends
      open: /products/7 -> shown
      """)
  }

  @Test func `C29: of several the last has its turn, when the session prefers newer ones`() throws {
    try shop(.supersede).run(
      """
      given: \(tree)
      transition: begins
      open a: /products/7
      open b: /products/8
      open c: /products/9
      outcome a: superseded
      outcome b: superseded
      outcome c: waiting
      transition: ends
      outcome c: shown
      tree: main/tabs[home/stack[feed] shop/stack*[catalog product(id: 9)]]
      """)
  }

  @Test func `C29: a request that a signal releases supersedes none and is not superseded`()
    async throws
  {
    try await RenderFailureTests.shop.later("gate").configured { $0.whenBusy = .supersede }.run(
      awaiting: """
        transition: begins
        open a: /guarded/1
        transition: ends
        code: wait signedIn
        settle
        transition: begins
        open b: /products/7
        signal: signedIn
        outcome a: waiting
        outcome b: waiting
        transition: ends
        outcome b: shown
        code: allow
        settle
        outcome a: shown
        """)
  }

  @Test func `the background ends every transition`() throws {
    try shop(.queue).run(
      """
      given: \(tree)
      transition: begins
      open: /products/7
      background
      outcome: shown
      """)
  }

  @Test func `a signal behind an answer that waits for a transition's end counts for it`()
    async throws
  {
    try await RenderFailureTests.shop.later("gate").run(
      awaiting: """
        transition: begins
        transition: ends
        open a: /guarded/7
        transition: begins
        code: wait signedIn
        settle
        signal: signedIn as user-1
        transition: ends
        code: allow
        settle
        outcome a: shown
        """)
  }

  @Test func `an answer that comes in a transition takes effect at its end`() async throws {
    try await RenderFailureTests.shop.later("gate").run(
      awaiting: """
        transition: begins
        transition: ends
        open a: /guarded/7
        transition: begins
        code: show login
        outcome login: waiting
        waiting: received, released
        transition: ends
        outcome login: shown
        transition: begins
        code: allow
        settle
        outcome a: waiting
        transition: ends
        outcome a: shown
        """)
  }

  @Test(arguments: [.allow, .deny(reason: "closed"), .wait(condition: "open")] as [Answer])
  func `an answer at once shows nothing in a transition that its code began`(
    answer: Answer
  ) throws {
    let journal = try TestJournal(RenderFailureTests.shop)
    let session = journal.launch {
      $0.answer("gate") { asked in
        asked.open("/products/3")
        return answer
      }
    }
    var hasBegun = false
    session.onChange = { session in
      guard !hasBegun, session.notation.contains("product(id: 3)") else { return }
      hasBegun = true
      session.display.beginTransition()
    }
    let opening = session.open("/guarded/7")
    #expect(session.display.isInTransition)
    #expect(session.notation.hasSuffix("[catalog product(id: 3)]]"))
    let isDenied = opening.outcome == .denied(reason: "closed")
    #expect(isDenied == (answer == .deny(reason: "closed")))
    #expect(session.state.hasParkedRequests == (answer == .wait(condition: "open")))
    session.display.endTransition()
    let isShown = session.notation.hasSuffix("[catalog product(id: 3) product(id: 7)]]")
    #expect(isShown == (answer == .allow) && isShown == (opening.outcome == .shown))
    try journal.requireReplays(of: session)
  }

  /// A session whose code `first` waits for a condition in a task of its own, except for order 3,
  /// and has answered in a transition that has not ended: order 1 is refused, order 2 allowed.
  private func answered(
    _ journal: TestJournal, _ first: Door<Answer>, _ second: Door<Answer>
  ) async -> (session: RouteSession, openings: [Opening]) {
    let session = journal.launch {
      $0.answerLater("first") { asked async -> Answer in
        if asked.parameters["id"] != 3 { Task { await asked.wait(for: "a") } }
        return await first.answer()
      }
      $0.answerLater("second") { _ async -> Answer in await second.answer() }
    }
    let openings = (1...3).map { session.open("/orders/\($0)") }
    #expect(await eventually { first.count == 3 })
    session.display.beginTransition()
    first.open(.deny(reason: "closed"))
    first.open()
    #expect(await !eventually { openings[0].outcome != nil })  // it waits for the end
    return (session, openings)
  }

  private let twice = Scenario(
    screens: [.order],
    routes: [Route("order", "/orders/:id", to: .inShop("order")).asks("first", "second")])

  @Test func `a signal between two answers at a transition's end gives no second turn`()
    async throws
  {
    let journal = TestJournal(of: twice)
    let (first, second) = (Door<Answer>(), Door<Answer>())
    let (session, openings) = await answered(journal, first, second)
    session.onChange = { if $0.state.conditions.isEmpty { $0.signal("a") } }
    session.display.endTransition()
    #expect(openings[0].outcome == .denied(reason: "closed"))
    #expect(await eventually { second.count == 1 })
    first.open(.deny(reason: "closed"))
    #expect(await eventually { openings[2].outcome == .denied(reason: "closed") })
    #expect(await !eventually { second.count > 1 })
    second.open()
    #expect(await eventually { openings[1].outcome == .shown })
    try journal.requireReplays(of: session)
  }

  @Test func `a request cancelled between two answers at a transition's end is over`()
    async throws
  {
    let journal = TestJournal(of: twice)
    let (first, second) = (Door<Answer>(), Door<Answer>())
    let (session, openings) = await answered(journal, first, second)
    session.onChange = { session in
      guard session.requests.cancel(openings[1]) else { return }
      session.display.beginTransition()
    }
    session.display.endTransition()
    #expect(openings[1].outcome == .denied(reason: "cancelled"))
    session.signal("b")
    session.display.endTransition()
    first.open()
    #expect(await eventually { second.count == 1 })
    second.open()
    #expect(await eventually { openings[2].outcome == .shown })
    try journal.requireReplays(of: session)
  }

  /// | sequence | entry |
  /// |---|---|
  /// | 1 | began |
  /// | 2 | decided by rule: in a transition, with `.refuse` |
  /// | 2, 3, 4 | received, received, decided by rule: overtaken, with `.supersede` |
  private func recorded(_ policy: RouteRequest.BusyPolicy) throws -> TestJournal {
    let journal = try TestJournal(RenderFailureTests.shop)
    let session = journal.launch { $0.whenBusy = policy }
    session.display.beginTransition()
    session.openAll("/products/7", "/products/8")
    session.display.endTransition()
    try journal.requireReplays(of: session)
    return journal
  }

  @Test(
    arguments: [
      (.refuse, "reason = 'because'"), (.refuse, "outcome = 'superseded', reason = NULL"),
      (.refuse, "outcome = 'shown'"), (.refuse, "route = 'product'"),
      (.refuse, "payload = replace(payload, 'transition', 'overtaken')"),
      (.supersede, "outcome = 'denied', reason = 'the host is in a transition'"),
      (.supersede, "payload = replace(payload, 'overtaken', 'transition')"),
      (.supersede, "payload = replace(payload, 'overtaken', 'newer')"),
    ] as [(RouteRequest.BusyPolicy, String)])
  func `a forged end of a request in a transition is found`(
    policy: RouteRequest.BusyPolicy, edit: String
  ) throws {
    let journal = try recorded(policy)
    let kinds = ["began", "received", "received", "decided"]
    let sequence = policy == .refuse ? 2 : 4
    if policy == .supersede { #expect(try journal.kinds().prefix(4) == kinds[...]) }
    let history = try journal.forged("UPDATE journal SET \(edit) WHERE sequence = \(sequence)")
    #expect(try Verification(of: history).findings.first?.sequence == Int64(sequence))
  }

  @Test(arguments: RouteRequest.BusyPolicy.allCases)
  func `C29: a request whose time passes in a transition ends once and is queued no more`(
    _ policy: RouteRequest.BusyPolicy
  ) throws {
    let denied = policy == .refuse ? "denied: the host is in a transition" : nil
    try shop(policy).configured { $0.limits.queuedRequests = 1 }.run(
      """
      transition: begins
      open a for 1: /products/7
      wait: 2
      outcome a: \(denied ?? "expired")
      open b: /products/8
      transition: ends
      outcome b: \(denied ?? "shown")
      """)
  }
}
