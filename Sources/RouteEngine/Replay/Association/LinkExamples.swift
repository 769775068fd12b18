import RouteEngine

/// Links made of patterns, to try what takes them.
struct LinkExamples {
  private let table: RouteTable
  /// Texts that captures and wildcards may stand for, tried one after the other.
  let words: [String]
  /// The domain of links that name none of their own.
  private let domain: String
  /// The domain that serves the file.
  private let host: String?
  /// The queries and fragments that components ask for behind the path, and the empty text.
  private let ends: [String]

  /// Usual texts of links.
  private static let usual = ["example", "7", "123", "2015", "a", "12345678", "en", "true", "1.5"]
  /// So many fillings of one pattern are tried.
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

  /// The link as the components would have it: alone, and with what they ask for behind it.
  ///
  /// - Parameter hasOtherSlash: whether the slash at the end of its path is left out, or added
  ///   where there is none.
  func variants(of link: RouteLink, hasOtherSlash: Bool, for route: Route) -> [RouteLink] {
    guard let link = hasOtherSlash ? Self.withOtherSlash(link) : link else { return [] }
    return ends.compactMap { end in
      var (text, fragment) = Self.parted(link.text)
      let (query, other) = Self.parted(end)
      text += link.queryRange == nil || query.isEmpty ? query : "&" + query.dropFirst()
      // A link has one fragment: what the route asks for, or else what the component does.
      if fragment.isEmpty { fragment = other }
      // Text that is no link any more is no example.
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
    // Text that is no link any more is no example.
    return try? RouteLink(String(decoding: bytes, as: UTF8.self))
  }

  /// A text and the fragment at its end, with its mark.
  private static func parted(_ text: String) -> (String, fragment: String) {
    let start = text.firstIndex(of: "#") ?? text.endIndex
    return (String(text[..<start]), String(text[start...]))
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
    let fillings = Fillings(of: route, in: table, words + Self.words(of: text))
    var links: [RouteLink] = []
    for isFull in [true, false] {
      for first in fillings.indices {
        guard let path = path(pattern, fillings, from: first, isFull: isFull),
          let end = end(of: route, fillings, from: first)
        else { continue }
        // Text that is no link is no example.
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

  /// Whether a universal link can be one of the route's.
  static func areUniversal(_ route: Route) -> Bool { scheme(of: route) != nil }

  /// The scheme of a route's universal links; nil when it has none.
  private static func scheme(of route: Route) -> String? {
    let schemes = route.constraint.schemes.map { $0.lowercased() }
    return schemes.isEmpty ? "https" : ["https", "http"].first(where: schemes.contains)
  }

  /// The beginnings that links of a route may have: with the domain that serves the file, or with a
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

  /// A host that one with an asterisk or a capture takes: with this label in its place.
  private static func wholeHost(_ host: String, label: String) -> String {
    guard host.hasPrefix("*") || host.hasPrefix(":") else { return host }
    return label + host.drop { $0 != "." }
  }

  /// The query and the fragment that the route asks for; nil when no value is known for them.
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

  /// A text that a rule for an item or the fragment takes, empty for none; nil when none is known.
  private func text(_ rule: LinkConstraint.QueryRule, _ fillings: Fillings, from first: Int)
    -> String?
  {
    switch rule {
    case .value(let value): value
    case .present: "7"
    case .absent: ""
    case .path(let text):
      // The table was built of it.
      (try? PathPattern(text)).flatMap { path($0, fillings, from: first, isFull: false) }
    }
  }

  /// The path with one text after the other for each capture, until all fit.
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

  /// Links that a rule takes.
  func links(by rule: AppSiteAssociation.Rule) -> [RouteLink] {
    let end = Self.end(of: rule)
    return rule.path.examples(filling: ["", "7"] + words + ["example/7"]).compactMap { path in
      let path = path.hasPrefix("/") ? path : "/" + path
      // Text that is no link is no example.
      guard let link = try? RouteLink("https://" + domain + path + end), rule.takes(link)
      else { return nil }
      return link
    }
  }

  /// The link with other large and small letters in its path.
  func inOtherCase(_ link: RouteLink) -> [RouteLink] {
    let path = String(decoding: link.bytes[link.pathRange], as: UTF8.self)
    let capitalized = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "/")
    return [capitalized, path.uppercased(), path.lowercased()].compactMap { other in
      other == path ? nil : Self.link(link, withPath: other.utf8)
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

/// Texts that the captures of a route may stand for.
private struct Fillings {
  /// Those of a capture of which no type is known.
  private let texts: [String]
  private var typed: [String: [String]] = [:]

  /// - Parameter texts: what is tried of each type that takes it.
  init(of route: Route, in table: RouteTable, _ texts: [String]) {
    self.texts = texts
    guard let position = table.position(ofRoute: route.identifier) else { return }
    for entry in table.types(ofRoute: position).entries {
      let own = Self.samples(of: entry.type)
      typed[entry.name] = (texts + own).filter { entry.type.value(from: $0.utf8) != nil }
    }
  }

  /// The places of the texts for captures without a type. Those of a capture with one repeat.
  var indices: Range<Int> { texts.indices }

  /// The texts for the capture of that name.
  subscript(name: String) -> [String] { typed[name] ?? texts }

  /// Texts of types that few words are of.
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
  /// The text as it stands in the query or fragment of a link.
  fileprivate var inQuery: String {
    var encoded: [UInt8] = []
    let bytes = Array(utf8)
    PercentEncoding.append(
      bytes, bytes.indices, encoding: PercentEncoding.queryValue, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }
}
