extension RouteTable {
  /// A node that owns routes and has children, like a tab or a feature. A request that it does not
  /// take is offered to its children, and then to its parents.
  ///
  /// The idea comes from Shepherd, whose routers form such a graph; here it is data of the route
  /// table.
  public struct Router: Hashable, Sendable {
    /// A router that is asked after this one.
    public struct Child: Hashable, Sendable {
      /// Its identifier.
      public var router: String
      /// A higher priority is asked earlier, see ``RouteTable/Router/high``; one below 0 after the
      /// parents.
      public var priority: Int
    }

    /// The priority of a child that is asked first.
    public static let high = 1_000
    /// The default priority of a child.
    public static let medium = 500
    /// The priority of a child that is asked late.
    public static let low = 100

    /// Its name, which the journal's `router` column shows.
    public var identifier: String
    /// The identifiers of its routes. The table itself owns the other routes, which are asked last.
    public var routes: [String]
    /// Its children in the order of adding.
    public private(set) var children: [Child] = []
    /// Kinds of screens. Among the visible screens the innermost whose kind a router lists decides:
    /// links and values come to that router first.
    public var kinds: [String]
    /// The types of values about which its host code is asked.
    public var valueTypes: [String]
    /// Whether its host code is asked about links that none of its routes takes.
    public var asksAboutLinks: Bool

    /// A router without children.
    public init(
      _ identifier: String, routes: [String] = [], screens kinds: [String] = [],
      values valueTypes: [String] = [], asksAboutLinks: Bool = false
    ) {
      self.identifier = identifier
      self.routes = routes
      self.kinds = kinds
      self.valueTypes = valueTypes
      self.asksAboutLinks = asksAboutLinks
    }

    /// A router without children that has the screens of these types:
    /// `Router("shop", screens: Product.self, Order.self)`.
    public init(
      _ identifier: String, routes: [String] = [], screens type: any ScreenKind.Type,
      _ others: any ScreenKind.Type..., values valueTypes: [String] = [],
      asksAboutLinks: Bool = false
    ) {
      self.init(
        identifier, routes: routes, screens: ([type] + others).map { $0.kind },
        values: valueTypes, asksAboutLinks: asksAboutLinks)
    }

    /// Adds a child. A child that is already there gets the priority and keeps its place.
    public mutating func add(_ child: String, priority: Int = medium) {
      let place = children.firstIndex { $0.router.hasSameBytes(as: child) }
      add(Child(router: child, priority: priority), at: place)
    }

    /// Adds a child, or gives its priority to the one at a place.
    mutating func add(_ child: Child, at place: Int?) {
      if let place {
        children[place].priority = child.priority
      } else {
        children.append(child)
      }
    }

    /// Removes a child; does nothing when there is no such child.
    public mutating func remove(_ child: String) {
      children.removeAll { $0.router.hasSameBytes(as: child) }
    }

    /// A copy with one more child, for use in a table.
    public func with(_ child: String, priority: Int = medium) -> Router {
      var router = self
      router.add(child, priority: priority)
      return router
    }
  }
}

/// ``RouteTable/Router``, as this package calls it.
package typealias Router = RouteTable.Router
