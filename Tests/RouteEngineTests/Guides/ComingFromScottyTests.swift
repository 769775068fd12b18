import RouteEngine
import RouteTestSupport
import Testing

/// Runs the code of the guide for users of Scotty.
@MainActor
struct ComingFromScottyTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal(Scenario(), tree: "unused") }

  /// The guide's session, with a clock that the test moves and a counter of cheers.
  private func launch(_ cheers: Counter = Counter(), isReady: Bool = true) throws -> RouteSession {
    journal.launch(table: try ThreeTabs.table()) {
      ThreeTabs.contribute(to: &$0)
      $0.startsSuspended = !isReady
      $0.perform("cheer") { _ in
        cheers.count += 1
        return .done
      }
    }
  }

  private final class Counter {
    var count = 0
  }

  @Test func `S4, S5: what the app was entered with while it began runs in order on resume`()
    throws
  {
    let session = try ThreeTabs.start(at: journal.path)
    #expect(session.notation == "root[left middle right*]")
    #expect(try journal.entries().compactMap(\.route) == ["leftTab", "rightTab"])
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    ("/middleTab", "shown", "root[left middle* right]"),
    ("scheme:/rightTab", "shown", "root[left middle right*]"),
    ("/leftTab", "already shown", "root[left* middle right]"),
    ("/elsewhere", "not found", "root[left* middle right]"),
  ])
  func `S1, S2, S3: each link leads to its tab, and one that is no route nowhere`(
    link: String, outcome: String, tree: String
  ) throws {
    let session = try launch()
    let opening = session.open(link)
    #expect(opening.outcome?.description == outcome)
    #expect(opening.accepted == (outcome != "not found"))
    #expect(session.notation == tree)
    try journal.requireReplays(of: session)
  }

  @Test func `S2: a shortcut item finds its route by the identifier, or the first that there is`()
    throws
  {
    let session = try launch()
    session.open(.shortcutItem("openTab", info: ["tab": "rightTab"]))
    #expect(session.notation == "root[left middle right*]")
    session.open(.userActivity("openTab", info: ["tab": "gone"]))
    #expect(session.notation == "root[left middle* right]")
    try journal.requireReplays(of: session)
  }

  @Test func `S11: what is kept is still kept after a relaunch`() throws {
    var session: RouteSession? = try launch(isReady: false)
    #expect(session?.open("/rightTab").outcome == nil)
    session = nil
    let next = try launch(isReady: false)
    #expect(next.state.hasParkedRequests)
    next.requests.resume()
    #expect(next.notation == "root[left middle right*]")
    try journal.requireReplays(of: next)
  }

  @Test func `S12: the action runs two seconds after the decision, when its screen is ready, once`()
    throws
  {
    let cheers = Counter()
    var session: RouteSession? = try launch(cheers)
    session?.open("/leftTab")
    session?.ready()
    #expect(cheers.count == 0)
    session = nil
    let next = try launch(cheers)
    journal.clock.advance(by: 2_000_001)
    next.wake()
    #expect(cheers.count == 0, "the screen is not ready in this process")
    next.ready()
    next.ready()
    #expect(cheers.count == 1)
    try journal.requireReplays(of: next)
  }

  @Test func `S14: an outcome reads naturally in a switch`() throws {
    let session = try launch()
    #expect(ThreeTabs.words(for: session.open("/leftTab")) == "there")
    #expect(ThreeTabs.words(for: session.open("/x")) == "no route of ours: somebody else's link")
    session.requests.suspend()
    #expect(ThreeTabs.words(for: session.open("/leftTab")) == "kept until it may run")
  }
}
