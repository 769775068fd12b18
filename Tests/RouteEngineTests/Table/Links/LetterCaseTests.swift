import RouteEngine
import RouteTestSupport
import Testing

/// Links and patterns when letter case is ignored.
extension LinkRulesTests {
  @Test(arguments: [
    ("/Products/:id", "/pRODUCTS/Ab", "Ab"), ("/café/:id", "/CAF%C3%89/x", "x"),
    ("/p/:id([a-c]+)", "/P/aBC", "aBC"), ("/p/:id.JSON", "/P/x.json", "x"),
    ("/a{/B}?/:id", "/A/b/X", "X"), ("/c/:id+", "/C/A/b", "A/b"),
    ("/οδος/:id", "/ΟΔΟΣ/x", "x"), ("/οδος-:id", "/ΟΔΟΣ-x", "x"), ("/οδοσ-:id", "/οδος-x", "x"),
    ("/İzmir/:id", "/i%CC%87ZMIR/x", "x"), ("/İzmir-:id", "/i%CC%87ZMIR-x", "x"),
    ("/i%CC%87zmir-:id", "/%C4%B0zmir-x", "x"), ("/straße-:id", "/STRA%E1%BA%9EE-x", "x"),
    ("/ǆ-:id", "/%C7%85-x", "x"),
  ])
  func `letter case is ignored, and captures keep theirs`(
    pattern: String, link: String, id: String
  ) throws {
    let table = try Self.table([pattern], LinkRules(letterCase: .ignored))
    #expect(try table.match(RouteLink(link))?.parameters == ["id": .string(id)])
    #expect(try Self.route(link, table) == pattern)
    #expect(try Self.route(link, Self.table([pattern])) == nil)
    let asRoute = try Self.table([pattern]) { $0.reading(letterCase: .ignored) }
    #expect(try Self.route(link, asRoute) == pattern)
  }

  @Test(arguments: [
    ("/admin/:id", "/adm%C4%B1n/7"), ("/shop-:id", "/%C5%BFhop-7"), ("/admın-:id", "/ADMIN-7"),
    ("/ſhop-:id", "/SHOP-7"), ("/k/:id", "/%E2%84%AA/7"), ("/k-:id", "/%E2%84%AA-7"),
  ])
  func `letters that only share a capital, or look alike, are different`(
    pattern: String, link: String
  ) throws {
    let table = try Self.table([pattern], LinkRules(letterCase: .ignored))
    #expect(try Self.route(link, table) == nil)
  }

  @Test(arguments: [("ΟΔΟΣ", "οδος"), ("οδοσ", "οδος"), ("CAFÉ", "Café"), ("cafe", nil)])
  func `a case of an enum is found in other letters as a literal is`(
    text: String, found: String?
  ) throws {
    let json = """
      { format: "route-table/1", tree: "main/stack[feed]", links: { letterCase: "ignored" },
        screens: { list: { parameters: { sort: ["οδος", "Café"] } } },
        routes: [{ id: "list", patterns: ["/list/:sort"], destination: [{ push: "list" }] }] }
      """
    let match = try RouteTable(json: Array(json.utf8)).match(RouteLink("/list/\(text)"))
    #expect(match?.parameters["sort"] == found.map { .string($0) })
  }

  @Test func `letter case is ignored in the literals that a rule lists`() throws {
    let rules = LinkRules(letterCase: .ignoredIn(["Wiki"]))
    let table = try Self.table(["/wiki/Page/:id"], rules)
    #expect(try Self.route("/WIKI/Page/X", table) == "/wiki/Page/:id")
    #expect(try Self.route("/WIKI/page/X", table) == nil)
  }

  @Test func `thousands of such literals are looked up by thousands of patterns in time`() throws {
    let literals = (0..<20_000).map { "w\($0)" } + ["Wiki"]
    let patterns = (0..<2_000).map { "/wiki/Page\($0)" }
    let table = try Self.table(patterns, LinkRules(letterCase: .ignoredIn(literals)))
    #expect(try Self.route("/WIKI/Page7", table) == "/wiki/Page7")
    #expect(try Self.route("/WIKI/page7", table) == nil)
  }

  @Test(arguments: ["a/b", "/wiki", "", ".", "a\\b"])
  func `a literal that is no segment is refused`(literal: String) {
    let message = "letterCase[1]: \"\(literal)\" is no segment: each stands between slashes"
    let literals = LinkRules.LetterCase.ignoredIn(["wiki", literal, "a%2Fb"])
    #expect(
      RouteTestSupport.mistakes { try Self.table(["/wiki"], LinkRules(letterCase: literals)) } == [
        "links.\(message)"
      ])
    let reads = { (route: Route) in route.reading(letterCase: literals) }
    #expect(
      RouteTestSupport.mistakes { try Self.table(["/wiki"], LinkRules(), reads) } == [
        "routes[0].\(message)"
      ])
  }

  @Test func `a literal that counts case comes before one that does not`() throws {
    let table = try Self.table(["/About", "/:id", "/about"]) { route in
      route.patterns == ["/About"] ? route.reading(letterCase: .ignored) : route
    }
    #expect(try Self.route("/about", table) == "/about")
    #expect(try Self.route("/ABOUT", table) == "/About")
    #expect(try Self.route("/abou", table) == "/:id")
  }
}
