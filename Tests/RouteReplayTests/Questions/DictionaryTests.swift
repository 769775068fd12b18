import Foundation
import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// The dictionary of relations and columns, compared with the views, and the places that show it.
@Suite struct `The dictionary` {
  let place = Workplace.sample()
  private let dictionary: RelationDictionary

  init() throws { dictionary = try RelationDictionary() }

  @Test func `names every relation and column, and nothing else`() throws {
    #expect(dictionary.unused.isEmpty, "\(dictionary.unused)")
    for view in RelationView.all where view.name != "v_visit_range" {
      #expect(dictionary[view.name]?.columns.isEmpty == false, "\(view.name)")
    }
    for relation in dictionary.relations {
      #expect(!relation.meaning.isEmpty, "\(relation.name)")
      for column in relation.columns {
        let name = "\(relation.name).\(column.name)"
        #expect(!column.meaning.isEmpty && !column.example.isEmpty, "\(name)")
        #expect(!column.comment.contains(";"), "\(name): a statement would end there")
        switch column.type {
        case "int64": #expect(Int64(column.example) != nil, "\(name)")
        case "double": #expect(Double(column.example) != nil, "\(name)")
        default: break
        }
        let isPoint = relation.columns.contains { $0.name == column.name.dropLast(2) + "at" }
        if column.name.hasSuffix("_us"), isPoint {
          #expect(column.unit == "us since 1970", "\(name)")
        }
      }
    }
    for relation in BaseRelation.all {
      let told = dictionary[relation.name]?.columns ?? []
      #expect(told.map(\.name) == relation.columns.map(\.name))
      #expect(told.map(\.type) == relation.columns.map(\.type.word))
      let moments = relation.columns.filter { $0.content == .moment }.map(\.name)
      #expect(moments == RelationMoment.columns(of: relation.name))
    }
  }

  @Test(arguments: GoldenStory.allCases)
  func `says of each column whether it can be NULL, and of which type it is`(
    _ story: GoldenStory
  ) throws {
    let history = try History(path: story.journal.path)
    try history.showViews()
    for relation in dictionary.relations {
      var types: [Set<String>] = relation.columns.map { _ in [] }
      try history.query("SELECT * FROM \(relation.name)") { row in
        for (index, value) in row.enumerated() {
          switch value {
          case .null: types[index].insert("NULL")
          case .integer: types[index].insert("int64")
          case .real: types[index].insert("double")
          case .text: types[index].insert("text")
          case .blob: types[index].insert("blob")
          }
        }
      }
      for (column, types) in zip(relation.columns, types) {
        let told = column.type == "timestamp" ? "text" : column.type
        let wanted = column.null == nil && column.type != "timestamp" ? [told] : [told, "NULL"]
        #expect(types.isSubset(of: wanted), "\(relation.name).\(column.name): \(types)")
      }
    }
  }

  @Test func `says that a refused entry may be pruned, which leaves two columns NULL`() throws {
    place.write("values.journal", try Data(contentsOf: GoldenStory.values.journal))
    try place.run("prune", "values.journal", "--entries", "6", "--write").expect(0)
    let sql = "SELECT refused_sequence, request_id, screen FROM v_refusal"
    let asked = try place.run("sql", "values.journal", sql, "-o", "jsonl").expect(0)
    #expect(asked.lines == [#"{"refused_sequence":25,"request_id":null,"screen":null}"#])
    let columns = try #require(dictionary["v_refusal"]).columns
    let pruned = columns.filter { $0.null?.contains("was pruned") ?? false }.map(\.name)
    #expect(pruned == ["request_id", "screen"])
  }

  @Test func `is listed for programs and people`() throws {
    let rows = try objects(place.run("stats", "--dictionary", "-o", "jsonl").expect(0).output)
    let columns = dictionary.relations.reduce(0) { $0 + $1.columns.count }
    #expect(rows.count == dictionary.relations.count + columns)
    #expect(
      rows.contains {
        $0["relation"] as? String == "v_request" && $0["column_name"] as? String == "decided_us"
          && $0["null_means"] as? String == "it waits, or ended unrecorded"
          && $0["unit"] as? String == "us since 1970" && $0["type"] as? String == "int64"
      })
    let text = try place.shell("COLUMNS=80 \"$1\" stats --dictionary").output
    #expect(text.contains("  decided_us (int64, us since 1970): when it ended. NULL: it waits"))
    let schema = try place.shell("COLUMNS=80 \"$1\" sql --schema").expect(0).output
    for relation in dictionary.relations { #expect(schema.contains("\(relation.name): ")) }
    #expect(schema.contains("request_id text, request_sequence int64,"))
    for line in schema.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    try place.run("sql", "app.journal").expect(2)
  }

  @Test func `goes with exports and printed SQL`() throws {
    try place.run("export", "app.journal", "--format", "sqlite", "--out", "new.sqlite").expect(0)
    let connection = try Connection(path: place.path("new.sqlite"), mode: .read)
    let told = try connection.integer("SELECT count(*) FROM dictionary")
    let kept = BaseRelation.all.map(\.name) + RedactionProfile.standard.views.map(\.name)
    let exported = kept.compactMap { dictionary[$0] }
    #expect(exported.count == kept.count)
    #expect(told == exported.reduce(0) { $0 + Int64($1.rows.count) })
    let names = try connection.integer(
      """
      SELECT count(*) FROM dictionary d JOIN sqlite_schema s ON s.name = d.relation
      JOIN pragma_table_info(d.relation) c ON c.name = d.column_name
      """)
    #expect(names == exported.reduce(0) { $0 + Int64($1.columns.count) })
    for (column, meaning) in [
      ("reason", "why. NULL: the profile removes it"),
      (
        "received_us",
        "when it arrived, or at the latest where its first entry was pruned (rounded time)"
      ),
      ("request_id", "which, by its first entry (pseudonym). NULL: no session is known"),
      ("route_version", "the route's version. NULL: no route took it"),
    ] {
      let quoted = meaning.replacing("'", with: "''")
      let told = try connection.integer(
        """
        SELECT count(*) FROM dictionary WHERE relation = 'v_request'
        AND column_name = '\(column)'
        AND meaning || coalesce('. NULL: ' || null_means, '') = '\(quoted)'
        """)
      #expect(told == 1, "\(column)")
    }
    let tables = try connection.prepare("SELECT sql FROM sqlite_schema WHERE name = 'v_request'")
    #expect(try tables.step() && tables.text(0).contains("  -- decided_us (us since 1970): when"))

    try place.run("export", "app.journal", "--format", "csv", "--out", "new").expect(0)
    let questions = String(decoding: place.bytes("new/questions.sql") ?? Data(), as: UTF8.self)
    #expect(questions.contains("  -- share (rate): by all failures\n"))
    let definitions = try place.run("stats", "--sql").output
    for relation in dictionary.relations where relation.name != "funnel_step" {
      for column in relation.columns { #expect(definitions.contains(column.comment)) }
    }
    let bytes = try #require(place.bytes("new/datapackage.json"))
    let package = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let resources = try #require(package["resources"] as? [[String: Any]])
    #expect(resources.map { $0["name"] as? String } == BaseRelation.all.map(\.name))
    for (resource, relation) in zip(resources, BaseRelation.all) {
      let schema = resource["schema"] as? [String: Any]
      let fields = schema?["fields"] as? [[String: Any]] ?? []
      #expect(fields.map { $0["name"] as? String } == relation.columns.map(\.name))
      let paths = resource["path"] as? [String] ?? []
      #expect(!paths.isEmpty)
      for path in paths {
        let text = String(decoding: place.bytes("new/" + path) ?? Data(), as: UTF8.self)
        let header = relation.columns.map { "\"\($0.name)\"" }.joined(separator: ",")
        #expect(text.hasPrefix(header + "\r\n"), "\(path)")
      }
    }
  }

  @Test func `is what the guide says`() throws {
    let guide = try PackageFile.text("Sources/RouteStore/RouteStore.docc/analytics.md")
    for relation in BaseRelation.all where relation.name != "funnel_step" {
      let columns = try #require(dictionary[relation.name]).columns
      for column in columns where column.type != "timestamp" {
        let unit = column.unit.map { ", \($0)" } ?? ""
        let null = column.null.map { "; NULL: \($0)" } ?? ""
        let line = "| `\(column.name)` | \(column.type)\(unit) | \(column.meaning)\(null) |\n"
        #expect(guide.contains(line), "\(relation.name): \(line)")
      }
    }
  }

  private func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { try jsonObject(String($0)) }
  }
}
