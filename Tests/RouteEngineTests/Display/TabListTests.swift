import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Tabs that do not fit a tab bar: while the user sees their list, none of them is visible.
@MainActor
struct TabListTests: DisplayTests {
  let journal: TestJournal
  let renderer = FakeRenderer()
  let session: RouteSession
  let display: SceneDisplay

  init() throws {
    let table = try RouteTable(tree: "main/tabs[ home/stack*[feed] shop/stack[catalog] ]") {
      DeclaredScreen("help")
      Route("home", "/home", to: [.select("home")])
      Route("help", "/help", to: [.present("help", style: .full)])
    }
    journal = try TestJournal(table)
    session = journal.launch()
    display = session.display.attach(renderer, scene: "A1")
  }

  @Test func `a link to the selected tab brings the user back from the list of tabs`() throws {
    let (main, home) = (try id("main"), try id("home"))
    display.userListed(main)
    renderer.steps = []
    display.render()
    #expect(renderer.steps == [])
    session.open("/home")
    #expect(renderer.steps == [.select(home, in: main)])
    try requireTruth()
  }

  @Test func `a user who has left the list of tabs by hand is not brought back`() throws {
    let (main, home) = (try id("main"), try id("home"))
    display.userListed(main)
    display.userSelected(home, in: main)
    renderer.steps = []
    session.open("/home")
    #expect(renderer.steps == [])
    try requireTruth()
  }

  @Test func `a listed tab that is uncovered on the way to another one is not chosen`() throws {
    let (main, shop) = (try id("main"), try id("shop"))
    renderer.select(shop, in: main)
    display.userSelected(shop, in: main)
    session.open("/help")
    renderer.onUncovering = { [display] in display.userSelected(shop, in: main) }
    session.open("/home")
    #expect(session.notation == "main[home*[feed] shop[catalog]]")
    #expect(renderer.picture == "main[home[feed*]* shop[catalog*]]")
    try requireTruth()
  }
}
