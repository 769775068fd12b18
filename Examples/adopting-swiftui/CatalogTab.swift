import RouteEngine
import SwiftUI

/// A tab whose path was the app's own, `@State private var path: [Page]`.
struct CatalogTab: View {
  @StateObject var shop: ObservedSession

  var body: some View {
    NavigationStack(path: shop.path(in: "shop")) {  // was: $path
      Button("Lamp") { shop.session.open("/products/7") }  // was: path.append(.product(7))
        .navigationDestination(for: ScreenNode.self) { screen($0) }  // was: for: Page.self
    }
  }

  @ViewBuilder private func screen(_ node: ScreenNode) -> some View {
    switch node.kind {
    case let product as Product: Text("Product \(product.id)")  // was: case .product(let id)
    default: Text("\(node.name) cannot be shown")
    }
  }
}

struct Product: ScreenKind { var id: Int }
