import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A divergence has everything that is needed to act on it, and each decision is reported once.
@MainActor
struct DivergenceTests {
  private let shop = Scenario.shop()

  private func recorded(
    configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws -> TestJournal {
    let journal = try TestJournal(shop)
    let session = journal.launch(configure: configure)
    session.openAll("/products/1", "/nowhere")
    try journal.requireReplays(of: session)
    return journal
  }

  private func table(_ change: (inout Route) -> Void) throws -> RouteTable {
    var route = shop.routes[0]
    change(&route)
    return try RouteTable(
      RouteTableDefinition(tree: Scenario.tree, screens: shop.screens, routes: [route]))
  }

  private func told(_ definition: Divergence.Definition) -> [String] {
    guard case .changed(let changes) = definition else { return ["\(definition)"] }
    return changes.map { "\($0.kind) \($0.name) \($0.change)" }
  }

  @Test func `a decision with another destination is one divergence, the first of it`() throws {
    let journal = try recorded()
    let other = try table {
      $0.version = 2
      $0.destination = Destination([Step(.select, "home"), Step(.push, "product")])
    }
    let rerun = try Rerun(of: History(path: journal.path), with: other)
    let found = try #require(rerun.divergences.first)
    #expect(rerun.divergences.count == 1)
    #expect(rerun.differing == 1)
    #expect(found.differences.map(\.kind) == [.route, .changes])
    #expect(found.kind == .route)
    #expect(found.recorded == "product version 1")
    #expect(found.replayed == "product version 2")
    #expect(found.sequence == 2)
    #expect(found.session == 1)
    #expect(found.link == "/products/1")
    #expect(told(found.definition) == ["route product version(1, 2)"])
    #expect(found.definition.explains == true)
    let part = try #require(found.treePart)
    #expect(part.place == ["main", "home"])
    #expect(part.recorded == nil)
    #expect(part.replayed == "product(id: 1)")
  }

  @Test func `an unchanged definition explains nothing`() throws {
    let journal = try recorded()
    let history = try journal.forged(
      "UPDATE journal SET scene = 'other', reason = NULL WHERE sequence = 3")
    let own = try #require(try Rerun(of: history).divergences.first)
    #expect(own.definition == .recorded)
    #expect(own.definition.explains == false)
    #expect(own.treePart == nil)
    let same = try Rerun(of: history, with: journal.table).divergences
    #expect(same.map(\.definition) == [.same])
  }

  @Test func `a table that differs elsewhere is distinguished from a missing one`() throws {
    let journal = try recorded()
    let without = try RouteTable(RouteTableDefinition(tree: Scenario.tree, screens: shop.screens))
    let elsewhere = try #require(
      try Rerun(
        of: journal.forged("UPDATE journal SET scene = 'other' WHERE sequence = 3"), with: without
      ).divergences.last)
    #expect(elsewhere.definition == .changedElsewhere)
    #expect(elsewhere.definition.explains == false)
    let path = try journal.killed(as: "untabled.sqlite")
    try execute("DELETE FROM route_table", on: path)
    let unknown = try Rerun(of: History(path: path), with: without).divergences
    #expect(unknown.map(\.definition) == [.unknown])
    #expect(unknown.first?.definition.explains == nil)
  }

  @Test func `a recorded table that cannot be built fails where a decision needs it`() throws {
    let journal = try recorded()
    let broken = "UPDATE route_table SET json = '{}'"
    let history = try journal.forged(broken)
    #expect {
      try Rerun(of: history)
    } throws: { error in
      guard case .tableBroken? = error as? Rerun.Failure else { return false }
      return "\(error)".contains("cannot be built by this version")
    }
    let given = try Rerun(of: history, with: journal.table)
    #expect(given.isIdentical && given.requests > 0)
    let idle = try TestJournal(shop)
    idle.launch().ready()
    #expect(try Rerun(of: idle.forged(broken)).isIdentical)
  }

  @Test func `a session's own limits hold when its requests are decided again`() throws {
    let journal = try TestJournal(.askingShop)
    let session = journal.launch {
      $0.limits.redirects = 1
      $0.limits.depth = 40
      $0.answer("gate") { asked in .redirect(.link(Self.next(asked))) }
    }
    #expect(session.open("/products/1").outcome?.reason?.hasPrefix("more than 1 redirects") == true)
    #expect(try journal.entries()[0].notes["limits"] == .string("depth=40 redirects=1"))
    try journal.requireReplays(of: session)
    let history = try History(path: journal.path)
    #expect(try !Rerun(of: history, limits: .standard).isIdentical)
  }

  private static func next(_ asked: Prompt) -> RouteLink {
    guard case .int(let id)? = asked.value(of: "id"),
      let link = try? RouteLink("/products/\(id + 1)")
    else { preconditionFailure("the pattern has an id") }
    return link
  }

  @Test func `a session with the standard limits says nothing of them`() throws {
    #expect(try recorded().entries()[0].notes["limits"] == nil)
  }

  @Test func `unknown and malformed limits are ignored`() {
    var wanted = RouteLimits.standard
    wanted.depth = 1
    func read(_ limits: ParameterValue) -> JournalEntry {
      var entry = JournalEntry(
        sequence: 1, session: 1, kind: .began, at: RouteInstant(microseconds: 0), elapsed: 0)
      entry.notes = ["limits": limits]
      return entry
    }
    let words = ParameterValue.string("depth=-4 wishes=3 steps redirects=x")
    #expect(read(words).limits == wanted)
    #expect(read(words).notes == ["limits": words], "they are kept as they are")
    #expect(read(.int(3)).limits == .standard)
  }

  @Test func `more requests than a session's own limits allow are no forgery`() throws {
    let journal = try TestJournal(shop)
    let session = journal.launch {
      $0.limits.queuedRequests = 2
      $0.limits.waitingRequests = 1
    }
    var isFirst = true
    session.onChange = { session in
      guard isFirst else { return }
      isFirst = false
      for id in 2...5 { session.open("/products/\(id)") }
    }
    session.open("/products/1")
    session.onChange = nil
    journal.clock.advance(by: 5)
    session.open("/products/9")
    session.requests.suspend()
    for id in 6...7 { session.open("/products/\(id)") }
    let outcomes = try journal.entries().compactMap(\.outcome?.reason)
    #expect(
      outcomes == [
        "too many requests are queued", "too many requests are queued",
        "too many requests wait already",
      ])
    try journal.requireReplays(of: session)
  }
}
