import RouteEngine

/// One place in the canonical JSON of a state, in the notation of RFC 9535 ("JSONPath").
///
/// It supports the singular queries of that standard: `$`, then any number of members (`.name`,
/// `["name"]`, `['name']`) and indexes (`[0]`, `[-1]` from the end). They lead to one value or to
/// nothing.
struct StatePath: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case member(String)
    case index(Int)
  }

  let segments: [Segment]

  /// The value at the path; nil when there is none.
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

/// The comparisons of two values, with their meaning in RFC 9535: values of different types are
/// unequal and have no order, and without a value only `!=` holds.
enum Comparison: String, Hashable, Sendable, CaseIterable {
  // Longer operators first, in the order in which they are tried.
  case equal = "=="
  case unequal = "!="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case more = ">"

  /// Whether the comparison holds for the order of two values; nil for values without an order.
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

  /// The order of two values.
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

  /// A literal from a JSON value without parts.
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

  /// The order of a value relative to this one; nil when they are unequal and have no order.
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
