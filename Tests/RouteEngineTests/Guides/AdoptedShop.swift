import RouteEngine

enum AdoptedShop {
  // guide:
  struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }
  struct Orders: ScreenKind {}

  /// The second step: one tab is adopted, the other belongs to other code.
  static func oneTab() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/foreign ]") {
      DeclaredScreen(Product.self, private: \.coupon)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
        .keepsOpen("utm_source")
      Route("account", "/account", to: [.select("account")])  // as far as it goes
    }
  }
  // :guide

  // guide:
  /// The last step: nothing is foreign any more.
  static func allTabs() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/stack[profile] ]") {
      DeclaredScreen(Product.self, private: \.coupon)
      DeclaredScreen(Orders.self)
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
        .keepsOpen("utm_source")
      Route("account", "/account", to: [.select("account")])
      Route("orders", "/orders", to: [.select("account"), .push(Orders.self)])
    }
  }
  // :guide

  // guide:
  /// Tells the engine what the old flow in the account's tab has on its stack now.
  @MainActor static func oldFlowShows(
    _ kinds: [String], in scene: String, of session: RouteSession
  ) {
    guard let account = session.state.tree.firstScreen(in: scene, where: { $0.kind == "account" })
    else { return }
    var shown = ScreenTree.Subtree(kind: "account")
    shown.id = account.id
    shown.children = kinds.map { ScreenTree.Subtree(kind: $0) }
    session.display.reconcile(with: DisplayedScreens(part: shown))
  }
  // :guide

  @MainActor static func facts(of tab: ScreenID, in session: RouteSession) {
    // guide:
    session.report(.selected(tab))  // the user tapped the other tab
    session.report(.popped(nil))  // and swiped back
    session.report(.dismissed(nil))  // and pulled a sheet down
    session.display.beginTransition()  // requests wait from here, or end as whenBusy says,
    session.display.endTransition()  // to here: around what the old code animates
    // :guide
  }

  static func isRight() -> Bool {
    // guide:
    do {
      _ = try oneTab()
      return true
    } catch {
      print(error)  // every mistake of the table (the first 1,000), each with its place
      return false
    }
    // :guide
  }
}
