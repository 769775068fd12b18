import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Verify and rerun find a request that has its turn too early, although every entry taken by
/// itself is one that the machine makes.
@MainActor
struct TurnForgeryTests {
  /// Two orders that wait for a person to sign in, go on in their order and are then denied.
  ///
  /// | sequence | entry |
  /// |---|---|
  /// | 2, 3 and 4, 5 | each received and parked |
  /// | 6, 7, 8, 9 | principal, signalled, both released |
  /// | 10, 11 and 12, 13 | each received again and decided |
  static func released() throws -> TestJournal {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch {
      $0.answer("gate") {
        $0.principal == nil ? .wait(condition: "signedIn") : .deny(reason: "closed")
      }
    }
    for id in 1...2 { session.open("/orders/\(id)") }
    journal.clock.advance(by: 5)
    session.signal("signedIn", principal: "ann")
    try journal.requireReplays(of: session)
    return journal
  }

  /// Two products with actions: the entries 6 to 8 belong to the first one's, 9 to 11 to the second
  /// one's.
  static func acted() throws -> TestJournal {
    let journal = try TestJournal(Scenario.shop(ActionTemplate("sync").delayed(by: .seconds(60))))
    let session = journal.launch { $0.perform("sync") { _ in .done } }
    session.openAll("/products/7", "/products/8")
    journal.wake(session, after: 60_000_001)
    let turns = ["claimed", "started", "done"]
    #expect(try journal.kinds().dropFirst(5) == (turns + turns)[...])
    try journal.requireReplays(of: session)
    return journal
  }

  /// Moves a part of a history behind the part that follows it.
  static func exchange(
    _ first: Range<Int>, with second: Range<Int>, in entries: inout [JournalEntry]
  ) {
    let parts = entries[second] + entries[first]
    for (index, var entry) in zip(first.lowerBound..., parts) {
      entry.sequence = Int64(index) + 1
      if entry.request != nil { entry.requestID = RequestID(entry.sequence) }
      entries[index] = entry
    }
  }

  private func problems(
    of journal: TestJournal, exchanging first: Range<Int>, with second: Range<Int>
  ) throws -> [String] {
    try problems(of: journal) { Self.exchange(first, with: second, in: &$0) }
  }

  private func problems(
    of journal: TestJournal, after edit: (inout [JournalEntry]) -> Void
  ) throws -> [String] {
    let history = try journal.rewritten(edit)
    let findings = try Verification(of: history).findings
    let differences = try Rerun(of: history).divergences.flatMap(\.differences)
    defer { withExtendedLifetime(journal) {} }  // its files are removed with it
    #expect(differences.map(\.replayed) == findings.map(\.problem))
    return findings.map { "\($0.sequence): \($0.problem)" }
  }

  @Test func `a request that continues before one that was released first`() throws {
    let journal = try Self.released()
    #expect(
      try problems(of: journal, exchanging: 9..<11, with: 11..<13) == [
        "10: request 4 has its turn before request 2, which was queued first"
      ])
  }

  @Test func `a request that continues before one that was opened first`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "closed") } }
    session.display.beginTransition()
    session.openAll("/orders/1", "/orders/2")
    session.display.endTransition()
    try journal.requireReplays(of: session)
    #expect(
      try problems(of: journal, exchanging: 3..<5, with: 5..<7) == [
        "4: request 3 has its turn before request 2, which was queued first"
      ])
  }

  @Test func `a request that is decided while another one has its turn`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "closed") } }
    session.open("/orders/1")
    session.open("/products/1")
    #expect(
      try problems(of: journal, exchanging: 2..<3, with: 3..<4) == [
        "3: request 3 has its turn while request 2 has it"
      ])
  }

  @Test func `a request that is decided before one ends that had expired`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch { $0.answer("gate") { _ in .wait(condition: "signedIn") } }
    session.open("/orders/1", options: RouteRequest.Options(expiresAfter: .seconds(10)))
    journal.clock.advance(by: 20_000_000)
    session.ready()
    session.open("/products/1")
    #expect(
      try journal.kinds() == ["began", "received", "parked", "ready", "decided", "decided"])
    #expect(
      try problems(of: journal, exchanging: 4..<5, with: 5..<6) == [
        "5: request 5 has its turn before request 2 ends, which had expired"
      ])
  }

  @Test func `an action that is claimed before one that was enqueued first`() throws {
    let journal = try Self.acted()
    #expect(
      try problems(of: journal, exchanging: 5..<8, with: 8..<11) == [
        "6: action 5 cannot be claimed here: it does not have its turn",
        "7: action 5 cannot be started here: it does not have its turn",
      ])
  }

  @Test func `a closure that is claimed before one that was handed over first`() throws {
    let journal = try TestJournal(Scenario.shop())
    let session = journal.launch()
    session.open("/products/7")
    for name in ["first", "second"] {
      session.actions.perform(name) { _ in .done }
    }
    session.ready()
    try journal.requireReplays(of: session)
    let turns = ["claimed", "started", "done"]
    #expect(try journal.kinds().dropFirst(5) == (turns + turns)[...])
    #expect(
      try problems(of: journal, exchanging: 5..<8, with: 8..<11) == [
        "6: action 4 cannot be claimed here: it does not have its turn",
        "7: action 4 cannot be started here: it does not have its turn",
      ])
  }

  @Test(arguments: [PendingAction.Transition.expire, .shelve])
  func `an action with a transition before its time`(
    transition: PendingAction.Transition
  ) throws {
    let journal = try TestJournal(
      Scenario.shop(
        ActionTemplate("sync").delayed(by: .seconds(60)).expires(after: .seconds(3_600))))
    let session = journal.launch { $0.perform("sync") { _ in .done } }
    session.open("/products/7")
    let problems = try problems(of: journal) { entries in
      var entry = entries[2]
      (entry.sequence, entry.cause) = (4, nil)
      entry.kind = transition == .expire ? .expired : .shelved
      entry.changes = [.advance(ActionID(3), transition)]
      entries.append(entry)
    }
    let problem =
      transition == .expire
      ? "expires before its time" : "cannot be shelved here: it does not have its turn"
    #expect(problems == ["4: action 3 \(problem)"])
  }
}
