import RouteEngine
import SwiftUI
import UserNotifications
import os

enum Shop {
  struct Product: ScreenKind { var id: Int }
  struct Login: ScreenKind {}
  enum Name: String { case signedIn, highlight }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[catalog]  account/foreign ]") {
      DeclaredScreen(Product.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)  // closed, it gives up what waits for it
      Route("product", "/products/:id", to: [.select("shop"), .push(Product.self)])
        .performs(Name.highlight, with: ["id": ":id"], when: .ready)
      Route("account", "/account", to: [.select("account")]).asks(Name.signedIn)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }

  @MainActor static let session = launch()

  @MainActor private static func launch() -> RouteSession {
    do {
      return RouteSession.launch(try table(), at: .appDefault) {
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
  @StateObject private var shop = ObservedSession(Shop.session)
  @Environment(\.scenePhase) private var phase  // in an App: that of all its scenes together

  init() {
    #if !os(tvOS)
    UNUserNotificationCenter.current().delegate = Notifications.shared
    #endif
  }

  var body: some Scene {
    WindowGroup {
      TabView(selection: shop.selection(in: "main")) {
        NavigationStack(path: shop.path(in: "shop")) {  // a back swipe becomes a host fact
          Button("Lamp") { shop.session.open(Shop.Product(id: 7), by: "product") }
            .navigationDestination(for: ScreenNode.self) { screen($0) }
        }
        .tag("shop")
        OldAccountFlow().tag("account")  // other code, untouched
      }
      .sheet(item: shop.presented(over: "main")) { screen($0) }
      .onOpenURL { shop.session.open($0) }
      .onContinueUserActivity("com.example.shop.product") { shop.session.open($0) }
    }
    #if os(visionOS)
    .onChange(of: phase) { shop.entered(phase) }
    #else  // since iOS 17 it is written as on visionOS
    .onChange(of: phase) { shop.entered($0) }
    #endif
  }

  @ViewBuilder private func screen(_ node: ScreenNode) -> some View {
    switch node.kind {
    case let product as Shop.Product:
      Text("Product \(product.id)").onAppear { shop.session.ready(node.id) }
    case is Shop.Login:
      Button("Sign in") {
        // The log-in closes, and what waited goes on.
        shop.session.signal(Shop.Name.signedIn, principal: "user-1")
      }
    default: Text("\(node.name) cannot be shown")
    }
  }
}

struct OldAccountFlow: View {
  var body: some View { Text("Account") }
}
