/// A number with its noun, which is in the plural when the number requires it.
package func counted(
  _ count: some BinaryInteger, _ noun: String, _ plural: String? = nil
) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}

/// A span of time for a person: microseconds up to a millisecond, then ms, then s.
package func spanText(_ microseconds: Int64) -> String {
  /// The digits behind the decimal point.
  func digits(_ part: UInt64, _ count: Int) -> String {
    let text = String(part)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
  let length = microseconds.magnitude
  return switch length {
  case ..<1_000: "\(microseconds) µs"
  case ..<1_000_000: "\(microseconds / 1_000).\(digits(length % 1_000 / 100, 1)) ms"
  default: "\(microseconds / 1_000_000).\(digits(length % 1_000_000 / 1_000, 3)) s"
  }
}
