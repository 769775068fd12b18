import RouteTestSupport
import Testing

@testable import RouteEngine

/// A host that uses the session inside a notice.
@MainActor
struct NoticeReentryTests {
  private let journal = TestJournal(of: .gatedShop)

  /// The session and its notices, to each of which the host reacts.
  final class Host {
    var session: RouteSession?
    var lines: [String] = []
    var depth = 0
    var act: (RouteSession, RouteSession.Notice) -> Void = { _, _ in }

    func tell(_ notice: RouteSession.Notice) {
      depth += 1
      #expect(depth == 1, "a notice is told inside another one")
      lines.append(notice.description)
      if let session { act(session, notice) }
      depth -= 1
    }
  }

  private func launch(
    _ host: Host, configure: (inout RouteSession.Configuration) -> Void
  ) -> RouteSession {
    let session = journal.launch {
      configure(&$0)
      $0.tell = { host.tell($0) }
    }
    host.session = session
    return session
  }

  @Test func `a link that the host opens in a notice is queued`() throws {
    let host = Host()
    let session = launch(host) { $0.answer("gate") { _ in .allow } }
    var opened: Opening?
    host.act = { session, notice in
      guard opened == nil, case .called = notice else { return }
      opened = session.open("/products/1")
      #expect(opened?.outcome == nil)
    }
    session.open("/orders/7")
    #expect(opened?.outcome == .shown)
    #expect(
      host.lines == [
        "request 2 from url: /orders/7",
        "called interceptor gate for request 2 (call 1)",
        "returned interceptor gate for request 2 (call 1)",
        "request 2 ended: shown; visible: order; after 0.000 ms",
        "request 4 from url: /products/1",
        "request 4 ended: shown; visible: product; after 0.000 ms",
      ])
    try journal.requireReplays(of: session)
  }

  @Test func `a signal of the host is noticed after its call has returned`() throws {
    let host = Host()
    let session = launch(host) {
      $0.answer("gate") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    host.act = { session, notice in
      if case .waits = notice { session.signal("signedIn", principal: "ann") }
    }
    let opening = session.open("/orders/7")
    #expect(opening.outcome == .shown)
    #expect(host.lines.last == "request 2 ended: shown; visible: order; after 0.000 ms")
    try journal.requireReplays(of: session)
  }

  @Test func `code is not called for a request that the host cancels in a notice`() throws {
    let host = Host()
    var isCalled = false
    let session = launch(host) {
      $0.answer("gate") { _ in returning(.allow, after: isCalled = true) }
    }
    var opening: Opening?
    session.requests.suspend()
    opening = session.open("/orders/7")
    host.act = { session, notice in
      if case .called = notice, let opening { session.requests.cancel(opening, reason: "late") }
    }
    session.requests.resume()
    #expect(!isCalled)
    #expect(opening?.outcome == .denied(reason: "late"))
    #expect(
      host.lines.suffix(3) == [
        "called interceptor gate for request 3 (call 1)",
        "request 3 ended: denied: late; visible: feed; after 0.000 ms",
        "returned interceptor gate for request 3 (call 1)",
      ])
    try journal.requireReplays(of: session)
  }

  @Test func `the host ends the session in a notice`() throws {
    for word in ["request 2 from", "called", "returned", "request 2 ended"] {
      let journal = TestJournal(of: .gatedShop)
      let host = Host()
      let session = journal.launch {
        $0.answer("gate") { _ in .allow }
        $0.tell = { host.tell($0) }
      }
      host.session = session
      host.act = { session, notice in
        if notice.description.hasPrefix(word) { session.end() }
      }
      session.open("/orders/7")
      #expect(try journal.kinds().last == "ended")
      try journal.requireReplays(of: session)
    }
  }

  @Test func `a request that the host opens does not wait for slow code`() async throws {
    let host = Host()
    let door = Door<Answer>()
    let session = launch(host) {
      $0.answerLater("gate") { _ async in await door.value(for: "gate") }
    }
    host.act = { session, notice in
      if case .called = notice { session.report(.selected(session.state.tree.screens[4].id)) }
      if case .returned = notice { session.open("/products/1") }
    }
    let opening = session.open("/orders/7")
    #expect(await eventually { door.count == 1 })
    session.requests.cancel(opening)
    door.openAll(.allow)
    #expect(await eventually { host.lines.last?.contains("visible: product") ?? false })
    try journal.requireReplays(of: session)
  }
}
