import RouteEngine
import Testing

@Suite struct MigrationWarningTests {
  private struct Product: ScreenKind {
    var id: Int
    var coupon: String?
  }

  @Test func `a name that a migration gives a value to in vain is warned of`() throws {
    let table = try RouteTable(tree: "main/stack[home]") {
      DeclaredScreen(Product.self, version: 4)
        .migrates(from: 1, with: ["number": ":nr", "colour": 1])
        .migrates(from: 2, with: ["id": ":number", "colour": ":colour"])
        .migrates(from: 3, with: ["cupon": ":voucher"])
    }
    let vain = "neither product nor a later migration has a parameter"
    #expect(
      table.warnings.map { "\($0.field): \($0.message)" } == [
        "screens.product.migrations[1].with.colour: \(vain) colour: its value goes",
        "screens.product.migrations[2].with.cupon: \(vain) cupon: its value goes; the nearest is "
          + "coupon",
      ])
  }
}
