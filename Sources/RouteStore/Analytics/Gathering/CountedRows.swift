import RouteStore

/// Counts the rows of a base relation that are alike, or chooses some, for a ``CountedRelation``.
///
/// The counts are written out and begun anew when there are so many that they would no longer be
/// near the processor: a journal may have a million times that are all different.
package final class CountedRows {
  let relation: CountedRelation
  /// The screens of funnels, where only their rows are chosen.
  var screens: Set<[UInt8]>?

  private let insertion: RowInsertion
  private let mostGroups: Int
  private let keys: [Key]
  private var groups: [Alike: Group] = [:]
  private var texts = TextPlaces()
  private var days = DayPlaces()

  /// Most groups that are counted at a time; see ``Alike``.
  package static let mostGroups = 65_536
  private static let day: Int64 = 86_400_000_000

  private struct Key {
    let place: Int
    let isDay, isText: Bool
  }

  /// The values that rows are alike in: up to three texts or days, and a number.
  private struct Alike: Hashable {
    /// The places of values among ``CountedRows/texts`` and ``CountedRows/days``, 0 for NULL, each
    /// in 20 bits: no more of them are known than there may be groups with three of them each.
    var places: UInt64 = 0
    var number: Int64 = 0
  }

  fileprivate struct Group {
    var rows: Int64 = 0
    var part: Int64 = 0
    var amount: Double?
  }

  /// Throws when its table is missing.
  init(
    _ relation: CountedRelation, atOnce groups: Int, on connection: borrowing Connection
  ) throws(StoreError) {
    self.relation = relation
    mostGroups = min(groups, Self.mostGroups)
    let base = BaseRelation.all[relation.kind.rawValue]
    keys = relation.keys.map { key in
      let place = base.place(of: key.column)
      return Key(
        place: place, isDay: key.isDay, isText: base.columns[place].type == .text)
    }
    insertion = try RowInsertion(
      relation.name, relation.columns.map(\.name), Array(relation.columns.indices), on: connection)
  }

  /// Adds a row of the base relation, given whole.
  func add(_ row: [SQLValue]) throws(StoreError) {
    if let condition = relation.condition, !condition(row) { return }
    guard relation.isCounted else {
      if let screens {
        guard case .text(let screen) = row[keys[0].place], screens.contains(Array(screen.utf8))
        else { return }
      }
      return try insertion.add(keys.map { row[$0.place] })
    }
    var alike = Alike()
    for (index, key) in keys.enumerated() {
      let place: Int
      switch row[key.place] {
      case .integer(let moment) where key.isDay: place = days.place(of: moment - moment % Self.day)
      case .integer(let number): (place, alike.number) = (1, number)
      case .text(let text): place = texts.place(of: text)
      case .null, .real, .blob: place = 0
      }
      alike.places |= UInt64(place) << (20 * UInt64(index))
    }
    let isPart = relation.part?(row) ?? false
    let amount = relation.amount?(row)
    groups[alike, default: Group()].add(isPart, amount)
    if groups.count == mostGroups { try writeOut() }
  }

  /// Writes what is counted.
  func finish() throws(StoreError) {
    try writeOut()
    try insertion.finish()
  }

  private func writeOut() throws(StoreError) {
    for (alike, group) in groups {
      var row: [SQLValue] = keys.enumerated().map { index, key in
        let place = Int(alike.places >> (20 * UInt64(index)) & 0xF_FFFF)
        guard place > 0 else { return .null }
        return key.isDay
          ? .integer(days[place])
          : key.isText
            ? .text(texts[place])
            : .integer(alike.number)
      }
      row.append(.integer(group.rows))
      if relation.part != nil { row.append(.integer(group.part)) }
      if relation.amount != nil { row.append(group.amount.map(SQLValue.real) ?? .null) }
      try insertion.add(row)
    }
    groups.removeAll(keepingCapacity: true)
    (texts, days) = (TextPlaces(), DayPlaces())
  }
}

extension CountedRows.Group {
  fileprivate mutating func add(_ isPart: Bool, _ amount: Double?) {
    rows += 1
    if isPart { part += 1 }
    if let amount { self.amount = (self.amount ?? 0) + amount }
  }
}

/// Texts, each with a place from 1 on: the same for the same bytes, as texts are compared in SQL.
private struct TextPlaces {
  private var texts: [String] = [""]
  private var areASCII: [Bool] = [true]
  private var places: [[UInt8]: Int] = [:]
  /// Those that were asked for last, by something of their bytes.
  private var recent: [Int] = Array(repeating: 0, count: 256)

  subscript(place: Int) -> String { texts[place] }

  mutating func place(of text: String) -> Int {
    let bytes = text.utf8
    let sign = (bytes.count &* 31 &+ Int(bytes.first ?? 0) &* 7 &+ Int(bytes.last ?? 0)) & 255
    let last = recent[sign]
    // Texts that Unicode takes for equal have the same bytes where one is ASCII, and both are as
    // long.
    if last > 0, areASCII[last], texts[last] == text, texts[last].utf8.count == bytes.count {
      return last
    }
    let place = knownPlace(of: text)
    recent[sign] = place
    return place
  }

  private mutating func knownPlace(of text: String) -> Int {
    let bytes = Array(text.utf8)
    if let place = places[bytes] { return place }
    let place = texts.count
    texts.append(text)
    areASCII.append(bytes.allSatisfy { $0 < 0x80 })
    places[bytes] = place
    return place
  }
}

/// Days, each with a place from 1 on.
private struct DayPlaces {
  private var days: [Int64] = [0]
  private var places: [Int64: Int] = [:]
  private var last = 0

  subscript(place: Int) -> Int64 { days[place] }

  mutating func place(of day: Int64) -> Int {
    if last > 0, days[last] == day { return last }
    last = places[day] ?? days.count
    if last == days.count {
      days.append(day)
      places[day] = last
    }
    return last
  }
}
