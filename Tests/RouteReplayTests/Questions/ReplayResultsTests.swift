import Foundation
import RouteStore
import Testing

@testable import RouteReplay

@MainActor
@Suite struct `Results of replays` {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.recordSample()
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
  }

  private func determinism() throws -> [String] {
    let columns = "replays, identical, different, undecided, earliest_divergence_sequence"
    var found: [String] = []
    let path = place.folder.appending(path: "runs.sqlite").path
    let connection = try Connection(path: path, mode: .read)
    let rows = try connection.prepare("SELECT \(columns) FROM v_replay_determinism")
    while try rows.step() {
      found.append((0..<5).map { rows.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return found
  }

  @Test func `lie in a file of their own, a row per session`() throws {
    let journal = place.folder.appending(path: "app.journal")
    let before = try Data(contentsOf: journal)
    #expect(try place.run("rerun", "app.journal", "--results", "runs.sqlite").status == 0)
    #expect(try determinism() == ["1 1 0 0 -"])
    #expect(try place.run("rerun", "app.journal", "--results", "runs.sqlite").status == 0)
    #expect(try determinism() == ["2 2 0 0 -"])
    #expect(try Data(contentsOf: journal) == before)
    let stats = try place.run(
      "stats", "app.journal", "replay-determinism", "--results", "runs.sqlite", "-o", "csv")
    #expect(stats.status == 0 && stats.output.contains(",2,2,0,0,1.0,"), "\(stats)")
    for (option, value) in [
      ("--app-version", "none"), ("--before", "2001-01-01"), ("--from", "2201-01-01"),
    ] {
      let part = try place.run(
        "stats", "app.journal", "replay-determinism", "--results", "runs.sqlite", option, value,
        "-o", "csv")
      #expect(part.status == 0 && part.lines.count == 1, "\(part)")
    }
  }

  @Test func `tell where another table differs first, and are no reruns`() throws {
    let result = try place.run(
      "what-if", "app.journal", "--routes", "next.json", "--results", "runs.sqlite")
    #expect(result.status == 1)
    let runs = try place.run(
      "sql", "app.journal", "SELECT count(*) FROM v_replay_run", "-o", "csv")
    #expect(runs.output.hasSuffix("\r\n0\r\n"))
    #expect(try determinism() == [])
    let path = place.folder.appending(path: "runs.sqlite").path
    let connection = try Connection(path: path, mode: .read)
    let row = try connection.prepare(
      "SELECT mode, verdict, requests, divergences, first_divergence_sequence, divergence "
        + "FROM v_replay_run")
    #expect(try row.step())
    #expect((0..<6).map { row.text($0) } == ["what-if", "different", "6", "1", "9", "outcome"])
  }

  @Test func `are not added to what is something else`() throws {
    place.write("text.txt", "no results")
    let text = try place.run("rerun", "app.journal", "--results", "text.txt")
    #expect(text.status == 5, "\(text)")
    let journal = try place.run("rerun", "app.journal", "--results", "app.journal")
    #expect(journal.status == 5 && journal.notes.contains("as results of replays"))
    #expect(!text.output.contains("identical") && !journal.output.contains("identical"))
    let nowhere = try place.run("rerun", "app.journal", "--results", "none/runs.sqlite")
    #expect(nowhere.status == 5 && nowhere.notes.contains("no folder 'none'"), "\(nowhere)")
    #expect(nowhere.output.isEmpty)
    let inFile = try place.run("rerun", "app.journal", "--results", "text.txt/runs.sqlite")
    #expect(inFile.status == 5 && inFile.output.isEmpty, "\(inFile)")
    place.write("empty.sqlite", "")
    #expect(try place.run("rerun", "app.journal", "--results", "empty.sqlite").status == 0)
    #expect(
      try place.run("stats", "app.journal", "--results", "empty.sqlite", "--rows", "1").status == 0)
    _ = try place.run("rerun", "app.journal", "--results", "runs.sqlite")
    let results = try place.run("stats", "runs.sqlite")
    #expect(results.status == 5 && results.notes.contains("it holds results of replays"))
    let missing = try place.run(
      "stats", "app.journal", "replay-determinism", "--results", "none.sqlite")
    #expect(missing.status == 5, "\(missing)")
    let wrong = try place.run(
      "stats", "app.journal", "replay-determinism", "--results", "app.journal")
    #expect(wrong.status != 0, "\(wrong)")
  }
}
