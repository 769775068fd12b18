import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Runs the code of the guide for users of RouteComposer.
@MainActor
struct ComingFromRouteComposerTests {
  private let journal: TestJournal
  private let tracked = Tracked()

  private final class Tracked {
    var ids: [ParameterValue?] = []
  }

  init() throws { journal = try TestJournal(Scenario(), tree: "unused") }

  private func launch(
    steps: [Destination.Step]? = nil, principal: String? = "user-1", at path: String? = nil
  ) throws -> RouteSession {
    var definition = try ProductScreens.table().definition
    if let steps, let place = definition.routes.firstIndex(where: { $0.identifier == "product" }) {
      definition.routes[place].destination.steps = steps
    }
    let session = journal.launch(at: path, table: try RouteTable(definition)) {
      ProductScreens.contribute(to: &$0) { tracked.ids.append($0) }
    }
    if let principal { session.signIn(as: principal) }
    return session
  }

  private func shown(over tree: String) -> String {
    "main[shop*[products] account[profile]]\(tree)"
  }

  @Test func `C1, C20: a tapped cell builds the product in a box, and is tracked after arrival`()
    async throws
  {
    let session = try launch()
    #expect(await ProductScreens.tap(7, in: session).ended() == .shown)
    #expect(session.notation == shown(over: "^box[product(id: 7)]"))
    #expect(tracked.ids == [7])
    try journal.requireReplays(of: session)
  }

  @Test func `C2: the product that is there is found, another one gets a box of its own`()
    async throws
  {
    let session = try launch()
    for _ in 1...2 { _ = await ProductScreens.tap(7, in: session).ended() }
    #expect(session.notation == shown(over: "^box[product(id: 7)]"))
    _ = await ProductScreens.tap(8, in: session).ended()
    #expect(session.notation == shown(over: "^box[product(id: 7)]^box[product(id: 8)]"))
    _ = await ProductScreens.tap(7, in: session).ended()
    #expect(session.notation == shown(over: "^box[product(id: 7)]"))
    try journal.requireReplays(of: session)
  }

  @Test func `C16: nothing changes before the log-in, which is shown once`() async throws {
    let session = try launch(principal: nil)
    let first = session.open("/products/7")
    #expect(await eventually { session.state.hasParkedRequests })
    let second = session.open("/products/8")
    #expect(await eventually { session.state.waiting.count { $0.status != .received } == 2 })
    #expect(session.notation == shown(over: "^sheet:login"))
    #expect(tracked.ids == [])
    ProductScreens.signedIn(in: session)
    #expect(await first.ended() == .shown)
    #expect(await second.ended() == .shown)
    #expect(session.notation == shown(over: "^box[product(id: 7)]^box[product(id: 8)]"))
    #expect(tracked.ids == [7, 8])
    try journal.requireReplays(of: session)
  }

  @Test func `C16, B4: the log-in and what waits for it survive the process`() async throws {
    let killed = try launch(principal: nil)
    killed.open("/products/7")
    #expect(await eventually { killed.state.hasParkedRequests })
    let copy = try journal.killed(as: "killed.sqlite")
    let session = try launch(principal: nil, at: copy)
    #expect(session.notation == shown(over: "^sheet:login"))
    #expect(session.state.hasParkedRequests)
    ProductScreens.signedIn(in: session)
    #expect(await eventually { session.notation == shown(over: "^box[product(id: 7)]") })
    #expect(tracked.ids == [7])
    let history = try History(path: copy)
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history).divergences == [])
  }

  @Test func `C16: a log-in that is given up ends the request, and no product is shown`()
    async throws
  {
    let session = try launch(principal: nil)
    let opening = session.open("/products/7")
    #expect(await eventually { session.state.hasParkedRequests })
    ProductScreens.cancelled(in: session)
    #expect(await opening.ended() == .denied(reason: "cancelled"))
    #expect(session.notation == shown(over: ""))
    try journal.requireReplays(of: session)
  }

  @Test func `C18: a link that cannot be followed is refused first, and opened elsewhere`() throws {
    let session = try launch(principal: nil)
    var elsewhere: [String] = []
    for link in ["/products/seven", "/nothing", "/products/7"] {
      ProductScreens.open(link, in: session) { elsewhere.append($0) }
    }
    #expect(elsewhere == ["/products/seven", "/nothing"])
    #expect(session.notation == shown(over: ""), "nobody was asked to log in yet")
  }

  @Test
  func `C3, C21: into the box on display, else into a new one; the one that is there changes`()
    async throws
  {
    let session = try launch(steps: ProductScreens.productAnywhere)
    _ = await ProductScreens.tap(7, in: session).ended()
    #expect(session.notation == shown(over: "^box[product(id: 7)]"))
    _ = await ProductScreens.tap(8, in: session).ended()
    #expect(session.notation == shown(over: "^box[product(id: 8)]"))
    try journal.requireReplays(of: session)
  }
}
