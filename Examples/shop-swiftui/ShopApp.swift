import RouteEngine
import SwiftUI
import os

enum Shop {
  struct Product: ScreenKind { var id: Int }
  struct Login: ScreenKind {}
  enum Screen: ScreenCases { case catalog, product(Product), login(Login) }
  enum Place: String { case main, shop, account }
  enum Name: String { case signedIn, highlight }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/foreign ]") {
      Screen.self  // the table has a mistake for each screen that is no case
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)  // closed, it gives up what waits for it
      Route("product", "/products/:id", to: [.select(Place.shop), .push(Product.self)])
        .performs(Name.highlight, with: ["id": ":id"], when: .ready)
      Route("account", "/account", to: [.select(Place.account)]).asks(Name.signedIn)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }

  @MainActor static let session = launch()

  @MainActor private static func launch() -> RouteSession {
    do {
      return RouteSession.launch(try table(), at: .appDefault) {
        $0.appVersion = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        $0.build = Bundle.main.infoDictionary?["CFBundleVersion"] as? String
        $0.answer(Name.signedIn) { asked in
          guard asked.principal == nil else { return .allow }
          asked.open(Login())  // found, and not shown twice, when it is there already
          return .wait(condition: Name.signedIn)  // in the journal: the link survives the app
        }
        $0.perform(Name.highlight) { _ in .done }
        $0.log(to: Logger(subsystem: "com.example.shop", category: "routes"))
        $0.translate("com.example.shop.product") { asked in
          asked.value(of: "id").map { [.route("product", ["id": $0])] } ?? []
        }
        $0.translate(Entrance.opened, to: Product.self)  // a notification with a field "id"
      }
    } catch {
      fatalError("\(error)")  // a mistake in the table: found by its own test
    }
  }
}

@main
struct ShopApp: App {
  #if !os(tvOS)
  private let notifications = NotificationDoor(Shop.session)
  #endif
  #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  @UIApplicationDelegateAdaptor private var windows: Windows
  #endif

  var body: some Scene {
    WindowGroup {
      // Each window has a scene of its own, and takes links, activities and phases.
      RoutedWindow(Shop.session, activities: ["com.example.shop.product"]) { shop in
        ShopView(shop: shop)
      }
    }
  }
}

struct ShopView: View {
  @ObservedObject var shop: ObservedSession

  var body: some View {
    TabView(selection: shop.selection(in: Shop.Place.main)) {
      NavigationStack(path: shop.path(in: Shop.Place.shop)) {  // a back swipe becomes a host fact
        catalog.navigationDestination(for: ScreenNode.self) { screen($0) }
      }
      .tabItem { Text("Shop") }
      .tag(Shop.Place.shop.rawValue)
      OldAccountFlow().tabItem { Text("Account") }
        .tag(Shop.Place.account.rawValue)  // other code, untouched
    }
    .sheet(item: shop.presented(over: Shop.Place.main)) { screen($0).presentation(of: $0) }
  }

  private var catalog: some View {
    NavigationLink("Lamp", value: ScreenNode(Shop.Product(id: 7)))  // a request like any other
  }

  @ViewBuilder private func screen(_ node: ScreenNode) -> some View {
    switch Shop.Screen(node) {
    case .catalog: catalog
    case .product(let product): Text("Product \(product.id)").ready(node, in: shop)
    case .login:
      Button("Sign in") {
        // The log-in closes, and what waited goes on.
        shop.session.signal(Shop.Name.signedIn, principal: "user-1")
      }
    case nil: Text("\(node.name) cannot be shown")
    }
  }
}

struct OldAccountFlow: View {
  var body: some View { Text("Account") }
}

struct ShopPreviews: PreviewProvider {
  static var previews: some View {
    RoutedPreview(try Shop.table(), "main[shop*[catalog product(id: 7)] account/foreign]") {
      ShopView(shop: $0)
    }
  }
}
