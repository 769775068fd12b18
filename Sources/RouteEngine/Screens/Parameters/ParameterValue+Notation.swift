extension ParameterValue: CustomStringConvertible {
  /// The value in the tree notation.
  public var description: String { notation }

  /// The value in the tree notation: `7`, `1.5`, `true`, `"text"` with JSON's escapes, `~token`,
  /// and a list or an object as JSON, `[1,2]`.
  ///
  /// A double always has a point or an exponent; infinity and NaN are written as their bits, `#`
  /// and 16 hexadecimal digits.
  public var notation: String {
    switch self {
    case .int(let value): return String(value)
    case .bool(let value): return value ? "true" : "false"
    case .token(let text): return text
    case .structure(let structure): return structure.json
    case .double(let value):
      // The standard library always writes a point or an exponent: 1.0, -0.0, 1e-07.
      return value.isFinite ? value.description : "#" + Digest64.hex(value.bitPattern)
    case .string(let text):
      var writer = JSONWriter()
      writer.string(text)
      return writer.text
    }
  }

  /// Reads one value of the tree notation that begins at `offset`, and moves `offset` past it.
  ///
  /// Besides the output of ``notation``, a word without quotes (letters, digits, `_`, `-`,
  /// beginning with a letter or `_`) is a string. Throws a ``JSONError`` whose offset is a position
  /// in `utf8`.
  package static func parse(
    notation utf8: [UInt8], at offset: inout Int
  ) throws(JSONError) -> ParameterValue {
    guard offset < utf8.count else { throw JSONError(offset: offset, expected: "a value") }
    let start = offset
    switch utf8[start] {
    case UInt8(ascii: "\""):
      var reader = JSONReader(utf8)
      reader.offset = start
      let text = try reader.string()
      offset = reader.offset
      return .string(text)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      var reader = JSONReader(utf8, depthLimit: ParameterStructure.deepest)
      reader.offset = start
      guard let structure = ParameterStructure(try reader.json()) else {
        throw JSONError(
          offset: start,
          expected: "a list or an object of at most \(ParameterStructure.mostBytes) bytes")
      }
      offset = reader.offset
      return .structure(structure)
    case UInt8(ascii: "~"):
      let text = word(in: utf8, from: start, skipping: 1, while: TokenText.isDigit)
      guard TokenText.isToken(text) else {
        throw JSONError(offset: start, expected: TokenText.expected)
      }
      offset = start + text.utf8.count
      return .token(text)
    case UInt8(ascii: "#"):
      let text = word(in: utf8, from: start, skipping: 1, while: isWordCharacter)
      guard let bits = Digest64.parse(hex: String(text.dropFirst())) else {
        throw JSONError(offset: start, expected: "# and 16 hexadecimal digits")
      }
      offset = start + text.utf8.count
      return .double(Double(bitPattern: bits))
    case let byte where JSONReader.beginsNumber(byte): return try number(in: utf8, at: &offset)
    case let byte where isWordCharacter(byte):
      let text = word(in: utf8, from: start, skipping: 1, while: isWordCharacterOrHyphen)
      offset = start + text.utf8.count
      return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
    default: throw JSONError(offset: start, expected: "a value")
    }
  }

  private static func number(
    in utf8: [UInt8], at offset: inout Int
  ) throws(JSONError) -> ParameterValue {
    var reader = JSONReader(utf8)
    reader.offset = offset
    let number = try reader.scanNumber()
    let value: ParameterValue
    if number.isInteger {
      guard let integer = number.int64 else {
        throw JSONError(offset: offset, expected: "an integer of 64 bits")
      }
      value = .int(integer)
    } else {
      guard let double = reader.double(of: number) else {
        throw JSONError(offset: offset, expected: "a number within the range of a Double")
      }
      value = .double(double)
    }
    offset = reader.offset
    return value
  }

  private static func word(
    in utf8: [UInt8], from start: Int, skipping skipped: Int, while belongs: (UInt8) -> Bool
  ) -> String {
    let rest = utf8[(start + skipped)...]
    let end = rest.firstIndex { !belongs($0) } ?? utf8.endIndex
    return String(decoding: utf8[start..<end], as: UTF8.self)
  }
}
