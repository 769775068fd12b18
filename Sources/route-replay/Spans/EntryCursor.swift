import RouteStore

/// Reads the entries of a journal as they are needed, with only a few in memory.
struct EntryCursor {
  private static let readAhead: Int64 = 256

  private let history: History
  private var rows: [EntryRow] = []
  private var place = 0
  private var isAtEnd = false

  init(of history: History) { self.history = history }

  /// The next entry up to a sequence; nil when the next one is after it, and at the end.
  ///
  /// Throws the errors of reading.
  mutating func next(through last: Int64) throws -> EntryRow? {
    if place == rows.count, !isAtEnd { try fetch() }
    guard place < rows.count, rows[place].sequence <= last else { return nil }
    defer { place += 1 }
    return rows[place]
  }

  private mutating func fetch() throws {
    var query = HistoryQuery()
    query.firstSequence = rows.last.map { $0.sequence + 1 }
    query.limit = Self.readAhead
    rows.removeAll(keepingCapacity: true)
    place = 0
    try history.forEachEntry(query) { rows.append($0) }
    isAtEnd = rows.isEmpty
  }
}
