/// Scans a segment once from left to right and makes its key in the table of literals.
///
/// It takes eight bytes at a time. A multiplication for each byte would have to wait for the one
/// before, which takes a third of a whole match.
struct SegmentScan {
  private var count = 0
  private var last: UInt64 = 0
  private var mixed: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  private mutating func take(_ byte: UInt8) {
    last = last << 8 | UInt64(byte)
    count &+= 1
    if count & 7 == 0 { mix() }
  }

  /// Takes the bytes of a path up to the next slash.
  ///
  /// - Parameter limit: the end of the path.
  /// - Returns: the position of the slash; `limit` when there is none.
  @inline(__always)
  mutating func take(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      precondition(start >= 0 && limit <= bytes.count, "a path lies outside of its link")
      var index = start
      while limit &- index >= 8 {
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let before = Self.bytesBeforeSlash(in: word)
        take(word, byteCount: before)
        index &+= before
        if before < 8 { return index }
      }
      while index < limit {
        let byte = unsafe bytes[index]
        if byte == UInt8(ascii: "/") { break }
        take(byte)
        index &+= 1
      }
      return index
    }
  }

  /// The position of the slash behind a segment; `limit` when there is none. It keeps nothing of
  /// the segment, for segments that are no literals.
  @inline(__always)
  static func end(of bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      precondition(start >= 0 && limit <= bytes.count, "a path lies outside of its link")
      var index = start
      while limit &- index >= 8 {
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let before = bytesBeforeSlash(in: word)
        index &+= before
        if before < 8 { return index }
      }
      while index < limit, unsafe bytes[index] != UInt8(ascii: "/") { index &+= 1 }
      return index
    }
  }

  /// How many bytes of a word, lowest first, come before the first slash in it; 8 without a slash.
  @inline(__always)
  private static func bytesBeforeSlash(in word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = word ^ (ones &* UInt64(UInt8(ascii: "/")))
    // The lowest top bit marks the first byte that is zero (Mycroft, 1987).
    return ((rest &- ones) & ~rest & (ones &* 0x80)).trailingZeroBitCount >> 3
  }

  /// Takes the lowest bytes of a word at the start of a group of eight.
  @inline(__always)
  private mutating func take(_ word: UInt64, byteCount: Int) {
    count &+= byteCount
    guard byteCount < 8 else {
      last = word.byteSwapped
      return mix()
    }
    // A shift by 64 gives 0, as needed when no byte is taken.
    last = last << UInt64(byteCount &* 8) | word.byteSwapped >> UInt64(64 &- byteCount &* 8)
  }

  @inline(__always)
  private mutating func mix() {
    mixed = (mixed ^ last) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 29
  }

  /// A short segment itself, with its length in the highest byte unless the segment fills that
  /// byte; for a long segment a hash with the highest bit set.
  @inline(__always)
  var key: UInt64 {
    if count < 8 { return last | UInt64(count) << 56 }
    if count == 8, last >> 63 == 0, last >> 59 != 0 { return last }
    return (mixed ^ last) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63
  }
}

extension PathIndex {
  /// A literal segment after a node, in 16 bytes, so that it never spans two cache lines.
  struct Literal: Sendable {
    /// -1 for an empty slot of the table.
    var node: Int32 = -1
    var target: Int32 = 0
    var key: UInt64 = 0

    /// Whether the key is only a hash, so that the text has to be compared.
    var isLong: Bool { key >> 63 != 0 }
  }

  /// The first slot to examine for a segment after a node, in a table whose size is a power of two.
  @inline(__always)
  private static func place(_ key: UInt64, after node: Int32, of places: Int) -> Int {
    let seed = UInt64(UInt32(bitPattern: node)) &* 0x9E37_79B9_7F4A_7C15
    let hash = (key ^ seed ^ (seed >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & UInt64(places - 1))
  }

  /// The node after a literal segment, if it is there.
  @inline(__always)
  func literal(
    after node: Int32, _ bytes: [UInt8], _ range: Range<Int>, _ scan: SegmentScan
  ) -> Int32? {
    let key = scan.key
    var place = Self.place(key, after: node, of: literals.count)
    while true {
      let literal = literals[place]
      if literal.node < 0 { return nil }
      if literal.key == key, literal.node == node,
        !literal.isLong || isSame(texts[Int(literal.target)], bytes, range)
      {
        return literal.target
      }
      place = (place + 1) & (literals.count - 1)
    }
  }

  private func isSame(_ text: Range32, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard Int(text.end - text.start) == range.count else { return false }
    for offset in 0..<range.count
    where literalBytes[Int(text.start) + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Builds the table of literals.
  ///
  /// - Parameter all: the literals with their texts.
  mutating func setLiterals(_ all: [(node: Int32, target: Int32, bytes: [UInt8])]) {
    var places = 8
    while places < 2 * all.count { places *= 2 }
    literals = Array(repeating: Literal(), count: places)
    texts = Array(repeating: Range32(), count: nodes.count)
    for (node, target, bytes) in all {
      var scan = SegmentScan()
      _ = scan.take(bytes, from: 0, to: bytes.count)
      let literal = Literal(node: node, target: target, key: scan.key)
      if literal.isLong { texts[Int(target)] = addText(bytes) }
      var place = Self.place(literal.key, after: node, of: places)
      while literals[place].node >= 0 { place = (place + 1) & (places - 1) }
      literals[place] = literal
    }
  }

  /// Stores a text for lookups.
  mutating func addText(_ bytes: [UInt8]) -> Range32 {
    let start = Int32(literalBytes.count)
    literalBytes += bytes
    return Range32(start: start, end: Int32(literalBytes.count))
  }
}
