import RouteStore

/// Inserts rows into the tables that relations are gathered in, and counts those that are counted.
struct GatheredRows: ~Copyable {
  private var insertions: [RowInsertion?] = Array(repeating: nil, count: BaseRelation.all.count)
  private var counted: [[CountedRows]] = Array(repeating: [], count: BaseRelation.all.count)
  /// Which relations have columns here that follow from others.
  private var completed: [BaseRelation?] = Array(repeating: nil, count: BaseRelation.all.count)

  /// Throws when a table is missing.
  init(
    _ columns: RelationColumns, countingAtOnce groups: Int, on connection: borrowing Connection
  ) throws(StoreError) {
    for relation in columns.relations {
      let places = columns.places(in: relation)
      insertions[relation.kind.rawValue] = try RowInsertion(
        relation.name, relation.columns.map(\.name), places, on: connection)
      if places.contains(where: { relation.source(of: $0) != nil }) {
        completed[relation.kind.rawValue] = relation
      }
    }
    for relation in columns.counted {
      counted[relation.kind.rawValue].append(
        try CountedRows(relation, atOnce: groups, on: connection))
    }
  }

  /// The screens of funnels, by their bytes: views of others are not looked at.
  func setFunnelScreens(_ screens: Set<[UInt8]>) {
    for rows in counted.joined() where rows.relation.name == CountedRelation.funnelView {
      rows.screens = screens
    }
  }

  /// Adds a row as it is made of a history; what is kept of it are the columns of its table, and
  /// what follows from them.
  func add(_ values: [SQLValue], to kind: BaseRelation.Kind) throws(StoreError) {
    try insertions[kind.rawValue]?.add(completed[kind.rawValue]?.completed(values) ?? values)
    for rows in counted[kind.rawValue] { try rows.add(values) }
  }

  /// Inserts the rows that wait for others.
  func finish() throws(StoreError) {
    for insertion in insertions { try insertion?.finish() }
    for rows in counted.joined() { try rows.finish() }
  }
}
