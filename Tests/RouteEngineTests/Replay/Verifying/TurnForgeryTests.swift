import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A request that has its turn too early is found by verify and by rerun, although every entry is
/// by itself what the machine makes.
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

  /// Lets a part of a history happen behind the part that follows it.
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
    let history = try journal.rewritten { Self.exchange(first, with: second, in: &$0) }
    let findings = try Verification(of: history).findings
    let differences = try Rerun(of: history).divergences.flatMap(\.differences)
    defer { withExtendedLifetime(journal) {} }  // its files go with it
    #expect(differences.map(\.replayed) == findings.map(\.problem))
    return findings.map { "\($0.sequence): \($0.problem)" }
  }

  @Test func `a request that goes on before one that was released first`() throws {
    let journal = try Self.released()
    #expect(
      try problems(of: journal, exchanging: 9..<11, with: 11..<13) == [
        "10: request 4 has its turn before request 2, which was queued first"
      ])
  }

  @Test func `a request that goes on before one that was opened first`() throws {
    let journal = try TestJournal(Scenario.gatedShop)
    let session = journal.launch { $0.answer("gate") { _ in .deny(reason: "closed") } }
    session.beginTransition()
    session.openAll("/orders/1", "/orders/2")
    session.endTransition()
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
}
