/// The requirements of a route for a link beside its path. An empty field requires nothing.
///
/// A link that is a path alone has neither scheme nor host, so it fits no route that asks for one,
/// unless the route lists the empty text too: that stands for having none.
public struct LinkConstraint: Hashable, Sendable {
  /// Any of these schemes, without regard to case.
  public var schemes: [String]
  /// Any of these hosts, without regard to case; `*.shop.example` stands for every host that ends
  /// in `.shop.example`, and `:shop.example.com` for one label before `.example.com`, captured as
  /// `shop`. Ports are not asked.
  public var hosts: [String]
  /// The rules for the query.
  public var query: LinkConstraint.QueryRules
  /// The rule for the fragment, as for a query item.
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

  /// Whether nothing is asked.
  public var isEmpty: Bool {
    schemes.isEmpty && hosts.isEmpty && query.elements.isEmpty && fragment == nil
  }
}

extension LinkConstraint {
  /// The requirement of a route for the query items of one name. Of several the first counts, as it
  /// does for parameters.
  public enum QueryRule: Hashable, Sendable {
    /// The item has this value, once decoded.
    case value(String)
    /// There is one, whatever its value.
    case present
    /// There is none.
    case absent
    /// It is a path that this pattern takes, in the syntax of path patterns; the captures are
    /// parameters, the item itself is none.
    case path(String)
  }
}

/// ``LinkConstraint/QueryRule``, as this package calls it.
package typealias QueryRule = LinkConstraint.QueryRule

extension QueryRule: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// That value, as in a table file.
  public init(stringLiteral value: String) { self = .value(value) }

  /// As in a table file: `true` is ``present``, `false` is ``absent``.
  public init(booleanLiteral isPresent: Bool) { self = isPresent ? .present : .absent }
}

extension LinkConstraint {
  /// Names of query items and what is asked of them, in byte order of the names, each name once.
  public struct QueryRules: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One name and its rule.
    public struct Element: Hashable, Sendable {
      /// The decoded name.
      public let name: String
      /// The rule for items of that name.
      public let rule: LinkConstraint.QueryRule
    }

    /// All of them, in byte order of the names.
    public private(set) var elements: [Element] = []

    /// Those of a literal; of a name that stands twice the last counts.
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
