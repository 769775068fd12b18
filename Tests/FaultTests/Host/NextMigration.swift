package import RouteStore

/// A migration that a later version may have: some tables, a column, and rows.
package enum NextMigration {
  /// How many tables it adds.
  package static let tables = 3

  /// A migrator that knows it as the newest.
  package static var migrator: Migrator {
    let statements = (1...tables).map { number in
      """
      CREATE TABLE later_\(number) (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      INSERT INTO later_\(number) SELECT sequence, kind FROM journal;

      """
    }
    let sql = statements.joined() + "ALTER TABLE session ADD COLUMN mood TEXT;"
    return Migrator(
      migrations: Migration.all + [Migration(identifier: "later", sql: Array(sql.utf8))])
  }
}
