extension RouteLink {
  /// How a table reads links, unless a route has its own rules.
  ///
  /// ```swift
  /// try RouteTable(
  ///   tree: "main/stack[feed]",
  ///   links: RouteLink.Rules(
  ///     schemes: ["shop"], schemeHost: .segment, hosts: ["shop.example"], letterCase: .ignored)
  /// ) { … }
  /// ```
  public struct Rules: Hashable, Sendable {
    /// Custom schemes of the app; case does not count. Links with other schemes lead only to routes
    /// that list the scheme; if the list is empty, all schemes are read. Web links (`https`,
    /// `http`) need not be listed.
    public var schemes: [String]
    /// The meaning of the host in a link with a custom scheme.
    public var schemeHost: SchemeHost
    /// The hosts of web links, in the form of ``LinkConstraint/hosts``. Links to other hosts lead
    /// only to routes that list the host; if the list is empty, all hosts are read.
    public var hosts: [String]
    /// The meaning of a slash at the end of a path.
    public var endSlash: EndSlash
    /// Whether paths are case-sensitive.
    public var letterCase: LetterCase
    /// The meaning of `+` in queries.
    public var plus: Plus
    /// How to treat a link with a query item that cannot be read as its type.
    public var unreadable: Unreadable
    /// The interceptor that may replace a link before it is matched; nil when there is none.
    public var rewriter: Rewriter?

    /// Rules; the defaults are what most people expect of links.
    public init(
      schemes: [String] = [], schemeHost: SchemeHost = .host, hosts: [String] = [],
      endSlash: EndSlash = .ignored, letterCase: LetterCase = .exact, plus: Plus = .space,
      unreadable: Unreadable = .leftOut, rewriter: Rewriter? = nil
    ) {
      self.schemes = schemes
      self.schemeHost = schemeHost
      self.hosts = hosts
      self.endSlash = endSlash
      self.letterCase = letterCase
      self.plus = plus
      self.unreadable = unreadable
      self.rewriter = rewriter
    }
  }
}

/// ``RouteLink/Rules``, as this package calls it.
package typealias LinkRules = RouteLink.Rules

extension RouteLink.Rules {
  /// The meaning of the host in a link with a custom scheme, such as `shop://products/7`.
  public enum SchemeHost: String, Hashable, Sendable, CaseIterable {
    /// It is a host; the path is `/7`.
    case host
    /// It is the first segment of the path, `/products/7`. Such a link has no host.
    case segment
  }

  /// An interceptor that is asked about links before they are matched: for addresses of mail
  /// trackers, short links that a server resolves, and links that are encoded twice.
  ///
  /// ```swift
  /// RouteLink.Rules(rewriter: .init("unwrap", hosts: ["click.mail.example", "sho.rt"]))
  /// ```
  public struct Rewriter: Hashable, Sendable {
    /// The interceptor's name, see ``RouteSession/Configuration/rewrite(_:_:)``.
    public var name: String
    /// The hosts whose links it is asked about, in the form of ``LinkConstraint/hosts``; if empty,
    /// it is asked about every link. When a host stands only here and not among the table's hosts,
    /// everything behind the host is one private value.
    public var hosts: [String]

    /// An interceptor of that name, for links to these hosts.
    public init(_ name: String, hosts: [String] = []) {
      self.name = name
      self.hosts = hosts
    }
  }

  /// The meaning of a slash at the end of a path.
  public enum EndSlash: String, Hashable, Sendable, CaseIterable {
    /// It has no meaning: `/products/` and `/products` are the same path. An asterisk still
    /// captures it.
    case ignored
    /// It makes a different path.
    case exact
  }

  /// Whether paths are case-sensitive. Schemes and hosts never are, queries always are, and a
  /// capture keeps the letters of the link.
  public enum LetterCase: Hashable, Sendable {
    /// Paths are case-sensitive.
    case exact
    /// Texts are not case-sensitive, and expressions ignore the case of ASCII letters.
    case ignored
    /// Only segments that are one of these literals are not case-sensitive.
    case ignoredIn([String])
  }

  /// The meaning of `+` in the value of a query item. In a name it always is a space.
  public enum Plus: String, Hashable, Sendable, CaseIterable {
    /// A space, as in the data of HTML forms.
    case space
    /// A plus sign, as in RFC 3986.
    case plus
  }

  /// How to treat a link with a query item that cannot be read as its type, such as `?page=` for a
  /// number.
  public enum Unreadable: String, Hashable, Sendable, CaseIterable {
    /// The item is left out, and the journal says so. The request fails when a screen needs the
    /// item.
    case leftOut
    /// The route does not take the link, and the next route is tried.
    case next
    /// The request fails, even when no screen needs the item.
    case fails
  }
}
