/// The SQL text of every migration, oldest first, embedded in the binary.
public let embeddedMigrations: [(identifier: String, sql: [UInt8])] = [
  ("v001-journal", PackageResources.v001_journal_sql)
]
