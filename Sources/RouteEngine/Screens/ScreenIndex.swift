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
  /// The places of kinds. By themselves because they are few: each edit changes one of them.
  private var kinds = IndexedPlaces()
  /// The places of kinds with one parameter.
  private var places = IndexedPlaces()

  /// The index of these screens.
  init(of rows: OrderedTable<ScreenLeaf>) {
    rows.forEachLeaf { leaf in
      for row in leaf.rows { insert(row.id, row.tag, leaf.parameters(of: row)) }
      return true
    }
  }

  /// Takes a screen in.
  mutating func insert(_ id: ScreenID, _ tag: UInt64, _ parameters: Parameters) {
    kinds.insert(id, at: tag)
    for place in parameters.places {
      places.insert(id, at: Self.key(tag, parameters, place))
    }
  }

  /// Takes a screen out, with the kind and parameters that it was taken in with.
  ///
  /// - Parameter rows: all others; the screen itself may be among them as what it is now.
  mutating func remove(
    _ id: ScreenID, _ tag: UInt64, _ parameters: Parameters, from rows: OrderedTable<ScreenLeaf>
  ) {
    kinds.remove(id, at: tag) { Self.ids(in: rows, of: tag) { _ in true } }
    for place in parameters.places {
      places.remove(id, at: Self.key(tag, parameters, place)) {
        Self.ids(in: rows, of: tag) { $0.has(place, of: parameters) }
      }
    }
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
    guard var fewest = kinds[tag] else { return [] }
    var found = (places: kinds, key: tag)
    for parameter in parameters.places {
      let key = Self.key(tag, parameters, parameter)
      guard let place = places[key] else { return [] }
      if place.count < fewest.count { (fewest, found) = (place, (places, key)) }
    }
    return found.places.ids(at: found.key)
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
