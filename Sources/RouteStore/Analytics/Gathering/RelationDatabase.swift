package import RouteStore

/// A new database whose tables are base relations: a private one for questions, or one that is
/// kept.
package struct RelationDatabase: ~Copyable {
  private let connection: Connection
  private let columns: RelationColumns
  private var rows: GatheredRows
  private let isShuffled: Bool
  /// The meanings of its relations, if it is to be kept.
  private let dictionary: RelationDictionary?

  /// Makes the tables of columns of relations, without rows.
  ///
  /// - Parameters:
  ///   - dictionary: the meanings of the relations, if the database has to survive the process and
  ///     the system; otherwise nil.
  ///   - isShuffled: whether the order of rows must not reveal their original order. The rows then
  ///     wait in temporary tables, so that no page of the file has them in order.
  ///   - screens: the screens of funnels, when only their views are selected.
  ///   - groups: the most groups of rows that are counted at a time.
  package init(
    at path: String, _ columns: RelationColumns, keptWith dictionary: RelationDictionary? = nil,
    isShuffled: Bool = false, funnelsThrough screens: [String] = [],
    countingAtOnce groups: Int = CountedRows.mostGroups
  ) throws(StoreError) {
    let connection = try Connection(path: path, mode: .create)
    try connection.becomeGatherer(isKept: dictionary != nil)
    if dictionary != nil {
      try connection.execute("PRAGMA application_id=\(JournalHeader.exportIdentifier)")
    }
    for relation in columns.relations {
      let table = columns.table(of: relation, isTemporary: isShuffled)
      try connection.execute(isShuffled ? table : Self.kept(relation, columns, dictionary))
    }
    for relation in columns.counted { try connection.execute(relation.table()) }
    try connection.execute("BEGIN")
    let rows = try GatheredRows(
      columns, funnelsThrough: screens, countingAtOnce: groups, on: connection)
    self.connection = connection
    self.columns = columns
    self.rows = rows
    self.isShuffled = isShuffled
    self.dictionary = dictionary
  }

  /// Adds a row made from a history. The columns of its table are kept, with the columns derived
  /// from them.
  ///
  /// - Parameter isChosen: whether the choice includes it; if not, it is only added to relations
  ///   about all rows.
  package mutating func add(
    _ row: [SQLValue], to kind: BaseRelation.Kind, isChosen: Bool = true
  ) throws(StoreError) {
    try rows.add(row, to: kind, isChosen: isChosen)
  }

  /// Writes the waiting rows, makes the indexes that save time, and evaluates the views that are
  /// asked once.
  package mutating func finish() throws(StoreError) {
    try rows.finish()
    if isShuffled { try shuffle() }
    try connection.execute("COMMIT")
    for relation in columns.relations {
      for index in columns.indexes(of: relation, isKept: dictionary != nil) {
        try connection.execute(index.statement(on: relation.name))
      }
    }
    for view in columns.asked { try connection.execute(view.table()) }
  }

  /// Moves every row to the permanent tables.
  private func shuffle() throws(StoreError) {
    for relation in columns.relations {
      let table = Self.kept(relation, columns, dictionary)
      try connection.execute(
        """
        \(table.replacing("CREATE TABLE ", with: "CREATE TABLE main."));
        INSERT INTO main.\(relation.name) SELECT * FROM temp.\(relation.name) ORDER BY random();
        DROP TABLE temp.\(relation.name);
        """)
    }
  }

  /// The statement that makes the table of a relation, with its meanings if it is to be kept.
  private static func kept(
    _ relation: BaseRelation, _ columns: RelationColumns, _ dictionary: RelationDictionary?
  ) -> String {
    dictionary.map { relation.described(by: $0) } ?? columns.table(of: relation)
  }

  /// Adds views over the relations, each after the views that it uses; the meanings of relations
  /// and columns as the table `dictionary`; and a text as the only value of the table `manifest`.
  package func add(_ views: [RelationView], manifest: String) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for view in views {
        try connection.execute(dictionary.map { view.described(by: $0) } ?? view.permanent)
      }
      let names = BaseRelation.all.map(\.name) + views.map(\.name)
      if let dictionary { try connection.add(dictionary, of: Set(names)) }
      try connection.execute("CREATE TABLE manifest (json TEXT NOT NULL)")
      let insert = try connection.prepare("INSERT INTO manifest VALUES (?1)")
      insert.bind(manifest, at: 1)
      try insert.run()
    }
  }
}

extension BaseRelation {
  /// The statement that makes an empty table of all columns, with their meanings as comments, which
  /// SQLite keeps with the table.
  fileprivate func described(by dictionary: RelationDictionary) -> String {
    let lines = zip(columns, dictionary[name]?.columns ?? []).map { column, words in
      (words.comment, "  \(column.name) \(column.type.sql)")
    }
    let list = lines.enumerated().map { index, line in
      "\(line.0)\(line.1)" + (index == lines.count - 1 ? "" : ",")
    }
    return "CREATE TABLE \(name) (\n\(list.joined(separator: "\n"))\n)"
  }
}

extension Connection {
  /// Adds the table `dictionary`: a row for each relation and each column of the database.
  fileprivate borrowing func add(
    _ dictionary: RelationDictionary, of names: Set<String>
  ) throws(StoreError) {
    try execute(
      """
      CREATE TABLE dictionary (
        relation TEXT NOT NULL, column_name TEXT, type TEXT, unit TEXT, null_means TEXT,
        example TEXT, meaning TEXT NOT NULL, PRIMARY KEY (relation, column_name)
      )
      """)
    let insert = try prepare("INSERT INTO dictionary VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    for relation in dictionary.relations where names.contains(relation.name) {
      for row in relation.rows {
        for (index, value) in row.enumerated() { insert.bind(value, at: Int32(index + 1)) }
        try insert.run()
        insert.clearBindings()
      }
    }
  }

  /// Prepares a connection for filling a new database. After a failure or an interruption the
  /// database is of no use, so durability is switched off. An index is sorted in portions of the
  /// cache's size: portions of 2 MB stay in the processor's caches, so that a million rows take 1.0
  /// s instead of 1.5 with 64 MB.
  fileprivate borrowing func becomeGatherer(isKept: Bool) throws(StoreError) {
    try execute(
      """
      PRAGMA journal_mode=OFF; PRAGMA synchronous=\(isKept ? "FULL" : "OFF");
      PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-2000;
      """)
  }
}
