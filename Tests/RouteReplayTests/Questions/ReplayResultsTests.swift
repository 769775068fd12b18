import Foundation
import RouteStore
import Testing

@testable import RouteReplayProgram

@MainActor
@Suite struct `Results of replays` {
  let place = Workplace.sample()

  init() {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
  }

  private func determinism() throws -> [String] {
    let columns = "replays, identical, different, undecided, earliest_divergence_sequence"
    var found: [String] = []
    let path = place.path("runs.sqlite")
    let connection = try Connection(path: path, mode: .read)
    let rows = try connection.prepare("SELECT \(columns) FROM v_replay_determinism")
    while try rows.step() {
      found.append((0..<5).map { rows.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return found
  }

  @Test func `are in a file of their own, with a row for each session`() throws {
    let journal = place.folder.appending(path: "app.journal")
    let before = try Data(contentsOf: journal)
    try place.run("rerun", "app.journal", "--results", "runs.sqlite").expect(0)
    #expect(try determinism() == ["1 1 0 0 -"])
    try place.run("rerun", "app.journal", "--results", "runs.sqlite").expect(0)
    #expect(try determinism() == ["2 2 0 0 -"])
    #expect(try Data(contentsOf: journal) == before)
    try place.run(
      "stats", "app.journal", "replay-determinism", "--results", "runs.sqlite", "-o", "csv"
    ).expect(0, says: ",2,2,0,0,1.0,")
    for (option, value) in [
      ("--app-version", "none"), ("--before", "2001-01-01"), ("--from", "2201-01-01"),
    ] {
      try place.run(
        "stats", "app.journal", "replay-determinism", "--results", "runs.sqlite", option, value,
        "-o", "csv"
      ).expect(0, lines: 1)
    }
  }

  @Test func `count decisions, of which a request that waited has several`() throws {
    try place.run("rerun", GoldenStory.waiting.journal.path, "--results", "runs.sqlite").expect(
      0, begins: "identical: 23 decisions of 17 requests made again")
    let connection = try Connection(path: place.path("runs.sqlite"), mode: .read)
    let row = try connection.prepare("SELECT sum(requests) FROM v_replay_run")
    #expect(try row.step())
    #expect(row.text(0) == "23")
    try place.run("stats", "--dictionary", "-o", "jsonl").expect(
      0, says: #""column_name":"requests","type":"int64","unit":"decisions""#,
      "how many decisions were made again")
  }

  @Test func `have the first difference of another table, and are no reruns`() throws {
    try place.run("what-if", "app.journal", "--routes", "next.json", "--results", "runs.sqlite")
      .expect(1)
    let runs = try place.run("sql", "app.journal", "SELECT count(*) FROM v_replay_run", "-o", "csv")
    #expect(runs.output.hasSuffix("\r\n0\r\n"))
    #expect(try determinism() == [])
    let path = place.path("runs.sqlite")
    let connection = try Connection(path: path, mode: .read)
    let row = try connection.prepare(
      "SELECT mode, verdict, requests, divergences, first_divergence_sequence, divergence "
        + "FROM v_replay_run")
    #expect(try row.step())
    #expect((0..<6).map { row.text($0) } == ["what-if", "different", "6", "1", "9", "outcome"])
  }

  @Test func `are not added to a file of another kind`() throws {
    place.write("text.txt", "no results")
    let text = try place.run("rerun", "app.journal", "--results", "text.txt").expect(5)
    let journal = try place.run("rerun", "app.journal", "--results", "app.journal").expect(
      5, notes: "as results of replays")
    #expect(!text.output.contains("identical") && !journal.output.contains("identical"))
    try place.run("rerun", "app.journal", "--results", "").expect(5, prints: "")
    try place.run("rerun", "app.journal", "--results", ":memory:").expect(0)
    #expect(place.bytes(":memory:") != nil)
    try place.run("rerun", "app.journal", "--results", "/" + place.path("two.sqlite")).expect(0)
    try place.run("rerun", "app.journal", "--results", "none/runs.sqlite").expect(
      5, notes: "no folder 'none'", prints: "")
    try place.run("rerun", "app.journal", "--results", "text.txt/runs.sqlite").expect(5, prints: "")
    try #require(unsafe mkfifo(place.path("pipe"), 0o600) == 0)
    try place.run("rerun", "app.journal", "--results", "pipe").expect(
      5, notes: "cannot open 'pipe': it is no regular file", prints: "")
    place.write("empty.sqlite", "")
    try place.run("rerun", "app.journal", "--results", "empty.sqlite").expect(0)
    try place.run("stats", "app.journal", "--results", "empty.sqlite", "--rows", "1").expect(0)
    _ = try place.run("rerun", "app.journal", "--results", "runs.sqlite")
    try place.run("stats", "runs.sqlite").expect(
      5, notes: "it holds results of replays")
    try place.run("stats", "app.journal", "replay-determinism", "--results", "none.sqlite").expect(
      5)
    let wrong = try place.run(
      "stats", "app.journal", "replay-determinism", "--results", "app.journal")
    #expect(wrong.status != 0, "\(wrong)")
  }
}
