import RouteEngine

/// A link to a table with every rule for links: lists, defaults, redirects, fragments, paths in
/// fragments and query items, a label of the host, and ignored letter case and final slash. For any
/// link, reading never traps, the link that the table writes leads back to its route, and the
/// hidden link leads to the same route.
@MainActor
enum RuledLink {
  static let table: RouteTable = {
    let text = #"""
      { format: "route-table/1", tree: "main/stack[feed]",
        links: { schemes: ["app"], schemeHost: "segment", hosts: ["a.example", "*.a.example"],
                 letterCase: "ignored" },
        screens: {
          all: { parameters: { n: { type: "int", default: 1 }, ids: "[int]", tags: "[string]?",
                               sums: "[double,]?", kind: ["new", "old", null], text: "string?" } },
          path: { parameters: { rest: "[string]" } },
          shop: { parameters: { shop: "string", code: "string?" }, private: ["code"] },
          mail: { parameters: { thread: "int", name: "string?", rest: "[string]?" },
                  private: ["thread", "name"] } },
        routes: [
          { id: "all", patterns: ["/all", "/All/:kind", "/n/:n(\\d+)"], fragmentItems: true,
            destination: [{ push: "all" }] },
          { id: "next", patterns: ["/next/:text((?:[a-z ]|\\u00e9)+)", "/x-:text.html"],
            unreadable: "next", plus: "plus", destination: [{ push: "all" }] },
          { id: "path", patterns: ["/path/:rest+", "/any/*"], letterCase: "exact",
            destination: [{ push: "path", with: { rest: ":rest" } }] },
          { id: "words", patterns: ["/words/:rest(.*)"], destination: [{ push: "path" }] },
          { id: "shop", patterns: ["/shop"], hosts: [":shop.a.example"],
            destination: [{ push: "shop" }] },
          { id: "top", patterns: ["/all"], fragment: "Top é", priority: 1,
            destination: [{ push: "all" }] },
          { id: "mail", patterns: ["/app"], fragment: { path: "!/mail/:thread{/:name}?" },
            query: { next: { path: "/n/:n(\\d+)/:tags*" } }, open: ["n", "tags"],
            destination: [{ push: "mail" }] },
          { id: "names", patterns: ["/app"], fragment: { path: ":name" },
            destination: [{ push: "mail", with: { thread: 0 } }] },
          { id: "trail", patterns: ["/app"], fragment: { path: "/:rest+" }, letterCase: ["app"],
            destination: [{ push: "mail", with: { thread: 0 } }] },
          { id: "old", patterns: ["/o/:nr"], redirect: { route: "all", with: { n: ":nr" } } },
          { id: "out", patterns: ["/out"], open: ["url"], redirect: { link: "url" } } ] }
      """#
    do { return try RouteTable(json: Array(text.utf8)) } catch { fatalError("no table: \(error)") }
  }()

  static func feed(_ bytes: [UInt8]) {
    guard let link = try? RouteLink(utf8: bytes) else { return }
    let match = table.match(link)
    let taking = table.verdicts(on: link).first { $0.verdict == .taken }
    require(taking?.route == match?.route, "\(link.text) is explained as another route's")
    _ = table.liberties(with: link)
    let request = RouteRequest(.link(link), from: .url, at: RouteInstant(microseconds: 0))
    decide(request)
    guard let hidden = PrivateLink.hidden(link, table) else { return }
    require(
      hidden.hidesPath || table.match(hidden)?.route == match?.route,
      "\(link.text) is another route's as \(hidden.text)")
    guard let match, let route = match.route else { return }
    // Not every set of parameters has a link; a link that is written was looked up again.
    guard let written = try? table.link(to: route, match.parameters) else { return }
    require(table.match(written)?.route == route, "\(written.text) leads elsewhere")
  }

  private static func decide(_ request: RouteRequest) {
    guard let state = try? RouteState(scenes: table.initialScenes, counter: 0) else { return }
    let decision = Decision.decide(
      DecisionInput(
        request: request, id: RequestID(1), state: state, table: table, now: request.at))
    guard case .decided(let decided) = decision else { return }
    require(decided.state.brokenInvariant == nil, decided.state.brokenInvariant ?? "")
  }
}
