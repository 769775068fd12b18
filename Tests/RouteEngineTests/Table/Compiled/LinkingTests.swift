import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import shop_terminal

/// Reverse routing: from a route and parameters to a link.
@Suite struct LinkingTests {
  private struct Page: ScreenKind {
    var id: Int
    var ratio: Double?
    var title: String?
  }

  private func table() throws -> RouteTable {
    try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Page.self)
      DeclaredScreen("other")
      Route("page", "/pages/:id(\\d+)", to: [.push(Page.self)])
      Route("new", "/pages/new", to: [.push("other")])
      Route("named", "/named/:title", to: [.push("other")])
      Route("fixed", "/fixed/:title", to: [.push(Page.self, with: ["id": 7])])
      Route("hidden", to: [.push("other")])
      Route("web", "/web/:id", to: [.push(Page.self)])
        .at(scheme: "https", "shop", host: "*.shop.example", "shop.example")
      Route("any", "/any", to: [.push("other")]).at(host: "*.shop.example")
      Route("own", "/own", to: [.push("other")]).at(scheme: "shop", query: ["q": true, "t": "x"])
      Route("bare", "/own", to: [.push("other")]).at(scheme: "shop", query: ["q": false])
    }
  }

  private func error(
    _ route: String, _ parameters: Parameters = [:], scheme: String? = nil, host: String? = nil
  ) throws -> String {
    let table = try table()
    return try #require(throws: LinkingError.self) {
      try table.link(to: route, parameters, scheme: scheme, host: host)
    }.description
  }

  @Test func `captured parameters are in the path, the others in the query`() throws {
    let table = try table()
    #expect(try table.link(to: "page", ["id": 7]).text == "/pages/7")
    #expect(
      try table.link(to: "page", ["id": 7, "title": "a&b=c+d #é", "x y": "%"]).text
        == "/pages/7?title=a%26b%3Dc%2Bd%20%23%C3%A9&x%20y=%25")
    #expect(
      try table.link(to: "page", ["id": -0, "ratio": 1e21], host: "Shop.Example").text
        == "https://shop.example/pages/0?ratio=1000000000000000000000")
    #expect(try table.link(to: "named", ["title": "../a?b#c~d"]).text == "/named/..%2Fa%3Fb%23c~d")
  }

  @Test func `values are written as their types and the route ask for them`() throws {
    struct Visit: ScreenKind { var id: UUID, page: Int? }
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Visit.self)
      Route("visit", "/visits/:id", to: [.push(Visit.self)]).at(query: ["page": "01"])
    }
    let id = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
    for parameters: Parameters in [["id": .string(id)], ["id": .string(id), "page": 1]] {
      #expect(
        try table.link(to: "visit", parameters).text == "/visits/\(id.uppercased())?page=01")
    }
    #expect(throws: LinkingError.self) {
      try table.link(to: "visit", ["id": .string(id), "page": 2])
    }
  }

  @Test func `scheme and host come from the caller, or else from the route`() throws {
    let table = try table()
    #expect(try table.link(to: "web", ["id": 7]).text == "https://shop.example/web/7")
    #expect(
      try table.link(to: "web", ["id": 7], scheme: "shop", host: "a.shop.example").text
        == "shop://a.shop.example/web/7")
    #expect(try table.link(to: "own", ["q": ""]).text == "shop:/own?q=&t=x")
    #expect(try table.link(to: "bare").text == "shop:/own")
    #expect(try table.link(to: "page", ["id": 7], scheme: "shop").text == "shop:/pages/7")
  }

  @Test func `the mistake is reported, with advice`() throws {
    #expect(try error("pgae") == "there is no route pgae")
    #expect(try error("hidden") == "hidden has no pattern; open it by its identifier")
    #expect(try error("page") == "page needs id; give it a value")
    #expect(
      try error("page", ["id": -7])
        == "id of page cannot be -7; expected what fits its place in /pages/:id(\\d+)")
    #expect(try error("page", ["id": "7"]) == "id of page cannot be \"7\"; expected int")
    #expect(
      try error("page", ["id": 7, "ratio": .double(.infinity)])
        == "ratio of page cannot be #7ff0000000000000; expected a number that decimals can write")
    #expect(try error("named", ["title": 7]) == "title of named cannot be 7; expected string")
    #expect(
      try error("named", ["title": .token("~AbCdEfGhIjKlMnOpQrStUv")])
        == "title of named is only a token; give the value that it stands for")
    #expect(
      try error("named", ["title": ".."])
        == "no link carries these parameters to named: /named/:title is read with others")
    #expect(try error("any") == "any does not say which host; give one")
    #expect(
      try error("page", ["id": 7], scheme: "https") == "page does not say which host; give one")
    #expect(
      try error("any", host: "shop.example")
        == "https://shop.example/any has another scheme, host, query or fragment than any asks for")
    #expect(try error("own") == "own needs q; give it a value")
    #expect(try error("own", ["q": "", "t": "y"]).contains("fragment than own asks for"))
    #expect(try error("bare", ["q": ""]).contains("fragment than bare asks for"))
    #expect(try error("page", ["id": 7], host: "a b").hasPrefix("page has no link"))
    let long = String(repeating: "x", count: 9_000)
    #expect(try error("named", ["title": .string(long)]).contains("over the limit of 8192"))
  }

  @Test func `a link that another route would take is refused`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("page")
      Route("page", "/pages/:name", to: [.push("page")])
      Route("new", "/pages/new", to: [.push("page")])
    }
    let error = #expect(throws: LinkingError.self) { try table.link(to: "page", ["name": "new"]) }
    #expect(
      error?.description == "no link leads to page with these parameters: /pages/new leads to new")
  }

  @Test func `a screen's value has the link of the first route that leads to it`() throws {
    let table = try table()
    #expect(try table.link(to: Page(id: 8)).text == "/pages/8")
    #expect(
      try table.link(to: Page(id: 7, ratio: 0.5, title: "a")).text == "/pages/7?ratio=0.5&title=a")
    #expect(try table.link(to: Page(id: -8)).text == "https://shop.example/web/-8")
    let shop = try Shop.table()
    #expect(try shop.link(to: Shop.Product(id: 7)).text == "/products/7")
    #expect(
      try shop.link(to: Shop.Product(id: 7, coupon: "a/b"), host: "shop.example").text
        == "https://shop.example/products/7?coupon=a/b")
    let error = #expect(throws: LinkingError.self) { try shop.link(to: Page(id: 7)) }
    #expect(error == .noRoute(kind: "page"))
  }

  @Test func `decimal fractions of any size are read back`() throws {
    let table = try table()
    var random = SeededRandom(3)
    for round in 0..<300 {
      let value =
        round < 5
        ? [0.0, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -1e-7][round]
        : Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let link = try table.link(to: "page", ["id": 7, "ratio": .double(value)])
      #expect(table.match(link)?.parameters["ratio"] == .double(value))
    }
  }
}

/// Reverse routing over whole tables.
@Suite struct LinkingPropertyTests {
  private static func expectReversible(
    _ table: RouteTable, rounds: Int, seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var sampler = LinkSampler(random: SeededRandom(seed))
    for (position, route) in table.routes.enumerated() where !route.patterns.isEmpty {
      var matches = 0
      for round in 0..<rounds {
        let text = sampler.link(to: route, table.types(ofRoute: position))
        guard let link = try? RouteLink(text), let match = table.match(link),
          match.route == route.identifier
        else { continue }
        matches += 1
        let host = link.host
        do {
          let made = try table.link(
            to: route.identifier, match.parameters, scheme: link.scheme, host: host)
          #expect(table.match(made) == match, "\(text), \(made)", sourceLocation: sourceLocation)
        } catch {
          Issue.record("\(text), round \(round): \(error)", sourceLocation: sourceLocation)
        }
      }
      #expect(matches > 0, "\(route.identifier) is reached", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["Examples/shop/routes.json5", "Examples/semicomplete/routes.json"])
  func `B3: every route of an example has a link for a link's parameters`(path: String) throws {
    try Self.expectReversible(RouteTable(json: PackageFile.bytes(path)), rounds: 60, seed: 1)
  }

  @Test(
    .enabled(
      if: PackageFile.exists(PathIndexTests.routes), "needs ../shared/data beside the package"))
  func `B3: every route of a real interface has a link for a link's parameters`() throws {
    let patterns = try PathIndexTests.realPatterns()
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[home]",
        routes: patterns.enumerated().map { index, pattern in
          Route("r\(index)", pattern, to: [.select("home")])
        }))
    try Self.expectReversible(table, rounds: 10, seed: 2)
  }

  @Test func `B3: random routes have links for parameters from links`() throws {
    var random = SeededRandom(8)
    let pieces = [
      "/a", "/b", "/:N", "/:N", "/:N(\\d+)", "/x-:N", "{/:N}?", "/:N([a-c]{1,3}|x)", "{/a}?",
      "/:N(.*)", "/:N-:M", "/:N.html", "{/v:N}?",
    ]
    let tails = ["", "", "/*", "/:T+", "/:T*", "{/}?", "{-:T}+", "/:T([a-z/]+)"]
    let screen = ScreenDeclaration("page", schema: ["n0?": .int, "m1?": .double, "q?": .bool])
    var found = 0
    for seed in 0..<40 as Range<UInt64> {
      let routes = (0..<6).map { index in
        var text = random.pick(["/a", "/b", ""])
        for name in 0..<(1 + random.below(3)) {
          text += random.pick(pieces).replacing("N", with: "n\(name)")
            .replacing("M", with: "m\(name)")
        }
        text += random.pick(tails).replacing("T", with: "t")
        var route = Route("r\(index)", priority: index, text, to: [.push("page")])
        if random.chance(30) { route = route.at(scheme: random.pick(["https", "shop", ""])) }
        if random.chance(30) { route = route.at(query: ["q": random.pick(["true", true, false])]) }
        return route
      }
      guard
        let table = try? RouteTable(
          RouteTableDefinition(tree: "main/stack[home]", screens: [screen], routes: routes))
      else { continue }
      var sampler = LinkSampler(random: SeededRandom(seed))
      for (position, route) in table.routes.enumerated() {
        for _ in 0..<15 {
          let text = sampler.link(to: route, table.types(ofRoute: position))
          guard let link = try? RouteLink(text), let match = table.match(link),
            let taker = match.route
          else { continue }
          found += 1
          do {
            let made = try table.link(
              to: taker, match.parameters, scheme: link.scheme, host: link.host)
            #expect(table.match(made) == match, "\(text), \(made), seed \(seed)")
          } catch {
            Issue.record("\(text) to \(route.patterns), seed \(seed): \(error)")
          }
        }
      }
    }
    #expect(found > 0)
  }
}

extension LinkingTests {
  @Test func `B3: random fragments and items have links, which stay theirs when hidden`() {
    var random = SeededRandom(9)
    let pieces = ["/a", "/:N", "/x-:N", "{/:N}?", "/:N.html", "{/a}?", "/b"]
    let tails = ["", "", "/:T+", "/:T*", "{/}?"]
    func path(_ place: String) -> String {
      var text = random.pick(["", "!", "a"])
      for name in 0..<(1 + random.below(3)) {
        text += random.pick(pieces).replacing("N", with: "\(place)\(name)")
      }
      return text + random.pick(tails).replacing("T", with: "\(place)t")
    }
    let screen = ScreenDeclaration(
      "page", schema: ["f0?": .int, "q1?": .double], privateNames: ["f0"])
    var found = 0
    for seed in 0..<60 as Range<UInt64> {
      let routes = (0..<4 as Range<Int>).map { index in
        Route("r\(index)", priority: index, "/p", to: [.push("page")])
          .at(query: ["q": .path(path("q"))], fragment: .path(path("f")))
      }
      guard
        let table = try? RouteTable(
          RouteTableDefinition(tree: "main/stack[home]", screens: [screen], routes: routes))
      else { continue }
      var sampler = LinkSampler(random: SeededRandom(seed))
      for (position, route) in table.routes.enumerated() {
        for _ in 0..<15 {
          let text = sampler.link(to: route, table.types(ofRoute: position))
          guard let link = try? RouteLink(text), let match = table.match(link),
            let taker = match.route
          else { continue }
          found += 1
          do {
            let made = try table.link(to: taker, match.parameters)
            #expect(table.match(made) == match, "\(text), \(made), seed \(seed)")
          } catch {
            Issue.record("\(text) to \(route.identifier), seed \(seed): \(error)")
          }
          let hidden = link.journaled(by: table)
          #expect(
            table.match(hidden)?.route == taker, "\(text), \(hidden.text), seed \(seed)")
        }
      }
    }
    #expect(found > 500)
  }
}

extension LinkConstraint {
  /// The captures in the paths of the fragment and of items.
  fileprivate var namesOfPaths: [String] {
    (query.elements.map(\.rule) + [fragment].compactMap(\.self)).flatMap { rule -> [String] in
      guard case .path(let text) = rule else { return [] }
      return (try? PathPattern(text))?.names ?? []
    }
  }
}

/// Generates links that a route may match.
private struct LinkSampler {
  var random: SeededRandom

  mutating func link(to route: Route, _ types: CaptureTypes) -> String {
    let scheme = route.constraint.schemes.isEmpty ? "" : random.pick(route.constraint.schemes)
    let start = scheme.isEmpty ? "" : scheme == "https" ? "https://h.example" : "\(scheme):"
    guard let pattern = try? PathPattern(random.pick(route.patterns)) else { return "" }
    var text = start
    for part in pattern.parts { text += self.text(of: part, types) }
    var (items, fragment) = ([String](), "")
    let captured = pattern.names + route.constraint.namesOfPaths
    for entry in types.entries where !captured.contains(entry.name) && random.chance(40) {
      items.append("\(entry.name)=\(value(of: entry.type, spans: true))")
    }
    if random.chance(40) { items.append("utm_source=\(value(of: .string, spans: true))") }
    for element in route.constraint.query.elements {
      switch element.rule {
      case .value(let text): items.insert("\(element.name)=\(text)", at: 0)
      case .present: items.append("\(element.name)=true")
      case .path(let text): items.insert("\(element.name)=\(path(of: text, types))", at: 0)
      case .absent: items.removeAll { $0.hasPrefix("\(element.name)=") }
      }
    }
    if case .path(let path)? = route.constraint.fragment {
      fragment = "#" + self.path(of: path, types)
    }
    return text + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + fragment
  }

  private mutating func path(of text: String, _ types: CaptureTypes) -> String {
    guard let pattern = try? PathPattern(text) else { return "" }
    return pattern.parts.map { self.text(of: $0, types) }.joined()
  }

  private mutating func text(of part: PathPattern.Part, _ types: CaptureTypes) -> String {
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let isOptional = part.modifier == .optional || part.modifier == .zeroOrMore
    if isOptional, random.chance(50) { return "" }
    guard part.isCapture else { return string(part.prefix) }
    let type = types[part.name]?.type ?? .string
    var text = string(part.prefix) + value(of: part, type)
    if part.modifier == .oneOrMore || part.modifier == .zeroOrMore {
      while random.chance(40) { text += string(part.suffix + part.prefix) + value(of: part, type) }
    }
    return text + string(part.suffix)
  }

  private mutating func value(of part: PathPattern.Part, _ type: ParameterType) -> String {
    switch part.kind {
    case .text: ""
    case .segment: value(of: type, spans: false)
    case .wildcard: value(of: type, spans: true)
    case .expression(let expression): sample(expression.node)
    }
  }

  private mutating func value(of type: ParameterType, spans: Bool) -> String {
    switch type {
    case .int: return String(Int64(truncatingIfNeeded: random.next()) >> random.below(64))
    case .intWithin(let bounds): return "\(bounds.upperBound)"
    case .double: return "\(random.below(1_000)).\(random.below(1_000))"
    case .bool: return random.chance(50) ? "true" : "false"
    case .uuid: return UUID().uuidString.lowercased()
    case .date: return "20\(10 + random.below(90))-02-1\(random.below(10))T10:20:30.5Z"
    case .oneOf: return "\(random.below(3))"
    case .list(let element, _): return value(of: element, spans: false)
    case .json: return ""
    case .string:
      let units = [
        "a", "b", "Z", "7", "-", ".", "~", "%20", "%2F", "%3F", "%25", "%C3%A9", "'", "!",
      ]
      let slashes = spans ? ["/", "/"] : []
      return (0...random.below(6)).map { _ in random.pick(units + slashes) }.joined()
    }
  }

  /// A text that the expression matches.
  private mutating func sample(_ node: PathExpression.Node) -> String {
    switch node {
    case .nothing: return ""
    case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .set(let set), .character(let set):
      let bytes = Array("abcdefghilmnoptxyzABC0123456789-_./".utf8).filter(set.contains)
      return bytes.isEmpty ? "" : String(Unicode.Scalar(random.pick(bytes)))
    case .sequence(let nodes): return nodes.map { sample($0) }.joined()
    case .alternatives(let nodes): return sample(random.pick(nodes))
    case .repetition(let node, let minimum, let maximum, _):
      let most = min(maximum ?? .max, minimum + 4)
      return (0..<(minimum + random.below(most - minimum + 1))).map { _ in sample(node) }.joined()
    }
  }
}
