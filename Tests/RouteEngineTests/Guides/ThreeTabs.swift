// guide:
import RouteEngine

enum ThreeTabs {
  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "root/tabs[ left*  middle  right ]") {
      Route("leftTab", "/leftTab", to: [.select("left")])
        .performs(ActionTemplate("cheer", when: .ready).delayed(by: .seconds(2)))
      Route("middleTab", "/middleTab", to: [.select("middle")])
      Route("rightTab", "/rightTab", to: [.run("toTheRight")])  // a body in Swift
    }
  }

  @MainActor static func contribute(to configuration: inout RouteSession.Configuration) {
    configuration.startsSuspended = true  // RouteController(root:ready:) with ready: false
    configuration.step("toTheRight") { editor, _ in
      guard let right = editor.find("right") else { return false }
      try editor.select(right.id)
      return true
    }
    configuration.perform("cheer") { _ in
      print("LeftTab successfully reached!")
      return .done
    }
    configuration.translate("openTab") { asked in  // a shortcut item's or an activity's type
      guard case .string(let identifier)? = asked.value(of: "tab") else { return [] }
      return [.route(identifier, [:]), .route("middleTab", [:])]  // the first that there is
    }
  }
}
// :guide

extension ThreeTabs {
  @MainActor static func start(at path: String) throws -> RouteSession {
    // guide:
    let session = RouteSession.launch(
      try ThreeTabs.table(), at: .file(path), configure: ThreeTabs.contribute)
    session.open("scheme:/leftTab")  // true for the delegate that asks: .accepted
    session.open(.shortcutItem("openTab", info: ["tab": "rightTab"]))
    session.requests.resume()  // resumeHandlingRoutes(with: .execute)
    // :guide
    return session
  }

  @MainActor static func words(for opening: Opening) -> String {
    // guide:
    switch opening.outcome {
    case nil: "kept until it may run"
    case .shown, .alreadyShown: "there"
    case .notFound: "no route of ours: somebody else's link"
    case let outcome?: outcome.description  // denied, failed, expired: with the reason
    }
    // :guide
  }
}
