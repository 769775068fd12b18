extension Entrance {
  /// The content of an activity, a shortcut item or a notification apart from its type: names and
  /// values from outside, some of which parameters can hold.
  ///
  /// A field is a number, a boolean or a text under a name of ASCII letters, digits, `_`, `-` and
  /// `.`, of at most 64 bytes. All fields together are bounded like the query of a link
  /// (``RouteLimits/queryItems``, ``RouteLimits/linkBytes``). Nothing is dropped silently: the
  /// field ``leftOutField`` of the request names every value that cannot be a field, with the
  /// reason.
  ///
  /// ```swift
  /// var info: Entrance.Info = ["product": 7, "link": "/products/7"]
  /// info.leaveOut("aps", because: "a dictionary")
  /// ```
  public struct Info: Hashable, Sendable {
    /// A value that cannot be a field.
    public struct Omission: Hashable, Sendable {
      /// Its name.
      public let name: String
      /// Why it cannot: its type, or the bound that it exceeds.
      public let reason: String
    }

    /// The name of the field that lists the values left out.
    public static var leftOutField: String { "leftOut" }
    /// The name of the field with the web address of a value.
    public static var linkField: String { "link" }

    /// The fields that parameters can hold.
    public private(set) var fields: Parameters
    /// The values that cannot be fields, in the order in which they were found.
    public private(set) var omissions: [Omission] = []

    /// Content with only these fields.
    public init(_ fields: Parameters = [:]) { self.fields = fields }

    /// A received value.
    package enum Received: Hashable, Sendable {
      /// A parameter can hold it.
      case field(ParameterValue)
      /// A value that cannot be a field, described in words: `a dictionary`.
      case other(String)
    }

    /// The received values, in any order. If there are too many, only the first names are examined.
    package init(_ values: [String: Received]) {
      self.init()
      let ordered = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (name, value) in ordered.prefix(Self.mostLookedAt) {
        switch value {
        case .field(let value): fields.append(name, value)
        case .other(let reason): omissions.append(Omission(name: name, reason: reason))
        }
      }
      if ordered.count > Self.mostLookedAt {
        let rest = ordered.count - Self.mostLookedAt
        leaveOut("\(rest) values", because: "more than \(Self.mostLookedAt) came")
      }
    }

    /// Notes a value that is left out, and removes the field of that name.
    ///
    /// - Parameters:
    ///   - name: the value's name.
    ///   - reason: the reason, for the translator to read: `a dictionary`.
    public mutating func leaveOut(_ name: String, because reason: String) {
      fields[name] = nil
      omissions.append(Omission(name: name, reason: reason))
    }

    /// The value of the field with that name; nil when there is no such field. Setting nil removes
    /// the field.
    public subscript(_ name: String) -> ParameterValue? {
      get { fields[name] }
      set { fields[name] = newValue }
    }

    /// The fields of a request: those within the bounds, in the order of their names, and a field
    /// that lists the values left out.
    package func fields(within limits: RouteLimits) -> Parameters {
      var kept = Parameters()
      var info = self
      var bytes = 0
      for field in fields {
        let size = field.name.utf8.count + field.value.size
        if let reason = Self.reason(against: field.name, count: kept.count, limits) {
          info.leaveOut(field.name, because: reason)
        } else if bytes + size > limits.linkBytes {
          info.leaveOut(field.name, because: "more than \(limits.linkBytes) bytes in all")
        } else {
          bytes += size
          kept.append(field.name, field.value)
        }
      }
      kept[Self.leftOutField] = info.leftOut.map { .string($0) }
      return kept
    }

    /// Why no field can have that name; nil when one can.
    private static func reason(against name: String, count: Int, _ limits: RouteLimits) -> String? {
      if !Name.isValid(name) || name.utf8.count > longestName { return "not a field's name" }
      if name.hasSameBytes(as: leftOutField) { return "the name is taken" }
      return count < limits.queryItems ? nil : "more than \(limits.queryItems) fields"
    }

    /// The names that were left out, with reasons, in one line of bounded length; nil when there
    /// are none.
    private var leftOut: String? {
      guard !omissions.isEmpty else { return nil }
      let ordered = omissions.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      let named = ordered.prefix(Self.mostNamed)
        .map { "\(Self.shortened($0.name)) (\($0.reason))" }.joined(separator: ", ")
      let rest = ordered.count - Self.mostNamed
      return rest > 0 ? "\(named) and \(rest) more" : named
    }

    /// A name cut to the longest length of a field's name.
    private static func shortened(_ name: String) -> String {
      guard name.utf8.count > longestName else { return name }
      var bytes = 0
      let start = name.unicodeScalars.prefix { scalar in
        bytes += scalar.utf8.count
        return bytes <= longestName
      }
      return String(String.UnicodeScalarView(start)) + "..."
    }

    private static let longestName = 64
    private static let mostNamed = 16
    private static let mostLookedAt = 256
  }
}

/// ``Entrance/Info``, as this package calls it.
package typealias ReceivedInfo = Entrance.Info

extension ReceivedInfo: ExpressibleByDictionaryLiteral {
  /// Fields written as `["product": 7]`. If a name comes twice, the last value counts.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    self.init()
    for (name, value) in elements { fields[name] = value }
  }
}

extension ParameterValue {
  /// Its size in bytes: the length of a text, or the size of a number for all others.
  fileprivate var size: Int {
    switch self {
    case .int, .double, .bool: 8
    case .string(let text), .token(let text): text.utf8.count
    case .structure(let structure): structure.json.utf8.count
    }
  }
}
