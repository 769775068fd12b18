/// The keys of a ``ScreenIndex``, which are called its places. Each place has the ids of the
/// screens with that key, as long as these are few.
struct IndexedPlaces: Sendable {
  /// The most ids that are kept for one place. With more, a search that looks at one screen after
  /// the other soon finds two.
  private static let few = 32

  /// A place with one of its ids, as plain data. If each place had an array, a copy of a leaf would
  /// count one reference for each place.
  struct Place: TableElement {
    let tableKey: UInt64
    /// How many screens have the place.
    var count: Int
    /// One of its ids; nil when there are too many to keep.
    @ScreenRow.ZeroIsNil var first: ScreenID?
  }

  /// The other ids of a place, in no order.
  private struct Others: TableElement {
    let tableKey: UInt64
    var ids: [ScreenID]
  }

  private var places = OrderedTable<[Place]>()
  /// The other ids of the places that more than one screen has.
  private var others = OrderedTable<[Others]>()
  /// How many screens left places without ids since the last scan of all screens.
  private var gone = 0

  /// The place with a key; nil when no screen has it.
  subscript(key: UInt64) -> Place? { places[key] }

  /// The ids of the screens that have a place, in no order; nil when there are too many.
  func ids(at key: UInt64) -> [ScreenID]? {
    guard let place = places[key] else { return [] }
    guard let first = place.first else { return nil }
    return place.count == 1 ? [first] : [first] + (others[key]?.ids ?? [])
  }

  /// Adds a screen to the place.
  mutating func insert(_ id: ScreenID, at key: UInt64) {
    let place = places.put(key) { leaf, index, isThere in
      if isThere {
        leaf[index].count += 1
        if leaf[index].count > Self.few { leaf[index].first = nil }
      } else {
        leaf.insert(Place(tableKey: key, count: 1, first: id), at: index)
      }
      return leaf[index]
    }
    if place.count == Self.few + 1 {
      others.remove(key)
    } else if place.count > 1, place.first != nil {
      others.insert(Others(tableKey: key, ids: (others[key]?.ids ?? []) + [id]))
    }
  }

  /// Removes a screen from the place.
  ///
  /// - Parameters:
  ///   - count: how many screens there are; 0 when a scan of all is always worth its cost.
  ///   - all: scans all screens and returns the ids of those that have the place.
  mutating func remove(
    _ id: ScreenID, at key: UInt64, among count: Int, all: () -> [ScreenID]
  ) {
    guard var place = places[key] else { return }
    place.count -= 1
    guard place.count > 0 else {
      places.remove(key)
      return
    }
    if let ids = ids(at: key) {
      keep(ids.filter { $0 != id }, at: &place)
    } else {
      gone += 1
      // A scan of all screens is amortized over the removals since the last scan, from any place:
      // many places can become small one after the other. Until the scan this place keeps no ids.
      if place.count <= Self.few / 2, gone >= count / Self.few {
        gone = 0
        keep(all().filter { $0 != id }, at: &place)
      }
    }
    places.insert(place)
  }

  /// Keeps these ids, which are all ids of the place.
  private mutating func keep(_ ids: [ScreenID], at place: inout Place) {
    (place.count, place.first) = (ids.count, ids.first)
    if ids.count > 1 {
      others.insert(Others(tableKey: place.tableKey, ids: Array(ids.dropFirst())))
    } else {
      others.remove(place.tableKey)
    }
  }
}
