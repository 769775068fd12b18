import CRouteSQLite
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The session's own rules for requests: limits, repetitions, redirects, bad links.
@MainActor
struct RequestTests {
  private let journal = TestJournal(of: .gatedShop)

  private func shop(_ answer: @escaping (Prompt) -> Answer) -> Scenario {
    Scenario.gatedShop.configured { $0.answer("gate", answer) }
  }

  @Test func `a source id that waits, or was given to a bad link, is seen too`() throws {
    try shop { _ in .wait(condition: "open") }.run(
      """
      open a from a: /orders/1
      open from a: /orders/1 -> duplicate of 2
      open from b: no link
      accepted: false
      open from b: no link -> duplicate of 5
      outcome a: waiting
      """)
  }

  @Test func `a kept request that is dropped leaves its outcome with its source id`() throws {
    do {
      let session = journal.launch()
      session.requests.suspend()
      session.open("/products/1", source: "a")
      session.requests.resume(.clear)
      try journal.requireReplays(of: session)
    }
    #expect(try Journal.open(.file(journal.path)).seen(source: "a")?.outcome == "denied")
  }

  @Test func `fault 27: five redirects are followed, the sixth ends with the chain by name`() throws
  {
    var length = 5
    let session = journal.launch { configuration in
      configuration.answer("gate") { asked in
        guard case .int(let id)? = asked.value(of: "id"), id < length else { return .allow }
        return .redirect(.route("order", ["id": .int(id + 1)]))
      }
    }
    #expect(session.open("/orders/0").outcome == .shown)
    #expect(session.state.tree.visibleLeaf()?.parameters["id"] == 5)
    length = 6
    let before = session.state.tree
    let links = ["/orders/0"] + Array(repeating: "route order", count: 5)
    let reason = "more than 5 redirects: " + links.joined(separator: " -> ")
    #expect(session.open("/orders/0").outcome == .failed(step: 0, reason: reason))
    #expect(session.state.tree == before)
    length = .max
    #expect(session.open("/orders/0").outcome?.word == "failed")
    try journal.requireReplays(of: session)
  }

  @Test func `a redirect to a place without a route is not found`() throws {
    try shop { _ in .redirect(.route("nowhere", [:])) }.run("open: /orders/1 -> not found")
  }

  @Test(arguments: [
    "", " ", "no link", "https://", "http://[::1", "https://shop.example/\u{0}", "/a\nb", "//x",
    "https://shop.example:99999/", "/" + String(repeating: "a", count: 8_192),
    "/?" + String(repeating: "a=1&", count: 65),
  ])
  func `a text that is no link ends as failed, is journaled, and changes nothing`(text: String)
    throws
  {
    let session = journal.launch()
    let before = session.state
    let opening = session.open(text)
    #expect(opening.outcome?.reason?.hasPrefix("no link: ") == true)
    #expect(!opening.accepted)
    #expect(opening.isRecorded)
    #expect(session.state == before)
    let entry = try #require(try journal.entries().last)
    #expect(entry.outcome == opening.outcome)
    #expect(entry.requestID == opening.request)
    try journal.requireReplays(of: session)
  }

  @Test func `requests beyond the limit are refused, and no code is asked about them`() throws {
    var shop = Scenario.gatedShop.configured { $0.limits.waitingRequests = 2 }
    shop.answers = ["gate": .wait(condition: "open")]
    try shop.run(
      """
      open: /orders/1 -> waiting
      open: /orders/2 -> waiting
      asked: gate gate
      open from third: /orders/3 -> failed: too many requests wait already
      request: /orders/3
      asked:
      suspend
      open: /products/3 -> failed: too many requests wait already
      waiting: until open, until open
      """)
  }

  @Test func `an unregistered interceptor, or an odd answer, fails the request`() throws {
    try Scenario.gatedShop.run("open: /orders/1 -> failed: no host code is registered for gate")
    try shop { _ in .declined }.run(
      "open: /orders/1 -> failed: gate gave an answer that an interceptor cannot give")
  }

  @Test func `an impossible condition is refused as an answer`() throws {
    let reason = "gate waits for \"signed in\", which is no name of a condition"
    try shop { _ in .wait(condition: "signed in") }.run("open: /orders/1 -> failed: \(reason)")
  }

  @Test func `requests of host code and observers are queued in order`() throws {
    var session: RouteSession?
    var inside: [Opening] = []
    var outcomes: [Outcome?] = []
    session = journal.launch {
      $0.answer("gate") { _ in
        if let opening = session?.open("/products/1") {
          inside.append(opening)
          outcomes.append(opening.outcome)
        }
        return .allow
      }
    }
    let opening = try #require(session?.open("/orders/1"))
    #expect(outcomes == [nil])
    #expect(opening.outcome == .shown)
    #expect(inside.map(\.outcome) == [.shown])
    #expect(session?.notation.hasSuffix("[catalog order(id: 1) product(id: 1)]]") == true)
    var seen: [Int] = []
    session?.onChange = { session in
      seen.append(session.state.tree.count)
      guard seen.count == 1 else { return }
      let queued = session.open("/products/2")
      #expect(queued.outcome == nil)
      inside.append(queued)
    }
    #expect(session?.open("/products/3").outcome == .shown)
    #expect(inside.last?.outcome == .shown)
    #expect(session?.notation.hasSuffix("product(id: 3) product(id: 2)]]") == true)
    session?.onChange = nil
    try journal.requireReplays(of: try #require(session))
    session = nil
  }

  @Test func `an observer that signals again releases nobody twice`() throws {
    let session = journal.launch {
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "in") : .allow }
    }
    let openings = (1...3).map { session.open("/orders/\($0)") }
    var signals = 0
    session.onChange = { session in
      signals += 1
      if signals == 2 { session.signal("in") }
    }
    session.signal("in", principal: "user-1")
    session.onChange = nil
    #expect(openings.map(\.outcome) == [.shown, .shown, .shown])
    let decided = try journal.entries().filter { $0.kind == .decided }
    #expect(decided.count == 3)
    try journal.requireReplays(of: session)
  }

  @Test func `a request opened on behalf of another is decided at once`() throws {
    var inner: Outcome?
    let session = journal.launch {
      $0.answer("gate") { asked in
        inner = asked.open(.route("product", ["id": 9])).outcome
        return asked.parameters["id"] == 2 ? .deny(reason: "no") : .allow
      }
    }
    #expect(session.open("/orders/1").outcome == .shown)
    #expect(inner == .shown)
    #expect(session.notation.hasSuffix("[catalog product(id: 9) order(id: 1)]]"))
    session.requests.suspend()
    let options = RouteRequest.Options(isSuspendable: false)
    #expect(session.open("/orders/2", options: options).outcome == .denied(reason: "no"))
    #expect(inner == .shown, "even while requests are kept back")
    try journal.requireReplays(of: session)
  }

  @Test func `a host fact is decided at once, also in the middle of host code`() throws {
    var session: RouteSession?
    var outcome: Outcome?
    session = journal.launch {
      $0.answer("gate") { _ in
        outcome = session?.report(.popped(nil)).outcome
        return .allow
      }
    }
    session?.open("/products/1")
    session?.open("/orders/1")
    #expect(outcome == .shown)
    #expect(session?.notation.hasSuffix("[catalog order(id: 1)]]") == true)
    try journal.requireReplays(of: try #require(session))
    session = nil
  }

  // MARK: Repetitions: an id of a source takes effect once

  private func shop(_ answer: Answer) -> Scenario {
    var shop = Scenario.gatedShop
    shop.answers = ["gate": answer]
    return shop
  }

  @Test(arguments: [
    ("/products/7", "shown"), ("/nowhere", "not found"), ("/orders/7", "denied: closed"),
    ("/products/x", "not found"),
  ])
  func `fault 26: a repetition is accepted if the first was, also after a relaunch`(
    link: String, outcome: String
  ) throws {
    try shop(.deny(reason: "closed")).run(
      """
      open from n-1: \(link) -> \(outcome)
      accepted: \(outcome == "shown")
      repeated: nothing
      relaunch
      open from n-1: \(link) -> duplicate of 2
      accepted: \(outcome == "shown")
      repeated: \(outcome)
      """)
  }

  @Test func `a repetition of a waiting request gets its outcome and reason`() throws {
    try shop(.wait(condition: "open")).run(
      """
      open from n-1: /orders/1 -> waiting
      open from n-1: /orders/1 -> duplicate of 2
      accepted: true
      repeated: nothing
      give up open: cancelled
      open from n-1: /orders/1 -> duplicate of 2
      accepted: false
      repeated: denied: cancelled
      """)
  }

  @Test func `a request that a clean beginning dropped may be repeated`() throws {
    do {
      let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
      session.open("/orders/1", source: "n-1")
    }
    let session = journal.launch {
      $0.beginning = .clean
      $0.answer("gate") { _ in .allow }
    }
    #expect(session.open("/orders/1", source: "n-1").outcome == .shown)
    #expect(session.open("/orders/1", source: "n-1").repeated == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a source's id that cannot be looked up lets nothing take effect`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    let first = try #require(session.open("/products/7", source: "n-1").request)
    session.open("/products/8")
    let before = session.state.tree
    let handle = unsafe session.recorder.journal.connection.handle
    unsafe sqlite3_progress_handler(handle, 1, { _ in 1 }, nil)
    let again = session.open("/products/7", source: "n-1")
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    #expect(again.outcome?.word == "failed")
    #expect(again.outcome?.reason?.contains("source") == true)
    #expect(session.state.tree == before)
    #expect(session.health.problem != nil)
    journal.clock.advance(by: 60_000_000)
    #expect(session.open("/products/7", source: "n-1").outcome == .duplicate(of: first))
    #expect(session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link within the host's time is the same delivery`() throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answer("gate") { _ in .allow }
    }
    let first = session.open(.universalLink("/orders/1"))
    journal.clock.advance(by: 900_000)
    let again = session.open(.universalLink("/orders/1"))
    #expect(again.outcome == .duplicate(of: try #require(first.request)))
    #expect(again.repeated == .shown && again.accepted)
    let others = [
      session.open(.url("/orders/1")), session.open(.universalLink("/orders/2")),
      session.open(.universalLink("/orders/1", source: "n-1")),
    ]
    for other in others { #expect(other.outcome?.isSuccess == true && other.repeated == nil) }
    journal.clock.advance(by: 200_000)
    #expect(session.open(.universalLink("/orders/1")).repeated == nil)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link is the same delivery also where the first was decided at once`() throws
  {
    let session = journal.launch { $0.equalLinksWithin = .seconds(1) }
    let first = session.open(.universalLink("/products/1"))
    #expect(first.outcome == .shown)
    let again = session.open(.universalLink("/products/1"))
    #expect(again.outcome == .duplicate(of: try #require(first.request)))
    #expect(again.repeated == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link into another scene is another delivery`() throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answer("gate") { _ in .allow }
    }
    let root = try TreeNotation("main/tabs[home/stack*[feed] shop/stack[catalog]]").scenes[0].root
    session.display.reconcile(
      with: DisplayedScreens(scenes: [SceneSubtree(name: "second", root: root)]))
    func open(_ scene: String?) -> Opening {
      session.open("/orders/1", from: .userActivity, options: .init(scene: scene))
    }
    let first = open("main")
    #expect(first.outcome == .shown)
    #expect(open("second").outcome == .shown)
    #expect(open("main").outcome == .duplicate(of: try #require(first.request)))
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link is another request by default`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    #expect(session.open(.universalLink("/orders/1")).outcome == .shown)
    #expect(session.open(.universalLink("/orders/1")).outcome == .alreadyShown)
    #expect(session.open(.universalLink("/orders/1", source: "n-1")).repeated == nil)
    #expect(session.open(.universalLink("/orders/1", source: "n-1")).repeated == .alreadyShown)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link in the queue with the first is the same delivery`() async throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answerLater("gate") { _ in
        await Task.yield()
        return .allow
      }
    }
    let openings = (0..<3).map { _ in session.open(.universalLink("/orders/1")) }
    #expect(await eventually { openings.allSatisfy { $0.outcome != nil } })
    let id = try #require(openings[0].request)
    #expect(openings.map(\.outcome) == [.shown, .duplicate(of: id), .duplicate(of: id)])
    try journal.requireReplays(of: session)
  }
}
