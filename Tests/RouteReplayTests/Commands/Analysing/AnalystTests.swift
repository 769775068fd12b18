import Foundation
import Testing

/// An analyst's work with a recorded log and with own queries.
@Suite struct `An analyst` {
  let place = Workplace()

  init() {
    place.write("routes.json", Workplace.table)
  }

  private func line(_ visitor: String, _ time: String, _ target: String) -> String {
    #"\#(visitor) - - [17/May/2015:\#(time) +0000] "GET \#(target) HTTP/1.1" 200 1 "-" "-""#
  }

  private func rows(_ sql: String) throws -> [String] {
    try place.run("sql", "app.journal", "-o", "csv", sql)
      .output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  /// Records a log in which the last visit ends before the one that precedes it.
  private func recordLog() throws {
    place.write(
      "access.log",
      [
        line("a", "10:00:00", "/products/1"), line("a", "10:20:00", "/"),
        line("b", "10:05:00", "/products/2"), line("b", "10:06:00", "/"),
      ].joined(separator: "\n"))
    try place.run(
      "record", "--journal", "app.journal", "--routes", "routes.json", "--format", "access-log",
      "access.log"
    ).expect(0)
  }

  @Test func `finds every action of an access log cancelled when its visit ends`() throws {
    try recordLog()
    let outcomes = "SELECT name, actions, cancelled, pending, avg_wait_ms FROM v_action_outcomes"
    #expect(try rows(outcomes) == ["trackView,2,2,0,630000.0"])
    #expect(
      try rows("SELECT count(*), count(DISTINCT session_id) FROM v_entry WHERE kind = 'cancelled'")
        == ["2,2"])
    try place.run("actions", "app.journal").expect(notes: "no action is pending")
    try place.run("verify", "app.journal", "--deep").expect(0)
    try place.run("rerun", "app.journal").expect(0)
  }

  @Test(arguments: [
    ["stats", "app.journal", "bad.journal"],
    ["sql", "app.journal", "bad.journal", "SELECT * FROM v_action"],
    ["export", "app.journal", "bad.journal", "--format", "csv", "--out", "rows"],
    ["export", "app.journal", "bad.journal", "--format", "sqlite", "--out", "rows.sqlite"],
  ])
  func `sees which of several files is damaged`(words: [String]) throws {
    try place.record(Workplace.links, into: "app.journal")
    try place.record(Workplace.links, into: "bad.journal")
    try Tampering.run(
      "UPDATE journal SET payload = 'x' WHERE sequence = 3", on: place.path("bad.journal"))
    try place.run(words).expect(3, notes: "bad.journal: the journal is damaged: ")
  }

  @Test func `reads in the summary when the newest entry was, not the last one`() throws {
    try recordLog()
    try place.run("summary", "app.journal", "--time", "iso").expect(
      says: "2015-05-17T10:00:00.000Z to 2015-05-17T10:20:00.000Z")
    try place.run("summary", "app.journal", "-o", "json").expect(
      says: #""newest_us": 1431858000000000"#)
  }

  @Test(arguments: [
    ("SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a", #"{"a":1,"a_3":2,"a_2":3,"a_4":4}"#),
    ("SELECT 1 AS file, 2 AS b", #"{"file":1,"b":2}"#),
  ])
  func `gets no duplicate member in a JSON object`(sql: String, object: String) throws {
    try recordLog()
    #expect(try place.run("sql", "app.journal", sql, "-o", "jsonl").lines == [object])
  }

  @Test func `sees that a column has another name in JSON`() throws {
    try recordLog()
    try place.run("sql", "app.journal", "SELECT 1 AS a, 2 AS a", "-o", "json").expect(
      notes: "two columns are called 'a'; the later one is 'a_2'")
    let csv = try place.run("sql", "app.journal", "SELECT 1 AS a, 2 AS a", "-o", "csv")
    #expect(csv.output == "a,a\r\n1,2\r\n" && csv.notes.isEmpty)
  }

  @Test func `reads infinity everywhere but in JSON, which has none`() throws {
    try recordLog()
    let words = ["sql", "app.journal", "SELECT 1e999 AS x, -1e999 AS y, NULL AS z", "-o"]
    try place.run(words + ["csv"]).expect(0, prints: "x,y,z\r\ninf,-inf,\r\n")
    try place.run(words + ["text"]).expect(0, says: "inf  -inf  -")
    try place.run(words + ["jsonl"]).expect(0, prints: #"{"x":null,"y":null,"z":null}"# + "\n")
    try place.run("sql", "--help").expect(0, says: "infinite")
  }

  @Test(arguments: ["v_entry", "v_refusal"])
  func `ask several files separately for data that a gathered history lacks`(name: String) throws {
    try recordLog()
    let words = ["sql", "app.journal", "app.journal", "SELECT count(*) FROM \(name)"]
    try place.run(words).expect(
      2, notes: "no such table: \(name)",
      "without v_entry and v_refusal. --each asks each file separately")
    try place.run(words + ["--each"]).expect(0)
  }

  @Test(arguments: [[], ["--each"]])
  func `reads JSON beside the relations, and of entries`(words: [String]) throws {
    try recordLog()
    func rows(_ sql: String) throws -> [String] {
      try place.run(["sql", "app.journal", "-o", "csv", sql] + words).expect(0)
        .output.split(separator: "\r\n").dropFirst().map(String.init)
    }
    let sql = "SELECT r.link, j.value FROM v_request r, json_each('[7]') j WHERE r.link <> '/'"
    #expect(try rows(sql + " ORDER BY 1") == ["/products/1,7", "/products/2,7"])
    let names = """
      SELECT DISTINCT j.value FROM journal e, json_tree(e.payload, '$.action') j
      WHERE j.key = 'name'
      """
    #expect(try rows(names) == ["trackView"])
  }

  @Test func `keeps the file's column beside one of that name`() throws {
    try recordLog()
    let result = try place.run(
      "sql", "app.journal", "app.journal", "--each", "-o", "jsonl", "SELECT 7 AS file")
    #expect(
      result.lines == Array(repeating: #"{"file":"app.journal","file_2":7}"#, count: 2),
      "\(result)")
  }

  @Test func `asks more files than a process may open`() throws {
    let place = Workplace.sample()
    try place.shell(
      """
      mkdir many; for number in $(seq 100); do cp app.journal many/$number; done; ulimit -n 64
      "$1" stats many/* link-success >told && "$1" sql many/* --each 'SELECT 1' -o jsonl
      """
    ).expect(0, notesLack: "Too many open files", lines: 100)
  }
}
