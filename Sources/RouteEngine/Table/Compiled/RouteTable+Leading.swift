extension RouteTable {
  /// The target that opens a screen given by its typed value: its only route, or its kind when no
  /// route leads to it.
  ///
  /// A route leads to a screen when its last step names the screen's kind and gives it the same
  /// parameters. For a choice this applies to the last step of each case.
  ///
  /// - Parameters:
  ///   - kind: the screen's kind.
  ///   - parameters: the screen's parameters.
  ///   - route: the requested route; nil: the only one that leads there.
  /// - Throws: ``LeadingError`` when the route cannot be determined.
  func target(
    leadingTo kind: String, _ parameters: Parameters, by route: String?
  ) throws(LeadingError) -> RouteRequest.Target {
    if let route {
      guard let position = position(ofRoute: route) else { throw .unknownRoute(route) }
      guard let brought = request(ofRouteAt: position, for: kind, parameters) else {
        throw .elsewhere(kind: kind, route: route)
      }
      return .route(route, brought)
    }
    let leading = routesByKind[kind, default: []].compactMap { position in
      request(ofRouteAt: position, for: kind, parameters).map { (routes[position].identifier, $0) }
    }
    guard leading.count < 2 else { throw .several(kind: kind, routes: leading.map(\.0)) }
    return leading.first.map { .route($0.0, $0.1) } ?? .screen(kind: kind, parameters)
  }

  /// The parameters with which a route leads to that screen; nil when it does not lead there.
  private func request(
    ofRouteAt position: Int, for kind: String, _ parameters: Parameters
  ) -> Parameters? {
    for step in compiledRoute(at: position).lastSteps where step.speaks(of: kind) {
      if let brought = step.request(for: parameters) { return brought }
    }
    return nil
  }
}

extension CompiledRoute {
  /// The last step, or for a choice the last steps of all cases.
  var lastSteps: [CompiledStep] { steps.last?.lastSteps ?? [] }
}

extension CompiledStep {
  /// Whether its screen is of that kind.
  func speaks(of name: String) -> Bool { kind != nil && self.name.hasSameBytes(as: name) }

  fileprivate var lastSteps: [CompiledStep] {
    choices.isEmpty ? [self] : choices.flatMap { $0.steps.last?.lastSteps ?? [] }
  }
}

/// Why the route to a screen cannot be determined.
enum LeadingError: Error, Hashable, CustomStringConvertible {
  /// Several routes lead there, and none was named.
  case several(kind: String, routes: [String])
  /// There is no route of that identifier.
  case unknownRoute(String)
  /// The route does not end on such a screen.
  case elsewhere(kind: String, route: String)

  /// The most routes that the message names.
  private static var mostNamed: Int { 8 }

  var description: String {
    switch self {
    case .several(let kind, let routes):
      let more = routes.count > Self.mostNamed ? " and \(routes.count - Self.mostNamed) more" : ""
      let named = routes.prefix(Self.mostNamed).joined(separator: ", ")
      return "several routes lead to \(kind): \(named)\(more); name one of them with by:"
    case .unknownRoute(let route): return "there is no route \(route)"
    case .elsewhere(let kind, let route):
      return "the route \(route) does not end on \(kind) with these parameters"
    }
  }
}
