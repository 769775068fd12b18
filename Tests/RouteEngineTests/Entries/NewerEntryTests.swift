import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// Launching on a journal in which a newer version has written something unknown to this one.
@MainActor
struct NewerEntryTests {
  let journal = TestJournal(of: .shop())

  private func fill(_ last: (RouteSession) -> Void = { _ in }) {
    let session = journal.launch()
    for id in 1...3 { session.open("/products/\(id)") }
    last(session)
  }

  /// The journal with an edit as a newer version may make it, and the log that the edit leaves.
  private func newer(_ edit: String) throws -> String {
    let forged = try journal.forged(edit).path
    let connection = try Connection(path: forged, mode: .write)
    try connection.execute("UPDATE session SET os = 'newer'")  // this stays in the log
    try FileCopy.crash(of: forged, as: journal.file("newer.sqlite"))
    return journal.file("newer.sqlite")
  }

  /// The contents of the file and of all files beside it that are not empty.
  private func content(of path: String) throws -> [String: Data] {
    let url = URL(fileURLWithPath: path)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    var content: [String: Data] = [:]
    for name in names where name.hasPrefix(url.lastPathComponent) && !name.hasSuffix("-shm") {
      let file = url.deletingLastPathComponent().appendingPathComponent(name)
      let bytes = try Data(contentsOf: file)
      if !bytes.isEmpty { content[name] = bytes }
    }
    return content
  }

  /// A member that this version does not know, and that changes the result of the entry.
  private nonisolated static let member = """
    state_digest = state_digest + 1, payload = CASE WHEN payload IS NULL THEN '{"zzz":1}' \
    ELSE substr(payload, 1, length(payload) - 1) || ',"zzz":1}' END
    """

  @Test(arguments: ["kind = 77", "outcome = 'teleported'", "entry_point = 'dream'", member])
  func `fault 25: the newest entry is a newer version's: in memory, no byte changes`(
    edit: String
  ) throws {
    fill()
    let last = try History(path: journal.path).head().sequence
    let path = try newer("UPDATE journal SET \(edit) WHERE sequence = \(last)")
    let before = try content(of: path)
    #expect(before.keys.sorted() == ["newer.sqlite", "newer.sqlite-wal"])
    do {
      let session = journal.launch(at: path)
      #expect(session.health.problem == .newerEntry(sequence: last))
      let opening = session.open("/products/7")
      #expect(opening.outcome == .shown && !opening.isRecorded)
      session.background()
      journal.clock.advance(by: 3_600_000_000)
      session.foreground()
      session.journal.prune()
      session.signIn(as: "ann")
      session.signOut()
      #expect(!session.open("/products/8").isRecorded)
      #expect(session.health.problem == .newerEntry(sequence: last))
      session.end()
    }
    #expect(try content(of: path) == before)
    #expect(throws: StoreError.newerEntry(sequence: last)) { try JournalMaintenance(at: path) }
    #expect(try content(of: path) == before)
    #expect(try Verification(of: History(path: path)).newerEntry == last)
  }

  @Test func `fault 25: before the checkpoint nothing is read at a launch, but verify names it`()
    throws
  {
    fill { $0.background() }
    let path = try newer("UPDATE journal SET kind = 77 WHERE sequence = 2")
    let session = journal.launch(at: path)
    #expect(session.health == .recording)
    #expect(session.open("/products/7").isRecorded)
    #expect(try Verification(of: History(path: path)).newerEntry == 2)
  }
}
