public import RouteEngine

/// The screens of the app, and the links that lead to them.
public enum Bakery {
  /// A bread of the shelf.
  public struct Bread: ScreenKind {
    /// Its number.
    public var id: Int

    /// With its number.
    public init(id: Int) { self.id = id }
  }

  /// An order of the person who is signed in.
  public struct Order: ScreenKind {
    /// Its number.
    public var id: Int

    /// With its number.
    public init(id: Int) { self.id = id }
  }

  /// The log-in.
  public struct Login: ScreenKind {}

  /// All of them: an app that forgets one does not compile.
  public enum Screen: ScreenCases { case shelf, history, bread(Bread), order(Order), login }

  /// What the table names and the app answers.
  public enum Name: String {
    /// Somebody is signed in.
    case signedIn
  }

  /// The tabs.
  public enum Tab: String {
    /// The shelf, and what is opened from it.
    case breads
    /// The orders so far.
    case orders
  }

  /// The first screens, their kinds, and the routes.
  public static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(
      tree: "main/tabs[ breads/stack*[shelf]  orders/stack[history] ]",
      links: RouteLink.Rules(schemes: ["bakery"], schemeHost: .segment)
    ) {
      Screen.self  // the table has a mistake for each screen that is no case
      DeclaredScreen(Bread.self)
      DeclaredScreen(Order.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)
      Route("bread", "/breads/:id", to: [.select(Tab.breads), .push(Bread.self)])
      Route("order", "/orders/:id", to: [.select(Tab.orders), .push(Order.self)])
        .asks(Name.signedIn)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }
}
