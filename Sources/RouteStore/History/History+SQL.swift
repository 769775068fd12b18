extension History {
  /// Runs one reading SQL statement over the tables of the file.
  ///
  /// `columns` is called once with the columns' names, then `row` with each row. Only `SELECT` with
  /// functions, `json_each` and `json_tree` is allowed: no writing, no `ATTACH`, no `PRAGMA`, no
  /// other virtual table, and no table of the vault. Returns whether all rows were returned: false
  /// when the bound on rows was reached. Throws `refused` for anything that is not allowed,
  /// `limitReached` when time runs out or a value is too large, `invalidQuery` for mistakes in the
  /// SQL, other cases of `StoreError` when the file cannot be read, and the errors of the closures.
  @discardableResult
  public func query(
    _ sql: String, bounds: SQLBounds = SQLBounds(), columns: ([String]) throws -> Void = { _ in },
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    let isWhole = try file.connection.query(sql, bounds: bounds, columns: columns, row: row)
    try file.check()
    return isWhole
  }

  /// Defines functions for later queries.
  ///
  /// Throws when there is no memory for one.
  package func define(_ functions: [SQLFunction]) throws(StoreError) {
    try file.connection.define(functions)
  }

  /// Defines views for later queries, by statements that make temporary views; only the first call
  /// has an effect.
  package func define(temporaryViews statements: some Sequence<String>) throws(StoreError) {
    guard !definesViews else { return }
    definesViews = true
    try file.connection.execute("PRAGMA query_only=OFF")
    for statement in statements { try file.connection.execute(statement) }
    try file.connection.execute("PRAGMA query_only=ON")
  }
}
