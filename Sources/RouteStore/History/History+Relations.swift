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
      try file.connection.execute("PRAGMA query_only=OFF")
      for view in SchemaView.shared { try file.connection.keepRows(of: view) }
      try file.connection.execute("PRAGMA query_only=ON")
      return try body(self)
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
}
