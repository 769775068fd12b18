/// The base relations of a file, whole and as they are at one moment.
extension History {
  /// Runs `body` on this journal as it is at one moment, in the newest format: on the file itself
  /// where nobody can write to it meanwhile, otherwise on a private copy, so that no reader keeps
  /// the owner's log from being emptied, and a file of an older format has the newest views.
  ///
  /// Throws `damaged` when the views are not those of the format, other cases of `StoreError` when
  /// there can be no copy, and whatever `body` throws.
  package func withSealed<Result>(_ body: (History) throws -> Result) throws -> Result {
    guard format < Self.newestFormat || file.isBesideOwner else {
      try checkSchema()
      return try atOneMoment { try body(self) }
    }
    return try withCopy { path in
      // Closed again before it is read, so that it needs no log.
      try Journal.open(.file(path)).checkpointLog()
      let sealed = try History(path: path)
      try sealed.checkSchema()
      return try body(sealed)
    }
  }

  private func checkSchema() throws(StoreError) {
    guard let difference = try schemaDifferences().first else { return }
    throw .damaged(reason: "it is not as its format says: \(difference)", sequence: nil)
  }

  /// Calls `body` with the values of each row of a base relation, in the order of its columns. They
  /// are valid until it returns.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachRow(
    of relation: BaseRelation, _ body: (borrowing RowValues) throws -> Void
  ) throws {
    let columns = relation.columns.map(\.name).joined(separator: ", ")
    let list = try file.connection.prepare("SELECT \(columns) FROM \(relation.name)")
    var row = RowValues(columns: relation.columns.count)
    while try list.step() {
      row.fetch(from: list)
      try body(row)
    }
    try file.check()
  }

  /// The questions of the newest format, each as the SQL that makes it a view over the base
  /// relations, in an order in which they can be made.
  ///
  /// Throws `StoreError` when SQLite has no memory.
  package static func questions() throws(StoreError) -> [(name: String, sql: String)] {
    let connection = try Connection(path: "", mode: .memory)
    try Migrator().migrate(connection)
    let known = Set(BaseRelation.all.map(\.name) + BaseRelation.between)
    let list = try connection.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'view' ORDER BY rowid")
    var questions: [(String, String)] = []
    while try list.step() {
      guard !known.contains(list.text(0)) else { continue }
      questions.append((list.text(0), list.text(1)))
    }
    return questions
  }
}
