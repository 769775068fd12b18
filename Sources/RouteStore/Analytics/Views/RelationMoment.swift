/// A point in time of a relation, as a column in the type that databases have for it, beside the
/// one in microseconds: `received_at` for `received_us`.
///
/// It is a text such as `2026-11-23 10:05:03.000000` in UTC, which SQLite's date functions accept
/// and which sorts by time; other engines read it as their TIMESTAMP.
package enum RelationMoment {
  /// The moments with such a text, in microseconds since 1970: those of the years 1 to 9999.
  private static let said: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
  private static let day: Int64 = 86_400_000_000

  /// The columns of a relation that are points in time in microseconds, in order.
  package static func columns(of relation: String) -> [String] {
    switch relation {
    case "v_request": ["received_us", "decided_us"]
    case "v_screen_view": ["entered_us", "left_us"]
    case "v_action": ["enqueued_us", "moved_us", "settled_us"]
    case "v_visit": ["began_us", "ended_us"]
    case "v_run": ["began_us", "ended_us", "last_us"]
    case "v_replay_run": ["replayed_us"]
    case "v_refusal": ["refused_us"]
    default: []
    }
  }

  /// The column's name.
  package static func name(of column: String) -> String {
    column.dropLast("us".count) + "at"
  }

  /// The text of a moment in microseconds since 1970; nil outside that range.
  package static func text(of moment: Int64) -> String? {
    guard said.contains(moment) else { return nil }
    let rest = moment % day + (moment % day < 0 ? day : 0)
    let date = CivilDay(daysSince1970: (moment - rest) / day)
    let seconds = rest / 1_000_000
    // Byte by byte, because a row of an export has several of these.
    var bytes = Array("0000-00-00 00:00:00.000000".utf8)
    for (end, number) in [
      (4, date.year), (7, date.month), (10, date.day), (13, seconds / 3_600),
      (16, seconds / 60 % 60), (19, seconds % 60), (26, rest % 1_000_000),
    ] {
      var (place, left) = (end, number)
      while left > 0 {
        place -= 1
        bytes[place] += UInt8(left % 10)
        left /= 10
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The SQLite expression that makes such a text from a column.
  private static func sql(of column: String) -> String {
    """
    CASE WHEN \(column) BETWEEN \(said.lowerBound) AND \(said.upperBound) THEN
        strftime('%Y-%m-%d %H:%M:%S',
          \(column) / 1000000 - (\(column) % 1000000 < 0), 'unixepoch')
        || printf('.%06d', \(column) % 1000000 + (\(column) % 1000000 < 0) * 1000000)
      END AS \(name(of: column))
    """
  }

  /// The query of a relation with its moments as additional columns.
  package static func added(to query: String, of relation: String) -> String {
    let columns = columns(of: relation)
    guard !columns.isEmpty else { return query }
    return "SELECT *,\n  \(columns.map(sql).joined(separator: ",\n  "))\nFROM (\n\(query)\n)"
  }
}
