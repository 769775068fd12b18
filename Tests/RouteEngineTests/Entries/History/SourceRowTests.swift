import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// The rows of sources' ids when history is pruned, the table is damaged, or there are very many.
@MainActor
struct SourceRowTests {
  private let journal = TestJournal(
    of: Scenario(
      screens: [.product],
      routes: [
        .product,
        .order,
      ]))

  /// A session with a request that waits, a checkpoint after it, and a short history to keep.
  private func waiting() -> RouteSession {
    let session = journal.launch {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.retention = RetentionPolicy(entries: 2)
    }
    session.open("/orders/2", source: "mail-2")
    for id in 0..<5 { session.open("/products/\(id)") }
    session.background()
    session.foreground()
    journal.clock.advance(by: 1_000_000)
    return session
  }

  private func fail(_ session: RouteSession) throws {
    try session.recorder.journal.connection.execute("PRAGMA query_only=ON")
  }

  private func findings() throws -> [Verification.Finding] {
    try Verification(of: History(path: journal.path)).findings
  }

  @Test(arguments: [false, true])
  func `an id whose row was pruned counts as new`(
    inOutage: Bool
  ) throws {
    let session = waiting()
    if inOutage { try fail(session) }
    session.signal("signedIn", principal: "ann")
    journal.wake(session, after: 60_000_000)
    session.journal.prune()
    #expect(try session.recorder.journal.seen(source: "mail-2") == nil)
    #expect(try journal.entries().contains { $0.kind == (inOutage ? .outage : .signalled) })
    #expect(try findings() == [])
    let killed = try History(path: journal.killed(as: "killed.sqlite"))
    let copy = try SalvagedCopy(of: killed, to: journal.file("copy.sqlite"))
    #expect(try copy.end == killed.head())
    #expect(copy.verification.findings == [])
    #expect(session.open("/orders/2", source: "mail-2").outcome?.isSuccess == true)
    #expect(try findings() == [])
  }

  @Test func `a repetition for which there is no room leaves the first delivery known`() throws {
    let session = journal.launch { $0.limits.queuedRequests = 1 }
    let first = session.open("/products/2", source: "mail-9")
    #expect(first.outcome == .shown)
    session.display.beginTransition()
    session.open("/products/1")
    let again = session.open("/products/2", source: "mail-9")
    let id = try #require(first.request)
    #expect(again.outcome == .duplicate(of: id) && again.repeated == .shown)
    let other = session.open("/products/3", source: "mail-9")
    #expect(other.outcome?.word == "failed")
    session.display.endTransition()
    #expect(session.open("/products/2", source: "mail-9").outcome == .duplicate(of: id))
    #expect(try findings() == [])
  }

  @Test func `a repetition that is cancelled before its turn leaves the first delivery known`()
    throws
  {
    let session = journal.launch()
    let first = session.open("/products/2", source: "mail-9")
    var again: Opening?
    session.onChange = { session in
      guard again == nil else { return }
      again = session.open("/products/3", source: "mail-9")
      if let again { #expect(session.requests.cancel(again, reason: "no")) }
      let new = session.open("/products/3", source: "mail-10")
      #expect(session.requests.cancel(new, reason: "no"))
    }
    session.open("/products/1")
    let id = try #require(first.request)
    #expect(again?.outcome == .denied(reason: "no"))
    #expect(session.open("/products/2", source: "mail-9").outcome == .duplicate(of: id))
    #expect(session.open("/products/3", source: "mail-10").outcome?.isSuccess == true)
    #expect(try findings() == [])
  }

  /// The row has the time when the id was first seen; by the clock that is later than all remaining
  /// entries.
  @Test func `an id seen before history was pruned and the clock set back is sound`() throws {
    let dying = journal.launch { $0.answerLater("signedIn") { _ in .allow } }
    dying.open("/orders/2", source: "mail-9")
    let path = try journal.killed(as: "killed.sqlite")
    journal.clock.wall -= 10_000_000
    let session = journal.launch(at: path) {
      $0.answer("signedIn") { _ in .allow }
      $0.retention = RetentionPolicy(entries: 4)
    }
    session.open("/products/1")
    session.background()
    session.foreground()
    // A request during which the host died takes effect when it comes again.
    #expect(session.open("/orders/2", source: "mail-9").outcome == .shown)
    session.background()
    session.foreground()
    session.journal.prune()
    let history = try History(path: path)
    var rows: [SeenRow] = []
    try history.forEachSeen { rows.append($0) }
    let row = try #require(rows.first { $0.source == "mail-9" })
    #expect(row.seenMicroseconds == 1_700_000_000_000_000)
    #expect(try history.base().sequence > 2 && row.request > history.base().sequence)
    #expect(try Verification(of: history).findings == [])
  }

  @Test func `a row of a request that was pruned is found`() throws {
    let session = waiting()
    session.signal("signedIn", principal: "ann")
    session.journal.prune()
    #expect(try findings() == [])
    let forged = try journal.forged("INSERT INTO seen VALUES ('mail-2', 1, 2, NULL, 1)")
    let found = try Verification(of: forged).findings
    #expect(found.map(\.problem) == ["table seen holds a request that was pruned"])
  }

  @Test func `a table damaged when the outage is to be closed is set aside with its file`() throws {
    let session = waiting()
    try session.recorder.journal.checkpointLog()
    try fail(session)
    #expect(session.open("/products/3", source: "mail-3").outcome?.isSuccess == true)
    let connection = try Connection(path: journal.path, mode: .write)
    let root = try #require(
      try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'seen'"))
    let size = try #require(try connection.integer("PRAGMA page_size"))
    let file = try #require(FileHandle(forUpdatingAtPath: journal.path))
    try file.seek(toOffset: UInt64((root - 1) * size))
    try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size)))
    try file.close()
    for _ in 1...3 {
      journal.wake(session, after: 120_000_000)
    }
    #expect(session.health.isRecording, "\(session.health)")
    #expect(session.open("/products/3", source: "mail-3").outcome?.word == "duplicate")
    #expect(try findings() == [])
  }

  @Test func `the first ten thousand of very many ids of an outage are recorded`() throws {
    let session = waiting()
    try fail(session)
    session.open("/products/3")
    func write(_ ids: Range<Int>, outcome: String) {
      var companions = Companions()
      companions.seen = ids.map {
        SeenRow(
          source: "mail-\($0)", fingerprint: 1, request: 900, outcome: outcome, seenMicroseconds: 1)
      }
      let entry = session.machine.newEntry(.decided, session.elapsed)
      #expect(!session.recorder.write([entry], companions, state: session.state))
    }
    write(0..<10_001, outcome: "shown")
    write(0..<1, outcome: "denied")
    #expect(session.recorder.unrecordedSource("mail-0")?.outcome == "denied")
    #expect(session.recorder.unrecordedSource("mail-9999") != nil)
    #expect(session.recorder.unrecordedSource("mail-10000") == nil)
  }
}
