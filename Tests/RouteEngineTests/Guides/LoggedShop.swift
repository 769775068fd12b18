import RouteEngine

enum LoggedShop {
  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("order")
      Route("order", "/orders/:id", to: [.push("order")]).asks("signedIn")
    }
  }

  @MainActor static func launch(
    with clock: SessionClock, log: @escaping (String) -> Void
  ) throws(RouteTable.Mistakes) -> RouteSession {
    RouteSession.launch(try table(), at: .memory) {
      $0.clock = clock
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      // guide:
      $0.tell = { notice in log("[\(notice.level.rawValue)] \(notice)") }
      // :guide
    }
  }
}
