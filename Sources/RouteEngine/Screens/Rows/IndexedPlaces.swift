/// The places of a ``ScreenIndex`` by their keys, each with the ids of the screens that have it,
/// as long as those are few.
struct IndexedPlaces: Sendable {
  /// At most so many ids are kept of one place. Where there are more, a search that looks at one
  /// screen after the other soon finds two.
  private static let few = 32

  /// A place with one of its ids, as plain data: a leaf of places with an array each takes a
  /// reference for each of them when it is copied.
  struct Place: TableElement {
    let tableKey: UInt64
    /// How many screens have it.
    var count: Int
    /// One of them; nil when there are too many to keep their ids.
    @ScreenRow.ZeroIsNil var first: ScreenID?
  }

  /// The ids of a place beside the one that lies there, in no order.
  private struct Others: TableElement {
    let tableKey: UInt64
    var ids: [ScreenID]
  }

  private var places = OrderedTable<[Place]>()
  /// Of the places that more than one screen has.
  private var others = OrderedTable<[Others]>()
  /// How many screens were taken out of places of many since all screens were last looked at.
  private var gone = 0

  /// The place with a key; nil when no screen has it.
  subscript(key: UInt64) -> Place? { places[key] }

  /// The ids of the screens that have a place, in no order; nil when they are many.
  func ids(at key: UInt64) -> [ScreenID]? {
    guard let place = places[key] else { return [] }
    guard let first = place.first else { return nil }
    return place.count == 1 ? [first] : [first] + (others[key]?.ids ?? [])
  }

  /// Takes a screen in that has the place.
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

  /// Takes a screen out that has the place.
  ///
  /// - Parameters:
  ///   - count: how many screens there are; 0 where a look at all is paid for in any case.
  ///   - all: looks at each of them; finds the ids of all that have the place.
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
      // A look at all is paid for by those that have gone since the last one, of whatever place:
      // many places can become few one after the other. Until then this one counts as many.
      if place.count <= Self.few / 2, gone >= count / Self.few {
        gone = 0
        keep(all().filter { $0 != id }, at: &place)
      }
    }
    places.insert(place)
  }

  /// Keeps these ids, which are all.
  private mutating func keep(_ ids: [ScreenID], at place: inout Place) {
    (place.count, place.first) = (ids.count, ids.first)
    if ids.count > 1 {
      others.insert(Others(tableKey: place.tableKey, ids: Array(ids.dropFirst())))
    } else {
      others.remove(place.tableKey)
    }
  }
}
