import RouteEngine

enum RecipeShop {
  struct Product: ScreenKind { var id: Int }
  struct Order: ScreenKind { var id: Int }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/stack[profile] ]") {
      DeclaredScreen(Product.self)
      DeclaredScreen(Order.self)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
      Route("order", "/orders/:id", to: [.select("account"), .push(Order.self)])
    }
  }

  // guide:
  /// The stack that a coordinator fills: in an app, its navigation controller.
  @MainActor
  protocol ScreenStack: AnyObject {
    func show(_ screens: [ScreenNode])
  }

  /// The coordinator of one tab. It opens screens, and shows what the session decided.
  @MainActor
  final class ShopCoordinator {
    private let session: RouteSession
    private let stack: any ScreenStack

    init(_ session: RouteSession, _ stack: any ScreenStack) {
      self.session = session
      self.stack = stack
    }

    func productTapped(_ id: Int) { session.open(Product(id: id)) }  // pushed it, before
    func didGoBack(to screen: ScreenNode) { session.report(.poppedTo(screen.id)) }  // by hand

    /// Called from `session.onChange`, and once at the beginning.
    func update() {
      guard let shop = session.display.node(named: "shop") else { return }
      stack.show(session.display.children(of: shop))
    }
  }
  // :guide
}
