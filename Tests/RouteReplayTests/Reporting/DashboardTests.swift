import Foundation
import RouteStore
import TextTerminal
import Testing

@testable import RouteReplayProgram

/// The page that `stats --html` writes, read as a program would read it. `Scripts/page` tests it in
/// a browser.
@Suite struct `A dashboard` {
  let place = Workplace.sample()

  private func page(_ words: String..., status: Int32 = 0) throws -> WrittenReport {
    let name = "\(UUID()).html"
    try place.run(["stats", "app.journal"] + words + ["--html", name]).expect(status)
    return try WrittenReport(String(decoding: try #require(place.bytes(name)), as: UTF8.self))
  }

  private func questions(_ page: WrittenReport) throws -> [[String: Any]] {
    try #require(page.data["questions"] as? [[String: Any]])
  }

  @Test func `has each question, with the answer of stats`() throws {
    let page = try page()
    let said = try place.run("stats", "app.journal", "-o", "json").output
    let answers = try #require(
      try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: [[String: Any]]])
    let questions = try questions(page)
    #expect(questions.map { $0["name"] as? String } == NamedQuestion.allCases.map(\.rawValue))
    for question in questions {
      let name = try #require(question["name"] as? String)
      let rows = try #require(answers[name])
      #expect(question["count"] as? Int == rows.count, "\(name)")
      let columns = try #require(question["columns"] as? [[String: Any]])
        .map { $0["name"] as? String }
      let told = try #require(question["rows"] as? [[Any]])
      #expect(told.count == rows.count, "\(name)")
      for (row, wanted) in zip(told, rows) {
        for (column, value) in zip(columns, row) {
          let column = column ?? ""
          #expect("\(value)" == "\(wanted[column] ?? "")", "\(name), \(column)")
        }
      }
      let known = try #require(NamedQuestion(rawValue: name))
      #expect(question["meaning"] as? String == known.meaning)
      #expect(question["counted"] as? String == known.counted)
    }
    #expect(page.html.contains("<title>app.journal – route-replay</title>"))
  }

  @Test func `draws every question that has rows`() throws {
    let questions = try questions(page("--funnel", "feed > product"))
    let filled = questions.filter { $0["count"] as? Int ?? 0 > 0 }
    #expect(filled.contains { $0["name"] as? String == "screen-views" })
    for question in filled {
      #expect(question["plot"] is [String: Any], "\(question["name"] ?? "")")
    }
  }

  @Test func `can be of one question, and of a part of the histories`() throws {
    let page = try page("screen-views", "--rows", "1", "--entry-point", "url")
    #expect(try questions(page).count == 1)
    #expect((try questions(page)[0]["rows"] as? [Any])?.count == 1)
    #expect(page.data["choice"] as? [String] == ["--entry-point url"])
  }

  @Test func `reports unknown names`() throws {
    let page = try page("--app-version", "9.9")
    let problems = try #require(page.data["problems"] as? [String])
    #expect(problems.count == 1 && problems[0].contains("'9.9'"), "\(problems)")
  }

  @Test func `is of several journals`() throws {
    try place.record("/products/8\n", into: "other.journal")
    let result = try place.run(
      "stats", "app.journal", "other.journal", "--html", "two.html")
    result.expect(0)
    let html = String(decoding: try #require(place.bytes("two.html")), as: UTF8.self)
    #expect(html.contains("<title>2 journals – route-replay</title>"))
    let files = try #require(try WrittenReport(html).data["files"] as? [String: Any])
    #expect(files["count"] as? Int == 2)
    #expect(files["first"] as? [String] == ["app.journal", "other.journal"])
  }

  @Test func `has no other form, and never takes the place of another file`() throws {
    try place.run("stats", "app.journal", "--html", "x.html", "-o", "json").expect(
      2, notes: "--html is a form of its own")
    place.write("page.html", "mine")
    let result = try place.run("stats", "app.journal", "--html", "page.html")
    #expect(result.status == 5 && place.bytes("page.html") == Data("mine".utf8), "\(result)")
    try place.run("stats", "none.journal", "--html", "y.html").expect(5)
    #expect(place.bytes("y.html") == nil && place.bytes("y.html-part") == nil)
  }

  @Test func `has some of many rows, and their total number`() throws {
    let rows: [[SQLValue]] = (0..<1_000).map { [.text("screen \($0)"), .integer(Int64($0))] }
    let data = try written(rows)
    let question = try #require((data["questions"] as? [[String: Any]])?.first)
    #expect(question["count"] as? Int == 1_000)
    #expect((question["rows"] as? [Any])?.count == Dashboard.mostRows)
  }

  @Test(arguments: [(SQLValue.integer(0), false), (.null, false), (.real(0.5), true)])
  func `marks columns without information, also in the rows left out`(
    last: SQLValue, isUsed: Bool
  ) throws {
    let many = (0..<999).map { [SQLValue.text("screen \($0)"), .integer(0)] }
    let data = try written(many + [[.text("the last"), last]])
    let question = try #require((data["questions"] as? [[String: Any]])?.first)
    let columns = try #require(question["columns"] as? [[String: Any]])
    #expect(columns.map { $0["used"] as? Bool } == [true, isUsed])
  }

  private func written(_ rows: [[SQLValue]]) throws -> [String: Any] {
    let answer = Dashboard.Answer(
      name: "invented", meaning: "what nobody asked before", counted: "all",
      order: "views DESC, screen", columns: ["screen", "views"], rows: rows)
    let dashboard = Dashboard(
      files: ["a/b.journal"], choice: [], problems: [], answers: [answer])
    var text = ""
    try dashboard.write { text += $0 }
    #expect(!text.contains("<"))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!-- <script>", "abc\u{202E}gnp.exe", "{{data}}",
    "nul\u{0} \u{7}\u{1B}[31m", "line\u{2028}\u{2029}",
  ])
  func `writes any text so that it stays data`(_ text: String) throws {
    let data = try written([[.text(text), .integer(.max)], [.blob(Array(text.utf8)), .null]])
    let question = try #require((data["questions"] as? [[String: Any]])?.first)
    let rows = try #require(question["rows"] as? [[Any]])
    #expect(rows[0][0] as? String == visible(text))
    #expect(rows[0][1] as? String == "\(Int64.max)")
    #expect(rows[1][1] is NSNull)
    #expect(question["plot"] is [String: Any])
  }

  @Test func `cuts a very long text`() throws {
    let data = try written([[.text(String(repeating: "x", count: 70_000)), .real(.infinity)]])
    let question = try #require((data["questions"] as? [[String: Any]])?.first)
    let rows = try #require(question["rows"] as? [[Any]])
    #expect((rows[0][0] as? String)?.hasSuffix("x… (70000 bytes)") == true)
    #expect(rows[0][1] is NSNull)
  }
}
