extension DefinitionCheck {
  /// Checks the redirect of a route.
  mutating func check(_ redirect: Route.Redirect, of route: Route, _ field: String) {
    let others = [
      ("destination", !route.destination.steps.isEmpty), ("actions", !route.actions.isEmpty),
      ("interceptors", !route.interceptors.isEmpty), ("scene", route.destination.scene != nil),
    ]
    for (member, isThere) in others where isThere {
      add("\(field).\(member)", Route.Redirect.standsAlone)
    }
    switch redirect {
    case .route(let identifier, let bindings):
      guard let next = positions[identifier] else {
        return add("\(field).redirect.route", unknown(route: identifier))
      }
      guard let target = target(of: route) else {
        return add(
          "\(field).redirect.route",
          "the redirects through \(identifier) form a loop or exceed the limit, \(limits.redirects)"
        )
      }
      check(bindings, forRouteAt: next, leadingTo: target, "\(field).redirect.with")
    case .link(let parameter):
      if !route.openNames.contains(where: { $0.hasSameBytes(as: parameter) }) {
        add(
          "\(field).redirect.link",
          "\(parameter) is private, and only its token is known: list it in open")
      }
      if case .path? = route.constraint.query[parameter] {
        add(
          "\(field).redirect.link",
          "\(parameter) is read as a path, so only its captures are parameters; name one of them")
      }
    }
  }

  /// The message for a route that does not exist.
  mutating func unknown(route identifier: String) -> String {
    let nearest = takesHint() ? nearestName(to: identifier, in: positions.keys) : ""
    return "there is no route \(identifier)\(nearest)"
  }

  /// Checks the parameters for another route by the types of its screens.
  private mutating func check(
    _ bindings: Bindings, forRouteAt next: Int, leadingTo target: Route, _ field: String
  ) {
    checkObject(bindings.elements.map(\.name), field)
    let types = captureTypes(at: next)
    // An adapter may take a value of any type.
    let isAdapted = target.destination.allSteps.contains { $0.adapter != nil }
    let entries = types.entries.filter { !isAdapted || $0.type != .string }
    checkAgreement(of: bindings, entries, field)
    for element in bindings.elements {
      guard case .constant(let value) = element.source else { continue }
      let place = "\(field).\(element.name)"
      if isSecret(element.name, types) {
        add(place, "\(element.name) is secret, and the journal keeps the table; remove the value")
      } else if let type = types[element.name]?.type, !isAdapted || type != .string {
        check(value, is: type, place)
      } else {
        checkHeld(value, place)
      }
    }
  }

  /// The route at the end of a chain of redirects; nil when the table lacks it, or when the chain
  /// is longer than a request may follow.
  func target(of route: Route) -> Route? {
    var current = route
    for _ in 0...limits.redirects {
      guard case .route(let identifier, _)? = current.redirect else { return current }
      guard let next = positions[identifier] else { return nil }
      current = definition.routes[next]
    }
    return nil
  }
}
