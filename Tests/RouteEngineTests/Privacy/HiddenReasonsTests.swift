import RouteEngine
import RouteTestSupport
import Testing

/// Private values that host code repeats in the reason of an answer.
@MainActor
struct HiddenReasonsTests {
  private static func table() throws -> RouteTable {
    try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { gift: { parameters: { code: "string" }, private: ["code"] } },
          routes: [{ id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }],
                     interceptors: ["guard"] }] }
        """.utf8))
  }

  /// The reason of a link's end, with one sign in place of every token.
  private func reason(
    of link: String, by table: RouteTable, whenDenied given: String
  ) throws -> String {
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("guard") { _ in .deny(reason: given) }
    }
    return TokenSearch.withoutTokens(try #require(session.open(link).outcome?.reason))
  }

  @Test(arguments: [
    ("%CC%81s3cr3tword", "no code \u{301}s3cr3tword", "no code ~"),
    ("s3cr3tword", "no s3cr3tword\u{20E3}", "no ~\u{20E3}"),
    ("s3cr3tword%C3%A9", "no s3cr3tworde\u{301}", "no ~"),
  ])
  func `a value is hidden in a reason also where it joins its neighbours`(
    value: String, given: String, hidden: String
  ) throws {
    let told = try reason(of: "/gift/\(value)", by: Self.table(), whenDenied: given)
    #expect(Array(told.utf8) == Array(hidden.utf8))
  }

  @Test(arguments: [
    ("/born/1990-05-17", "no 1990-05-17"), ("/born/1990-05-17T10:00Z", "no 1990-05-17T10:00:00Z"),
    ("/pay/0.00001", "no 0.00001"), ("/pay/10000000000000000000", "no 10000000000000000000"),
    ("/pay/12345", "no 12345"),
    ("/key/a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "no a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
  ])
  func `a date and a number are hidden in a reason as links have them`(
    link: String, given: String
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { born: { parameters: { day: "date" }, private: ["day"] },
                     pay: { parameters: { sum: "double" }, private: ["sum"] },
                     key: { parameters: { id: "uuid" }, private: ["id"] } },
          interceptors: ["guard"],
          routes: [{ id: "born", patterns: ["/born/:day"], destination: [{ push: "born" }] },
                   { id: "pay", patterns: ["/pay/:sum"], destination: [{ push: "pay" }] },
                   { id: "key", patterns: ["/key/:id"], destination: [{ push: "key" }] }] }
        """.utf8))
    #expect(try reason(of: link, by: table, whenDenied: given) == "no ~")
  }

  @Test(arguments: [
    ("https://shop.example/p/7?my%20name=s3cr3tword", "no s3cr3tword"),
    ("https://shop.example/p/7?my%20name=s3cr3tword", "no my%20name=s3cr3tword"),
    ("https://shop.example/p/7#a%20b=s3cr3t%20w/x&y", "no a%20b=s3cr3t%20w/x&y"),
    ("https://shop.example/p/7#a%20b=s3cr3t%20w", "no s3cr3t w"),
    ("https://user:s3cr3tword@shop.example/p/7", "no s3cr3tword"),
    ("https://shop.example/GIFT/s3cr3tword/more", "no s3cr3tword"),
    ("https://sho.rt/s3cr3t%20word?u=1", "no s3cr3t word"),
  ])
  func `a part of a link that is private in one piece is hidden in a reason`(
    link: String, given: String
  ) throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          links: { hosts: ["shop.example"],
                   rewriter: { name: "guard", hosts: ["shop.example", "sho.rt"] } },
          screens: { gift: { parameters: { code: "string" }, private: ["code"] } },
          routes: [{ id: "gift", patterns: ["/gift/:code"], destination: [{ push: "gift" }] }] }
        """.utf8))
    #expect(try reason(of: link, by: table, whenDenied: given) == "no ~")
  }

  @Test func `a reason hides a value that came after the request and its user's sign-in`() throws {
    let table = try RouteTable(
      json: Array(
        """
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: { draft: { parameters: { title: "string" }, private: ["title"],
                              leaving: ["unsaved"] } },
          routes: [
            { id: "draft", patterns: ["/draft/:title"], destination: [{ push: "draft" }] },
            { id: "feed", patterns: ["/feed"], destination: [{ popTo: "feed" }],
              interceptors: ["gate"] }] }
        """.utf8))
    let session = RouteSession.launch(table, at: .memory) {
      $0.answer("gate") { $0.holds("verified") ? .allow : .wait(condition: "verified") }
      $0.answer("unsaved") { .deny(reason: "unsaved \($0.leaving.count): s3cr3tword") }
    }
    let opening = session.open("/feed")
    session.signIn(as: "user-1")
    session.open("/draft/s3cr3tword")
    session.signal("verified")
    let reason = try #require(opening.outcome?.reason)
    #expect(TokenSearch.withoutTokens(reason) == "unsaved 1: ~")
  }
}
