import Foundation
import RouteAnalytics
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

extension CanaryTests {
  /// Commands that print no content of a journal, with the reason.
  nonisolated private static let others = [
    "check": "reads a table", "completions": "knows no file", "manual": "knows no file",
  ]

  /// Every command that reads a journal, in every format whose content differs. The arguments are
  /// the journal, another one of the same app, a later table, and the folder for written files.
  nonisolated private static func commands(
    _ file: String, _ other: String, _ table: String, _ out: String
  ) -> [[String]] {
    [
      [file], ["summary", file, "-o", "json"], ["sessions", file],
      ["sessions", file, "-o", "json"],
      ["log", file], ["log", file, "-o", "jsonl"], ["log", file, "-o", "csv", "-r"],
      ["log", file, "--grep", "gift"], ["tree", file], ["tree", file, "--ids"],
      ["tree", file, "--diagram"], ["routes", file], ["verify", "--deep", file],
      ["verify", file, "-o", "json"], ["actions", file], ["actions", file, "-o", "json"],
      ["doctor", file], ["doctor", file, "-o", "json"],
      ["doctor", file, "--salvage", "\(out)/saved.journal"],
      ["rerun", file], ["rerun", file, "--free"],
      ["rerun", file, "--routes", table, "--most", "1000", "--results", "\(out)/results"],
      ["rerun", file, "--routes", table, "-o", "json"],
      ["rerun", file, "--routes", table, "--propose"],
      ["what-if", file, "--drop", "2", "--out", "\(out)/what-if.journal"],
      ["what-if", file, "--routes", table, "-o", "json"],
      ["bisect", file, "--where", "shows gift"],
      ["bisect", file, "--where", "shows gift", "-o", "json"],
      ["diff", file, other], ["diff", file, other, "-o", "json"],
      [
        "minimize", file, "--until", "shows page", "--trials", "3", "--out", "\(out)/least.journal",
      ],
      ["export", file, "--format", "jsonl", "--out", "\(out)/lines.jsonl"],
      ["export", file, "--format", "swift-test", "--session", "1"],
      ["import", "\(out)/lines.jsonl", "--journal", "\(out)/imported.journal"],
      ["export", "\(out)/imported.journal", "--format", "jsonl"],
      ["fixture", "add", "\(out)/kept", file], ["fixture", "test", "\(out)/kept"],
      ["fixture", "test", "\(out)/kept", "--routes", table, "-o", "junit"],
      ["report", file, "--out", "\(out)/page.html"],
      ["report", file, other, "--out", "\(out)/two.html"],
      ["stats", file], ["stats", file, "-o", "json"],
      ["stats", file, "--html", "\(out)/stats.html"],
      ["prune", file, "--entries", "20"], ["redact", file, "--nobody"], ["redact", file, "--all"],
    ]
      + RedactionProfile.allCases.flatMap { profile in
        ["ndjson", "csv", "sqlite", "otlp"].map { format in
          [
            "export", file, "--format", format, "--profile", profile.rawValue, "--out",
            "\(out)/\(format)-\(profile.rawValue)",
          ]
        }
      }
  }

  /// Runs the program; returns its output on both streams.
  private func run(_ words: [String]) async -> String {
    let output = Output.inMemory()
    let status = await ReplayProgram.program().run(words, output: output)
    #expect(![.usage, .unreadable].contains(status), "\(words): \(output.text)\(output.notesText)")
    return output.text + output.notesText
  }

  /// Commands whose arguments come from the journal itself.
  nonisolated private static let further: Set = ["show", "sql", "explain", "record"]

  /// Commands about single entries, links and tables; and links recorded again.
  private func furtherCommands(_ file: String, _ table: String) async throws -> [[String]] {
    var commands: [[String]] = []
    var links: Set<String> = []
    try History(path: file).forEachEntry { row in
      let entry = try EntryCoder.decode(row)
      if row.sequence % 9 == 0 { commands.append(["show", file, "\(row.sequence)"]) }
      if row.sequence % 50 == 0 { commands.append(["tree", file, "--at", "\(row.sequence)"]) }
      if case .link(let link)? = entry.request?.target, link.carriesTokens {
        links.insert(link.text)
      }
    }
    commands += links.sorted().prefix(20).map { ["explain", "--routes", table, "--all", "--", $0] }
    let names = await run([
      "sql", file, "SELECT name FROM sqlite_schema WHERE type <> 'index'", "-o", "csv",
    ]).split(whereSeparator: \.isNewline).dropFirst().map(String.init)
    #expect(names.contains("vault") && names.contains("journal"))
    let views = RelationView.all.map(\.name)
    #expect(Set(views).isDisjoint(with: names))
    for name in names + views where !["vault", "vault_key"].contains(name) {
      commands.append(["sql", file, "SELECT * FROM \(name)", "--each", "-o", "json"])
    }
    for name in views { commands.append(["sql", file, "SELECT * FROM \(name)", "-o", "csv"]) }
    return commands
  }

  private func leaks(of commands: [[String]]) async -> [String] {
    var leaks: [String] = []
    for words in commands {
      leaks += Canaries.found(in: await run(words)).map { "\(words.joined(separator: " ")): \($0)" }
    }
    return leaks
  }

  @Test func `a private value is in nothing that the program makes of a journal`() async throws {
    let story = CanaryStory(seed: 7)
    for table in [try story.table(), try story.laterTable()] {
      let session = story.launch(table)
      try story.day(24, in: session)
      session.end()
    }
    let out = TemporaryFolder()
    let (file, table) = (story.path, out.file("later.json"))
    try Data(story.laterTable().canonicalJSON).write(to: URL(fileURLWithPath: table))
    let other = out.file("other.journal")
    try FileManager.default.copyItem(atPath: file, toPath: other)
    let commands = Self.commands(file, other, table, out.path)
    expectNone(of: story, await leaks(of: commands))
    let asked = Set(commands.map { $0[0] })
    expectNone(of: story, await leaks(of: try await furtherCommands(file, table)))
    for command in ReplayProgram.program().commands where Self.others[command.name] == nil {
      let isAsked = asked.contains(command.name) || Self.further.contains(command.name)
      #expect(isAsked, "nothing of \(command.name) is searched")
    }
    let links = story.links.values.sorted().filter { !$0.contains("\n") }
    try Data(links.joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: story.folder.file("links.txt")))
    let recording = [
      "record", "--journal", out.file("recorded.journal"), "--routes", table,
      story.folder.file("links.txt"),
    ]
    expectNone(of: story, await leaks(of: [recording]))
    for name in ["vault", "vault_key"] {
      for each in [[], ["--each"]] {
        let output = Output.inMemory()
        let words = ["sql", file, "SELECT * FROM \(name)"] + each
        #expect(await ReplayProgram.program().run(words, output: output) == .usage, "\(words)")
        expectNone(of: story, Canaries.found(in: output.text + output.notesText))
      }
    }
    // Files that contain a vault by their documentation: a journal, and a salvaged copy of one.
    let vaults = ["other.journal", "saved.journal", "recorded.journal"]
    expectNone(of: story, try found(in: out, but: vaults.contains))
    for name in vaults { expectNone(of: story, try foundBesideVault(of: out.file(name))) }
  }
}
