import RouteStore
import RouteTestSupport
import Testing

/// The progress that a walk over entries reports.
@Suite struct `A walk over many entries` {
  private static let count: Int64 = 5_000

  private let folder = TemporaryFolder()
  private let history: History
  private let told = Told()

  private final class Told {
    var done: [Int64] = []
    var totals: Set<Int64> = []
  }

  init() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: Self.count)
    history = try History(path: path)
    history.walked = { [told] done, total in
      told.done.append(done)
      told.totals.insert(total)
    }
  }

  private func expectRise(to total: Int64 = Self.count, sourceLocation: SourceLocation) {
    #expect(told.totals == [total], sourceLocation: sourceLocation)
    #expect(told.done.last == total, sourceLocation: sourceLocation)
    #expect(
      zip(told.done, told.done.dropFirst()).allSatisfy { $0 < $1 }, "\(told.done)",
      sourceLocation: sourceLocation)
    #expect((2...Int(total / 1_000) + 1).contains(told.done.count), sourceLocation: sourceLocation)
  }

  @Test func `tells how far it has come, up to the end`() throws {
    try history.forEachEntry { _ in }
    expectRise(sourceLocation: #_sourceLocation)
  }

  @Test func `tells the same backwards and with entries left out`() throws {
    var query = HistoryQuery()
    query.isReversed = true
    try history.forEachEntry(query) { _ in }
    expectRise(sourceLocation: #_sourceLocation)
    told.done = []
    query = HistoryQuery()
    query.firstSequence = 1_001
    query.lastSequence = 3_500
    try history.forEachEntry(query) { _ in }
    #expect(told.totals == [5_000, 2_500] && told.done.last == 2_500)
  }

  @Test(arguments: [0, 1, 2])
  func `tells the same where entries are checked, and read ahead`(readers: Int) throws {
    try history.forEachCheckedEntry(after: .start)
    expectRise(sourceLocation: #_sourceLocation)
    told.done = []
    history.readers = readers
    history.readAheadSize = 16
    var seen: Int64 = 0
    try history.forEachCheckedRow(after: .start) { row, _ in
      seen = row.sequence
      // It never counts an entry that its reader has not seen.
      #expect(told.done.last ?? 0 < row.sequence)
    }
    #expect(seen == Self.count)
    expectRise(sourceLocation: #_sourceLocation)
  }

  @Test func `tells no end that it does not come to`() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try history.forEachEntry { if $0.sequence == 3_000 { throw Enough() } }
    }
    #expect(told.done == [1_024, 2_048])
  }

  @Test func `tells nothing of a short way`() throws {
    var query = HistoryQuery()
    query.lastSequence = 1_000
    try history.forEachEntry(query) { _ in }
    query = HistoryQuery()
    query.limit = 10
    try history.forEachEntry(query) { _ in }
    #expect(told.done.isEmpty)
  }
}
