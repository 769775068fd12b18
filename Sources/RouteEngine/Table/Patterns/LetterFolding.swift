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
  /// that share a capital, such as i and the Turkish dotless i, do not.
  private static func folded(_ scalar: Unicode.Scalar) -> String {
    scalar == "\u{3C2}" ? "\u{3C3}" : scalar.properties.lowercaseMapping
  }

  /// The encoded lower-case and upper-case forms of the character at a position of a canonical
  /// path; moves the position behind it. One form for characters without case and for bytes that
  /// are not UTF-8.
  static func forms(at position: inout Int, in bytes: [UInt8]) -> [[UInt8]] {
    let start = position
    var encoded: [UInt8] = []
    var end = position
    while let byte = PercentEncoding.encodedByte(at: end, in: bytes, before: bytes.count) {
      guard byte >= 0x80, encoded.isEmpty || byte & 0xC0 == 0x80 else { break }
      encoded.append(byte)
      end += 3
    }
    var iterator = encoded.makeIterator()
    var decoder = UTF8.ForwardParser()
    let scalar: Unicode.Scalar
    if case .valid(let found) = decoder.parseScalar(from: &iterator) {
      scalar = UTF8.decode(found)
      position = start + 3 * found.count
    } else {
      scalar = Unicode.Scalar(bytes[start])
      position = start + 1
      guard scalar.isASCII else { return [[bytes[start]]] }
    }
    var texts = [
      scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping, folded(scalar),
    ]
    if texts.contains(where: { $0.unicodeScalars.elementsEqual(["\u{3C3}"]) }) {
      texts.append("\u{3C2}")
    }
    var forms = [Array(bytes[start..<position])]
    for text in texts where text.unicodeScalars.count == 1 {
      var form: [UInt8] = []
      let utf8 = Array(text.utf8)
      PercentEncoding.append(
        utf8, utf8.indices, encoding: PercentEncoding.segmentValue, to: &form)
      if !forms.contains(form), scalar.properties.isAlphabetic { forms.append(form) }
    }
    return forms
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
