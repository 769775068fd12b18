/// Where the screens of a large tree are found by their kind and parameters, without looking at
/// each: on a stack of 100,000 screens that took 16 ms.
///
/// For each kind, and for each kind with one parameter, it keeps the ids of the screens that have
/// both, as long as they are few. Different ones may share a place, so what is found is looked at
/// again.
struct ScreenIndex: Sendable {
  /// An index pays from so many screens on, and no longer below half of that: up to there looking
  /// at each costs less than keeping it.
  static let worthwhile = 512
  /// At most so many ids are kept of one place. Where there are more, a search that looks at one
  /// screen after the other soon finds two.
  private static let few = 32

  private struct Place: TableElement {
    let tableKey: UInt64
    var count = 0
    /// In no order; none when there are many.
    var ids: [ScreenID] = []

    /// Whether there are too many to keep their ids.
    var isCrowded: Bool { ids.isEmpty && count > 0 }
  }

  private var places = OrderedTable<Place>()

  /// Takes a screen in.
  mutating func insert(_ screen: Screen) {
    insert(screen.id, at: screen.tag)
    let parameters = screen.parameters
    for place in parameters.places {
      insert(screen.id, at: Self.key(screen.tag, parameters, place))
    }
  }

  private mutating func insert(_ id: ScreenID, at key: UInt64) {
    var place = places[key] ?? Place(tableKey: key)
    if !place.isCrowded { place.ids.append(id) }
    place.count += 1
    if place.count > Self.few { place.ids = [] }
    places.insert(place)
  }

  /// Takes a screen out, with the kind and parameters that it was taken in with.
  ///
  /// - Parameter screens: all others; the screen itself may be among them as what it is now.
  mutating func remove(_ screen: Screen, from screens: OrderedTable<Screen>) {
    remove(screen.id, at: screen.tag, screens) { $0.tag == screen.tag }
    let parameters = screen.parameters
    for place in parameters.places {
      remove(screen.id, at: Self.key(screen.tag, parameters, place), screens) {
        $0.tag == screen.tag && $0.parameters.has(place, of: parameters)
      }
    }
  }

  private mutating func remove(
    _ id: ScreenID, at key: UInt64, _ screens: OrderedTable<Screen>,
    isThere: (Screen) -> Bool
  ) {
    guard var place = places[key] else { return }
    place.count -= 1
    guard place.count > 0 else {
      places.remove(key)
      return
    }
    if !place.ids.isEmpty {
      place.ids.removeAll { $0 == id }
    } else if place.count <= Self.few / 2 {
      // Half of them have gone since there were many, so this look at all is paid for.
      screens.forEach { if $0.id != id, isThere($0) { place.ids.append($0.id) } }
      place.count = place.ids.count
    }
    places.insert(place)
  }

  /// The ids among which all screens of a kind with these parameters are; nil when those are many.
  func ids(of tag: UInt64, with parameters: Parameters) -> [ScreenID]? {
    guard let kind = places[tag] else { return [] }
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
