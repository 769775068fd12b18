import RouteEngine

enum OwnScheme {
  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    // guide:
    try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("product")
      DeclaredScreen("debug")
      Route("product", "/products/:id", to: [.push("product")])  // whatever the scheme
      Route("debug", "/debug", to: [.push("debug")]).at(scheme: "shop")  // this scheme alone
      Route("short", "/:id(\\d+)", to: [.push("product")]).at(scheme: "shop", host: "products")
    }
    // :guide
  }
}
