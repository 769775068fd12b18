import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Windows with separate life cycles: each shows a scene, and the session is in the background when
/// the last window is.
@MainActor
struct WindowTests {
  private let journal: TestJournal
  private let session: RouteSession

  init() throws {
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("note")
      Route("note", "/notes", to: [.push("note")])
    }
    journal = try TestJournal(table)
    session = journal.launch()
  }

  private func window(_ name: String) -> SceneDisplay {
    session.display.attach(FakeRenderer(), scene: name)
  }

  private func entries(_ kind: EntryKind) throws -> Int {
    try journal.entries().count { $0.kind == kind }
  }

  @Test func `one window that leaves puts nothing in the background, the last one does`() throws {
    let (first, second) = (window("A"), window("B"))
    for window in [first, second] { window.foreground() }
    #expect(try entries(.foreground) == 0)
    first.background()
    #expect(!session.isInBackground)
    second.background()
    second.background()
    #expect(session.isInBackground)
    #expect(try entries(.background) == 1)
    second.foreground()
    first.foreground()
    #expect(!session.isInBackground)
    #expect(try entries(.foreground) == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a window that closes leaves the session in the phase of the others`() throws {
    let (first, second) = (window("A"), window("B"))
    first.background()
    #expect(session.isInBackground)
    second.foreground()
    #expect(!session.isInBackground)
    second.detach()
    #expect(session.isInBackground)
    first.foreground()
    first.detach()
    #expect(!session.isInBackground)
    first.background()
    #expect(!session.isInBackground)
  }

  @Test func `a window without phases does not keep the others from the background`() {
    let (first, _) = (window("A"), window("B"))
    first.foreground()
    first.background()
    #expect(session.isInBackground)
  }

  @Test func `each window has a scene of its own, which closes with the window`() throws {
    let (first, second) = (window("A"), window("B"))
    #expect([first.scene, second.scene] == ["main", "B"])
    #expect(session.notation == "main: main[feed] | B: main[feed]")
    second.activate()
    #expect(session.state.tree.activeScene == "B")
    #expect(session.display.close(scene: "B") == nil)
    second.close()
    #expect(session.notation == "main[feed]")
    #expect(session.state.tree.activeScene == "main")
    #expect(session.display.close(scene: "B") == nil)
    first.close()
    #expect(session.notation == "main[feed]")
    try journal.requireReplays(of: session)
  }

  @Test func `a window's links and activities are opened in its scene`() throws {
    let (first, second) = (window("A"), window("B"))
    #expect(second.open(.url("/notes")).outcome == .shown)
    #expect(session.notation == "main: main[feed] | B!: main[feed note]")
    #expect(first.open(.url("/nowhere")).accepted == false)
    try journal.requireReplays(of: session)
  }

  @Test func `a scene whose window was removed is closed by its name`() throws {
    let second = {
      _ = window("A"); return window("B")
    }()
    second.detach()
    #expect(session.display.close(scene: "B")?.outcome == .shown)
    #expect(session.notation == "main[feed]")
    try journal.requireReplays(of: session)
  }

  @Test func `a window that was removed reports no failed screen`() throws {
    let first = window("A")
    first.open(.url("/notes"))
    let note = try #require(session.display.node(named: "note"))
    first.detach()
    first.failed(RenderingMistake(note, because: "refused"))
    #expect(session.notation == "main[feed note]")
    try journal.requireReplays(of: session)
  }

  @Test func `the screen of a window that was removed is no longer ready`() throws {
    let first = window("A")
    let feed = try #require(session.state.tree.visibleLeaf()?.id)
    #expect(session.state.tree[feed]?.isReady == true)
    first.detach()
    #expect(session.state.tree[feed]?.isReady == false)
    _ = window("A")
    #expect(session.state.tree[feed]?.isReady == true)
    session.open("/notes")
    #expect(session.state.tree[feed]?.isReady == false)
    try journal.requireReplays(of: session)
  }
}
