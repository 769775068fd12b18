extension History {
  /// Runs one reading SQL statement over the tables and views of the file.
  ///
  /// `columns` is called once with the columns' names, then `row` with each row. Only `SELECT` with
  /// functions is allowed: no writing, no `ATTACH`, no `PRAGMA`, and nothing of the vault. The
  /// documented views are those of this version, whatever the file says, unless the file is of a
  /// newer format. Returns whether all rows were handed out: false when the bound on rows was
  /// reached. Throws `refused` for anything that is not allowed, `limitReached` when time runs out,
  /// `invalidQuery` for mistakes in the SQL, and whatever the closures throw.
  @discardableResult
  public func query(
    _ sql: String, bounds: SQLBounds = SQLBounds(), columns: ([String]) throws -> Void = { _ in },
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    try showViews()
    let isWhole = try file.connection.query(sql, bounds: bounds, columns: columns, row: row)
    try file.check()
    return isWhole
  }

  /// Puts this version's views before those of the file.
  func showViews() throws(StoreError) {
    guard !showsViews, format <= Self.newestFormat else { return }
    showsViews = true
    try file.connection.execute("PRAGMA query_only=OFF")
    for view in SchemaView.all { try file.connection.execute(view.temporary) }
    try file.connection.execute("PRAGMA query_only=ON")
  }
}
