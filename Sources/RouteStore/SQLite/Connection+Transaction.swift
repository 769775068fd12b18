import CRouteSQLite

extension Connection {
  /// True while a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows inserted, changed and deleted since the connection was opened, including
  /// cascades.
  var changeCount: Int32 { unsafe sqlite3_total_changes(handle) }

  /// Runs `body` in one transaction that takes the write lock at once; rolls back when it throws.
  package borrowing func transaction(
    _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends an open transaction without its changes; has no effect if SQLite has done so already.
  borrowing func rollBack() {
    guard isInTransaction else { return }
    unsafe _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }
}
