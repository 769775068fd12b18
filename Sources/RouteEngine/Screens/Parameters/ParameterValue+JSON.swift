extension ParameterValue {
  /// Whether a JSON number can carry this double exactly: false for infinity, NaN, and minus zero.
  private static func isNumber(_ value: Double) -> Bool {
    value.isFinite && !(value == 0 && value.sign == .minus)
  }

  /// Writes the value. Integers, booleans, strings and lists stand as they are in JSON;
  /// `{"double":1.5}`, `{"object":{...}}` and `{"token":"~..."}` tell the others apart. A double
  /// without a JSON number is written as its bits, 16 hexadecimal digits:
  /// `{"double":"7ff0000000000000"}`.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .int(let value): writer.int(value)
    case .bool(let value): writer.bool(value)
    case .string(let text): writer.string(text)
    case .double(let value):
      writer.beginObject()
      writer.name("double")
      if Self.isNumber(value) {
        writer.double(value)
      } else {
        writer.string(Digest64.hex(value.bitPattern))
      }
      writer.endObject()
    case .structure(let structure):
      if structure.isList { return writer.raw(Array(structure.json.utf8)) }
      writer.beginObject()
      writer.name("object")
      writer.raw(Array(structure.json.utf8))
      writer.endObject()
    case .token(let text):
      writer.beginObject()
      writer.name("token")
      writer.string(text)
      writer.endObject()
    }
  }

  /// Reads what ``write(to:)`` wrote.
  package init(from reader: inout JSONReader) throws(JSONError) {
    let value = try ScannedValue(from: &reader)
    switch value.tag {
    case Tag.int: self = .int(Int64(bitPattern: value.bits))
    case Tag.double: self = .double(Double(bitPattern: value.bits))
    case Tag.bool: self = .bool(value.bits != 0)
    case Tag.structure:
      // A newer version or another program may have written it in another form.
      let bytes = Array(reader.bytes[value.text])
      guard let tree = try? JSON(parsing: bytes, depthLimit: ParameterStructure.deepest),
        let structure = ParameterStructure(tree)
      else {
        throw JSONError(
          offset: value.text.lowerBound,
          expected: "a list or an object of at most \(ParameterStructure.mostBytes) bytes")
      }
      self = .structure(structure)
    default:
      let text = JSONReader.text(of: value.text, in: reader.bytes, hasEscapes: value.hasEscapes)
      self = value.tag == Tag.token ? .token(text) : .string(text)
    }
  }
}

/// A parameter's value that was read from JSON and checked; a text stays where it stands in the
/// JSON.
struct ScannedValue {
  /// See ``ParameterValue/Tag``.
  let tag: UInt8
  /// An integer, the bits of a double, or 1 for true.
  let bits: UInt64
  /// The range of a text, a token, a list or an object in the JSON.
  let text: Range<Int>
  /// Whether the text has escapes; for a list or an object, whether it has to be parsed.
  let hasEscapes: Bool

  var isText: Bool { tag == ParameterValue.Tag.string || tag == ParameterValue.Tag.token }

  private init(_ tag: UInt8, bits: UInt64) {
    (self.tag, self.bits, text, hasEscapes) = (tag, bits, 0..<0, false)
  }

  private init(_ tag: UInt8, _ text: (range: Range<Int>, hasEscapes: Bool)) {
    (self.tag, bits, self.text, hasEscapes) = (tag, 0, text.range, text.hasEscapes)
  }

  /// Reads what ``ParameterValue/write(to:)`` wrote.
  init(from reader: inout JSONReader) throws(JSONError) {
    switch reader.peekValue() {
    case UInt8(ascii: "\""): self.init(ParameterValue.Tag.string, try reader.scanString())
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      self.init(ParameterValue.Tag.bool, bits: try reader.bool() ? 1 : 0)
    case UInt8(ascii: "{"): try self.init(tagged: &reader)
    case UInt8(ascii: "["):
      self.init(ParameterValue.Tag.structure, (try reader.captureRaw().indices, true))
    case let byte? where JSONReader.beginsNumber(byte):
      self.init(ParameterValue.Tag.int, bits: UInt64(bitPattern: try reader.int()))
    default:
      throw reader.error(
        "a string, an integer, true, false, a list, or an object of double, object or token")
    }
  }

  private init(tagged reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    let hasMember = try reader.nextMember()
    if hasMember, reader.isName("double") {
      self.init(ParameterValue.Tag.double, bits: try Self.double(from: &reader).bitPattern)
    } else if hasMember, reader.isName("token") {
      self.init(ParameterValue.Tag.token, try Self.token(from: &reader))
    } else if hasMember, reader.isName("object") {
      guard reader.peekValue() == UInt8(ascii: "{") else { throw reader.error("an object") }
      self.init(ParameterValue.Tag.structure, (try reader.captureRaw().indices, true))
    } else {
      throw reader.error("one member, double, object or token")
    }
    guard try !reader.nextMember() else { throw reader.error("no second member") }
  }

  private static func token(
    from reader: inout JSONReader
  ) throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    let start = reader.offset
    guard reader.peekValue() == UInt8(ascii: "\"") else { throw reader.error("a string") }
    let (range, hasEscapes) = try reader.scanString()
    let isToken =
      hasEscapes
      ? TokenText.isToken(JSONReader.text(of: range, in: reader.bytes, hasEscapes: true))
      : TokenText.isToken(reader.bytes[range])
    guard isToken else {
      throw JSONError(offset: start, expected: TokenText.expected)
    }
    return (range, hasEscapes)
  }

  private static func double(from reader: inout JSONReader) throws(JSONError) -> Double {
    guard reader.peekValue() == UInt8(ascii: "\"") else { return try reader.double() }
    let start = reader.offset
    guard let bits = Digest64.parse(hex: try reader.string()) else {
      throw JSONError(offset: start, expected: "the bits of a double as 16 hexadecimal digits")
    }
    return Double(bitPattern: bits)
  }
}
