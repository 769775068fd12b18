import RouteStore

/// One pass over a history, entry by entry, that makes the rows of its base relations.
///
/// The views of the same names define the rows. This code makes the same rows from any journal that
/// a session wrote, and keeps only unfinished rows in memory: an export made 37,000 rows a second
/// on one processor by the views, and makes 134,000 by this code. Tests compare the two. For a
/// journal that no session wrote, for example with two outcomes of a request or two runs of one
/// name, rows may differ.
struct RelationPass {
  private let columns: RelationColumns
  private let choice: HistoryChoice
  /// For each kind of relation, whether its rows are wanted.
  private let isWanted: [Bool]
  private let runs: RunTable
  /// Whether the numbers of requests in runs are wanted.
  private let countsRequests: Bool
  private var requests: RequestRows
  private var uses: UseRows
  private var actions: ActionRows
  private var runRows: RunRows

  /// Throws the errors of reading.
  init(
    of connection: borrowing Connection, _ columns: RelationColumns, choice: HistoryChoice
  ) throws(StoreError) {
    self.columns = columns
    self.choice = choice
    isWanted = BaseRelation.all.map { columns.contains($0.kind) }
    countsRequests = RunRows.counts.contains { columns.contains($0, of: .run) }
    runs = RunTable(try connection.sessions(newestOnly: false))
    runRows = RunRows(
      runs, prunedThrough: try connection.prunedThrough())
    requests = RequestRows(
      markedBy: choice.entryPoint, of: runs,
      isNamed: ["request_id", "opener_request_id"].contains { columns.contains($0, of: .request) })
    uses = UseRows(
      namedBy: ["view_id", "request_id"].contains { columns.contains($0, of: .screenView) }
        ? runs : nil)
    actions = ActionRows(
      of: runs,
      isNamed: ["action_id", "request_id"].contains { columns.contains($0, of: .action) })
  }

  /// Reads the entries and calls `body` with each complete row: its relation, its values in the
  /// order of the columns, and whether it is chosen (only runs may be not chosen). Columns that are
  /// not wanted may be empty.
  ///
  /// Throws `limitReached` when too many requests or actions are unfinished, and after `end`, and
  /// the errors of `body`.
  mutating func run(
    on connection: borrowing Connection, until end: ContinuousClock.Instant?,
    _ body: (BaseRelation.Kind, [SQLValue], _ isChosen: Bool) throws -> Void
  ) throws {
    let wantsRequests = columns.contains(.request) || countsRequests || choice.entryPoint != nil
    let wantsUses = columns.contains(.visit) || columns.contains(.screenView)
    let wantsActions = columns.contains(.action)
    let wantsRuns = columns.contains(.run)
    let needed = neededColumns
    let list = needed.map(\.sql).joined(separator: ", ")
    let entries = try connection.prepare(
      "SELECT \(list) FROM journal WHERE sequence <= ?1\(condition) ORDER BY sequence")
    entries.bind(choice.entries?.upperBound ?? .max, at: 1)
    let kind = needed.firstIndex(of: .kind).map(Int32.init) ?? 0
    var entry = FetchedValues(ofEntries: needed)
    var run: RunTable.Run?
    var steps = 0
    while try entries.step() {
      steps += 1
      if let end, steps.isMultiple(of: 1_024), .now >= end {
        throw StoreError.limitReached(reason: ResultCode.outOfTime)
      }
      try entry.fetchEntry(from: entries, ofKind: entries.integer(kind))
      if run?.number != entry.integer(.session) { run = runs[entry.integer(.session)] }
      if wantsRuns { runRows.take(entry) }
      if wantsRequests, let row = try requests.take(entry, run) { try hand(row, to: body) }
      if wantsUses {
        uses.take(entry, run)
        try handUses(to: body)
      }
      if wantsActions, let row = try actions.take(entry, run) { try hand(row, to: body) }
    }
    for row in requests.rest() { try hand(row, to: body) }
    uses.finish(isCut: try isCut(on: connection))
    try handUses(to: body)
    for row in actions.rest() { try hand(row, to: body) }
    if wantsRuns {
      for row in runRows.rows() { try hand(row, to: body) }
    }
  }

  /// Whether there are entries after the last one that is read.
  private func isCut(on connection: borrowing Connection) throws(StoreError) -> Bool {
    guard let last = choice.entries?.upperBound else { return false }
    return try connection.integer("SELECT max(sequence) FROM journal") ?? 0 > last
  }

  private mutating func handUses(
    to body: (BaseRelation.Kind, [SQLValue], _ isChosen: Bool) throws -> Void
  ) throws {
    guard !uses.complete.isEmpty else { return }
    for row in uses.complete { try hand(row, to: body) }
    uses.complete.removeAll(keepingCapacity: true)
  }

  private mutating func hand(
    _ row: RelationRow, to body: (BaseRelation.Kind, [SQLValue], _ isChosen: Bool) throws -> Void
  ) throws {
    let isChosen = choice.holds(row, ofEntryPoint: requests.marked)
    guard isChosen || row.kind == .run else { return }
    if row.kind == .request, countsRequests { runRows.count(row) }
    if isWanted[row.kind.rawValue] { try body(row.kind, row.values, isChosen) }
  }

  /// The needed columns of entries.
  private var neededColumns: [EntryColumn] {
    EntryColumn.allCases.filter { column in
      column.users.contains(where: columns.contains) || countsRequests && column.isOfCounts
        || column.tellers.contains { columns.contains(column.telling, of: $0) }
        || choice.entryPoint != nil && column.isOfEntryPoints
    }
  }

  /// The condition that leaves out entries without needed values.
  private var condition: String {
    let kinds = Set(columns.relations.map(\.kind)).subtracting([.replayRun, .funnelStep])
    if kinds == [.request] {
      return " AND \(EntryNumber.ofRequests.condition)"
    }
    guard kinds.isSubset(of: [.screenView, .visit]), choice.entryPoint == nil else { return "" }
    // Actions do not show that screens are in use, unless a screen was shown with them.
    return " AND (NOT \(EntryNumber.ofActions.condition) OR screen_after IS NOT NULL)"
  }
}

extension ClosedRange<Int64> {
  fileprivate var condition: String { "kind BETWEEN \(lowerBound) AND \(upperBound)" }
}

/// A row of a base relation, with the values that a ``HistoryChoice`` compares.
struct RelationRow {
  let kind: BaseRelation.Kind
  /// The moment that is compared, in microseconds since 1970.
  var time: Int64
  /// The run to which it belongs; nil for a run that the history does not have.
  let run: RunTable.Run?
  /// The entry with which it begins, if it belongs to one.
  var sequence: Int64?
  /// The request to which it belongs.
  var request: Int64?
  /// The values, in the order of the relation's columns.
  var values: [SQLValue]

  /// The version of the app of its session.
  var appVersion: String? { run?.session.appVersion }
}

extension HistoryChoice {
  /// Whether a row is included.
  ///
  /// - Parameter requests: the requests known to have come by the entry point.
  fileprivate func holds(_ row: RelationRow, ofEntryPoint requests: Set<Int64>) -> Bool {
    guard holds(row.time, row.appVersion) else { return false }
    let isOfRequest = [.request, .screenView, .action].contains(row.kind)
    if let entries, isOfRequest, !entries.contains(row.sequence ?? 0) { return false }
    guard entryPoint != nil, isOfRequest else { return true }
    return row.request.map(requests.contains) ?? false
  }
}
