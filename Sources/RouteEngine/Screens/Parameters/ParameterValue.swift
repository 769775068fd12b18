/// The value of one parameter.
///
/// Strings are equal when their UTF-8 bytes are, doubles when their bits are: what digests tell
/// apart is different here too.
public enum ParameterValue: Sendable {
  /// A whole number of 64 bits.
  case int(Int64)
  /// A binary floating-point number of 64 bits (IEEE 754).
  case double(Double)
  /// True or false.
  case bool(Bool)
  /// Text.
  case string(String)
  /// A token, which stands for a private value that is kept elsewhere: a tilde and 22 characters
  /// of base64url (RFC 4648, section 5, without padding), tilde included.
  case token(String)
}

extension ParameterValue: Hashable {
  /// Equal kinds and equal bytes.
  public static func == (left: ParameterValue, right: ParameterValue) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)), (.token(let left), .token(let right)):
      left.hasSameBytes(as: right)
    default: false
    }
  }

  /// Feeds kind and value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    switch self {
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .bool(let value): hasher.combine(value)
    // Equal bytes are equal strings, so their hashes agree.
    case .string(let text), .token(let text): hasher.combine(text)
    }
  }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
  /// An `int`.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A `double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A `bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A `string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ParameterValue {
  /// Which kind of value it is, as a number that is part of digests and never changes.
  private var tag: UInt8 {
    switch self {
    case .int: 1
    case .double: 2
    case .bool: 3
    case .string: 4
    case .token: 5
    }
  }

  /// Takes kind and value into a digest.
  package func combine(into digest: inout Digest64) {
    digest.combine(tag)
    switch self {
    case .int(let value): digest.combine(UInt64(bitPattern: value))
    case .double(let value): digest.combine(value.bitPattern)
    case .bool(let value): digest.combine(value ? 1 : 0 as UInt8)
    case .string(let text), .token(let text): digest.combine(text)
    }
  }

  /// Whether a text is a token: a tilde and 22 characters of base64url.
  package static func isToken(_ text: String) -> Bool {
    let utf8 = text.utf8
    return utf8.count == 1 + tokenLength && utf8.first == UInt8(ascii: "~")
      && utf8.dropFirst().allSatisfy(isTokenCharacter)
  }

  /// Whether a token stands for a secret, of which nothing is kept. Such a token ends with a
  /// character that 128 bits in base64url never end with, so that a reader of a journal can tell.
  package static func isSecretToken(_ text: String) -> Bool {
    text.utf8.last == secretMark && isToken(text)
  }

  /// The last byte of the tokens of secrets.
  package static let secretMark = UInt8(ascii: "_")

  /// How many characters follow a token's tilde: 128 bits, six to a character.
  package static let tokenLength = 22

  package static func isTokenCharacter(_ byte: UInt8) -> Bool {
    isWordCharacter(byte) || byte == UInt8(ascii: "-")
  }

  /// ASCII letters, digits, and the underscore.
  static func isWordCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ParameterValue {
  /// Whether a JSON number carries this double exactly: not so infinity, NaN, and minus zero.
  private static func isNumber(_ value: Double) -> Bool {
    value.isFinite && !(value == 0 && value.sign == .minus)
  }

  /// Writes the value: integers, booleans and strings as they are in JSON, `{"double":1.5}` and
  /// `{"token":"~..."}` so that they can be told apart. A double that JSON has no number for is
  /// written as its bits, 16 hexadecimal digits: `{"double":"7ff0000000000000"}`.
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
    case .token(let text):
      writer.beginObject()
      writer.name("token")
      writer.string(text)
      writer.endObject()
    }
  }

  /// Reads what ``write(to:)`` wrote.
  package init(from reader: inout JSONReader) throws(JSONError) {
    switch reader.peekValue() {
    case UInt8(ascii: "\""): self = .string(try reader.string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(try reader.bool())
    case UInt8(ascii: "{"): try self.init(tagged: &reader)
    case let byte? where JSONReader.beginsNumber(byte): self = .int(try reader.int())
    default:
      throw reader.error("a string, an integer, true, false, or an object of double or token")
    }
  }

  private init(tagged reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    let hasMember = try reader.nextMember()
    if hasMember, reader.isName("double") {
      self = .double(try Self.double(from: &reader))
    } else if hasMember, reader.isName("token") {
      let start = reader.offset
      let text = try reader.string()
      guard Self.isToken(text) else {
        throw JSONError(offset: start, expected: "a tilde and 22 characters of base64url")
      }
      self = .token(text)
    } else {
      throw reader.error("one member, double or token")
    }
    guard try !reader.nextMember() else { throw reader.error("no second member") }
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
