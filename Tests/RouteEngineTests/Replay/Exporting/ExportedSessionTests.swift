import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A recorded session, in the form in which a test repeats it.
@MainActor
struct ExportedSessionTests {
  private static let routes = [
    Route("order", "/orders/:id", to: .inShop("order")).asks("signedIn")
  ]
  private let journal: TestJournal

  /// Records an order that waits until somebody signs in, whose condition stays; then another table
  /// is adopted.
  init() throws {
    journal = try TestJournal(Scenario(screens: [.order], routes: Self.routes))
    let session = journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    session.open("/orders/1")
    session.signal("signedIn", principal: "ann")
    session.ready()
    session.signIn(as: "bob")
    session.stable()
    session.report(.popped(nil))
    let other = Scenario(screens: [.order, ScreenDeclaration("login")], routes: Self.routes)
    session.adopt(try RouteTable(other.definition(tree: Scenario.tree)))
  }

  private func exported(through last: Int64 = .max) throws -> ExportedSession {
    let history = try History(path: journal.path)
    return try ExportedSession(
      try #require(history.sessions().first), of: history, through: last)
  }

  /// The entry that adopts the other table.
  private func adoption() throws -> Int64 { try History(path: journal.path).head().sequence }

  @Test func `it has a step for each input, and the recorded result`() throws {
    let session = try exported(through: adoption() - 1)
    let words = session.steps.map { step in
      switch step.act {
      case nil: "launch"
      case .open(_, let request): request.target.summary
      case .reply(_, let answers): "\(answers.count) answer"
      case .input(.signalled(let condition, let principal)):
        "\(condition) by \(principal ?? "")"
      case .input(.ready): "ready \(step.place?.words ?? "")"
      case .input(.signedIn(let principal)): principal
      default: "another"
      }
    }
    #expect(
      words == [
        "launch", "/orders/1", "1 answer", "signedIn by ann", "1 answer", "ready order(id: 1)",
        "bob", "back",
      ])
    #expect(try ExportTrial.difference(in: session) == nil)
  }

  @Test func `one that is cut within a step continues to its end`() throws {
    let journal = try TestJournal(Scenario.shop())
    let session = journal.launch()
    session.open("/nowhere")
    session.requests.suspend()
    session.openAll("/products/1", "/products/2")
    session.requests.resume(.execute)
    session.open("/nowhere")
    let history = try History(path: journal.path)
    let row = try #require(history.sessions().first)
    let end = try history.head().sequence - 1
    var resumed = end
    try history.forEachEntry { if $0.kind == EntryKind.resumed.rawValue { resumed = $0.sequence } }
    #expect(resumed < end)
    for last in resumed...end {
      let exported = try ExportedSession(row, of: history, through: last)
      #expect(exported.anchor.sequence == end && exported.steps.count == 6)
      #expect(exported.notes.count == (last < end ? 1 : 0), "\(exported.notes)")
      #expect(try ExportTrial.difference(in: exported) == nil)
    }
  }

  @Test func `an entry that it cannot hold is a failure that says where to stop`() throws {
    let adoption = try adoption()
    let failure = try #require(throws: ExportedSession.Failure.self) { try exported() }
    guard case .adoption(1, adoption) = failure else { throw failure }
    #expect(failure.description.contains("entry \(adoption) of session 1"))
    let early = try #require(throws: ExportedSession.Failure.self) { try exported(through: 0) }
    #expect(early.description == "session 1 begins after entry 0")
  }
}
