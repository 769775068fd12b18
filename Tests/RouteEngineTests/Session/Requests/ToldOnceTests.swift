import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Every way to open something, and everybody who asks how it ended.
@MainActor
struct ToldOnceTests {
  let shop = Scenario.gatedShop

  /// Two who wait for the end of one request, and what each was told.
  @MainActor
  private final class Listeners {
    let style: String
    let opening: Opening
    private(set) var told: [Outcome?] = []

    init(_ style: String, _ opening: Opening) {
      (self.style, self.opening) = (style, opening)
      for _ in 1...2 { Task { told.append(await opening.ended()) } }
    }
  }

  @MainActor
  private final class Audience {
    var all: [Listeners] = []

    @discardableResult
    func hear(_ style: String, _ opening: Opening) -> Opening {
      all.append(Listeners(style, opening))
      return opening
    }
  }

  @Test(arguments: RouteSession.Configuration.BusyPolicy.allCases)
  func `C25: whatever the style and the policy, each is told the journal's outcome, once`(
    policy: RouteSession.Configuration.BusyPolicy
  ) async throws {
    let journal = try TestJournal(shop)
    let door = AsyncRequestTests.Door()
    let audience = Audience()
    let session = journal.launch {
      $0.whenBusy = policy
      $0.launchLink = "/orders/1"
      $0.answerLater("gate") { asked in
        audience.hear("asked", asked.open(.route("login", [:])))
        return await door.answer()
      }
    }
    audience.hear("launch", try #require(session.launchOpening))
    #expect(await eventually { door.count == 1 })
    audience.hear("fact", session.report(.dismissed(nil)))
    audience.hear("link", session.open("/orders/2"))
    audience.hear("route", session.open(.route("product", ["id": 3]), from: .programmatic))
    try DropBox(ofJournal: journal.path).leave("/products/4", clock: journal.clock.sessionClock)
    for opening in session.ingest() { audience.hear("box", opening) }
    audience.hear("none", session.open("no link"))
    while !session.state.waiting.isEmpty {
      #expect(await eventually { door.count > 0 || session.state.waiting.isEmpty })
      if door.count > 0 { door.open() }
      #expect(await eventually { door.count > 0 || session.state.waiting.isEmpty })
    }
    while door.count > 0 { door.open() }  // whose answers nobody waits for

    #expect(await eventually { audience.all.allSatisfy { $0.told.count == 2 } })
    for listeners in audience.all {
      let outcome = try #require(listeners.opening.outcome)
      #expect(listeners.told == [outcome, outcome], "\(listeners.style)")
      #expect(await listeners.opening.ended() == outcome, "\(listeners.style)")
      let written = try journal.entries().filter { $0.requestID == listeners.opening.request }
      #expect(written.compactMap(\.outcome) == [outcome], "\(listeners.style)")
    }
    let words = audience.all.map { "\($0.style) \($0.opening.outcome?.word ?? "waits")" }
    let ends =
      switch policy {
      case .queue: ["asked shown", "launch shown", "link shown", "route shown"]
      case .supersede: ["launch superseded", "link superseded", "route shown"]
      case .refuse: ["launch shown", "link denied", "route denied"]
      }
    let always = ["asked shown", "box shown", "fact shown", "none failed"]
    #expect(words.sorted() == (always + ends).sorted())
    try journal.requireReplays(of: session)
  }
}
