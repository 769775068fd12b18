import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// What becomes of requests by the session's own rules: bounds, repetitions, redirects, bad links.
@MainActor
struct RequestTests {
  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test func `a source id that waits, or was given to a bad link, is seen too`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    let waiting = session.open("/orders/1", source: "a")
    let first = try #require(waiting.request)
    #expect(session.open("/orders/1", source: "a").outcome == .duplicate(of: first))
    let bad = session.open("no link", source: "b")
    #expect(bad.outcome?.word == "failed")
    let again = session.open("no link", source: "b")
    #expect(again.outcome == .duplicate(of: try #require(bad.request)))
    #expect(waiting.outcome == nil)
    try journal.requireReplays(of: session)
  }

  @Test func `a kept request that is dropped leaves its outcome with its source id`() throws {
    do {
      let session = journal.launch()
      session.suspend()
      session.open("/products/1", source: "a")
      session.resume(.clear)
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

  @Test func `fault 27: redirects in a circle end like a chain that is too long`() throws {
    var asked = 0
    let session = journal.launch {
      $0.answer("gate") { asking in
        asked += 1
        return .redirect(.route("order", ["id": asking.value(of: "id") == 1 ? 2 : 1]))
      }
    }
    let before = session.state.tree
    let opening = session.open("/orders/1")
    let links = ["/orders/1"] + Array(repeating: "route order", count: 5)
    let reason = "more than 5 redirects: " + links.joined(separator: " -> ")
    #expect(opening.outcome == .failed(step: 0, reason: reason))
    #expect(asked == 6 && session.state.tree == before)
    try journal.requireReplays(of: session)
  }

  @Test func `a redirect to a place without a route is not found`() throws {
    let session = journal.launch {
      $0.answer("gate") { _ in .redirect(.route("nowhere", [:])) }
    }
    #expect(session.open("/orders/1").outcome == .notFound)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    "", " ", "no link", "https://", "http://[::1", "https://shop.example/\u{0}", "/a\nb", "//x",
    "https://shop.example:99999/", "/" + String(repeating: "a", count: 8_192),
    "/?" + String(repeating: "a=1&", count: 65),
  ])
  func `what is no link ends as failed, is journaled, and changes nothing`(text: String) throws {
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

  @Test func `more requests than may wait are refused, and nobody is asked about them`() throws {
    var asked = 0
    let session = journal.launch {
      $0.limits.waitingRequests = 2
      $0.answer("gate") { _ in returning(.wait(condition: "open"), after: asked += 1) }
    }
    for id in 1...2 { #expect(session.open("/orders/\(id)").outcome == nil) }
    #expect(asked == 2)
    let third = session.open("/orders/3", source: "third")
    #expect(third.outcome == .failed(step: 0, reason: "too many requests wait already"))
    #expect(asked == 2)
    let entry = try #require(try journal.entries().last)
    #expect(entry.request?.target == .link(try RouteLink("/orders/3")))
    #expect(entry.requestID == third.request)
    session.suspend()
    let fourth = session.open("/products/3")
    #expect(fourth.outcome == .failed(step: 0, reason: "too many requests wait already"))
    #expect(session.state.waiting.count == 2)
    #expect(try Verification(of: History(path: journal.path)).findings == [])
  }

  @Test func `an interceptor nobody registered, or with an odd answer, fails the request`() throws {
    do {
      let session = journal.launch()
      let reason = "no host code is registered for gate"
      #expect(session.open("/orders/1").outcome == .failed(step: 0, reason: reason))
      try journal.requireReplays(of: session)
    }
    let session = journal.launch { $0.answer("gate") { _ in .declined } }
    let reason = "gate gave an answer that is none of an interceptor's"
    #expect(session.open("/orders/1").outcome == .failed(step: 0, reason: reason))
    try journal.requireReplays(of: session)
  }

  @Test func `a condition that nobody could signal is refused as an answer`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signed in") } }
    let reason = "gate waits for \"signed in\", which is no name of a condition"
    #expect(session.open("/orders/1").outcome == .failed(step: 0, reason: reason))
    #expect(session.state.waiting == [])
    try journal.requireReplays(of: session)
  }

  @Test func `what host code and observers open is queued and follows in order`() throws {
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

  @Test func `on behalf of a request another is decided at once`() throws {
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
    session.suspend()
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
}
