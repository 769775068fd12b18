import RouteEngine

/// One place in the canonical JSON of a state, in the notation of RFC 9535 ("JSONPath").
///
/// Of that standard the singular queries: `$`, then any number of members (`.name`, `["name"]`,
/// `['name']`) and indexes (`[0]`, `[-1]` from the end). They lead to one value or to nothing.
struct StatePath: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case member(String)
    case index(Int)
  }

  let segments: [Segment]

  /// The value that stands there; nil for nothing.
  func value(in json: JSON) -> JSON? {
    var value = json
    for segment in segments {
      switch (segment, value) {
      case (.member(let name), .object):
        guard let member = value[name] else { return nil }
        value = member
      case (.index(let index), .array(let elements)):
        let place = index < 0 ? elements.count + index : index
        guard elements.indices.contains(place) else { return nil }
        value = elements[place]
      default: return nil
      }
    }
    return value
  }
}

/// How two values are compared, with the meaning that RFC 9535 gives it: what is of different
/// types is unequal and has no order, and where nothing is, only `!=` holds.
enum Comparison: String, Hashable, Sendable, CaseIterable {
  // Longer ones first, as they are read.
  case equal = "=="
  case unequal = "!="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case more = ">"

  /// Whether the order of two values is what it asks for; nil for none.
  func holds(_ order: Order?) -> Bool {
    switch self {
    case .equal: order == .same
    case .unequal: order != .same
    case .less: order == .ascending
    case .more: order == .descending
    case .atMost: order == .ascending || order == .same
    case .atLeast: order == .descending || order == .same
    }
  }

  /// How two values stand to one another.
  enum Order {
    case ascending
    case same
    case descending

    init<Value: Comparable>(_ left: Value, _ right: Value) {
      self = left < right ? .ascending : left == right ? .same : .descending
    }
  }
}

/// A value that a condition compares with.
enum StateLiteral: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)

  /// A value of JSON that has no parts.
  init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(text)
    case .array, .object: return nil
    }
  }

  /// How a value stands to this one; nil when they are unequal and have no order.
  func order(of value: JSON?) -> Comparison.Order? {
    switch (value, self) {
    case (.null?, .null): .same
    case (.bool(let left)?, .bool(let right)): left == right ? .same : nil
    case (.int(let left)?, .int(let right)): Comparison.Order(left, right)
    case (.int(let left)?, .double(let right)): Comparison.Order(Double(left), right)
    case (.double(let left)?, .int(let right)): Comparison.Order(left, Double(right))
    case (.double(let left)?, .double(let right)): Comparison.Order(left, right)
    case (.string(let left)?, .string(let right)):
      // The order of UTF-8 bytes is that of Unicode scalars.
      left.hasSameBytes(as: right)
        ? .same : left.utf8.lexicographicallyPrecedes(right.utf8) ? .ascending : .descending
    default: nil
    }
  }
}
