import Foundation
import RouteTestSupport
import Testing

@testable import RouteStore

/// A journal whose file is opened again under it.
struct ReopeningTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("journal.sqlite") }

  #if os(Linux)
  /// The kinds of locks that this process has on the file. The system's list is read in pieces and
  /// passes over one when others come and go between two of them, so it is read many times.
  private func locks() throws -> Set<String> {
    try (0..<64).reduce(into: []) { found, _ in found.formUnion(try locksListed()) }
  }

  private func locksListed() throws -> [String] {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    let node = try #require(facts[.systemFileNumber] as? NSNumber)
    let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return list.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count > 5 && $0[1] == "POSIX" && $0[4] == "\(getpid())" }
      .filter { $0[5].hasSuffix(":\(node)") }
      .map { $0[3] }
  }

  @Test func `fault 21: opening the file again leaves the locks that say it is in use`() throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    let before = try locks()
    #expect(before == ["READ"])
    try journal.reopen(through: 1)
    #expect(try locks() == before)
    #expect(journal.head.sequence == 1)
    // Another that closes the file last would otherwise take the log away under this one.
    try journal.release()
    #expect(try locks().isEmpty)
    try journal.retake()
    #expect(try locks() == before)
  }
  #endif

  @Test(arguments: [false, true])
  func `fault 18: a file that was deleted or replaced is noticed before the next write`(
    isReplaced: Bool
  ) throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try journal.checkpointLog()
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy"))
    try FileManager.default.removeItem(atPath: path)
    if isReplaced { try FileManager.default.moveItem(atPath: folder.file("copy"), toPath: path) }
    journal.lastFileCheck = nil  // as after a tenth of a second
    var next = EntryRow(sequence: 2, session: 1, kind: 1, atMicroseconds: 0)
    #expect(throws: StoreError.moved(path: path)) { try journal.append(&next) }
    #expect(throws: StoreError.moved(path: path)) { try journal.checkFile() }
    #expect(journal.head.sequence == 1)
  }

  @Test func `a file in the place of the journal's is not opened for it`() throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try FileManager.default.removeItem(atPath: path)
    try Data("no journal".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.notAJournal(path: path, reason: "it is not an SQLite database")) {
      try journal.reopen(through: 1)
    }
    #expect(journal.head.sequence == 1)
  }

  @Test func `what was released is taken again by one alone, and only where it was left`() throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try journal.release()
    do {
      let other = try Journal.open(.file(path))
      #expect(throws: StoreError.owned(path: path)) { try journal.retake() }
      #expect(journal.isReleased)
      var next = EntryRow(sequence: 2, session: 1, kind: 1, atMicroseconds: 0)
      try other.append(&next)
    }
    #expect(throws: StoreError.overtaken(path: path)) { try journal.reopen(through: 9) }
    #expect(journal.isReleased && !Ownership.isHeld(of: path))
  }
}
