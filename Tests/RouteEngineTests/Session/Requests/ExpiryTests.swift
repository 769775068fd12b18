import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Requests that wait end when their time has passed and the session looks, whatever makes it look.
@MainActor
struct ExpiryTests {
  private let journal = TestJournal(of: .gatedShop)

  private func options(_ seconds: Int64) -> RouteRequest.Options {
    let options = RouteRequest.Options(expiresAfter: seconds * 1_000_000)
    return options
  }

  enum Look: CaseIterable {
    case signal, unsignal, giveUp, signIn, suspend, resume, ready, background, open, report, end
    case check
  }

  private func look(_ look: Look, _ session: RouteSession) {
    switch look {
    case .signal: session.signal("network")
    case .unsignal:
      session.signal("network")
      session.unsignal("network")
    case .giveUp: session.giveUp("signedIn", reason: "late")
    case .signIn: session.signIn(as: "anna")
    case .suspend: session.suspend()
    case .resume: session.resume(.clear)
    case .ready: session.ready()
    case .background: session.background()
    case .open: session.open("/products/1")
    case .report: session.report(.popped(nil))
    case .end: session.end()
    case .check: session.checkExpiry()
    }
  }

  @Test(arguments: Look.allCases)
  func `a parked request ends expired when the session looks`(at: Look) throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    let long = session.open("/orders/1", options: options(20))
    let short = session.open("/orders/2", options: options(10))
    let endless = session.open("/orders/3")
    #expect(session.nextExpiry == Instant(microseconds: journal.clock.wall + 10_000_001))
    journal.clock.advance(by: 10_000_000)
    session.checkExpiry()
    #expect(short.outcome == nil, "not before its time has passed")
    journal.clock.advance(by: 1)
    look(at, session)
    #expect(short.outcome == .expired)
    if at != .giveUp { #expect([long, endless].map(\.outcome) == [nil, nil]) }
    if at != .giveUp {
      #expect(session.nextExpiry == Instant(microseconds: journal.clock.wall + 10_000_000))
    }
    try journal.requireReplays(of: session)
  }

  @Test func `what expired while the host was gone ends at the launch`() throws {
    do {
      let session = journal.launch { $0.startsSuspended = true }
      session.open("/products/1", source: "n-1", options: options(10))
      session.open("/products/2")
    }
    journal.clock.advance(by: 11_000_000)
    let session = journal.launch()
    #expect(session.state.waiting.count == 1)
    #expect(try journal.entries().last?.outcome == .expired)
    #expect(session.open("/products/1", source: "n-1").outcome?.word == "duplicate")
    session.resume(.latestOnly)
    #expect(session.notation.hasSuffix("[catalog product(id: 2)]]"))
    try journal.requireReplays(of: session)
  }

  @Test func `the latest one is the latest that has not expired`() throws {
    let session = journal.launch { $0.startsSuspended = true }
    let first = session.open("/products/1")
    let second = session.open("/products/2", options: options(1))
    journal.clock.advance(by: 2_000_000)
    session.resume(.latestOnly)
    #expect(second.outcome == .expired)
    #expect(first.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `code asleep when its request expires is woken, and answers nobody`() async throws {
    var isOver = false
    let session = journal.launch {
      $0.answerLater("gate") { asked async -> Answer in
        await asked.wait(for: "signedIn")
        isOver = true
        return .allow
      }
    }
    let opening = session.open("/orders/1", options: options(1))
    #expect(await eventually { session.hasParkedRequests })
    journal.clock.advance(by: 2_000_000)
    session.checkExpiry()
    #expect(await opening.ended() == .expired)
    #expect(await eventually { isOver })
    #expect(session.nextExpiry == nil)
    session.signal("signedIn")
    #expect(opening.outcome == .expired)
    try journal.requireReplays(of: session)
  }
}
