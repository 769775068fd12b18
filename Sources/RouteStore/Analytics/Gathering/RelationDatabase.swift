package import RouteStore

/// A new database whose tables are base relations: a private one that is asked and thrown away, or
/// one that is kept.
package struct RelationDatabase: ~Copyable {
  private let connection: Connection
  private let columns: RelationColumns
  private let rows: GatheredRows
  private let isShuffled: Bool

  /// Makes the tables of columns of relations, without rows.
  ///
  /// - Parameters:
  ///   - isKept: whether the database is to survive the process and the system.
  ///   - isShuffled: whether the order of rows is to say nothing of the one they came in: they wait
  ///     in temporary tables, so that no page of the file has them in order.
  ///   - groups: how many groups of rows that are alike are counted at a time.
  package init(
    at path: String, _ columns: RelationColumns, isKept: Bool,
    isShuffled: Bool = false, countingAtOnce groups: Int = CountedRows.mostGroups
  ) throws(StoreError) {
    let connection = try Connection(path: path, mode: .create)
    try connection.becomeGatherer(isKept: isKept)
    for relation in columns.relations {
      try connection.execute(columns.table(of: relation, isTemporary: isShuffled))
    }
    for relation in columns.counted { try connection.execute(relation.table()) }
    try connection.execute("BEGIN")
    let rows = try GatheredRows(columns, countingAtOnce: groups, on: connection)
    self.connection = connection
    self.columns = columns
    self.rows = rows
    self.isShuffled = isShuffled
  }

  /// The screens of funnels, where only their views are chosen.
  func setFunnelScreens(_ screens: Set<[UInt8]>) { rows.setFunnelScreens(screens) }

  /// Adds a row as it is made of a history; what is kept of it are the columns of its table, and
  /// what follows from them.
  package func add(_ row: [SQLValue], to kind: BaseRelation.Kind) throws(StoreError) {
    try rows.add(row, to: kind)
  }

  /// Writes what waits, and makes the indexes that pay.
  package func finish() throws(StoreError) {
    try rows.finish()
    if isShuffled { try shuffle() }
    try connection.execute("COMMIT")
    for relation in columns.relations {
      for index in relation.indexes
      where index.columns.allSatisfy({ columns.contains($0, of: relation.kind) }) {
        try connection.execute(index.statement(on: relation.name))
      }
    }
  }

  /// Moves every row to the tables that are kept.
  private func shuffle() throws(StoreError) {
    for relation in columns.relations {
      let table = columns.table(of: relation)
      try connection.execute(
        """
        \(table.replacing("CREATE TABLE ", with: "CREATE TABLE main."))
        INSERT INTO main.\(relation.name) SELECT * FROM temp.\(relation.name) ORDER BY random();
        DROP TABLE temp.\(relation.name);
        """)
    }
  }

  /// Adds views over the relations, each after those that it is made of, and a text as the only
  /// value of the table `manifest`.
  package func add(_ views: [RelationView], manifest: String) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for view in views { try connection.execute(view.permanent) }
      try connection.execute("CREATE TABLE manifest (json TEXT NOT NULL)")
      let insert = try connection.prepare("INSERT INTO manifest VALUES (?1)")
      insert.bind(manifest, at: 1)
      try insert.run()
    }
  }
}

extension Connection {
  /// Prepares a connection for filling a new database. A failure or an interruption leaves nothing
  /// that is of use, so nothing is done to survive it. An index is sorted in portions as large as
  /// the cache: those of 2 MB stay near the processor, so that a million rows take 1.0 s, where
  /// they take 1.5 with 64 MB.
  fileprivate borrowing func becomeGatherer(isKept: Bool) throws(StoreError) {
    try execute(
      """
      PRAGMA journal_mode=OFF; PRAGMA synchronous=\(isKept ? "FULL" : "OFF");
      PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-2000;
      """)
  }
}
