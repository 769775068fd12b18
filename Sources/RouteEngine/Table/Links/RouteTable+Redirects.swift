/// Links in a parameter of other links, which a redirect follows.
extension RouteTable {
  /// The deepest nesting of links that is examined; deeper ones are not followed.
  private static let deepest = RouteLimits.format.redirects

  /// Why a redirect may not follow a text.
  package enum ClosedRedirect: Error {
    case noLink(RouteLink.ParseError)
    /// The table names neither its host nor its scheme.
    case elsewhere
    /// It has values that are or may be private, which would stand in the journal in clear; or it
    /// is nested in so many links that it is not examined.
    case holdsPrivateValues
  }

  /// The link that a redirect follows.
  ///
  /// - Parameter depth: how many links the text is nested in.
  func linkToFollow(
    _ text: String, maximumLength: Int = RouteLink.defaultMaximumLength,
    maximumQueryItems: Int = RouteLink.defaultMaximumQueryItems, depth: Int = 0
  ) throws(ClosedRedirect) -> RouteLink {
    let link: RouteLink
    do throws(RouteLink.ParseError) {
      link = try RouteLink(
        text, maximumLength: maximumLength, maximumQueryItems: maximumQueryItems)
    } catch {
      throw .noLink(error)
    }
    guard names(link) else { throw .elsewhere }
    guard depth < Self.deepest, isOpen(link, depth + 1) else { throw .holdsPrivateValues }
    return link
  }

  /// Whether nothing may be private in a link, nor in the links to which it leads.
  private func isOpen(_ link: RouteLink, _ depth: Int) -> Bool {
    let parts = privateParts(of: link, depth: depth)
    guard parts.captures.isEmpty, parts.stray == nil, parts.doubtful == nil,
      link.userInfoRange == nil
    else { return false }
    func isOpen(_ item: RouteLink.QueryItem) -> Bool {
      disclosure(of: item.name, ofRoutesAt: parts.routes) == .open
        && !isClosedRedirect(item, routesAt: parts.routes, depth)
        || tells(item, of: link, routesAt: parts.routes)
        || self.isOpen(pathOf: item, of: link, routesAt: parts.routes, depth)
    }
    let isFragmentOpen =
      link.fragmentRange == nil || tellsFragment(of: link, routesAt: parts.routes)
      || self.isOpen(pathOf: nil, of: link, routesAt: parts.routes, depth)
      || readsFragment(inRoutes: parts.routes) && link.fragmentItems.allSatisfy(isOpen)
    return isFragmentOpen && link.queryItems.allSatisfy(isOpen)
  }

  /// Whether a path in the fragment or a query item holds nothing private.
  private func isOpen(
    pathOf item: RouteLink.QueryItem?, of link: RouteLink, routesAt positions: [Int], _ depth: Int
  ) -> Bool {
    guard let text = pathText(of: item, of: link, routesAt: positions),
      let found = text.captures(in: link, plusIsSpace: plusIsSpace(inRoutes: positions))
    else { return false }
    return text.compiled.captures.indices.allSatisfy { slot in
      hidden(slot, of: text, found, routesAt: positions, depth) == nil
    }
  }

  /// The capture of a path in the fragment or a query item when it has to be hidden; nil when it
  /// may be journaled.
  ///
  /// - Parameter found: the path and its captures.
  func hidden(
    _ slot: Int, of text: PathText, _ found: (path: RouteLink, captures: PathPattern.Captures),
    routesAt positions: [Int], _ depth: Int = 0
  ) -> CaptureTypes.Entry? {
    let capture = text.compiled.captures[slot]
    guard capture.secrecy == .open else { return capture }
    guard let range = found.captures[slot] else { return nil }
    let isClosed = isClosed(capture.name, ofRoutesAt: positions, depth) {
      found.path.decoded(range)
    }
    return isClosed ? textOfUnknown(capture.name) : nil
  }

  /// The declaration of a text with unknown content: it gets the strictest secrecy that the table
  /// has.
  func textOfUnknown(_ name: String) -> CaptureTypes.Entry {
    CaptureTypes.Entry(
      name: name, type: .string, secrecy: secretNames.isEmpty ? .private : .secret)
  }

  /// Whether a query item holds a link that one of the routes would follow but may not. Its values
  /// are unknown, so it is not journaled.
  package func isClosedRedirect(
    _ item: RouteLink.QueryItem, routesAt positions: [Int], _ depth: Int = 0
  ) -> Bool {
    isClosed(item.name, ofRoutesAt: positions, depth) {
      item.value(plusIsSpace: plusIsSpace(inRoutes: positions))
    }
  }

  /// Whether a parameter is the link that one of the routes, or the route to which it redirects,
  /// follows, and may not be followed.
  ///
  /// The link is examined once for all routes: it may hold another link that as many routes would
  /// examine.
  func isClosed(
    _ name: String, ofRoutesAt positions: [Int], _ depth: Int, _ text: () -> String
  ) -> Bool {
    guard positions.contains(where: { follows(name, ofRouteAt: $0) }) else { return false }
    // The reason is reported when the link is followed. A text that is no link may be a mistyped
    // one.
    return (try? linkToFollow(text(), depth: depth)) == nil
  }

  /// Whether a route follows the link in a parameter.
  func follows(_ name: String, ofRouteAt position: Int) -> Bool {
    linkParameter(ofRoute: position).map { $0.hasSameBytes(as: name) } ?? false
  }

  /// Whether a text has or may have what the table declares secret. A text that is no link, a link
  /// that matches no route, and one that only the rewriter can read may have been meant for any
  /// route.
  package func mayBringSecret(_ text: String) -> Bool {
    guard !secretNames.isEmpty else { return false }
    guard let link = try? RouteLink(text), !isOpaque(link) else { return true }
    let parts = privateParts(of: link)
    return parts.stray != nil || bringsSecret(link, parts)
      || bringsSecretsBesidePath && (link.queryRange != nil || link.fragmentRange != nil)
      || mayHoldSecretBesidePath(link, routesAt: parts.routes)
  }

  /// Whether an undeclared query item or the fragment may hold a secret, for example when it
  /// repeats a link. A session then hides it as a secret.
  private func mayHoldSecretBesidePath(_ link: RouteLink, routesAt positions: [Int]) -> Bool {
    let plusIsSpace = plusIsSpace(inRoutes: positions)
    let readsFragment = readsFragment(inRoutes: positions)
    var items = link.items(fragmentToo: readsFragment)
    if readsFragment, !tellsFragment(of: link, routesAt: positions) {
      // An item without a value is no parameter, but it may be a path: `#/reset/…`.
      items += link.fragmentItems.filter(\.isBare)
    }
    let holds = items.contains { item in
      guard case .hidden(.none) = disclosure(of: item.name, ofRoutesAt: positions),
        !tells(item, of: link, routesAt: positions)
      else { return false }
      return bringsSecret(pathOf: item, of: link, routesAt: positions)
        ?? (mayHoldSecret(item.value(plusIsSpace: plusIsSpace))
          || (item.isBare || mayNameBePrivate(item)) && mayHoldSecret(item.name))
    }
    if holds { return true }
    guard !readsFragment, let range = link.fragmentRange, !range.isEmpty,
      !tellsFragment(of: link, routesAt: positions)
    else { return false }
    return bringsSecret(pathOf: nil, of: link, routesAt: positions)
      ?? mayHoldSecret(link.decoded(range))
  }

  /// Whether a path in the fragment or a query item has a secret; nil when there is no such path.
  private func bringsSecret(
    pathOf item: RouteLink.QueryItem?, of link: RouteLink, routesAt positions: [Int]
  ) -> Bool? {
    guard let text = pathText(of: item, of: link, routesAt: positions),
      let found = text.captures(in: link, plusIsSpace: plusIsSpace(inRoutes: positions))
    else { return nil }
    return text.compiled.captures.indices.contains { slot in
      hidden(slot, of: text, found, routesAt: positions)?.secrecy == .secret
    }
  }

  /// Whether an undeclared text may hold what the table declares secret: it has a character that is
  /// typical of links, or is a word that resembles the start of a secret's segment.
  func mayHoldSecret(_ text: String) -> Bool {
    guard !secretNames.isEmpty else { return false }
    if text.utf8.contains(where: "/%?#=&".utf8.contains) { return true }
    // Without such a character it is a path of one segment.
    guard let link = try? RouteLink("/" + text) else { return false }
    let parts = privateParts(of: link)
    return parts.stray != nil || bringsSecret(link, parts)
  }

  /// Whether an undeclared value may hold what the table declares secret: a text, or any text or
  /// member name within a list or an object.
  func mayHoldSecret(_ value: ParameterValue) -> Bool {
    switch value {
    case .string(let text): mayHoldSecret(text)
    case .structure(let structure): !secretNames.isEmpty && mayHoldSecret(within: structure.tree)
    case .int, .double, .bool, .token: false
    }
  }

  private func mayHoldSecret(within json: JSON) -> Bool {
    switch json {
    case .string(let text): mayHoldSecret(text)
    case .array(let elements): elements.contains { mayHoldSecret(within: $0) }
    case .object(let members):
      members.contains { member in
        disclosure(ofUndeclared: member.name).isSecret || mayHoldSecret(member.name)
          || mayHoldSecret(within: member.value)
      }
    case .null, .bool, .int, .double: false
    }
  }

  private func bringsSecret(_ link: RouteLink, _ parts: PrivateParts) -> Bool {
    parts.captures.contains { $0.declared.secrecy == .secret }
      || link.items(fragmentToo: true).contains { item in
        disclosure(of: item.name, ofRoutesAt: parts.routes).isSecret
          || isClosedRedirect(item, routesAt: parts.routes)
      }
  }
}

extension RouteTableDefinition {
  /// For each route the parameter with the link that the route or its redirect targets follow; nil
  /// without one.
  ///
  /// - Parameter positions: the routes by their identifiers.
  func linkParameters(_ positions: [String: Int]) -> [String?] {
    routes.map { linkParameter(of: $0, positions) }
  }

  /// For each route the names of the request's parameters that stay in clear: its own, and those
  /// that it passes on to a route which lists them.
  func openNames(_ positions: [String: Int]) -> [[String]] {
    routes.map { opened($0, positions) }
  }

  /// The link parameter of one route.
  func linkParameter(
    of route: Route, _ positions: [String: Int], _ depth: Int = 0
  ) -> String? {
    switch route.redirect {
    case nil: return nil
    case .link(let parameter): return parameter
    case .route(let identifier, let bindings):
      guard depth < RouteLimits.format.redirects, let next = positions[identifier],
        let wanted = linkParameter(of: routes[next], positions, depth + 1)
      else { return nil }
      return bindings.source(of: wanted)
    }
  }

  private func opened(_ route: Route, _ positions: [String: Int], _ depth: Int = 0) -> [String] {
    guard case .route(let identifier, let bindings)? = route.redirect,
      depth < RouteLimits.format.redirects, let next = positions[identifier]
    else { return route.openNames }
    let handedOn = opened(routes[next], positions, depth + 1).compactMap(bindings.source)
    return (route.openNames + handedOn).unique
  }
}
