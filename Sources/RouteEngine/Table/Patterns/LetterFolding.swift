/// Folds the letter case of paths.
enum LetterFolding {
  /// A part of a canonical path in lowercase, including letters beyond ASCII, in canonical form.
  static func folded(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    guard bytes[range].contains(UInt8(ascii: "%")) else {
      return bytes[range].map(RouteLink.Parser.small)
    }
    let text = PercentEncoding.decodedBytes(bytes, range)
    // Bytes that are not UTF-8 have no letters beyond ASCII.
    guard RouteLink.Parser.firstByteThatIsNotUTF8(in: text) == nil else {
      return bytes[range].map(RouteLink.Parser.small)
    }
    let small = Array(folded(String(decoding: text, as: UTF8.self)).utf8)
    var result: [UInt8] = []
    PercentEncoding.append(
      small, small.indices, encoding: PercentEncoding.segmentValue, to: &result)
    return result
  }

  /// The text in lowercase, character by character.
  static func folded(_ text: String) -> String { text.unicodeScalars.map(folded).joined() }

  /// A character in lowercase. The two small sigmas of Greek count as one letter. Other letters
  /// that share a capital, such as i and the Turkish dotless i, do not. Neither do the signs of
  /// kelvin, angstrom and ohm and the letters that they look like.
  private static func folded(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{3C2}": "\u{3C3}"
    case "\u{212A}", "\u{212B}", "\u{2126}": String(scalar)
    default: scalar.properties.lowercaseMapping
    }
  }

  /// The encoded forms of the character at a position of a canonical path in either case; moves
  /// the position behind it. ``folded(_:)`` gives all of them the same text. A character without
  /// case and a byte that is not UTF-8 have one form.
  static func forms(at position: inout Int, in bytes: [UInt8]) -> [[UInt8]] {
    let start = position
    guard let scalar = scalar(at: &position, in: bytes), scalar.properties.isAlphabetic else {
      return [Array(bytes[start..<position])]
    }
    var small = folded(scalar)
    // The capital I with a dot, U+0130, is two characters in lowercase: "i" and the dot U+0307.
    if small.hasSameBytes(as: "i"), bytes[position...].starts(with: "%CC%87".utf8) {
      position += "%CC%87".utf8.count
      small += "\u{307}"
    }
    let scalars = small.unicodeScalars
    let texts =
      [
        small, scalars.map(\.properties.uppercaseMapping).joined(),
        scalars.map(\.properties.titlecaseMapping).joined(),
      ] + unreached
    var forms = [Array(bytes[start..<position])]
    for text in texts where folded(text).hasSameBytes(as: small) {
      var form: [UInt8] = []
      let utf8 = Array(text.utf8)
      PercentEncoding.append(
        utf8, utf8.indices, encoding: PercentEncoding.segmentValue, to: &form)
      if !forms.contains(form) { forms.append(form) }
    }
    return forms
  }

  /// The letters that are neither the uppercase nor the titlecase of the lowercase letter with
  /// which ``folded(_:)`` makes them equal: the final sigma, the capital sharp s, the theta symbol
  /// and the capital I with a dot.
  private static let unreached = ["\u{3C2}", "\u{1E9E}", "\u{3F4}", "\u{130}"]

  /// The character at a position of a canonical path, where those beyond ASCII are
  /// percent-encoded; moves the position behind it. Nil for a byte that is no character.
  private static func scalar(at position: inout Int, in bytes: [UInt8]) -> Unicode.Scalar? {
    var encoded: [UInt8] = []
    var end = position
    while let byte = PercentEncoding.encodedByte(at: end, in: bytes, before: bytes.count) {
      guard byte >= 0x80, encoded.isEmpty || byte & 0xC0 == 0x80 else { break }
      encoded.append(byte)
      end += 3
    }
    var iterator = encoded.makeIterator()
    var decoder = UTF8.ForwardParser()
    guard case .valid(let found) = decoder.parseScalar(from: &iterator) else {
      let scalar = Unicode.Scalar(bytes[position])
      position += 1
      return scalar.isASCII ? scalar : nil
    }
    position += 3 * found.count
    return UTF8.decode(found)
  }
}

extension ByteSet {
  /// The set with both cases of each of its letters.
  var ignoringCase: ByteSet {
    var result = self
    for small in UInt8(ascii: "a")...UInt8(ascii: "z")
    where contains(small) || contains(small ^ 0x20) {
      result.insert(small)
      result.insert(small ^ 0x20)
    }
    return result
  }
}
