import RouteEngine
import RouteStore

/// Compares a route table, and the links of a journal, with an association file.
struct AssociationCheck {
  /// Something that does not fit together.
  struct Finding {
    let file: String
    var position: JSONPosition?
    let field: String
    let message: String
    /// The route that it is about.
    var route: String?
  }

  private let table: RouteTable
  private let association: AppSiteAssociation
  private let examples: LinkExamples
  /// The domain that serves the file.
  private let host: String?
  private let path: String
  private(set) var findings: [Finding] = []
  /// Patterns of which nobody can tell what fits them.
  private(set) var unknown: [String] = []
  /// Components that take links of routes and others too, each with one that no route takes.
  private(set) var wider: [(position: JSONPosition, text: String, link: String)] = []
  /// How many patterns and components were tried, and with how many links.
  private(set) var (patterns, components, tried) = (0, 0, 0)
  /// How many links of the journal were looked at, and how many of those turn on private values.
  private(set) var looked = 0
  private(set) var undecided = 0
  /// How many were none: of another scheme, or a path alone.
  private(set) var others = 0

  init(_ table: RouteTable, _ association: AppSiteAssociation, from path: String, host: String?) {
    (self.table, self.association, self.path, self.host) = (table, association, path, host)
    examples = LinkExamples(table, association, host: host)
  }

  /// Finds patterns of which no link would arrive, and components whose links no route takes.
  ///
  /// - Parameter document: the table as it is written, for positions.
  mutating func compareTable(_ file: String, _ document: JSONNode?) {
    var opened: [Int: [RouteLink]] = [:]
    for (number, route) in table.routes.enumerated() where LinkExamples.areUniversal(route) {
      for (index, pattern) in route.patterns.enumerated() {
        let links = examples.links(by: pattern, of: route)
        guard let first = links.first else {
          unknown.append("\(route.identifier) \(pattern)")
          continue
        }
        patterns += 1
        var arrives = false
        for link in links.flatMap({ examples.variants(of: $0, for: route) }) {
          tried += 1
          guard case .arrives(let rule) = association.verdict(on: link) else { continue }
          arrives = true
          guard opened[rule, default: []].count < Self.mostOpened else { continue }
          opened[rule, default: []].append(link)
        }
        guard !arrives else { continue }
        let node = document?.member("routes")?.node[number]?.member("patterns")?.node[index]
        findings.append(
          Finding(
            file: file, position: node?.position, field: "\(route.identifier) \(pattern)",
            message: "never arrives, "
              + reason(association.verdict(on: first), first.withoutStart)))
      }
    }
    for (index, rule) in association.rules.enumerated() where !rule.excludes {
      compare(rule, index, taking: opened[index] ?? [])
    }
  }

  /// So many links that a route takes are kept of each component, to try them in other case.
  private static let mostOpened = 16

  /// - Parameter known: links that the component takes and a route too.
  private mutating func compare(
    _ rule: AppSiteAssociation.Rule, _ index: Int, taking known: [RouteLink]
  ) {
    let links = examples.links(by: rule)
    tried += links.count
    guard let first = links.first ?? known.first else {
      return unknown.append("component \(rule.text)")
    }
    components += 1
    func find(_ message: String) {
      findings.append(
        Finding(file: path, position: rule.position, field: rule.text, message: message))
    }
    let own = links.filter { isOpened($0, by: index) }
    guard let example = own.first ?? known.first else {
      return find("never asked, an earlier one takes \(first.withoutStart)")
    }
    let taken = known + own.filter { table.match($0) != nil }
    if taken.isEmpty { return find("leads to notFound, no route takes \(example.withoutStart)") }
    let inOtherCase = taken.flatMap(examples.inOtherCase).first {
      rule.ignoresCase && isOpened($0, by: index) && table.match($0) == nil
    }
    if let link = inOtherCase {
      find("ignores case, and the table counts it: no route takes \(link.withoutStart)")
    }
    let lost = own.filter { table.match($0) == nil }
    if let link = lost.first(where: { !$0.withoutStart.hasSuffix("/") }) ?? lost.first {
      wider.append((rule.position, rule.text, link.withoutStart))
    }
  }

  private func isOpened(_ link: RouteLink, by index: Int) -> Bool {
    if case .arrives(index) = association.verdict(on: link) { true } else { false }
  }

  /// Why a link does not arrive.
  private func reason(_ verdict: AppSiteAssociation.Verdict, _ link: String) -> String {
    switch verdict {
    case .arrives: "\(link) does"
    case .excluded(let rule): "line \(association.rules[rule].position.line) excludes \(link)"
    case .untaken: "no component takes \(link)"
    }
  }

  /// Finds recorded links that would never have arrived. Each is named once.
  mutating func compareJournal(_ file: String, _ history: History) throws {
    var seen: [String: Int] = [:]
    var found: [(link: String, sequence: Int64, reason: String)] = []
    try history.forEachEntry { row in
      guard let text = row.link, row.entryPoint == EntryPoint.url.rawValue else { return }
      if let count = seen[text] {
        seen[text] = count + 1
        return
      }
      guard let link = universal(text) else {
        others += 1
        return
      }
      looked += 1
      switch verdict(on: link) {
      case nil: undecided += 1
      case .some(let reason?):
        seen[text] = 1
        found.append((text, row.sequence, reason))
      case .some(nil): break
      }
    }
    for (link, sequence, reason) in found {
      let count = seen[link] ?? 1
      findings.append(
        Finding(
          file: file, field: "entry \(sequence)",
          message: "\(link) never arrives, \(reason)" + (count > 1 ? " (\(count) times)" : "")))
    }
  }

  /// The link, when it is one that the web has.
  private func universal(_ text: String) -> RouteLink? {
    // What is no link is no universal one.
    guard let link = try? RouteLink(journaled: text) else { return nil }
    switch link.scheme {
    case "http", "https": return link
    case nil:
      // Without a domain nobody can say whose path it is.
      return host.flatMap { try? RouteLink(journaled: "https://\($0)\(text)") }
    default: return nil
    }
  }

  /// Why a link does not arrive; nil inside when it does, nil outside when that turns on private
  /// values.
  private func verdict(on link: RouteLink) -> String?? {
    if let host, let own = link.host, own != host { return "\(own) is not \(host)" }
    let verdicts = link.readings(with: examples.words).map(association.verdict)
    guard let first = verdicts.first, verdicts.allSatisfy({ $0.arrives == first.arrives }) else {
      return .none
    }
    return first.arrives ? .some(nil) : .some(reason(first, "it"))
  }
}

extension AppSiteAssociation.Verdict {
  fileprivate var arrives: Bool { if case .arrives = self { true } else { false } }
}

extension JSONNode {
  fileprivate subscript(index: Int) -> JSONNode? {
    guard case .array(let nodes) = value, nodes.indices.contains(index) else { return nil }
    return nodes[index]
  }
}

extension RouteLink {
  /// What stands behind the host.
  fileprivate var withoutStart: String {
    String(decoding: bytes[pathRange.lowerBound...], as: UTF8.self)
  }

  /// The link as it may have been: with each of the texts in place of its tokens, if it has any.
  fileprivate func readings(with words: [String]) -> [RouteLink] {
    guard carriesTokens else { return [self] }
    return (words + ["", "a/b", "EN"]).compactMap { word in
      // A word that makes no link of it is no reading of it.
      try? RouteLink(Tokens.replaced(in: text, by: word))
    }
  }
}
