import Foundation
@testable import RouteEngine
@testable import RouteReplayProgram
import RouteTestSupport
import Testing

/// The schema of table files accepts the same files as their reader.
@Suite struct TableSchemaTests {
  private static let file = "Documentation/route-table.schema.json"
  private let validator = SchemaValidator(root: TableSchema.schema)

  /// Whether the reader accepts the shape of a file. A schema cannot know which chains exist.
  private func isRead(_ table: JSON) throws -> Bool {
    let document = try JSONDocument(parsing: table.canonical)
    var reader = DefinitionReader()
    _ = reader.definition(document.root)
    return reader.mistakes.allSatisfy { $0.message.hasPrefix("there is no chain") }
  }

  @Test func `the schema's file is what the program prints`() throws {
    #expect(
      try PackageFile.text(Self.file) == TableSchema.text,
      "renew it: route-replay check --schema > \(Self.file)")
    let printed = try Workplace().run("check", "--schema")
    #expect(printed.output == TableSchema.text)
  }

  @Test func `every table file of the package is valid by the schema`() throws {
    var count = 0
    for folder in ["Examples", "Tests", "Benchmarks", "Fleet"] where PackageFile.exists(folder) {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: PackageFile.url(folder).path)
      for path in paths where path.hasSuffix(".json5") || path.hasSuffix(".json") {
        let bytes = try PackageFile.bytes("\(folder)/\(path)")
        let table = try JSONDocument(parsing: bytes).root.json
        guard table["format"] == "route-table/1" else { continue }
        #expect(try validator.accepts(table), "\(folder)/\(path)")
        let canonical = try JSON(parsing: RouteTable(json: bytes).definition.canonicalJSON)
        #expect(try validator.accepts(canonical), "\(folder)/\(path), as it is written")
        count += 1
      }
    }
    #expect(count >= 7)
  }

  @Test func `the tables of the golden journals are valid by the schema`() throws {
    let folder = "Tests/RouteReplayTests/Fixtures/version-1"
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: PackageFile.url(folder).path)
    where name.hasSuffix(".jsonl") {
      for line in try PackageFile.lines("\(folder)/\(name)") {
        guard let table = try JSON(parsing: Array(line.utf8))["route_table"]?["json"] else {
          continue
        }
        #expect(try validator.accepts(table), "\(name)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `each object with all that it can have is read, and valid`() throws {
    let samples = TableSamples.whole
    #expect(samples.count > TableFile.Part.allCases.count)
    for (name, table) in samples {
      #expect(try validator.accepts(table), "\(name)")
      #expect(try isRead(table), "\(name)")
    }
  }

  @Test func `reader and schema refuse the same of all changed files`() throws {
    var (refused, all) = (0, 0)
    for (name, tables) in TableSamples.changed + [("by hand", TableSamples.others)] {
      for changed in tables {
        let isValid = try validator.accepts(changed)
        if try isRead(changed) != isValid {
          let text = String(decoding: changed.canonical, as: UTF8.self)
          Issue.record("\(name): valid by the schema: \(isValid), of \(text)")
        }
        all += 1
        if !isValid { refused += 1 }
      }
    }
    #expect(refused > 1_000)
    #expect(all - refused > 200)
  }

  @Test func `a table may name its schema, which changes no digest`() throws {
    let text = try PackageFile.text("Examples/shop/routes.json5")
    let start = try #require(text.firstIndex(of: "{"))
    var named = text
    named.insert(
      contentsOf: "\n\"$schema\": \"../../Documentation/route-table.schema.json\",",
      at: text.index(after: start))
    #expect(try RouteTable(text: named).digest == RouteTable(text: text).digest)
  }
}
