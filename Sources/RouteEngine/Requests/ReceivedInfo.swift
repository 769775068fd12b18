extension Entrance {
  /// The content of an activity, a shortcut item or a notification beside its type: names and
  /// values from outside, of which parameters can hold some.
  ///
  /// A field is a number, a boolean or a text under a name of ASCII letters, digits, `_`, `-` and
  /// `.`, of at most 64 bytes; all fields together are bounded like the query of a link
  /// (``RouteLimits/queryItems``, ``RouteLimits/linkBytes``). Nothing is dropped in silence:
  /// whatever cannot be a field is named in the field ``leftOutField`` of the request, with the
  /// reason.
  ///
  /// ```swift
  /// var info: ReceivedInfo = ["product": 7, "link": "/products/7"]
  /// info.leaveOut("aps", because: "a dictionary")
  /// ```
  public struct Info: Hashable, Sendable {
    /// Something that is no field.
    public struct Omission: Hashable, Sendable {
      /// Its name.
      public let name: String
      /// Why it is none: what it is instead, or what bound it is beyond.
      public let reason: String
    }

    /// The field that names what was left out.
    public static var leftOutField: String { "leftOut" }
    /// The field that holds the web address which came with a value.
    public static var linkField: String { "link" }

    /// The fields that parameters can hold.
    public private(set) var fields: Parameters
    /// The values that they cannot hold, in the order in which they were found.
    public private(set) var omissions: [Omission] = []

    /// Nothing but these.
    public init(_ fields: Parameters = [:]) { self.fields = fields }

    /// A value as it came.
    package enum Received: Hashable, Sendable {
      /// A parameter can hold it.
      case field(ParameterValue)
      /// It is none, but that: `a dictionary`.
      case other(String)
    }

    /// The received values, in whatever order. Of a flood only the first names are looked at.
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

    /// Names a value that is left out. The field of that name, if there is one, goes.
    ///
    /// - Parameters:
    ///   - name: the value's name.
    ///   - reason: why, for the translator to read: `a dictionary`.
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

    /// The fields that a request brings: within the bounds, in the order of their names, and what
    /// was left out as a field of its own.
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

    /// Why no field can have that name.
    private static func reason(against name: String, count: Int, _ limits: RouteLimits) -> String? {
      if !Name.isValid(name) || name.utf8.count > longestName { return "not a field's name" }
      if name.hasSameBytes(as: leftOutField) { return "the name is taken" }
      return count < limits.queryItems ? nil : "more than \(limits.queryItems) fields"
    }

    /// The names that were left out, with reasons, in one line; nil when there are none. The line
    /// is bounded too.
    private var leftOut: String? {
      guard !omissions.isEmpty else { return nil }
      let ordered = omissions.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      let named = ordered.prefix(Self.mostNamed)
        .map { "\(Self.shortened($0.name)) (\($0.reason))" }.joined(separator: ", ")
      let rest = ordered.count - Self.mostNamed
      return rest > 0 ? "\(named) and \(rest) more" : named
    }

    /// As much of a name as a field's may have.
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
  /// Fields written as `["product": 7]`. Of a name that comes twice the last value counts.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    self.init()
    for (name, value) in elements { fields[name] = value }
  }
}

extension ParameterValue {
  /// Bytes that it takes, of a text its own, of anything else those of a number.
  fileprivate var size: Int {
    switch self {
    case .int, .double, .bool: 8
    case .string(let text), .token(let text): text.utf8.count
    case .structure(let structure): structure.json.utf8.count
    }
  }
}
