extension ParameterValue {
  /// A list or an object as canonical JSON in one string, so that equal ones have equal bytes.
  /// Members are sorted by their bytes, there is no white space, and `1.0` is `1`.
  public struct Structure: Sendable {
    /// The most bytes of its text.
    public static let mostBytes = 16_384
    /// The deepest nesting of lists and objects.
    public static let deepest = 16

    /// The canonical JSON.
    public let json: String

    /// Reads a list or an object.
    ///
    /// - Parameter json: any JSON text of a list or an object.
    /// - Returns: nil for other text, and for one that is too long or too deep.
    public init?(json: String) {
      // The answer does not say why the text is no structure.
      guard let tree = try? JSON(parsing: Array(json.utf8), depthLimit: Self.deepest) else {
        return nil
      }
      self.init(tree)
    }

    /// A list of numbers, booleans and texts; nil when it is too long, or when a value is a token
    /// or a number that JSON cannot express.
    public init?(_ elements: [ParameterValue]) {
      var list: [JSON] = []
      for element in elements {
        guard let json = element.jsonElement else { return nil }
        list.append(json)
      }
      self.init(.array(list))
    }

    /// The list or object of a tree; nil for other values, and when it is too long or too deep.
    package init?(_ tree: JSON) {
      switch tree {
      case .array, .object: break
      case .null, .bool, .int, .double, .string: return nil
      }
      guard tree.isWithin(depth: Self.deepest) else { return nil }
      let bytes = tree.canonical
      guard bytes.count <= Self.mostBytes else { return nil }
      self.json = String(decoding: bytes, as: UTF8.self)
    }

    /// A structure from canonical text that this package wrote.
    init(canonical json: String) { self.json = json }

    /// The list without elements.
    package static let emptyList = Structure(canonical: "[]")

    /// The structure as a tree.
    package var tree: JSON {
      // The text was written from a tree, so parsing it succeeds.
      (try? JSON(parsing: Array(json.utf8), depthLimit: Self.deepest)) ?? .null
    }

    /// Whether it is a list.
    public var isList: Bool { json.utf8.first == UInt8(ascii: "[") }

    /// The elements of a list of numbers, booleans and texts; nil for anything else. A number
    /// without fraction is an `int`.
    public var elements: [ParameterValue]? {
      guard case .array(let elements) = tree else { return nil }
      var values: [ParameterValue] = []
      for element in elements {
        switch element {
        case .int(let number): values.append(.int(number))
        case .double(let number): values.append(.double(number))
        case .bool(let flag): values.append(.bool(flag))
        case .string(let text): values.append(.string(text))
        case .null, .array, .object: return nil
        }
      }
      return values
    }
  }

  /// The value as an element of a list; nil for a token, a structure, and a number that JSON cannot
  /// express.
  fileprivate var jsonElement: JSON? {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): number.isFinite ? .double(number) : nil
    case .bool(let flag): .bool(flag)
    case .string(let text): .string(text)
    case .token, .structure: nil
    }
  }
}

extension JSON {
  /// Whether lists and objects nest at most this deep.
  fileprivate func isWithin(depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isWithin(depth: depth - 1) }
    case .object(let members):
      depth > 0 && members.allSatisfy { $0.value.isWithin(depth: depth - 1) }
    case .null, .bool, .int, .double, .string: true
    }
  }
}

/// ``ParameterValue/Structure``, as this package calls it.
package typealias ParameterStructure = ParameterValue.Structure

extension ParameterStructure: Hashable {
  /// Equal when the bytes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.json.hasSameBytes(as: right.json) }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
