import RouteStore

/// Inserts rows into the tables that relations are gathered in, and counts those that are counted.
struct GatheredRows: ~Copyable {
  private var insertions: [RowInsertion?] = Array(repeating: nil, count: BaseRelation.all.count)
  private var counts: [RelationCounts?] = Array(repeating: nil, count: BaseRelation.all.count)
  /// Which relations have columns here that follow from others.
  private var completed: [BaseRelation?] = Array(repeating: nil, count: BaseRelation.all.count)

  /// Throws when a table is missing.
  ///
  /// - Parameter screens: those of funnels, where only their views are chosen.
  init(
    _ columns: RelationColumns, funnelsThrough screens: [String], countingAtOnce groups: Int,
    on connection: borrowing Connection
  ) throws(StoreError) {
    for relation in columns.relations {
      let places = columns.places(in: relation)
      insertions[relation.kind.rawValue] = try RowInsertion(
        relation.name, relation.columns.map(\.name), places, on: connection)
      if places.contains(where: { relation.source(of: $0) != nil }) {
        completed[relation.kind.rawValue] = relation
      }
    }
    for relation in BaseRelation.all {
      let counted = columns.counted.filter { $0.kind == relation.kind }
      guard !counted.isEmpty else { continue }
      counts[relation.kind.rawValue] = try RelationCounts(
        counted, of: relation, funnelsThrough: screens, atOnce: groups, on: connection)
    }
  }

  /// Adds a row as it is made of a history; what is kept of it are the columns of its table, and
  /// what follows from them. One that is not chosen is only for what is about all rows.
  mutating func add(
    _ values: [SQLValue], to kind: BaseRelation.Kind, isChosen: Bool
  ) throws(StoreError) {
    let place = kind.rawValue
    if isChosen, let insertion = insertions[place] {
      try insertion.add(completed[place]?.completed(values) ?? values)
    }
    try counts[place]?.add(values, isChosen: isChosen)
  }

  /// Inserts the rows that wait for others.
  mutating func finish() throws(StoreError) {
    for insertion in insertions { try insertion?.finish() }
    for place in counts.indices { try counts[place]?.finish() }
  }
}
