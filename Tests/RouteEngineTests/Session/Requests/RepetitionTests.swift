import CRouteSQLite
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The same source id takes effect once, and whoever asks again learns what became of it.
@MainActor
struct RepetitionTests {
  let shop = Scenario.gatedShop
  private let journal: TestJournal

  init() { journal = TestJournal(of: shop) }

  @Test(arguments: [
    ("/products/7", Outcome.shown), ("/nowhere", .notFound),
    ("/orders/7", .denied(reason: "closed")), ("/products/x", .notFound),
  ])
  func `fault 26: a repetition is taken if the first was, also after a relaunch`(
    link: String, outcome: Outcome
  ) throws {
    func launch() -> RouteSession {
      journal.launch { $0.answer("gate") { _ in .deny(reason: "closed") } }
    }
    var request: RequestID?
    do {
      let session = launch()
      let first = session.open(link, source: "n-1")
      request = first.request
      #expect(first.outcome == outcome)
      #expect(first.accepted == outcome.isSuccess)
      #expect(first.repeated == nil)
    }
    let session = launch()
    let again = session.open(link, source: "n-1")
    #expect(again.outcome == .duplicate(of: try #require(request)))
    #expect(again.repeated == outcome)
    #expect(again.accepted == outcome.isSuccess)
    try journal.requireReplays(of: session)
  }

  @Test func `a repetition of one that waited learns its end, reason and all`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.open("/orders/1", source: "n-1")
    let early = session.open("/orders/1", source: "n-1")
    #expect(early.repeated == nil)
    #expect(early.accepted, "the first waits")
    session.giveUp("open", reason: "cancelled")
    let late = session.open("/orders/1", source: "n-1")
    #expect(late.repeated == .denied(reason: "cancelled"))
    #expect(!late.accepted)
    try journal.requireReplays(of: session)
  }

  @Test func `what a clean beginning dropped has taken no effect, may be asked again`() throws {
    do {
      let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
      session.open("/orders/1", source: "n-1")
    }
    let session = journal.launch {
      $0.beginning = .clean
      $0.answer("gate") { _ in .allow }
    }
    #expect(session.open("/orders/1", source: "n-1").outcome == .shown)
    #expect(session.open("/orders/1", source: "n-1").repeated == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a source's id that cannot be looked up lets nothing take effect`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    let first = try #require(session.open("/products/7", source: "n-1").request)
    session.open("/products/8")
    let before = session.state.tree
    let handle = unsafe session.recorder.journal.connection.handle
    unsafe sqlite3_progress_handler(handle, 1, { _ in 1 }, nil)
    let again = session.open("/products/7", source: "n-1")
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    #expect(again.outcome?.word == "failed")
    #expect(again.outcome?.reason?.contains("source") == true)
    #expect(session.state.tree == before)
    #expect(session.health.problem != nil)
    journal.clock.advance(by: 60_000_000)
    #expect(session.open("/products/7", source: "n-1").outcome == .duplicate(of: first))
    #expect(session.health == .recording)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link within the host's time is the same delivery`() throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answer("gate") { _ in .allow }
    }
    let first = session.open(.universalLink("/orders/1"))
    journal.clock.advance(by: 900_000)
    let again = session.open(.universalLink("/orders/1"))
    #expect(again.outcome == .duplicate(of: try #require(first.request)))
    #expect(again.repeated == .shown && again.accepted)
    let others = [
      session.open(.url("/orders/1")), session.open(.universalLink("/orders/2")),
      session.open(.universalLink("/orders/1", source: "n-1")),
    ]
    for other in others { #expect(other.outcome?.isSuccess == true && other.repeated == nil) }
    journal.clock.advance(by: 200_000)
    #expect(session.open(.universalLink("/orders/1")).repeated == nil)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link into another scene is another delivery`() throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answer("gate") { _ in .allow }
    }
    let root = try TreeNotation("main/tabs[home/stack*[feed] shop/stack[catalog]]").scenes[0].root
    session.reconcile(with: DisplayedScreens(scenes: [SceneSubtree(name: "second", root: root)]))
    func open(_ scene: String?) -> Opening {
      session.open("/orders/1", from: .userActivity, options: .init(scene: scene))
    }
    let first = open("main")
    #expect(first.outcome == .shown)
    #expect(open("second").outcome == .shown)
    #expect(open("main").outcome == .duplicate(of: try #require(first.request)))
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link is another one unless the host says otherwise`() throws {
    let session = journal.launch { $0.answer("gate") { _ in .allow } }
    #expect(session.open(.universalLink("/orders/1")).outcome == .shown)
    #expect(session.open(.universalLink("/orders/1")).outcome == .alreadyShown)
    #expect(session.open(.universalLink("/orders/1", source: "n-1")).repeated == nil)
    #expect(session.open(.universalLink("/orders/1", source: "n-1")).repeated == .alreadyShown)
    try journal.requireReplays(of: session)
  }

  @Test func `an equal link that waits its turn with the first is one with it`() async throws {
    let session = journal.launch {
      $0.equalLinksWithin = .seconds(1)
      $0.answerLater("gate") { _ in
        await Task.yield()
        return .allow
      }
    }
    let openings = (0..<3).map { _ in session.open(.universalLink("/orders/1")) }
    #expect(await eventually { openings.allSatisfy { $0.outcome != nil } })
    let id = try #require(openings[0].request)
    #expect(openings.map(\.outcome) == [.shown, .duplicate(of: id), .duplicate(of: id)])
    try journal.requireReplays(of: session)
  }
}
