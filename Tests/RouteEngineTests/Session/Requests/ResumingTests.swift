import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Resuming at inconvenient moments, and deciding again afterwards.
@MainActor
struct ResumingTests {
  private let shop = Scenario.gatedShop

  @Test func `a request stays kept when another user signs in while its target is asked for`()
    throws
  {
    let journal = try TestJournal(shop)
    let session = journal.launch()
    session.signIn(as: "ann")
    session.requests.suspend()
    let kept = session.open("/products/1")
    session.requests.resumeTransforming { waiting in
      session.signIn(as: "ben")
      return waiting.target
    }
    #expect(kept.outcome == nil && session.state.waiting.map(\.id) == [kept.request])
    session.signIn(as: "ann")
    session.requests.resume()
    #expect(kept.outcome == .shown)
    #expect(try Verification(of: History(path: journal.path)).findings == [])
    try journal.requireReplays(of: session)
  }

  @Test(arguments: RouteRequest.BusyPolicy.allCases)
  func `C25: two rivals that the host opens while it takes over kept requests`(
    policy: RouteRequest.BusyPolicy
  ) async throws {
    let journal = try TestJournal(shop)
    let door = AsyncRequestTests.Door()
    let session = journal.launch {
      $0.whenBusy = policy
      $0.answerLater("gate") { _ in await door.answer() }
    }
    let urgent = RouteRequest.Options(isSuspendable: false)
    session.requests.suspend()
    let kept = session.open("/products/1")
    let underWay = session.open("/orders/2", options: urgent)
    #expect(await eventually { door.count == 1 })
    var rivals: [Opening] = []
    session.requests.resumeHandingOver { kept in
      #expect(kept.count == 1)
      rivals = ["/orders/3", "/products/4"].map { session.open($0) }
      #expect(rivals.map(\.outcome) == [nil, nil], "nothing is decided in the midst of it")
    }
    #expect(kept.outcome == .denied(reason: "handed to the host when resumed"))
    let denied = Outcome.denied(reason: "another request is under way")
    switch policy {
    case .refuse:
      #expect(rivals.map(\.outcome) == [denied, denied])
      door.open()
      #expect(await underWay.ended() == .shown)
    case .supersede:
      #expect(underWay.outcome == .superseded)
      #expect(rivals.map(\.outcome) == [.superseded, .shown])
      door.open()
    case .queue:
      door.open()
      #expect(await underWay.ended() == .shown)
      #expect(await eventually { door.count == 1 })
      #expect(rivals.map(\.outcome) == [nil, nil])
      door.open()
      #expect(await rivals[1].ended() == .shown)
      #expect(rivals[0].outcome == .shown)
    }
    #expect(session.state.waiting.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `a request that is handed over does not expire meanwhile`() throws {
    let journal = try TestJournal(shop)
    let session = journal.launch()
    session.requests.suspend()
    let openings = [10, 20].map { seconds in
      session.open("/products/\(seconds)", options: .init(expiresAfter: .seconds(seconds)))
    }
    journal.clock.advance(by: 15_000_000)
    session.onChange = { session in
      session.onChange = nil
      journal.clock.advance(by: 10_000_000)  // code that is told of the first end takes a while
    }
    var taken: [RequestID?] = []
    session.requests.resumeHandingOver { kept in taken = kept.map { $0.id } }
    #expect(taken == [openings[1].request])
    let handed = Outcome.denied(reason: "handed to the host when resumed")
    #expect(openings.map(\.outcome) == [.expired, handed])
    try journal.requireReplays(of: session)
  }

  @Test func `an observer transforms kept requests while one begins to wait`() async throws {
    let journal = try TestJournal(shop)
    let session = journal.launch {
      $0.answerLater("gate", waitingFor: "signedIn")
    }
    let urgent = RouteRequest.Options(isSuspendable: false)
    session.requests.suspend()
    let kept = [session.open("/products/1"), session.open("/products/2")]
    var calls = 0
    session.onChange = { session in
      guard session.state.waiting.contains(where: { $0.status == .condition("signedIn") }),
        session.state.isSuspended
      else { return }
      session.requests.resumeTransforming { waiting in
        calls += 1
        return waiting.id == kept[0].request ? nil : .route("product", ["id": 9])
      }
    }
    let order = session.open("/orders/3", options: urgent)
    #expect(await eventually { kept[1].outcome != nil })
    #expect(calls == 2, "each was asked about once")
    #expect(kept.map(\.outcome) == [.denied(reason: "dropped when resumed"), .shown])
    #expect(order.outcome == nil)
    session.signal("signedIn")
    #expect(await order.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog product(id: 9) order(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a replaced request waits for its turn although its code answered in a transition`()
    async throws
  {
    let journal = try TestJournal(shop)
    let door = AsyncRequestTests.Door()
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        if asked.parameters["id"] == 1 { Task { await asked.wait(for: "a") } }
        return await door.answer()
      }
    }
    let kept = session.open("/orders/1")
    #expect(await eventually { session.state.hasParkedRequests && door.count == 1 })
    session.requests.suspend()
    session.signal("a")
    let underWay = session.open("/orders/2", options: .init(isSuspendable: false))
    #expect(await eventually { door.count == 2 })
    session.display.beginTransition()
    door.open()
    #expect(await !eventually { kept.outcome != nil })  // its answer waits for the end
    session.requests.resumeTransforming { _ in .route("order", ["id": 3]) }
    session.display.endTransition()
    #expect(await !eventually { door.count > 1 })  // the other request has the turn
    door.open()
    #expect(await underWay.ended() == .shown)
    #expect(await eventually { door.count == 1 })
    door.open()
    #expect(await kept.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 2) order(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `deciding again repeats waits, refusals and supersessions`() async throws {
    for policy in [RouteRequest.BusyPolicy.refuse, .supersede] {
      let journal = try TestJournal(shop)
      let door = AsyncRequestTests.Door()
      let session = journal.launch {
        $0.whenBusy = policy
        $0.answerLater("gate") { _ in await door.answer() }
      }
      func keep(_ ids: ClosedRange<Int>) {
        session.requests.suspend()
        for id in ids { session.open("/products/\(id)") }
      }
      session.open("/orders/1")
      #expect(await eventually { door.count == 1 })
      session.open("/products/2")  // it is refused, or it supersedes
      door.open()
      #expect(await eventually { session.state.waiting.isEmpty })
      keep(3...4)
      session.requests.resume(.clear)
      keep(5...6)
      session.requests.resume(.latestOnly)
      keep(7...8)
      session.requests.resumeTransforming {
        $0.target.summary.hasSuffix("7") ? nil : .route("login", [:])
      }
      keep(9...9)
      session.requests.resumeHandingOver { _ in }
      keep(10...10)
      session.requests.resume()
      try journal.requireReplays(of: session)
      let history = try History(path: journal.path)
      let rerun = try Rerun(of: history)
      // One rival, two cleared, one overtaken by the latest, one dropped, one handed over.
      #expect(rerun.settledByRule == 6)
      #expect(rerun.isIdentical)

      // Without products: decisions have another outcome, outcomes of rules stay the same.
      var table = journal.table.definition
      table.routes.removeAll { $0.identifier == "product" }
      let whatIf = try Rerun(of: history, with: RouteTable(table))
      #expect(whatIf.settledByRule == 6)
      #expect(whatIf.decisions == rerun.decisions)
      let ended = try journal.entries().filter { entry in
        entry.kind == .decided && entry.route == "product" && entry.outcome?.isSuccess == true
      }
      #expect(ended.count == (policy == .supersede ? 3 : 2))
      #expect(whatIf.outcomeShifts.map(\.replayed) == ["notFound"])
      #expect(whatIf.outcomeShifts.map(\.count) == [ended.count])
    }
  }
}
