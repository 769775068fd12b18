import Bakery
import RouteEngine
import SwiftUI

@main
struct BakeryApp: App {
  @StateObject private var bakery = ObservedSession(Self.launch())
  @Environment(\.scenePhase) private var phase  // in an App: that of all its scenes together

  private static func launch() -> RouteSession {
    do {
      return try Bakery.launch(at: .appDefault)
    } catch {
      fatalError("\(error)")  // a mistake in the table: found by its own test
    }
  }

  var body: some Scene {
    WindowGroup {
      TabView(selection: bakery.selection(in: "main")) {
        NavigationStack(path: bakery.path(in: "breads")) {
          Button("Rye bread") { bakery.session.open("/breads/7") }
            .navigationDestination(for: ScreenNode.self) { screen($0) }
        }
        .tag("breads")
        NavigationStack(path: bakery.path(in: "orders")) {
          Button("Order 5") { bakery.session.open("/orders/5") }
            .navigationDestination(for: ScreenNode.self) { screen($0) }
        }
        .tag("orders")
      }
      .sheet(item: bakery.presented(over: "main")) { screen($0) }
      .onOpenURL { bakery.session.open($0) }
    }
    .onChange(of: phase) { bakery.entered($0) }
  }

  @ViewBuilder private func screen(_ node: ScreenNode) -> some View {
    switch node.kind {
    case let bread as Bakery.Bread: Text("Bread \(bread.id)")
    case let order as Bakery.Order: Text("Order \(order.id)")
    case is Bakery.Login:
      Button("Sign in") {
        // The log-in closes, and what waited goes on.
        bakery.session.signal(Bakery.Name.signedIn, principal: "user-1")
      }
    default: Text("\(node.name) cannot be shown")
    }
  }
}
