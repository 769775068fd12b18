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
  /// A list or an object.
  case structure(Structure)
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
    case (.structure(let left), .structure(let right)): left == right
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
    case .structure(let structure): hasher.combine(structure)
    }
  }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// An `int`.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A `double`.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A `bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A `string`.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list of numbers, truth values and texts. One that no list can hold is a programming error.
  public init(arrayLiteral elements: ParameterValue...) {
    guard let list = Structure(elements) else {
      preconditionFailure("a list holds numbers, truth values and texts: \(elements)")
    }
    self = .structure(list)
  }
}

extension ParameterValue {
  /// The kinds of values, as numbers that are part of digests and never change.
  enum Tag {
    static let int: UInt8 = 1
    static let double: UInt8 = 2
    static let bool: UInt8 = 3
    static let string: UInt8 = 4
    static let token: UInt8 = 5
    static let structure: UInt8 = 6
  }

  /// Which kind of value it is.
  private var tag: UInt8 {
    switch self {
    case .int: Tag.int
    case .double: Tag.double
    case .bool: Tag.bool
    case .string: Tag.string
    case .token: Tag.token
    case .structure: Tag.structure
    }
  }

  /// Whether a text is a token: a tilde and 22 characters of base64url.
  package static func isToken(_ text: String) -> Bool { isToken(utf8: text.utf8) }

  /// Whether UTF-8 is a token.
  static func isToken(utf8: some Collection<UInt8>) -> Bool {
    utf8.count == 1 + tokenLength && utf8.first == UInt8(ascii: "~")
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
