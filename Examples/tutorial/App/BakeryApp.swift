import Bakery
import RouteEngine
import SwiftUI

@main
struct BakeryApp: App {
  @MainActor private static let session = launch()

  @MainActor private static func launch() -> RouteSession {
    do {
      return try Bakery.launch(at: .appDefault)
    } catch {
      fatalError("\(error)")  // a mistake in the table: found by its own test
    }
  }

  var body: some Scene {
    WindowGroup { RoutedWindow(Self.session) { BakeryView(bakery: $0) } }
  }
}

struct BakeryView: View {
  @ObservedObject var bakery: ObservedSession

  var body: some View {
    TabView(selection: bakery.selection(in: "main")) {
      NavigationStack(path: bakery.path(in: "breads")) {
        screens { NavigationLink("Rye bread", value: ScreenNode(Bakery.Bread(id: 7))) }
      }
      .tabItem { Text("Breads") }
      .tag("breads")
      NavigationStack(path: bakery.path(in: "orders")) {
        screens { NavigationLink("Order 5", value: ScreenNode(Bakery.Order(id: 5))) }
      }
      .tabItem { Text("Orders") }
      .tag("orders")
    }
    .sheet(item: bakery.presented(over: "main")) { screen($0) }
  }

  private func screens(@ViewBuilder over root: () -> some View) -> some View {
    root().navigationDestination(for: ScreenNode.self) { screen($0) }
  }

  @ViewBuilder private func screen(_ node: ScreenNode) -> some View {
    switch Bakery.Screen(node) {
    case .bread(let bread): Text("Bread \(bread.id)").ready(node, in: bakery)
    case .order(let order): Text("Order \(order.id)").ready(node, in: bakery)
    case .login:
      Button("Sign in") {
        // The log-in closes, and what waited goes on.
        bakery.session.signal(Bakery.Name.signedIn, principal: "user-1")
      }
    case .shelf, .history, nil: Text("\(node.name) cannot be shown")  // roots of the two stacks
    }
  }
}
