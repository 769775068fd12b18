import Foundation
import RouteEngine
import RouteTestSupport
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// A table and the links of a journal, compared with an association file.
@MainActor
@Suite struct `Checking a table with an association file` {
  let place = Workplace()

  init() {
    place.write("routes.json", Self.table)
  }

  private static let table = """
    { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
      screens: { product: { parameters: { id: "int" } }, page: {},
        note: { parameters: { text: "string" }, private: ["text"] } },
      routes: [
        { id: "home", patterns: ["/"], destination: [{ select: "home" }] },
        { id: "product", patterns: ["/products/:id", "/p/:id(\\\\d{3})"],
          destination: [{ select: "shop" }, { push: "product" }] },
        { id: "settings", patterns: ["/settings{/:part(sound|light)}?"],
          destination: [{ push: "page" }] },
        { id: "odd", patterns: ["/odd/:code([qz]{5}[jk]{3})"], destination: [{ push: "page" }] },
        { id: "own", patterns: ["/own"], schemes: ["shop"], destination: [{ push: "page" }] },
        { id: "beta", patterns: ["/beta"], query: { on: "1" }, destination: [{ push: "page" }] },
        { id: "note", patterns: ["/notes/:text"], destination: [{ push: "note" }] },
      ] }
    """

  private func file(_ components: String) -> String {
    """
    { "applinks": { "details": [ { "appIDs": ["A.b"], "components": [
    \(components)
    ] } ] } }
    """
  }

  private func check(_ components: String, _ more: String...) throws -> Workplace.Result {
    place.write("aasa.json", file(components))
    return try place.run(["check", "routes.json", "--aasa", "aasa.json"] + more)
  }

  @Test func `says what it tried when nothing differs`() throws {
    try check(
      #"{ "/": "/" }, { "/": "/products/$(digit)" }, { "/": "/p/$(digit)$(digit)$(digit)" }, "#
        + #"{ "/": "/settings" }, { "/": "/settings/sound" }, { "/": "/settings/light" }, "#
        + #"{ "/": "/beta", "?": { "on": "1" } }, { "/": "/notes/a" }"#
    ).expect(
      0, notes: "no difference found: 6 patterns and 8 components tried, with ",
      "no example could be made of odd /odd/:code", notesLack: "also takes", "own",
      prints: "")
  }

  @Test func `standard input cannot be both files`() throws {
    try place.run("check", "-", "--aasa", "-").expect(
      2, notes: "standard input can be read once; give '-' once", prints: "")
  }

  @Test func `tells of a component that takes more than the table does`() throws {
    try check(#"{ "/": "*" }"#).expect(
      0, notes: "aasa.json:2:1: * also takes links that no route takes, such as /7",
      "1 component also takes links that no route takes", notesLack: "agree", prints: "")
    place.write(
      "any.json",
      Self.table.replacing(
        "routes: [",
        with: #"routes: [ { id: "any", patterns: ["/:rest*"], destination: [{ push: "page" }] },"#))
    try place.run("check", "any.json", "--aasa", "aasa.json").expect(
      0, notesLack: "also takes")
  }

  @Test func `names a component that ignores case beside a table that counts it`() throws {
    let result = try check(#"{ "/": "/products/*", "caseSensitive": false }, { "/": "*" }"#).expect(
      1)
    #expect(
      result.lines == [
        "aasa.json:2:1: /products/*: ignores case, and the table counts it: no route takes "
          + "/Products/7"
      ], "\(result.output)")
    try check(#"{ "/": "/products/*" }, { "/": "*" }"#).expect(0, prints: "")
  }

  @Test func `names each pattern of which no link arrives`() throws {
    let result = try check(
      """
      { "/": "/settings/sound" }, { "/": "/p/12*", "?": { "tag": "?*" } },
      { "/": "/products/*", "exclude": true },
      { "/": "/beta", "?": "on=1" }, { "/": "/notes/x" }
      """
    ).expect(1, notes: "2 differences")
    #expect(
      result.lines == [
        "routes.json:5:30: home /: never arrives, no component takes /",
        "routes.json:6:33: product /products/:id: never arrives, line 3 excludes /products/7",
      ], "\(result.output)")
    #expect(result.lines.allSatisfy { displayWidth($0) <= 90 })
  }

  @Test func `names each component that leads to no route, and each that is never asked`() throws {
    let result = try check(
      """
      { "/": "/buy/*" }, { "/": "*" },
      { "/": "/products/7" }, { "/": "/gone", "exclude": true }
      """
    ).expect(1)
    #expect(
      result.lines == [
        "aasa.json:2:1: /buy/*: leads to notFound, no route takes /buy/",
        "aasa.json:3:1: /products/7: never asked, an earlier one takes /products/7",
      ], "\(result.output)")
    try check(#"{ "/": "/buy/*" }, { "/": "*" }"#, "-o", "json").expect(
      1, says: #""line":2,"column":1,"field":"/buy/*""#)
  }

  /// Compares a table of these routes with these components.
  private func compare(
    _ routes: String, _ components: String, _ more: [String] = []
  ) throws -> Workplace.Result {
    place.write(
      "beside.json",
      """
      { format: "route-table/1", tree: "main/stack[feed]", links: { hosts: ["*.shop.example"] },
        screens: { page: { parameters: {
          id: "int?", year: "1900...2100?", sort: ["new", "old", null], key: "uuid?",
          t: "string?" } } },
        routes: [ \(routes) ] }
      """)
    place.write("aasa.json", file(components))
    return try place.run(["check", "beside.json", "--aasa", "aasa.json"] + more)
  }

  @Test(arguments: [":t", ":id", ":year", ":sort", ":key"])
  func `a path beside the path is tried with values of its captures' types`(
    capture: String
  ) throws {
    try compare(
      """
      { id: "a", patterns: ["/app"], fragment: { path: "/inbox/\(capture)" },
        destination: [{ push: "page" }] },
      { id: "o", patterns: ["/open"], query: { w: { path: "/settings/\(capture)" } },
        destination: [{ push: "page" }] }
      """,
      ##"{ "/": "/app", "#": "/inbox/*" }, { "/": "/open", "?": { "w": "/settings/*" } }"##
    ).expect(
      0, notes: "/app#/inbox/* also takes links that no route takes, such as /app#/inbox/",
      "2 patterns and 2 components tried", notesLack: "no example", prints: "")
  }

  @Test func `a fragment that no component takes is named`() throws {
    try compare(
      """
      { id: "a", patterns: ["/app"], fragment: { path: "/inbox/:id" },
        destination: [{ push: "page" }] },
      { id: "b", patterns: ["/app"], fragment: "top", destination: [{ push: "page" }] }
      """, ##"{ "/": "/app", "#": "top" }"##
    ).expect(1, says: "a /app: never arrives, no component takes /app#/inbox/7", lines: 1)
  }

  @Test(arguments: [":t.shop.example", ":id.shop.example", "*.shop.example"])
  func `a host that is a capture gets an example`(host: String) throws {
    let route = """
      { id: "a", patterns: ["/app"], hosts: ["\(host)"], destination: [{ push: "page" }] }
      """
    for more in [[], ["--host", "www.shop.example"], ["--host", "7.shop.example"]] {
      try compare(route, #"{ "/": "/app" }"#, more).expect(
        0, notes: "1 pattern and 1 component tried", notesLack: "no example", prints: "")
    }
  }

  @Test func `names mistakes of the file, of the table, and a file that is none`() throws {
    try check(#"{ "/": "buy" }"#).expect(2, begins: "aasa.json:2:8: applinks.details[0]")
    try check(#"{ "/": "*" }"#, "--app", "A.c").expect(2)
    try place.run("check", "routes.json", "--aasa", "none").expect(5)
    try place.run("check", "aasa.json", "--aasa", "aasa.json").expect(2)
    try check("{ \"/\": \"/\u{1B}[2J\u{202E}\" }, { \"/\": \"*\" }").expect(
      lacks: "\u{1B}", "\u{202E}")
    for bytes in [Data([0xFF, 0xFE]), Data(), Data(count: 100)] {
      place.write("bytes", bytes)
      try place.run("check", "routes.json", "--aasa", "bytes").expect(2)
    }
  }

  @Test func `the domain is read as that of a link is, and has to stand alone`() throws {
    place.write("links.txt", "https://shop.example/products/7\n")
    try place.run("record", "--journal", "app.journal", "--routes", "routes.json", "links.txt")
    let all = #"{ "/": "*" }"#
    try check(all, "--journal", "app.journal", "--host", "Shop.EXAMPLE").expect(0, prints: "")
    for host in ["", "https://shop.example", "shop.example/", "shop.example:443", "a@b", "a b"] {
      try check(all, "--host", host).expect(2, notes: "--host", prints: "")
    }
  }

  @Test func `names each recorded link that would never have arrived`() throws {
    place.write(
      "links.txt",
      """
      https://shop.example/products/7
      https://shop.example/settings
      https://shop.example/settings
      https://other.example/products/7
      /products/8
      /settings
      shop:/products/9
      https://shop.example/notes/secret
      """)
    try place.run("record", "--journal", "app.journal", "--routes", "routes.json", "links.txt")
    let components = """
      { "/": "/products/*" }, { "/": "/", "comment": "home" }, { "/": "/p/*" },
      { "/": "/settings/*" }, { "/": "/beta" }, { "/": "/notes/s*" }
      """
    let result = try check(components, "--journal", "app.journal").expect(
      1, notes: "5 recorded links checked, 3 left out",
      "cannot tell: 1 link depends on private values")
    #expect(
      result.lines == [
        "app.journal: entry 3: https://shop.example/settings never arrives, no component takes it "
          + "(2 times)"
      ], "\(result.output)")
    try check(components, "--journal", "app.journal", "--host", "shop.example").expect(
      says: "entry 5: https://other.example/products/7 never arrives",
      ": /settings never arrives, no component takes it")
    let words = try place.run("check", "--help").output.split { $0.isWhitespace }
    let help = words.joined(separator: " ")
    #expect(help.contains("With --host a link to another host never arrives"))
    try check(#"{ "/": "*" }"#, "--journal", "none").expect(5)
    try check(
      #"{ "/": "/notes/s*" }, { "/": "/notes/x*", "exclude": true }, { "/": "*" }"#, "--journal",
      "app.journal"
    ).expect(4)
  }
}
