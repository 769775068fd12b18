import RouteStore

/// The form of the values in a key column.
enum KeyForm {
  case text, day, number

  private static let length: Int64 = 86_400_000_000
  /// The place of 1970: the days of moments within ``FileBounds`` are around it, in 20 bits.
  private static let first: Int64 = 1 << 19

  init(_ key: CountedRelation.Key, of relation: BaseRelation) {
    let type = relation.columns[relation.place(of: key.column)].type
    self = key.isDay ? .day : type == .text ? .text : .number
  }

  /// The place of the day of a moment.
  static func dayPlace(of moment: Int64) -> UInt64 {
    // Rounded down, also before 1970.
    let day = moment / length - (moment % length < 0 ? 1 : 0)
    return UInt64(truncatingIfNeeded: day + first) & 0xF_FFFF
  }

  /// The beginning of the day at a place.
  static func day(at place: UInt64) -> Int64 { (Int64(place) - first) * length }
}
