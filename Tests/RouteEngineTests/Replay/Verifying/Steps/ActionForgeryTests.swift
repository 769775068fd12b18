import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// An action that is claimed, called, retried or ended against its terms is found, although every
/// digest is recomputed.
@MainActor
struct ActionForgeryTests {
  /// The content of an entry after those of the recorded journal.
  enum Said: Sendable {
    /// Its screen becomes ready.
    case ready
    /// Its condition holds.
    case online
    /// Another person signs in.
    case stranger
    /// The action of that name makes a transition.
    case move(String, PendingAction.Transition)
    /// The action of that name fails and waits until that moment, in seconds since the shop opened.
    case retry(String, at: Int)
    /// Its handler is called with a lease until that moment, in seconds since the shop opened.
    case start(String, until: Int?)
    /// Time passes, in seconds.
    case wait(Int)
  }

  /// A displayed product that is not ready, with six actions that wait, and a closure.
  private func recorded() throws -> TestJournal {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("light", when: .ready).keyed("light", .replace),
        ActionTemplate("sync", when: .ready).waits(for: "online"),
        ActionTemplate("later", when: .ready).delayed(by: .seconds(60))
          .expires(after: .seconds(3_600)),
        ActionTemplate("first", when: .ready).inLane("uploads").leased(for: .seconds(30))
          .retried(RetryPolicy(attempts: 2, first: .seconds(10))),
        ActionTemplate("second", when: .ready).inLane("uploads")))
    let session = journal.launch {
      for name in ["light", "sync", "later", "first", "second"] {
        $0.perform(name) { _ in .done }
      }
    }
    session.signIn(as: "ann")
    session.open("/products/7")
    session.actions.perform("closure", when: .ready) { _ in .done }
    return journal
  }

  /// The findings of verification when a journal continues so, and its last sequence.
  private func verify(
    saying said: [Said]
  ) throws -> (findings: [Verification.Finding], last: Int64) {
    let journal = try recorded()
    var last: Int64 = 0
    let history = try journal.rewritten { entries in
      let actions = entries.flatMap(\.changes).reduce(into: [String: PendingAction]()) {
        if case .enqueue(let action) = $1 { $0[action.name] = action }
      }
      let opened = try #require(entries.last)
      var seconds = 0
      func add(_ kind: EntryKind, _ change: RouteChange, of action: PendingAction? = nil) {
        let span = Int64(seconds) * 1_000_000
        var entry = JournalEntry(
          sequence: Int64(entries.count) + 1, session: opened.session, kind: kind,
          at: opened.at.advanced(byMicroseconds: span), elapsed: opened.elapsed + span)
        entry.changes = [change]
        if kind == .ready { (entry.screenBefore, entry.screenAfter) = ("product", "product") }
        entry.action = action?.id
        entry.requestID = action?.request
        entries.append(entry)
      }
      func move(_ name: String, _ transition: PendingAction.Transition) throws {
        let action = try #require(actions[name])
        add(try #require(EntryKind(transition)), .advance(action.id, transition), of: action)
        let claims = entries.filter { $0.action == action.id && $0.kind == .claimed }.count
        if claims > 0 { entries[entries.count - 1].attempt = claims }
        if case .retry = transition { entries[entries.count - 1].reason = "busy" }
      }
      func moment(_ seconds: Int) -> RouteInstant {
        opened.at.advanced(byMicroseconds: Int64(seconds) * 1_000_000)
      }
      for said in said {
        switch said {
        case .ready:
          let screen = try #require(actions["light"]).screen
          add(.ready, .tree(.ready(screen, true)))
        case .online: add(.signalled, .signal(condition: "online", true))
        case .stranger: add(.principal, .principal("bob"))
        case .wait(let span): seconds += span
        case .move(let name, let transition): try move(name, transition)
        case .retry(let name, let at): try move(name, .retry(at: moment(at)))
        case .start(let name, let until): try move(name, .start(until: until.map(moment)))
        }
      }
      last = Int64(entries.count)
    }
    return (try withExtendedLifetime(journal) { try Verification(of: history).findings }, last)
  }

  /// The oldest action is done: it has its turn before all others.
  nonisolated private static let lit: [Said] = [
    .ready, .move("light", .claim), .start("light", until: nil), .move("light", .finish),
  ]

  @Test(
    arguments: [
      lit, lit + [.online, .move("sync", .claim), .start("sync", until: nil)],
      lit + [.wait(60), .move("later", .claim), .start("later", until: nil)],
      [.wait(3_601), .move("later", .expire)],
      lit + [.move("first", .claim), .start("first", until: 30)],
      lit + [
        .move("first", .claim), .start("first", until: 30), .wait(5), .retry("first", at: 15),
        .wait(10), .move("first", .claim),
      ],
      lit + [.move("first", .claim), .stranger, .move("first", .giveBack)],
      [.move("light", .cancel)], [.move("closure", .cancel)],
    ] as [[Said]])
  func `a step that an action's terms allow is no forgery`(said: [Said]) throws {
    let findings = try verify(saying: said).findings
    #expect(findings == [], "\(findings)")
  }

  @Test(
    arguments: [
      ([.move("light", .claim)], "turn"),
      ([.ready, .online, .move("sync", .claim)], "turn"),
      (lit + [.move("sync", .claim)], "turn"),
      (lit + [.wait(59), .move("later", .claim)], "turn"),
      (lit + [.wait(3_601), .move("later", .claim)], "turn"),
      (lit + [.move("second", .claim)], "turn"),
      (lit + [.move("first", .claim), .move("second", .claim)], "turn"),
      ([.ready, .stranger, .move("light", .claim)], "turn"),
      ([.ready, .move("light", .claim), .stranger, .start("light", until: nil)], "turn"),
      (lit + [.move("first", .claim), .start("first", until: nil)], "turn"),
      (lit + [.move("first", .claim), .start("first", until: 31)], "turn"),
      ([.ready, .move("light", .claim), .start("light", until: 30)], "turn"),
      (
        lit + [
          .move("first", .claim), .start("first", until: 30), .wait(5), .retry("first", at: 14),
        ], "make these changes"
      ),
      ([.wait(3_599), .move("later", .expire)], "before its time"),
      ([.wait(9_999), .move("light", .expire)], "before its time"),
      ([.move("second", .supersede)], "no key"),
      ([.move("closure", .shelve)], "closure"), ([.move("light", .shelve)], "turn"),
    ] as [([Said], String)])
  func `a step that an action's terms do not allow is found`(said: [Said], problem: String) throws {
    let (findings, last) = try verify(saying: said)
    #expect(findings.map(\.sequence) == [last], "\(findings)")
    #expect(findings.first?.problem.contains(problem) ?? false, "\(findings)")
  }

  @Test func `a superseded action without a rival is found by the entries after it`() throws {
    let (findings, last) = try verify(saying: [.move("light", .supersede), .ready])
    #expect(findings.map(\.sequence) == [last - 1], "\(findings)")
    #expect(findings.first?.problem.contains("gives way to nothing") ?? false)
  }
}
