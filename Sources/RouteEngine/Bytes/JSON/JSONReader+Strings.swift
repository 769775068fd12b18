extension JSONReader {
  /// Reads a string, from its opening quote past its closing one, and checks escapes and UTF-8.
  mutating func scanString() throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    offset += 1
    let start = offset
    var hasEscapes = false
    while true {
      offset = endOfPlainText(from: offset)
      guard offset < bytes.count else { throw error("a closing quote") }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return (start..<(offset - 1), hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try scanEscape()
      case 0x80...:
        let count = UTF8Check.scalarLength(in: bytes, at: offset)
        guard count > 0 else { throw error("valid UTF-8") }
        offset += count
      default: throw error("an escape instead of a control character")
      }
    }
  }

  /// The end of the ASCII that needs no decoding.
  @inline(__always)
  private func endOfPlainText(from start: Int) -> Int {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var index = start
      while buffer.count &- index >= 8 {
        let word = unsafe UnsafeRawBufferPointer(buffer)
          .loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let specials = JSONWords.specials(in: UInt64(littleEndian: word))
        if specials != 0 { return index &+ specials.trailingZeroBitCount / 8 }
        index &+= 8
      }
      while index < buffer.count {
        let byte = unsafe buffer[index]
        if byte >= 0x80 || JSONWords.needsEscape(byte) { break }
        index &+= 1
      }
      return index
    }
  }

  mutating func scanEscape() throws(JSONError) {
    let start = offset
    offset += 1
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      let unit = try scanCodeUnit()
      guard unit >> 11 == 0x1B else { return }
      guard unit < 0xDC00, peek() == UInt8(ascii: "\\") else {
        throw JSONError(offset: start, expected: "a surrogate pair")
      }
      offset += 1
      guard peek() == UInt8(ascii: "u"), try scanCodeUnit() >> 10 == 0x37 else {
        throw JSONError(offset: start, expected: "a surrogate pair")
      }
    default: throw error("one of \" \\ / b f n r t u after the backslash")
    }
  }

  /// Reads `uXXXX`.
  private mutating func scanCodeUnit() throws(JSONError) -> UInt32 {
    offset += 1
    guard let unit = JSONEscape.codeUnit(in: bytes, at: offset) else {
      throw error("four hexadecimal digits")
    }
    offset += 4
    return unit
  }

  /// The text of a string that was scanned before.
  static func text(of range: Range<Int>, in bytes: [UInt8], hasEscapes: Bool) -> String {
    guard hasEscapes else {
      return unsafe bytes.withUnsafeBytes { unsafe String(utf8: $0.part(range)) }
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\\") {
        index = JSONEscape.decode(bytes, at: index, into: &decoded)
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}

/// The escape sequences of a string, which begin with a backslash.
enum JSONEscape {
  /// The value of four hexadecimal digits.
  static func codeUnit(in bytes: [UInt8], at offset: Int) -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - 0x61 + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - 0x41 + 10)
      default: return nil
      }
    }
    return unit
  }

  /// Appends the decoded bytes of a checked escape, and returns the position behind it.
  static func decode(_ bytes: [UInt8], at offset: Int, into decoded: inout [UInt8]) -> Int {
    let letter = bytes[offset + 1]
    guard letter == UInt8(ascii: "u") else {
      decoded.append(simple(letter))
      return offset + 2
    }
    let unit = codeUnit(in: bytes, at: offset + 2) ?? 0xFFFD
    let isPair = unit >> 10 == 0x36
    let low = isPair ? codeUnit(in: bytes, at: offset + 8) ?? 0xDC00 : 0
    let scalar = isPair ? 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF) : unit
    decoded += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    return offset + (isPair ? 12 : 6)
  }

  private static func simple(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}

/// Well-formed UTF-8 as defined by table 3-7 of the Unicode Standard.
enum UTF8Check {
  /// The length of the scalar that begins here, 0 when the bytes are not well-formed.
  static func scalarLength(in bytes: [UInt8], at offset: Int) -> Int {
    let second: ClosedRange<UInt8>
    let count: Int
    switch bytes[offset] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (second, count) = (0x80...0xBF, 2)
    case 0xE0: (second, count) = (0xA0...0xBF, 3)
    case 0xED: (second, count) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, count) = (0x80...0xBF, 3)
    case 0xF0: (second, count) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, count) = (0x80...0xBF, 4)
    case 0xF4: (second, count) = (0x80...0x8F, 4)
    default: return 0
    }
    guard bytes.count - offset >= count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in offset + 2..<offset + max(count, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
    return count
  }

  /// Whether all bytes are well-formed UTF-8.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = scalarLength(in: bytes, at: offset)
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}
