import Foundation
import Testing
import TextTerminal

@testable import RouteReplayProgram

/// Rows of a query on a terminal, and queries that the file cannot answer.
@Suite struct `A query` {
  let place = Workplace.sample()

  private static let wide = "SELECT * FROM v_request ORDER BY request_sequence LIMIT 2"

  @Test func `whose rows are too wide for a terminal has them as lists`() throws {
    let (status, screen) = try place.runOnTerminal(["--no-color", "sql", "app.journal", Self.wide])
    #expect(status == 0, "\(screen)")
    let lines = screen.split(separator: "\r\n").map(String.init)
    #expect(lines.first == "row 1" && lines.contains("row 2"), "\(screen)")
    let sequence = lines.first { $0.hasPrefix("  request_sequence") }
    #expect(sequence?.hasSuffix("  2") == true, "\(screen)")
    for line in lines { #expect(displayWidth(line) <= 80, "\(line)") }
  }

  @Test func `whose rows fit is a table`() throws {
    let (_, screen) = try place.runOnTerminal(
      ["--no-color", "sql", "app.journal", "SELECT kind, count(*) AS n FROM v_entry GROUP BY 1"])
    #expect(screen.hasPrefix("kind") && !screen.contains("row 1"), "\(screen)")
    let (_, stats) = try place.runOnTerminal(["--no-color", "stats", "app.journal"])
    #expect(!stats.contains("row 1"), "\(stats)")
  }

  @Test func `never shortens a device's name to an ambiguous prefix`() throws {
    let device = "the device of somebody, 1"
    let others = "abcdef".map { "hex(zeroblob(40)) AS \($0)" }.joined(separator: ", ")
    try place.shell("COLUMNS=80 \"$1\" sql app.journal \"SELECT '\(device)' AS device, \(others)\"")
      .expect(says: device)
  }

  @Test func `is a table of any width when the output is no terminal`() throws {
    for words in ["", "COLUMNS=80"] {
      let piped = try place.shell("\(words) \"$1\" sql app.journal '\(Self.wide)'")
      #expect(piped.lines.count == 3 && piped.lines[0].contains("request_sequence"), "\(piped)")
    }
  }

  @Test func `is answered by this version's views, whatever views the file has`() throws {
    try Tampering.run(
      """
      CREATE VIEW v_link_success AS SELECT 1;
      CREATE VIEW v_request AS SELECT 'url' AS entry_point, 'shown' AS outcome
      """,
      on: place.path("app.journal"))
    for words in [
      ["stats", "app.journal", "link-success", "-o", "csv"],
      ["sql", "app.journal", "SELECT * FROM v_link_success", "-o", "csv"],
    ] {
      try place.run(words).expect(0, says: "\r\nurl,7,2,2,")
    }
    try place.run("verify", "app.journal").expect(3)
  }

  @Test func `is not the reported cause when the file lacks a table`() throws {
    try Tampering.run("DROP TABLE seen", on: place.path("app.journal"))
    try place.run("sql", "app.journal", "SELECT * FROM seen").expect(
      3, notes: "table seen is missing", "doctor app.journal --salvage")
    try place.run("sql", "app.journal", "SELECT * FROM v_mine").expect(2)
    try place.run("sql", "app.journal", "SELECT nonsense FROM v_entry").expect(2)
  }
}
