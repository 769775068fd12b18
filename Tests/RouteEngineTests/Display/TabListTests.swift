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
      Route("home", "/home", to: [.select("home")])
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
}
