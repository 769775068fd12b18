/// Makes the rows of `v_run`: of the sessions, and of what of their entries is there.
struct RunRows {
  private let table: RunTable
  private var runs: [RunTable.Run] { table.all }
  /// Before which sequence each run's entries end; nil for those after which none began.
  private let ends: [Int64?]
  private let pruned: Int64
  private var holdings: [Holding]
  private var current = 0

  private struct Holding {
    var entries: Int64 = 0
    var last: Int64?
    var lastMoment: Int64?
    var restoring: String?
  }

  /// - Parameter pruned: the last sequence that was pruned, or 0.
  init(_ table: RunTable, prunedThrough pruned: Int64) {
    self.table = table
    self.pruned = pruned
    holdings = Array(repeating: Holding(), count: table.all.count)
    var ends: [Int64?] = []
    var next: Int64?
    for run in table.all.reversed() {
      ends.append(next)
      next = min(next ?? .max, run.session.firstSequence)
    }
    self.ends = ends.reversed()
  }

  /// Looks at an entry.
  mutating func take(_ entry: borrowing RowValues) {
    let sequence = entry.integer(.sequence)
    while current < runs.count, let end = ends[current], sequence >= end { current += 1 }
    if current < runs.count, sequence >= runs[current].session.firstSequence {
      holdings[current].entries += 1
      holdings[current].last = sequence
      holdings[current].lastMoment = entry.integer(.at)
    }
    if entry.integer(.kind) == EntryNumber.restored { takeRestoring(entry) }
  }

  private mutating func takeRestoring(_ entry: borrowing RowValues) {
    guard let place = table.place(of: entry.integer(.session)), let told = entry.optionalText(.told)
    else { return }
    holdings[place].restoring = max(holdings[place].restoring ?? told, told)
  }

  /// The rows, in the order of the runs.
  func rows() -> [RelationRow] { runs.indices.map(row) }

  private func row(_ place: Int) -> RelationRow {
    let (session, holding) = (runs[place].session, holdings[place])
    let isNewest = place == runs.count - 1
    return RelationRow(
      kind: .run, time: session.beganMicroseconds, appVersion: session.appVersion, request: nil,
      values: [
        runs[place].identifier, runs[place].device, SQLValue(session.appVersion),
        SQLValue(session.build), SQLValue(session.system), SQLValue(session.tableDigest),
        .integer(session.beganMicroseconds), SQLValue(session.endedMicroseconds),
        SQLValue(holding.lastMoment), SQLValue(session.beginning),
        .text(session.ending ?? (isNewest ? "open" : "cut off")), SQLValue(holding.restoring),
        .integer(session.firstSequence), SQLValue(holding.last), .integer(holding.entries),
        .integer(prunedEntries(of: place)),
      ])
  }

  private func prunedEntries(of place: Int) -> Int64 {
    let first = runs[place].session.firstSequence
    guard pruned >= first else { return 0 }
    if let end = ends[place], pruned >= end { return end &- first }
    return pruned &- first &+ 1
  }
}
