extension RouteLink {
  /// How a table reads links, as far as a route says nothing else.
  ///
  /// ```swift
  /// try RouteTable(
  ///   tree: "main/stack[feed]",
  ///   links: RouteLink.Rules(
  ///     schemes: ["shop"], schemeHost: .segment, hosts: ["shop.example"], letterCase: .ignored)
  /// ) { … }
  /// ```
  public struct Rules: Hashable, Sendable {
    /// Schemes of the app's own, without regard to case. Links of others lead only to routes that
    /// list the scheme; without any all are read. Web links (`https`, `http`) need not be listed.
    public var schemes: [String]
    /// The meaning of the host in a link of a scheme of one's own.
    public var schemeHost: SchemeHost
    /// The hosts of web links, as ``LinkConstraint/hosts`` has them. Links to others lead only to
    /// routes that list the host; without any all are read.
    public var hosts: [String]
    /// The meaning of a slash at the end of a path.
    public var endSlash: EndSlash
    /// Whether the case of letters counts in paths.
    public var letterCase: LetterCase
    /// The meaning of `+` in queries.
    public var plus: Plus
    /// The fate of a link with a query item that cannot be read as its type.
    public var unreadable: Unreadable
    /// The interceptor that may make another link of a link before it is matched; nil for none.
    public var rewriter: Rewriter?

    /// Rules; those left out are what most people expect of links.
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
  /// The meaning of the host in a link of a scheme of one's own, such as `shop://products/7`.
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
    /// The hosts whose links it is asked about, as ``LinkConstraint/hosts`` has them; without any
    /// it is asked about every link. Of a link to a host that stands here and not among the table's
    /// hosts, all behind the host is one private value.
    public var hosts: [String]

    /// An interceptor of that name, for links to these hosts.
    public init(_ name: String, hosts: [String] = []) {
      self.name = name
      self.hosts = hosts
    }
  }

  /// The meaning of a slash at the end of a path.
  public enum EndSlash: String, Hashable, Sendable, CaseIterable {
    /// None: `/products/` and `/products` are one path. An asterisk still captures it.
    case ignored
    /// It makes another path.
    case exact
  }

  /// Whether the case of letters counts in paths. It never counts in schemes and hosts, always in
  /// queries, and a capture is what the link has.
  public enum LetterCase: Hashable, Sendable {
    /// It counts.
    case exact
    /// It does not in text; in expressions that of ASCII letters does not.
    case ignored
    /// It does not in segments that are one of these literals.
    case ignoredIn([String])
  }

  /// The meaning of `+` in the value of a query item. In a name it is a space.
  public enum Plus: String, Hashable, Sendable, CaseIterable {
    /// A space, as in what HTML forms send.
    case space
    /// A plus sign, as RFC 3986 has it.
    case plus
  }

  /// The fate of a link with a query item that cannot be read as its type, as `?page=` for a
  /// number.
  public enum Unreadable: String, Hashable, Sendable, CaseIterable {
    /// It is left out, and the journal says so; the request fails when a screen needs it.
    case leftOut
    /// The route does not take the link, and the next one is asked.
    case next
    /// The request fails, also where no screen needs it.
    case fails
  }
}
