import RouteEngine
import RouteTestSupport
import Testing

/// Links as a journal has them, in tables with rules for links: they contain nothing private, and
/// lead to the same routes.
struct HiddenLinkTests {
  private static func hidden(_ text: String, _ table: RouteTable) throws -> RouteLink {
    try RouteLink(text).journaled(by: table)
  }

  private static func table(_ json: String) throws -> RouteTable {
    try RouteTable(
      json: Array(#"{ format: "route-table/1", tree: "main/stack[feed]", \#(json) }"#.utf8))
  }

  @Test(arguments: ["string", "[string]", "[string,]"])
  func `an open text, or a list of them, hides what resembles a private place`(
    type: String
  ) throws {
    let table = try Self.table(
      """
      screens: { profile: { parameters: { email: "string" }, private: ["email"] },
                 page: { parameters: { rest: "\(type)" } } },
      routes: [
        { id: "profile", patterns: ["/profile/:email"], destination: [{ push: "profile" }] },
        { id: "page", patterns: ["/:rest+"], destination: [{ push: "page" }] } ]
      """)
    let link = try Self.hidden("/Profile/bob@example.com", table)
    #expect(!link.text.contains("bob"))
    #expect(table.match(link)?.route == "page")
  }

  @Test func `the link in a parameter is not kept where it may not be followed`() throws {
    let table = try Self.table(
      """
      screens: { reset: { parameters: { token: "string" }, private: ["token"] } },
      routes: [
        { id: "reset", patterns: ["/reset"], destination: [{ push: "reset" }] },
        { id: "out", patterns: ["/out"], open: ["url"], redirect: { link: "url" } } ]
      """)
    for inner in ["/reset?token=SECRET", "https://evil.example/SECRET", "SECRET", "/x#SECRET"] {
      let link = try Self.hidden("/out?url=\(inner.replacing("#", with: "%23"))", table)
      #expect(!link.text.contains("SECRET"), "\(link)")
      #expect(table.match(link)?.route == "out")
    }
    #expect(try Self.hidden("/out?url=/reset", table).text == "/out?url=/reset")
  }

  @Test func `letters beyond ASCII have no case where a table ignores it`() throws {
    let table = try Self.table(
      """
      links: { letterCase: "ignored" },
      screens: { page: { parameters: { email: "string" }, private: ["email"] } },
      routes: [{ id: "page", patterns: ["/né/:email"], destination: [{ push: "page" }] }]
      """)
    for text in ["/N%C3%89/bob", "/N%C3%89/bob/x", "/n%C3%A9/bob/x"] {
      #expect(try !Self.hidden(text, table).text.contains("bob"), "\(text)")
    }
  }

  @Test func `a case of an enum in other letters is found beside what is private`() throws {
    let table = try Self.table(
      """
      links: { letterCase: "ignored" },
      screens: { list: { parameters: { sort: ["new", "old"] } },
                 own: { parameters: { kind: ["aa", "bb"] }, private: ["kind"] } },
      routes: [{ id: "list", patterns: ["/list/:sort"], destination: [{ push: "list" }] },
               { id: "own", patterns: ["/own/:kind"], destination: [{ push: "own" }] }]
      """)
    let link = try Self.hidden("/list/NEW?utm=x", table)
    #expect(link.carriesTokens)
    #expect(table.match(link)?.parameters["sort"] == "new")
    #expect(try Self.hidden("/own/AA", table).carriesTokens)
  }

  @Test func `a secret has no default`() throws {
    let error = try #require(throws: RouteTable.Mistakes.self) {
      try Self.table(
        """
        screens: { pay: { parameters: { pin: { type: "string", default: "1" } },
                          secret: ["pin"] } }, routes: []
        """)
    }
    #expect(error.mistakes.map(\.field) == ["screens.pay.parameters.pin.default"])
  }

  @Test func `a constant that is too deep, and redirects without end, are mistakes`() throws {
    let deep = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
    #expect(throws: RouteTable.Mistakes.self) {
      try Self.table(
        #"screens: { a: { parameters: { x: { type: "json", default: \#(deep) } } } }, routes: []"#)
    }
    let chain = (0..<300).map {
      #"{ id: "r\#($0)", patterns: ["/\#($0)"], redirect: { route: "r\#($0 + 1)" } }"#
    }
    let error = try #require(throws: RouteTable.Mistakes.self) {
      try Self.table("routes: [\(chain.joined(separator: ","))]")
    }
    #expect(error.count == 300)
  }

  @Test(arguments: [
    ("/neg/a", false), ("/neg/A", false), ("/neg/b", true), ("/TH%C3%89/x", true),
    ("/th%C3%A9", true), ("/CAF%C3%89", true), ("/w-%C3%89x", true),
  ])
  func `programs ignore case as the index does`(link: String, isFound: Bool) throws {
    let table = try Self.table(
      #"""
      links: { letterCase: "ignored" }, screens: { page: {} },
      routes: [{ id: "page", patterns: ["/neg/:x([^a]+)", "/thé{/*}?", "/café", "/w-é:x"],
                 destination: [{ push: "page" }] }]
      """#)
    #expect(try (table.match(RouteLink(link)) != nil) == isFound)
    #expect(try table.liberties(with: RouteLink(link)).contains(.endSlash) == false)
  }

  @Test func `the case of one literal is not ignored in a pattern of other shapes`() throws {
    #expect(throws: RouteTable.Mistakes.self) {
      try Self.table(
        """
        screens: { page: {} },
        routes: [{ id: "page", patterns: ["/list{/*}?"], letterCase: ["list"],
                   destination: [{ push: "page" }] }]
        """)
    }
  }

  @Test func `of a repeated item the first counts, also where it cannot be read`() throws {
    let json = """
      screens: { page: { parameters: { n: "int?" } } },
      routes: [{ id: "page", patterns: ["/p"], destination: [{ push: "page" }] },
               { id: "next", patterns: ["/q"], unreadable: "next",
                 destination: [{ push: "page" }] }]
      """
    let table = try Self.table(json)
    let match = try #require(try table.match(RouteLink("/p?n=&n=2")))
    #expect(match.leftOut == ["n"] && match.parameters["n"] == nil)
    #expect(try table.match(RouteLink("/q?n=1&n=x"))?.route == "next")
    #expect(try table.match(RouteLink("/q?n=x&n=1")) == nil)
  }

  @Test func `a hidden item that a route cannot read leads to the next one, as in clear`() throws {
    let table = try Self.table(
      """
      screens: { list: { parameters: { n: "int?" }, private: ["n"] },
                 page: { parameters: { n: "string?" }, private: ["n"] } },
      routes: [
        { id: "list", priority: 1, patterns: ["/x"], unreadable: "next",
          destination: [{ push: "list" }] },
        { id: "page", patterns: ["/x"], destination: [{ push: "page" }] },
        { id: "one", priority: 1, patterns: ["/y"], unreadable: "next",
          destination: [{ push: "list" }] },
        { id: "other", patterns: ["/y"], destination: [{ push: "feed" }] } ]
      """)
    for (text, route) in [
      ("/x?n=7", "list"), ("/x?n=secret", "page"), ("/y?n=7", "one"), ("/y?n=secret", "other"),
      ("/y?n=secret&m=1", "other"), ("/y?n&m=secret", "other"),
    ] {
      #expect(try table.match(RouteLink(text))?.route == route)
      let link = try Self.hidden(text, table)
      #expect(!link.text.contains("secret") && link.carriesTokens)
      #expect(table.match(link)?.route == route, "\(link)")
      #expect(link.journaled(by: table) == link)
    }
  }

  @Test func `the token of a text stays that of a text where another table hides it again`()
    throws
  {
    let screens = """
      page: { parameters: { n: "string?" }, private: ["n"] },
      mail: { parameters: { address: "string" }, private: ["address"] }
      """
    let routes = """
      { id: "page", patterns: ["/x"], destination: [{ push: "page" }] },
      { id: "mail", patterns: ["/u/:address"], destination: [{ push: "mail" }] }
      """
    let first = try Self.table(
      """
      screens: { list: { parameters: { n: "int?" }, private: ["n"] },
                 account: { parameters: { number: "int" }, private: ["number"] }, \(screens) },
      routes: [
        { id: "list", priority: 1, patterns: ["/x"], unreadable: "next",
          destination: [{ push: "list" }] },
        { id: "account", patterns: ["/u/:number"], destination: [{ push: "account" }] }, \(routes) ]
      """)
    let next = try Self.table("screens: { \(screens) }, routes: [ \(routes) ]")
    for (text, route) in [("/x?n=secret", "page"), ("/u/secret", "mail")] {
      let link = try Self.hidden(text, first)
      #expect(link.text.contains("~~"), "\(link)")
      let again = link.journaled(by: next)
      #expect(again == link)
      #expect(first.match(again)?.route == route)
    }
  }

  @Test(arguments: ["other", nil])
  func `a hidden fragment with an item that a route cannot read leads where it led in clear`(
    next: String?
  ) throws {
    let other = next.map {
      #"{ id: "\#($0)", patterns: ["/:any"], destination: [{ push: "feed" }] }"#
    }
    let table = try Self.table(
      """
      screens: { list: { parameters: { n: "int?", m: "[int]?" } } },
      routes: [
        { id: "list", patterns: ["/x"], unreadable: "next", fragmentItems: true,
          destination: [{ push: "list" }] }, \(other ?? "") ]
      """)
    for text in ["/x#n=secret", "/x#a=secret&m=1&m=b", "/x#n=&a=secret", "/x?n=1#m=secret"] {
      #expect(try table.match(RouteLink(text))?.route == next)
      let link = try Self.hidden(text, table)
      #expect(!link.text.contains("secret") && link.carriesTokens)
      #expect(table.match(link)?.route == next, "\(link)")
      #expect(link.journaled(by: table) == link)
    }
    #expect(try Self.hidden("/x#n=7", table).text == "/x#n=7")
    #expect(try table.match(Self.hidden("/x#n=7&a=secret", table))?.route == "list")
  }
}
