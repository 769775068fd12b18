package import RouteStore

/// A migration as a later version may have it: it adds some tables, a column, and rows.
package enum NextMigration {
  /// The number of tables that it adds.
  package static let tables = 3

  /// A migrator in which this migration is the newest.
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
