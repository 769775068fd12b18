import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteReplay
@testable import RouteStore

/// The statements of a new file about the file that it replaces, and forgeries of them.
@MainActor
@Suite struct `A new file in the place of another` {
  let journal: TestJournal
  /// The number of entries in the first file.
  private let count: Int64

  init() throws {
    journal = try TestJournal(Scenario.noteShop())
    do { journal.launch().open("/products/7") }
    count = try History(path: journal.path).head().sequence
  }

  private func firstEntry() throws -> JournalEntry { try #require(try journal.entries().first) }

  /// A journal that is set aside because launches died while reading it.
  private func beginUnread() throws -> RouteSession {
    journal.countLaunches()
    return journal.launch()
  }

  @Test func `says that launches died over it and nothing of it was read`() throws {
    let session = try beginUnread()
    let told = try journal.setAside(of: session)
    #expect(told.isUnread && told.salvaged == 0)
    #expect(session.health.description.contains("nothing of it was read"))
    let replaced = try firstEntry().replaced
    #expect(replaced?.unread == "6 launches in a row died while they opened it")
    #expect(replaced?.missing == nil)
    try journal.requireReplays(of: session)
  }

  @Test func `says that it could not be read, and why`() throws {
    try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: journal.path))
    let session = journal.launch()
    #expect(try journal.setAside(of: session).isUnread)
    let reason = try #require(try firstEntry().replaced?.unread)
    #expect(!reason.isEmpty && !reason.contains("/"), "no path: \(reason)")
    try journal.requireReplays(of: session)
  }

  @Test func `says without a path that a rollback journal names another file`() throws {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    try Data(Array(repeating: 0, count: 8) + magic).write(
      to: URL(fileURLWithPath: journal.path + "-journal"))
    let session = journal.launch()
    #expect(try journal.setAside(of: session).isUnread)
    let reason = try #require(try firstEntry().replaced?.unread)
    #expect(reason.contains("names another file") && !reason.contains("/"), "no path: \(reason)")
    try journal.requireReplays(of: session)
  }

  @Test func `says nothing of the kind of one that was read`() throws {
    try journal.damage()
    let session = journal.launch()
    #expect(try !journal.setAside(of: session).isUnread)
    let replaced = try firstEntry().replaced
    #expect(replaced?.unread == nil && replaced?.missing == count...count)
    #expect(try Verification(of: History(path: journal.path)).missing == count...count)
    try journal.requireReplays(of: session)
  }

  @Test func `misses all entries of a file that was deleted`() throws {
    let session = journal.launch()
    let last = try History(path: journal.path).head().sequence
    try journal.delete()
    // The session checks the file ten times a second by the system's clock.
    for id in 10...100_000 where session.health.isRecording { session.open("/products/\(id)") }
    journal.clock.advance(by: 60_000_000)
    session.open("/products/9")
    #expect(session.health.isRecording, "\(session.health)")
    let missing = try #require(try Verification(of: History(path: journal.path)).missing)
    #expect(missing.lowerBound == 1 && missing.upperBound >= last)
    try journal.requireReplays(of: session)
  }

  @Test(
    arguments: [
      ("\"salvaged\":0", "\"salvaged\":3", "more of the old file"),
      ("\"salvaged\":0", "\"salvaged\":-1", "more of the old file"),
      ("\"salvaged\":0,", "", "contradict each other"),
      ("\"setAside\":\"journal.sqlite-damaged-1\",", "", "contradict each other"),
      (
        "\"unread\":\"6 launches in a row died while they opened it\"", "\"unread\":6",
        "its note"
      ),
    ] as [(String, String, String)])
  func `an edit of what it says of an unread file is found`(
    edit: (from: String, to: String, problem: String)
  ) throws {
    do { _ = try beginUnread() }
    let (from, to) = (edit.from, edit.to)
    let payload = "SELECT instr(payload, '\(from)') FROM journal WHERE sequence = 1"
    var place: SQLValue?
    try History(path: journal.path).query(payload) { place = $0.first }
    #expect(place != .integer(0), "\(from) is not there")
    let forged = try journal.forged(
      "UPDATE journal SET payload = replace(payload, '\(from)', '\(to)') WHERE sequence = 1")
    let findings = try Verification(of: forged).findings
    #expect(findings.contains { $0.problem.contains(edit.problem) }, "\(findings)")
  }

  @Test func `entries that a file beginning with the first has before it are none`() throws {
    do { _ = try beginUnread() }
    let zeros = String(repeating: "0", count: 64)
    let forged = try journal.forged(
      """
      UPDATE journal SET payload = replace(payload, '"0:\(zeros)"', '"23:\(zeros)"')
      WHERE sequence = 1
      """)
    let findings = try Verification(of: forged).findings
    #expect(findings.contains { $0.problem.contains("continues from entry 23") }, "\(findings)")
  }

  @Test func `only a file's first entry can say that another was not read`() throws {
    do { _ = journal.launch() }
    let second = try #require(try journal.entries().last { $0.kind == .began })
    #expect(second.sequence > 1)
    let forged = try journal.forged(
      """
      UPDATE journal
      SET payload = replace(payload, '"table"', '"setAside":"x","unread":"y","table"')
      WHERE sequence = \(second.sequence)
      """)
    let findings = try Verification(of: forged).findings
    #expect(findings.contains { $0.problem.contains("its note") }, "\(findings)")
  }

  @Test func `what nobody wrote of the number of what was kept is no trap`() throws {
    for after in [Int64.min, -1, 0, .max] {
      var entry = JournalEntry(
        sequence: 1, session: 1, kind: .began, at: RouteInstant(microseconds: 0), elapsed: 0)
      entry.notes = [
        "after": .string("\(after):\(String(repeating: "0", count: 64))"), "salvaged": .int(.min),
      ]
      _ = entry.replaced?.missing
      let problems = entry.beginningProblems(isFirst: true)
      #expect(!problems.isEmpty || !entry.details.otherNotes.isEmpty)
    }
  }
}
