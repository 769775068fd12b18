import Foundation
import RouteAnalytics
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// `export` of the base relations, over hand-made journals and the golden ones.
@Suite struct `Exporting the base relations` {
  let place = Workplace()

  /// Late on 2026-11-22, so that an entry a minute later belongs to the next day.
  private static let evening: Int64 = 1_795_391_970_000_000
  private static let hostile = "=1+1,\"q\"\r\n\u{1B}ä\u{202E}"

  /// Records two requests, one on each side of midnight.
  private func record(_ name: String, link: String = "https://ann:pw@shop.example/a?q=1#x") throws {
    var batch = JournalBatch()
    for (index, seconds) in [0, 60].enumerated() {
      var entry = EntryRow(
        sequence: Int64(index + 1), session: 1, kind: 4,
        atMicroseconds: Self.evening + Int64(seconds) * 1_000_000)
      (entry.request, entry.scene) = (entry.sequence, "main")
      (entry.entryPoint, entry.link, entry.outcome) = ("url", link, "denied")
      (entry.reason, entry.screenAfter) = (Self.hostile, index == 0 ? "" : "feed")
      batch.entries.append(entry)
    }
    batch.session = SessionRow(
      number: 1, identifier: "session-\(name)", device: "device-\(name)",
      beganMicroseconds: Self.evening, firstSequence: 1)
    try Journal.open(.file(place.path(name))).append(&batch)
  }

  private func text(_ path: String) -> String {
    place.bytes(path).map { String(decoding: $0, as: UTF8.self) } ?? "there is no \(path)"
  }

  private func object(_ path: String) throws -> [String: Any] {
    let bytes = try #require(place.bytes(path), "\(path)")
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  @discardableResult
  private func export(_ words: String...) throws -> Workplace.Result {
    try place.run(["export"] + words)
  }

  @Test func `parts rows by day and says what there is`() throws {
    try record("a")
    try record("b")
    try export("a", "b", "--format", "ndjson", "--out", "new", "--profile", "full").expect(
      0, prints: "")
    let first = "new/v_request/day=2026-11-22/rows.ndjson"
    let rows = text(first).split(separator: "\n")
    #expect(rows.count == 2 && text(first).hasSuffix("}\n"))
    #expect(text("new/v_request/day=2026-11-23/rows.ndjson").split(separator: "\n").count == 2)
    let manifest = try object("new/manifest.json")
    #expect(manifest["format"] as? String == "route-export/1")
    #expect((manifest["sources"] as? [[String: Any]])?.map { $0["file"] as? String } == ["a", "b"])
    let files = try #require(manifest["files"] as? [[String: Any]])
    for file in files {
      let bytes = try #require(place.bytes("new/" + (file["path"] as? String ?? "")))
      #expect(file["sha256"] as? String == SHA256.digest(of: Array(bytes)).description)
      #expect(file["bytes"] as? Int == bytes.count)
      #expect(file["rows"] as? Int == bytes.count { $0 == 10 })
    }
    #expect(files.contains { $0["path"] as? String == String(first.dropFirst(4)) })
    #expect(text("new/questions.sql").contains("CREATE VIEW v_screen_views AS"))
  }

  @Test func `writes JSON that any reader reads the same`() throws {
    try record("a")
    try export("a", "--format", "ndjson", "--out", "new", "--profile", "full")
    let line = text("new/v_request/day=2026-11-22/rows.ndjson")
    let row = try jsonObject(line)
    #expect(row["reason"] as? String == Self.hostile)
    #expect(row["received_us"] as? Int64 == Self.evening)
    #expect(row["screen_after"] as? String == "" && row["route"] is NSNull)
    #expect(row.count == BaseRelation.all[0].columns.count)
    #expect(!line.contains("\u{1B}") && !line.contains("\u{202E}"))
  }

  @Test func `writes CSV that no spreadsheet runs`() throws {
    try record("a", link: "@SUM(A1)")
    try export("a", "--format", "csv", "--out", "new", "--profile", "full")
    let lines = text("new/v_request/day=2026-11-22/rows.csv")
    let names = #""request_id","request_sequence","session_id","device_id","#
    #expect(lines.hasPrefix(names))
    #expect(lines.contains(",url,'@SUM(A1),"))
    #expect(lines.contains(",\"'=1+1,\"\"q\"\"\r\n\u{1B}ä\u{202E}\","))
    // An empty text is no NULL.
    #expect(
      lines.hasSuffix(",,\"\",1,,,,2026-11-22 23:59:30.000000,2026-11-22 23:59:30.000000\r\n"),
      "\(lines)")
  }

  @Test func `has a file of each relation, also of one without rows`() throws {
    try record("a")
    for format in ["csv", "ndjson"] {
      try export("a", "--format", format, "--out", format).expect(0)
      let actions = text("\(format)/v_action/day=__HIVE_DEFAULT_PARTITION__/rows.\(format)")
      #expect(actions.hasPrefix(format == "csv" ? "\"action_id\",\"action_sequence\"," : ""))
      #expect(actions.split(separator: "\n").count == (format == "csv" ? 1 : 0))
      let files = try #require(try object("\(format)/manifest.json")["files"] as? [[String: Any]])
      let named = Set(files.compactMap { $0["relation"] as? String })
      #expect(named == Set(BaseRelation.all.map(\.name)))
      #expect(files.contains { $0["relation"] as? String == "v_action" && $0["rows"] as? Int == 0 })
    }
  }

  @Test func `lets no person's name leave by itself`() throws {
    try record("a")
    try export("a", "--format", "ndjson", "--out", "new")
    let request = try object("new/v_request/day=2026-11-22/rows.ndjson")
    let run = try object("new/v_run/day=2026-11-22/rows.ndjson")
    #expect(request["link"] as? String == "https://shop.example/a")
    #expect(request["reason"] is NSNull)
    let device = try #require(request["device_id"] as? String)
    #expect(device.count == 32 && device == run["device_id"] as? String)
    #expect(request["session_id"] as? String == run["session_id"] as? String)
    let all = text("new/manifest.json") + text("new/v_request/day=2026-11-23/rows.ndjson")
    for secret in ["device-a", "session-a", "ann", "q=1", "=1+1"] { #expect(!all.contains(secret)) }
    try export("a", "--format", "ndjson", "--out", "least", "--profile", "minimal")
    #expect(try object("least/v_request/day=2026-11-22/rows.ndjson")["link"] is NSNull)
    #expect(
      try object("least/v_request/day=2026-11-22/rows.ndjson")["device_id"] as? String != device)
  }

  @Test func `says that a file is given twice`() throws {
    try record("a")
    try place.run(["export", "a", "a", "--format", "ndjson", "--out", "new"]).expect(
      0, notes: "a: has sessions of 'a' too, which count more than once; leave one out")
  }

  @Test func `gives the same pseudonyms under the same key`() throws {
    try record("a")
    place.write("key", Data(count: 32))
    for out in ["one", "two"] {
      try export("a", "--format", "csv", "--out", out, "--pseudonyms", "key").expect(0)
    }
    let run = "v_run/day=2026-11-22/rows.csv"
    #expect(text("one/" + run) == text("two/" + run) && text("one/" + run).contains("1"))
    place.write("short", Data(count: 31))
    try export("a", "--format", "csv", "--out", "no", "--pseudonyms", "short").expect(2)
    try export("a", "--format", "csv", "--out", "no", "--pseudonyms", "a").expect(
      2, notes: "'a' is an SQLite file, where a key belongs")
    #expect(place.bytes("no/manifest.json") == nil)
  }

  @Test func `rounds points in time down, and spans to their first digits`() {
    let standard = TimeRounding(unit: .hour, digits: 2)
    let hour: Int64 = 3_600_000_000
    for (moment, told) in [(0, 0), (hour - 1, 0), (hour, hour), (-1, -hour)] {
      #expect(standard.moment(moment) == told)
    }
    for (length, told) in [
      (0, 0), (7, 7), (99, 99), (123, 120), (129, 120), (999, 990), (-129, -120),
      (.max, 9_200_000_000_000_000_000), (.min, -9_200_000_000_000_000_000),
    ] as [(Int64, Int64)] {
      #expect(standard.length(length) == told, "\(length)")
    }
    #expect(standard.moment(hour + 1_234, after: hour + 1) == hour + 1_200)
    #expect(standard.moment(hour - 1_233, after: hour + 1) == hour - 1_200)
    let minimal = TimeRounding(unit: .day, digits: 1)
    #expect(minimal.moment(25 * hour) == 24 * hour && minimal.length(199) == 100)
    // Rounding the standard profile's value gives the minimal profile's.
    #expect(minimal.length(standard.length(1_999)) == minimal.length(1_999))
  }

  @Test func `gives each sequence of a device a number of its own`() {
    var names = Pseudonyms()
    var numbers: Set<Int64> = []
    for device in ["a", "b"] {
      for sequence in Int64(0)..<2_000 {
        let number = names.pseudonym(ofSequence: sequence, of: Array(device.utf8))
        #expect(number == names.pseudonym(ofSequence: sequence, of: Array(device.utf8)))
        if let number { numbers.insert(number) }
      }
    }
    #expect(numbers.count == 4_000 && numbers.allSatisfy(FileBounds.numbers.contains))
    #expect(numbers.contains { $0 > 1 << 52 })
    #expect(names.pseudonym(ofSequence: 1 << 53, of: []) == nil)
    #expect(names.pseudonym(ofSequence: -1, of: []) == nil)
  }

  @Test func `replaces the tokens of a link by others of their form`() {
    var names = Pseudonyms()
    let token = "~0123456789ABCDEFGHIJKL"
    var link = Array("https://h/a/\(token)/b/\(token)~".utf8)
    names.pseudonym(ofTokensIn: &link)
    let parts = String(decoding: link, as: UTF8.self).split(separator: "/").map(String.init)
    #expect(parts[3] != token && TokenText.isToken(parts[3]) && parts[5] == parts[3] + "~")
  }

  @Test func `leaves of a link where it leads to`() {
    for (link, bare) in [
      ("app://u:p@h@x/y?q#f", "app://x/y"), ("/a/b#c?d", "/a/b"), ("mailto:a@b/c", "mailto:"),
      ("app:x", "app:"),
      ("//u@h", "//h"), ("https://h/@a", "https://h/@a"), ("", ""),
    ] {
      var bytes = Array(link.utf8)
      bareLink(&bytes)
      #expect(bytes == Array(bare.utf8), "\(link)")
    }
  }

  @Test func `puts the largest number of a journal where every reader finds it`() throws {
    try record("a")
    let far = FileBounds.numbers.upperBound
    let file = place.path("a")
    try Tampering.run("UPDATE journal SET at_us = \(far) WHERE sequence = 2", on: file)
    try export("a", "--format", "ndjson", "--out", "new", "--profile", "full")
    let rows = text("new/v_request/day=2255-06-05/rows.ndjson")
    #expect(rows.contains("\"decided_us\":\(far)"), "\(rows)")
    try Tampering.run("UPDATE journal SET at_us = \(far) + 1 WHERE sequence = 2", on: file)
    try place.run("export", "a", "--format", "ndjson", "--out", "other").expect(3)
  }

  @Test func `opens no more files than it may`() throws {
    try record("a")
    try Tampering.run(
      """
      WITH RECURSIVE day (number) AS (SELECT 3 UNION ALL SELECT number + 1 FROM day LIMIT 200)
      INSERT INTO journal (sequence, session, kind, request, at_us, elapsed_us, chain_digest)
      SELECT number, 1, 4, number, 86400000000 * (number % 100), 0, zeroblob(32) FROM day
      """, on: place.path("a"))
    try export("a", "--format", "csv", "--out", "new")
    for day in ["1970-01-05", "1970-04-10"] {
      let lines = text("new/v_request/day=\(day)/rows.csv").split(separator: "\r\n")
      #expect(lines.count == 3, "\(lines)")
    }
    let files = try #require(try object("new/manifest.json")["files"] as? [[String: Any]])
    #expect(files.count { $0["relation"] as? String == "v_request" } == 102)
  }

  @Test func `reads journals of an older format, and leaves them as they were`() throws {
    let files = GoldenStory.allCases.map(\.journal)
    let names = files.map(\.lastPathComponent)
    for file in files { place.write(file.lastPathComponent, try Data(contentsOf: file)) }
    let before = try place.contents()
    try place.run(["export"] + names + ["--format", "ndjson", "--out", "new"]).expect(0)
    for name in names { #expect(place.bytes(name) == before[name]) }
    #expect((try object("new/manifest.json")["sources"] as? [Any])?.count == names.count)
  }

  @Test func `takes what a live journal holds at one moment`() throws {
    try record("a")
    let journal = try Journal.open(.file(place.path("a")))
    try export("a", "--format", "ndjson", "--out", "new").expect(0)
    #expect(text("new/v_request/day=2026-11-23/rows.ndjson").split(separator: "\n").count == 1)
    withExtendedLifetime(journal) {}
  }

  @Test func `overwrites nothing, and takes an unfinished export for what it is`() throws {
    try record("a")
    try export("a", "--format", "csv", "--out", "new").expect(0)
    let before = text("new/manifest.json")
    try export("a", "--format", "csv", "--out", "new").expect(5, notes: "is there already")
    #expect(text("new/manifest.json") == before)
    try export("a", "--format", "csv", "--out", "none/new").expect(5)
  }

  @Test func `says of each file what is wrong with it`() throws {
    try record("a")
    place.write("text", "dear diary")
    try export("a", "text", "missing", "--format", "csv", "--out", "some").expect(
      5, notes: "text: ", "missing: ")
    #expect((try object("some/manifest.json")["sources"] as? [Any])?.count == 1)
    try export("text", "--format", "csv", "--out", "none").expect(5)
    try export("text", "missing", "--format", "csv", "--out", "none").expect(5)
    #expect(!FileManager.default.fileExists(atPath: place.path("none")))
    try Tampering.run("CREATE VIEW v_visit AS SELECT 1", on: place.path("a"))
    try export("a", "--format", "csv", "--out", "none").expect(3)
    #expect(!FileManager.default.fileExists(atPath: place.path("none")))
  }

  @Test func `does without Parquet where there is no Python for it`() throws {
    try record("a")
    try place.run(
      ["export", "a", "--format", "parquet", "--out", "new"],
      environment: ["ROUTE_REPLAY_PYTHON": "/nonexistent/python"]
    ).expect(5, notes: "--format ndjson")
    #expect(!FileManager.default.fileExists(atPath: place.path("new")))
  }

  @Test func `knows which options belong together`() throws {
    try record("a")
    for words in [
      ["a", "--format", "csv"], ["a", "--format", "csv", "--out", "x", "--session", "1"],
      ["a", "--format", "jsonl", "--profile", "full"], ["a", "a", "--format", "jsonl"],
      ["a", "--format", "csv", "--out", "x", "--profile", "full", "--pseudonyms", "a"],
    ] {
      try place.run(["export"] + words).expect(2)
    }
  }
}
