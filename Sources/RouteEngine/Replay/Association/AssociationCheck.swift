package import RouteEngine
package import RouteStore

/// Compares a route table, and the links of a journal, with an association file, by examples.
package struct AssociationCheck {
  /// The reason why a link does not open the app.
  package enum Obstacle: Hashable, Sendable {
    /// A rule keeps it in the browser.
    case excluded(rule: Int)
    case untaken
    /// Its domain is not the one that serves the file.
    case otherHost(String, than: String)
  }

  /// A fault of a component.
  package enum Fault: Hashable, Sendable {
    case neverAsked
    /// No route matches the links with which it opens the app.
    case leadsNowhere
    /// It ignores case, and the table does not.
    case ignoresCase
    /// It is case-sensitive, and the table is not.
    case countsCase
  }

  /// A mismatch, with a link that shows it. Routes, patterns and rules are identified by their
  /// positions.
  package enum Finding: Hashable, Sendable {
    /// No link of a route's pattern opens the app.
    case pattern(Int, route: Int, Obstacle, example: String)
    case component(rule: Int, Fault, example: String)
    /// A recorded link would never have opened the app.
    case recorded(RecordedLink)
    /// Neither the table nor a route names the domain that serves the file.
    case domain(String)
  }

  /// A link of a journal.
  package struct RecordedLink: Hashable, Sendable {
    package let link: String
    /// The first entry with this link.
    package let sequence: Int64
    /// The number of entries with this link.
    package internal(set) var count: Int
    package let obstacle: Obstacle
  }

  /// A pattern or a component for which no example can be made.
  package enum Untried: Hashable, Sendable {
    case pattern(Int, route: Int)
    case component(rule: Int)
  }

  private let table: RouteTable
  private let association: AppSiteAssociation
  private let examples: LinkExamples
  /// The domain that serves the file.
  private let host: String?
  package private(set) var findings: [Finding] = []
  package private(set) var untried: [Untried] = []
  /// Components that match links of routes and also other links, each with one that no route
  /// matches.
  package private(set) var wider: [(rule: Int, example: String)] = []
  /// The number of patterns and of components that were tried, and of links used.
  package private(set) var (patterns, components, tried) = (0, 0, 0)
  /// The number of journal links that were checked; then how many of them depend on private values.
  package private(set) var looked = 0
  package private(set) var undecided = 0
  /// The number of links left out: of another scheme, no links at all, or without a known domain.
  package private(set) var others = 0

  package init(_ table: RouteTable, _ association: AppSiteAssociation, host: String?) {
    (self.table, self.association, self.host) = (table, association, host)
    examples = LinkExamples(table, association, host: host)
  }

  /// Finds patterns of which no link would open the app, and components whose links match no route.
  package mutating func compareTable() {
    if let host, !table.reads(webHost: host) { findings.append(.domain(host)) }
    var opened: [Int: [RouteLink]] = [:]
    for (number, route) in table.routes.enumerated() where LinkExamples.areUniversal(route) {
      for (index, pattern) in route.patterns.enumerated() {
        let links = examples.links(by: pattern, of: route)
        guard let first = links.first else {
          untried.append(.pattern(index, route: number))
          continue
        }
        patterns += 1
        var arrives = false
        // For most routes, a slash at the end does not matter.
        for hasOtherSlash in [false, true] where !arrives {
          let variants = links.flatMap {
            examples.variants(of: $0, hasOtherSlash: hasOtherSlash, for: route)
          }
          tried += variants.count
          for link in variants {
            guard case .arrives(let rule) = association.verdict(on: link) else { continue }
            arrives = true
            guard opened[rule, default: []].count < Self.mostOpened else { continue }
            opened[rule, default: []].append(link)
          }
        }
        guard !arrives, let obstacle = obstacle(to: first) else { continue }
        findings.append(
          .pattern(index, route: number, obstacle, example: first.withoutStart))
      }
    }
    for (index, rule) in association.rules.enumerated() where !rule.excludes {
      compare(rule, index, taking: opened[index] ?? [])
    }
  }

  /// The most links of each component, matched by a route, that are kept to try them in other
  /// letter case.
  private static let mostOpened = 16

  /// - Parameter known: links that match both the component and a route.
  private mutating func compare(
    _ rule: AppSiteAssociation.Rule, _ index: Int, taking known: [RouteLink]
  ) {
    let links = examples.links(by: rule)
    tried += links.count
    guard let first = links.first ?? known.first else {
      return untried.append(.component(rule: index))
    }
    components += 1
    func find(_ fault: Fault, _ link: RouteLink) {
      findings.append(.component(rule: index, fault, example: link.withoutStart))
    }
    let own = links.filter { isOpened($0, by: index) }
    guard let example = own.first ?? known.first else { return find(.neverAsked, first) }
    let taken = known + own.filter { table.match($0) != nil }
    if taken.isEmpty { return find(.leadsNowhere, example) }
    let inOtherCase = taken.flatMap(examples.inOtherCase).first {
      rule.ignoresCase && isOpened($0, by: index) && table.match($0) == nil
    }
    if let link = inOtherCase { find(.ignoresCase, link) }
    let unasked = taken.flatMap(examples.inOtherCase).first {
      !rule.ignoresCase && association.verdict(on: $0) == .untaken && table.match($0) != nil
        && !isSpelledByCapture($0)
    }
    if let link = unasked { find(.countsCase, link) }
    let lost = own.filter { table.match($0) == nil }
    if let link = lost.first(where: { !$0.withoutStart.hasSuffix("/") }) ?? lost.first {
      wider.append((index, link.withoutStart))
    }
  }

  /// Whether the route of a link is case-sensitive in its literal text: then only captures differ.
  private func isSpelledByCapture(_ link: RouteLink) -> Bool {
    guard let route = table.match(link)?.route.flatMap(table.route) else { return true }
    return (route.letterCase ?? table.definition.links.letterCase) == .exact
  }

  private func isOpened(_ link: RouteLink, by index: Int) -> Bool {
    association.verdict(on: link) == .arrives(index)
  }

  /// The reason why a link does not open the app; nil when it does.
  private func obstacle(to link: RouteLink) -> Obstacle? {
    switch association.verdict(on: link) {
    case .arrives: nil
    case .excluded(let rule): .excluded(rule: rule)
    case .untaken: .untaken
    }
  }

  /// Finds recorded links that would never have opened the app, each once.
  package mutating func compareJournal(_ history: History) throws {
    var found: [RecordedLink] = []
    var places: [String: Int] = [:]
    try history.forEachEntry { row in
      // A universal link also arrives as a user activity.
      let points = [EntryPoint.url, .userActivity].map(\.rawValue)
      guard let text = row.link, let point = row.entryPoint, points.contains(point) else { return }
      if let place = places[text] {
        looked += 1
        found[place].count += 1
        return
      }
      guard let link = universal(text) else {
        others += 1
        return
      }
      looked += 1
      switch arrival(of: link) {
      case .arrives: break
      case .never(let obstacle):
        places[text] = found.count
        found.append(.init(link: text, sequence: row.sequence, count: 1, obstacle: obstacle))
      case .undecided: undecided += 1
      }
    }
    findings += found.map(Finding.recorded)
  }

  /// The link, if it is a web link.
  private func universal(_ text: String) -> RouteLink? {
    // Text that is not a link is not a universal link.
    guard let link = try? RouteLink(journaled: text) else { return nil }
    switch link.scheme {
    case "http", "https": return link
    case nil:
      // Without a domain, the site of the path is unknown.
      return host.flatMap { try? RouteLink(journaled: "https://\($0)\(text)") }
    default: return nil
    }
  }

  private enum Arrival {
    case arrives
    case never(Obstacle)
    /// It depends on private values.
    case undecided
  }

  private func arrival(of link: RouteLink) -> Arrival {
    if let host, let own = link.host, own != host { return .never(.otherHost(own, than: host)) }
    let obstacles = link.readings(with: examples.words).map(obstacle)
    guard let first = obstacles.first, obstacles.allSatisfy({ ($0 == nil) == (first == nil) })
    else { return .undecided }
    return first.map(Arrival.never) ?? .arrives
  }
}

extension RouteLink {
  /// The path, with the query and the fragment after it.
  fileprivate var withoutStart: String {
    String(decoding: bytes[pathRange.lowerBound...], as: UTF8.self)
  }

  /// The possible original links: with each of the words in place of its tokens, if it has any.
  fileprivate func readings(with words: [String]) -> [RouteLink] {
    guard carriesTokens else { return [self] }
    return (words + ["", "a/b", "EN"]).compactMap { word in
      // A word that does not make a link is not a possible original.
      try? RouteLink(TokenSearch.replacingTokens(in: text, with: word, inPaths: true))
    }
  }
}
