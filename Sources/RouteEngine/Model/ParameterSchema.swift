/// The type of a parameter, by the name it has in route tables.
public enum ParameterType: String, Hashable, Sendable, CaseIterable {
  /// A whole number of 64 bits with sign.
  case int
  /// A floating-point number of 64 bits.
  case double
  /// `true` or `false`.
  case bool
  /// Text.
  case string
}

extension ParameterType {
  /// The typed value of text that was captured from a link; nil when the text does not fit.
  ///
  /// Strict: `int` is an optional minus and digits within 64 bits, `double` the same with an
  /// optional fraction (`1`, `-1.5`; no exponent), `bool` is `true` or `false`, `string` any valid
  /// UTF-8.
  public func value(from utf8: some Collection<UInt8>) -> ParameterValue? {
    switch self {
    case .int: Self.int(from: utf8).map { .int($0) }
    case .double: Self.double(from: utf8).map { .double($0) }
    case .bool:
      utf8.elementsEqual("true".utf8)
        ? .bool(true) : utf8.elementsEqual("false".utf8) ? .bool(false) : nil
    case .string:
      UTF8Check.isValid(Array(utf8)) ? .string(String(decoding: utf8, as: UTF8.self)) : nil
    }
  }

  /// Whether a value is of this type; a token stands for a value of any type.
  public func accepts(_ value: ParameterValue) -> Bool {
    switch (self, value) {
    case (.int, .int), (.double, .double), (.bool, .bool), (.string, .string), (_, .token): true
    default: false
    }
  }

  /// A table's constant as this type has it: a file cannot tell 2.0 from 2.
  func fitted(_ constant: ParameterValue) -> ParameterValue {
    if self == .double, case .int(let number) = constant {
      .double(Double(number))
    } else {
      constant
    }
  }

  private static func int(from utf8: some Collection<UInt8>) -> Int64? {
    let isNegative = utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? utf8.dropFirst() : utf8.dropFirst(0)
    guard !digits.isEmpty else { return nil }
    // Counted downward, because there is one more negative number than there are positive ones.
    var value: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (tens, overflow1) = value.multipliedReportingOverflow(by: 10)
      let (difference, overflow2) = tens.subtractingReportingOverflow(Int64(digit))
      guard !overflow1, !overflow2 else { return nil }
      value = difference
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  private static func double(from utf8: some Collection<UInt8>) -> Double? {
    let magnitude = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8.dropFirst(0)
    let parts = magnitude.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    for part in parts {
      guard !part.isEmpty, part.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    }
    guard let value = Double(String(decoding: utf8, as: UTF8.self)) else { return nil }
    return value.isFinite ? value : nil
  }
}

/// The names and types of the parameters that a kind of screen takes.
public struct ParameterSchema: Hashable, Sendable {
  /// One parameter's declaration.
  public struct Entry: Hashable, Sendable {
    /// The parameter's name; compared by UTF-8 bytes.
    public let name: String
    /// Its type.
    public let type: ParameterType
    /// Whether it may be missing.
    public let isOptional: Bool

    /// Declares a parameter.
    public init(name: String, type: ParameterType, isOptional: Bool = false) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
    }

    /// Declares a parameter from its text in a route table: `int`, `string?`; nil for other text.
    public init?(name: String, text: String) {
      let isOptional = text.utf8.last == UInt8(ascii: "?")
      guard let type = ParameterType(rawValue: isOptional ? String(text.dropLast()) : text) else {
        return nil
      }
      self.init(name: name, type: type, isOptional: isOptional)
    }

    /// The declaration's text in a route table.
    public var text: String { isOptional ? type.rawValue + "?" : type.rawValue }

    /// Equal names by UTF-8 bytes, and equal declarations.
    public static func == (left: Entry, right: Entry) -> Bool {
      left.name.utf8.elementsEqual(right.name.utf8) && left.type == right.type
        && left.isOptional == right.isOptional
    }
  }

  /// The declarations in the order of the names' UTF-8 bytes; no name comes twice.
  public let entries: [Entry]

  /// Declares parameters, in any order. Of a name that comes twice the last declaration counts.
  public init(_ entries: [Entry] = []) {
    var sorted: [Entry] = []
    for entry in entries {
      sorted.removeAll { $0.name.utf8.elementsEqual(entry.name.utf8) }
      let next = sorted.firstIndex { entry.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
      sorted.insert(entry, at: next ?? sorted.endIndex)
    }
    self.entries = sorted
  }

  /// The declaration of a parameter; nil when there is none of that name.
  public subscript(_ name: String) -> Entry? {
    entries.first { $0.name.hasSameBytes(as: name) }
  }
}
