/// A set of bytes: every ASCII byte on its own, and all bytes beyond ASCII together.
///
/// Paths and links are ASCII once they are canonical, so bytes beyond ASCII need not be told apart.
package struct ByteSet: Hashable, Sendable {
  private var low: UInt64
  private var high: UInt64
  /// Whether the bytes 0x80 to 0xFF belong to the set.
  var beyondASCII: Bool

  /// The set of the ASCII characters of `characters` and, if wanted, of all bytes beyond ASCII.
  package init(_ characters: String = "", beyondASCII: Bool = false) {
    low = 0
    high = 0
    self.beyondASCII = beyondASCII
    for byte in characters.utf8 { insert(byte) }
  }

  /// Whether `byte` belongs to the set.
  @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return (low >> UInt64(byte)) & 1 != 0 }
    if byte < 128 { return (high >> UInt64(byte & 63)) & 1 != 0 }
    return beyondASCII
  }

  /// Adds one byte. A byte beyond ASCII adds all bytes beyond ASCII.
  package mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte & 63)
    } else {
      beyondASCII = true
    }
  }

  /// Adds every byte of `bytes`.
  package mutating func insert(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  /// Whether every byte of this set belongs to the other.
  package func isSubset(of other: ByteSet) -> Bool { intersection(other) == self }

  /// Whether the set is empty.
  package var isEmpty: Bool { self == ByteSet() }

  /// The bytes that belong to either set.
  package func union(_ other: ByteSet) -> ByteSet {
    combined(with: other, bits: |, beyond: beyondASCII || other.beyondASCII)
  }

  /// The bytes that belong to both sets.
  package func intersection(_ other: ByteSet) -> ByteSet {
    combined(with: other, bits: &, beyond: beyondASCII && other.beyondASCII)
  }

  /// The bytes that do not belong to this set.
  var inverted: ByteSet {
    combined(with: self, bits: { mine, _ in ~mine }, beyond: !beyondASCII)
  }

  private func combined(
    with other: ByteSet, bits: (UInt64, UInt64) -> UInt64, beyond: Bool
  ) -> ByteSet {
    var result = ByteSet(beyondASCII: beyond)
    result.low = bits(low, other.low)
    result.high = bits(high, other.high)
    return result
  }
}
