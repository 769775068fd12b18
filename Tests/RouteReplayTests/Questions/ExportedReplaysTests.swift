import Foundation
import RouteAnalytics
import RouteStore
import Testing

@testable import RouteReplayProgram

/// `export --results`: the results of replays, together with the relations of the journals.
@MainActor
@Suite struct `Exporting results of replays` {
  let place = Workplace.sample()

  init() throws {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
    try place.run("rerun", "app.journal", "--results", "runs.sqlite").expect(0)
    try place.run("what-if", "app.journal", "--routes", "next.json", "--results", "runs.sqlite")
      .expect(1)
  }

  private func path(_ name: String) -> String { place.path(name) }

  private func text(_ name: String) -> String {
    place.bytes(name).map { String(decoding: $0, as: UTF8.self) } ?? "there is no \(name)"
  }

  private func objects(_ name: String) throws -> [[String: Any]] {
    try RouteReplayTests.objects(text(name))
  }

  /// The only file of a relation, which has rows of one day.
  private func file(of relation: String, in folder: String) throws -> String {
    let manifest = try JSONSerialization.jsonObject(
      with: Data(text("\(folder)/manifest.json").utf8))
    let files = (manifest as? [String: Any])?["files"] as? [[String: Any]]
    let paths = (files ?? []).filter { $0["relation"] as? String == relation }
      .compactMap { $0["path"] as? String }
    #expect(paths.count == 1, "\(paths)")
    return "\(folder)/\(try #require(paths.first))"
  }

  @discardableResult
  private func export(_ words: String...) throws -> Workplace.Result {
    try place.run(["export", "app.journal"] + words)
  }

  /// A copy of the results, changed.
  private func results(_ name: String, changedBy sql: String) throws {
    try FileManager.default.copyItem(atPath: path("runs.sqlite"), toPath: path(name))
    try Tampering.run(sql, on: path(name))
  }

  @Test func `counts no file of results twice, whatever it is called`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("link.sqlite"), withDestinationPath: path("runs.sqlite"))
    try FileManager.default.copyItem(atPath: path("runs.sqlite"), toPath: path("copy.sqlite"))
    for other in ["runs.sqlite", "./runs.sqlite", "link.sqlite"] {
      let words = ["--results", "runs.sqlite", "--results", other]
      try place.run(["stats", "app.journal", "replay-determinism"] + words).expect(
        2, notes: "'\(other)' and 'runs.sqlite' are one file of results", prints: "")
      try place.run(["export", "app.journal", "--format", "csv", "--out", "new"] + words).expect(2)
    }
    try place.run("stats", "app.journal", "--results", "runs.sqlite", "--results", "copy.sqlite")
      .expect(0)
  }

  @Test func `has a row for each session and replay, and counts them`() throws {
    try export(
      "--format", "ndjson", "--profile", "full", "--results", "runs.sqlite", "--out", "new"
    ).expect(0, notes: "of 1 journal and 1 file of results in")
    let file = try file(of: "v_replay_run", in: "new")
    #expect(file.hasPrefix("new/v_replay_run/day=20"))
    let rows = try objects(file)
    let names = rows.map { $0["replay_id"] as? String ?? "" }
    #expect(names.map { $0.suffix(2) } == [":1", ":2"])
    #expect(names.allSatisfy { $0.count == 18 } && names[0].prefix(16) != names[1].prefix(16))
    #expect(rows.map { $0["mode"] as? String } == ["rerun", "what-if"])
    #expect(rows.map { $0["verdict"] as? String } == ["identical", "different"])
    #expect(rows[1]["divergence"] as? String == "outcome" && rows[0]["divergence"] is NSNull)
    #expect(rows[1]["first_divergence_sequence"] as? Int == 9)
    #expect(rows.allSatisfy { $0.count == BaseRelation.replayRun.columns.count })
    let manifest = try #require(
      try JSONSerialization.jsonObject(
        with: Data(text("new/manifest.json").utf8)) as? [String: Any])
    let sources = try #require(manifest["sources"] as? [[String: Any]])
    #expect(sources.map { $0["file"] as? String } == ["app.journal", "runs.sqlite"])
    #expect(sources[1]["rows"] as? Int == 2 && sources[1]["results_format"] as? Int == 1)
    #expect(sources[1]["anchor"] == nil && sources[0]["anchor"] != nil)
    let relations = try #require(manifest["relations"] as? [[String: Any]])
    let replays = relations.first { $0["name"] as? String == "v_replay_run" }
    #expect(replays?["rows"] as? Int == 2)
  }

  @Test func `has the pseudonyms of the other relations, and no sentence`() throws {
    try export("--format", "ndjson", "--results", "runs.sqlite", "--out", "new")
    let rows = try objects(file(of: "v_replay_run", in: "new"))
    let row = try #require(rows.first { $0["verdict"] as? String == "different" })
    let run = try #require(try objects(file(of: "v_run", in: "new")).first)
    #expect((row["device_id"] as? String)?.count == 32)
    #expect(row["device_id"] as? String == run["device_id"] as? String)
    #expect(row["session_id"] as? String == run["session_id"] as? String)
    #expect(rows.allSatisfy { $0["divergence"] is NSNull })
    #expect(!text("new/manifest.json").contains("runs.sqlite"))
  }

  @Test func `writes CSV, of several files of results`() throws {
    try results("other.sqlite", changedBy: "UPDATE replay_run SET divergence = '=1+1'")
    try export(
      "--format", "csv", "--profile", "full", "--results", "runs.sqlite", "--results",
      "other.sqlite", "--out", "new")
    let lines = text(try file(of: "v_replay_run", in: "new")).split(separator: "\r\n")
    #expect(lines.count == 5 && lines[0].hasPrefix(#""replay_id","session_id","device_id","#))
    #expect(lines[2].contains(",outcome,20") && lines[4].contains(",'=1+1,20"), "\(lines)")
  }

  @Test func `leaves the results as they were, and nothing beside them`() throws {
    let before = try place.contents()
    try export("--format", "csv", "--results", "runs.sqlite", "--out", "new")
    try place.run("stats", "app.journal", "--results", "runs.sqlite").expect(0)
    for (name, bytes) in before { #expect(place.bytes(name) == bytes, "\(name)") }
    let beside = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(!beside.contains { $0.hasPrefix("runs.sqlite-") }, "\(beside)")
  }

  @Test func `refuses files without sound results, and makes nothing`() throws {
    place.write("text.txt", "no results")
    try results("newer", changedBy: "PRAGMA user_version = 2")
    try results("log", changedBy: "PRAGMA journal_mode = WAL")
    try results(
      "view",
      changedBy: """
        ALTER TABLE replay_run RENAME TO kept; CREATE VIEW replay_run AS SELECT * FROM kept
        """)
    try results("wider", changedBy: "ALTER TABLE replay_run ADD COLUMN more TEXT")
    var bytes = try #require(place.bytes("runs.sqlite"))
    place.write("cut", bytes.prefix(5_000))
    bytes.replaceSubrange(4_096..<4_200, with: Data(count: 104))
    place.write("torn", bytes)
    for (name, status, words) in [
      ("none", Int32(5), "there is no file"), ("text.txt", 5, "as results of replays"),
      ("app.journal", 5, "as results of replays"), ("newer", 4, "in format 2"),
      ("log", 5, "journal_mode = DELETE"), ("view", 3, "not as its format says"),
      ("wider", 3, "not as its format says"), ("cut", 3, "into a new file"),
      ("torn", 3, "into a new file"),
    ] {
      let told = try export("--format", "csv", "--results", name, "--out", "new").expect(
        status, notes: words)
      let asked = try place.run("stats", "app.journal", "--results", name)
      #expect(asked.status == told.status && asked.notes == told.notes, "\(asked)")
      #expect(!FileManager.default.fileExists(atPath: path("new")), "\(name)")
    }
    // One invalid file makes the valid ones fail too.
    let both = try export(
      "--format", "csv", "--results", "runs.sqlite", "--results", "torn", "--out", "new")
    #expect(both.status == 3 && !FileManager.default.fileExists(atPath: path("new")))
  }

  @Test func `belongs to relations alone`() throws {
    try export("--format", "jsonl", "--results", "runs.sqlite").expect(
      2, notes: "'--results' belongs to")
  }
}
