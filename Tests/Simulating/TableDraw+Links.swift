import RouteEngine
import RouteTestSupport

// The rules for reading links, and routes that only some forms of links match.
extension TableDraw {
  static let hosts = ["shop.example", "*.shop.example"]

  /// The table's rules for reading links.
  mutating func linkRules() -> LinkRules {
    let hasScheme = random.chance(60)
    let rewriter = LinkRules.Rewriter(
      random.pick(SimulatedApp.interceptors),
      hosts: random.pick([[], ["shop.example"], ["go.example"]]))
    return LinkRules(
      schemes: hasScheme ? ["shop"] : [],
      schemeHost: hasScheme ? random.pick(LinkRules.SchemeHost.allCases) : .host,
      hosts: random.chance(50) ? Self.hosts : [],
      endSlash: random.pick(LinkRules.EndSlash.allCases),
      letterCase: random.pick([.exact, .ignored, .ignoredIn(Array(kinds.prefix(1)))]),
      plus: random.pick(LinkRules.Plus.allCases),
      unreadable: random.pick(LinkRules.Unreadable.allCases),
      rewriter: random.chance(30) ? rewriter : nil)
  }

  /// Gives some routes rules of their own.
  mutating func reading(_ route: Route) -> Route {
    var route = route
    if random.chance(15) { route.endSlash = random.pick(LinkRules.EndSlash.allCases) }
    if random.chance(15) { route.letterCase = random.pick([.exact, .ignored]) }
    if random.chance(15) { route.plus = random.pick(LinkRules.Plus.allCases) }
    if random.chance(15) { route.unreadable = random.pick(LinkRules.Unreadable.allCases) }
    if random.chance(30) { route.readsFragment = true }
    if random.chance(10) { route.constraint.fragment = random.pick([.absent, .value("top")]) }
    if random.chance(15), !route.readsFragment { route.constraint.fragment = .path("/p/:nr") }
    if random.chance(15) { route.constraint.query["at"] = .path("/q/:place") }
    return route
  }

  /// Parameters besides the id: a list, one with a default, and the cases of an enum.
  mutating func linkedParameters() -> [ParameterSchema.Entry] {
    var entries: [ParameterSchema.Entry] = []
    if random.chance(40) {
      entries.append(
        ParameterSchema.Entry(
          name: "sizes", type: .list(of: .int, by: random.pick([.item, .comma])),
          isOptional: random.chance(50)))
    }
    if random.chance(40) {
      entries.append(ParameterSchema.Entry(name: "page", type: .int, default: .int(1)))
    }
    if random.chance(30) {
      entries.append(
        ParameterSchema.Entry(
          name: "sort", type: .oneOf([.string("new"), .string("old")]), isOptional: true))
    }
    return entries
  }

  /// A kind with a list that a path may fill and the label of a host, routes to it, and routes that
  /// redirect.
  mutating func linkedRoutes(shape: Int) -> (screen: ScreenDeclaration, routes: [Route]) {
    var screen = ScreenDeclaration(
      "aisle",
      schema: ParameterSchema([
        ParameterSchema.Entry(name: "path", type: .list(of: .string, by: .item)),
        ParameterSchema.Entry(name: "shop", type: .string, isOptional: true),
      ]))
    screen.isRestored = !random.chance(40)
    var routes = [
      reading(
        Route(
          "aisle", patterns: ["/aisle/:path+"],
          destination: Destination(way(to: "aisle", shape: shape)))),
      reading(
        Route(
          "branch", patterns: ["/branch"],
          constraint: LinkConstraint(hosts: [":shop.shop.example"]),
          destination: Destination(way(to: "aisle", shape: shape)))),
    ]
    var old = Route("old", patterns: ["/old/:nr"], destination: Destination())
    old.redirect = .route(random.pick(kinds), with: ["id": .request("nr")])
    var out = Route("out", patterns: ["/out"], destination: Destination(), openNames: ["url"])
    out.redirect = .link(in: "url")
    routes += [old, out]
    return (screen, routes)
  }
}

extension SimulatedTarget {
  /// Links of every form that a table may read or refuse.
  static func links(of kinds: [String], withTexts: Bool) -> [SimulatedTarget] {
    let (first, second) = (kinds[0], kinds[1])
    let texts = [
      "/\(first)/1?sizes=1#text=hidden", "/old/3?text=hidden", "/aisle/a?text=hidden#hidden",
      "https://SHOP.example/\(second)/3/?text=hidden&text=hidden",
      "shop://\(first)/1?page=x&text=%68idden", "https://go.example/1?x=hidden#hidden",
      "/\(first)/2#/p/hidden", "/\(second)/2?at=/q/hidden",
    ]
    let links = [
      "shop://\(first)/1", "shop:/\(second)/2/", "SHOP://\(first)/1?page=2", "other://\(first)/1",
      "https://shop.example/\(first)/2", "https://de.shop.example/\(second)/1",
      "https://elsewhere.example/\(first)/1", "/\(first.uppercased())/1", "/\(first)/2/",
      "/\(second)/1?page=x", "/\(first)/1?sizes=1&sizes=2", "/\(second)/2?sizes=3,4",
      "/\(first)/1?sort=new#page=3&sort=old", "/\(second)/1#top", "/\(first)/1?sort=worst+one",
      "/aisle/a%2Fb/c", "/aisle/A/", "https://de.shop.example/branch?path=x&path=y",
      "/old/1?page=2", "/old/x", "/out?url=%2F\(first)%2F1", "/out?url=https%3A%2F%2Fno.example%2F",
      "/out?url=%2Fout%3Furl%3D%252Fold%252F2", "/out",
      "https://go.example/\(first)/1", "https://go.example/",
      "/\(first)/1#/p/7", "/\(second)/1?at=%2Fq%2Fhere", "/\(first)/2?at=/q/1#/p/2",
    ]
    return (links + (withTexts ? texts : [])).map(SimulatedTarget.link)
  }
}
