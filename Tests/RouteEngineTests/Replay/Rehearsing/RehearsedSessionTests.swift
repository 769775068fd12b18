import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The base of an exported test: an ordinary session that receives the recorded answers of host
/// code.
@MainActor
@Suite struct `A rehearsed session` {
  private static func shop(asking interceptors: [String] = ["signedIn"]) throws -> RouteTable {
    let shop = Scenario.noteShop(asking: interceptors, .order)
    return try RouteTable(
      RouteTableDefinition(tree: Scenario.tree, screens: shop.screens, routes: shop.routes))
  }

  nonisolated private static let epoch = RouteInstant(sinceEpoch: .zero)

  private func rehearse(
    _ beginning: RehearsedSession.Beginning = .init(at: Self.epoch),
    asking: [String] = ["signedIn"],
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws -> RehearsedSession {
    try RehearsedSession(Self.shop(asking: asking), from: beginning, configure: configure)
  }

  @Test func `receives the answers of host code at their times`() throws {
    let run = try rehearse()
    let note = run.session.open("/notes/mine")
    #expect(run.outcome(of: note) == "received")
    let other = run.session.open("/products/1")
    #expect(run.outcome(of: other) == "released")
    run.reply(to: note, .interceptor("signedIn", .deny(reason: "no")))
    #expect(run.outcome(of: note) == "denied: no")
    #expect(run.outcome(of: other) == "shown")
    #expect(run.session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
  }

  @Test func `reports a recorded question that is not asked`() throws {
    let run = try rehearse(asking: [])
    let note = run.session.open("/notes/mine")
    run.reply(to: note, .interceptor("signedIn", .allow))
    #expect(run.outcome(of: note) == "shown; did not ask interceptor signedIn")
  }

  @Test func `fails a request that asks for something else, naming both`() throws {
    let run = try rehearse(asking: ["ageChecked"])
    let note = run.session.open("/notes/mine")
    run.reply(to: note, .interceptor("signedIn", .allow))
    let reason = "it asks interceptor ageChecked, and the reply is interceptor signedIn's"
    #expect(run.outcome(of: note).hasSuffix(reason), "\(run.outcome(of: note))")
  }

  @Test func `decides again without an answer when none is needed any more`() throws {
    let run = try rehearse()
    let late = run.session.open("/notes/mine", options: .init(expiresAfter: .microseconds(10)))
    run.time = .microseconds(20)
    run.reply(to: late)
    #expect(run.outcome(of: late) == "expired")
    let note = run.session.open("/notes/mine")
    run.reply(to: note)
    #expect(run.outcome(of: note) == "failed: interceptor signedIn is asked, and there is no reply")
  }

  @Test func `allows code of the test to answer instead`() throws {
    let run = try rehearse { $0.answer("signedIn") { _ in .deny(reason: "own") } }
    let note = run.session.open("/notes/mine")
    run.reply(to: note, .interceptor("signedIn", .allow))
    #expect(run.outcome(of: note) == "denied: own")
  }

  @Test func `waits in the middle of an answer, and goes on with the condition`() throws {
    let run = try rehearse()
    let note = run.session.open("/notes/mine")
    run.park(note, until: "signedIn")
    #expect(run.outcome(of: note) == "parked until signedIn")
    #expect(run.outcome(of: run.session.open("/products/1")) == "shown")
    run.session.signal("signedIn", principal: "ann")
    #expect(run.outcome(of: note) == "received")
    run.reply(to: note, .interceptor("signedIn", .allow))
    #expect(run.outcome(of: note) == "shown")
    // When an observer signals at once, nothing waits.
    let other = run.session.open("/notes/other")
    run.session.unsignal("signedIn")
    run.session.onChange = { if $0.state.hasParkedRequests { $0.signal("signedIn") } }
    run.park(other, until: "signedIn")
    run.reply(to: other, .interceptor("signedIn", .allow))
    #expect(run.outcome(of: other) == "shown")
  }

  @Test func `begins with the screens, their ids and the waiting requests`() throws {
    let waiting = """
      {"condition":"signedIn","id":40,"request":{"at_us":5,"entry_point":"url","link":"/orders/7"}}
      """
    let run = try rehearse(
      .init(
        at: RouteInstant(microseconds: 1_000),
        tree: "main[home[feed] shop*[catalog product(id: 3) product(id: 3)]]",
        ids: [1, 2, 3, 4, 5, 8, 12], counter: 20, sequence: 50, principal: "ann",
        conditions: ["network"], isSuspended: true, waiting: [waiting]))
    let session = run.session
    #expect(run.screen("product(id: 3)") == ScreenID(8))
    #expect(run.screen("product(id: 3)", 1) == ScreenID(12))
    #expect(session.state.principal == "ann" && session.state.conditions == ["network"])
    #expect(session.state.isSuspended && session.state.counter == 20)
    #expect(session.report(.popped(run.screen("product(id: 9)"))).outcome?.isStale == true)
    let order = run.request(40)
    #expect(run.outcome(of: order) == "parked until signedIn")
    session.requests.resume()
    session.signal("signedIn")
    run.reply(to: order, .interceptor("signedIn", .allow))
    #expect(run.outcome(of: order) == "shown")
    #expect(session.state.tree[ScreenID(21)]?.kind == "product")
    #expect(session.open("/products/4").request == RequestID(session.journal.anchor.sequence))
  }

  @Test func `ends the request during which the host died, and recognises it`() throws {
    let fingerprint = RouteRequest(
      .link(try RouteLink("/orders/9")), from: .url, at: RouteInstant(microseconds: 0)
    ).fingerprint
    let waiting = """
      {"id":40,"request":{"at_us":5,"entry_point":"url","link":"/orders/7"},"status":"received"}
      """
    let run = try rehearse(
      .init(
        at: Self.epoch, tree: "main[home*[feed] shop[catalog]]", sequence: 50, waiting: [waiting],
        suspects: [fingerprint: 2]))
    #expect(run.outcome(of: run.request(40)) == "interrupted")
    #expect(run.outcome(of: run.session.open("/orders/9")) == "quarantined")
  }

  @Test func `counts no more deaths of the host than an entry can say`() throws {
    let fingerprint = RouteRequest(
      .link(try RouteLink("/orders/7")), from: .url, at: RouteInstant(microseconds: 0)
    ).fingerprint
    let waiting = """
      {"id":40,"request":{"at_us":5,"entry_point":"url","link":"/orders/7"},"status":"received"}
      """
    let run = try rehearse(
      .init(
        at: Self.epoch, tree: "main[home*[feed] shop[catalog]]", sequence: 50, waiting: [waiting],
        suspects: [fingerprint: Int(Int32.max)]))
    #expect(run.outcome(of: run.request(40)) == "quarantined")
    #expect(run.session.state.suspects.map(\.count) == [Int(Int32.max)])
  }

  @Test func `has a clock that only rises`() throws {
    let run = try rehearse(.init(at: RouteInstant(microseconds: 1_000)))
    run.time = .microseconds(500)
    run.time = .microseconds(300)
    #expect(run.time == .microseconds(500))
    let options = RouteRequest.Options(expiresAfter: .microseconds(10))
    let note = run.session.open("/notes/mine", options: options)
    run.reply(to: note, .interceptor("signedIn", .wait(condition: "signedIn")))
    run.time = .microseconds(511)
    run.session.wake()
    #expect(run.outcome(of: note) == "expired")
  }

  @Test(arguments: [
    RehearsedSession.Beginning(at: Self.epoch, tree: "main["),
    .init(at: Self.epoch, tree: "main[home shop]", ids: [1, 2]),
    .init(at: Self.epoch, tree: "main[home shop]", ids: [1, 2, 3, 4]),
    .init(at: Self.epoch, tree: "main[home shop]", ids: [1, 2, 2]),
    .init(at: Self.epoch, tree: "main[home shop]", ids: [1, 2, .max]),
    .init(at: Self.epoch, tree: "main[home shop]", ids: [1, 2, 3], counter: .max),
    .init(at: Self.epoch, tree: "main[home shop]", waiting: ["{}"]),
    .init(at: Self.epoch, tree: "main[home shop]", waiting: ["{"]),
    .init(at: Self.epoch, counter: .max),
    .init(at: Self.epoch, tree: "main[home shop]", counter: .max),
    .init(at: Self.epoch, tree: "main[home shop]", sequence: .max),
  ])
  func `reports a wrong beginning`(beginning: RehearsedSession.Beginning) {
    #expect(throws: RehearsedSession.Mistake.self) { try rehearse(beginning) }
  }

  @Test func `reads values in the journal's notation, or reports that they are invalid`() throws {
    let target = try RouteRequest.Target(journaled: #"{"fact":"popped","id":7}"#)
    #expect(target == .fact(.popped(ScreenID(7))))
    for text in ["", "{}", "[", #"{"fact":"popped"} more"#] {
      #expect(throws: RehearsedSession.Mistake.self) { try RouteRequest.Target(journaled: text) }
      #expect(throws: RehearsedSession.Mistake.self) { try RehearsedSession.Reply(journaled: text) }
    }
  }
}
