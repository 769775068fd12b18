import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// Journals that nobody wrote, restored by a session: states that hold together and leave no room.
@MainActor
struct ForgedBeginningTests {
  let shop = Scenario(
    screens: [.product],
    routes: [
      .product.performs("a", when: .ready)
    ])

  /// A journal that was pruned to one checkpoint with that state.
  private func pruned(
    _ journal: TestJournal, to change: (RouteState) throws -> RouteState
  ) throws -> (path: String, head: Int64) {
    let lived: RouteState
    do {
      let session = journal.launch()
      session.open("/products/1")
      lived = session.state
    }
    let anchor = try History(path: journal.path).head()
    let state = try change(lived)
    let text = String(decoding: StateCoding.encode(state), as: UTF8.self)
    try execute(
      """
      DELETE FROM journal;
      DELETE FROM checkpoint;
      INSERT INTO base VALUES (\(anchor.sequence), x'\(anchor.digest)');
      INSERT INTO checkpoint (sequence, format, bytes, state, state_digest)
        VALUES (\(anchor.sequence), 1, \(text.utf8.count), '\(text)', \
        \(Int64(bitPattern: state.digest)))
      """, on: journal.path)
    return (journal.path, anchor.sequence)
  }

  @Test(arguments: [
    RouteSession.Configuration.Beginning.restored, .clean, .continued,
  ])
  func `a counter that leaves no room for another screen is told and does not trap`(
    beginning: RouteSession.Configuration.Beginning
  ) throws {
    let journal = try TestJournal(shop)
    _ = try pruned(journal) { state in
      let text = String(decoding: StateCoding.encode(state), as: UTF8.self)
      let counter = "\"counter\":\(state.counter)"
      let parts = text.split(separator: counter, maxSplits: 1)
      #expect(parts.count == 2)
      let forged = "\(parts[0])\"counter\":\(UInt64(1) << 62)\(parts[1])"
      return try StateCoding.decode(Array(forged.utf8))
    }
    let session = journal.launch { $0.beginning = beginning }
    #expect(session.health.description.contains("screen ids"))
    #expect(session.open("/products/2").outcome == .shown)
  }

  @Test func `an action that a file has under the next one's id stops nobody`() throws {
    let journal = try TestJournal(shop)
    // began, restored, the file's action shelved, decided, enqueued follow the four there are
    let future = Int64(9)
    let (_, head) = try pruned(journal) { state in
      var state = state
      let screen = try #require(state.tree.visibleLeaf())
      try state.apply(
        .enqueue(
          PendingAction(
            id: ActionID(future), request: RequestID(2), name: "forged", parameters: [:],
            screen: screen.id, key: nil, terms: ActionTerms(when: .ready))))
      return state
    }
    #expect(head + 5 == future)
    let session = journal.launch()
    #expect(session.health == .recording)
    #expect(session.open("/products/2").outcome == .shown)
    #expect(session.state.action(ActionID(future))?.name == "forged")
    #expect(session.state.actions.map(\.name) == ["a", "forged"])
    #expect(session.open("/products/3").outcome == .shown)
    #expect(session.state.actions.map(\.name) == ["a", "forged", "a"])
    #expect(session.health == .recording)
  }
}
