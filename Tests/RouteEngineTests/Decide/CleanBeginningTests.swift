import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// The work and waiting requests that a launch without restoring ends, each with an entry of its
/// own.
@MainActor
struct CleanBeginningTests {
  private let shop = Scenario(
    screens: [.product],
    routes: [
      Route("product", "/products/:id", to: [.push("product")]).performs("a", when: .arrival),
      Route("gated", "/gated/:id", to: [.push("product")]).asks("gate"),
    ], answers: ["gate": .wait(condition: "open")])
  private let why = "the session began clean"

  /// Records a journal with an action without a handler and a request that waits.
  private func left() throws -> (journal: TestJournal, request: RequestID, action: ActionID) {
    let journal = try TestJournal(shop)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "open") } }
    session.open("/products/1")
    let request = try #require(session.open("/gated/2", source: "mail-1").request)
    return (journal, request, try #require(session.state.actions.first).id)
  }

  @Test func `records in the journal everything that it ends`() throws {
    let (journal, request, action) = try left()
    let session = journal.launch { $0.beginning = .clean }
    #expect(session.state.actions.isEmpty && session.state.waiting.isEmpty)
    let entries = try journal.entries().suffix(3)
    #expect(entries.map(\.kind) == [.began, .decided, .cancelled])
    let (ended, cancelled) = (entries[entries.endIndex - 2], entries[entries.endIndex - 1])
    #expect(ended.requestID == request)
    #expect(ended.outcome == .denied(reason: why))
    #expect(cancelled.action == action)
    #expect(cancelled.reason == why)
    try journal.requireReplays(of: session)
    // A dropped request took no effect, so the same id may come again.
    #expect(session.open("/gated/2", source: "mail-1").outcome != .duplicate(of: request))
  }

  @Test func `on another device does so too`() throws {
    let (journal, _, _) = try left()
    let session = journal.launch { $0.device = "another" }
    #expect(try journal.kinds().suffix(3) == ["began", "decided", "cancelled"])
    try journal.requireReplays(of: session)
  }

  @Test func `ends an action in whose handler the process died`() throws {
    let journal = try TestJournal(shop)
    var copy: String?
    do {
      let session = journal.launch {
        $0.perform("a") { _ in
          copy = try? journal.killed(as: "killed.sqlite")
          return .done
        }
      }
      session.open("/products/1")
    }
    let killed = try #require(copy)
    let session = journal.launch(at: killed) { $0.beginning = .clean }
    #expect(session.state.actions.isEmpty)
    let last = try #require(try journal.entries(of: killed).last)
    #expect(last.kind == .cancelled && last.attempt == 1)
    #expect(try Verification(of: History(path: killed)).findings == [])
  }

  @Test func `an end that is missing or forged is found`() throws {
    let (journal, _, _) = try left()
    do { _ = journal.launch { $0.beginning = .clean } }
    let count = try journal.entries().count
    let forgeries: [(inout [JournalEntry]) throws -> Void] = [
      { $0.removeLast() },
      { $0[count - 1].reason = "another" },
      { $0[count - 1].reason = nil },
      { entries in
        entries.removeLast(2)
        guard case .adopt(var own)? = entries[count - 3].changes.first else {
          throw ScenarioMistake("the beginning adopts no state: \(entries[count - 3].changes)")
        }
        for waiting in own.waiting { try own.apply(.settle(waiting.id)) }
        for action in own.actions { own.retire(action.id) }
        entries[count - 3].changes = [.adopt(own)]
      },
    ]
    for (index, edit) in forgeries.enumerated() {
      let forged = try journal.rewritten(as: "forged-\(index).sqlite") { try edit(&$0) }
      #expect(try !Verification(of: forged).findings.isEmpty, "forgery \(index)")
    }
  }
}

/// Journals that no session has written, restored by a session: their states are consistent and at
/// a limit.
@MainActor
struct ForgedBeginningTests {
  let shop = Scenario(screens: [.product], routes: [.product.performs("a", when: .ready)])

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

  @Test(arguments: [RouteSession.Configuration.Beginning.restored, .clean, .continued])
  func `a counter without room for another screen is reported and does not trap`(
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

  @Test func `a journal that ends with the last number is set aside`() throws {
    let journal = try TestJournal(shop)
    let (path, _) = try pruned(journal) { $0 }
    let last = FileBounds.numbers.upperBound
    try execute(
      "UPDATE base SET sequence = \(last); UPDATE checkpoint SET sequence = \(last)", on: path)
    let session = journal.launch()
    guard case .recordingAnew(let setAside) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(setAside.salvaged == 0)
    #expect(session.open("/products/2").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `the last number of an entry that is not sound uses up no number`() throws {
    let journal = try TestJournal(shop)
    do {
      let session = journal.launch()
      session.open("/products/1")
    }
    let head = try History(path: journal.path).head().sequence
    let last = FileBounds.numbers.upperBound
    try execute(
      "UPDATE journal SET sequence = \(last) WHERE sequence = \(head)", on: journal.path)
    let session = journal.launch()
    guard case .recordingAnew(let setAside) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(setAside.salvaged == head - 1)
    #expect(session.open("/products/2").isRecorded)
    #expect(try journal.entries().first?.sequence == head)
    try journal.requireReplays(of: session)
  }

  @Test func `an action with the id of the next one does not stop the session`() throws {
    let journal = try TestJournal(shop)
    // began, restored, the file's action shelved, decided, and enqueued follow the four existing
    // entries
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
