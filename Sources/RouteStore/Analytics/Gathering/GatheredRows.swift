import RouteStore

/// Inserts rows into the tables of gathered relations, and counts those of counted relations.
struct GatheredRows: ~Copyable {
  private var insertions: [RowInsertion?] = Array(repeating: nil, count: BaseRelation.all.count)
  private var counts: [RelationCounts?] = Array(repeating: nil, count: BaseRelation.all.count)
  /// The relations that have derived columns here; nil for the others.
  private var completed: [BaseRelation?] = Array(repeating: nil, count: BaseRelation.all.count)

  /// Throws when a table is missing.
  ///
  /// - Parameter screens: the screens of funnels, when only their views are selected.
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

  /// Adds a row made from a history. The columns of its table are kept, with the columns derived
  /// from them. A row that is not chosen is only added to relations about all rows.
  mutating func add(
    _ values: [SQLValue], to kind: BaseRelation.Kind, isChosen: Bool
  ) throws(StoreError) {
    let place = kind.rawValue
    if isChosen, let insertion = insertions[place] {
      try insertion.add(completed[place]?.completed(values) ?? values)
    }
    try counts[place]?.add(values, isChosen: isChosen)
  }

  /// Inserts the waiting rows.
  mutating func finish() throws(StoreError) {
    for insertion in insertions { try insertion?.finish() }
    for place in counts.indices { try counts[place]?.finish() }
  }
}
