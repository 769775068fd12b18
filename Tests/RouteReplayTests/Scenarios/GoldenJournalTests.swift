import Foundation
import RouteAnalytics
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore
@testable import RouteReplayProgram

/// Journals and their lines as version 1 wrote them. They are never edited: when a test here fails,
/// existing files of users could no longer be read.
@MainActor
@Suite struct `Golden journals of version 1` {
  @Test(arguments: GoldenStory.allCases)
  func `are intact, and decided again as they were`(_ story: GoldenStory) throws {
    let history = try History(path: story.journal.path)
    let verification = try Verification(of: history, checksPages: true)
    #expect(verification.findings == [] && verification.newerEntry == nil)
    #expect(try Rerun(of: history).isIdentical)
  }

  @Test(arguments: GoldenStory.allCases)
  func `have the relations that the views say`(_ story: GoldenStory) throws {
    let history = try History(path: story.journal.path)
    var rows: [BaseRelation.Kind: [String]] = [:]
    try history.forEachRelationRow { kind, row in
      let whole = BaseRelation.all[kind.rawValue].completed(row)
      rows[kind, default: []].append("\(whole)")
    }
    try history.showViews()
    for relation in BaseRelation.all {
      var viewed: [String] = []
      try history.query("SELECT * FROM \(relation.name)") { viewed.append("\($0)") }
      #expect(rows[relation.kind, default: []].sorted() == viewed.sorted(), "\(relation.name)")
    }
    var refusals: [String] = []
    try history.forEachRefusal(after: 0, through: .max) { refusals.append("\($0) \($1)") }
    var viewed: [String] = []
    let pairs = "refused_sequence || substr(refusal_id, instr(refusal_id, ':'))"
    try history.query("SELECT replace(\(pairs), ':', ' ') FROM v_refusal") { row in
      if case .text(let pair) = row[0] { viewed.append(pair) }
    }
    #expect(refusals == viewed)
  }

  @Test(arguments: GoldenStory.allCases)
  func `are exported byte for byte as they were`(_ story: GoldenStory) throws {
    #expect(try Exported(story.journal.path).bytes == Data(contentsOf: story.lines))
  }

  @Test(arguments: GoldenStory.allCases)
  func `are imported with the same digests`(_ story: GoldenStory) throws {
    let folder = TemporaryFolder()
    let new = folder.file("new.sqlite")
    let imported = try ImportedLines(path: story.lines.path, to: new)
    #expect(imported.verification?.findings == [])
    #expect(try imported.summary?.anchor == History(path: story.journal.path).head())
    #expect(try Rows(of: new) == Rows(of: story.journal.path))
    #expect(try Exported(new).bytes == Data(contentsOf: story.lines))
    #expect(try Rerun(of: History(path: new)).isIdentical)
  }

  @Test func `are all that lie there`() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: GoldenStory.folder.path)
    let wanted = GoldenStory.allCases.flatMap { ["\($0).sqlite", "\($0).jsonl"] } + ["README.md"]
    #expect(found.sorted() == wanted.sorted())
  }

  @Test func `hold what can happen`() throws {
    var kinds: Set<String> = []
    for story in GoldenStory.allCases {
      try History(path: story.journal.path).forEachEntry { row in
        kinds.insert(try #require(EntryKind(rawValue: row.kind)).word)
      }
    }
    for kind in [
      "began", "restored", "received", "decided", "parked", "released", "signalled", "principal",
      "ready", "foreground", "background", "suspended", "resumed", "enqueued", "claimed", "started",
      "done", "failed", "retried", "expired", "cancelled", "outage", "pruned", "ended",
    ] {
      #expect(kinds.contains(kind), "\(kind)")
    }
    #expect(try History(path: GoldenStory.pruned.journal.path).base() != .start)
  }

  /// `ROUTE_GOLDEN=write` records those that are missing; the others are not changed.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["ROUTE_GOLDEN"] == "write"))
  func `are recorded once`() async throws {
    try FileManager.default.createDirectory(
      at: GoldenStory.folder, withIntermediateDirectories: true)
    for story in GoldenStory.allCases {
      let file = story.journal.path
      guard !FileManager.default.fileExists(atPath: file) else { continue }
      let stories = try ExportStories()
      try await story.record(stories)
      // While the session exists it keeps the log, so a copy is sealed.
      let copy = stories.folder.file("copy.sqlite")
      try FileCopy.crash(of: stories.path, as: copy)
      do { _ = try Journal.open(.file(copy)) }
      try #require(!FileManager.default.fileExists(atPath: copy + "-wal"))
      try FileManager.default.copyItem(atPath: copy, toPath: file)
      try Exported(file).bytes.write(to: story.lines)
    }
  }
}
