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
}
