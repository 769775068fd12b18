/// The rules of a table for schemes and hosts, in the canonical form of links.
struct LinkStart: Hashable, Sendable {
  /// Custom schemes of the app; empty: any scheme.
  var schemes: [[UInt8]] = []
  /// The hosts of web links; empty: any host.
  var hosts: [LinkTest.Host] = []
  /// The meaning of the host in a link with one of the schemes.
  var schemeHost = LinkRules.SchemeHost.host

  /// Whether there are no rules.
  var isEmpty: Bool { schemes.isEmpty && hosts.isEmpty && schemeHost == .host }

  /// Why a link is not one of the table's, for a route that names no scheme or host itself; nil
  /// when it is one.
  ///
  /// - Parameters:
  ///   - namesScheme: whether the route lists schemes.
  ///   - namesHost: whether the route lists hosts.
  func difference(
    from link: RouteLink, namesScheme: Bool, namesHost: Bool
  ) -> LinkTest.Difference? {
    guard let range = link.schemeRange else { return nil }
    guard !link.isWeb else {
      if namesHost || hosts.isEmpty { return nil }
      let host = link.bytes[link.hostRange ?? 0..<0]
      return hosts.contains { $0.takes(host) }
        ? nil : .host(given: link.host, wanted: hosts.map(\.pattern))
    }
    if namesScheme || schemes.isEmpty || schemes.contains(where: link.bytes[range].elementsEqual) {
      return nil
    }
    return .scheme(
      given: link.scheme, wanted: schemes.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a link is a path alone, or has a named host or scheme.
  func names(_ link: RouteLink) -> Bool {
    guard let scheme = link.schemeRange else { return true }
    guard link.isWeb else { return schemes.contains(where: link.bytes[scheme].elementsEqual) }
    let host = link.bytes[link.hostRange ?? 0..<0]
    return hosts.contains { $0.takes(host) }
  }

  /// Whether the host of a link is the first segment of its path.
  func isSegment(hostOf link: RouteLink) -> Bool {
    guard schemeHost == .segment, let scheme = link.schemeRange, !link.isWeb, link.port == nil,
      let host = link.hostRange, link.userInfoRange == nil,
      // No matched path has such segments. Here they could not lead above the first segment.
      !link.bytes[host].elementsEqual(".".utf8), !link.bytes[host].elementsEqual("..".utf8)
    else { return false }
    return schemes.isEmpty || schemes.contains(where: link.bytes[scheme].elementsEqual)
  }

  /// Whether the text in the place of a host behind a scheme is the first segment of the path. With
  /// a port or a user it stays a host, but links of apps have neither.
  func isSegment(hostBehind scheme: [UInt8]) -> Bool {
    schemeHost == .segment && RouteLink.Scheme(scheme[...]) == .custom && schemes.contains(scheme)
  }

  /// The range of a link's path in its bytes, as patterns see it.
  func path(of link: RouteLink) -> Range<Int> {
    let path = link.pathRange
    guard isSegment(hostOf: link), let host = link.hostRange else { return path }
    return (host.lowerBound - 1)..<path.upperBound
  }
}

/// The interceptor that is asked about links before the match, compiled.
struct LinkRewriter: Hashable, Sendable {
  /// Its name.
  let name: String
  /// The hosts whose links it is asked about; empty: all links.
  let hosts: [LinkTest.Host]

  /// Whether it is asked about a link.
  func takes(_ link: RouteLink) -> Bool { hosts.isEmpty || lists(hostOf: link) }

  /// Whether the host of a link is one that it lists.
  func lists(hostOf link: RouteLink) -> Bool {
    guard !hosts.isEmpty, link.isWeb, let host = link.hostRange else { return false }
    // A host with a dot at its end is the same host.
    let isRooted = link.bytes[host].last == UInt8(ascii: ".")
    let name = link.bytes[isRooted ? host.dropLast() : host]
    return hosts.contains { $0.takes(name) }
  }
}

extension RouteLink {
  /// Whether the scheme is one of the web.
  package var isWeb: Bool {
    guard let range = schemeRange else { return false }
    let scheme = bytes[range]
    return scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8)
  }
}
