extension RouteTable {
  /// The route that a target matches, with its parameters; or the built-in way to open a kind of
  /// screen.
  public struct Match: Sendable {
    /// The compiled route, shared by all its matches.
    package let compiled: CompiledRoute
    /// The parameters of the target, with the types that screens of the destination declare.
    public let parameters: Parameters
    /// The names of query items that are left out because they cannot be read as their types.
    public var leftOut: [String] = []
    /// Why the request fails: an item of the query cannot be read as its type, and the route says
    /// that it has to be. Nil when all can be read, or need not be.
    package var problem: String?

    /// The route's identifier; nil for a screen opened by its kind.
    public var route: String? { compiled.route }
    /// The route's version.
    public var version: Int? { compiled.version }
    /// The screens to be shown.
    public var destination: Destination { compiled.destination }
    /// Host code to be asked, the route's own.
    public var interceptors: [String] { compiled.interceptors }
    /// Work to be accepted, the route's own.
    public var actions: [ActionTemplate] { compiled.actions }
  }
}

/// ``RouteTable/Match``, as this package calls it.
package typealias Match = RouteTable.Match

extension Match: Hashable {
  /// Equal when route, destination and parameters are.
  public static func == (left: RouteTable.Match, right: RouteTable.Match) -> Bool {
    left.parameters == right.parameters && left.route == right.route
      && left.version == right.version && left.destination == right.destination
      && left.interceptors == right.interceptors && left.actions == right.actions
      && left.leftOut == right.leftOut
  }

  /// Feeds the route and the parameters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(route)
    hasher.combine(parameters)
  }
}
