import RouteEngine
import RouteTestSupport
import Testing

/// Warnings when a table and a kind declare a parameter differently.
@Suite struct DeclarationWarningTests {
  private struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }

  @Test func `an unused name in a migration gets a warning`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self, version: 4)
        .migrates(from: 1, with: ["number": ":nr", "colour": 1])
        .migrates(from: 2, with: ["id": ":number", "colour": ":colour"])
        .migrates(from: 3, with: ["cupon": ":voucher"])
    }
    let vain = "neither product nor a later migration has a parameter"
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "screens.product.migrations[1].with.colour: \(vain) colour: its value is lost",
        "screens.product.migrations[2].with.cupon: \(vain) cupon: its value is lost; the nearest "
          + "is coupon",
      ])
  }

  @Test func `hundreds of unused names among hundreds of parameters get warnings in time`() throws {
    func names(_ word: String, _ value: String) -> String {
      (0..<900).map { "\(word)\($0): \"\(value)\"" }.joined(separator: ", ")
    }
    let json = """
      { format: "route-table/1", tree: "main/stack[home]", routes: [],
        screens: { product: { version: 2, parameters: { \(names("size", "int?")) },
          migrations: [{ from: 1, with: { \(names("sise", ":number")) } }] } } }
      """
    let warnings = try RouteTable(json: Array(json.utf8)).warnings
    #expect(warnings.count == 900)
    #expect(warnings.count { $0.message.contains("the nearest is") } == 20)
  }

  @Test func `edits are counted up to a bound`() {
    var random = SeededRandom(1)
    for _ in 0..<2_000 {
      let left = (0..<random.below(7)).map { _ in UInt8(random.below(3)) }
      let right = (0..<random.below(7)).map { _ in UInt8(random.below(3)) }
      let distance = editDistance(left, right)
      for most in 0...3 {
        let found = editDistance(left, right, atMost: most)
        #expect(distance <= most ? found == distance : found > most, "\(left) \(right) \(most)")
      }
    }
  }

  @Test func `a required parameter that a route refuses as an item gets a warning`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self)
      Route("product", "/products/:id", "/p{/:id}?", to: [.push(Product.self)])
        .at(query: ["id": false, "coupon": false])
    }
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "routes[0].patterns[1]: product needs id, which not every link of this pattern captures, "
          + "and \"query\" refuses it: let the pattern capture it, or remove the rule"
      ])
  }

  @Test func `a private parameter that a route lists as open gets a warning`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self, private: \.coupon)
      Route("product", "/products/:id", to: [.push(Product.self)]).keepsOpen("utm", "coupon", "id")
    }
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "routes[0].open[1]: coupon is private in a screen of the route, so this has no effect; "
          + "remove it"
      ])
  }

  @Test func `an answering screen that is not restored gets a warning`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen("login").answers("signedIn", "adult").withoutRestoration()
      DeclaredScreen("pay").withoutRestoration()
      DeclaredScreen("unlock").answers("unlocked")
    }
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "screens.login.restored: no launch restores login, so a request that waits for signedIn "
          + "then has no screen that answers it"
      ])
  }

  @Test func `a container of the first tree with another declaration gets a warning`() throws {
    let table = try RouteTable(
      tree: "main/stack[home/tabs old/foreign/stack]^sheet:box/tabs:own[home/tabs]"
    ) {
      DeclaredScreen("main", container: .tabs)
      DeclaredScreen("home")
      DeclaredScreen("old", container: .tabs)
      DeclaredScreen("box", container: .tabs)
    }
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "tree: main is declared as tabs, but is stack here",
        "tree: box is declared as tabs, but is tabs:own here",
      ])
  }
}
