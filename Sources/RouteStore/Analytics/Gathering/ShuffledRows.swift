package import RouteStore

/// Rows in parts, returned in an order that does not reveal their original order.
///
/// They wait in a private file, which SQLite sorts with bounded memory. The file is removed with
/// the value.
package final class ShuffledRows {
  private let folder: String
  private let connection: Connection
  private let insertion: Statement

  private static let file = "rows"

  /// Throws `cannotOpen` or `inputOutput` when the temporary folder cannot be made.
  package init() throws(StoreError) {
    let folder = try FilePath.makeTemporaryFolder()
    self.folder = folder
    connection = try Connection(path: "\(folder)/\(Self.file)", mode: .create)
    try connection.execute(
      """
      PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;
      CREATE TABLE row (relation INTEGER, day INTEGER, bytes BLOB);
      BEGIN;
      """)
    insertion = try connection.prepare("INSERT INTO row VALUES (?1, ?2, ?3)", persistent: true)
  }

  deinit {
    FilePath.remove("\(folder)/\(Self.file)")
    FilePath.removeFolder(folder)
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: its bytes.
  ///   - relation: the index of its relation among all.
  ///   - day: days since 1970-01-01; nil for a relation without days.
  package func add(_ row: [UInt8], to relation: Int, _ day: Int64?) throws(StoreError) {
    insertion.bind(Int64(relation), at: 1)
    insertion.bind(day, at: 2)
    insertion.bind(blob: row, at: 3)
    try insertion.run()
  }

  /// Returns every row, one part after another, each part in a random order.
  package func forEach(_ body: (_ row: [UInt8], Int, Int64?) throws -> Void) throws {
    let rows = try connection.prepare(
      "SELECT relation, day, bytes FROM row ORDER BY relation, day, random()")
    while try rows.step() {
      try body(rows.bytes(2), Int(rows.integer(0)), rows.optionalInteger(1))
    }
  }
}

@available(*, unavailable)
extension ShuffledRows: Sendable {}
