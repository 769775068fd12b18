// guide:
import RouteEngine

enum ProductScreens {
  struct Product: ScreenKind { var id: Int }
  struct Login: ScreenKind {}

  /// What StepAssembly says from the inside out, from the outside in.
  static let productScreen: [Destination.Step] = [
    .present("box", find: .none),  // NavigationControllerStep, presented from current
    .push(Product.self),  // finder and factory: the one with this id, or a new one
  ]

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "main/tabs[ shop/stack*[products]  account/stack[profile] ]") {
      DeclaredScreen(Product.self)
        .asks("signedIn")  // LoginInterceptor
        .performs("trackView", with: ["product": \Product.id])  // ProductViewControllerPostTask
      DeclaredScreen(Login.self)
      DeclaredScreen("box", container: .stack)
      Route("product", "/products/:id", to: productScreen)
      Route("login", "/login", to: [.present(Login.self, style: .sheet, from: .topmost)])
    }
  }

  @MainActor static func contribute(
    to configuration: inout RouteSession.Configuration, track: @escaping (ParameterValue?) -> Void
  ) {
    configuration.answerLater("signedIn") { asked in
      if asked.principal == nil {
        asked.open(.route("login", [:]))  // found, and not shown twice, when it is there already
        await asked.wait(for: "signedIn")  // in the journal: survives the process
      }
      return .allow
    }
    configuration.perform("trackView") { attempt in
      track(attempt.parameters["product"])
      return .done
    }
  }
}
// :guide

extension ProductScreens {
  @MainActor static func tap(_ id: Int64, in session: RouteSession) -> Opening {
    // guide:
    session.open(.route("product", ["id": .int(id)]), from: .programmatic)  // a tapped cell
    // :guide
  }

  @MainActor static func open(
    _ link: String, in session: RouteSession, elsewhere openInBrowser: (String) -> Void
  ) {
    // guide:
    if !session.open(link).accepted { openInBrowser(link) }  // no route, or a parameter is wrong
    // :guide
  }

  @MainActor static func signedIn(in session: RouteSession) {
    // guide:
    session.report(.dismissed(nil))  // the log-in has dismissed itself,
    session.signal("signedIn", principal: "user-1")  // and the route goes on
    // :guide
  }

  @MainActor static func cancelled(in session: RouteSession) {
    // guide:
    session.report(.dismissed(nil))
    session.giveUp("signedIn", reason: "cancelled")  // the request ends denied
    // :guide
  }

  // guide:
  /// SwitchAssembly: into the box that is on display, otherwise into a new one.
  static let productAnywhere: [Destination.Step] = [
    .choose(
      .when(.screen("box", in: .visible), steps: [.select("box")]),
      .otherwise([.present("box", find: .none)])),
    .push(Product.self, find: .name, updates: true),  // ContextSettingTask: the one that is there
  ]
  // :guide
}
