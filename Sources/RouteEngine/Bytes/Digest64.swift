/// The engine's one 64-bit hash: XXH64 with seed 0, as a value that takes bytes piece by piece.
///
/// Follows "xxHash fast digest algorithm" by Yann Collet (version 0.1.1), section XXH64. It tells
/// states apart and finds accidental corruption. It is no defence against forgery: the journal's
/// SHA-256 chain is for that.
///
/// The digest depends on the bytes only, not on how they were cut into pieces. Text and byte arrays
/// are preceded by their length, so that "ab" + "c" and "a" + "bc" differ.
package struct Digest64: Sendable {
  private var lane1: UInt64 = Prime.one &+ Prime.two
  private var lane2: UInt64 = Prime.two
  private var lane3: UInt64 = 0
  private var lane4: UInt64 = 0 &- Prime.one

  /// The bytes of the unfinished 32-byte stripe and, behind them, room for one word of the next
  /// stripe; unused bytes are zero. So a word is one store at any offset, without two shifts and a
  /// choice of word.
  private var pending: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

  /// Bytes taken so far; the low five bits say how many of them are pending.
  private var length: UInt64 = 0

  /// A digest of no bytes yet.
  package init() {}

  /// The XXH64 of one array, without a length before it.
  package static func hash(_ bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0) }
  }

  /// The XXH64 of the bytes of a buffer, without a length before them.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var digest = Digest64()
    unsafe digest.append(contentsOf: bytes)
    return digest.finish()
  }

  /// The XXH64 of a text's UTF-8, without a length before it.
  package static func hash(_ text: String) -> UInt64 {
    var digest = Digest64()
    digest.append(text)
    return digest.finish()
  }

  /// The XXH64 of two words, each least significant byte first.
  package static func hash(_ word1: UInt64, _ word2: UInt64) -> UInt64 {
    avalanche(step(step(Prime.five &+ 16, word1), word2))
  }

  /// The XXH64 of three words: the same digest as with ``combine(_:)``, for 600 instructions less.
  package static func hash(_ word1: UInt64, _ word2: UInt64, _ word3: UInt64) -> UInt64 {
    avalanche(step(step(step(Prime.five &+ 24, word1), word2), word3))
  }

  /// The XXH64 of nine words, at a third of the cost of taking them one by one. A decision takes
  /// the digest of a screen several times.
  package static func hash(
    _ first: (UInt64, UInt64, UInt64, UInt64), _ second: (UInt64, UInt64, UInt64, UInt64),
    _ last: UInt64
  ) -> UInt64 {
    var digest = Digest64()
    digest.mix(first.0, first.1, first.2, first.3)
    digest.mix(second.0, second.1, second.2, second.3)
    return avalanche(step(digest.mergedLanes() &+ 72, last))
  }

  /// Mixes a word beyond the last whole stripe into the hash.
  @inline(__always)
  private static func step(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    rotate(hash ^ round(0, word), 27) &* Prime.one &+ Prime.four
  }

  /// Takes four words, like four calls with one word each. Words that fill a stripe are mixed at
  /// once.
  package mutating func combine(
    _ word1: UInt64, _ word2: UInt64, _ word3: UInt64, _ word4: UInt64
  ) {
    guard isAtStripe else {
      combine(word1)
      combine(word2)
      combine(word3)
      return combine(word4)
    }
    mix(word1, word2, word3, word4)
    length &+= 32
  }

  /// Takes eight bytes, least significant first.
  package mutating func combine(_ word: UInt64) {
    take(word, byteCount: 8)
  }

  /// Takes one byte.
  package mutating func combine(_ byte: UInt8) {
    take(UInt64(byte), byteCount: 1)
  }

  /// Takes the text's length in UTF-8 bytes (eight bytes), then these bytes.
  package mutating func combine(_ text: String) {
    combine(UInt64(text.utf8.count))
    append(text)
  }

  /// Takes the text's UTF-8 bytes as they are, without their length before them.
  private mutating func append(_ text: String) {
    let isTaken: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe append(contentsOf: UnsafeRawBufferPointer(utf8))
    }
    guard isTaken == nil else { return }
    var copy = text  // strings of Apple's frameworks may not have Swift's own storage
    copy.withUTF8 { unsafe append(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  /// Takes the number of bytes (eight bytes), then the bytes.
  package mutating func combine(bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Takes bytes as they are, without a length before them.
  package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    var index = 0
    while isAtStripe, bytes.count - index >= 32 {
      unsafe mix(
        Self.word(of: bytes, at: index), Self.word(of: bytes, at: index + 8),
        Self.word(of: bytes, at: index + 16), Self.word(of: bytes, at: index + 24))
      length &+= 32
      index += 32
    }
    while bytes.count - index >= 8 {
      unsafe take(Self.word(of: bytes, at: index), byteCount: 8)
      index += 8
    }
    if index < bytes.count {
      unsafe take(Self.tail(of: bytes, at: index), byteCount: bytes.count - index)
    }
  }

  /// The digest of what was taken so far; more may be taken afterwards.
  package func finish() -> UInt64 {
    var hash = length < 32 ? Prime.five : mergedLanes()
    hash &+= length

    var rest = pendingCount
    var index = 0
    while rest >= 8 {
      hash = Self.step(hash, pendingWord(index))
      index += 1
      rest -= 8
    }
    var tail = rest > 0 ? pendingWord(index) : 0
    if rest >= 4 {
      hash ^= (tail & 0xFFFF_FFFF) &* Prime.one
      hash = Self.rotate(hash, 23) &* Prime.two &+ Prime.three
      tail >>= 32
      rest -= 4
    }
    while rest > 0 {
      hash ^= (tail & 0xFF) &* Prime.five
      hash = Self.rotate(hash, 11) &* Prime.one
      tail >>= 8
      rest -= 1
    }
    return Self.avalanche(hash)
  }

  /// The digest, see ``finish()``.
  package var value: UInt64 { finish() }
}

extension Digest64 {
  private enum Prime {
    static let one: UInt64 = 0x9E37_79B1_85EB_CA87
    static let two: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let three: UInt64 = 0x1656_67B1_9E37_79F9
    static let four: UInt64 = 0x85EB_CA77_C2B2_AE63
    static let five: UInt64 = 0x27D4_EB2F_1656_67C5
  }

  private var pendingCount: Int { Int(truncatingIfNeeded: length & 31) }
  private var isAtStripe: Bool { length & 31 == 0 }

  /// Takes the low `byteCount` bytes (1 to 8) of a word whose other bytes are zero.
  @inline(__always)
  private mutating func take(_ word: UInt64, byteCount: Int) {
    let used = pendingCount
    length &+= UInt64(byteCount)
    unsafe withUnsafeMutableBytes(of: &pending) { bytes in
      unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: used, as: UInt64.self)
    }
    if used + byteCount >= 32 {
      mix(pendingWord(0), pendingWord(1), pendingWord(2), pendingWord(3))
      pending = (pending.4, 0, 0, 0, 0)
    }
  }

  @inline(__always)
  private func pendingWord(_ index: Int) -> UInt64 {
    switch index {
    case 0: UInt64(littleEndian: pending.0)
    case 1: UInt64(littleEndian: pending.1)
    case 2: UInt64(littleEndian: pending.2)
    default: UInt64(littleEndian: pending.3)
    }
  }

  /// Up to seven bytes as a word.
  @inline(__always)
  private static func tail(of bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    let count = bytes.count &- index
    if count >= 4 {
      // Two halves, which overlap when there are fewer than eight bytes.
      let low = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
      let high = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index &+ count &- 4, as: UInt32.self))
      return UInt64(low) | UInt64(high) &<< UInt64((count &- 4) &* 8)
    }
    var word: UInt64 = 0
    for offset in 0..<count {
      unsafe word |= UInt64(bytes[index &+ offset]) &<< UInt64(offset &* 8)
    }
    return word
  }

  @inline(__always)
  private static func word(of bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inline(__always)
  private mutating func mix(_ word1: UInt64, _ word2: UInt64, _ word3: UInt64, _ word4: UInt64) {
    lane1 = Self.round(lane1, word1)
    lane2 = Self.round(lane2, word2)
    lane3 = Self.round(lane3, word3)
    lane4 = Self.round(lane4, word4)
  }

  private func mergedLanes() -> UInt64 {
    var hash =
      Self.rotate(lane1, 1) &+ Self.rotate(lane2, 7)
      &+ Self.rotate(lane3, 12) &+ Self.rotate(lane4, 18)
    hash = Self.merge(hash, lane1)
    hash = Self.merge(hash, lane2)
    hash = Self.merge(hash, lane3)
    return Self.merge(hash, lane4)
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    (word &<< count) | (word &>> (64 - count))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* Prime.two, 31) &* Prime.one
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* Prime.one &+ Prime.four
  }

  private static func avalanche(_ hash: UInt64) -> UInt64 {
    var result = hash
    result ^= result >> 33
    result = result &* Prime.two
    result ^= result >> 29
    result = result &* Prime.three
    return result ^ (result >> 32)
  }
}

extension Digest64 {
  /// The text form of a digest: 16 lowercase hexadecimal digits, most significant first.
  package static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The digest of what was taken so far in its text form.
  package var hex: String { Self.hex(finish()) }

  /// Reads the text form back; nil unless it is exactly 16 lowercase hexadecimal digits.
  package static func parse(hex text: String) -> UInt64? {
    guard text.utf8.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }
}

extension Digest64 {
  /// Adds a word that may be absent. An absent word and 0 give different digests.
  package mutating func combine(optional word: UInt64?) {
    combine(word == nil ? 0 as UInt8 : 1)
    if let word { combine(word) }
  }

  /// Adds a text that may be absent. An absent text and an empty one give different digests.
  package mutating func combine(optional text: String?) {
    combine(text == nil ? 0 as UInt8 : 1)
    if let text { combine(text) }
  }
}
