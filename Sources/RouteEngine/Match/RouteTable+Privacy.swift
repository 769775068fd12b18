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
    /// Parts of a path that fits no route, where a route that it nearly fits has private captures.
    package var strays: [Range<Int>] = []
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
  /// path is open, unless it would fit a pattern with a private capture were it not for the
  /// capture's type or a slash at the end.
  package func privateParts(of link: RouteLink) -> PrivateParts {
    var parts = PrivateParts()
    guard let found = firstReadable(link) else {
      if hasPrivateCaptures { parts.strays = strays(of: link) }
      return parts
    }
    let compiled = pattern(found.value)
    parts.route = compiled.route
    for (slot, capture) in compiled.captures.enumerated() where capture.isPrivate {
      if let range = found.captures[slot] { parts.captures.append((range, capture.type)) }
    }
    return parts
  }

  private func strays(of link: RouteLink) -> [Range<Int>] {
    let path = link.pathRange
    var strays = StrayCollector(table: self, path: path)
    _ = index.firstMatch(in: link.bytes, path, for: &strays)
    if path.count > 1, link.bytes[path.upperBound - 1] == UInt8(ascii: "/") {
      _ = index.firstMatch(
        in: link.bytes, path.lowerBound..<path.upperBound - 1, for: &strays)
    } else {
      _ = index.firstMatch(
        in: link.bytes[..<path.upperBound] + [UInt8(ascii: "/")],
        path.lowerBound..<path.upperBound + 1, for: &strays)
    }
    strays.ranges.sort { $0.lowerBound < $1.lowerBound }
    var apart: [Range<Int>] = []
    for range in strays.ranges {
      if let last = apart.last, range.lowerBound < last.upperBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        apart.append(range)
      }
    }
    return apart
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
  /// declares it, and none as private.
  package func disclosure(ofAny name: String) -> Disclosure {
    var isDeclared = false
    for declaration in definition.screens {
      guard let entry = declaration.schema[name] else { continue }
      if declaration.isPrivate(name) { return .hidden(entry.type) }
      isDeclared = true
    }
    return isDeclared ? .open : .hidden(nil)
  }
}

/// Gathers what any pattern would capture as private, and takes none of them.
private struct StrayCollector: PathTaker {
  let table: RouteTable
  let path: Range<Int>
  var ranges: [Range<Int>] = []

  mutating func accepts(_ value: Int, _ captures: PathPattern.Captures) -> Bool {
    for (slot, capture) in table.pattern(value).captures.enumerated() where capture.isPrivate {
      guard let found = captures[slot]?.clamped(to: path), !found.isEmpty else { continue }
      ranges.append(found)
    }
    return false
  }
}
