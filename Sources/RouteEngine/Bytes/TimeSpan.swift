/// A length of time as a person writes it in a table: `500ms`, `30s`, `5m`, `12h`, `7d`.
package struct TimeSpan: Hashable, Sendable {
  /// The length in microseconds, 0 or more.
  package let microseconds: Int64

  /// A span of that length.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The units and their lengths, the longest first.
  static let units: [(suffix: String, microseconds: Int64)] = [
    ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
    ("ms", 1_000), ("us", 1),
  ]

  /// Reads a whole number with a unit; nil for anything else.
  package init?(_ text: String) {
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let suffix = String(text.utf8.dropFirst(digits.count)) ?? ""
    guard let number = String(digits).flatMap({ Int64($0) }),
      let unit = Self.units.first(where: { $0.suffix == suffix })
    else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: unit.microseconds)
    guard !overflow else { return nil }
    microseconds = product
  }

  /// The span rounded down to a multiple of its largest unit, to say how long ago something was.
  package var rounded: TimeSpan {
    let unit = Self.units.first { microseconds >= $0.microseconds } ?? ("us", 1)
    return TimeSpan(microseconds: microseconds - microseconds % unit.microseconds)
  }

  /// The span in the largest unit that needs no fraction.
  package var text: String {
    let unit = Self.units.first { microseconds % $0.microseconds == 0 } ?? ("us", 1)
    return "\(microseconds / unit.microseconds)\(unit.suffix)"
  }
}
