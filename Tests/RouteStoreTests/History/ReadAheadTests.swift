import RouteStore
import RouteTestSupport
import Testing

@Suite struct ReadAheadTests {
  /// The number of entries: several batches, the last of them incomplete.
  private static let count: Int64 = 270

  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: Self.count)
  }

  private func history(at path: String, readers: Int) throws -> History {
    let history = try History(path: path)
    history.readers = readers
    history.readAheadSize = 16
    return history
  }

  /// The rows that are read, and the error that ended the reading.
  private func read(
    readers: Int, after start: JournalAnchor = .start, through last: Int64 = .max,
    while continues: (Int64) -> Bool = { _ in true }
  ) throws -> (rows: [EntryRow], error: (any Error)?) {
    let history = try history(at: path, readers: readers)
    var rows: [EntryRow] = []
    do {
      try history.forEachCheckedRow(after: start, through: last) { row, position in
        #expect(position == JournalAnchor(sequence: row.sequence, digest: row.chainDigest))
        guard continues(row.sequence) else { throw Enough() }
        rows.append(row)
      }
      return (rows, nil)
    } catch {
      return (rows, error)
    }
  }

  private struct Enough: Error {}

  private func damagedEntry(_ error: (any Error)?) -> Int64? {
    if case StoreError.damaged(_, let sequence)? = error { sequence } else { nil }
  }

  @Test(arguments: [0, 1, 2, 5])
  func `every entry comes once and in order, with any number of readers`(readers: Int) throws {
    let (rows, error) = try read(readers: readers)
    #expect(error == nil)
    #expect(rows.map(\.sequence) == Array(1...Self.count))
    #expect(rows == (try read(readers: 0).rows))
  }

  @Test func `fewer readers than none read as none do`() throws {
    #expect(try read(readers: -3).rows.count == Int(Self.count))
  }

  @Test func `it begins and ends where it is told to`() throws {
    let start = try #require(try History(path: path).anchor(at: 10))
    let rows = try read(readers: 1, after: start, through: 260).rows
    #expect(rows.map(\.sequence) == Array(11...260))
  }

  @Test func `a beginning that is not the journal's is found at its first entry`() throws {
    let start = JournalAnchor(sequence: 10, digest: .zero)
    let (rows, error) = try read(readers: 1, after: start)
    #expect(rows.isEmpty)
    #expect(damagedEntry(error) == 11)
  }

  @Test(arguments: [
    "UPDATE journal SET reason = 'other' WHERE sequence = %",
    "UPDATE journal SET chain_digest = zeroblob(32) WHERE sequence = %",
    "DELETE FROM journal WHERE sequence = %",
  ])
  func `damage is found at the same entry as without readers`(sql: String) throws {
    let text = String(Self.count / 2)
    try edit(path, sql.replacing("%", with: text))
    let alone = try read(readers: 0)
    let ahead = try read(readers: 1)
    #expect(damagedEntry(alone.error) == Self.count / 2)
    #expect(ahead.error as? StoreError == alone.error as? StoreError)
    #expect(ahead.rows == alone.rows)
  }

  @Test func `reading stops when the body throws`() throws {
    let (rows, error) = try read(readers: 2) { $0 < 70 }
    #expect(error is Enough)
    #expect(rows.count == 69)
  }

  @Test func `an unreadable entry is reported when its turn comes`() throws {
    struct Sequences: EntryCollection {
      var sequences: [Int64] = []

      mutating func reserveCapacity(_ count: Int) {}
      mutating func add(_ row: EntryRow) throws {
        if row.sequence == 200 { throw Enough() }
        sequences.append(row.sequence)
      }
    }
    let history = try history(at: path, readers: 1)
    var last: Int64 = 0
    #expect(throws: Enough.self) {
      try history.forEachCheckedEntry(
        after: .start, through: .max,
        ahead: { (entries: Sequences, _) in last = entries.sequences.last ?? last },
        { row, _ in
          var entries = Sequences()
          try entries.add(row)
          last = row.sequence
        })
    }
    #expect(last == 199)
  }

  @Test func `entries that the owner adds meanwhile are left to the calling connection`() throws {
    let journal = try Journal.open(.file(path))
    let history = try history(at: path, readers: 1)
    var sequences: [Int64] = []
    try history.forEachCheckedRow(after: .start) { row, _ in
      sequences.append(row.sequence)
      if row.sequence == 100 {
        var entry = fullEntry(Self.count + 1)
        try journal.append(&entry)
      }
    }
    #expect(sequences == Array(1...(Self.count + 1)))
  }

  @Test func `a private copy of a file with a log is read by one connection`() throws {
    let copied = TemporaryFolder()
    try leaveLog(copied, "b.sqlite", count: Self.count)
    let history = try history(at: copied.file("b.sqlite"), readers: 1)
    var rows = 0
    try history.forEachCheckedRow(after: .start) { _, _ in rows += 1 }
    #expect(rows == Int(Self.count))
  }

  @Test func `when no reader can open the file, it is still read`() throws {
    let history = try history(at: path, readers: 1)
    try edit(path, "PRAGMA application_id = 7")
    var rows = 0
    #expect(throws: StoreError.busy(reason: "the file changed while it was being read")) {
      try history.forEachCheckedRow(after: .start) { _, _ in rows += 1 }
    }
    #expect(rows == Int(Self.count))
  }
}
