/// Where the screens of a large tree are found by their kind and parameters, without looking at
/// each: on a stack of 100,000 screens that took 16 ms.
///
/// For each kind, and for each kind with one parameter, it keeps the ids of the screens that have
/// both, as long as they are few. Different ones may share a place, so what is found is looked at
/// again.
struct ScreenIndex: Sendable {
  /// An index pays from so many screens on, and no longer below half of that: up to there looking
  /// at each costs less than keeping it. On stacks of two kinds an open took 107,000 instructions
  /// without and 125,000 with it up to 95 screens, 123,000 and 111,000 up to 160, 221,000 and
  /// 138,000 up to 520.
  static let worthwhile = 128
  /// At most so many ids are kept of one place. Where there are more, a search that looks at one
  /// screen after the other soon finds two.
  private static let few = 32

  private struct Place: TableElement {
    let tableKey: UInt64
    private(set) var count = 0
    /// One of them; nil when there are too many to keep their ids. By itself, because most places
    /// have one screen, and an array for each costs a reference whenever a leaf is copied.
    private var first: ScreenID?
    /// The others, in no order.
    private var others: [ScreenID] = []

    init(tableKey: UInt64) { self.tableKey = tableKey }

    /// Whether there are too many to keep their ids.
    var isCrowded: Bool { first == nil && count > 0 }

    /// In no order; none when there are many.
    var ids: [ScreenID] { first.map { [$0] + others } ?? [] }

    mutating func add(_ id: ScreenID) {
      if count == 0 { first = id } else if first != nil { others.append(id) }
      count += 1
      if count > ScreenIndex.few { (first, others) = (nil, []) }
    }

    /// Takes one out; of the ids, where they are kept.
    mutating func remove(_ id: ScreenID) {
      count -= 1
      if first == id { first = others.popLast() } else { others.removeAll { $0 == id } }
    }

    /// Keeps these ids, which are all.
    mutating func keep(_ ids: [ScreenID]) {
      (count, first, others) = (ids.count, ids.first, Array(ids.dropFirst()))
    }
  }

  /// The places of kinds. By themselves because they are few: each edit changes one of them.
  private var kinds = OrderedTable<[Place]>()
  /// The places of kinds with one parameter.
  private var places = OrderedTable<[Place]>()

  /// The index of these screens.
  init(of rows: OrderedTable<ScreenLeaf>) {
    rows.forEachLeaf { leaf in
      for row in leaf.rows { insert(row.id, row.tag, leaf.parameters(of: row)) }
      return true
    }
  }

  /// Takes a screen in.
  mutating func insert(_ id: ScreenID, _ tag: UInt64, _ parameters: Parameters) {
    Self.insert(id, at: tag, into: &kinds)
    for place in parameters.places {
      Self.insert(id, at: Self.key(tag, parameters, place), into: &places)
    }
  }

  private static func insert(
    _ id: ScreenID, at key: UInt64, into places: inout OrderedTable<[Place]>
  ) {
    var place = places[key] ?? Place(tableKey: key)
    place.add(id)
    places.insert(place)
  }

  /// Takes a screen out, with the kind and parameters that it was taken in with.
  ///
  /// - Parameter rows: all others; the screen itself may be among them as what it is now.
  mutating func remove(
    _ id: ScreenID, _ tag: UInt64, _ parameters: Parameters, from rows: OrderedTable<ScreenLeaf>
  ) {
    Self.remove(id, at: tag, of: &kinds) { Self.ids(in: rows, of: tag) { _ in true } }
    for place in parameters.places {
      Self.remove(id, at: Self.key(tag, parameters, place), of: &places) {
        Self.ids(in: rows, of: tag) { $0.has(place, of: parameters) }
      }
    }
  }

  /// - Parameter all: finds the ids of all screens of the place.
  private static func remove(
    _ id: ScreenID, at key: UInt64, of places: inout OrderedTable<[Place]>, all: () -> [ScreenID]
  ) {
    guard var place = places[key] else { return }
    place.remove(id)
    guard place.count > 0 else {
      places.remove(key)
      return
    }
    // Half of them have gone since there were many, so this look at all is paid for.
    if place.isCrowded, place.count <= few / 2 { place.keep(all().filter { $0 != id }) }
    places.insert(place)
  }

  private static func ids(
    in rows: OrderedTable<ScreenLeaf>, of tag: UInt64, where isThere: (Parameters) -> Bool
  ) -> [ScreenID] {
    var ids: [ScreenID] = []
    rows.forEachLeaf { leaf in
      for row in leaf.rows where row.tag == tag && isThere(leaf.parameters(of: row)) {
        ids.append(row.id)
      }
      return true
    }
    return ids
  }

  /// The ids among which all screens of a kind with these parameters are; nil when those are many.
  func ids(of tag: UInt64, with parameters: Parameters) -> [ScreenID]? {
    guard let kind = kinds[tag] else { return [] }
    var fewest = kind
    for parameter in parameters.places {
      guard let place = places[Self.key(tag, parameters, parameter)] else { return [] }
      if place.count < fewest.count { fewest = place }
    }
    return fewest.isCrowded ? nil : fewest.ids
  }

  private static func key(
    _ tag: UInt64, _ parameters: Parameters, _ place: ParameterPlace
  ) -> UInt64 {
    var digest = Digest64()
    digest.combine(tag)
    parameters.combine(place, into: &digest)
    return digest.value
  }
}
