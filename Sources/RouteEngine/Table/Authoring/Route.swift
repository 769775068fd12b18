/// Pattern to destination: one way of reaching a place by a link.
public struct Route: Hashable, Sendable {
  /// Its identifier, with which it can also be opened.
  public var identifier: String
  /// Rises when the route changes its meaning; journaled with each use.
  public var version: Int
  /// Path patterns in the syntax of the WHATWG URL Pattern Standard; one of them has to match.
  public var patterns: [String]
  /// The requirements for a link beside its path. They do not apply when the route is opened by its
  /// identifier.
  public var constraint: LinkConstraint
  /// Whether it also takes parameters from the fragment, written like a query, `#a=b&c=d`.
  public var readsFragment = false
  /// The meaning of a slash at the end of its paths; nil: as in the table.
  public var endSlash: RouteLink.Rules.EndSlash?
  /// Whether its paths are case-sensitive; nil: as in the table.
  public var letterCase: RouteLink.Rules.LetterCase?
  /// The meaning of `+` in its queries; nil: as in the table.
  public var plus: RouteLink.Rules.Plus?
  /// How to treat a link with a query item that cannot be read as its type; nil: as in the table.
  public var unreadable: RouteLink.Rules.Unreadable?
  /// Breaks ties between patterns that are equally specific; higher first.
  public var priority: Int?
  /// The screens that it leads to; empty for a route that redirects.
  public var destination: Destination
  /// The target of its requests, in place of a destination.
  public var redirect: Redirect?
  /// Host code asked before the request is carried out, in order.
  public var interceptors: [String]
  /// Query items whose values may be journaled although no screen declares them.
  public var openNames: [String]
  /// Work accepted when the destination is reached.
  public var actions: [ActionTemplate]

  /// Where it is written in Swift; empty when it comes from a file.
  var source = SourcePlace()

  /// A route.
  public init(
    _ identifier: String, version: Int = 1, patterns: [String] = [],
    constraint: LinkConstraint = LinkConstraint(), priority: Int? = nil,
    destination: Destination, interceptors: [String] = [], openNames: [String] = [],
    actions: [ActionTemplate] = []
  ) {
    self.identifier = identifier
    self.version = version
    self.patterns = patterns
    self.constraint = constraint
    self.priority = priority
    self.destination = destination
    self.interceptors = interceptors
    self.openNames = openNames
    self.actions = actions
  }
}

extension Route {
  /// The target of a route that redirects.
  public enum Redirect: Hashable, Sendable {
    /// Another route, with all parameters of the request; the named ones are renamed or constant.
    case route(String, with: Bindings = [:])
    /// The link in a parameter, which the route lists as open. The link is a path alone, or has a
    /// host or scheme that the table names, and no private values.
    case link(in: String)

    /// The message for a route that redirects and has a destination, actions, interceptors or a
    /// scene.
    static var standsAlone: String {
      "a route that redirects cannot have this; declare it on the route that it redirects to"
    }
  }
}

/// A line of a Swift file. Two are always equal: routes do not differ by where they are written.
struct SourcePlace: Hashable, Sendable {
  var file: String?
  var line: Int?

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
