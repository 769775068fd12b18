import RouteAnalytics

/// A point in time as microseconds since 1970-01-01 00:00 UTC, in ISO 8601 with milliseconds.
func isoTime(_ microseconds: Int64) -> String {
  let perDay: Int64 = 86_400_000_000
  // Rounded down, also before 1970.
  let days = microseconds / perDay - (microseconds % perDay < 0 ? 1 : 0)
  let rest = microseconds % perDay + (microseconds % perDay < 0 ? perDay : 0)
  let civil = CivilDay(daysSince1970: days)
  let seconds = UInt64(rest / 1_000_000)
  // Byte by byte: concatenated texts took 12,500 instructions, and each line of a log has one.
  var text: [UInt8] = []
  text.reserveCapacity(24)
  // Years outside four digits need a sign (ISO 8601, 4.1.2.4).
  if !(0...9_999).contains(civil.year) { text.append(UInt8(ascii: civil.year < 0 ? "-" : "+")) }
  append(civil.year.magnitude, digits: 4, to: &text)
  for (mark, number) in [
    ("-" as Unicode.Scalar, civil.month.magnitude), ("-", civil.day.magnitude),
    ("T", seconds / 3_600), (":", seconds / 60 % 60), (":", seconds % 60),
  ] {
    text.append(UInt8(ascii: mark))
    append(number, digits: 2, to: &text)
  }
  text.append(UInt8(ascii: "."))
  append(UInt64(rest / 1_000 % 1_000), digits: 3, to: &text)
  text.append(UInt8(ascii: "Z"))
  return String(decoding: text, as: UTF8.self)
}

/// A point in time as ``isoTime(_:)`` takes it, for a narrow table: `05-17 10:05:03`.
func shortTime(_ microseconds: Int64) -> String {
  let text = isoTime(microseconds).dropLast(".000Z".utf8.count)
  return text.suffix("05-17T10:05:03".utf8.count).split(separator: "T").joined(separator: " ")
}

/// A span of time in seconds with milliseconds and a sign: `+1.250s`.
func relativeTime(_ microseconds: Int64, since first: Int64) -> String {
  let (span, overflow) = microseconds.subtractingReportingOverflow(first)
  // Only a forged journal spans more than 292,000 years.
  guard !overflow else { return microseconds < first ? "-inf" : "+inf" }
  let milliseconds = span.magnitude / 1000
  return (span < 0 ? "-" : "+") + "\(milliseconds / 1000).\(padded(milliseconds % 1000, 3))s"
}

private func padded(_ number: UInt64, _ digits: Int) -> String {
  var text: [UInt8] = []
  append(number, digits: digits, to: &text)
  return String(decoding: text, as: UTF8.self)
}

/// Appends a decimal number with at least this many digits.
private func append(_ number: UInt64, digits: Int, to text: inout [UInt8]) {
  let start = text.count
  var rest = number
  repeat {
    text.append(UInt8(ascii: "0") + UInt8(rest % 10))
    rest /= 10
  } while rest > 0 || text.count - start < digits
  text[start...].reverse()
}
