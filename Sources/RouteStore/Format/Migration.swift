import RouteMigrations

/// One step of the format: its name and its SQL. It is never edited once released.
package struct Migration: Sendable {
  /// The name of its file, without the extension.
  package let identifier: String
  /// The text of its file.
  package let sql: [UInt8]

  /// The digest by which a file recognises an edited migration.
  package let digest: SHA256.Digest

  /// A migration under a name.
  package init(identifier: String, sql: [UInt8]) {
    self.identifier = identifier
    self.sql = sql
    digest = SHA256.digest(of: sql)
  }

  /// All migrations of this version, oldest first.
  package static let all = embeddedMigrations.map {
    Migration(identifier: $0.identifier, sql: $0.sql)
  }
}
