import Foundation
import RouteEngine
import RouteTestSupport
import Testing

/// Values in links: lists, defaults, and items that cannot be read.
struct LinkValuesTests {
  private struct Finds: ScreenKind {
    var size: [Int]
    var tags: [String]?
    var page: Int
    var query: String?
    var near: Double?
  }

  private struct Trail: ScreenKind { var path: [String] }
  private struct Pick: ScreenKind { var ids: [Int] }
  private struct Point: Codable, Hashable { var x: Int, y: Double }
  private struct Chart: ScreenKind { var points: [Point], focus: Point? }

  private static func table(
    _ finds: DeclaredScreen = DeclaredScreen(Finds.self), _ change: (Route) -> Route = { $0 }
  ) throws -> RouteTable {
    let ids = ParameterSchema.Entry(name: "ids", type: .list(of: .int, by: .comma))
    return try RouteTable(tree: "main/stack[feed]") {
      finds.withoutIdentity().defaulting(\Finds.page, to: 1)
      DeclaredScreen(Trail.self)
      DeclaredScreen(Pick.self, parameters: ParameterSchema([ids]))
      DeclaredScreen(Chart.self)
      change(Route("finds", "/find", to: [.push(Finds.self)]))
      Route("other", "/:any", to: [.push(Trail.self, with: ["path": ["other"]])])
      Route("trail", "/trail/:path+", to: [.push(Trail.self)])
      Route("pick", "/pick/:ids", to: [.push(Pick.self)])
      Route("chart", "/chart", to: [.push(Chart.self)])
    }
  }

  /// The parameters of the screen to which a link leads, in the notation; nil when the link is
  /// refused.
  private static func screen(_ link: String, _ table: RouteTable) throws -> String? {
    let match = try table.match(RouteLink(link))
    let step = try #require(match?.compiled.steps.last)
    return match.flatMap { try? step.parameters(from: $0.parameters).notation }
  }

  @Test(arguments: [
    ("/find", "page: 1, size: []"), ("/find?size=1&size=2", "page: 1, size: [1,2]"),
    ("/find?size=3&page=2&size=-1", "page: 2, size: [3,-1]"),
    ("/find?tags=a&tags=b,c&tags=", "page: 1, size: [], tags: [\"a\",\"b,c\",\"\"]"),
    ("/trail/a%2Fb/c", "path: [\"a/b\",\"c\"]"), ("/trail/a/b/c", "path: [\"a\",\"b\",\"c\"]"),
    ("/pick/1,2,3", "ids: [1,2,3]"), ("/pick/7", "ids: [7]"),
    ("/trail/%22%00%5C", "path: [\"\\\"\\u0000\\\\\"]"),
    ("/x", "path: [\"other\"]"),
  ])
  func `links give lists and defaults`(link: String, parameters: String) throws {
    #expect(try Self.screen(link, Self.table()) == parameters)
  }

  @Test func `values of a link come to the screen with Swift's types`() throws {
    let table = try Self.table()
    let match = try #require(try table.match(RouteLink("/find?size=1&size=2&near=2")))
    let step = try #require(match.compiled.steps.last)
    let screen = try step.parameters(from: match.parameters).decode(Finds.self)
    #expect(screen == Finds(size: [1, 2], tags: nil, page: 1, query: nil, near: 2))
  }

  @Test(arguments: [
    ("/find?page=&query=x", ["page"], "page: 1, query: \"x\", size: []"),
    ("/find?near=far&page=2", ["near"], "near: nil, page: 2, size: []"),
    ("/find?size=1&size=x", ["size"], "page: 1, size: []"),
  ])
  func `an unreadable item is left out and reported`(
    link: String, names: [String], parameters: String
  ) throws {
    let table = try Self.table()
    #expect(try table.match(RouteLink(link))?.leftOut == names)
    let expected = parameters.replacing("near: nil, ", with: "")
    #expect(try Self.screen(link, table) == expected)
  }

  @Test func `an item that cannot be read fails the request or leads to the next route`() throws {
    let failing = try Self.table { $0.reading(unreadable: .fails) }
    #expect(try failing.match(RouteLink("/find?page="))?.route == "finds")
    #expect(try Self.screen("/find?page=", failing) == nil)
    let next = try Self.table { $0.reading(unreadable: .next) }
    #expect(try next.match(RouteLink("/find?page="))?.route == "other")
    #expect(try next.match(RouteLink("/find?size=1&size=b"))?.route == "other")
    #expect(try next.match(RouteLink("/find?page=2"))?.route == "finds")
    func verdict(_ link: String) throws -> RouteTable.Verdict? {
      try next.verdicts(on: RouteLink(link)).first { $0.route == "finds" }?.verdict
    }
    #expect(try verdict("/find?page=") == .unreadable(name: "page", text: "", type: .int))
    #expect(
      try verdict("/find?size=1&size=b") == .unreadable(name: "size", text: "b", type: .int))
    #expect(try verdict("/find?page=2") == .taken)
  }

  @Test @MainActor
  func `an item that cannot be read fails the request whatever step is taken`() throws {
    let finds = Route(
      "list", "/list",
      to: [
        .choose(.when(.has("full"), steps: [.push("list")]), .otherwise([.select("feed")]))
      ]
    ).reading(unreadable: .fails)
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[feed]",
        screens: [ScreenDeclaration("list", schema: ["page?": .int])], routes: [finds]))
    let session = RouteSession.launch(table, at: .memory)
    #expect(session.open("/list?page=2").outcome?.isSuccess == true)
    let outcome = session.open("/list?page=x").outcome
    #expect(outcome == .failed(step: 0, reason: "the item page cannot be read as int"))
  }

  private struct Doc: ScreenKind { var id: UUID }

  @Test @MainActor func `a UUID is the same in every spelling`() throws {
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen(Doc.self)
      Route("doc", "/docs/:id", to: [.push(Doc.self)])
    }
    let session = RouteSession.launch(table, at: .memory) { $0.translate("push", to: Doc.self) }
    let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
    #expect(session.open("/docs/\(id)").outcome == .shown)
    #expect(session.open(.customValue("push", info: ["id": .string(id)])).outcome == .alreadyShown)
  }

  @Test func `an item whose parameter is in the path is not read`() throws {
    let table = try Self.table { _ in
      Route("finds", "/find/:page", to: [.push(Finds.self)]).reading(unreadable: .next)
    }
    #expect(try table.match(RouteLink("/find/2?page=x"))?.route == "finds")
    #expect(try table.match(RouteLink("/find/2?near=x"))?.route != "finds")
    let host = try Self.table { _ in
      Route("finds", "/find", to: [.push(Finds.self)])
        .at(host: ":page.shop.example").reading(unreadable: .next)
    }
    #expect(try host.match(RouteLink("https://2.shop.example/find?page=x"))?.route == "finds")
  }

  @Test func `links back have lists, and no objects`() throws {
    let table = try Self.table()
    let finds = Finds(size: [1, 2], tags: [], page: 2, query: nil, near: nil)
    #expect(try table.link(to: "finds", Parameters(encoding: finds)).text.hasPrefix("/find?page=2"))
    #expect(
      try table.link(to: "finds", ["size": [1, 2], "tags": ["a&b"]]).text
        == "/find?size=1&size=2&tags=a%26b")
    #expect(try table.link(to: Trail(path: ["a/b", "c"])).text == "/trail/a%2Fb/c")
    #expect(try table.link(to: Pick(ids: [3, 4])).text == "/pick/3,4")
    #expect(throws: RouteTable.LinkingError.self) { try table.link(to: "pick", ["ids": []]) }
    #expect(throws: RouteTable.LinkingError.self) {
      try table.link(to: Chart(points: [Point(x: 1, y: 2)], focus: nil))
    }
  }

  @Test func `a link back has no empty list where a screen has another default`() throws {
    let usual = try Self.table()
    #expect(try usual.link(to: "finds", ["size": []]).text == "/find")
    let table = try Self.table(DeclaredScreen(Finds.self).defaulting(\Finds.size, to: [1]))
    #expect(try table.link(to: "finds", ["size": [2]]).text == "/find?size=2")
    #expect(throws: RouteTable.LinkingError.self) { try table.link(to: "finds", ["size": []]) }
  }

  @Test func `an object is opened by value, journaled and read back`() throws {
    let chart = Chart(points: [Point(x: 1, y: 0.5)], focus: Point(x: 2, y: 3))
    let parameters = try Parameters(encoding: chart)
    var writer = JSONWriter()
    parameters.write(to: &writer)
    #expect(
      writer.text == #"{"focus":{"object":{"x":2,"y":3}},"points":[{"x":1,"y":0.5}]}"#)
    var reader = JSONReader(writer.bytes)
    #expect(try Parameters(from: &reader) == parameters)
    var spaced = JSONReader(
      Array(#"{ "points": [ {"y":0.5, "x":1} ], "focus": {"object": {"y":3.0,"x":2}} }"#.utf8))
    #expect(try Parameters(from: &spaced) == parameters)
    let notation = Array("[1, \"a\",true ]x".utf8)
    var offset = 0
    #expect(try ParameterValue.parse(notation: notation, at: &offset) == [1, "a", true])
    #expect(offset == notation.count - 1)
  }

  @Test func `a fragment decides between routes`() throws {
    let table = try RouteTable(tree: "main/stack[feed]") {
      DeclaredScreen("reviews")
      DeclaredScreen("plain")
      Route("reviews", "/p", to: [.push("reviews")]).at(fragment: "r/1 ü")
      Route("any", "/p", to: [.push("reviews")]).at(fragment: true)
      Route("plain", "/p", to: [.push("plain")]).at(fragment: false)
    }
    #expect(try table.match(RouteLink("/p#r/1%20%C3%BC"))?.route == "reviews")
    #expect(try table.match(RouteLink("/p#other"))?.route == "any")
    #expect(try table.match(RouteLink("/p"))?.route == "plain")
    #expect(try table.link(to: "reviews").text == "/p#r/1%20%C3%BC")
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    #expect(try RouteLink("/p#r/1%20%C3%BC").journaled(by: table).text == "/p#r/1%20%C3%BC")
    #expect(try RouteLink("/p#other").journaled(by: table).text.hasPrefix("/p#~"))
    let verdicts = try table.verdicts(on: RouteLink("/p#x")).map(\.verdict)
    #expect(verdicts.first == .refused(.fragment(wanted: "r/1 ü", isWanted: true)))
  }

  @Test func `a fragment gives parameters when the route says so`() throws {
    let table = try Self.table(DeclaredScreen(Finds.self, private: \.query)) {
      $0.readingFragment()
    }
    let link = "/find?size=1#size=2&page=3&query=secret&other=x"
    #expect(try Self.screen(link, table) == #"page: 3, query: "secret", size: [1,2]"#)
    let hidden = try RouteLink(link).journaled(by: table)
    #expect(hidden.text.hasPrefix("/find?size=1#size=2&page=3&query=~"))
    #expect(!hidden.text.contains("secret") && !hidden.text.contains("other=x"))
    #expect(table.match(hidden)?.parameters["page"] == 3)
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    #expect(try Self.table().match(RouteLink("/find#page=3"))?.parameters["page"] == nil)
  }

  @Test func `a private list is one token`() throws {
    let table = try Self.table(DeclaredScreen(Finds.self, private: \.size))
    let hidden = try RouteLink("/find?size=1&page=2&size=2").journaled(by: table)
    #expect(hidden.queryItems.map(\.name) == ["size", "page"])
    let match = try #require(table.match(RouteLink(journaled: hidden.text)))
    guard case .token? = match.parameters["size"] else {
      Issue.record("no token: \(match.parameters)")
      return
    }
  }

  @Test func `a table with lists and defaults is the same in Swift and in a file`() throws {
    let table = try Self.table { $0.reading(unreadable: .next) }
    #expect(try RouteTable(json: table.canonicalJSON) == table)
    let text = String(decoding: table.canonicalJSON, as: UTF8.self)
    #expect(text.contains(#""page":{"default":1,"type":"int"}"#))
    #expect(text.contains(#""ids":"[int,]""#))
    #expect(text.contains(#""path":["other"]"#))
  }

  @Test(arguments: [
    ("page: { type: \"int\", default: \"a\" }", "screens.list.parameters.page.default"),
    ("page: { type: \"int?\", default: 1 }", "screens.list.parameters.page.default"),
    ("page: { default: 1 }", "screens.list.parameters.page.type"),
    ("page: \"[json]\"", "screens.list.parameters.page"),
  ])
  func `a mistake in a default is reported with its place`(parameter: String, field: String) throws
  {
    let text = """
      { format: "route-table/1", tree: "main", routes: [],
        screens: { list: { parameters: { \(parameter) } } } }
      """
    let error = try #require(throws: RouteTable.Mistakes.self) {
      try RouteTable(json: Array(text.utf8))
    }
    #expect(error.mistakes.map(\.field) == [field], "\(error)")
  }
}
