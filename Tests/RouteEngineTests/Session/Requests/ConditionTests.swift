import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Conditions that hold before somebody waits for them, replaced requests, what is left waiting.
@MainActor
struct ConditionTests {
  typealias Door = AsyncRequestTests.Door

  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test func `code that waits for what holds already goes on at once`() async throws {
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "network")
        return asked.holds("network") ? .allow : .deny(reason: "no network")
      }
    }
    session.signal("network")
    #expect(await session.open("/orders/1").ended() == .shown)
    session.unsignal("network")
    let second = session.open("/orders/2")
    #expect(await eventually { session.hasParkedRequests })
    session.signal("network")
    #expect(await second.ended() == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `what held for one person holds for no other, nor for nobody`() async throws {
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        if asked.principal == nil { await asked.wait(for: "signedIn") }
        return .allow
      }
    }
    session.signal("signedIn", principal: "anna")
    #expect(session.state.conditions == ["signedIn"])
    session.signOut()
    #expect(session.state.conditions == [])
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    session.signal("signedIn", principal: "anna")
    #expect(await opening.ended() == .shown)
    session.signIn(as: "bert")
    #expect(session.state.conditions == [])
    session.signal("signedIn")
    session.signal("unlocked", principal: "anna")
    #expect(session.state.conditions == ["unlocked"])
    try journal.requireReplays(of: session)
  }

  @Test func `code does not go on for somebody else because the condition holds`() async throws {
    let door = Door()
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        _ = await door.answer()
        await asked.wait(for: "unlocked")
        return .allow
      }
    }
    session.signIn(as: "anna")
    let opening = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session.signal("unlocked", principal: "bert")
    door.open()
    #expect(await eventually { session.hasParkedRequests })
    session.signal("unlocked", principal: "anna")
    #expect(await opening.ended() == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a signal between the question and its waiting answer is not lost`() async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let opening = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    session.signal("signedIn")
    door.open(.wait(condition: "signedIn"))
    #expect(await eventually { door.count == 1 }, "it is asked again")
    door.open(.wait(condition: "signedIn"))
    #expect(await eventually { session.hasParkedRequests })
    #expect(await !eventually { door.count > 0 }, "the same answer ends in no loop")
    session.signal("signedIn")
    #expect(await eventually { door.count == 1 })
    door.open()
    #expect(await opening.ended() == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `who waits for an outcome is told when it is left to the next`() async throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let opening = session.open("/orders/1")
    var told: [Outcome?] = []
    Task { told.append(await opening.ended()) }
    #expect(await !eventually { !told.isEmpty })
    session.end()
    #expect(await eventually { told == [nil] })
    #expect(await opening.ended() == nil)
    #expect(opening.outcome == nil)
    #expect(session.state.waiting.count == 1)
  }

  @Test func `S7: what was put in a request's place is asked about, waits, and survives a kill`()
    throws
  {
    var answer = Answer.wait(condition: "signedIn")
    do {
      let session = journal.launch {
        $0.startsSuspended = true
        $0.answer("gate") { _ in answer }
      }
      let opening = session.open("/products/1")
      session.resumeTransforming { _ in .route("order", ["id": 7]) }
      #expect(opening.outcome == nil)
      #expect(session.state.waiting.map(\.target) == [.route("order", ["id": 7])])
      try journal.requireReplays(of: session)
    }
    answer = .allow
    let session = journal.launch { $0.answer("gate") { _ in answer } }
    session.signal("signedIn")
    #expect(session.notation.hasSuffix("[catalog order(id: 7)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `S7: code that slept over one target answers nobody about another`() async throws {
    var asked: [ParameterValue?] = []
    let session = journal.launch {
      $0.answerLater("gate") { asking async -> Answer in
        asked.append(asking.parameters["id"])
        if asking.parameters["id"] == 1 { await asking.wait(for: "signedIn") }
        return asking.parameters["id"] == 1 ? .deny(reason: "old") : .allow
      }
    }
    let opening = session.open("/orders/1")
    #expect(await eventually { session.hasParkedRequests })
    session.suspend()
    session.signal("signedIn")
    session.resumeTransforming { _ in .route("order", ["id": 2]) }
    #expect(await opening.ended() == .shown)
    #expect(asked == [1, 2])
    #expect(session.notation.hasSuffix("[catalog order(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `a quarantined request is trusted by a new version, or by the host`() async throws {
    for (version, lifts, outcome) in [
      ("1", false, Outcome.quarantined), ("2", false, .shown), ("1", true, .shown),
    ] {
      let journal = try TestJournal(shop)
      let door = Door()
      var path = journal.path
      for count in 1...2 {
        let session = journal.launch(at: path) {
          $0.appVersion = "1"
          $0.answerLater("gate") { _ in await door.answer() }
        }
        session.open("/orders/1", source: "n-1")
        #expect(await eventually { door.count == 1 })
        let killed = journal.file("killed-\(count).sqlite")
        try FileCopy.crash(of: path, as: killed)
        path = killed
        session.end()
        door.open()
      }
      do { _ = journal.launch(at: path) { $0.appVersion = "1" } }
      let session = journal.launch(at: path) {
        $0.appVersion = version
        $0.liftsQuarantine = lifts
        $0.answer("gate") { _ in .allow }
      }
      #expect(session.open("/orders/1").outcome == outcome)
      let again = session.open("/orders/1", source: "n-1")
      #expect(outcome == .shown ? again.outcome == .alreadyShown : !again.accepted)
      let history = try History(path: path)
      #expect(try Verification(of: history).findings == [])
      #expect(try Rerun(of: history).divergences == [])
    }
  }
}
