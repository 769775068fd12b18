import RouteEngine
import RouteTestSupport
import Testing

/// A constant has the form of its parameter's type, everywhere in a table.
@MainActor
struct TableConstantTests {
  private static let key = "0f8fad5b-d9cb-469f-a165-70867728950e"

  @Test func `constants in notation are as the types of their kinds have them`() throws {
    let table = try RouteTable(
      text: #"""
        { format: "route-table/1", tree: "main/stack[item(ratio: 1, key: \"\#(Self.key)\")]",
          screens: {
            item: { parameters: { ratio: "double", key: "uuid?", on: "date?" }, identity: ["key"] },
            box: { container: "stack" } },
          routes: [
            { id: "item", patterns: ["/items/:ratio/:key"], destination: [{ push: "item" }] },
            { id: "box", patterns: ["/box/:key"], destination: [
                { present: "box",
                  holding: "item(ratio: 2, key: \":key\", on: \"2001-01-02\")" }] } ] }
        """#)
    let capital = Self.key.uppercased()
    try Scenario(table).run(
      """
      tree: main/stack[item(key: "\(capital)", ratio: 1.0)]
      open: /items/3/\(Self.key) -> already shown
      open: /box/\(Self.key) -> shown
      tree: main/stack[item(key: "\(capital)", ratio: 1.0)]^box[item(key: "\(capital)", \
      on: 86400.0, ratio: 2.0)]
      """)
    #expect(try RouteTable(json: table.canonicalJSON).canonicalText == table.canonicalText)
  }

  @Test func `a name that is too long for a file is a mistake in Swift, too`() {
    let name = String(repeating: "n", count: 1_025)
    let found = RouteTestSupport.mistakes {
      try RouteTable(tree: "main/stack[feed]") {
        DeclaredScreen("feed")
        Route("a", "/a", to: [.push("feed")]).at(query: [name: true])
          .performs("note", with: [name: 1])
        Route("b", "/b", redirect: .route("a", with: [name: 1]))
      }
    }
    let fields = ["routes[0].query", "routes[0].actions[0].with", "routes[1].redirect.with"]
    let message = "a name here has 1025 bytes, more than the 1024 allowed"
    #expect(found == fields.map { "\($0): \(message)" })
  }

  @Test func `a minus before zero is lost in Swift as in a file, and no rerun differs`() throws {
    let table = try RouteTable(
      text: #"""
        { format: "route-table/1", tree: "main/stack[feed]",
          screens: {
            item: { version: 2, migrations: [{ from: 1, with: { rank: 2.0, rate: -0.0 } }],
                    parameters: { id: "int", rank: "int", ratio: "double",
                                  rate: { type: "double", default: -0.0 } } } },
          routes: [{ id: "item", patterns: ["/items/:rate"], destination: [{ switch: [
            { when: { parameter: "rate", is: -0.0 },
              steps: [{ push: "item", with: { id: 1, rank: 1, ratio: -0.0 } }] },
            { steps: [{ push: "item", with: { id: 2, rank: 1, ratio: -0.0 } }] } ] }] },
            { id: "new", patterns: ["/new"],
              destination: [{ push: "item", with: { id: 3, rank: 1, ratio: 1 } }] }] }
        """#)
    try Scenario(table).run(
      """
      open: /new -> shown
      open: /items/0 -> shown
      tree: main/stack[feed item(id: 3, rank: 1, rate: 0.0, ratio: 1.0) \
      item(id: 1, rank: 1, rate: 0.0, ratio: 0.0)]
      """)
    #expect(try RouteTable(json: table.canonicalJSON).definition == table.definition)
  }
}
