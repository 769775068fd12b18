import RouteAnalytics
import RouteTestSupport
import Testing

@testable import RouteStore

/// A query of gathered relations has the same answer as the views over the file, or none.
@Suite struct GatheredQueryTests {
  @Test(arguments: TestSample.some(UInt64(1)...UInt64(12), every: 3))
  func `answers of relations are those of the views over a file`(seed: UInt64) throws {
    try compare(QueryMaker(seed: seed), seed)
  }

  @Test(
    .enabled(if: QueryMaker.hasOuterJoins, "SQLite has FULL and RIGHT joins from 3.39 on"),
    arguments: TestSample.some(UInt64(21)...UInt64(28), every: 2))
  func `answers with FULL and RIGHT joins are those of the views over a file`(seed: UInt64) throws {
    try compare(QueryMaker(seed: seed, joins: ["FULL JOIN", "RIGHT JOIN"]), seed)
  }

  private func compare(_ maker: QueryMaker, _ seed: UInt64) throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    var story = RandomHistory(seed: seed, runs: 2)
    try story.write(to: path)
    try edit(path, "INSERT INTO funnel_step VALUES ('buy', 1, 'feed'), ('buy', 2, 'item')")
    var queries = maker
    var answered = 0
    for _ in 0..<25 {
      let sql = queries.next()
      let own = try Answer { try ownViews(of: path, sql, $0) }
      let each = try Answer { row in try viewed(path).query(sql) { row(line($0)) } }
      let gathered = try Answer { try gather(path, sql, $0) }
      #expect(each == own, "\(sql)")
      // A query whose relations cannot be gathered is answered from the file itself.
      if case .refused = gathered { continue }
      answered += 1
      #expect(gathered == own, "\(sql)")
    }
    #expect(answered >= 20)
  }

  @Test(arguments: [
    "SELECT rowid FROM v_request", "SELECT count(*) FROM v_visit WHERE oid > 1",
    "SELECT count(*) FROM SQLITE_SCHEMA", "SELECT a.name FROM sqlite_schema a, v_run",
    "SELECT * FROM v_entry NATURAL JOIN v_run", "SELECT count(*) FROM main.v_run",
  ])
  func `queries that only a file can answer are not gathered`(sql: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    let gathered = try Answer { try gather(path, sql, $0) }
    guard case .refused = gathered else { throw ScenarioMistake("answered: \(gathered)") }
  }

  /// The result of a query.
  private enum Answer: Equatable {
    case rows([String])
    case refused

    init(_ ask: (_ row: (String) -> Void) throws -> Void) throws {
      var rows: [String] = []
      do {
        try ask { rows.append($0) }
        self = .rows(rows.sorted())
      } catch StoreError.invalidQuery {
        self = .refused
      }
    }
  }

  private func ownViews(of path: String, _ sql: String, _ row: (String) -> Void) throws {
    do throws(StoreError) {
      let connection = try Connection(path: path, mode: .readImmutable)
      for view in RelationView.all { try connection.execute(view.temporary) }
      let statement = try connection.prepare(sql)
      while try statement.step() { row(line(statement.values)) }
    } catch .damaged(let message, _) {
      throw StoreError.invalidQuery(message: message)
    }
  }

  private func gather(_ path: String, _ sql: String, _ row: (String) -> Void) throws {
    let columns = try RelationColumns(askedBy: sql)
    let gathered = try GatheredRelations(columns)
    for part in 0..<gathered.partCount {
      try gathered.gather(part, from: 1) { _ in try History(path: path) }
    }
    try gathered.reader().query(sql) { row(line($0)) }
  }

  private func line(_ row: [SQLValue]) -> String {
    row.map { value in
      // Sums of the same numbers in another order may differ in their last digits.
      if case .real(let real) = value { "\((real * 1_000).rounded() / 1_000)" } else { "\(value)" }
    }.joined(separator: "|")
  }
}

/// Draws queries over the base relations: joins of every kind, `SELECT *`, subqueries, `WITH`,
/// windows, compounds, comparisons with texts and numbers.
private struct QueryMaker {
  private var random: SeededRandom

  private let joins: [String]

  init(seed: UInt64, joins: [String] = ["JOIN", "LEFT JOIN", "INNER JOIN"]) {
    random = SeededRandom(seed &* 7_919)
    self.joins = joins
  }

  /// Whether this SQLite has joins that keep the rows of their right side.
  static var hasOuterJoins: Bool {
    let joined = "SELECT 1 FROM (SELECT 1 AS a) FULL JOIN (SELECT 1 AS a) USING (a)"
    do {
      let statement = try Connection(path: "", mode: .memory).prepare(joined)
      return try statement.step()
    } catch {
      return false  // an older SQLite refuses them
    }
  }

  mutating func next() -> String {
    let (one, other) = (random.pick(Self.relations), random.pick(Self.relations))
    let (a, b) = (spelled(one), spelled(other))
    let shared = one.columns.map(\.name).filter { name in
      other.columns.contains { $0.name == name }
    }
    let column = random.pick(one.columns).name
    let join = random.pick(joins)
    let pair = shared.isEmpty ? "ON 1" : "USING (\(random.pick(shared)))"
    switch random.below(12) {
    case 0: return "SELECT * FROM \(a) a \(join) \(b) b \(pair)"
    case 1: return "SELECT * FROM \(a) NATURAL \(join) \(b)"
    case 2: return "SELECT count(*), count(\(column)) FROM \(a) NATURAL JOIN \(b)"
    case 3:
      return "SELECT count(*), count(a.\(column)) FROM \(a) a NATURAL \(join) \(b) b "
        + "WHERE \(condition("a", one))"
    case 4: return "SELECT count(*) FROM (SELECT * FROM \(a) NATURAL JOIN \(b))"
    case 5:
      return "WITH c AS (SELECT * FROM \(a) WHERE \(condition("", one))) "
        + "SELECT count(*), max(\(column)) FROM c \(join) \(b) \(pair)"
    case 6:
      return "SELECT \(column), count(*) OVER (PARTITION BY \(column)), "
        + "rank() OVER (ORDER BY \(column)) FROM \(a)"
    case 7:
      return "SELECT a.* FROM \(a) a WHERE EXISTS (SELECT 1 FROM \(b) b NATURAL JOIN \(a))"
        + " AND \(condition("a", one))"
    case 8:
      return "SELECT \(column) FROM \(a) UNION SELECT \(random.pick(other.columns).name) FROM \(b)"
    case 9: return "SELECT * FROM \(a) EXCEPT SELECT * FROM \(a) WHERE \(condition("", one))"
    case 10:
      let compared = random.pick(other.columns).name
      return "SELECT a.\(column), (SELECT count(*) FROM \(b) b WHERE b.\(compared) = a.\(column))"
        + " FROM \(a) a"
    default: return "SELECT DISTINCT typeof(\(column)) FROM \(a) WHERE \(condition("", one))"
    }
  }

  private mutating func condition(_ name: String, _ relation: BaseRelation) -> String {
    let column = random.pick(relation.columns).name
    let left = name.isEmpty ? column : "\(name).\(column)"
    return random.pick([
      "\(left) > 0", "\(left) > '0'", "\(left) = '3'", "\(left) = 3", "\(left) IS NOT NULL",
      "\(left) >= '1700000000000000'", "\(left) < 'item'", "\(left) IN ('feed', 4, '7')",
      "coalesce(\(left), 'x') <> 'x'",
    ])
  }

  private mutating func spelled(_ relation: BaseRelation) -> String {
    random.pick([relation.name, relation.name, relation.name.uppercased(), "\"\(relation.name)\""])
  }

  private static let relations = BaseRelation.all
}
