import CRouteSQLite

extension Connection {
  /// True while a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Rows inserted, changed and deleted since the connection was opened, by cascades too.
  var changeCount: Int32 { unsafe sqlite3_total_changes(handle) }

  /// Runs `body` in one transaction that takes the write lock at once; rolled back when it throws.
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

  /// Ends an open transaction without its changes; harmless when SQLite has done so already.
  package borrowing func rollBack() {
    guard isInTransaction else { return }
    unsafe _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }
}
