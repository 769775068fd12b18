/// Examines eight bytes of a string at once; the first byte is the lowest.
///
/// After "Bit Twiddling Hacks" by Sean Eron Anderson, "Determine if a word has a zero byte" and
/// "... has a byte less than n". The lowest mark is always right; marks above it may be false.
enum JSONWords {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Marks the bytes that need an escape (control characters, `"` and `\`) by their top bits.
  @inline(__always)
  static func escapes(in word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    return (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & tops
  }

  /// Marks the bytes that need an escape or are not ASCII by their top bits.
  @inline(__always)
  static func specials(in word: UInt64) -> UInt64 {
    escapes(in: word) | (word & tops)
  }

  /// Whether a byte needs an escape.
  @inline(__always)
  static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
