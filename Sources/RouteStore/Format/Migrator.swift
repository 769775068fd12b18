/// Upgrades a database to the newest format of this version, and refuses an unknown format.
package struct Migrator: Sendable {
  /// "RTJL": the application_id in the header of every journal.
  package static let applicationIdentifier: Int64 = 0x5254_4A4C

  private let migrations: [Migration]

  /// A migrator for these migrations, oldest first.
  package init(migrations: [Migration] = Migration.all) {
    self.migrations = migrations
  }

  /// The format this version writes: the number of migrations.
  package var newestFormat: Int64 { Int64(migrations.count) }

  /// Checks the file's recorded format and applies the missing migrations, all or none. One
  /// transaction for all of them writes each page of the schema once.
  ///
  /// Throws `newerFormat` and `editedMigration` before anything is written.
  package func migrate(_ connection: borrowing Connection) throws(StoreError) {
    let format = try check(connection)
    guard format < newestFormat else { return }
    try connection.transaction { () throws(StoreError) in
      for (index, migration) in migrations.enumerated().dropFirst(Int(format)) {
        try apply(migration, number: Int64(index + 1), to: connection)
      }
    }
  }

  /// The format of the file, after its recorded migrations were found equal to ours.
  ///
  /// Throws `newerFormat` when it is newer, `notAJournal` when another program made it,
  /// `editedMigration` when one differs, and `damaged` when one of its tables is not as the
  /// migrations make it, before any row of that table is read. A file that is to be written is also
  /// `damaged` when one of its indexes can refuse a row.
  package func check(
    _ connection: borrowing Connection, allowingNewer: Bool = false, isWritten: Bool = false
  ) throws(StoreError) -> Int64 {
    let format = try connection.integer("PRAGMA user_version") ?? 0
    guard format >= 0, allowingNewer || format <= newestFormat else {
      throw .newerFormat(found: format, supported: newestFormat)
    }
    guard format > 0 else { return 0 }
    guard try connection.integer("PRAGMA application_id") == Self.applicationIdentifier else {
      throw .notAJournal(path: connection.path, reason: "it is a database of another program")
    }
    let foreign = try connection.foreignPart(
      format: format, of: migrations, isWritten: isWritten)
    if let foreign, foreign.hidesMigrations { throw foreign.error }
    let recorded = try connection.prepare(
      "SELECT identifier, digest FROM migration ORDER BY number")
    for migration in migrations.prefix(Int(clamping: format)) {
      guard try recorded.step(), try recorded.words(0) == migration.identifier,
        recorded.digest(1) == migration.digest
      else { throw .editedMigration(identifier: migration.identifier) }
    }
    if let foreign { throw foreign.error }
    return format
  }

  private func apply(
    _ migration: Migration, number: Int64, to connection: borrowing Connection
  ) throws(StoreError) {
    try connection.execute(
      """
      PRAGMA application_id=\(Self.applicationIdentifier);
      """)
    if number == 1 { try connection.execute(TableText.ofMigrations) }
    try connection.execute(String(decoding: migration.sql, as: UTF8.self))
    let record = try connection.prepare("INSERT INTO migration VALUES (?1, ?2, ?3)")
    record.bind(number, at: 1)
    record.bind(migration.identifier, at: 2)
    record.bind(blob: migration.digest.bytes, at: 3)
    try record.run()
    try connection.execute("PRAGMA user_version=\(number)")
  }
}
