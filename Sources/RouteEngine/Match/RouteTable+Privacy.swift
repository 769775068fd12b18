extension RouteTable {
  /// What of a link may be journaled in clear, and which captures may not.
  package struct PrivateParts: Sendable {
    /// Ranges of the link's bytes: private captures of the path, from the left.
    package var captures: [Range<Int>] = []
    /// Query items that stay in clear; all others are private.
    package var openNames: [String] = []
  }

  /// Whether the link has any part that could be private: a query, a fragment, a user name, or a
  /// capture that is declared so.
  package func mayHoldPrivateValues(_ link: RouteLink) -> Bool {
    link.queryRange != nil || link.fragmentRange != nil || link.userInfoRange != nil
      || hasPrivateCaptures
  }

  /// The parts of a link by the declarations of the route it fits. Of a link that fits none, the
  /// path is open and everything else private.
  package func privateParts(of link: RouteLink) -> PrivateParts {
    var parts = PrivateParts()
    let found = index.firstMatch(in: link.bytes, link.pathRange) { value, captures in
      read(captures, of: link, pattern(value)) != nil
    }
    guard let found else { return parts }
    let compiled = pattern(found.value)
    for (slot, capture) in compiled.captures.enumerated() where capture.isPrivate {
      if let range = found.captures[slot] { parts.captures.append(range) }
    }
    let declared = types(ofRoute: compiled.route).entries.filter { !$0.isPrivate }.map(\.name)
    parts.openNames = declared + routes[compiled.route].openNames
    return parts
  }

  /// The parameters that any kind declares private.
  package var privateNames: [String] { definition.screens.flatMap(\.privateNames) }

  /// The parameters of a route that its screens declare private.
  package func privateNames(ofRoute identifier: String) -> [String] {
    guard let position = position(ofRoute: identifier) else { return [] }
    return types(ofRoute: position).entries.filter(\.isPrivate).map(\.name)
  }
}
