import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// A session whose host says nothing of its life.
@MainActor
struct UntoldSessionTests {
  private let journal = TestJournal(of: .shop())

  @Test func `forgets the history beyond its bounds by itself`() throws {
    let session = journal.launch { $0.retention = RetentionPolicy(entries: 500) }
    for id in 0..<2_600 { session.open("/products/\(id % 7)") }
    #expect(try History(path: journal.path).base().sequence > 0)
    #expect(try journal.entries().count < 1_700)
    try journal.requireReplays(of: session)
  }

  @Test func `forgets it across launches that are too short for a checkpoint each`() throws {
    for _ in 0..<30 {
      let session = journal.launch { $0.retention = RetentionPolicy(entries: 500) }
      for id in 0..<100 { session.open("/products/\(id % 7)") }
    }
    #expect(try journal.entries().count < 2_200)
    #expect(try Verification(of: History(path: journal.path)).findings == [])
  }

  @Test func `comes to be trusted by itself, and no later death counts against its place`()
    throws
  {
    do { journal.launch().open("/products/7") }
    for _ in 0..<5 {
      let session = journal.launch()
      #expect(session.restoration?.extent == .whole)
      journal.clock.advance(by: 11_000_000)
      session.open("/products/8")
    }
    let session = journal.launch()
    #expect(session.restoration?.extent == .whole && session.restoration?.uncleanEnds == 0)
  }
}
