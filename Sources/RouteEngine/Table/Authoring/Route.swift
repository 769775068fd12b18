/// Pattern to destination: one way of reaching a place by a link.
public struct Route: Hashable, Sendable {
  /// Its identifier, by which it can also be opened.
  public var identifier: String
  /// Rises when the route changes its meaning; journaled with each use.
  public var version: Int
  /// Path patterns in the syntax of the WHATWG URL Pattern Standard; any of them.
  public var patterns: [String]
  /// The requirements for a link beside its path; they do not apply to a route that is opened by
  /// its identifier.
  public var constraint: LinkConstraint
  /// Whether the fragment of its links brings parameters as a query does, `#a=b&c=d`.
  public var readsFragment = false
  /// The meaning of a slash at the end of its paths; the table's when nil.
  public var endSlash: RouteLink.Rules.EndSlash?
  /// Whether the case of letters counts in its paths; as in the table when nil.
  public var letterCase: RouteLink.Rules.LetterCase?
  /// The meaning of `+` in its queries; the table's when nil.
  public var plus: RouteLink.Rules.Plus?
  /// The fate of a link with a query item that cannot be read as its type; as in the table when
  /// nil.
  public var unreadable: RouteLink.Rules.Unreadable?
  /// Breaks ties between patterns that are equally specific; higher first.
  public var priority: Int?
  /// The screens that it leads to; none of a route that redirects.
  public var destination: Destination
  /// Where it sends its requests, in place of a destination.
  public var redirect: Redirect?
  /// Host code asked before the request is carried out, in order.
  public var interceptors: [String]
  /// Query items that may be journaled in clear although no screen declares them.
  public var openNames: [String]
  /// Work accepted when the destination is reached.
  public var actions: [ActionTemplate]

  /// Where it is written in Swift; nowhere when it comes from a file.
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
  /// Where a route sends its requests.
  public enum Redirect: Hashable, Sendable {
    /// To another route, with all that the request brings; those named are given as other
    /// parameters, or as constants.
    case route(String, with: Bindings = [:])
    /// To the link that stands in a parameter, which the route lists as open: a path alone, or one
    /// to a host or of a scheme that the table names, without private values.
    case link(in: String)

    /// Why a route that redirects has no destination, actions, interceptors or scene.
    static var standsAlone: String {
      "a route that redirects has none: the one it leads to has"
    }
  }
}

/// A line of a Swift file. Two are always equal: what is written elsewhere is the same.
struct SourcePlace: Hashable, Sendable {
  var file: String?
  var line: Int?

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
