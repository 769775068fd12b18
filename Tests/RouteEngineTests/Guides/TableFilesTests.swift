@testable import RouteEngine
import RouteTestSupport
import Testing

/// The guide of table files lists exactly the rules of their reader.
struct TableFilesTests {
  private static func guide() throws -> String {
    try PackageFile.text("Sources/RouteEngine/RouteEngine.docc/table-files.md")
  }

  /// Completes a piece of a table to a whole one.
  private static func table(around piece: String) -> String {
    let (screen, steps) =
      switch piece {
      case _ where piece.hasPrefix("parameters:"): (piece, "")
      case _ where piece.hasPrefix("{ perform:"): ("actions: [\(piece)]", "")
      default: ("", piece)
      }
    let routes = steps.isEmpty ? "" : "{ id: \"some\", open: [\"tab\"], destination: [\(steps)] }"
    return """
      { format: "route-table/1", tree: "main/tabs[home/stack*[feed] shop/stack[catalog]]",
        screens: { some: { parameters: { id: "int" }, \(screen) }, login: {} },
        routes: [\(routes)] }
      """
      .replacing("parameters: { id: \"int\" }, parameters:", with: "parameters:")
  }

  @Test func `the guide's whole example is a table without mistake and warning`() throws {
    let pieces = GuideTests.pieces(of: try Self.guide(), from: "```json5", to: "```")
    let table = try RouteTable(text: try #require(pieces.first))
    #expect(table.warnings.map(\.description) == [])
    #expect(table.routes.count == 4)
    #expect(pieces.count > 3)
  }

  @Test func `the guide's pieces are read inside a table`() throws {
    for piece in GuideTests.pieces(of: try Self.guide(), from: "```json5", to: "```").dropFirst() {
      #expect(throws: Never.self, "\(piece)") { try RouteTable(text: Self.table(around: piece)) }
    }
  }

  @Test func `the guide's trees are read`() throws {
    let guide = try Self.guide()
    let line = guide.split(separator: "\n").first { $0.hasPrefix("main: tabs[") }
    let tree = String(try #require(line))
    #expect(try ScreenTree.Notation(tree).scenes.count == 2)
  }

  @Test func `the guide names every member and every word of a table file`() throws {
    let guide = try Self.guide()
    let words = TableFile.Part.allCases.flatMap { part in
      part.shape.members.flatMap { [$0.name] + Self.words(of: $0.form) }
        + part.shape.choices.flatMap { $0.narrowed.flatMap { Self.words(of: $0.form) } }
    }
    #expect(words.count > 100)
    for word in Set(words).sorted() {
      #expect(guide.contains("`\(word)`") || guide.contains("`\"\(word)\"`"), "\(word)")
    }
  }

  private static func words(of form: TableFile.Form) -> [String] {
    switch form {
    case .word(let words): words
    case .list(let inner), .map(let inner): words(of: inner)
    case .either(let forms): forms.flatMap(words)
    case .text, .spelled, .whole, .truth, .constant, .null, .object: []
    }
  }

  @Test func `the guide's rows of steps have what may stand beside each`() throws {
    let rows = try Self.guide().split(separator: "\n").filter { $0.hasPrefix("| `") }
    for choice in TableFile.step.choices {
      let row = try #require(
        rows.first { row in
          row.split(separator: "|").first?.contains("`\(choice.name)`") ?? false
        })
      let told = row.split(separator: "|", omittingEmptySubsequences: false)[3]
      var names = told.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
      if told.contains("the same") || told.contains("those of `select`") {
        let select = TableFile.step.choices.first { $0.name == "select" }
        names = names.filter { $0 != "select" } + (select?.beside ?? [])
      }
      #expect(names.sorted() == choice.beside.sorted(), "\(choice.name)")
    }
  }

  @Test(arguments: [("schemes", "shop"), ("hosts", "shop.example")])
  func `other letter case in a scheme or a host is another digest, and reads the same links`(
    member: String, name: String
  ) throws {
    let tables = try [name, name.uppercased()].map { name in
      try RouteTable(
        text: """
          { format: "route-table/1", tree: "main/stack[home]", links: { \(member): ["\(name)"] },
            routes: [{ id: "home", patterns: ["/home"], destination: [{ select: "home" }] }] }
          """)
    }
    #expect(tables[0].digest != tables[1].digest)
    let link = try RouteLink("shop://shop.example/home")
    for table in tables { #expect(table.match(link) != nil) }
  }
}
