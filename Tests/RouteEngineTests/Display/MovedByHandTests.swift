import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Gestures that take time and may be cancelled: a back swipe, a sheet that is pulled down.
@MainActor
struct MovedByHandTests: DisplayTests {
  let journal: TestJournal
  let renderer = FakeRenderer()
  let session: RouteSession
  let display: SceneDisplay

  init() throws {
    journal = try TestJournal(NotedFeed.table())
    session = journal.launch()
    display = session.display.attach(renderer, scene: "A1")
  }

  @Test func `C29: a request waits for the end of a swipe that ends where it began`() throws {
    session.open("/notes")
    let note = try id("note")
    let swiped = display.userMoves()
    let opening = session.open("/login")
    #expect(opening.outcome == nil)
    #expect(renderer.picture == "main[feed note*]")
    swiped()
    #expect(opening.outcome == .shown)
    #expect(renderer.picture == "main[feed note*]^login")
    #expect(session.state.tree[note] != nil)
    try requireTruth()
  }

  @Test func `C29: a request waits for a swipe's end, and is shown over what is left`() throws {
    session.open("/notes")
    let (main, feed) = (try id("main"), try id("feed"))
    let swiped = display.userMoves()
    let opening = session.open("/login")
    renderer.setChildren([feed], of: main)
    display.stack(main, holds: [.known(feed)])
    #expect(session.notation == "main[feed]")
    #expect(session.state.tree[feed]?.isReady == false)
    #expect(opening.outcome == nil)
    swiped()
    #expect(opening.outcome == .shown)
    #expect(renderer.picture == "main[feed*]^login")
    try requireTruth()
  }

  @Test func `a screen that the user moved is ready at the end, which is reported once`() throws {
    session.open("/login")
    let (main, feed, login) = (try id("main"), try id("feed"), try id("login"))
    let (first, second) = (display.userMoves(), display.userMoves())
    renderer.swipeAway(over: main)
    display.userDismissed(login)
    first()
    first()
    #expect(session.display.isInTransition)
    #expect(session.state.tree[feed]?.isReady == false)
    second()
    #expect(!session.display.isInTransition)
    #expect(session.state.tree[feed]?.isReady == true)
    try requireTruth()
  }

  @Test func `a window that closes during a gesture leaves nothing waiting`() throws {
    let swiped = display.userMoves()
    let opening = session.open("/login")
    display.detach()
    #expect(opening.outcome == .shown)
    session.display.beginTransition()
    swiped()
    #expect(session.display.isInTransition)
    display.userMoves()()
    #expect(session.display.isInTransition)
    session.display.endTransition()
    try journal.requireReplays(of: session)
  }
}
