extension RouteTable {
  /// The routers in the order written.
  public var routers: [Router] { definition.routers }

  /// All routers below one, nearest first; none when there is no such router.
  public func descendants(of router: String) -> [String] {
    names(of: router) { $0.descendants(of: $1) }
  }

  /// The parents of a router, nearest first, each once.
  public func parents(of router: String) -> [String] { names(of: router) { $0.parents(of: $1) } }

  /// The router that owns a route; nil for those of the table itself.
  public func router(ofRoute identifier: String) -> String? {
    routing?.owner(ofRoute: identifier)?.identifier
  }

  private func names(of router: String, _ places: (RouterGraph, Int) -> [Int]) -> [String] {
    guard let routing, let place = routing.place(of: router) else { return [] }
    return places(routing, place).map { routing.router($0).identifier }
  }

  /// The match of a link among one router's routes, or without a router among the table's own.
  package func match(_ link: RouteLink, router: Int?) -> Match? {
    guard let router, let routing else { return match(link, in: index) }
    return match(link, in: routing.index(router))
  }

  /// The match of a target while a tree is shown, as a session finds it when no router's host code
  /// takes the request.
  package func match(_ target: RouteRequest.Target, shown tree: ScreenTree) -> Match? {
    if case .link(let link) = target { match(link, shown: tree) } else { match(target) }
  }

  /// The match of a link while a tree is shown; without a tree no router has a visible screen.
  func match(_ link: RouteLink, shown tree: ScreenTree?) -> Match? {
    for router in routersAsked(shown: tree) {
      if let match = match(link, router: router) { return match }
    }
    return match(link, router: nil)
  }

  /// The pattern that takes a link, with its router, while a tree is shown; without a tree no
  /// router has a visible screen.
  func winner(of link: RouteLink, shown tree: ScreenTree?) -> (
    found: PathIndex.Found, router: String?
  )? {
    if let routing {
      for place in routersAsked(shown: tree) {
        if let found = firstReadable(link, in: routing.index(place)) {
          return (found, routing.router(place).identifier)
        }
      }
    }
    return firstReadable(link, in: index).map { (found: $0, router: nil) }
  }

  /// The routers in the order in which they are asked about a link.
  private func routersAsked(shown tree: ScreenTree?) -> [Int] {
    // The default options name no router, so there is always an order.
    routing?.order(for: RouteRequest.Options(), shown: tree) ?? []
  }

  /// The patterns that take a link, at most one for each router and one for the table itself.
  func allReadable(_ link: RouteLink) -> [PathIndex.Found] {
    let indexes = (routing.map { graph in graph.all.map(graph.index) } ?? []) + [index]
    return indexes.compactMap { firstReadable(link, in: $0) }
  }
}

extension DefinitionCheck {
  /// Checks the routers; returns the router's index for each route.
  mutating func checkRouters() -> [String: Int] {
    // A dictionary by bytes, because a table may have thousands of routers.
    let places = Dictionary(
      definition.routers.enumerated().map { (Array($1.identifier.utf8), $0) },
      uniquingKeysWith: { first, _ in first })
    let routes = Set(definition.routes.map { Array($0.identifier.utf8) })
    var owners: [String: Int] = [:]
    var ownersOfKinds: [String: Int] = [:]
    for (place, router) in definition.routers.enumerated() {
      let field = "routers[\(place)]"
      if !Name.isValid(router.identifier) {
        add("\(field).id", Self.nameRule(router.identifier))
      } else if let first = places[Array(router.identifier.utf8)], first < place {
        add("\(field).id", "\(router.identifier) is the identifier of routers[\(first)] already")
      }
      for (index, route) in router.routes.enumerated() {
        if !routes.contains(Array(route.utf8)) {
          add("\(field).routes[\(index)]", unknown(route: route))
        } else if let other = owners.updateValue(place, forKey: route) {
          let owner = definition.routers[other].identifier
          add("\(field).routes[\(index)]", "\(route) belongs to the router \(owner) already")
        }
      }
      for (index, child) in router.children.enumerated() {
        let place = "\(field).children[\(index)].router"
        if places[Array(child.router.utf8)] == nil {
          let names = definition.routers.lazy.map(\.identifier)
          let nearest = takesHint() ? nearestName(to: child.router, in: names) : ""
          add(place, "there is no router \(child.router)\(nearest)")
        } else if child.router.hasSameBytes(as: router.identifier) {
          add(place, "\(child.router) cannot be its own child")
        }
      }
      for (index, kind) in router.kinds.enumerated() {
        if screens[kind] == nil {
          add("\(field).screens[\(index)]", unknown(kind))
        } else if let other = ownersOfKinds.updateValue(place, forKey: kind) {
          let owner = definition.routers[other].identifier
          add("\(field).screens[\(index)]", "\(kind) belongs to the router \(owner) already")
        }
      }
      for (index, type) in router.valueTypes.enumerated() where type.isEmpty {
        add("\(field).values[\(index)]", "expected the name of a type")
      }
    }
    return owners
  }
}
