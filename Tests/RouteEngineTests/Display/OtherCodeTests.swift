import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A display that the app's other code changes too, tested with ``FakeRenderer``.
@MainActor
struct OtherCodeTests: DisplayTests {
  let journal: TestJournal
  let renderer = FakeRenderer()
  let session: RouteSession
  let display: SceneDisplay

  init() throws {
    journal = try TestJournal(NotedFeed.table())
    session = journal.launch()
    display = session.display.attach(renderer, scene: "A1")
  }

  @Test func `a screen that cannot be presented leaves again, and requests go on`() throws {
    renderer.refused = ["login"]
    session.open("/login")
    #expect(session.notation == "main[feed]")
    #expect(renderer.picture == "main[feed*]")
    #expect(!session.display.isInTransition)
    let reasons = try journal.entries().map(\.request?.target).compactMap { target -> String? in
      if case .fact(.renderFailed(let failure))? = target { failure.reason } else { nil }
    }
    #expect(reasons == ["refused"])
    renderer.refused = []
    session.open("/login")
    #expect(renderer.picture == "main[feed*]^login")
    try requireTruth()
  }

  @Test func `an action of a screen that is opened during an edit waits for its display`() throws {
    let other = FakeRenderer()
    var pictures: [String] = []
    other.onRoot = { [session] in
      session.open("/notes")
      session.actions.perform("look") { _ in
        pictures.append(other.picture)
        return .done
      }
    }
    display.detach()
    session.display.attach(other, scene: "main")
    #expect(pictures == ["main[feed note*]"])
    try journal.requireReplays(of: session)
  }

  @Test func `a screen of the same kind from other code counts as the replaced screen`() throws {
    let (main, feed) = (try id("main"), try id("feed"))
    let strange = ScreenID(99)
    renderer.setChildren([feed, strange], of: main)
    display.stack(main, holds: [.known(feed), .strange(named: "Help")])
    let help = try id("Help")
    let before = try #require(renderer.views[help])
    renderer.setChildren([feed, strange], of: main)
    display.stack(main, holds: [.known(feed), .strange(named: "Help")])
    #expect(try id("Help") == help)
    #expect(renderer.views[main]?.children == [feed, help])
    #expect(renderer.views[help] !== before)
    try requireTruth()
  }

  @Test func `B8: an impossible screen of other code is removed from the display`() throws {
    session.open("/notes")
    let (main, feed, note) = (try id("main"), try id("feed"), try id("note"))
    let strange = ScreenID(99)
    renderer.setChildren([feed, note, strange], of: main)
    display.stack(main, holds: [.known(feed), .known(note), .strange(named: "product")])
    let outcome = try journal.entries().last { $0.kind == .decided }?.outcome
    #expect(outcome?.isImpossible == true)  // a product needs its id
    #expect(session.notation == "main[feed note]")
    #expect(renderer.views[main]?.children == [feed, note])
    #expect(renderer.picture == "main[feed note*]")
    try requireTruth()
  }

  @Test func `a stack that still holds its former screens is no user who went back`() throws {
    session.open("/login")
    let (main, feed) = (try id("main"), try id("feed"))
    renderer.onUncovering = { [display] in display.stack(main, holds: [.known(feed)]) }
    session.open("/notes")
    #expect(session.notation == "main[feed note]")
    #expect(renderer.picture == "main[feed note*]")
    #expect(try !journal.entries().contains { $0.request?.entryPoint == .hostFact })
    try requireTruth()
  }

  @Test func `a sheet of a screen that is made again is presented again`() throws {
    session.display.reconcile(with: "main/stack[feed product(id: 7)^sheet:login]")
    #expect(renderer.picture == "main[feed product^login*]")
    let (product, login) = (try id("product"), try id("login"))
    var part = try #require(session.state.tree.subtree(product))
    part.parameters = ["id": 8]
    renderer.steps = []
    session.display.reconcile(with: DisplayedScreens(part: part))
    #expect(renderer.steps.first == .dismiss(over: product))
    #expect(renderer.steps.last == .present(login, over: product, style: .sheet))
    #expect(renderer.picture == "main[feed product^login*]")
    try requireTruth()
  }
}
