/// Percent-encoding as the URL Standard defines it
/// (https://url.spec.whatwg.org/#percent-encoded-bytes).
package enum PercentEncoding {
  /// The bytes that are encoded in an opaque path or host: control characters and everything beyond
  /// ASCII.
  package static let control: ByteSet = {
    var set = ByteSet(beyondASCII: true)
    set.insert(0x00...0x1F)
    set.insert(0x7F)
    return set
  }()
  /// The bytes that are encoded in a fragment.
  package static let fragment = control.union(ByteSet(" \"<>`"))
  /// The bytes that are encoded in a query.
  package static let query = control.union(ByteSet(" \"#<>"))
  /// The bytes that are encoded in the query of a special scheme (https and its like).
  package static let specialQuery = query.union(ByteSet("'"))
  /// The bytes that a path never needs to encode: its separator and the characters that RFC 3986
  /// allows in a segment (section 3.3, `pchar`).
  package static let bareInPath = ByteSet(
    "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@")
  /// The bytes that are encoded in a path: all others except `%`, which marks encoded bytes.
  package static let path = bareInPath.union(ByteSet("%")).inverted
  /// The bytes that are encoded in a user name or password; `:` is written by the caller.
  package static let userInfo = query.union(ByteSet("?^`{}/:;=@[\\]|"))
  /// The bytes that are encoded in a value that becomes part of a path, so that decoding returns
  /// the value.
  package static let pathValue = bareInPath.inverted
  /// The bytes that are encoded in a name or value that becomes part of a query: those that RFC
  /// 3986 does not allow there (section 3.4), those that separate items, and those that have
  /// another reading.
  package static let queryValue = pathValue.union(ByteSet("&+='"))
  /// The bytes that are encoded in a value that becomes part of one segment.
  package static let segmentValue = pathValue.union(ByteSet("/"))

  /// Appends `bytes[range]` to `output` and writes the bytes of `set` as `%XX`.
  package static func append(
    _ bytes: [UInt8], _ range: Range<Int>, encoding set: ByteSet, to output: inout [UInt8]
  ) {
    // Most text needs no encoding, so it is copied run by run.
    var start = range.lowerBound
    for position in range where set.contains(bytes[position]) {
      output.append(contentsOf: bytes[start..<position])
      appendEncoded(bytes[position], to: &output)
      start = position + 1
    }
    output.append(contentsOf: bytes[start..<range.upperBound])
  }

  /// Appends a part of a path in its one canonical form. Characters that a path need not encode are
  /// decoded (RFC 3986, 6.2.2.2, which covers the unreserved ones; here also those that separate
  /// nothing in a path). All others are encoded with capital digits (6.2.2.1). An encoded slash
  /// stays encoded, because it is part of its segment. A `%` without two digits becomes `%25`.
  ///
  /// - Parameter keepsTildes: whether `%7E` stays as it is.
  package static func appendCanonical(
    _ bytes: [UInt8], _ range: Range<Int>, keepingTildes keepsTildes: Bool,
    to output: inout [UInt8]
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let mark = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "%"))
      append(bytes, start..<(mark ?? range.upperBound), encoding: path, to: &output)
      guard let mark else { return }
      start = mark + 1
      guard let byte = encodedByte(at: mark, in: bytes, before: range.upperBound) else {
        appendEncoded(UInt8(ascii: "%"), to: &output)
        continue
      }
      start = mark + 3
      let isKept = byte == UInt8(ascii: "/") || keepsTildes && byte == UInt8(ascii: "~")
      if !isKept, bareInPath.contains(byte) {
        output.append(byte)
      } else {
        appendEncoded(byte, to: &output)
      }
    }
  }

  /// Whether a canonical encoded byte, a `%` with two digits, stands at `position` of a path.
  static func isCanonical(at position: Int, in bytes: [UInt8]) -> Bool {
    guard let byte = encodedByte(at: position, in: bytes, before: bytes.count) else { return false }
    let digits = bytes[(position + 1)...(position + 2)]
    return digits.allSatisfy { $0 < UInt8(ascii: "a") }
      && (byte == UInt8(ascii: "/") || !bareInPath.contains(byte))
  }

  /// The byte that a `%` at `position` and its two digits encode; nil when no such encoding is
  /// there.
  package static func encodedByte(at position: Int, in bytes: [UInt8], before end: Int) -> UInt8? {
    guard position + 2 < end, bytes[position] == UInt8(ascii: "%"),
      let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Appends one byte as `%XX`, with capital digits.
  package static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(hexDigit(of: byte >> 4))
    output.append(hexDigit(of: byte & 15))
  }

  private static func hexDigit(of value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// The decoded text of `bytes[range]`. A `%` without two digits stays as it is; bytes that are
  /// not UTF-8 become U+FFFD.
  ///
  /// - Parameter plusIsSpace: `true` in a query, where forms write a space as `+`.
  package static func decoded(
    _ bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> String {
    guard !isPlain(bytes, range) else { return String(decoding: bytes[range], as: UTF8.self) }
    return String(decoding: decodedBytes(bytes, range, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// Whether `bytes[range]` is ASCII that needs no decoding, also in a query.
  static func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let text = unsafe bytes.part(range)
      var index = 0
      while text.count &- index >= 8 {
        let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard marksOfEncoding(in: word) == 0 else { return false }
        index &+= 8
      }
      while index < text.count {
        let byte = unsafe text[index]
        guard byte < 0x80, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "+") else {
          return false
        }
        index &+= 1
      }
      return true
    }
  }

  /// Marks the bytes that need decoding by their top bits, as ``JSONWords`` does.
  @inline(__always)
  private static func marksOfEncoding(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let percent = word ^ (ones &* 0x25)
    let plus = word ^ (ones &* 0x2B)
    return (((percent &- ones) & ~percent) | ((plus &- ones) & ~plus) | word) & (ones &* 0x80)
  }

  /// The decoded bytes of `bytes[range]`.
  package static func decodedBytes(
    _ bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if let encoded = encodedByte(at: position, in: bytes, before: range.upperBound) {
        result.append(encoded)
        position += 3
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        position += 1
      }
    }
    return result
  }

  /// The value of a hexadecimal digit, or nil for any other byte.
  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
