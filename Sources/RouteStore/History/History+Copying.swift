import CRouteSQLite

extension History {
  /// Copies every page, as of one moment, to a new file.
  func copyPages(to path: String) throws(StoreError) {
    let target = try Connection(path: path, mode: .create)
    let backup = unsafe sqlite3_backup_init(
      target.handle, "main", file.connection.handle, "main")
    guard let backup = unsafe backup else {
      throw target.failure(unsafe sqlite3_extended_errcode(target.handle))
    }
    let copied = unsafe sqlite3_backup_step(backup, -1)
    let ended = unsafe sqlite3_backup_finish(backup)
    guard copied == SQLITE_DONE, ended == SQLITE_OK else {
      throw target.failure(copied == SQLITE_DONE ? ended : copied)
    }
    try file.check()
  }
}
