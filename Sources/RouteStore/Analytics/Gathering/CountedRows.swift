import RouteStore

/// Counts the rows of a base relation with equal keys, or selects rows, for a ``CountedRelation``.
///
/// The counts are written out and started anew when there are too many for the processor's caches:
/// a journal may have a million times that are all different.
package struct CountedRows {
  private let condition: (@Sendable (CodedRow) -> Bool)?
  private let part: (@Sendable (CodedRow) -> Bool)?
  private let amount: (@Sendable (CodedRow) -> Double?)?
  private let isCounted: Bool
  private let isOfAll: Bool
  private let insertion: RowInsertion
  private let mostGroups: Int
  private let keys: [Key]
  /// The column of the number in the key; there is at most one.
  private let number: Int?
  /// The places of the screens of funnels, when only their rows are selected.
  private let screens: Set<Int64>?
  private var groups = AlikeGroups()

  /// The most groups that are counted at a time.
  package static let mostGroups = 65_536

  /// A column of the key. Its place has 20 bits, which is enough: there are no more texts than
  /// groups, plus those of one row; days are within ``FileBounds``.
  private struct Key {
    let column: Int
    let form: KeyForm
    let shift: UInt64

    init(_ key: CountedRelation.Key, at index: Int, of relation: BaseRelation) {
      column = relation.place(of: key.column)
      form = KeyForm(key, of: relation)
      shift = UInt64(index) * 20
    }

    func value(of alike: AlikeGroups.Key, _ texts: TextPlaces) -> SQLValue {
      let place = alike.places >> shift & 0xF_FFFF
      guard place > 0 else { return .null }
      switch form {
      case .text: return .text(texts[Int(place)])
      case .day: return .integer(KeyForm.day(at: place))
      case .number: return .integer(alike.number)
      }
    }
  }

  /// Throws when its table is missing.
  ///
  /// - Parameter screens: the places of the screens of funnels, when only their rows are selected.
  init(
    _ relation: CountedRelation, atOnce groups: Int, screens: Set<Int64>? = nil,
    on connection: borrowing Connection
  ) throws(StoreError) {
    condition = relation.condition?.holds
    (part, amount, isCounted) = (relation.part, relation.amount, relation.isCounted)
    isOfAll = relation.isOfAll
    self.screens = screens
    mostGroups = min(groups, Self.mostGroups)
    let base = BaseRelation.all[relation.kind.rawValue]
    let keys = relation.keys.enumerated().map { Key($1, at: $0, of: base) }
    self.keys = keys
    number = keys.first { $0.form == .number }?.column
    insertion = try RowInsertion(
      relation.name, relation.columns.map(\.name), Array(relation.columns.indices), on: connection)
  }

  /// Adds a complete row of the base relation, with the values that decide how it is counted, if
  /// the condition holds for it.
  mutating func add(
    _ made: [SQLValue], _ row: CodedRow, _ texts: TextPlaces, isChosen: Bool
  ) throws(StoreError) {
    guard isChosen || isOfAll else { return }
    if let condition, !condition(row) { return }
    guard isCounted else {
      if let screens, !screens.contains(row[keys[0].column]) { return }
      return try insertion.add(keys.map { made[$0.column] })
    }
    var alike = AlikeGroups.Key()
    for key in keys { alike.places |= row.place(key.column) << key.shift }
    if let number { alike.number = row[number] }
    groups.add(alike, isPart: part?(row) ?? false, amount?(row))
    if groups.all.count == mostGroups { try writeOut(texts) }
  }

  /// Writes the counts, and starts anew.
  mutating func writeOut(_ texts: TextPlaces) throws(StoreError) {
    for group in groups.all {
      var row = keys.map { $0.value(of: group.key, texts) }
      row.append(.integer(group.rows))
      if part != nil { row.append(.integer(group.part)) }
      if amount != nil { row.append(group.amount.map(SQLValue.real) ?? .null) }
      try insertion.add(row)
    }
    groups.removeAll()
  }

  /// Inserts the waiting rows.
  func finish() throws(StoreError) { try insertion.finish() }
}
