import Foundation
import RouteAnalytics
import RouteStore
import Testing

@testable import RouteReplayProgram

/// `export --format sqlite`, and the definitions that `stats --sql` prints.
@Suite struct `Exporting relations as one database` {
  let place = Workplace.sample()

  @discardableResult
  private func export(_ words: String...) throws -> Workplace.Result {
    try place.run(["export", "--format", "sqlite"] + words)
  }

  /// The rows of a query on a database that another program has open after running statements.
  private func rows(
    _ sql: String, of name: String, after statements: String = ""
  ) throws -> [String] {
    let connection = try Connection(path: place.path(name), mode: .read)
    try connection.execute(statements)
    let list = try connection.prepare(sql)
    var rows: [String] = []
    while try list.step() { rows.append("\(list.values)") }
    return rows
  }

  @Test func `has every relation and question as the journal has them`() throws {
    try export("app.journal", "--profile", "full", "--out", "new.sqlite").expect(
      0, notes: "of 1 journal in 1 file, profile full")
    let definitions = try place.run("stats", "--sql").expect(0).output
    let lacking = ["v_entry", "v_refusal", "v_visit_range"]
    for view in RelationView.all where !lacking.contains(view.name) {
      let sql = "SELECT * FROM \(view.name)"
      let exported = try rows(sql, of: "new.sqlite").sorted()
      #expect(try exported == rows(sql, of: "app.journal", after: definitions).sorted(), "\(sql)")
    }
    #expect(try rows("SELECT * FROM v_request", of: "new.sqlite").count == 7)
    let vault = "SELECT name FROM sqlite_schema WHERE name LIKE '%vault%'"
    #expect(try rows(vault, of: "new.sqlite").isEmpty)
  }

  @Test func `counts the same with pseudonyms and rounded times`() throws {
    for profile in ["full", "standard"] {
      try export("app.journal", "--profile", profile, "--out", "\(profile).sqlite").expect(0)
    }
    let counts = [
      "SELECT * FROM v_screen_transitions", "SELECT * FROM v_entry_exit",
      "SELECT * FROM v_top_paths", "SELECT * FROM v_navigation_loops",
      "SELECT * FROM v_link_success", "SELECT * FROM v_conversion",
      "SELECT screen, requests, failures, failure_rate FROM v_failure_screens",
      "SELECT app_version, requests, success_rate FROM v_version_outcomes",
      "SELECT * FROM v_latency_histogram WHERE part = 'all'", "SELECT * FROM v_retention",
      "SELECT * FROM v_active_days", "SELECT day_us, active_devices, visits FROM v_daily_active",
      "SELECT day_us, requests, success_rate FROM v_daily_routing", "SELECT * FROM v_crash_free",
      "SELECT entries, missing_entries, open_requests FROM v_journal_integrity",
      "SELECT app_version, visits, devices, avg_views FROM v_visits",
      "SELECT name, actions, done, failed, pending FROM v_action_outcomes",
      """
      SELECT v.screen, r.outcome FROM v_screen_view v
      JOIN v_request r ON r.device_id = v.device_id AND r.request_id = v.request_id
      """,
    ]
    for sql in counts {
      let (exact, rounded) = (
        try rows(sql, of: "full.sqlite"), try rows(sql, of: "standard.sqlite")
      )
      #expect(exact.sorted() == rounded.sorted(), "\(sql)")
    }
    let loops = "SELECT name FROM sqlite_schema WHERE name = 'v_crash_loops'"
    #expect(try rows(loops, of: "standard.sqlite").isEmpty)
    #expect(try rows(loops, of: "full.sqlite").count == 1)
  }

  @Test func `the definitions change nothing in the journal`() throws {
    let before = place.bytes("app.journal")
    let definitions = try place.run("stats", "--sql").output
    let began = "SELECT sequence FROM v_entry WHERE kind = 'began'"
    #expect(try rows(began, of: "app.journal", after: definitions).count == 1)
    #expect(place.bytes("app.journal") == before)
    let names = try rows("SELECT name FROM sqlite_schema WHERE type = 'view'", of: "app.journal")
    #expect(names.isEmpty)
  }

  @Test func `exports only what the profile allows`() throws {
    for profile in RedactionProfile.allCases {
      let word = profile.rawValue
      try export("app.journal", "--profile", word, "--out", "\(word).sqlite").expect(0)
      try place.run(
        "export", "app.journal", "--format", "ndjson", "--profile", word, "--out", word
      ).expect(0)
      let sql = "SELECT link, reason, entry_point FROM v_request ORDER BY request_sequence"
      let found = try rows(sql, of: "\(word).sqlite")
      #expect(found.count == 7)
      let folder = place.path("\(word)/v_request")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      let lines = files.filter { $0.hasSuffix("ndjson") }.sorted().flatMap {
        String(decoding: place.bytes("\(word)/v_request/\($0)") ?? Data(), as: UTF8.self)
          .split(separator: "\n")
      }
      let wanted = try lines.map { line in
        let row = try jsonObject(String(line))
        let values = ["link", "reason", "entry_point"].map { name in
          (row[name] as? String).map(SQLValue.text) ?? .null
        }
        return "\(values)"
      }
      #expect(found.sorted() == wanted.sorted(), "\(word)")
    }
    let device = "SELECT device_id FROM v_run"
    let own = try rows(device, of: "full.sqlite")
    #expect(try rows(device, of: "standard.sqlite") != own)
  }

  @Test func `takes many journals, and results of replays`() throws {
    try place.run("rerun", "app.journal", "--results", "runs.sqlite").expect(0)
    try FileManager.default.copyItem(
      atPath: place.path("app.journal"), toPath: place.path("b.journal"))
    try export("app.journal", "b.journal", "--results", "runs.sqlite", "--out", "new").expect(
      0, notes: "of 2 journals and 1 file of results in 1 file")
    #expect(try rows("SELECT * FROM v_request", of: "new").count == 14)
    #expect(try rows("SELECT * FROM v_replay_run", of: "new").count == 1)
    let manifest = try rows("SELECT json ->> '$.relations[0].rows' FROM manifest", of: "new")
    #expect(manifest == ["[RouteStore.SQLValue.integer(14)]"])
  }

  @Test func `overwrites nothing, and leaves nothing unfinished`() throws {
    place.write("there", "dear diary")
    try export("app.journal", "--out", "there").expect(5, notes: "exists already")
    #expect(place.bytes("there") == Data("dear diary".utf8))
    try export("there", "--out", "new").expect(5)
    try export("app.journal", "there", "--out", "some").expect(5, notes: "there: ")
    #expect(try rows("SELECT * FROM v_request", of: "some").count == 7)
    try Tampering.run(
      "UPDATE journal SET at_us = 9223372036854775807 WHERE sequence = 9",
      on: place.path("app.journal"))
    try export("app.journal", "--out", "damaged").expect(3)
    try export("app.journal").expect(2, notes: "--out NEW")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path(""))
    for name in ["new", "new-part", "damaged", "damaged-part", "some-part"] {
      #expect(!names.contains(name), "\(name)")
    }
  }
}
