import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

/// The result of comparing a table with an association file, as values.
@Suite struct `A table beside an association file` {
  private func check(_ components: String) throws -> AssociationCheck {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "home/stack[feed]", screens: { page: {} },
          routes: [
            { id: "page", patterns: ["/pages", "/p"], destination: [{ push: "page" }] },
            { id: "odd", patterns: ["/:code([qz]{5}[jk]{3})"], destination: [{ push: "page" }] },
          ] }
        """.utf8))
    var check = try check(of: table, components)
    check.compareTable()
    return check
  }

  private func check(of table: RouteTable, _ components: String) throws -> AssociationCheck {
    let file =
      #"{ "applinks": { "details": [ { "appID": "A.b", "components": [\#(components)] } ] } }"#
    return AssociationCheck(
      table, try AppSiteAssociation(json: Array(file.utf8), for: nil), host: nil)
  }

  @Test func `has a finding for each side that the other does not take`() throws {
    let check = try check(
      #"{ "/": "/p", "exclude": true }, { "/": "/pages", "caseSensitive": false }, "#
        + #"{ "/": "/pages" }, { "/": "/gone" }"#)
    #expect(
      check.findings == [
        .pattern(1, route: 0, .excluded(rule: 0), example: "/p"),
        .component(rule: 1, .ignoresCase, example: "/Pages"),
        .component(rule: 2, .neverAsked, example: "/pages"),
        .component(rule: 3, .leadsNowhere, example: "/gone"),
      ])
    #expect(check.untried == [.pattern(0, route: 1)])
  }

  @Test(arguments: [("/sale/", "/sale"), ("/sale", "/sale/")])
  func `a slash at the end that does not count keeps no link`(component: String, pattern: String)
    throws
  {
    func findings(endSlash: String) throws -> [AssociationCheck.Finding] {
      let table = try RouteTable(
        json: Array(
          """
          { format: "route-table/1", tree: "home/stack[feed]", links: { endSlash: "\(endSlash)" },
            screens: { page: {} },
            routes: [{ id: "s", patterns: ["\(pattern)"], destination: [{ push: "page" }] }] }
          """.utf8))
      var check = try check(of: table, #"{ "/": "\#(component)" }"#)
      check.compareTable()
      return check.findings
    }
    #expect(try findings(endSlash: "ignored").isEmpty)
    #expect(
      try findings(endSlash: "exact") == [
        .pattern(0, route: 0, .untaken, example: pattern),
        .component(rule: 0, .leadsNowhere, example: component),
      ])
  }

  @Test func `links of a route for one scheme have that scheme`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "home/stack[feed]", screens: { page: {} }, routes: [
          { id: "s", patterns: ["/p"], schemes: ["HTTP"], destination: [{ push: "page" }] }] }
        """.utf8))
    var check = try check(of: table, #"{ "/": "/p" }"#)
    check.compareTable()
    #expect(check.untried.isEmpty && check.patterns == 1)
    #expect(check.findings.isEmpty)
  }

  @Test func `tries items with the characters that part them`() throws {
    let table = try RouteTable(
      json: Array(
        #"""
        { format: "route-table/1", tree: "home/stack[feed]", screens: { page: {} },
          routes: [
            { id: "a", patterns: ["/a/:id"], query: { tab: "a&b" }, open: ["id"],
              destination: [{ push: "page" }] },
            { id: "b", patterns: ["/b/:id"], query: { tab: "a+b %" }, open: ["id"],
              destination: [{ push: "page" }] },
          ] }
        """#.utf8))
    var check = try check(of: table, #"{ "/": "*" }"#)
    check.compareTable()
    #expect(check.findings.isEmpty && check.patterns == 2)
  }

  @MainActor @Test func `looks at recorded links of either entry point`() throws {
    let journal = try TestJournal(Scenario())
    let session = journal.launch()
    session.open(.url("https://shop.example/one"))
    session.open(.universalLink("https://shop.example/two"))
    session.open("https://shop.example/three", from: .programmatic)
    session.end()
    var check = try check(of: session.table, #"{ "/": "/x" }"#)
    try check.compareJournal(History(path: journal.path))
    #expect(check.looked == 2)
  }

  @Test func `finds components that accept more than the table`() throws {
    let check = try check(#"{ "/": "*" }"#)
    #expect(check.findings.isEmpty && check.wider.map(\.rule) == [0])
    #expect(check.patterns == 2 && check.components == 1)
  }
}
