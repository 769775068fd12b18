import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The longest prefix of a journal that every check accepts.
@MainActor
struct SalvagedCopyTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal(.shop())
    let session = journal.launch()
    for number in 1...3 { session.open("/products/\(number)") }
  }

  @Test func `fault 15: an entry that is wrong only by its meaning is not copied`() throws {
    let history = try journal.forged("UPDATE journal SET cause = 9 WHERE sequence = 3")
    #expect(try Set(Verification(of: history).findings.map(\.sequence)) == [3])
    let path = journal.file("copy.sqlite")
    let copy = try SalvagedCopy(of: history, to: path)
    #expect(copy.end.sequence == 2 && copy.verification.isIntact)
    #expect(try Verification(of: History(path: path)).findings == [])
    #expect(try Rerun(of: History(path: path)).isIdentical)
  }

  @Test func `unreadable rows beside the entries cost no entry`() throws {
    let history = try journal.forged("DELETE FROM route_table; DELETE FROM session")
    let path = journal.file("copy.sqlite")
    let copy = try SalvagedCopy(of: history, to: path)
    #expect(try copy.end.sequence == History(path: journal.path).head().sequence)
    #expect(copy.verification.findings.map(\.check) == [.routeTable])
    #expect(try History(path: path).sessions().map(\.number) == [1])
  }

  @Test func `fault 15: a file that has the name already is not changed`() throws {
    let path = journal.file("there.sqlite")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let history = try History(path: journal.killed(as: "killed.sqlite"))
    #expect(throws: StoreError.alreadyExists(path: path)) {
      try SalvagedCopy(of: history, to: path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
  }

  @Test func `fault 15: a log that would belong to the copy prevents it`() throws {
    let path = journal.file("copy.sqlite")
    try Data("of another".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
    let history = try History(path: journal.killed(as: "killed.sqlite"))
    #expect(throws: StoreError.alreadyExists(path: path + "-wal")) {
      try SalvagedCopy(of: history, to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a copy that is not finished leaves nothing`() throws {
    let path = journal.file("copy.sqlite")
    do {
      let copy = try JournalCopy(at: path)
      try copy.append(EntryRow(sequence: 1, session: 1, kind: 1))
      _ = try copy.check()
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(left.filter { $0.hasPrefix("copy") } == [])
  }
}
