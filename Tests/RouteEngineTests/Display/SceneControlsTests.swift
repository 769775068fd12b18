import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The controls of windows, to which SwiftUI's are bound.
@MainActor
struct SceneControlsTests {
  private struct Product: ScreenKind { var id: Int }

  private let journal: TestJournal
  private let session: RouteSession

  init() throws {
    let table = try RouteTable(
      tree: "main/tabs[ shop/stack*[catalog] mail/split[list/stack[inbox] detail/stack[empty]] ]"
    ) {
      DeclaredScreen(Product.self)
      DeclaredScreen("login")
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("mail", "/mail", to: [.select("mail")])
      Route("login", "/login", to: [.present("login", style: .sheet)])
    }
    journal = try TestJournal(table)
    session = journal.launch()
  }

  @Test func `a window has a scene of its own, and the system keeps its name`() throws {
    let (first, second) = (SceneControls(of: session), SceneControls(of: session))
    #expect(first.scene == nil)
    #expect(first.show(scene: "") == "main")
    let name = second.show(scene: "")
    #expect(name != "main")
    #expect(second.show(scene: "other") == name)  // only once
    #expect(session.state.tree.scenes.map(\.name) == ["main", name])
    second.open(.url("/products/7"))
    #expect(second.path(in: "shop", scene: nil).screens.map(\.name) == ["product"])
    #expect(first.path(in: "shop", scene: nil).screens == [])
    #expect(first.path(in: "shop", scene: name).screens.count == 1)
    second.selection(in: "main", scene: nil).set("mail")
    #expect(first.selection(in: "main", scene: nil).get() == "shop")
    second.close()
    #expect(session.state.tree.scenes.map(\.name) == ["main"])
    first.close()  // the last scene stays
    #expect(session.state.tree.scenes.map(\.name) == ["main"])
    #expect(first.show(scene: "main") == "main")
    #expect(second.show(scene: name) == name)
    try journal.requireReplays(of: session)
  }

  @Test func `a window that the system brings back shows the scene that it had`() {
    let second = { () -> String in
      let (first, second) = (SceneControls(of: session), SceneControls(of: session))
      _ = first.show(scene: "")
      return second.show(scene: "")
    }()
    let again = SceneControls(of: session)
    #expect(again.show(scene: second) == second)
    #expect(session.state.tree.scenes.count == 2)
  }

  @Test func `the scene of a window that the system discards closes with it`() throws {
    let (first, second) = (SceneControls(of: session), SceneControls(of: session))
    for controls in [first, second] { controls.show(scene: "") }
    second.mark("window 2")
    let scene = try #require(second.scene)
    session.display.discard("window 3", showing: scene)  // a window that showed this scene before
    #expect(session.state.tree.scenes.map(\.name) == ["main", scene])
    session.display.discard("window 2", showing: scene)
    #expect(session.state.tree.scenes.map(\.name) == ["main"])
    #expect(session.watchedScenes == ["main"])
    try journal.requireReplays(of: session)
  }

  @Test func `the session follows the phases of all windows together`() {
    let (first, second) = (SceneControls(of: session), SceneControls(of: session))
    for controls in [first, second] {
      controls.show(scene: "")
      controls.entered(.active)
    }
    #expect(session.state.tree.activeScene == second.scene)
    first.entered(.inactive)
    first.entered(.background)
    #expect(!session.isInBackground)
    second.entered(.background)
    #expect(session.isInBackground)
    first.entered(.inactive)
    #expect(session.isInBackground)
    first.entered(.active)
    #expect(!session.isInBackground)
    #expect(session.state.tree.activeScene == "main")
  }

  @Test func `an app of one window needs no scene`() {
    let controls = SceneControls(of: session)
    controls.entered(.background)
    #expect(session.isInBackground)
    controls.entered(.active)
    #expect(!session.isInBackground)
    controls.close()
    #expect(controls.open(.url("/products/7")).outcome == .shown)
  }

  @Test func `controls are read again after a change, and when a path showed too much`() {
    let controls = SceneControls(of: session)
    var reads = 0
    controls.changed = { reads += 1 }
    session.open("/products/7")
    #expect(reads > 0)
    reads = 0
    let path = controls.path(in: "shop", scene: nil)
    controls.set(path.screens, to: path)
    #expect(reads == 0)
    controls.set(path.screens + [ScreenNode(Product(id: 8), by: "nowhere")], to: path)
    #expect(reads > 0)
    reads = 0
    controls.set(.primary, to: controls.column(in: "mail", scene: nil))
    #expect(reads == 1)
    #expect(controls.column(in: "mail", scene: nil).get() == .primary)
    session.open("/mail")
    #expect(controls.column(in: "mail", scene: nil).get() == .detail)
  }

  @Test func `the sheet of a window is that of its scene`() throws {
    let (first, second) = (SceneControls(of: session), SceneControls(of: session))
    for controls in [first, second] { controls.show(scene: "") }
    second.open(.url("/login"))
    #expect(first.presented(over: "main", scene: nil, as: .sheet).screen == nil)
    let sheet = second.presented(over: "main", scene: nil, as: .sheet)
    #expect(sheet.screen?.name == "login")
    #expect(sheet.set(nil)?.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `controls that are released observe nothing, and their window is removed`() {
    do {
      let (first, second) = (SceneControls(of: session), SceneControls(of: session))
      for controls in [first, second] {
        controls.show(scene: "")
        controls.entered(.background)
      }
      _ = second.column(in: "mail", scene: nil)
    }
    #expect(session.watchedScenes.count == 2)
    session.open("/products/7")
    #expect(session.watchedScenes == [])
    #expect(SceneControls(of: session).show(scene: "") == "main")
  }
}
