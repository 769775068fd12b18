import RouteEngine
import RouteTestSupport
import Testing

/// A part of the library that acts on a session while the session tells it of a change.
@MainActor
struct SessionWatcherTests {
  private let journal = TestJournal(of: .gatedShop)

  private final class Watching {
    var told: [Bool] = []
    var act: () -> Void = {}
  }

  @Test func `a request that is shown while a watcher is told counts for its next call`()
    async throws
  {
    let door = Door<Answer>()
    let session = journal.launch { $0.answerLater("gate") { _ in await door.answer() } }
    let opening = session.open("/orders/7")
    #expect(await eventually { door.count == 1 })
    session.display.beginTransition()
    door.open(.allow)
    #expect(await eventually { session.codeUnderWay.isEmpty })
    let watching = Watching()
    // As a display does that has finished an animation.
    watching.act = { session.display.endTransition() }
    session.watch(for: watching) { watching, isLed in
      watching.told.append(isLed)
      watching.act()
    }
    let shop = try #require(session.state.tree.firstScreen { $0.kind == "shop" })
    session.report(.selected(shop.id))
    watching.act = {}
    #expect(opening.outcome == .shown)
    #expect(watching.told == [false, true])
    try journal.requireReplays(of: session)
  }
}
