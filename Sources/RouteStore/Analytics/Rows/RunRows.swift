import RouteStore

/// Makes the rows of `v_run`: from the sessions, and from those of their entries that exist.
struct RunRows {
  private let table: RunTable
  private var runs: [RunTable.Run] { table.all }
  /// The sequence before which each run's entries end; nil when no run began after it.
  private let ends: [Int64?]
  private let pruned: Int64
  private var holdings: [Holding]
  private var current = 0

  private struct Holding {
    var entries: Int64 = 0
    var last: Int64?
    var lastMoment: Int64?
    var restoring: String?
    /// When the first entry named a screen; then when the host said that one is ready.
    var firstScreen, firstReady: Int64?
    var requests: Int64 = 0
    var unsuccessful: Int64 = 0
    var open: Int64 = 0
  }

  /// The columns that are counted from the rows of requests.
  static let counts = ["requests", "unsuccessful", "open_requests"]
  private static let outcome = BaseRelation.request.place(of: "outcome")

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

  /// Applies an entry.
  mutating func take(_ entry: borrowing FetchedValues) {
    let sequence = entry.integer(.sequence)
    while current < runs.count, let end = ends[current], sequence >= end { current += 1 }
    if current < runs.count, sequence >= runs[current].session.firstSequence {
      holdings[current].entries += 1
      holdings[current].last = sequence
      holdings[current].lastMoment = entry.integer(.at)
      if holdings[current].firstScreen == nil, !entry.isNull(.screenAfter) {
        holdings[current].firstScreen = entry.integer(.at)
      }
      if holdings[current].firstReady == nil, entry.integer(.kind) == EntryNumber.ready {
        holdings[current].firstReady = entry.integer(.at)
      }
    }
    if entry.integer(.kind) == EntryNumber.restored { takeRestoring(entry) }
  }

  private mutating func takeRestoring(_ entry: borrowing FetchedValues) {
    guard let place = table.place(of: entry.integer(.session)), let told = entry.optionalText(.told)
    else { return }
    holdings[place].restoring = max(holdings[place].restoring ?? told, told)
  }

  /// Counts a request in the run in which it began.
  mutating func count(_ row: RelationRow) {
    guard let place = row.run?.place else { return }
    holdings[place].requests += 1
    switch row.values[Self.outcome] {
    case .null: holdings[place].open += 1
    case .text("shown"), .text("alreadyShown"): break
    default: holdings[place].unsuccessful += 1
    }
  }

  /// The rows, in the order of the runs.
  func rows() -> [RelationRow] { runs.indices.map(row) }

  private func row(_ place: Int) -> RelationRow {
    let (session, holding) = (runs[place].session, holdings[place])
    let isNewest = place == runs.count - 1
    return RelationRow(
      kind: .run, time: session.beganMicroseconds, run: runs[place], request: nil,
      values: [
        runs[place].identifier, runs[place].device, SQLValue(session.appVersion),
        SQLValue(session.build), SQLValue(session.system), SQLValue(session.tableDigest),
        .integer(session.beganMicroseconds), SQLValue(session.endedMicroseconds),
        SQLValue(holding.lastMoment), SQLValue(session.beginning),
        .text(session.ending ?? (isNewest ? "open" : "cut off")), SQLValue(holding.restoring),
        .integer(session.firstSequence), SQLValue(holding.last), .integer(holding.entries),
        .integer(prunedEntries(of: place)), .integer(missingEntries(of: place)),
        .integer(holding.requests), .integer(holding.unsuccessful), .integer(holding.open),
        time(of: holding.firstScreen, in: session), time(of: holding.firstReady, in: session),
      ])
  }

  /// The time from the beginning of its session; NULL if its entry may have been pruned, and if the
  /// clock was set back.
  private func time(of moment: Int64?, in session: SessionRow) -> SQLValue {
    guard let moment, pruned < session.firstSequence, moment >= session.beganMicroseconds
    else { return .null }
    return .integer(moment &- session.beganMicroseconds)
  }

  /// The number of missing entries if another session follows, including those after the last
  /// existing one.
  private func missingEntries(of place: Int) -> Int64 {
    let (first, pruned) = (runs[place].session.firstSequence, prunedEntries(of: place))
    let end = ends[place] ?? holdings[place].last.map { $0 &+ 1 } ?? first &+ pruned
    return end &- first &- holdings[place].entries &- pruned
  }

  private func prunedEntries(of place: Int) -> Int64 {
    let first = runs[place].session.firstSequence
    guard pruned >= first else { return 0 }
    if let end = ends[place], pruned >= end { return end &- first }
    return pruned &- first &+ 1
  }
}
