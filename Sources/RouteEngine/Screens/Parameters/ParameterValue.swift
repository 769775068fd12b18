/// The value of one parameter.
///
/// Strings are equal when their UTF-8 bytes are equal, and doubles when their bits are: values with
/// different digests are different here too.
public enum ParameterValue: Sendable {
  /// A signed 64-bit integer.
  case int(Int64)
  /// A binary floating-point number of 64 bits (IEEE 754).
  case double(Double)
  /// True or false.
  case bool(Bool)
  /// Text.
  case string(String)
  /// A list or an object.
  case structure(Structure)
  /// A token, which stands for a private value that is kept elsewhere: a tilde and 22 ASCII letters
  /// or digits. A token of any other form in a request is treated as a string.
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

  /// Hashes kind and value.
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
  /// A list of numbers, booleans and texts. An element that no list can hold is a programming
  /// error.
  public init(arrayLiteral elements: ParameterValue...) {
    guard let list = Structure(elements) else {
      preconditionFailure("a list holds numbers, truth values and texts: \(elements)")
    }
    self = .structure(list)
  }
}

extension ParameterValue {
  /// The numbers of the kinds of values; they are part of digests and never change.
  enum Tag {
    static let int: UInt8 = 1
    static let double: UInt8 = 2
    static let bool: UInt8 = 3
    static let string: UInt8 = 4
    static let token: UInt8 = 5
    static let structure: UInt8 = 6
  }

  /// The number of its kind.
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

  /// Whether the byte is an ASCII letter, a digit, or the underscore.
  static func isWordCharacter(_ byte: UInt8) -> Bool {
    TokenText.isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Whether the byte is a word character or the hyphen.
  static func isWordCharacterOrHyphen(_ byte: UInt8) -> Bool {
    isWordCharacter(byte) || byte == UInt8(ascii: "-")
  }
}
