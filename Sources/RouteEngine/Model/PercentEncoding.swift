/// Percent-encoding as the URL Standard defines it (https://url.spec.whatwg.org/#percent-encoded-bytes).
package enum PercentEncoding {
  /// What is encoded in an opaque path or host: control characters and everything beyond ASCII.
  package static let control: ByteSet = {
    var set = ByteSet(beyondASCII: true)
    set.insert(0x00...0x1F)
    set.insert(0x7F)
    return set
  }()
  /// What is encoded in an opaque path: the standard's set, and the space, so that text never ends in one.
  package static let opaquePath = control.union(ByteSet(" "))
  /// What is encoded in a fragment.
  package static let fragment = control.union(ByteSet(" \"<>`"))
  /// What is encoded in a query.
  package static let query = control.union(ByteSet(" \"#<>"))
  /// What is encoded in the query of a special scheme (https and its like).
  package static let specialQuery = query.union(ByteSet("'"))
  /// What is encoded in a path.
  package static let path = query.union(ByteSet("?^`{}"))
  /// What is encoded in a user name or password; `:` is written by the caller.
  package static let userInfo = path.union(ByteSet("/:;=@[\\]|"))
  /// What is encoded in a single value, so that decoding it gives the value back.
  package static let component = userInfo.union(ByteSet("$%&+,"))

  /// Appends `bytes[range]` to `output`, the bytes of `set` as `%XX`.
  @inline(__always)
  package static func append(
    _ bytes: [UInt8], _ range: Range<Int>, encoding set: ByteSet, to output: inout [UInt8]
  ) {
    for position in range {
      let byte = bytes[position]
      if set.contains(byte) {
        appendEncoded(byte, to: &output)
      } else {
        output.append(byte)
      }
    }
  }

  /// Appends one byte as `%XX`, with capital digits.
  package static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] {
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// The text that `bytes[range]` stands for. A `%` without two digits is itself; bytes that are not
  /// UTF-8 become U+FFFD.
  ///
  /// - Parameter plusIsSpace: `true` in a query, where forms write a space as `+`.
  package static func decoded(
    _ bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> String {
    let slice = bytes[range]
    let needsWork = slice.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    guard needsWork else { return String(decoding: slice, as: UTF8.self) }
    return String(decoding: decodedBytes(bytes, range, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// The bytes that `bytes[range]` stands for.
  package static func decodedBytes(
    _ bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if byte == UInt8(ascii: "%"), position + 2 < range.upperBound,
        let high = hexDigit(bytes[position + 1]), let low = hexDigit(bytes[position + 2])
      {
        result.append(high << 4 | low)
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
