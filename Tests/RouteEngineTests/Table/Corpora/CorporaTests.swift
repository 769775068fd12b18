import RouteEngine
import RouteTestSupport
import Testing

/// A link, and the route that takes it with its parameters: `profile(name: "ada")`, or `none`.
typealias CorpusLink = (link: String, expected: String)

/// A route table like that of a real app of its kind, with links that people send to such an app.
enum Corpus: String, CaseIterable {
  case social
  case crowdfunding
  case artMarket = "art-market"
  case browser
  case publishing

  var countOfRoutes: Int {
    switch self {
    case .social: 57
    case .crowdfunding: 35
    case .artMarket: 124
    case .browser: 34
    case .publishing: 44
    }
  }

  var links: [CorpusLink] {
    switch self {
    case .social: Self.socialLinks
    case .crowdfunding: Self.crowdfundingLinks
    case .artMarket: Self.artMarketLinks
    case .browser: Self.browserLinks
    case .publishing: Self.publishingLinks
    }
  }

  /// Routes whose matches cannot be written back as the same link: one requires any fragment, and
  /// links of the other are taken by another route at the first host of the table.
  var oneWayRoutes: Set<String> {
    self == .publishing ? ["highlight", "home"] : []
  }

  /// The places of the warnings: two routes that redirect get their target from a query, and one
  /// captures only in some links what its screen needs.
  var warnings: [String] {
    switch self {
    case .publishing: ["routes[11].redirect.with.highlights", "routes[43].patterns[0]"]
    case .artMarket: ["routes[122].patterns[0]"]
    default: []
    }
  }

  func table() throws -> RouteTable {
    let path = "Tests/RouteEngineTests/Table/Corpora/\(rawValue).json5"
    return try RouteTable(json: PackageFile.bytes(path))
  }
}

@Suite struct CorporaTests {
  /// The result for a link, in the form of the expectations.
  private static func reading(of link: String, in table: RouteTable) throws -> String {
    guard let match = table.match(try RouteLink(link)) else { return "none" }
    return "\(match.route ?? "?")(\(match.parameters.notation))"
  }

  @Test(arguments: Corpus.allCases)
  func `every link of a corpus leads where it is expected`(corpus: Corpus) throws {
    let table = try corpus.table()
    #expect(corpus.links.count >= 25)
    for (link, expected) in corpus.links {
      #expect(try Self.reading(of: link, in: table) == expected, "\(link)")
    }
  }

  @Test(arguments: Corpus.allCases)
  func `every route that took a link has a link that leads back`(corpus: Corpus) throws {
    let table = try corpus.table()
    var led = 0
    for (text, _) in corpus.links {
      let link = try RouteLink(text)
      guard let match = table.match(link), let route = match.route, match.leftOut.isEmpty,
        !corpus.oneWayRoutes.contains(route), try !Self.followsLinks(route, table)
      else { continue }
      led += 1
      let usual = try table.link(to: route, match.parameters)
      #expect(table.match(usual) == match, "\(text), \(usual)")
      guard link.isWeb else { continue }
      let same = try table.link(
        to: route, match.parameters, scheme: link.scheme, host: link.host)
      #expect(table.match(same) == match, "\(text), \(same)")
    }
    #expect(led > 0)
  }

  /// Whether a route follows a link in a parameter.
  private static func followsLinks(_ route: String, _ table: RouteTable) throws -> Bool {
    guard case .link? = try #require(table.route(route)).redirect else { return false }
    return true
  }

  @Test(arguments: Corpus.allCases)
  func `a corpus has as many routes as promised, and no other warnings`(corpus: Corpus) throws {
    let table = try corpus.table()
    #expect(table.routes.count == corpus.countOfRoutes)
    #expect(table.warnings.map(\.field) == corpus.warnings)
  }

  @Test(arguments: Corpus.allCases)
  func `a corpus is the same once it is written and read again`(corpus: Corpus) throws {
    let table = try corpus.table()
    #expect(try RouteTable(json: table.canonicalJSON) == table)
  }
}
