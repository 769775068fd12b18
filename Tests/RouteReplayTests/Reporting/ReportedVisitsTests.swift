import Foundation
import RouteEngine
import RouteStore
import Testing

@testable import RouteReplayProgram

/// The paths and funnels of visits in a report.
@Suite struct `The part of a report about visits` {
  let place = Workplace.sample()

  private var journal: String { place.path("app.journal") }

  /// The rows of `stats` for a question.
  private func said(_ question: String, _ words: String...) throws -> [[String: Any]] {
    let result = try place.run(["stats", "app.journal", question, "-o", "json"] + words)
    let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(rows as? [[String: Any]])
  }

  /// A list of the page, with its count.
  private func list(
    _ name: String, of page: WrittenReport
  ) throws -> (count: Int, first: [[String: Any]]) {
    let visits = try #require(try page.journal()["visits"] as? [String: Any])
    let list = try #require(visits[name] as? [String: Any])
    return (try #require(list["count"] as? Int), try #require(list["first"] as? [[String: Any]]))
  }

  private func text(_ member: String, _ object: [String: Any], _ page: WrittenReport) -> String {
    (object[member] as? Int).map { page.texts[$0] } ?? ""
  }

  /// Each path with its number of occurrences.
  private func paths(_ page: WrittenReport) throws -> [String] {
    try list("paths", of: page).first.map {
      "\(text("screens", $0, page)) \($0["occurrences"] ?? "")"
    }
  }

  /// Each funnel with its screens.
  private func funnels(_ page: WrittenReport) throws -> [String] {
    try list("funnels", of: page).first.flatMap { funnel in
      let screens = try #require(funnel["screens"] as? [[String: Any]])
      return screens.map { screen in
        ([text("name", funnel, page), text("name", screen, page)]
          + ["visits", "of_previous", "of_first", "lost"].map { words(screen[$0]) })
          .joined(separator: " ")
      }
    }
  }

  /// A value as text, independent of its form: 1 is 1.0.
  private func words(_ value: Any?) -> String {
    (value as? NSNumber).map { "\($0.doubleValue)" } ?? value as? String ?? "-"
  }

  @Test func `equals the top paths and the given funnels of stats`() throws {
    let options = ["--funnel", "feed > product > order", "--funnel", "order > feed"]
    let page = try place.report(["app.journal"] + options)
    let ways = try said("top-paths").map { "\($0["path"] ?? "") \($0["occurrences"] ?? "")" }
    #expect(try paths(page) == ways && !ways.isEmpty)
    let steps = try said("funnel", "--funnel", options[1], "--funnel", options[3]).map { row in
      ["funnel", "screen", "visits", "step_conversion", "total_conversion", "drop_off"]
        .map { words(row[$0]) }.joined(separator: " ")
    }
    #expect(steps.count == 5)
    #expect(try funnels(page) == steps)
  }

  @Test func `has the transitions that stats has, with the same shares`() throws {
    let page = try place.report("app.journal")
    let moves = try list("transitions", of: page).first.map { move in
      [
        text("from", move, page), text("to", move, page), words(move["count"]),
        words(move["share"]),
      ]
    }
    let wanted = try said("screen-transitions").map { row in
      ["from_screen", "to_screen", "transitions", "probability"].map { words(row[$0]) }
    }
    #expect(moves == wanted && !wanted.isEmpty)
    #expect(try page.journal()["transitions"] == nil)
  }

  @Test func `uses the journal's funnels when none is given`() throws {
    #expect(try list("funnels", of: place.report("app.journal")).count == 0)
    try Tampering.run(
      "INSERT INTO funnel_step VALUES ('buy', 2, 'order'), ('buy', 1, 'product')", on: journal)
    #expect(
      try funnels(place.report("app.journal")) == [
        "buy product 1.0 - 1.0 -", "buy order 1.0 1.0 1.0 0.0",
      ])
  }

  @Test func `reports a funnel that names an unknown screen`() throws {
    func problems(_ funnel: String) throws -> [String] {
      let page = try place.report("app.journal", "--funnel", funnel)
      let visits = try #require(try page.journal()["visits"] as? [String: Any])
      return try #require(visits["funnel_problems"] as? [Int]).map { page.texts[$0] }
    }
    let wrong = try problems("feed > prodct > home")
    #expect(wrong.count == 2, "\(wrong)")
    #expect(wrong.contains { $0.hasPrefix("'home' in a funnel is a container") })
    #expect(wrong.contains { $0.hasPrefix("no screen is called 'prodct' in a funnel") })
    #expect(try problems("feed > product > catalog").isEmpty)
  }

  @Test func `counts the screens of the entries on the page`() throws {
    let whole = try place.report("app.journal", "--funnel", "feed > product > order")
    let sequences = try whole.column("sequence", of: Int.self)
    let after = try whole.column(textsOf: "screen_after")
    let order = try #require(after.firstIndex(of: "order"))
    let options = ["--funnel", "feed > product > order"]
    let until = try place.report(["app.journal", "--to", "\(sequences[order])"] + options)
    #expect(try paths(until) == ["feed > product > order 1"])
    let before = try place.report(["app.journal", "--to", "\(sequences[order] - 1)"] + options)
    #expect(try paths(before).isEmpty)
    let reached = try funnels(before).map { $0.split(separator: " ")[6] }
    #expect(reached == ["1.0", "1.0", "0.0"])
  }

  @Test func `is some of many funnels, whole, and how many there are`() throws {
    try Tampering.run(
      """
      INSERT INTO funnel_step
        WITH RECURSIVE n(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 60)
        SELECT printf('funnel %02d', n), step, 'screen ' || step
        FROM n, (SELECT 1 AS step UNION SELECT 2 UNION SELECT 3)
      """, on: journal)
    let page = try place.report("app.journal")
    #expect(try list("funnels", of: page).count == 60)
    #expect(try funnels(page).count == 3 * ReportedVisits.mostFunnels)
  }

  @Test func `treats names that are markup as text`() throws {
    let name = "</script><b>\u{202E}"
    try Tampering.run(
      "INSERT INTO funnel_step VALUES ('\(name)', 1, '\(name)1'), ('\(name)', 2, 'feed')",
      on: journal)
    let page = try place.report("app.journal")
    #expect(page.html.components(separatedBy: "</script").count == 3)
    #expect(page.texts.contains("</script><b>\\u{202e}1"))
  }

  @Test func `gives the reason why nothing is known, and keeps the rest of the page`() throws {
    try Tampering.run("DROP TABLE funnel_step", on: journal)
    let page = try place.report("app.journal", status: 3)
    let visits = try #require(try page.journal()["visits"] as? [String: Any])
    #expect((visits["problem"] as? String)?.contains("funnel_step") == true, "\(visits)")
    #expect(try paths(page).isEmpty)
    #expect(try page.column("sequence", of: Int.self).count > 5)
  }

  @Test func `has no more text than a page can hold`() async throws {
    let room = ReportedJournal.Room(bytes: 10)
    var texts = ReportTexts()
    let path = journal
    let failure = await #expect(throws: CommandFailure.self) {
      _ = try await ReportedVisits(into: &texts, room, of: path) {
        try await GatheredJournals(of: [path], ReportedVisits.columns)
      }
    }
    #expect(failure?.status == .usage)
  }

  @Test func `accepts only funnels as arguments`() throws {
    try place.run("report", "app.journal", "--funnel", "feed", "--out", "x.html").expect(
      2, notes: "'--funnel' takes")
    #expect(place.bytes("x.html") == nil)
  }
}
