import RouteEngine
import RouteTestSupport
import Testing

/// A constant is as the type of its parameter has it, wherever in a table it stands.
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
    #expect(try RouteTable(json: table.canonicalJSON).definition == table.definition)
  }
}
