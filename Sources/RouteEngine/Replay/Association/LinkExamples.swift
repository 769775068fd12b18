import RouteEngine

/// Example links made from patterns, for testing what matches them.
struct LinkExamples {
  private let table: RouteTable
  /// Texts for captures and wildcards, tried one after the other.
  let words: [String]
  /// The domain of example links whose pattern names none.
  private let domain: String
  /// The domain that serves the file.
  private let host: String?
  /// The queries and fragments that components require after the path, and the empty text.
  private let ends: [String]

  /// Common texts in links.
  private static let usual = ["example", "7", "123", "2015", "a", "12345678", "en", "true", "1.5"]
  /// The most words used, links made of one pattern, and attempts at one path.
  private static let most = 48

  init(_ table: RouteTable, _ association: AppSiteAssociation, host: String?) {
    (self.table, self.host) = (table, host)
    let own = table.definition.links.hosts.first { !$0.isEmpty }
      .map { Self.wholeHost($0, label: "www") }
    domain = host ?? own ?? "www.example.com"
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

  /// The link with each end that components require, and without one.
  ///
  /// - Parameter hasOtherSlash: whether to remove the slash at the end of its path, or to add one
  ///   where there is none.
  func variants(of link: RouteLink, hasOtherSlash: Bool, for route: Route) -> [RouteLink] {
    guard let link = hasOtherSlash ? Self.withOtherSlash(link) : link else { return [] }
    return ends.compactMap { end in
      var (text, fragment) = Self.parted(link.text)
      let (query, other) = Self.parted(end)
      text += link.queryRange == nil || query.isEmpty ? query : "&" + query.dropFirst()
      // A link has one fragment: the one that the route requires, or else the component's.
      if fragment.isEmpty { fragment = other }
      // A text that is no longer a link is not an example.
      guard let link = try? RouteLink(text + fragment) else { return nil }
      return table.match(link)?.route == route.identifier ? link : nil
    }
  }

  private static func withOtherSlash(_ link: RouteLink) -> RouteLink? {
    let slash = UInt8(ascii: "/")
    var path = Array(link.bytes[link.pathRange])
    if path == [slash] { return nil }
    if path.last == slash { path.removeLast() } else { path.append(slash) }
    return Self.link(link, withPath: path)
  }

  private static func link(_ link: RouteLink, withPath path: some Collection<UInt8>) -> RouteLink? {
    var bytes = link.bytes
    bytes.replaceSubrange(link.pathRange, with: path)
    // A text that is no longer a link is not an example.
    return try? RouteLink(String(decoding: bytes, as: UTF8.self))
  }

  /// A text without its fragment, and the fragment with its mark.
  private static func parted(_ text: String) -> (String, fragment: String) {
    let start = text.firstIndex(of: "#") ?? text.endIndex
    return (String(text[..<start]), String(text[start...]))
  }

  /// The runs of letters and digits.
  private static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Links that match a route by one of its patterns; none when no suitable values are known.
  func links(by text: String, of route: Route) -> [RouteLink] {
    // The table was built from this text.
    guard let pattern = try? PathPattern(text) else { return [] }
    let fillings = Fillings(of: route, in: table, words + Self.words(of: text))
    var links: [RouteLink] = []
    for isFull in [true, false] {
      for first in fillings.indices {
        guard let path = path(pattern, fillings, from: first, isFull: isFull),
          let end = end(of: route, fillings, from: first)
        else { continue }
        // A text that is not a link is not an example.
        let all = starts(of: route, fillings, from: first).compactMap {
          try? RouteLink($0 + path + end)
        }
        guard let link = all.first(where: { table.match($0)?.route == route.identifier }),
          !links.contains(link)
        else { continue }
        links.append(link)
        if links.count == Self.most { return links }
      }
    }
    return links
  }

  /// Whether a universal link can match the route.
  static func areUniversal(_ route: Route) -> Bool { scheme(of: route) != nil }

  /// The scheme of a route's universal links; nil when it has none.
  private static func scheme(of route: Route) -> String? {
    let schemes = route.constraint.schemes.map { $0.lowercased() }
    return schemes.isEmpty ? "https" : ["https", "http"].first(where: schemes.contains)
  }

  /// The possible beginnings of a route's links: with the domain that serves the file, or with a
  /// host of the route's own.
  private func starts(of route: Route, _ fillings: Fillings, from first: Int) -> [String] {
    let scheme = Self.scheme(of: route) ?? "https"
    let start = "\(scheme)://\(domain)"
    guard let wanted = route.constraint.hosts.first(where: { !$0.isEmpty }) else { return [start] }
    let name = String(wanted.dropFirst().prefix { $0 != "." })
    let labels = wanted.hasPrefix(":") ? fillings[name] : []
    let label = labels.isEmpty ? "www" : labels[first % labels.count]
    let own = "\(scheme)://" + Self.wholeHost(wanted, label: label)
    return host == nil ? [own] : [start, own]
  }

  /// A host that matches one with an asterisk or a capture: with this label in its place.
  private static func wholeHost(_ host: String, label: String) -> String {
    guard host.hasPrefix("*") || host.hasPrefix(":") else { return host }
    return label + host.drop { $0 != "." }
  }

  /// The query and the fragment that the route requires; nil when no value for them is known.
  private func end(of route: Route, _ fillings: Fillings, from first: Int) -> String? {
    var items: [String] = []
    for element in route.constraint.query.elements {
      guard let value = text(element.rule, fillings, from: first) else { return nil }
      if element.rule != .absent { items.append("\(element.name.inQuery)=\(value.inQuery)") }
    }
    guard let fragment = route.constraint.fragment.map({ text($0, fillings, from: first) }) ?? ""
    else { return nil }
    return (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
      + (fragment.isEmpty ? "" : "#" + fragment.inQuery)
  }

  /// A text that satisfies a rule for an item or the fragment, empty for none; nil when none is
  /// known.
  private func text(_ rule: LinkConstraint.QueryRule, _ fillings: Fillings, from first: Int)
    -> String?
  {
    switch rule {
    case .value(let value): value
    case .present: "7"
    case .absent: ""
    case .path(let text):
      // The table was built from this text.
      (try? PathPattern(text)).flatMap { path($0, fillings, from: first, isFull: false) }
    }
  }

  /// The path with one text after the other in each capture, until all match.
  private func path(
    _ pattern: PathPattern, _ fillings: Fillings, from first: Int, isFull: Bool
  ) -> String? {
    var chosen: [String: Int] = [:]
    if isFull { for name in pattern.names { chosen[name] = first } }
    for _ in 0..<(Self.most + pattern.names.count) {
      do throws(PathPattern.BuildError) {
        return try pattern.path { name in
          let texts = fillings[name]
          return texts.isEmpty ? nil : chosen[name].map { texts[$0 % texts.count] }
        }
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

  /// Links that match a rule.
  func links(by rule: AppSiteAssociation.Rule) -> [RouteLink] {
    let end = Self.end(of: rule)
    return rule.path.examples(filling: ["", "7"] + words + ["example/7"]).compactMap { path in
      let path = path.hasPrefix("/") ? path : "/" + path
      // A text that is not a link is not an example.
      guard let link = try? RouteLink("https://" + domain + path + end), rule.takes(link)
      else { return nil }
      return link
    }
  }

  /// The link with other letter case in its path.
  func inOtherCase(_ link: RouteLink) -> [RouteLink] {
    let path = String(decoding: link.bytes[link.pathRange], as: UTF8.self)
    let capitalized = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "/")
    return [capitalized, path.uppercased(), path.lowercased()].compactMap { other in
      other == path ? nil : Self.link(link, withPath: other.utf8)
    }
  }

  /// A query and a fragment that match a rule.
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

/// Texts for the captures of a route.
private struct Fillings {
  /// The texts of a capture without a known type.
  private let texts: [String]
  private var typed: [String: [String]] = [:]

  /// - Parameter texts: the texts to try for each type that accepts them.
  init(of route: Route, in table: RouteTable, _ texts: [String]) {
    self.texts = texts
    guard let position = table.position(ofRoute: route.identifier) else { return }
    for entry in table.types(ofRoute: position).entries {
      let own = Self.samples(of: entry.type)
      typed[entry.name] = (texts + own).filter { entry.type.value(from: $0.utf8) != nil }
    }
  }

  /// The indices of the texts for captures without a type. The texts of a typed capture repeat.
  var indices: Range<Int> { texts.indices }

  /// The texts for the capture of this name.
  subscript(name: String) -> [String] { typed[name] ?? texts }

  /// Texts of types that accept few of the words.
  private static func samples(of type: ParameterSchema.ParameterType) -> [String] {
    switch type {
    case .intWithin(let bounds): [String(bounds.lowerBound)]
    case .uuid: ["0f8fad5b-d9cb-469f-a165-70867728950e"]
    case .date: ["2026-11-23"]
    case .oneOf(let values):
      values.compactMap { value in
        switch value {
        case .string(let text): text
        case .int(let number): String(number)
        default: nil
        }
      }
    case .list(let element, _): samples(of: element)
    case .int, .double, .bool, .string, .json: []
    }
  }
}

extension String {
  /// The text as written in the query or fragment of a link.
  fileprivate var inQuery: String {
    var encoded: [UInt8] = []
    let bytes = Array(utf8)
    PercentEncoding.append(
      bytes, bytes.indices, encoding: PercentEncoding.queryValue, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }
}
