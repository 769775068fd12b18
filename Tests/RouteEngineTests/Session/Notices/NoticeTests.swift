import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The notices to the host's log while a session runs.
@MainActor
struct NoticeTests {
  private let journal = TestJournal(of: .gatedShop)

  /// A session that writes its notices into a list.
  private func launch(
    _ journal: TestJournal, telling list: Lines,
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) -> RouteSession {
    journal.launch {
      configure(&$0)
      $0.tell = { list.lines.append($0.description) }
    }
  }

  final class Lines {
    var lines: [String] = []
  }

  @Test func `the notices of a waiting request come in the order of events`() throws {
    let list = Lines()
    let session = launch(journal, telling: list) { [journal] in
      $0.answer("gate") { asked in
        journal.clock.advance(by: 1_250)
        return asked.principal == nil ? .wait(condition: "signedIn") : .allow
      }
    }
    session.open("/orders/7")
    #expect(
      list.lines == [
        "request 2 from url: /orders/7",
        "called interceptor gate for request 2 (call 1)",
        "returned interceptor gate for request 2 (call 1)",
        "request 2 waits for signedIn",
      ])
    list.lines = []
    session.signal("signedIn", principal: "ann")
    #expect(
      list.lines == [
        "called interceptor gate for request 2 (call 2)",
        "returned interceptor gate for request 2 (call 2)",
        "request 2 ended: shown; visible: order; after 2.500 ms",
      ])
    try journal.requireReplays(of: session)
  }

  @Test func `code that waits in the middle of its answer is one call`() async throws {
    let list = Lines()
    let session = launch(journal, telling: list) {
      $0.answerLater("gate", waitingFor: "signedIn")
    }
    let opening = session.open("/orders/7")
    try await session.parked(on: "signedIn")
    session.signal("signedIn")
    _ = await opening.ended()
    #expect(
      list.lines == [
        "request 2 from url: /orders/7",
        "called interceptor gate for request 2 (call 1)",
        "request 2 waits for signedIn",
        "returned interceptor gate for request 2 (call 1)",
        "request 2 ended: shown; visible: order; after 0.000 ms",
      ])
  }

  @Test func `code that is no longer awaited is told when it returns`() async throws {
    let list = Lines()
    let door = Door<Answer>()
    let session = launch(journal, telling: list) {
      $0.answerLater("gate") { _ async in await door.value(for: "gate") }
    }
    let opening = session.open("/orders/7")
    #expect(await eventually { door.count == 1 })
    session.requests.cancel(opening)
    #expect(list.lines.last == "request 2 ended: denied: cancelled; visible: feed; after 0.000 ms")
    door.openAll(.allow)
    #expect(await eventually { list.lines.last?.hasPrefix("returned") ?? false })
    #expect(list.lines.last == "returned interceptor gate for request 2 (call 1)")
  }

  @Test func `a failure, a duplicate and a host fact are told with their reasons`() throws {
    let journal = try TestJournal(
      Scenario(
        screens: [.product], routes: [.product, .named("broken", .push("product"))]))
    let list = Lines()
    let session = launch(journal, telling: list)
    session.open("/broken")
    session.open("/products/1", source: "mail")
    session.open("/products/1", source: "mail")
    session.open("/nowhere")
    session.open(.screen(kind: "product", ["id": 2]))
    session.report(.popped(nil))
    let request = session.open("no link\u{7}").request
    #expect(
      list.lines.filter { !$0.contains(" from ") } == [
        "request 2 ended: failed at step 1: \(session.reason(of: 2)); visible: feed; "
          + "after 0.000 ms",
        "request 3 ended: shown; visible: product; after 0.000 ms",
        "request 4 ended: duplicate of 3; visible: product; after 0.000 ms",
        "request 5 ended: not found; visible: product; after 0.000 ms",
        "request 6 ended: shown; visible: product; after 0.000 ms",
        "request 7 ended: shown; visible: product; after 0.000 ms",
        "request \(try #require(request)) ended: failed: \(session.reason(of: 8)); "
          + "visible: product; after 0.000 ms",
      ])
    #expect(
      list.lines.filter { $0.contains(" from ") }.prefix(6) == [
        "request 2 from url: /broken", "request 3 from url: /products/1",
        "request 4 from url: /products/1", "request 5 from url: /nowhere",
        "request 6 from programmatic: product(id: 2)", "request 7 from hostFact: back",
      ])
  }

  @Test func `notices name an action's attempts, its handler's calls and its result`() async throws
  {
    let journal = try TestJournal(
      Scenario.shop(ActionTemplate("a").retried(.init(attempts: 2)), ActionTemplate("b")))
    let list = Lines()
    let session = launch(journal, telling: list) {
      $0.perform("a") { $0.attempt == 1 ? .failed(reason: "no\npaper") : .done }
      $0.performLater("b") { _ async in .done }
    }
    session.open("/products/7")
    try await session.settled()
    journal.wake(session, after: 1_000_000)
    #expect(
      list.lines == [
        "request 2 from url: /products/7",
        "request 2 ended: shown; visible: product; after 0.000 ms",
        "action 3 a of request 2: enqueued",
        "action 4 b of request 2: enqueued",
        "action 3 a of request 2: claimed, attempt 1",
        "action 3 a of request 2: started, attempt 1",
        "called action handler a for request 2 (call 1)",
        "returned action handler a for request 2 (call 1)",
        "action 3 a of request 2: retried, attempt 1: no paper",
        "action 4 b of request 2: claimed, attempt 1",
        "action 4 b of request 2: started, attempt 1",
        "called action handler b for request 2 (call 2)",
        "returned action handler b for request 2 (call 2)",
        "action 4 b of request 2: done, attempt 1",
        "action 3 a of request 2: claimed, attempt 2",
        "action 3 a of request 2: started, attempt 2",
        "called action handler a for request 2 (call 3)",
        "returned action handler a for request 2 (call 3)",
        "action 3 a of request 2: done, attempt 2",
      ])
  }

  @Test func `without a hook there are no notices`() {
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    session.open("/orders/7")
    #expect(session.notices == nil)
  }

  @Test func `a session writes the same entries with and without a hook`() throws {
    func entries(isTold: Bool) throws -> [JournalEntry] {
      let journal = TestJournal(of: .gatedShop)
      let session = journal.launch {
        $0.answer("gate") { _ in .wait(condition: "signedIn") }
        $0.identifier = "session"
        if isTold { $0.tell = { _ in } }
      }
      session.openAll("/orders/7", "/products/1", "/nowhere")
      session.signal("signedIn")
      session.giveUp("signedIn", reason: "closed")
      session.end()
      return try journal.entries()
    }
    #expect(try entries(isTold: true) == entries(isTold: false))
  }

  @Test
  func `an outage has one notice, without the path, and outcomes say that they are unrecorded`()
    throws
  {
    let list = Lines()
    let session = launch(journal, telling: list)
    try session.failWriting()
    session.openAll("/products/1", "/products/2")
    #expect(list.lines.filter { $0.hasPrefix("journal:") }.count == 1)
    #expect(list.lines.first?.hasPrefix("journal: not recording: ") ?? false)
    #expect(!list.lines.joined().contains(journal.path))
    #expect(list.lines.last?.hasSuffix("; not in the journal") ?? false)
    try session.failWriting(false)
    journal.wake(session, after: 2_000_000)
    #expect(list.lines.last == "journal: recording")
  }

  @Test func `a line has no line breaks and no control characters`() {
    let end = RouteSession.Requests.End(
      request: RequestID(2), outcome: .denied(reason: "a\r\nb\u{1B}[0m\u{2028}c"), isRecorded: true)
    let notice = RouteSession.Notice.ended(end, visible: nil, after: nil)
    #expect(notice.description == "request 2 ended: denied: a  b [0m c")
  }

  @Test func `each notice has its level`() {
    func level(_ outcome: Outcome) -> RouteSession.Notice.Level {
      let end = RouteSession.Requests.End(
        request: RequestID(2), outcome: outcome, isRecorded: true)
      return RouteSession.Notice.ended(end, visible: nil, after: nil).level
    }
    #expect(level(.shown) == .info)
    #expect(level(.duplicate(of: RequestID(1))) == .info)
    #expect(level(.denied(reason: "no")) == .notice)
    #expect(level(.failed(step: 1, reason: "no")) == .error)
    #expect(level(.quarantined) == .error)
    func level(_ kind: EntryKind) -> RouteSession.Notice.Level {
      RouteSession.Notice.action(
        .init(
          action: ActionID(3), name: "a", request: nil, attempt: nil, reason: nil, kind: kind)
      ).level
    }
    #expect(
      [.enqueued, .started, .done, .retried, .dead].map(level)
        == [.debug, .debug, .info, .notice, .error])
    #expect(RouteSession.Notice.health(.recording).level == .notice)
    #expect(
      RouteSession.Notice.health(.degraded(.diskFull, since: RouteInstant(microseconds: 0))).level
        == .error)
    #expect(RouteSession.Notice.waits(RequestID(2), condition: nil).level == .info)
  }
}

extension RouteSession {
  @MainActor fileprivate func reason(of request: Int64) -> String {
    opening(ofRequest: RequestID(request)).outcome?.reason ?? ""
  }
}
