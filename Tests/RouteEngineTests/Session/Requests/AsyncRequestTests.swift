import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Host code that answers later: one request at a time, and each gets exactly one outcome.
@MainActor
struct AsyncRequestTests {
  typealias Door = RouteTestSupport.Door<Answer>

  private let shop = Scenario.gatedShop.later("gate")

  @Test func `C25: later requests are queued in order behind one that is asked about`() async throws
  {
    try await shop.run(
      awaiting: """
        open a: /orders/1
        open b: /products/2
        open c: /orders/3
        unanswered: 1
        outcome a: waiting
        outcome b: waiting
        entries: began received received received
        fact: selected shop -> shown
        code: allow
        outcome a: shown
        outcome b: shown
        unanswered: 1
        outcome c: waiting
        code: deny closed
        outcome c: denied: closed
        tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 1) product(id: 2)]]
        """)
  }

  @Test func `C17: the decision uses the state at the moment of the answer`() async throws {
    let sheet = Step.present("login", style: .sheet, from: .named("catalog"))
    try await Scenario(
      screens: shop.screens, routes: [Route("sheet", "/sheet", to: [sheet]).asks("gate")],
      later: ["gate"]
    ).run(
      awaiting: """
        given: main/stack[feed catalog]
        open a: /sheet
        unanswered: 1
        fact: popped
        code: allow
        outcome a: failed at step 1: there is no catalog to present from
        tree: main/stack[feed]
        """)
  }

  @Test func `the queue has a limit, and requests beyond it are refused at once`() async throws {
    try await shop.configured { $0.limits.queuedRequests = 2 }.run(
      awaiting: """
        open a: /orders/1
        open b: /products/2
        open c: /products/3
        open: /products/4 -> failed: too many requests are queued
        code: allow
        outcome a: shown
        outcome b: shown
        outcome c: shown
        """)
  }

  @Test func `a condition that an observer signals at once wakes who waited`() async throws {
    let journal = try TestJournal(shop)
    var asked = 0
    let session = journal.launch {
      $0.answerLater("gate") { asking async -> Answer in
        asked += 1
        await asking.wait(for: "signedIn")
        return .allow
      }
    }
    session.onChange = { if $0.state.hasParkedRequests { $0.signal("signedIn") } }
    #expect(await session.open("/orders/1").ended() == .shown)
    #expect(asked == 1)
    session.onChange = nil
    try journal.requireReplays(of: session)
  }

  @Test func `a request that waits in mid-answer continues after a kill`() async throws {
    try await shop.run(
      awaiting: """
        open: /orders/1
        code: pause signedIn
        waiting: until signedIn
        asked: gate
        kill
        settle
        waiting: until signedIn
        asked:
        signal: signedIn as user-1
        code: allow
        shows: order
        signal: signedIn as user-1
        settle
        asked: gate
        """)
  }

  @Test(arguments: [false, true])
  func `earlier answers count until the process dies while code waits in mid-answer`(
    isKilled: Bool
  ) async throws {
    try await Scenario(
      screens: kinds("x"), routes: [.named("x", .push("x"))], interceptors: ["first", "gate"],
      answers: ["first": .allow], later: ["gate"]
    ).run(
      awaiting: """
        open: /x
        code: pause open
        waiting: until open
        asked: first gate
        \(isKilled ? "kill" : "settle")
        signal: open
        code: allow
        shows: x
        asked: \(isKilled ? "first gate" : "")
        """)
  }

  @Test(arguments: [RouteSession.Configuration.Beginning.continued, .restored])
  func `requests queued at a kill have their turn at the next launch`(
    beginning: RouteSession.Configuration.Beginning
  ) async throws {
    let isContinued = beginning == .continued
    try await shop.configured { $0.beginning = beginning }.run(
      awaiting: """
        open: /orders/1
        open from n-2: /products/2
        open: /orders/3
        unanswered: 1
        kill
        \(isContinued ? "code: allow" : "ended: shown")
        shows: product
        code: allow
        waiting:
        tree: main/tabs[home/stack[feed] shop/stack*[catalog \(isContinued ? "order(id: 1) " : "")\
        product(id: 2) order(id: 3)]]
        open from n-2: /products/2 -> duplicate of 3
        """)
  }

  @Test func `a request's duration includes the time before and after a death`() async throws {
    try await shop.configured { $0.beginning = .continued }.run(
      awaiting: """
        open: /orders/1
        unanswered: 1
        wait: 5
        kill
        code: allow
        shows: order
        """)
  }

  @Test func `killed while host code ran: interrupted, quarantined, not asked`() async throws {
    try await shop.run(
      awaiting: """
        open from n-1: /orders/1
        unanswered: 1
        kill
        outcome: interrupted
        ended: interrupted
        waiting:
        suspects: 1
        open: /orders/1
        unanswered: 1
        asked: gate gate
        kill
        ended: quarantined
        open: /orders/1 -> quarantined
        settle
        asked:
        open: /orders/2
        code: allow
        outcome: shown
        suspend
        background
        """)
  }

  @Test func `a delivery that was interrupted takes effect when it comes again`() async throws {
    try await shop.run(
      awaiting: """
        open from n-1: /orders/1
        unanswered: 1
        kill
        ended: interrupted
        open from n-1: /orders/1
        unanswered: 1
        code: allow
        shows: order
        """)
  }

  @Test(arguments: ["background", "end"])
  func `after a regular end requests are asked about again, and none is suspect`(ending: String)
    async throws
  {
    try await shop.run(
      awaiting: """
        open: /orders/1
        unanswered: 1
        \(ending)
        kill
        suspects:
        code: allow
        shows: order
        """)
  }

  // MARK: Requests that arrive during slow code for another one

  private func shop(_ policy: RouteRequest.BusyPolicy) -> Scenario {
    Scenario.gatedShop.later("gate").configured { $0.whenBusy = policy }
  }

  @Test func `C25: superseded, the first ends at once, its late answer is dropped`() async throws {
    try await shop(.supersede).run(
      awaiting: """
        open a: /orders/1
        unanswered: 1
        open b: /orders/2 -> waiting
        outcome a: superseded
        unanswered: 2
        entries: began received decided received
        code a: open login
        outcome login: superseded
        code a: allow
        settle
        entries: began received decided received
        code b: allow
        outcome b: shown
        outcome a: superseded
        tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 2)]]
        """)
  }

  @Test func `C25: refused, the second ends with a reason, the first goes on`() async throws {
    try await shop(.refuse).run(
      awaiting: """
        open a: /orders/1
        unanswered: 1
        open b from n-2: /products/2 -> denied: another request is under way
        fact: selected shop -> shown
        code: allow
        outcome a: shown
        tree: main/tabs[home/stack[feed] shop/stack*[catalog order(id: 1)]]
        open from n-2: /products/2 -> shown
        """)
  }

  @Test(arguments: RouteRequest.BusyPolicy.allCases)
  func `C25: kept and repeated requests supersede no other`(
    policy: RouteRequest.BusyPolicy
  ) async throws {
    try await shop(policy).run(
      awaiting: """
        open a from n-1: /orders/1
        unanswered: 1
        open b from n-1: /orders/1 -> duplicate of 2
        suspend
        open c: /products/2 -> waiting
        outcome a: waiting
        code: allow
        outcome a: shown
        outcome b: duplicate of 2
        outcome c: waiting
        resume: execute
        outcome c: shown
        """)
  }

  @Test func `of several that arrive together the newest supersedes the others`() async throws {
    let journal = try TestJournal(.gatedShop)
    let door = Door()
    let session = journal.launch {
      $0.whenBusy = .supersede
      $0.answerLater("gate") { _ in await door.answer() }
    }
    var openings: [Opening] = []
    session.onChange = { session in
      session.onChange = nil
      openings = (2...4).map { session.open("/orders/\($0)") }
    }
    #expect(session.open("/orders/1").outcome == .superseded)
    #expect(openings.map(\.outcome) == [.superseded, .superseded, nil])
    #expect(await eventually { door.count == 1 }, "nobody else is asked")
    door.open()
    #expect(await openings[2].ended() == .shown)
    try journal.requireReplays(of: session)
  }

  // MARK: Every way to open something, and every way to wait for the outcome

  /// Two tasks that wait for the outcome of one request, and the outcome that each received.
  @MainActor
  private final class Listeners {
    let style: String
    let opening: Opening
    private(set) var told: [Outcome?] = []

    init(_ style: String, _ opening: Opening) {
      (self.style, self.opening) = (style, opening)
      for _ in 1...2 { Task { told.append(await opening.ended()) } }
    }
  }

  @MainActor
  private final class Audience {
    var all: [Listeners] = []

    @discardableResult
    func hear(_ style: String, _ opening: Opening) -> Opening {
      all.append(Listeners(style, opening))
      return opening
    }
  }

  @Test(arguments: RouteRequest.BusyPolicy.allCases)
  func `C25: with any style and policy, each gets the journal's outcome once`(
    policy: RouteRequest.BusyPolicy
  ) async throws {
    let journal = try TestJournal(.gatedShop)
    let door = Door()
    let audience = Audience()
    let session = journal.launch {
      $0.whenBusy = policy
      $0.launchLink = "/orders/1"
      $0.answerLater("gate") { asked in
        audience.hear("asked", asked.open(.route("login", [:])))
        return await door.answer()
      }
    }
    audience.hear("launch", try #require(session.launch.opening))
    #expect(await eventually { door.count == 1 })
    audience.hear("fact", session.report(.dismissed(nil)))
    audience.hear("link", session.open("/orders/2"))
    audience.hear("route", session.open(.route("product", ["id": 3]), from: .programmatic))
    try DropBox(ofJournal: journal.path).leave("/products/4", clock: journal.clock.sessionClock)
    for opening in session.journal.ingest() { audience.hear("box", opening) }
    audience.hear("none", session.open("no link"))
    while !session.state.waiting.isEmpty {
      #expect(await eventually { door.count > 0 || session.state.waiting.isEmpty })
      if door.count > 0 { door.open() }
      #expect(await eventually { door.count > 0 || session.state.waiting.isEmpty })
    }
    while door.count > 0 { door.open() }  // for whose answers no request waits

    #expect(await eventually { audience.all.allSatisfy { $0.told.count == 2 } })
    for listeners in audience.all {
      let outcome = try #require(listeners.opening.outcome)
      #expect(listeners.told == [outcome, outcome], "\(listeners.style)")
      #expect(await listeners.opening.ended() == outcome, "\(listeners.style)")
      let written = try journal.entries().filter { $0.requestID == listeners.opening.request }
      #expect(written.compactMap(\.outcome) == [outcome], "\(listeners.style)")
    }
    let words = audience.all.map { "\($0.style) \($0.opening.outcome?.word ?? "waits")" }
    let ends =
      switch policy {
      case .queue: ["asked shown", "launch shown", "link shown", "route shown"]
      case .supersede: ["launch superseded", "link superseded", "route shown"]
      case .refuse: ["launch shown", "link denied", "route denied"]
      }
    let always = ["asked shown", "box shown", "fact shown", "none failed"]
    #expect(words.sorted() == (always + ends).sorted())
    try journal.requireReplays(of: session)
  }
}
