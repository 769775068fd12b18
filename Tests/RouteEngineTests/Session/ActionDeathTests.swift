import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// What becomes of actions in whose handlers processes end: as often as their terms allow, and one
/// after another where a death is counted against them.
@MainActor
struct ActionDeathTests {
  /// Runs of a host, whose handlers take their time and say what was called.
  @MainActor
  private final class Host {
    private let journal: TestJournal
    private(set) var path: String
    private(set) var session: RouteSession
    private(set) var called: [String] = []
    private var doors: [ActionTests.ResultDoor] = []

    init(_ journal: TestJournal) {
      (self.journal, path) = (journal, journal.path)
      session = journal.launch(at: journal.file("before.sqlite"))
      launch()
    }

    private func launch() {
      let door = ActionTests.ResultDoor()
      doors.append(door)
      called = []
      session = journal.launch(at: path) { configuration in
        for name in ["a", "b", "c"] {
          configuration.performLater(name) { attempt async -> ActionResult in
            self.called.append("\(name) \(attempt.attempt)")
            return await door.result()
          }
        }
      }
    }

    /// Dies, and comes back on the file as it was then.
    func die(_ name: String) throws {
      path = try journal.killed(path, as: "\(name).sqlite")
      launch()
    }

    func entries() throws -> [JournalEntry] { try journal.entries(of: path) }

    /// Lets the oldest handler of this run end.
    func finish() { doors.last?.open() }

    /// Lets the handlers of all runs end.
    func leave() {
      for door in doors { while door.count > 0 { door.open() } }
    }
  }

  @Test func `the system ends a host in the background once for each attempt`() async throws {
    let policy = RetryPolicy(attempts: 2, first: 1, longest: 1)
    let host = Host(try TestJournal(Scenario.shop(ActionTemplate("a").retried(policy))))
    defer { host.leave() }
    host.session.open("/products/7")
    for attempt in 1...2 {
      #expect(await eventually { host.called == ["a \(attempt)"] })
      host.session.background()
      try host.die("\(attempt)")
    }
    #expect(host.session.state.actions.map(\.status) == [.dead])
    let last = try #require(try host.entries().last { $0.kind == .dead })
    #expect(last.reason == "its attempts are used up")
    #expect(host.session.revive(last.action ?? ActionID(0)))
    #expect(await eventually { host.called == ["a 3"] })
    host.session.background()
    try host.die("revived")
    #expect(host.session.state.actions.map(\.status) == [.dead], "revived it had one attempt")
    #expect(try Verification(of: History(path: host.path)).findings == [])
  }

  @Test func `of those that ran at a death one runs at a time, no other waits`() async throws {
    let host = Host(
      try TestJournal(
        Scenario.shop(ActionTemplate("a"), ActionTemplate("b"), ActionTemplate("c", when: .ready))))
    defer { host.leave() }
    host.session.open("/products/7")
    #expect(await eventually { host.called == ["a 1", "b 1"] })

    try host.die("once")
    host.session.ready()
    #expect(await eventually { host.called == ["a 2", "c 1"] }, "b waits for a, and c for none")
    #expect(host.session.state.actions.map(\.crashes) == [1, 1, 0])

    try host.die("twice")
    let reasons = try host.entries().filter { $0.kind == .dead }.map(\.reason)
    #expect(reasons == ["the process died in its handler twice"])
    #expect(host.session.state.actions.map(\.status) == [.dead, .started, .waiting])
    host.session.ready()
    #expect(await eventually { host.called == ["b 2"] })
    #expect(host.session.state.actions.map(\.crashes) == [2, 1, 1], "c waits for b now")
    host.finish()
    #expect(await eventually { host.called == ["b 2", "c 2"] })
    host.finish()
    #expect(await eventually { host.session.state.actions.map(\.name) == ["a"] })
    #expect(try Verification(of: History(path: host.path)).findings == [])
  }

  @Test func `how often an action died and was revived is what the journal says`() throws {
    var action = PendingAction(
      id: ActionID(3), request: RequestID(2), name: "a", parameters: [:], screen: ScreenID(1),
      key: nil)
    for transition: PendingAction.Transition in [
      .claim, .start(until: nil), .crash, .claim, .start(until: nil), .crash, .die, .revive,
    ] {
      action = try #require(try action.moved(by: transition))
    }
    #expect(action.revivedAt == 2)
    var entry = JournalEntry(
      sequence: 3, session: 1, kind: .enqueued, at: Instant(microseconds: 1), elapsed: 1)
    entry.changes = [.enqueue(action)]
    var coder = EntryCoder()
    var row = EntryRow()
    coder.encode(entry, into: &row)
    #expect(try EntryCoder.decode(row).changes == entry.changes)
  }
}
