extension Journal {
  /// Writes a copy for a bug report: one sealed file, complete except for the vault.
  ///
  /// Private values and keys are never written to the copy, not even temporarily. It is made under
  /// another name and gets its own when it is complete. Throws `alreadyExists` when an item has the
  /// name, `diskFull`, `readOnly`, `cannotOpen` or `inputOutput`.
  package func writeReportCopy(to destination: String) throws(StoreError) {
    let target = try FilePath.resolved(destination)
    guard FileFacts(path: target) == nil else { throw .alreadyExists(path: target) }
    let unfinished = try UnfinishedFile(of: target)
    try copyTables(to: unfinished.path)
    try unfinished.finish()
  }

  /// The tables that are copied. Tables that the migrations fill, and tables with removable private
  /// content, are not included.
  package static var copiedTables: [String] {
    ["journal", "base", "session", "checkpoint", "route_table", "seen", "funnel_step"]
  }

  private func copyTables(to path: String) throws(StoreError) {
    try FilePath.makePrivate(path)
    try Migrator().migrate(Connection(path: path, mode: .write))
    let attach = try connection.prepare("ATTACH ?1 AS copy")
    attach.bind(path, at: 1)
    try attach.run()
    do {
      try connection.transaction { () throws(StoreError) in
        for table in Self.copiedTables {
          try connection.execute("INSERT INTO copy.\(table) SELECT * FROM main.\(table)")
        }
      }
    } catch {
      // This is only cleaning up: the thrown error already states the problem.
      try? connection.execute("DETACH copy")
      throw error
    }
    try connection.execute("DETACH copy")
  }
}
