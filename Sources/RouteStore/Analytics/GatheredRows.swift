/// Inserts rows into the tables that relations are gathered in.
struct GatheredRows: ~Copyable {
  /// What inserts a row of one relation.
  private final class Insertion {
    let places: [Int]
    let statement: Statement

    init(_ relation: BaseRelation, _ places: [Int], on connection: borrowing Connection)
      throws(StoreError)
    {
      self.places = places
      let list = places.map { relation.columns[$0].name }.joined(separator: ", ")
      let values = places.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      statement = try connection.prepare(
        "INSERT INTO \(relation.name) (\(list)) VALUES (\(values))", persistent: true)
    }
  }

  private var insertions: [Insertion?] = Array(repeating: nil, count: BaseRelation.all.count)

  /// Throws when a table is missing.
  init(_ columns: RelationColumns, on connection: borrowing Connection) throws(StoreError) {
    for relation in columns.relations {
      insertions[relation.kind.rawValue] = try Insertion(
        relation, columns.places(in: relation), on: connection)
    }
  }

  /// Adds a row, given whole; what is kept of it are the columns of its table.
  func add(_ values: [SQLValue], to kind: BaseRelation.Kind) throws(StoreError) {
    guard let insertion = insertions[kind.rawValue] else { return }
    for (index, place) in insertion.places.enumerated() {
      insertion.statement.bind(values[place], at: Int32(index + 1))
    }
    try insertion.statement.run()
  }
}
