import RouteEngine

extension RecipeShop {
  // guide:
  /// What the app makes of notifications, by what was done with them.
  static func takeNotifications(in configuration: inout RouteSession.Configuration) {
    // A tap on {"id": "7"} opens Product(id: 7).
    configuration.translate(Entrance.opened, to: Product.self)
    // A button of the notification's category, by its identifier.
    configuration.translate("TRACK") { asked in
      asked.value(of: "order").map { [.route("order", ["id": $0])] } ?? []
    }
  }
  // :guide

  // guide:
  /// What an intent's `perform()`, a widget's or an extension's code does: it has no session.
  ///
  /// - Parameter journal: the place that the app launches its session at.
  static func leaveOrder(_ id: Int, for journal: RouteSession.Location) throws {
    try DropBox(of: journal, table: table())
      .leave("/orders/\(id)", from: .customValue, expiresAfter: .seconds(3_600))
  }
  // :guide

  // guide:
  /// The user info of an activity that shows the same product on another device.
  ///
  /// - Parameter id: made once, when the activity becomes the current one.
  static func handoff(of product: Product, id: String) throws -> [String: String] {
    ["link": try table().link(to: product).description, "source": id]
  }

  /// On the other device: what arrives twice takes effect once.
  @MainActor @discardableResult
  static func continueHandoff(_ info: [String: String], in session: RouteSession) -> Opening? {
    guard let link = info["link"], let source = info["source"] else { return nil }
    return session.open(
      .userActivity("com.example.shop.handoff", info: ["link": .string(link)], source: source))
  }
  // :guide
}
