import Foundation
import RouteAnalytics
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

@Suite struct `Named questions` {
  @Test func `are the views that answer questions`() {
    let views = RelationView.all.filter(\.isQuestion).map(\.name)
    #expect(NamedQuestion.allCases.map(\.view).sorted() == views.sorted())
    #expect(views.count == 32)
  }

  @Test func `are Datasette's canned queries`() throws {
    struct Metadata: Decodable {
      struct Database: Decodable { let queries: [String: Query] }
      struct Query: Decodable { let sql: String }
      let databases: [String: Database]
    }
    let file = PackageFile.url("Examples/datasette/metadata.json")
    let metadata = try JSONDecoder().decode(Metadata.self, from: Data(contentsOf: file))
    let queries = try #require(metadata.databases["history"]).queries.mapValues(\.sql)
    let wanted = NamedQuestion.allCases.map { ($0.rawValue, $0.sql(for: .json, rows: nil)) }
    #expect(queries == Dictionary(uniqueKeysWithValues: wanted))
  }

  @Test(
    arguments: [
      ("1970-01-02", 86_400_000_000), ("1970-01-01T00:01", 60_000_000),
      ("1970-01-01T00:00:01Z", 1_000_000), ("-5", nil), ("17", nil), ("2023-02-29", nil),
      ("2024-02-29", 1_709_164_800_000_000), ("2023-13-01", nil), ("1970-01-01T24:00", nil),
      ("1970-1-1", nil), ("", nil), ("yesterday", nil), ("1970-01-01 00:01", nil),
      ("1970-01-01T00:00:01.5Z", 1_500_000), ("1970-01-01T00:00:00.000007", 7),
      ("1970-01-01T00:01.5", nil), ("1970-01-01T00:01.0", nil), ("1970-01-01.0", nil),
      ("1970-01-01T00:00:01.", nil),
      ("1970-01-01T00:00:01.1234567", nil), ("2015", nil), ("20150518", nil),
      ("1431907200", nil), ("1431907200000000", nil),
    ] as [(String, Int64?)])
  func `take moments as people write them`(_ text: String, _ microseconds: Int64?) {
    #expect(Moment(text)?.microseconds == microseconds)
  }
}
