/// Finds the screens of a large tree by kind and parameters, without a scan. On a stack of 100,000
/// screens a scan took 16 ms.
///
/// For each kind, and for each pair of a kind and a parameter, it keeps the ids of the screens that
/// have them, as long as these are few. The key is a digest that different pairs may share, so a
/// search checks the screens that it finds.
///
/// The few screens that were added or changed last are not in the tables yet; a search checks those
/// of its kind whose marks match. Most screens that go are among these few, and adding a screen to
/// the tables and removing it copies the nodes on its path twice. On a stack of 100,000 screens a
/// push and a pop took 13,000 instructions more without that.
struct ScreenIndex: Sendable {
  /// The number of screens from which an index pays; below half of it the index is dropped. With
  /// fewer screens a scan costs less than the index. On stacks of two kinds an open took 107,000
  /// instructions without and 125,000 with it up to 95 screens, 123,000 and 111,000 up to 160,
  /// 221,000 and 138,000 up to 520.
  static let worthwhile = 128
  /// The most screens that are not in the tables yet.
  static let recentLimit = 16
  /// The screens that are not in the tables yet, in the order in which they came.
  private var recent: [Recent] = []
  /// The ids by kind. A table of its own, because kinds are few and each edit changes one of them.
  private var kinds = IndexedPlaces()
  /// The ids by kind and parameter.
  private var places = IndexedPlaces()

  private struct Recent: Sendable {
    let id: ScreenID
    let tag: UInt64
    /// A Bloom filter with one bit for each parameter, by its key (Bloom, "Space/Time Trade-offs in
    /// Hash Coding with Allowable Errors", 1970). A search looks only at screens that have all bits
    /// it asks for. An open that looked at fourteen others took 6,600 instructions more.
    let marks: UInt64
  }

  /// The index of these screens.
  init(of rows: OrderedTable<ScreenLeaf>) {
    rows.forEachLeaf { leaf in
      for row in leaf.rows { put(row.id, row.tag, leaf.parameters(of: row)) }
      return true
    }
  }

  /// Adds a screen.
  ///
  /// - Parameter rows: all screens, including this one.
  mutating func insert(_ id: ScreenID, _ tag: UInt64, among rows: OrderedTable<ScreenLeaf>) {
    var marks: UInt64 = 0
    _ = rows.find(id.rawValue) { leaf, index in
      let parameters = leaf.parameters(of: leaf.rows[index])
      for place in parameters.places { marks |= Self.mark(Self.key(tag, parameters, place)) }
    }
    recent.append(Recent(id: id, tag: tag, marks: marks))
    guard recent.count > Self.recentLimit else { return }
    // Half of them at once, so that alternating pushes and pops at the bound do not move one each
    // time.
    for one in recent.prefix(Self.recentLimit / 2) {
      _ = rows.find(one.id.rawValue) { leaf, index in
        put(one.id, one.tag, leaf.parameters(of: leaf.rows[index]))
      }
    }
    recent.removeFirst(Self.recentLimit / 2)
  }

  /// Adds a screen to the tables.
  private mutating func put(_ id: ScreenID, _ tag: UInt64, _ parameters: Parameters) {
    kinds.insert(id, at: tag)
    for place in parameters.places {
      places.insert(id, at: Self.key(tag, parameters, place))
    }
  }

  /// Removes a screen, given the kind and parameters with which it was added.
  ///
  /// - Parameter rows: all other screens; the screen itself may be among them in its new form.
  mutating func remove(
    _ id: ScreenID, _ tag: UInt64, _ parameters: Parameters, from rows: OrderedTable<ScreenLeaf>
  ) {
    if let index = recent.lastIndex(where: { $0.id == id }) {
      recent.remove(at: index)
      return
    }
    let recent = recent
    // Kinds are few, and a scan comes only after half of a kind's screens have gone.
    kinds.remove(id, at: tag, among: 0) {
      Self.ids(in: rows, of: tag, but: recent) { _ in true }
    }
    for place in parameters.places {
      places.remove(id, at: Self.key(tag, parameters, place), among: rows.count) {
        Self.ids(in: rows, of: tag, but: recent) { $0.has(place, of: parameters) }
      }
    }
  }

  private static func ids(
    in rows: OrderedTable<ScreenLeaf>, of tag: UInt64, but recent: [Recent],
    where isThere: (Parameters) -> Bool
  ) -> [ScreenID] {
    var ids: [ScreenID] = []
    rows.forEachLeaf { leaf in
      for row in leaf.rows where row.tag == tag && isThere(leaf.parameters(of: row)) {
        if !recent.contains(where: { $0.id == row.id }) { ids.append(row.id) }
      }
      return true
    }
    return ids
  }

  /// Ids that include all screens of a kind with these parameters; nil when there are too many.
  func ids(of tag: UInt64, with parameters: Parameters) -> [ScreenID]? {
    var marks: UInt64 = 0
    guard var ids = placed(of: tag, with: parameters, &marks) else { return nil }
    for one in recent where one.tag == tag && one.marks & marks == marks { ids.append(one.id) }
    return ids
  }

  /// Ids in the tables that include all screens of a kind with these parameters; nil when there are
  /// too many.
  ///
  /// - Parameter marks: gets the marks of the parameters, up to the first that no screen has.
  private func placed(
    of tag: UInt64, with parameters: Parameters, _ marks: inout UInt64
  ) -> [ScreenID]? {
    guard var fewest = kinds[tag] else { return [] }
    var found: UInt64?
    for parameter in parameters.places {
      let key = Self.key(tag, parameters, parameter)
      marks |= Self.mark(key)
      guard let place = places[key] else { return [] }
      if place.count < fewest.count { (fewest, found) = (place, key) }
    }
    return if let found { places.ids(at: found) } else { kinds.ids(at: tag) }
  }

  private static func mark(_ key: UInt64) -> UInt64 { 1 << (key & 63) }

  private static func key(
    _ tag: UInt64, _ parameters: Parameters, _ place: ParameterPlace
  ) -> UInt64 {
    var digest = Digest64()
    digest.combine(tag)
    parameters.combine(place, into: &digest)
    return digest.value
  }
}
