/// The SQL text of every migration, oldest first, embedded in the binary.
public let embeddedMigrations: [(identifier: String, sql: [UInt8])] = [
  ("v001-journal", PackageResources.v001_journal_sql),
  ("v002-relations", PackageResources.v002_relations_sql),
  ("v003-screens", PackageResources.v003_screens_sql),
  ("v004-requests", PackageResources.v004_requests_sql),
  ("v005-sessions", PackageResources.v005_sessions_sql),
]
