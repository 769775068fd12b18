public import RouteEngine

/// The shop of most tests: products and orders by their numbers, private notes, and a log-in over
/// them.
extension ScreenDeclaration {
  package static let product = ScreenDeclaration("product", schema: ["id": .int])
  package static let order = ScreenDeclaration("order", schema: ["id": .int])
  package static let note = ScreenDeclaration(
    "note", schema: ["text": .string], privateNames: ["text"])
}

extension Route {
  /// A route with these steps and a link of its name.
  package static func named(
    _ name: String, _ steps: Step..., interceptors: [String] = []
  ) -> Route {
    Route(name, patterns: ["/\(name)"], destination: Destination(steps), interceptors: interceptors)
  }

  /// The route of a product by its number, without interceptors.
  package static let product = Route("product", "/products/:id", to: .inShop("product"))
}

extension [Step] {
  /// Steps to the shop's tab, and there onto its stack.
  package static func inShop(_ kind: String) -> [Step] { [.select("shop"), .push(kind)] }
}

extension Scenario {
  /// Two tabs with a stack each; the shop's tab is not selected.
  package static let tree = "main/tabs[home/stack*[feed] shop/stack[catalog]]"

  /// A shop with only products, whose screens have these actions.
  package static func shop(
    _ actions: ActionTemplate...,
    configure: @escaping Contribution = { _ in }
  ) -> Scenario {
    var route = Route.product
    route.actions = actions
    return Scenario(screens: [.product], routes: [route], configure: configure)
  }

  /// A shop of products whose route asks the interceptor `gate`, on any stack.
  package static var askingShop: Scenario {
    Scenario(
      screens: [.product],
      routes: [Route("product", "/products/:id", to: [.push("product")]).asks("gate")])
  }

  /// A shop of products, of orders whose route asks `gate`, and of a log-in.
  package static var gatedShop: Scenario {
    Scenario(
      screens: [.product, .order] + kinds("login"),
      routes: [
        .product, Route("order", "/orders/:id", to: .inShop("order")).asks("gate"),
        Route("login", "/login", to: [.present("login", style: .sheet, from: .topmost)]),
      ])
  }
}

/// Kinds of screens with only a name.
package func kinds(_ names: String...) -> [ScreenDeclaration] {
  names.map { ScreenDeclaration($0) }
}

extension ParameterSchema: ExpressibleByDictionaryLiteral {
  /// Parameters by their names; a name that ends in `?` is optional.
  public init(dictionaryLiteral types: (String, ParameterType)...) {
    self.init(
      types.map { name, type in
        let isOptional = name.hasSuffix("?")
        return Entry(
          name: isOptional ? String(name.dropLast()) : name, type: type, isOptional: isOptional)
      })
  }
}

extension RouteSession {
  /// The parameters of the visible screen, with the values of the person who is signed in.
  package var visible: Parameters {
    state.tree.visibleLeaf().map { revealed($0.parameters) } ?? [:]
  }

  /// Opens some links, one after the other.
  package func openAll(_ links: String..., isolation: isolated any Actor = #isolation) {
    for link in links { open(link) }
  }
}
