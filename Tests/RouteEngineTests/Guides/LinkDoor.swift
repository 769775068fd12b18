import RouteEngine

// guide:
/// The navigation that an app has had so far.
@MainActor
protocol OldRouter: AnyObject {
  func open(_ link: String) -> Bool
  func showProduct(_ id: String)
}

/// The first step: links to products go through the engine, and the old router shows them.
@MainActor
final class LinkDoor {
  private let session: RouteSession?
  private let old: any OldRouter

  /// - Parameter isAdopted: a switch to go back with, from a remote setting for example.
  init(isAdopted: Bool, journal: RouteSession.Location, old: any OldRouter) throws {
    self.old = old
    guard isAdopted else {
      session = nil
      return
    }
    session = RouteSession.launch(try Self.table(), at: journal) {
      $0.perform("showProduct") { attempt in
        guard case .string(let id)? = attempt.parameters["id"] else {
          return .failed(reason: "no id")
        }
        old.showProduct(id)
        return .done
      }
    }
  }

  static func table() throws(RouteTable.Mistakes) -> RouteTable {
    try RouteTable(tree: "app/foreign") {
      Route("product", "/products/:id(\\d+)", to: [.select("app")])
        .performs("showProduct", with: ["id": ":id"], expires: .seconds(600))
    }
  }

  func open(_ link: String, source: String? = nil) -> Bool {
    guard let opening = session?.open(link, source: source) else { return old.open(link) }
    return opening.outcome == .notFound ? old.open(link) : opening.accepted
  }
}
// :guide
