import RouteEngine

/// Links made of patterns, to try what takes them.
struct LinkExamples {
  private let table: RouteTable
  /// Texts that captures and wildcards may stand for, tried one after the other.
  let words: [String]
  private let start: String
  /// The queries and fragments that components ask for behind the path, and the empty text.
  private let ends: [String]

  /// Usual texts of links.
  private static let usual = ["example", "7", "123", "2015", "a", "12345678", "en", "true", "1.5"]
  /// So many fillings of one pattern are tried.
  private static let most = 48

  init(_ table: RouteTable, _ association: AppSiteAssociation, host: String?) {
    self.table = table
    let own = table.definition.links.hosts.first { !$0.isEmpty }.map(Self.wholeHost)
    start = "https://" + (host ?? own ?? "www.example.com")
    var words = Self.usual
    for rule in association.rules {
      for text in rule.path.words {
        for word in Self.words(of: text) where !words.contains(word) { words.append(word) }
      }
    }
    self.words = Array(words.prefix(Self.most))
    var ends = [""]
    for rule in association.rules where !rule.excludes {
      let end = Self.end(of: rule)
      if !ends.contains(end), ends.count < Self.mostEnds { ends.append(end) }
    }
    self.ends = ends
  }

  private static let mostEnds = 16

  /// The link as the components would have it: alone, and with what they ask for behind it.
  func variants(of link: RouteLink, for route: Route) -> [RouteLink] {
    ends.compactMap { end in
      let glue = end.hasPrefix("?") && link.queryRange != nil ? "&" + end.dropFirst() : end
      // Text that is no link any more is no example.
      guard let link = try? RouteLink(link.text + glue) else { return nil }
      return table.match(link)?.route == route.identifier ? link : nil
    }
  }

  /// Runs of letters and digits.
  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Links that a route takes by one of its patterns; none when it is not known which values would
  /// fit.
  func links(by text: String, of route: Route) -> [RouteLink] {
    // The table was built of it.
    guard let pattern = try? PathPattern(text) else { return [] }
    let candidates = words + Self.words(of: text)
    var links: [RouteLink] = []
    for isFull in [true, false] {
      for first in candidates.indices {
        // Text that is no link is no example.
        guard let path = path(pattern, candidates, from: first, isFull: isFull),
          let link = try? RouteLink(start(of: route) + path + query(of: route)),
          table.match(link)?.route == route.identifier, !links.contains(link)
        else { continue }
        links.append(link)
        if links.count == Self.most { return links }
      }
    }
    return links
  }

  /// Whether a universal link can be one of the route's.
  static func areUniversal(_ route: Route) -> Bool {
    let schemes = route.constraint.schemes
    return schemes.isEmpty || schemes.contains { ["http", "https"].contains($0.lowercased()) }
  }

  private func start(of route: Route) -> String {
    guard let host = route.constraint.hosts.first(where: { !$0.isEmpty }) else { return start }
    return "https://" + Self.wholeHost(host)
  }

  private static func wholeHost(_ host: String) -> String {
    host.hasPrefix("*") ? "www" + host.dropFirst() : host
  }

  private func query(of route: Route) -> String {
    let items = route.constraint.query.elements.compactMap { element -> String? in
      switch element.rule {
      case .value(let value): "\(element.name)=\(value)"
      case .present: "\(element.name)=7"
      case .path(let text):
        // The table was built of it.
        (try? PathPattern(text)).flatMap { path($0, words, from: 0, isFull: false) }
          .map { "\(element.name)=\($0)" }
      case .absent: nil
      }
    }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// The path with one candidate after the other for each capture, until all fit.
  private func path(
    _ pattern: PathPattern, _ candidates: [String], from first: Int, isFull: Bool
  ) -> String? {
    var chosen: [String: Int] = [:]
    if isFull { for name in pattern.names { chosen[name] = first } }
    for _ in 0..<(Self.most + pattern.names.count) {
      do throws(PathPattern.BuildError) {
        return try pattern.path { name in chosen[name].map { candidates[$0 % candidates.count] } }
      } catch {
        switch error {
        case .missing(let name): chosen[name] = first
        case .misfit(let name): chosen[name, default: first] += 1
        case .misread: return nil
        }
      }
    }
    return nil
  }

  /// Links that a rule takes.
  func links(by rule: AppSiteAssociation.Rule) -> [RouteLink] {
    let end = Self.end(of: rule)
    return rule.path.examples(filling: ["", "7"] + words + ["example/7"]).compactMap { path in
      let path = path.hasPrefix("/") ? path : "/" + path
      // Text that is no link is no example.
      guard let link = try? RouteLink(start + path + end), rule.takes(link) else { return nil }
      return link
    }
  }

  /// The link with other large and small letters in its path.
  func inOtherCase(_ link: RouteLink) -> [RouteLink] {
    let bytes = link.bytes
    let path = String(decoding: bytes[link.pathRange], as: UTF8.self)
    let capitalized = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "/")
    return [capitalized, path.uppercased(), path.lowercased()].compactMap { other in
      let (before, behind) = (
        bytes[..<link.pathRange.lowerBound], bytes[link.pathRange.upperBound...]
      )
      // Text that is no link any more is no example.
      return other == path
        ? nil : try? RouteLink(String(decoding: before + Array(other.utf8) + behind, as: UTF8.self))
    }
  }

  /// A query and a fragment that a rule takes.
  private static func end(of rule: AppSiteAssociation.Rule) -> String {
    var query = ""
    switch rule.query {
    case .pattern(let pattern): query = pattern.examples(filling: [""])[0]
    case .items(let items):
      query = items.map { "\($0.name)=\($0.pattern.examples(filling: ["7"])[0])" }
        .joined(separator: "&")
    }
    let fragment = rule.fragment.examples(filling: [""])[0]
    return (query.isEmpty ? "" : "?" + query) + (fragment.isEmpty ? "" : "#" + fragment)
  }
}
