import RouteStore
import Testing

@testable import RouteEngine
@testable import RouteReplayProgram

/// The functions of `sql` in addition to those of SQLite.
@Suite struct `Functions of queries` {
  let place = Workplace.sample()

  private func answer(_ sql: String) throws -> String {
    let result = try place.run("sql", "app.journal", sql, "-o", "csv").expect(0)
    let lines = result.output.split(separator: "\r\n").dropFirst()
    return lines.joined(separator: " ")
  }

  @Test(arguments: [
    ("/orders/7", "orders", true), ("/orders/7", "^orders", false), ("/orders/7", #"/\d+$"#, true),
    ("/orders/7", "^/(orders|products)/[0-9]+$", true), ("/orders/x", #"^/orders/\d+$"#, false),
    ("a", "^a|b$", true), ("ab", "^a$|b$", true), ("ba", "^a|b$", false), ("b", "^a|b$", true),
    ("100%41", "%41$", true), ("100%41", "A", false), ("%", "^.$", true), ("é", "^.$", true),
    ("éa", "^é.$", true), ("ÉA", "(?i)^.a$", true), ("e\u{301}", "^..$", true),
    ("日本", "^[^a]{2}$", true), ("日本", #"^\u65e5本$"#, true), ("a$", #"a\$"#, true),
    ("", "^$", true), ("a", "^$", false), ("", "", true), ("x|y", #"x\|y"#, true),
    ("(a", #"^\(a$"#, true), ("[", #"^[\[(]$"#, true), ("line\nnext", "line.next", false),
    ("aXb", "(?i)axB", true), ("aXb", "axb", false),
  ])
  func `a regular expression is looked for in plain text`(
    text: String, expression: String, isFound: Bool
  ) throws {
    var scratch = PathExpressionProgram.Scratch()
    #expect(try TextExpression(expression).matches(text, scratch: &scratch) == isFound)
  }

  @Test func `no expression takes more than time that is linear in the text`() throws {
    let text = String(repeating: "a", count: 50_000) + "!"
    var scratch = PathExpressionProgram.Scratch()
    for expression in ["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(x+x+)+y", "(.*)(.*)(.*)(.*)b"] {
      scratch.steps = 0
      let found = try TextExpression(expression).matches(text, scratch: &scratch)
      #expect(!found && scratch.steps < 100 * text.utf8.count, "\(expression): \(scratch.steps)")
    }
    let long = String(repeating: "a", count: 16 << 20)
    #expect(throws: TextExpression.Problem.self) {
      try TextExpression("a{100}b").matches(long, scratch: &scratch)
    }
  }

  @Test(arguments: [
    "(", "a{1000}", "[z-a]", #"(a)\1"#, "(?=a)", "a^b", String(repeating: "a{200}", count: 200),
  ])
  func `an invalid expression is reported`(expression: String) throws {
    try place.run("sql", "app.journal", "SELECT 'a' REGEXP '\(expression)'").expect(
      2, notes: "regular expression")
  }

  @Test func `percentiles are nearest rank, as in the questions, or lie between`() throws {
    func percentiles(_ list: String) throws -> String {
      try answer("WITH n (x) AS (VALUES (4), (NULL), (1), (3), (2)) SELECT \(list) FROM n")
    }
    #expect(
      try percentiles("percentile_disc(x, 0.5), percentile_disc(x, 0.51), percentile_disc(x, 0)")
        == "2,3,1")
    #expect(
      try percentiles("percentile_disc(x, 1), percentile_cont(x, 0.5), median(x), median(x + 0.5)")
        == "4,2.5,2.5,3.0")
    #expect(try percentiles("median(x) FILTER (WHERE x > 9)") == "")
    let hundred = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100)"
    #expect(try answer("\(hundred) SELECT percentile_disc(x, 0.07) FROM n") == "7")
    let own = """
      SELECT entry_point, percentile_disc(duration_us, 0.5) / 1000.0,
        percentile_disc(duration_us, 0.95) / 1000.0
      FROM v_request GROUP BY 1 HAVING count(duration_us) > 0 ORDER BY 1
      """
    let asked = "SELECT entry_point, p50_ms, p95_ms FROM v_routing_latency ORDER BY 1"
    #expect(try answer(own) == answer(asked))
    let changing = "SELECT percentile_disc(x, x) FROM (SELECT 0 AS x UNION SELECT 1)"
    try place.run("sql", "app.journal", changing).expect(2, notes: "one fraction for all rows")
    for wrong in ["percentile_disc('a', 0.5)", "percentile_disc(1, 2)", "percentile_cont(1, 'x')"] {
      try place.run("sql", "app.journal", "SELECT \(wrong)").expect(
        2, notes: "a percentile takes", ". Correct the query\n")
    }
    for wrong in ["missing(1)", "missing", "1 FROM missing"] {
      try place.run("sql", "app.journal", "SELECT \(wrong)").expect(
        2, notes: "no such", "'sql --schema' lists relations and columns")
    }
  }

  @Test func `no view of a file calls one`() throws {
    try Tampering.run(
      "CREATE VIEW planted AS SELECT 'a' REGEXP 'a' AS found", on: place.path("app.journal"))
    try place.run("sql", "app.journal", "SELECT * FROM planted").expect(notes: "unsafe use")
  }
}
