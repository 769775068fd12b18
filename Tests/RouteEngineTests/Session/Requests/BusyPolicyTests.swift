import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// What becomes of a request that arrives while host code takes its time over another one.
@MainActor
struct BusyPolicyTests {
  typealias Door = AsyncRequestTests.Door

  private let journal = TestJournal(of: .gatedShop)

  /// Every way of hearing of an outcome, once each.
  @MainActor
  private final class Listener {
    var told: [Outcome?] = []

    init(_ opening: Opening) { Task { told.append(await opening.ended()) } }
  }

  @Test func `C25: superseded, the first ends at once, its late answer is dropped`() async throws {
    let door = Door()
    var late: Opening?
    let session = journal.launch {
      $0.whenBusy = .supersede
      $0.answerLater("gate") { asked async -> Answer in
        let answer = await door.answer()
        late = late ?? asked.open(.route("login", [:]))
        return answer
      }
    }
    let first = session.open("/orders/1")
    let told = Listener(first)
    #expect(await eventually { door.count == 1 })
    let second = session.open("/orders/2")
    #expect(first.outcome == .superseded)
    #expect(first.isRecorded)
    #expect(!first.accepted)
    #expect(await eventually { door.count == 2 })
    #expect(second.outcome == nil)
    let sequence = session.anchor.sequence
    door.open()
    #expect(await eventually { late != nil })
    #expect(late?.outcome == .superseded, "nor does it show a log-in over what came after")
    #expect(session.anchor.sequence == sequence)
    door.open()
    #expect(await second.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 2)]]"))
    #expect(told.told == [.superseded])
    let outcomes = try journal.entries().filter { $0.requestID == first.request }.map(\.outcome)
    #expect(outcomes == [nil, .superseded])
    try journal.requireReplays(of: session)
  }

  @Test func `C25: refused, the second ends with a reason, the first goes on`() async throws {
    let door = Door()
    let session = journal.launch {
      $0.whenBusy = .refuse
      $0.answerLater("gate") { _ in await door.answer() }
    }
    let first = session.open("/orders/1")
    #expect(await eventually { door.count == 1 })
    let second = session.open("/products/2", source: "n-2")
    let told = Listener(second)
    #expect(second.outcome == .denied(reason: "another request is under way"))
    #expect(second.isRecorded)
    #expect(!second.accepted)
    #expect(await second.ended() == second.outcome)
    #expect(session.report(.popped(nil)).outcome != nil, "what has happened is not refused")
    door.open()
    #expect(await first.ended() == .shown)
    #expect(session.notation.hasSuffix("[catalog order(id: 1)]]"))
    #expect(session.open("/products/2", source: "n-2").outcome == .shown, "it may come again")
    #expect(await eventually { told.told == [second.outcome] })
    try journal.requireReplays(of: session)
  }

  @Test(arguments: RouteSession.Configuration.BusyPolicy.allCases)
  func `C25: what is kept back and what repeats another one disturb nobody`(
    policy: RouteSession.Configuration.BusyPolicy
  ) async throws {
    let door = Door()
    let session = journal.launch {
      $0.whenBusy = policy
      $0.answerLater("gate") { _ in await door.answer() }
    }
    let first = session.open("/orders/1", source: "n-1")
    #expect(await eventually { door.count == 1 })
    let again = session.open("/orders/1", source: "n-1")
    #expect(policy == .queue || again.outcome?.word == "duplicate")
    session.suspend()
    let kept = session.open("/products/2")
    #expect(kept.outcome == nil)
    #expect(first.outcome == nil)
    door.open()
    #expect(await first.ended() == .shown)
    #expect(again.outcome == .duplicate(of: try #require(first.request)))
    #expect(kept.outcome == nil)
    session.resume()
    #expect(kept.outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `of several that arrive together the newest supersedes the others`() async throws {
    let door = Door()
    let session = journal.launch {
      $0.whenBusy = .supersede
      $0.answerLater("gate") { _ in await door.answer() }
    }
    var openings: [Opening] = []
    session.onChange = { session in
      session.onChange = nil
      openings = (2...4).map { session.open("/orders/\($0)") }
    }
    #expect(session.open("/orders/1").outcome == .superseded)
    #expect(openings.map(\.outcome) == [.superseded, .superseded, nil])
    #expect(await eventually { door.count == 1 }, "nobody else is asked")
    door.open()
    #expect(await openings[2].ended() == .shown)
    try journal.requireReplays(of: session)
  }
}
