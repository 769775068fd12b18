extension ParameterSchema {
  /// The type of a parameter.
  public enum ParameterType: Hashable, Sendable {
    /// A signed 64-bit integer.
    case int
    /// A whole number within bounds: of fewer bits, or unsigned.
    case intWithin(ClosedRange<Int64>)
    /// A 64-bit floating-point number.
    case double
    /// `true` or `false`.
    case bool
    /// Text.
    case string
    /// A UUID, kept as text with capital letters.
    case uuid
    /// A moment, kept as seconds since 1 January 2001 (UTC), a floating-point number.
    case date
    /// One of these values, all texts or all whole numbers: the cases of an enum.
    case oneOf([ParameterValue])
    /// A list of such values. A link gives each element in a query item of its own or in a segment
    /// of the path, or all elements in one text.
    indirect case list(of: ParameterType, by: ListSeparator)
    /// Any list or object; a link cannot give one.
    case json
  }

  /// How a link separates the elements of a list.
  public enum ListSeparator: Hashable, Sendable {
    /// Each element in a query item of its own, `?size=1&size=2`, or in a segment of the path.
    case item
    /// All elements in one text with commas between them, `?size=1,2`.
    case comma
  }
}

/// ``ParameterSchema/ParameterType``, as this package calls it.
package typealias ParameterType = ParameterSchema.ParameterType

extension ParameterType: CustomStringConvertible {
  /// The types that have a word in route tables.
  static var named: [ParameterType] { [.int, .double, .bool, .string, .uuid, .date, .json] }

  /// The type that a text stands for in route tables, `int`, `0...255` or `[int]`; nil for other
  /// text.
  init?(text: String) {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let hasComma = text.hasSuffix(",]")
      let word = String(text.dropFirst().dropLast(hasComma ? 2 : 1))
      // There are no lists of lists, however deep the text nests them.
      guard !word.hasPrefix("["), let element = ParameterType(text: word), element.isScalar
      else { return nil }
      self = .list(of: element, by: hasComma ? .comma : .item)
      return
    }
    if let named = Self.named.first(where: { $0.description == text }) {
      self = named
      return
    }
    let bounds = text.split(separator: ".", omittingEmptySubsequences: false)
    guard bounds.count == 4, bounds[1].isEmpty, bounds[2].isEmpty,
      let lower = Self.int(from: bounds[0].utf8), let upper = Self.int(from: bounds[3].utf8),
      lower <= upper
    else { return nil }
    let type = ParameterType.intWithin(lower...upper)
    // One text for each type, so that equal tables have equal digests.
    guard type.description.hasSameBytes(as: text) else { return nil }
    self = type
  }

  /// Whether every text is one of its values or, for a list, a list of such texts.
  var takesAnyText: Bool {
    switch self {
    case .string, .list(of: .string, _): true
    default: false
    }
  }

  /// Whether its values are single numbers, booleans or texts.
  var isScalar: Bool {
    switch self {
    case .list, .json: false
    default: true
    }
  }

  /// The most cases of an enum that a description lists.
  private static var mostTold: Int { 12 }

  /// Its text in route tables; of the cases of an enum, the first ones.
  public var description: String {
    switch self {
    case .int: return "int"
    case .intWithin(let bounds): return "\(bounds.lowerBound)...\(bounds.upperBound)"
    case .double: return "double"
    case .bool: return "bool"
    case .string: return "string"
    case .uuid: return "uuid"
    case .date: return "date"
    case .json: return "json"
    case .list(let element, .item): return "[\(element)]"
    case .list(let element, .comma): return "[\(element),]"
    case .oneOf(let values):
      let told = values.prefix(Self.mostTold).map(\.notation)
      if values.count > told.count {
        return told.joined(separator: ", ") + " or one of \(values.count - told.count) more"
      }
      guard let last = told.last, told.count > 1 else { return told.first ?? "nothing" }
      return told.dropLast().joined(separator: ", ") + " or " + last
    }
  }
}

extension ParameterType {
  /// The typed value of a text captured from a link; nil when the text does not fit.
  ///
  /// Parsing is strict. `int` is an optional minus and digits within 64 bits or the bounds.
  /// `double` is the same with an optional fraction (`1`, `-1.5`; no exponent). `bool` is `true` or
  /// `false`, `string` any valid UTF-8, `uuid` 32 hexadecimal digits in the usual five groups.
  /// `date` is a day (`2026-11-23`, its begin in UTC) or a moment with its zone
  /// (`2026-11-23T21:45:00.5Z`, `…T21:45+01:00`). An enum's case is its text. A list has one
  /// element, or several between commas. No text is a `json`.
  public func value(from utf8: some Collection<UInt8>) -> ParameterValue? {
    switch self {
    case .int: Self.int(from: utf8).map { .int($0) }
    case .intWithin(let bounds):
      Self.int(from: utf8).flatMap { bounds.contains($0) ? .int($0) : nil }
    case .double: Self.double(from: utf8).map { .double($0) }
    case .bool:
      utf8.elementsEqual("true".utf8)
        ? .bool(true) : utf8.elementsEqual("false".utf8) ? .bool(false) : nil
    case .string:
      UTF8Check.isValid(Array(utf8)) ? .string(String(decoding: utf8, as: UTF8.self)) : nil
    case .uuid: Self.uuid(from: utf8).map { .string($0) }
    case .date: Moment.seconds(from: Array(utf8)).map { .double($0) }
    case .json: nil
    case .list(let element, .item): Self.list([Array(utf8)], of: element)
    case .list(let element, .comma):
      Self.list(
        Array(utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
          .map(Array.init), of: element)
    case .oneOf(let values):
      values.first { value in
        switch value {
        case .string(let text): utf8.elementsEqual(text.utf8)
        case .int(let number): Self.int(from: utf8) == number
        default: false
        }
      }
    }
  }

  /// The list of elements with these texts; nil when one text does not fit.
  static func list(_ texts: [[UInt8]], of element: ParameterType) -> ParameterValue? {
    var values: [ParameterValue] = []
    for text in texts {
      guard let value = element.value(from: text) else { return nil }
      values.append(value)
    }
    return ParameterStructure(values).map { .structure($0) }
  }

  /// The texts of a list's elements, as a link has them; nil when the value is no such list.
  func linkTexts(ofElements value: ParameterValue) -> [String]? {
    guard case .list(let element, _) = self, case .structure(let list) = value,
      let elements = list.elements
    else { return nil }
    let texts = elements.compactMap { element.linkText(of: element.fitted($0)) }
    return texts.count == elements.count ? texts : nil
  }

  /// The text of a link that reads back as this value; nil when there is none, as for infinity.
  func linkText(of value: ParameterValue) -> String? {
    if case .list(_, .comma) = self {
      guard let texts = linkTexts(ofElements: value), !texts.isEmpty,
        !texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) })
      else { return nil }
      return texts.joined(separator: ",")
    }
    if case .double(let seconds) = value, self == .date { return Moment.text(of: seconds) }
    return value.linkText
  }

  /// Whether a value is of this type; a token is accepted by any type.
  public func accepts(_ value: ParameterValue) -> Bool {
    switch (self, value) {
    case (.int, .int), (.double, .double), (.bool, .bool), (.string, .string), (_, .token): true
    case (.intWithin(let bounds), .int(let number)): bounds.contains(number)
    case (.date, .double(let seconds)): seconds.isFinite
    case (.uuid, .string(let text)): Self.uuid(from: text.utf8) != nil
    case (.oneOf(let values), _): values.contains(value)
    case (.list(let element, _), .structure(let list)):
      list.elements?.allSatisfy { element.accepts(element.fitted($0)) } ?? false
    case (.json, .structure): true
    default: false
    }
  }

  /// A table's constant converted to this type: a file cannot tell 2.0 from 2.
  func fitted(_ constant: ParameterValue) -> ParameterValue {
    switch (self, constant) {
    case (.double, .int(let number)), (.date, .int(let number)): .double(Double(number))
    case (.date, .string(let text)), (.uuid, .string(let text)):
      value(from: text.utf8) ?? constant
    default: constant
    }
  }

  /// A table's constant converted to this type, and as a file returns it: a file has no -0.0.
  func constant(_ constant: ParameterValue) -> ParameterValue {
    let fitted = fitted(constant)
    return fitted == .double(-0.0) ? .double(0) : fitted
  }

  private static func uuid(from utf8: some Collection<UInt8>) -> String? {
    let hyphens = [8, 13, 18, 23]
    guard utf8.count == 36 else { return nil }
    for (index, byte) in utf8.enumerated() {
      let isHyphen = byte == UInt8(ascii: "-")
      guard hyphens.contains(index) ? isHyphen : PercentEncoding.hexDigit(byte) != nil else {
        return nil
      }
    }
    return String(decoding: utf8, as: UTF8.self).uppercased()
  }

  private static func int(from utf8: some Collection<UInt8>) -> Int64? {
    let isNegative = utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? utf8.dropFirst() : utf8.dropFirst(0)
    guard !digits.isEmpty else { return nil }
    // The sum is negative, because there is one more negative number than there are positive ones.
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
    public let type: ParameterSchema.ParameterType
    /// Whether it may be missing.
    public let isOptional: Bool
    /// The value that a missing parameter has; nil when there is no default.
    public let defaultValue: ParameterValue?

    /// Declares a parameter; one with a default is never missing.
    public init(
      name: String, type: ParameterSchema.ParameterType, isOptional: Bool = false,
      default defaultValue: ParameterValue? = nil
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional && defaultValue == nil
      self.defaultValue = defaultValue.map(type.constant)
    }

    /// The value of a missing parameter: the default, or an empty list.
    var missingValue: ParameterValue? {
      if let defaultValue { return defaultValue }
      guard !isOptional, case .list = type else { return nil }
      return .structure(.emptyList)
    }

    /// Whether a request has to provide it.
    var isRequired: Bool { !isOptional && missingValue == nil }

    /// Declares a parameter from its text in a route table: `int`, `0...255`, `string?`; nil for
    /// other text.
    public init?(name: String, text: String) {
      let isOptional = text.utf8.last == UInt8(ascii: "?")
      let word = isOptional ? String(text.dropLast()) : text
      guard let type = ParameterType(text: word) else { return nil }
      self.init(name: name, type: type, isOptional: isOptional)
    }

    /// The declaration's text in a route table. A table has an enum's cases as an array; here they
    /// stand as a person reads them.
    public var text: String { isOptional ? "\(type)?" : "\(type)" }

    /// Equal names by UTF-8 bytes, and equal declarations.
    public static func == (left: Entry, right: Entry) -> Bool {
      left.name.utf8.elementsEqual(right.name.utf8) && left.type == right.type
        && left.isOptional == right.isOptional && left.defaultValue == right.defaultValue
    }
  }

  /// The most parameters that a table's screen may declare and a step may bind: each name is
  /// compared with all others.
  static let mostNames = 1_000

  /// The declarations in the order of the names' UTF-8 bytes; no name comes twice.
  public let entries: [Entry]

  /// Declares parameters in any order. If a name comes twice, the last declaration counts.
  public init(_ entries: [Entry] = []) {
    var sorted: [Entry] = []
    for entry in entries {
      sorted.removeAll { $0.name.utf8.elementsEqual(entry.name.utf8) }
      let next = sorted.firstIndex { entry.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
      sorted.insert(entry, at: next ?? sorted.endIndex)
    }
    self.entries = sorted
  }

  /// The declaration of the parameter with that name; nil when there is no such parameter.
  public subscript(_ name: String) -> Entry? {
    entries.first { $0.name.hasSameBytes(as: name) }
  }
}
