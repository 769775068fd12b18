/// The base relations of a file, whole and as they are at one moment.
extension History {
  /// Runs `body` on this journal as it is at one moment, seen through this version's views: on the
  /// file itself where nobody can write to it meanwhile, otherwise on a private copy, so that no
  /// reader keeps the owner's log from being emptied.
  ///
  /// Throws `damaged` when the file is not as its format says, other cases of `StoreError` when
  /// there can be no copy, and whatever `body` throws.
  package func withSealed<Result>(_ body: (History) throws -> Result) throws -> Result {
    guard file.isBesideOwner else { return try seal(body) }
    return try withCopy { try History(path: $0).seal(body) }
  }

  private func seal<Result>(_ body: (History) throws -> Result) throws -> Result {
    try checkSchema()
    try showViews()
    return try atOneMoment {
      // Other relations are made of these two; worked out once, all of them take two thirds.
      for name in ["v_visit_range", "v_screen_view"] { try keep(name) }
      return try body(self)
    }
  }

  /// Puts a private table of its rows in a view's place, for this connection alone.
  private func keep(_ name: String) throws(StoreError) {
    try file.connection.execute(
      """
      PRAGMA query_only=OFF;
      CREATE TEMP TABLE kept_\(name) AS SELECT * FROM \(name);
      DROP VIEW temp.\(name);
      CREATE TEMP VIEW \(name) AS SELECT * FROM kept_\(name);
      PRAGMA query_only=ON
      """)
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
}
