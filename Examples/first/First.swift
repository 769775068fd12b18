import RouteEngine

enum Shop {
  struct Product: ScreenKind { var id: Int }
  struct Order: ScreenKind { var id: Int }
  struct Login: ScreenKind {}
  enum Tab: String { case home, shop }
  enum Name: String { case signedIn, highlight }  // a misspelt constant does not compile

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ home/stack*[feed]  shop/stack[catalog] ]") {
      DeclaredScreen(Product.self)
      DeclaredScreen(Order.self)
      DeclaredScreen(Login.self).answers(Name.signedIn)  // closed, it gives up what waits for it
      Route("product", "/products/:id", to: [.select(Tab.shop), .push(Product.self)])
      Route("order", "/orders/:id", to: [.select(Tab.shop), .push(Order.self)])
        .asks(Name.signedIn)
        .performs(Name.highlight, with: ["id": ":id"], when: .ready)
      Route("login", "/login", to: [.present(Login.self, style: .sheet)])
    }
  }
}

@main
struct First {
  @MainActor static func main() throws {
    // A session lives on the actor that it is made on, here the main one, and is used there alone.
    let session = RouteSession.launch(try Shop.table(), at: .file("first.sqlite")) {
      $0.answer(Shop.Name.signedIn) { asked in
        guard asked.principal == nil else { return .allow }
        asked.open(Shop.Login())  // found, and not shown twice, when it is there already
        return .wait(condition: Shop.Name.signedIn)  // in the journal: the link survives kill -9
      }
      $0.perform(Shop.Name.highlight) {
        print("*", $0.parameters)
        return .done
      }
    }
    print(session.health, session.notation, separator: "\n")  // as it was before kill -9
    while let line = readLine() {
      let asksForLogin = session.state.tree.firstScreen { $0.kind == Shop.Login.kind } != nil
      switch line {
      case "back" where asksForLogin: session.report(.dismissed(nil))  // the link ends as denied
      case "back": session.report(.popped(nil))
      case "login": session.signal(Shop.Name.signedIn, principal: "user-1")  // the link goes on
      case "bug": print((try? session.writeReportCopy(to: "bug.sqlite")) ?? "is there already")
      default: print(session.open(line).outcome?.description ?? "waiting")
      }
      print(session.notation)
      session.ready()  // what waits for the screen may run
    }
    session.end()  // without it the end counts as a crash
  }
}
