import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// What an observer does meanwhile is neither lost nor done twice.
@MainActor
struct ObserverTests {
  typealias Door = AsyncRequestTests.Door

  private let journal = TestJournal(of: .gatedShop)

  enum Verb: CaseIterable {
    case signal, unsignal, signIn, signOut, suspend, resume, ready, giveUp
  }

  @Test(arguments: Verb.allCases)
  func `what an observer opens has its turn before the verb returns`(verb: Verb) throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    if verb == .unsignal { session.signal("network") }
    if verb == .signOut { session.signIn(as: "anna") }
    if verb == .resume { session.suspend() }
    if verb == .giveUp { session.open("/orders/1") }
    var opening: Opening?
    session.onChange = { session in
      session.onChange = nil
      let options = RouteRequest.Options(isSuspendable: false)
      opening = session.open("/products/1", options: options)
    }
    switch verb {
    case .signal: session.signal("network")
    case .unsignal: session.unsignal("network")
    case .signIn: session.signIn(as: "anna")
    case .signOut: session.signOut()
    case .suspend: session.suspend()
    case .resume: session.resume()
    case .ready: session.ready()
    case .giveUp: session.giveUp("open", reason: "cancelled")
    }
    #expect(opening?.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a request that an observer resumes while it is parked keeps its opening`() throws {
    let session = journal.launch()
    session.suspend()
    session.onChange = { if $0.hasParkedRequests { $0.resume() } }
    let opening = session.open("/products/1")
    #expect(opening.outcome == .shown)
    #expect(opening.isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `what an observer opens behind queued ones is journaled with them`() async throws {
    let door = Door()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    var third: Opening?
    session.onChange = { session in
      session.onChange = nil
      third = session.open("/products/3")
    }
    session.open("/products/2")
    #expect(session.state.waiting.count == 3)
    #expect(third?.request != nil)
    door.open()
    #expect(await first.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 1) product(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `what an observer opens comes behind what the signal let go on`() throws {
    var isOpen = false
    let session = journal.launch {
      $0.answer("gate") { _ in isOpen ? .allow : .wait(condition: "open") }
    }
    session.open("/orders/1")
    isOpen = true
    session.onChange = { session in
      session.onChange = nil
      session.open("/products/2")
    }
    session.signal("open")
    #expect(session.notation.hasSuffix("[catalog order(id: 1) product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    RouteSession.ResumePolicy.clear, .latestOnly,
  ])
  func `requests dropped when resumed are all dropped`(policy: RouteSession.ResumePolicy) throws {
    let session = journal.launch()
    session.suspend()
    for id in 1...3 { session.open("/products/\(id)", source: "n-\(id)") }
    try requireNoneLeft(journal, session) { session.resume(policy) }
    let seen = try Journal.open(.file(journal.file("killed.sqlite"))).seen(source: "n-2")
    #expect(seen?.outcome == (policy == .clear ? "denied" : "superseded"))
  }

  @Test func `requests whose condition is given up are all given up at once`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    let openings = (1...3).map { session.open("/orders/\($0)") }
    try requireNoneLeft(journal, session) { session.giveUp("open", reason: "cancelled") }
    #expect(openings.allSatisfy { $0.outcome == .denied(reason: "cancelled") && $0.isRecorded })
  }

  /// Whatever moment of it the host dies at, no request is left behind.
  private func requireNoneLeft(
    _ journal: TestJournal, _ session: RouteSession, _ body: () -> Void
  ) throws {
    var path: String?
    session.onChange = { session in
      session.onChange = nil
      path = try? journal.killed(as: "killed.sqlite")
    }
    body()
    try journal.requireReplays(of: session)
    let copy: String = try #require(path)
    let restored = journal.launch(at: copy)
    #expect(restored.state.waiting == [])
    restored.end()
  }
}
