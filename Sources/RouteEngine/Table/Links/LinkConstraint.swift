/// The requirements of a route for a link beside its path. An empty field requires nothing.
///
/// A link that is a path alone has neither scheme nor host, so it matches no route that requires
/// one. A route that lists the empty text, too, allows links without one.
public struct LinkConstraint: Hashable, Sendable {
  /// One of these schemes; case does not count.
  public var schemes: [String]
  /// One of these hosts; case does not count. `*.shop.example` stands for every host that ends in
  /// `.shop.example`, and `:shop.example.com` for one label before `.example.com`, captured as
  /// `shop`. Ports do not count.
  public var hosts: [String]
  /// The rules for the query.
  public var query: LinkConstraint.QueryRules
  /// The rule for the fragment, in the form of a query item's rule.
  public var fragment: LinkConstraint.QueryRule?

  /// A constraint.
  public init(
    schemes: [String] = [], hosts: [String] = [], query: LinkConstraint.QueryRules = [:],
    fragment: LinkConstraint.QueryRule? = nil
  ) {
    self.schemes = schemes
    self.hosts = hosts
    self.query = query
    self.fragment = fragment
  }

  /// Whether nothing is required.
  public var isEmpty: Bool {
    schemes.isEmpty && hosts.isEmpty && query.elements.isEmpty && fragment == nil
  }
}

extension LinkConstraint {
  /// The requirement of a route for the query items of one name. Of several items the first counts,
  /// as it does for parameters.
  public enum QueryRule: Hashable, Sendable {
    /// The item has this decoded value.
    case value(String)
    /// There is such an item, with any value.
    case present
    /// There is no such item.
    case absent
    /// The item is a path that matches this pattern, in the syntax of path patterns. The captures
    /// are parameters; the item itself is none.
    case path(String)
  }
}

/// ``LinkConstraint/QueryRule``, as this package calls it.
package typealias QueryRule = LinkConstraint.QueryRule

extension QueryRule: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// The rule for a value, as in a table file.
  public init(stringLiteral value: String) { self = .value(value) }

  /// The rule as in a table file: `true` is ``present``, `false` is ``absent``.
  public init(booleanLiteral isPresent: Bool) { self = isPresent ? .present : .absent }
}

extension LinkConstraint {
  /// Names of query items and their rules, sorted by the bytes of the names, each name once.
  public struct QueryRules: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One name and its rule.
    public struct Element: Hashable, Sendable {
      /// The decoded name.
      public let name: String
      /// The rule for items of that name.
      public let rule: LinkConstraint.QueryRule
    }

    /// All elements, sorted by the bytes of the names.
    public private(set) var elements: [Element] = []

    /// The rules of a literal; if a name comes twice, the last one counts.
    public init(dictionaryLiteral pairs: (String, LinkConstraint.QueryRule)...) {
      for (name, rule) in pairs { self[name] = rule }
    }

    /// The rule for one name.
    public subscript(name: String) -> LinkConstraint.QueryRule? {
      get { elements.first { $0.name.hasSameBytes(as: name) }?.rule }
      set {
        elements.removeAll { $0.name.hasSameBytes(as: name) }
        guard let newValue else { return }
        let index = elements.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) }
        elements.insert(Element(name: name, rule: newValue), at: index ?? elements.count)
      }
    }
  }
}

/// ``LinkConstraint/QueryRules``, as this package calls it.
package typealias QueryRules = LinkConstraint.QueryRules
