extension RouteTable {
  /// Whether a parameter may be journaled in clear.
  package enum Disclosure: Hashable, Sendable {
    /// It may.
    case open
    /// It may not; with its type, if any is declared.
    case hidden(ParameterType?)
  }

  /// What of a link may not be journaled in clear, beside its query, fragment and user info.
  package struct PrivateParts: Sendable {
    /// Private captures of the path, from the left: ranges of the link's bytes, and declared types.
    package var captures: [(range: Range<Int>, type: ParameterType)] = []
    /// What may be private of a path that fits no route: from one place on to its end.
    package var stray: Range<Int>?
    /// The position of the route that the link fits.
    package var route: Int?
  }

  /// Whether the link has any part that could be private: a query, a fragment, a user name, or a
  /// capture that is declared so.
  package func mayHoldPrivateValues(_ link: RouteLink) -> Bool {
    link.queryRange != nil || link.fragmentRange != nil || link.userInfoRange != nil
      || hasPrivateCaptures
  }

  /// The parts of a link by the declarations of the route it fits. Of a link that fits none the
  /// path is open up to where a pattern that it resembles has a private capture, see
  /// ``PrivatePlaces``.
  package func privateParts(of link: RouteLink) -> PrivateParts {
    var parts = PrivateParts()
    guard let found = firstReadable(link) else {
      if hasPrivateCaptures { parts.stray = privatePlaces.privatePart(of: link) }
      return parts
    }
    let compiled = pattern(found.value)
    parts.route = compiled.route
    for (slot, capture) in compiled.captures.enumerated() where capture.isPrivate {
      if let range = found.captures[slot] { parts.captures.append((range, capture.type)) }
    }
    return parts
  }

  /// Whether a parameter of a kind of screen may be journaled in clear: only when it is declared,
  /// and not as private.
  package func disclosure(of name: String, ofKind kind: String) -> Disclosure {
    guard let declaration = screen(kind), let entry = declaration.schema[name] else {
      return .hidden(nil)
    }
    return declaration.isPrivate(name) ? .hidden(entry.type) : .open
  }

  /// Whether a parameter of a route may be journaled in clear: only when a screen of the route
  /// declares it, and not as private, or the route lists it as open.
  package func disclosure(of name: String, ofRoute identifier: String) -> Disclosure {
    disclosure(of: name, ofRouteAt: position(ofRoute: identifier))
  }

  /// The same by the route's position in the table; without a route nothing may.
  package func disclosure(of name: String, ofRouteAt position: Int?) -> Disclosure {
    guard let position else { return .hidden(nil) }
    if let entry = types(ofRoute: position)[name] {
      return entry.isPrivate ? .hidden(entry.type) : .open
    }
    let isOpen = routes[position].openNames.contains { $0.hasSameBytes(as: name) }
    return isOpen ? .open : .hidden(nil)
  }

  /// Whether a parameter of a screen of unknown kind may be journaled in clear: only when some kind
  /// declares it, and none as private. Kinds may differ about its type, so none is told.
  package func disclosure(ofAny name: String) -> Disclosure {
    let declaring = definition.screens.filter { $0.schema[name] != nil }
    let isOpen = !declaring.isEmpty && !declaring.contains { $0.isPrivate(name) }
    return isOpen ? .open : .hidden(nil)
  }
}

extension RouteTable {
  /// Whether host code may be asked about such a target, as far as can be told without matching.
  package func mayAskHostCode(about target: RouteRequest.Target) -> Bool {
    switch target {
    case .value: return true
    case .fact: return false
    case .link, .route, .screen: break
    }
    return asksInterceptors
      || routes.contains { $0.destination.steps.contains { $0.verb == .run } }
  }
}
