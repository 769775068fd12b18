import CRouteSQLite
package import RouteStore

/// The base relations of one or several histories as tables of private files, so that each question
/// is asked once for all of them, and no history is read again for it.
///
/// There is one file for each part of the relations. One thread gathers each part and reads every
/// history once; the same number of threads ask questions. The files are removed with the value.
package final class GatheredRelations: Sendable {
  /// A funnel requested by an analyst.
  package struct Funnel: Sendable {
    /// Its name.
    package let name: String
    /// The kinds of its screens, in order.
    package let screens: [String]

    /// A funnel of screens, at most ``mostSteps``.
    package init(_ name: String, through screens: [String]) {
      (self.name, self.screens) = (name, screens)
    }

    /// Its rows of `funnel_step`.
    fileprivate var steps: [[SQLValue]] {
      screens.enumerated().map { [.text(name), .integer(Int64($0 + 1)), .text($1)] }
    }

    /// The most steps that `v_funnel` evaluates.
    package static let mostSteps = 8
  }

  private let folder: String
  private let parts: [RelationColumns]
  private let choice: HistoryChoice
  private let countsAtOnce: Int
  private let functions: [SQLFunction]

  /// The number of files to gather into.
  package var partCount: Int { parts.count }

  /// Makes room for columns of relations, in two parts if that saves time.
  ///
  /// Throws `cannotOpen` or `inputOutput` when the temporary folder cannot be made.
  ///
  /// - Parameters:
  ///   - groups: the most groups of rows that are counted at a time.
  ///   - functions: the functions of queries besides SQLite's.
  package init(
    _ columns: RelationColumns, choice: HistoryChoice = HistoryChoice(),
    countingAtOnce groups: Int = CountedRows.mostGroups, functions: [SQLFunction] = []
  ) throws(StoreError) {
    parts = columns.parts
    (self.choice, countsAtOnce, self.functions) = (choice, groups, functions)
    folder = try FilePath.makeTemporaryFolder()
  }

  deinit {
    for part in parts.indices { FilePath.remove(path(part)) }
    FilePath.removeFolder(folder)
  }

  private func path(_ part: Int) -> String { "\(folder)/\(part)" }

  /// Gathers the relations of a part from histories, which `open` opens one after another; its
  /// errors end the gathering. To be called once for each part, on any thread.
  ///
  /// - Parameter funnels: the requested funnels; nil for those of the histories.
  /// - Parameter results: files of results of replays.
  /// - Parameter end: the deadline; after it, the gathering throws `limitReached`.
  package func gather(
    _ part: Int, from count: Int, funnels: [Funnel]? = nil, results: [String] = [],
    until end: ContinuousClock.Instant? = nil, open: (Int) throws -> History
  ) throws {
    let columns = parts[part]
    let steps =
      columns.contains(.funnelStep) ? try Self.steps(of: funnels, from: count, open: open) : []
    var database = try RelationDatabase(
      at: path(part), columns, funnelsThrough: steps.map { $0[2].text },
      countingAtOnce: countsAtOnce)
    for step in steps { try database.add(step, to: .funnelStep) }
    let wanted = columns.without(.funnelStep).passed
    for index in 0..<count {
      try open(index).forEachKnownRow(wanted, choice: choice, until: end) { kind, row, isChosen in
        try database.add(row, to: kind, isChosen: isChosen)
      }
    }
    for path in results where columns.contains(.replayRun) {
      try ReadableResults(path: path).forEachRow { row in
        if choice.holds(replay: row) { try database.add(row, to: .replayRun) }
      }
    }
    try database.finish()
  }

  /// The steps of funnels, as rows: the requested ones, or those of the histories.
  private static func steps(
    of funnels: [Funnel]?, from count: Int, open: (Int) throws -> History
  ) throws -> [[SQLValue]] {
    if let funnels { return funnels.flatMap(\.steps) }
    var steps: [[SQLValue]] = []
    var known = FirstFunnels()
    for index in 0..<count {
      try open(index).forEachFunnelStep {
        let step: [SQLValue] = [.text($0.funnel), .integer($0.step), .text($0.screen)]
        if known.admits(step) { steps.append(step) }
      }
      known.endHistory()
    }
    return steps
  }

  /// A reader of all gathered rows; on any thread, after every part was gathered.
  package func reader() throws(StoreError) -> Reader {
    try Reader(of: parts.indices.map(path), Set(parts.flatMap(\.tables)), functions)
  }
}

extension GatheredRelations {
  /// Asks questions, one after another, while the gathered relations exist.
  package struct Reader: ~Copyable {
    private let connection: Connection

    fileprivate init(
      of paths: [String], _ tables: Set<String>, _ functions: [SQLFunction]
    ) throws(StoreError) {
      let connection = try Connection(
        path: paths.first ?? "", mode: paths.isEmpty ? .memory : .readImmutable)
      for (part, path) in paths.enumerated().dropFirst() {
        try connection.attach("\(Connection.uri(path))?immutable=1", as: "part_\(part)")
      }
      try connection.define(RelationView.all.filter(\.isOverRelations), but: tables)
      connection.distrustFile()
      try connection.becomeReader()
      try connection.define(functions)
      // Questions are asked in parallel: a sorter with a thread of its own costs 1.6 times as much.
      try connection.execute("PRAGMA threads=0")
      self.connection = connection
    }

    /// Asks one question, as ``History/query(_:bounds:columns:row:)`` does.
    @discardableResult
    package borrowing func query(
      _ sql: String, bounds: SQLBounds = SQLBounds(),
      columns: ([String]) throws -> Void = { _ in }, row: ([SQLValue]) throws -> Void
    ) throws -> Bool {
      try connection.query(sql, bounds: bounds, columns: columns, row: row)
    }
  }
}

extension Connection {
  fileprivate borrowing func attach(_ uri: String, as name: String) throws(StoreError) {
    let attach = try prepare("ATTACH ?1 AS \(name)")
    attach.bind(uri, at: 1)
    try attach.run()
  }
}

extension Connection {
  /// Defines views for this connection, except those for which there are tables.
  borrowing func define(_ views: [RelationView], but tables: Set<String>) throws(StoreError) {
    for view in views where !tables.contains(view.name) { try execute(view.temporary) }
  }
}

extension CountedRelation {
  /// The statement that makes an empty table with its columns.
  func table(isTemporary: Bool = false) -> String {
    let list = columns.map { "\($0.name) \($0.type)" }
    return "CREATE \(isTemporary ? "TEMP " : "")TABLE \(name) (\(list.joined(separator: ", ")));"
  }
}

extension RelationView {
  /// The statement that makes a table with all its rows.
  func table(isTemporary: Bool = false) -> String {
    "CREATE \(isTemporary ? "TEMP " : "")TABLE \(name) AS\n\(query);\n"
  }
}

extension BaseRelation.ColumnType {
  /// Its name in SQL.
  var sql: String {
    switch self {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .moment: "TIMESTAMP"
    }
  }
}

extension BaseRelation {
  /// The statement that makes an empty table of some of its columns.
  ///
  /// - Parameter untyped: the names of the columns without a type.
  func table(_ places: [Int], untyped: Set<String> = [], isTemporary: Bool = false) -> String {
    let list = places.map { place in
      let name = columns[place].name
      guard !untyped.contains(name) else { return name }
      return "\(name) \(columns[place].type.sql)"
    }
    return "CREATE \(isTemporary ? "TEMP " : "")TABLE \(name) (\(list.joined(separator: ", ")));"
  }
}
