import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A copy of one session of a journal, as far as it is possible.
@MainActor
struct SessionCopyTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal(.shop())
    for number in 1...3 {
      let session = journal.launch()
      session.open("/products/\(number)")
      session.end()
    }
  }

  private func prune(keeping count: Int) throws {
    let maintenance = try JournalMaintenance(at: journal.path)
    _ = try maintenance.prune(RetentionPolicy(entries: count))
    try maintenance.end()
  }

  @Test func `begins with the session, and is as sound as the journal`() throws {
    let history = try History(path: journal.path)
    let rows = try history.sessions()
    let path = journal.file("copy.sqlite")
    let copy = try SessionCopy(of: rows[1], in: history, to: path)
    let copied = try History(path: path)
    #expect(copy.first == (try copied.base().sequence) + 1)
    #expect(try Verification(of: copied).verdict == .intact)
    #expect(try Rerun(of: copied).verdict == .identical)
    #expect(try copied.sessions().first == rows[1])
    #expect(try !copied.sessions().map(\.identifier).contains(rows[2].identifier))
  }

  @Test func `there is none of a session that was pruned`() throws {
    let row = try #require(try History(path: journal.path).sessions().first)
    try prune(keeping: 1)
    let history = try History(path: journal.path)
    let failure = #expect(throws: SessionCopy.Failure.self) {
      try SessionCopy(of: row, in: history, to: journal.file("copy.sqlite"))
    }
    #expect(failure?.description == "session 1 was pruned: no entry of it is left")
  }

  @Test func `there is none of a session that is not as it was written`() throws {
    let history = try journal.forged("UPDATE journal SET cause = 9 WHERE sequence = 2")
    let row = try #require(try history.sessions().first)
    let failure = #expect(throws: Verification.Failure.self) {
      try SessionCopy(of: row, in: history, to: journal.file("copy.sqlite"))
    }
    #expect(failure?.description.hasPrefix("it is damaged: entry 2: ") == true)
  }

  @Test(arguments: [0, 1])
  func `is sound when a later session pruned what came before`(index: Int) throws {
    let before = try History(path: journal.path)
    let rows = try Array(before.sessions().dropFirst())
    try prune(keeping: Int(try before.head().sequence - rows[0].firstSequence + 1))
    let history = try History(path: journal.path)
    #expect(try history.base().sequence == rows[0].firstSequence - 1)
    let path = journal.file("copy.sqlite")
    let copy = try SessionCopy(of: rows[index], in: history, to: path)
    #expect(copy.first == rows[index].firstSequence)
    #expect(try Verification(of: History(path: path)).verdict == .intact)
  }

  @Test func `is sound when a later pruning left little before the work on the journal`() throws {
    try prune(keeping: 5)
    try prune(keeping: 1)
    let history = try History(path: journal.path)
    let work = try #require(try history.sessions().first { $0.isMaintenance })
    let base = try history.base().sequence
    #expect(work.firstSequence == base + 2)
    let path = journal.file("copy.sqlite")
    let copy = try SessionCopy(of: work, in: history, to: path)
    #expect(copy.first == base + 1)
    #expect(try Verification(of: History(path: path)).verdict == .intact)
  }
}
