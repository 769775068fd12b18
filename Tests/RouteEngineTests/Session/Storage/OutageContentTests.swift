import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The content that is, or is not, written when the journal is resumed after an outage.
@MainActor
struct OutageContentTests {
  let journal = TestJournal(
    of: Scenario(
      screens: [.product, .note],
      routes: [
        .product.performs(
          ActionTemplate(
            "view", with: ["id": .request("id")],
            terms: ActionTerms(lane: "views", retry: RetryPolicy(attempts: 3)))),
        Route("gated", "/gated/:id", to: .inShop("product")).asks("gate"),
        Route("note", "/notes/:text", to: .inShop("note")),
      ]))
  private let performed = Performed()

  private final class Performed {
    var attempts: [ActionAttempt] = []
    var isOnline = false
  }

  private func launch() -> RouteSession {
    let performed = performed
    return journal.launch {
      $0.answer("gate") { _ in performed.isOnline ? .allow : .wait(condition: "online") }
      $0.perform("view") { attempt in returning(.done, after: performed.attempts.append(attempt)) }
    }
  }

  @Test
  func `a person who signed out during the outage leaves no values behind`() throws {
    let session = launch()
    session.signIn(as: "ann")
    session.open("/notes/before-the-outage")
    #expect(try journal.holds("before-the-outage"))
    try session.failWriting()
    session.open("/notes/during-the-outage")
    #expect(!session.health.isRecording)
    session.signOut()
    session.signIn(as: "ann")
    session.report(.popped(nil))
    session.open("/notes/of-the-new-one")
    journal.clock.advance(by: 1_000_000)
    session.background()
    #expect(session.health == .recording)
    #expect(try !journal.holds("before-the-outage"))
    #expect(try !journal.holds("during-the-outage"))
    #expect(try journal.holds("of-the-new-one"))
    #expect(session.visible["text"] == "of-the-new-one")
    try journal.requireReplays(of: session)
  }

  @Test func `an outage ends although its ended and new actions exceed the limit`() throws {
    let session = journal.launch { $0.limits.pendingActions = 2 }
    for id in 1...2 { #expect(session.open("/products/\(id)").outcome == .shown) }
    let known = session.state.actions.map(\.id)
    #expect(known.count == 2)
    try session.failWriting()
    for (id, action) in zip(3...4, known) {
      #expect(session.actions.cancel(action))
      #expect(session.open("/products/\(id)").outcome == .shown)
    }
    #expect(!session.health.isRecording && session.state.actions.count == 2)
    journal.clock.advance(by: 1_000_000)
    session.background()
    #expect(session.health == .recording && session.state.actions.count == 2)
    try journal.requireReplays(of: session)
  }

  @Test func `values of a person who signed out during the outage are not shown`() throws {
    let session = launch()
    session.signIn(as: "ann")
    session.open("/notes/secret")
    let leaf = try #require(session.state.tree.visibleLeaf())
    #expect(session.revealed(leaf.parameters)["text"] == "secret")
    try session.failWriting()
    session.signOut()
    session.signIn(as: "ann")
    #expect(session.revealed(leaf.parameters)["text"] == nil)
  }

  @Test func `fault 21: a key looked up before the outage is not asked for in it`() throws {
    func token(of session: RouteSession) throws -> ParameterValue? {
      try #require(session.state.tree.visibleLeaf()).parameters["text"]
    }
    let first: ParameterValue?
    do {
      let session = launch()
      session.signIn(as: "ann")
      session.open("/notes/mine")
      first = try token(of: session)
      session.end()
    }
    for person in ["ann", "bert", nil] {  // one with a key, one without, and nobody
      let session = launch()
      if let person { session.signIn(as: person) } else { session.signOut() }
      session.report(.popped(nil))
      journal.clock.advance(by: 1)
      try session.recorder.journal.connection.execute(
        "ALTER TABLE vault_key RENAME COLUMN secret TO other")
      try session.failWriting()
      session.open("/notes/mine")
      #expect(!session.health.isRecording)
      #expect(try (token(of: session) == first) == (person == "ann"))
      try session.failWriting(false)
      try session.recorder.journal.connection.execute(
        "ALTER TABLE vault_key RENAME COLUMN other TO secret")
      journal.wake(session, after: 1_000_000)
      #expect(session.health == .recording, "\(person ?? "nobody")")
      #expect(session.visible["text"] == "mine")
      try journal.requireReplays(of: session)
      session.end()
    }
  }

  @Test func `a private value that came in during the outage is there when it is over`() throws {
    do {
      let session = launch()
      try session.failWriting()
      session.open("/notes/during-the-outage")
      journal.clock.advance(by: 1_000_000)
      session.background()
      try journal.requireReplays(of: session)
    }
    #expect(journal.launch().visible["text"] == "during-the-outage")
  }

  @Test func `actions accepted in an outage keep their terms, and closures their code`() throws {
    let session = launch()
    try session.failWriting()
    session.open("/products/1")
    var ran: [String] = []
    session.actions.perform("first", when: .arrival) { _ in
      returning(.done, after: ran.append("first"))
    }
    session.actions.perform("second", when: .arrival) { _ in
      returning(.done, after: ran.append("second"))
    }
    #expect(performed.attempts.isEmpty && ran.isEmpty)
    #expect(session.state.actions.count == 3)
    journal.wake(session, after: 1_000_000)
    #expect(session.health == .recording)
    #expect(ran == ["first", "second"])
    let attempt = try #require(performed.attempts.first)
    #expect(attempt.action.terms.lane == "views")
    #expect(attempt.action.terms.retry?.attempts == 3)
    #expect(attempt.attempt == 1 && !attempt.possiblyExecuted)
    try journal.requireReplays(of: session)
  }

  @Test func `the code that took another's place in an outage is the code that runs`() throws {
    let session = launch()
    var ran: [Int] = []
    // Each replaces the one before; the last one resumes the journal.
    for round in 0..<8 {
      try session.failWriting()
      for number in [2 * round, 2 * round + 1] {
        session.actions.perform("code", when: .arrival, key: "k") { _ in
          returning(.done, after: ran.append(number))
        }
        journal.clock.advance(by: number.isMultiple(of: 2) ? 60_000_000 : 0)
        if number.isMultiple(of: 2) { try session.failWriting(false) }
      }
      #expect(session.health == .recording)
    }
    #expect(ran == (0..<8).map { 2 * $0 + 1 })
    try journal.requireReplays(of: session)
  }

  @Test func `what is held back on behalf of a request of the outage names it by its new id`()
    throws
  {
    let session = launch()
    try session.failWriting()
    session.signal("anything")
    session.requests.suspend()
    let waiting = session.open("/products/1")
    let provisional = try #require(waiting.request)
    session.display.beginTransition()
    var options = RouteRequest.Options()
    (options.isSuspendable, options.onBehalfOf) = (false, provisional)
    let opened = session.open("/notes/log-in", options: options)
    journal.wake(session, after: 1_000_000)
    #expect(session.health == .recording && waiting.request != provisional)
    session.display.endTransition()
    let entry = try #require(try journal.entries().last { $0.request != nil })
    #expect(opened.outcome == .shown && opened.request == entry.requestID)
    #expect(entry.request?.options.onBehalfOf == waiting.request)
    try journal.requireReplays(of: session)
  }

  @Test func `an action whose start could not be written has not run, and is still taken`() throws {
    let session = launch()
    session.onChange = { [unowned session] _ in
      guard session.state.actions.contains(where: { $0.status == .claimed }) else { return }
      session.onChange = nil
      try? session.failWriting()
    }
    session.open("/products/1")
    #expect(session.health.problem == .readOnly(path: journal.path))
    #expect(session.state.actions.map(\.status) == [.claimed])
    #expect(performed.attempts.isEmpty)
    journal.wake(session, after: 1_000_000)
    #expect(performed.attempts.map(\.attempt) == [1])
    #expect(performed.attempts.map(\.possiblyExecuted) == [false])
    try journal.requireReplays(of: session)
  }

  @Test func `an action whose start is written and then storage fails runs later, once`() throws {
    let session = launch()
    session.onChange = { [unowned session] _ in
      guard session.state.actions.contains(where: { $0.status == .started }) else { return }
      session.onChange = nil
      try? session.failWriting()
      session.requests.suspend()
    }
    session.open("/products/1")
    #expect(session.health.problem == .readOnly(path: journal.path))
    #expect(session.state.actions.map(\.status) == [.claimed] && performed.attempts.isEmpty)
    journal.wake(session, after: 1_000_000)
    #expect(performed.attempts.map(\.attempt) == [1])
    try journal.requireReplays(of: session)
  }

  @Test func `a request that was redirected in an outage continues to its new target`() throws {
    let session = launch()
    try session.failWriting()
    session.requests.suspend()
    let opening = session.open("/products/1")
    let gated = RouteRequest.Target.link(try RouteLink("/gated/9"))
    session.requests.resumeTransforming { _ in gated }
    #expect(session.state.waiting.map(\.status) == [.condition("online")])
    journal.wake(session, after: 1_000_000)
    #expect(session.health == .recording)
    #expect(session.state.waiting.map(\.replacement) == [gated])
    performed.isOnline = true
    session.signal("online")
    #expect(opening.outcome == .shown)
    #expect(session.state.tree.visibleLeaf()?.parameters["id"] == 9)
    try journal.requireReplays(of: session)
  }

  @Test func `a request's replacement from an outage stays`() throws {
    let session = launch()
    try session.failWriting()
    session.requests.suspend()
    let opening = session.open("/products/1")
    session.requests.resumeTransforming { _ in .screen(kind: "product", ["id": 9]) }
    session.requests.suspend()
    #expect(opening.outcome == .shown)
    let kept = session.open("/products/2")
    let id = try #require(kept.request)
    #expect(session.state.waiting(id)?.status == .suspended)
    journal.wake(session, after: 1_000_000)
    #expect(session.health == .recording)
    session.requests.resumeTransforming { _ in .screen(kind: "product", ["id": 10]) }
    #expect(kept.outcome == .shown)
    #expect(session.state.tree.visibleLeaf()?.parameters["id"] == 10)
    try journal.requireReplays(of: session)
  }

  @Test func `a result that was given in the outage is there afterwards`() throws {
    let performed = performed
    let session = journal.launch {
      $0.perform("color") { attempt in returning(.done, after: performed.attempts.append(attempt)) }
      $0.perform("view") { _ in .done }
    }
    try session.failWriting()
    session.open("/notes/a", options: .init(result: "color"))
    #expect(!session.health.isRecording)
    #expect(session.report(.returned(nil, ["red": 7])).outcome == .shown)
    try session.failWriting(false)
    journal.clock.advance(by: 60_000_000)
    session.wake()
    #expect(session.health.isRecording)
    #expect(performed.attempts.map(\.parameters) == [["red": 7]])
    #expect(performed.attempts.map(\.hasResult) == [true])
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `an opener of the outage is not given another's result afterwards`() async throws {
    let session = launch()
    try session.failWriting()
    let first = session.open("/products/1", options: .init(result: "color"))
    let second = session.open("/products/2", options: .init(result: "color"))
    #expect(first.outcome == .shown && second.outcome == .shown && !first.isRecorded)
    #expect(session.report(.returned(nil, ["red": 7])).outcome == .shown)
    try session.failWriting(false)
    journal.wake(session, after: 60_000_000)
    #expect(session.health.isRecording)
    // The outage's entry accounts for both, and has the id that the first one got in memory.
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    #expect(first.request == RequestID(outage.sequence))
    #expect(await session.requests.result(of: first) == nil)
    #expect(await session.requests.result(of: second) == nil)
    try journal.requireReplays(of: session)
    session.end()
  }

  @Test func `an opener of one outage is not given another's result in the next one`() async throws
  {
    let session = launch()
    try session.failWriting()
    for number in 1...12 { session.open("/notes/\(number)") }
    let first = session.open("/notes/a", options: .init(result: "color"))
    let id = try #require(first.request)
    try session.failWriting(false)
    journal.wake(session, after: 60_000_000)
    try #require(session.health.isRecording)
    try #require(session.journal.anchor.sequence < id.rawValue - 1)
    try session.failWriting()
    for number in session.journal.anchor.sequence + 1..<id.rawValue {
      session.open("/notes/again-\(number)")
    }
    let second = session.open("/notes/c", options: .init(result: "color"))
    #expect(!session.health.isRecording && second.request == id)
    #expect(second.hasID(during: session.recorder.outages))
    #expect(await session.requests.result(of: first) == nil)
    try session.failWriting(false)
    journal.wake(session, after: 60_000_000)
    #expect(session.health.isRecording)
    try journal.requireReplays(of: session)
    session.end()
  }
}
