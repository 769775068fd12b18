import RouteStore

/// Counts the rows of one base relation for all of its counted relations: a value that several of
/// them use is looked up once.
struct RelationCounts {
  private var relations: [CountedRows] = []
  private let mostTexts: Int
  /// The columns that decide how a row is counted.
  private let columns: [(place: Int, form: KeyForm)]
  private var row: CodedRow
  private var texts: TextPlaces

  /// Throws when a table is missing, and `limitReached` when there are more screens than places.
  ///
  /// - Parameter screens: the screens of funnels, when only their views are selected.
  init(
    _ counted: [CountedRelation], of base: BaseRelation, funnelsThrough screens: [String],
    atOnce groups: Int, on connection: borrowing Connection
  ) throws(StoreError) {
    guard screens.count <= CountedRows.mostGroups else {
      throw .limitReached(reason: "funnels have more than \(CountedRows.mostGroups) steps")
    }
    mostTexts = min(groups, CountedRows.mostGroups)
    let names = Set(counted.flatMap(\.decides))
    let days = Set(counted.flatMap(\.keys).filter(\.isDay).map(\.column))
    columns = base.columns.indices.filter { names.contains(base.columns[$0].name) }.map { place in
      let name = base.columns[place].name
      return (place, KeyForm(days.contains(name) ? .day(name) : .column(name), of: base))
    }
    row = CodedRow(columns: base.columns.count)
    texts = TextPlaces(knowing: CodedRow.texts + screens)
    let funnelPlaces = Set(screens.map { Int64(texts.place(of: $0)) })
    for relation in counted {
      let isOfFunnels = relation.name == CountedRelation.funnelView
      relations.append(
        try CountedRows(
          relation, atOnce: groups, screens: isOfFunnels ? funnelPlaces : nil, on: connection))
    }
  }

  /// Adds a complete row of the base relation.
  mutating func add(_ made: [SQLValue], isChosen: Bool) throws(StoreError) {
    if texts.others >= mostTexts { try writeOut() }
    for (place, form) in columns {
      switch (made[place], form) {
      case (.integer(let number), .number): row.set(place, to: number, at: 1)
      case (.integer(let moment), .day):
        row.set(place, to: moment, at: KeyForm.dayPlace(of: moment))
      case (.text(let text), .text):
        let known = texts.place(of: text)
        row.set(place, to: Int64(known), at: UInt64(known))
      default: row.clear(place)
      }
    }
    for index in relations.indices {
      try relations[index].add(made, row, texts, isChosen: isChosen)
    }
  }

  /// Writes the counts.
  mutating func finish() throws(StoreError) {
    try writeOut()
    for counted in relations { try counted.finish() }
  }

  private mutating func writeOut() throws(StoreError) {
    for index in relations.indices { try relations[index].writeOut(texts) }
    texts.removeAll()
  }
}
