import Foundation
import RouteTestSupport
import TextTerminal
import Testing

@testable import RouteReplayProgram

/// All outputs follow one rule for characters that must not reach a terminal: C1, DEL and marks of
/// direction are treated like C0.
@Suite struct `Control characters of a journal` {
  /// An eight-bit control sequence, a next line, a delete and a mark of direction.
  private static let hostile = "a\u{9B}31m\u{85}\u{7F}\u{1B}[2J\u{202E}b"
  let place = Workplace.sample()

  init() throws {
    place.write("next.json", Workplace.table.replacing("/orders/:id", with: "/order/:id"))
    // The text is in every text of the journal, and the chain is computed again.
    let columns = [
      "link", "route", "reason", "scene", "screen_before", "screen_after", "entry_point", "variant",
      "outcome", "router",
    ]
    let texts = columns.map { "\($0) = \($0) || '\(Self.hostile)'" }.joined(separator: ", ")
    try forge(
      """
      UPDATE journal SET \(texts);
      UPDATE journal SET payload = replace(payload, '"id":7', '"id":"\(escaped)"')
        WHERE payload LIKE '%"id":7%';
      UPDATE session SET device = device || '\(Self.hostile)', build = '\(Self.hostile)',
        app_version = '\(Self.hostile)', os = '\(Self.hostile)';
      INSERT INTO seen VALUES ('\(Self.hostile)', 1, 2, 'shown', 3);
      INSERT INTO funnel_step VALUES ('\(Self.hostile)', 1, '\(Self.hostile)');
      """, as: "forged.journal")
    // A text only in the columns leaves everything else valid, for commands that decide.
    try forge("UPDATE journal SET entry_point = '\(Self.hostile)'", as: "sound.journal")
  }

  /// The text as JSON has it if only C0 is escaped.
  private var escaped: String { Self.hostile.replacing("\u{1B}", with: "\\u001b") }

  private func forge(_ sql: String, as name: String) throws {
    let path = place.path(name)
    try FileManager.default.copyItem(atPath: place.path("app.journal"), toPath: path)
    try Tampering.run(sql, on: path)
    try Tampering.chainAnew(path)
  }

  private static let commands = [
    [""], ["log", ""], ["show", "", "2"], ["tree", ""], ["tree", "", "3"], ["routes", ""],
    ["verify", "", "--deep"], ["rerun", ""], ["actions", ""], ["sessions", ""], ["doctor", ""],
    ["diff", "", "app.journal"], ["stats", ""], ["stats", "", "failure-reasons"],
    ["stats", "", "funnel"], ["stats", "", "top-paths"], ["sql", "", "SELECT * FROM journal"],
    ["sql", "", "SELECT * FROM v_request"], ["sql", "", "SELECT '\(hostile)' AS \"\(hostile)\""],
    ["bisect", "", "--where", "count screen product > 0"], ["what-if", "", "--drop", "2"],
    ["what-if", "", "--routes", "next.json"], ["minimize", "", "--until", "diverges"],
    ["prune", "", "--days", "1"], ["redact", "", "--nobody"],
    ["export", "", "--format", "swift-test"],
  ]

  /// The characters of a text that must not reach a terminal; line ends are allowed.
  private func unsafe(_ text: String) -> Set<String> {
    let lines = text.replacing("\r\r\n", with: "\n").replacing("\r\n", with: "\n")
    return Set(lines.unicodeScalars.filter { $0 != "\n" && isUnsafe($0) }.map(escape))
  }

  @Test(arguments: ["forged.journal", "sound.journal"])
  func `are in no output, whichever command and format`(file: String) throws {
    for (turn, command) in Self.commands.enumerated() {
      let words = command.map { $0.isEmpty ? file : $0 }
      // The formats are text, and one of the formats for programs, another one with each seed.
      for format in ["text"] + TestSample.some(["json", "jsonl", "csv"], every: 3, turn: turn) {
        let result = try place.run(words + (format == "text" ? [] : ["-o", format]))
        #expect(result.status < 8, "\(words) \(format): \(result.notes)")
        #expect(unsafe(result.output) == [], "\(words) \(format)")
        #expect(unsafe(result.notes) == [], "\(words) \(format)")
      }
    }
  }

  @Test func `are on no terminal, and in lines only of a file`() throws {
    let words = ["export", "forged.journal", "--format", "jsonl"]
    #expect(try unsafe(place.runOnTerminal(words).screen) == [])
    let lines = try place.run(words).expect(says: "\u{9B}31m\u{85}").output
    // The file is exact: the import gives what was exported.
    place.write("lines.jsonl", lines)
    try place.run("import", "lines.jsonl", "--journal", "new.journal")
    #expect(try place.run("export", "new.journal", "--format", "jsonl").output == lines)
  }

  @Test func `are on no terminal in traces either, and in those of a file`() throws {
    let words = ["export", "forged.journal", "--format", "otlp", "--profile", "full"]
    #expect(try unsafe(place.runOnTerminal(words).screen) == [])
    try place.run(words).expect(0, says: "\u{9B}31m\u{85}")
  }

  @Test func `are escaped in NDJSON and its manifest, and exact in CSV`() throws {
    for format in ["ndjson", "csv"] {
      let result = try place.run(
        "export", "forged.journal", "--format", format, "--profile", "full", "--out", format)
      #expect(result.status == 0 && unsafe(result.notes) == [], "\(result)")
    }
    let rows = try files("ndjson")
    #expect(rows["manifest.json"] != nil && rows.count > 4, "\(rows.keys.sorted())")
    for (path, text) in rows { #expect(unsafe(text) == [], "\(path)") }
    let manifest = try #require(try files("csv")["manifest.json"])
    #expect(unsafe(manifest) == [])
    let csv = try files("csv").values.joined()
    #expect(csv.unicodeScalars.contains("\u{9B}") && csv.unicodeScalars.contains("\u{85}"))
  }

  /// The files below a folder, by their paths in it.
  private func files(_ folder: String) throws -> [String: String] {
    let root = place.folder.appending(path: folder)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
      let file = root.appending(path: path)
      if file.hasDirectoryPath { continue }
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      files[path] = text
    }
    return files
  }

  @Test func `begin no line of a message, as the text of a file or as its name`() throws {
    let hostile = "x\nother.journal: intact"
    try forge("UPDATE route_table SET digest = '\(hostile)'", as: "lines.journal")
    try forge("UPDATE journal SET entry_point = '\(hostile)'", as: "newer.journal")
    try forge("UPDATE route_table SET digest = 'x'", as: hostile)
    let cases: [(words: [String], status: Int32)] = [
      (["verify", "lines.journal"], 3), (["lines.journal"], 3), (["verify", hostile], 3),
      (["fixture", "add", "kept", "lines.journal"], 3), (["show", "newer.journal", "2"], 4),
    ]
    for (words, status) in cases {
      let result = try place.run(words)
      #expect(result.status == status, "\(result)")
      #expect(result.notes.contains("x\\nother.journal: intact"), "\(result)")
      #expect(!result.notes.contains(hostile), "\(result)")
    }
  }

  @Test func `are in no report of fixtures`() throws {
    try place.run("fixture", "add", "kept", "app.journal")
    let kept = try #require(place.bytes("kept/app.jsonl"))
    let lines = String(decoding: kept, as: UTF8.self)
    place.write(
      "kept/bad.jsonl",
      lines.replacing(#""kind":"received""#, with: #""kind":"\#u{9B}31m\#u{85}""#))
    for format in ["text", "json", "jsonl", "junit"] {
      let result = try place.run("fixture", "test", "kept", "-o", format).expect(4)
      #expect(unsafe(result.output) == [], "\(format): \(result.output)")
      #expect(unsafe(result.notes) == [], "\(format)")
    }
  }

  @Test func `are in no paragraph`() throws {
    let output = Output.inMemory()
    var report = Report()
    report.paragraph("with a\u{9B}\u{85}b.json it turns on private values")
    try output.write(report)
    let text = String(decoding: output.written, as: UTF8.self)
    #expect(text == "with a\\x9b\\x85b.json it turns on private values\n")
  }
}
