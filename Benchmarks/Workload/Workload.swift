package import RouteEngine
package import RouteStore

/// The app in which the benchmarks navigate: a shop with tabs of stacks.
package struct Workload {
  package let table: RouteTable
  /// The links to open, repeatedly.
  package let links: [String]

  /// An action that waits for a condition, so that it stays pending until the benchmark signals it.
  package static let waiting = ActionTemplate("upload").waits(for: "online")

  /// Links to screens that stay open together with their actions: each link adds two screens.
  package static func deepLinks(_ count: Int) -> [String] {
    (0..<count).map { index in
      "https://shop.example/categories/hats-\(index)/items/\(40_000 + index)/grey-felt-hat"
    }
  }

  /// Makes the workload.
  ///
  /// - Parameters:
  ///   - asks: whether every route has an interceptor, which always allows.
  ///   - actions: the actions that every route enqueues.
  ///   - links: the links to open instead of the usual ones.
  package init(
    asks: Bool = false, actions: [ActionTemplate] = [], links: [String]? = nil
  ) throws {
    let interceptors = asks ? ["signedIn"] : []
    table = try RouteTable(
      RouteTableDefinition(
        tree: """
          main/tabs[ home/stack*[feed] search/stack[finder] orders/stack[orderList] \
          account/stack[profile] ]
          """,
        screens: [
          Self.kind("category", ["name": .string]),
          Self.kind("item", ["category": .string, "id": .int, "title": .string]),
          Self.kind("order", ["id": .int, "title": .string]),
          Self.kind("invoice", ["id": .int, "number": .string]),
        ],
        routes: [
          Self.route(
            "item", "/categories/:category/items/:id/:title", interceptors,
            [
              Step(.select, "home"),
              Step(.push, "category", with: ["name": .request("category")]),
              Step(.push, "item"),
            ]),
          Self.route(
            "invoice", "/orders/:id/:title/invoices/:number", interceptors,
            [Step(.select, "orders"), Step(.push, "order"), Step(.push, "invoice")]),
          Self.route(
            "orders", "/orders", interceptors,
            [Step(.select, "orders"), Step(.select, "orderList")]),
        ].map { route in
          var route = route
          route.actions = actions
          return route
        }))
    self.links = links ?? (0..<512).map(Self.link)
  }

  private static func link(_ index: Int) -> String {
    let id = 40_000 + index * 7
    switch index % 8 {
    case 0, 4:
      return "https://shop.example/categories/shoes/items/\(id)/red-running-shoes-for-long-ways"
    case 1, 5: return "https://shop.example/orders/\(id)/birthday-presents/invoices/2024-\(id)"
    case 2, 6:
      return "https://shop.example/categories/hats/items/\(id)/grey-felt-hat-for-wet-mornings"
    case 3: return "https://shop.example/orders"
    default: return "https://shop.example/orders/\(id)/winter-coats/invoices/2025-\(id)"
    }
  }

  private static func kind(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterType>
  ) -> ScreenDeclaration {
    let entries = parameters.map { ParameterSchema.Entry(name: $0.key, type: $0.value) }
    return ScreenDeclaration(name, schema: ParameterSchema(entries))
  }

  private static func route(
    _ identifier: String, _ pattern: String, _ interceptors: [String], _ steps: [Step]
  ) -> Route {
    Route(
      identifier, patterns: [pattern], destination: Destination(steps),
      interceptors: interceptors)
  }

  /// Launches a session on a new journal at that path.
  package func launch(
    _ location: RouteSession.Location, _ durability: Durability = .process,
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws -> RouteSession {
    let session = RouteSession.launch(table, at: location) {
      $0.durability = durability
      $0.retention = .unlimited
      $0.answer("signedIn") { _ in .allow }
      configure(&$0)
    }
    guard session.health.isRecording else {
      throw BenchmarkError(description: session.health.description)
    }
    return session
  }

  /// The link that an operation opens.
  package func link(at operation: Int) -> String { links[operation % links.count] }
}

extension Workload {
  /// The number of requests that leave 80 entries after the newest checkpoint. Each launch adds 3,
  /// and the next checkpoint is written at 128, so that restoring is almost at its slowest.
  package static let tail = 975

  /// Writes a journal of the given number of requests.
  package func write(
    _ operations: Int, to path: String,
    _ configure: (inout RouteSession.Configuration) -> Void = { _ in }
  ) throws {
    let session = try launch(.file(path), .process, configure)
    for operation in 0..<operations { session.open(link(at: operation)) }
    guard session.health.isRecording else {
      throw BenchmarkError(description: session.health.description)
    }
    // A look at the end alone adds nothing to the cost of an operation.
    guard session.state.tree.visibleLeaf()?.kind != "feed" else {
      throw BenchmarkError(description: "no link leads anywhere")
    }
  }
}
