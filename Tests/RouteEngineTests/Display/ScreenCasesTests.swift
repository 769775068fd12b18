import RouteEngine
import RouteTestSupport
import Testing

private struct Product: ScreenKind {
  var id: Int
  var coupon: String?
}
private struct Order: ScreenKind { var id: Int }
private struct GiftCard: ScreenKind {
  static let kind = "gift-card"
  var code: String
}

private struct Help: ScreenKind {
  var topic: String
  var page: Int?
}

private enum ShopScreen: ScreenCases, Equatable {
  case catalog
  case product(Product)
  case help(topic: String, page: Int?)
  case giftCard(GiftCard)

  enum CodingKeys: String, CodingKey {
    case catalog, product, help
    case giftCard = "gift-card"
  }
}

/// An enum of the app's screens, with which the compiler checks that code shows all of them.
@MainActor
struct ScreenCasesTests {
  private static let tree = "main/tabs[ shop/stack*[catalog] old/foreign[y] ]"

  private func table<Cases: ScreenCases>(
    _ cases: Cases.Type, @RouteTable.Builder more: () -> [RouteTable.Part] = { [] }
  ) throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: Self.tree) {
      cases
      DeclaredScreen(Product.self, private: \.coupon)
      DeclaredScreen(GiftCard.self)
      DeclaredScreen(Help.self)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      more()
    }
  }

  private func shown(_ notation: String) throws -> ShopScreen? {
    let session = try RouteSession.launch(table(ShopScreen.self), showing: notation)
    let leaf = try #require(session.state.tree.visibleLeaf())
    return try ShopScreen(#require(session.display.node(leaf.id)))
  }

  @Test func `a screen is the case of its name, with its value or its parameters`() throws {
    #expect(try shown("main[shop*[catalog]]") == .catalog)
    #expect(
      try shown("main[shop*[catalog product(id: 7)]]")
        == .product(Product(id: 7, coupon: nil)))
    #expect(
      try shown("main[shop*[gift-card(code: \"A\")]]") == .giftCard(GiftCard(code: "A")))
    #expect(
      try shown("main[shop*[help(topic: \"size\", page: 2)]]") == .help(topic: "size", page: 2))
    #expect(
      try shown("main[shop*[help(topic: \"size\")]]") == .help(topic: "size", page: nil))
    #expect(try shown("main[shop*[strange]]") == nil)
  }

  @Test func `a screen whose private value is gone has no case`() throws {
    let session = RouteSession.launch(try table(ShopScreen.self), at: .memory)
    session.signIn(as: "anna")
    session.open(Product(id: 7, coupon: "X"))
    let id = try #require(session.state.tree.visibleLeaf()?.id)
    let node = try #require(session.display.node(id))
    #expect(ShopScreen(node) == .product(Product(id: 7, coupon: "X")))
  }

  @Test func `a table that is given the enum has a mistake for each kind without a case`() throws {
    enum Few: ScreenCases { case product(Product) }
    let mistakes = #expect(throws: RouteTable.Mistakes.self) { try table(Few.self) }
    #expect(
      mistakes?.mistakes.map(\.message) == [
        "Few has no case gift-card", "Few has no case help", "Few has no case catalog",
      ])
    #expect(mistakes?.mistakes.first?.field == "screens.gift-card")
  }

  @Test func `a case that holds another type is a mistake`() throws {
    enum Wrong: ScreenCases { case product(Order), catalog(Order), help, order(Order) }
    let mistakes = #expect(throws: RouteTable.Mistakes.self) {
      try RouteTable(tree: "main/stack[catalog]") {
        Wrong.self
        DeclaredScreen(Product.self)
        DeclaredScreen(Order.self)
      }
    }
    #expect(
      mistakes?.mistakes.map(\.message) == [
        "product is Product, and its case in Wrong holds Order",
        "catalog is a kind without a type, and its case in Wrong holds Order",
      ])
  }

  @Test func `a table with the enum is the same table`() throws {
    let plain = try RouteTable(tree: "main/stack[catalog]") { DeclaredScreen(Product.self) }
    let checked = try RouteTable(tree: "main/stack[catalog]") {
      DeclaredScreen(Product.self)
      ShopScreen.self
    }
    #expect(plain.digest == checked.digest)
  }

  @Test func `a session for a preview shows the given screens, or says why not`() throws {
    let session = try RouteSession.launch(
      table(ShopScreen.self), showing: "main[shop*[catalog product(id: 7)] old/foreign]")
    #expect(session.notation == "main[shop*[catalog product(id: 7)] old/foreign]")
    #expect(session.health == .recording)
    for wrong in ["main[", "main[shop*[product]]"] {
      let mistake = #expect(throws: RouteSession.Display.Unshown.self) {
        try RouteSession.launch(table(ShopScreen.self), showing: wrong)
      }
      #expect(mistake?.description.isEmpty == false)
    }
  }
}
