import RouteEngine
import RouteReplay
import Testing

/// What a table beside an association file comes to, as values.
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
    let file =
      #"{ "applinks": { "details": [ { "appID": "A.b", "components": [\#(components)] } ] } }"#
    var check = AssociationCheck(
      table, try AppSiteAssociation(json: Array(file.utf8), for: nil), host: nil)
    check.compareTable()
    return check
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

  @Test func `knows what takes more than the table`() throws {
    let check = try check(#"{ "/": "*" }"#)
    #expect(check.findings.isEmpty && check.wider.map(\.rule) == [0])
    #expect(check.patterns == 2 && check.components == 1)
  }
}
