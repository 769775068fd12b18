import Foundation
import RouteTestSupport
import Testing

@testable import RouteStore

/// A journal that opens its file again.
struct ReopeningTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("journal.sqlite") }

  #if os(Linux)
  /// The kinds of locks that this process has on the file, as the system reports them for each open
  /// file. The system's list of all locks is not used: it skips some while others change.
  private func locks() throws -> Set<String> {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    let node = try #require(facts[.systemFileNumber] as? NSNumber)
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo") {
      // Other tests close their files meanwhile.
      let said = try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
      for line in (said ?? "").split(separator: "\n") where line.hasPrefix("lock:") {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        let isOurs = words.count > 6 && words[5] == "\(getpid())" && words[6].hasSuffix(":\(node)")
        if isOurs, words[2] == "POSIX" { found.insert(words[4]) }
      }
    }
    return found
  }

  @Test func `fault 21: opening the file again keeps the locks that mark it as in use`() throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    let before = try locks()
    #expect(before == ["READ"])
    try journal.reopen(through: 1)
    #expect(try locks() == before)
    #expect(journal.head.sequence == 1)
    // Otherwise another connection that closes the file last would remove the log that this one
    // uses.
    try journal.release()
    #expect(try locks().isEmpty)
    try journal.retake()
    #expect(try locks() == before)
  }
  #endif

  @Test(arguments: [false, true])
  func `fault 18: a deleted or replaced file is noticed before a write`(isReplaced: Bool) throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try journal.checkpointLog()
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy"))
    try FileManager.default.removeItem(atPath: path)
    if isReplaced { try FileManager.default.moveItem(atPath: folder.file("copy"), toPath: path) }
    journal.lastFileCheck = nil  // as if a tenth of a second had passed
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

  /// Deletes the file with everything beside it, also the lock.
  private func deleteAll() throws {
    for suffix in ["", "-wal", "-shm", "-lock"] {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  @Test func `fault 18: a lock deleted with its file is taken again before a new file is made`()
    throws
  {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try deleteAll()
    #expect(throws: StoreError.missing(path: path)) { try journal.reopen(through: 1) }
    #expect(try journal.setAside() == nil)
    try journal.beginAnew(with: Journal.Beginning(after: journal.head))
    #expect(throws: StoreError.owned(path: path)) { try Journal.open(.file(path)) }
    var next = EntryRow(sequence: 2, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&next)
  }

  @Test func `fault 18: a file that another session made under a new lock is left to it`() throws {
    let journal = try Journal.open(.file(path))
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: 0)
    try journal.append(&entry)
    try deleteAll()
    #expect(try journal.setAside() == nil)
    let beginning = Journal.Beginning(after: journal.head)
    do {
      let other = try Journal.open(.file(path))
      #expect(throws: StoreError.owned(path: path)) { try journal.reopen(through: 1) }
      #expect(throws: StoreError.owned(path: path)) { try journal.beginAnew(with: beginning) }
      var first = EntryRow(sequence: 1, session: 2, kind: 1, atMicroseconds: 0)
      try other.append(&first)
    }
    #expect(throws: StoreError.moved(path: path)) { try journal.reopen(through: 1) }
    #expect(throws: StoreError.moved(path: path)) { try journal.beginAnew(with: beginning) }
    #expect(try Journal.open(.file(path)).entry(at: 1)?.session == 2)
  }

  @Test func `only one session takes a released journal again, and only at its last entry`() throws
  {
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
