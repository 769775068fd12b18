import RouteTestSupport
import Testing

@testable import RouteEngine

/// A screen that a step identifies only by its kind belongs to the screen under it: a request for
/// this kind on another screen does not find it.
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
        "back", "/back/:id/reviews",
        to: [.select("shop"), .popTo(Product.self), .push(Reviews.self)])
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

  @Test func `a screen presented over one product is not found for another`() throws {
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

  @Test func `a screen pushed on one product is not found for another`() throws {
    let other = try opened("/products/7/reviews", "/products/10/reviews")
    #expect(other.outcomes == ["shown", "shown"])
    #expect(other.notation.contains("product(id: 7) reviews product(id: 10) reviews"))
    let back = try opened("/products/10/reviews", "/products/7/reviews", "/products/10/reviews")
    #expect(back.notation.contains("[catalog product(id: 10) reviews]"), "\(back.notation)")
  }

  @Test func `a screen on one product is not found behind a pop to another`() throws {
    let other = try opened("/products/10/reviews", "/products/7", "/back/7/reviews")
    #expect(
      other.notation.contains("product(id: 10) reviews product(id: 7) reviews]"),
      "\(other.notation)")
  }

  @Test func `the nearest product under it decides`() throws {
    let nearest = try opened("/products/10", "/products/7/reviews", "/products/10/reviews")
    #expect(nearest.notation.contains("[catalog product(id: 10) reviews]"), "\(nearest.notation)")
  }

  @Test func `a product that is always built keeps the screens on it`() throws {
    let again = try opened("/fresh/7/reviews", "/fresh/7/reviews")
    #expect(again.outcomes == ["shown", "already shown"])
    let other = try opened("/fresh/7/reviews", "/fresh/10/reviews")
    #expect(other.notation.contains("product(id: 10) reviews"), "\(other.notation)")
  }

  /// For screens on another product, the search walks down to that product once, not once for each
  /// screen: that took minutes here.
  @Test func `under a large stack of another product nothing is searched twice`() throws {
    let count = 20_000
    let reviews = Array(repeating: "reviews", count: count).joined(separator: " ")
    let notation = try TreeNotation(
      "main/tabs[home/stack[feed] shop/stack*[catalog product(id: 7) \(reviews)]]")
    let decision = Decision.decide(
      DecisionInput(
        request: RouteRequest(
          .route("reviews", ["id": 10]), from: .url, at: RouteInstant(microseconds: 0)),
        id: RequestID(1), state: try RouteState(scenes: notation, counter: 0),
        table: try self.table(), now: RouteInstant(microseconds: 0)))
    guard case .decided(let decided) = decision else { throw ScenarioMistake("it asks") }
    #expect(decided.resolution == .ended(.shown))
    let tree = decided.state.tree
    let shop = try #require(tree.firstScreen { $0.kind == "shop" })
    #expect(shop.childCount == count + 4)
    let top = try #require(tree.visibleLeaf())
    let under = try #require(
      tree.nearestScreen(under: top.id, of: "product", tag: Screen.tag(of: "product")))
    #expect(tree[under.id]?.parameters["id"] == 10)
  }

  @Test func `remembered searches do not change the screen that is found`() throws {
    var random = SeededRandom(5)
    let kinds = ["a", "b", "c"]
    for _ in 0..<40 {
      let stacks = (0..<3).map { _ in
        (0..<(1 + random.below(6))).map { _ in random.pick(kinds) }.joined(separator: " ")
      }
      let notation = try TreeNotation(
        "main/stack[\(stacks[0]) t/tabs[x/stack[\(stacks[1])] y/foreign[\(stacks[2])]]^sheet:a b]")
      let tree = try RouteState(scenes: notation, counter: 0).tree
      let tag = Screen.tag(of: "b")
      var known: [ScreenID: ScreenID?] = [:]
      for id in tree.screens.map(\.id).shuffled(using: &random) {
        let found = tree.nearestScreen(under: id, of: "b", tag: tag, known: &known)
        #expect(found?.id == tree.nearestScreen(under: id, of: "b", tag: tag)?.id)
      }
    }
  }

  @Test func `a tab is searched in the container of that product`() throws {
    let other = try opened("/products/7/price", "/products/10/price")
    #expect(other.outcomes == ["shown", "shown"])
    #expect(other.notation.contains("product(id: 10) parts"), "\(other.notation)")
  }

  @Test func `a screen identified by parameters is found at any place`() throws {
    let other = try opened("/products/7/photos/2", "/products/10/photos/2")
    #expect(other.outcomes == ["shown", "already shown"])
  }

  @Test func `without a product under it, a screen matches`() throws {
    let journal = try TestJournal(try table())
    let session = journal.launch()
    _ = session.display.reconcile(with: "main/tabs[home/stack[feed] shop/stack*[catalog reviews]]")
    #expect(session.open("/products/7/reviews").outcome == .alreadyShown)
  }
}
