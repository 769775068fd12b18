import RouteAnalytics

/// A point in time as it is typed: `2026-11-23`, `2026-11-23T10:05`, `2026-11-23T10:05:03.25Z`, all
/// UTC (ISO 8601). Digits alone are not accepted: they could be a year, a day, seconds or
/// microseconds.
struct Moment: Equatable {
  let microseconds: Int64

  /// Nil for a text that is not a point in time.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let forms = ["dddd-dd-dd", "dddd-dd-ddTdd:dd", "dddd-dd-ddTdd:dd:dd"]
    let bare =
      bytes.count > forms[0].utf8.count && bytes.last == UInt8(ascii: "Z")
      ? Array(bytes.dropLast()) : bytes
    let (whole, fraction) = Self.parted(bare)
    guard forms.contains(where: { Self.fits(whole, $0) }), let fraction else { return nil }
    guard whole.count == bare.count || whole.count == forms[2].utf8.count else { return nil }
    let parts = whole.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
    let day = CivilDay(year: parts[0], month: parts[1], day: parts[2])
    let time = Array(parts.dropFirst(3)) + [0, 0, 0]
    guard day.exists, time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    let seconds = day.daysSince1970 * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    microseconds = seconds * 1_000_000 + fraction
  }

  /// The digits before a decimal point, and the microseconds after it: 0 without a point, nil
  /// unless a fraction of one to six digits follows it.
  private static func parted(_ bytes: [UInt8]) -> (whole: [UInt8], fraction: Int64?) {
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return (bytes, 0) }
    let digits = bytes[(point + 1)...]
    let isFraction =
      (1...6).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let padded =
      String(decoding: digits, as: UTF8.self)
      + String(repeating: "0", count: max(0, 6 - digits.count))
    return (Array(bytes[..<point]), isFraction ? Int64(padded) : nil)
  }

  private static func fits(_ bytes: [UInt8], _ form: String) -> Bool {
    bytes.count == form.utf8.count
      && zip(bytes, form.utf8).allSatisfy { byte, kind in
        kind == UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == kind
      }
  }
}
