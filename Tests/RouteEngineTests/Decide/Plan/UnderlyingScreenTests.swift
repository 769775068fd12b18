import RouteTestSupport
import Testing

@testable import RouteEngine

/// A screen of which the kind is all that is asked belongs to what it lies on: a request for
/// another one does not find it.
@MainActor
@Suite struct UnderlyingScreenTests {
  private struct Product: ScreenKind {
    var id: Int
    var tab: String?
  }
  private struct Review: ScreenKind {}
  private struct Reviews: ScreenKind {}
  private struct Photo: ScreenKind { var number: Int }

  private func table() throws -> RouteTable {
    try RouteTable(tree: Scenario.tree) {
      DeclaredScreen(Product.self, identity: \.id)
      DeclaredScreen(Review.self)
      DeclaredScreen(Reviews.self)
      DeclaredScreen(Photo.self)
      DeclaredScreen("parts", container: .tabs)
      DeclaredScreen("facts")
      DeclaredScreen("price")
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route(
        "review", "/reviews/:product",
        to: [
          .select("shop"),
          .push(Product.self, find: .by(\Product.id))
            .setting(\Product.id, from: "product").setting(\Product.tab, to: "reviews"),
          .present(Review.self, from: .named(Product.self)),
        ])
      Route(
        "reviews", "/products/:id/reviews",
        to: [.select("shop"), .push(Product.self), .push(Reviews.self)])
      Route(
        "fresh", "/fresh/:id/reviews",
        to: [.select("shop"), .push(Product.self, find: .none), .push(Reviews.self)])
      Route(
        "photo", "/products/:id/photos/:number",
        to: [.select("shop"), .push(Product.self), .push(Photo.self)])
      Route(
        "price", "/products/:id/price",
        to: [
          .select("shop"), .push(Product.self),
          .push("parts", find: .name).holding("facts price"), .select("price"),
        ])
    }
  }

  private func opened(_ links: String...) throws -> (outcomes: [String], notation: String) {
    let journal = try TestJournal(try table())
    let session = journal.launch()
    let outcomes = links.map { session.open($0).outcome?.description ?? "waiting" }
    try journal.requireReplays(of: session)
    let shop = session.notation.split(separator: "shop/stack").last ?? ""
    return (outcomes, String(shop))
  }

  @Test func `what is presented over one product is not that of another`() throws {
    let again = try opened("/reviews/7", "/reviews/7")
    #expect(again.outcomes == ["shown", "already shown"] && again.notation.hasSuffix("^review"))
    let other = try opened("/reviews/7", "/reviews/10")
    #expect(other.outcomes == ["shown", "shown"])
    #expect(
      other.notation.contains(
        #"catalog product(id: 7, tab: "reviews") product(id: 10, tab: "reviews")]"#),
      "\(other.notation)")
    #expect(other.notation.hasSuffix("^review"), "\(other.notation)")
  }

  @Test func `what was pushed on one product is not that of another`() throws {
    let other = try opened("/products/7/reviews", "/products/10/reviews")
    #expect(other.outcomes == ["shown", "shown"])
    #expect(other.notation.contains("product(id: 7) reviews product(id: 10) reviews"))
    let back = try opened("/products/10/reviews", "/products/7/reviews", "/products/10/reviews")
    #expect(back.notation.contains("[catalog product(id: 10) reviews]"), "\(back.notation)")
  }

  @Test func `the nearest product under it decides`() throws {
    let nearest = try opened("/products/10", "/products/7/reviews", "/products/10/reviews")
    #expect(nearest.notation.contains("[catalog product(id: 10) reviews]"), "\(nearest.notation)")
  }

  @Test func `a product that is always built keeps what lies on it`() throws {
    let again = try opened("/fresh/7/reviews", "/fresh/7/reviews")
    #expect(again.outcomes == ["shown", "already shown"])
    let other = try opened("/fresh/7/reviews", "/fresh/10/reviews")
    #expect(other.notation.contains("product(id: 10) reviews"), "\(other.notation)")
  }

  @Test func `a tab is looked for in the container of that product`() throws {
    let other = try opened("/products/7/price", "/products/10/price")
    #expect(other.outcomes == ["shown", "shown"])
    #expect(other.notation.contains("product(id: 10) parts"), "\(other.notation)")
  }

  @Test func `a screen that parameters identify is itself wherever it lies`() throws {
    let other = try opened("/products/7/photos/2", "/products/10/photos/2")
    #expect(other.outcomes == ["shown", "already shown"])
  }

  @Test func `where no product lies under it there is nothing to contradict`() throws {
    let journal = try TestJournal(try table())
    let session = journal.launch()
    _ = session.display.reconcile(with: "main/tabs[home/stack[feed] shop/stack*[catalog reviews]]")
    #expect(session.open("/products/7/reviews").outcome == .alreadyShown)
  }
}
