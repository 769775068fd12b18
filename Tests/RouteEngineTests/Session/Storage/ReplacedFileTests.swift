import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteStore

/// A file that is put in the place of the journal's while its session is well.
@MainActor
struct ReplacedFileTests {
  let journal = TestJournal(of: .shop())

  /// A sound journal of one file, which ends where the session is at this moment.
  private func copy() throws -> String {
    let path = try journal.killed(as: "copy.sqlite")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: path)
    return path
  }

  /// Puts the copy into the journal's place.
  private func replace(by copy: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: journal.path + suffix)
    }
    try FileManager.default.moveItem(atPath: copy, toPath: journal.path)
  }

  /// A session whose next write looks at the file, as one does a tenth of a second later.
  private func launch() throws -> (RouteSession, Journal) {
    let store = try Journal.open(.file(journal.path))
    let clock = journal.clock.sessionClock
    let session = try RouteSession.launch(journal.table, on: store) { $0.clock = clock }
    session.open("/products/7")
    return (session, store)
  }

  @Test func `fault 18: an earlier copy is never written to, and what is shown stays`() throws {
    let (session, store) = try launch()
    let earlier = try copy()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: earlier))
    #expect(session.open("/products/8").isRecorded)
    try replace(by: earlier)
    store.lastFileCheck = nil
    let opening = session.open("/products/9")
    #expect(opening.outcome == .shown && !opening.isRecorded)
    #expect(session.health.problem == .moved(path: journal.path))
    let shown = session.notation
    #expect(shown.hasSuffix("product(id: 7) product(id: 8) product(id: 9)]]"))
    let steps: [(RouteSession) -> Void] = [
      { $0.background() }, { $0.foreground() }, { $0.wake() }, { $0.prune() },
    ]
    for step in steps {
      journal.clock.advance(by: 60_000_000)
      step(session)
      #expect(session.health.problem == .moved(path: journal.path))
      #expect(session.notation == shown)
      #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
    }
    #expect(!session.open("/products/9").isRecorded)
    session.end()
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
    #expect((FileManager.default.contents(atPath: journal.path + "-wal") ?? Data()).isEmpty)
  }

  @Test func `fault 18: a copy that ends where the session does is gone on in`() throws {
    let (session, store) = try launch()
    let head = session.anchor
    try replace(by: copy())
    store.lastFileCheck = nil
    #expect(!session.open("/products/8").isRecorded)
    #expect(session.health.problem == .moved(path: journal.path))
    journal.clock.advance(by: 60_000_000)
    #expect(session.open("/products/9").isRecorded && session.health == .recording)
    #expect(session.notation.hasSuffix("product(id: 7) product(id: 8) product(id: 9)]]"))
    let after = try journal.entries().filter { $0.sequence > head.sequence }
    #expect(after.map(\.kind) == [.gap, .decided])
    #expect(after.first?.reason == "the file was not in its place")
    try journal.requireReplays(of: session)
  }
}
