import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore
@testable import RouteReplayProgram

/// A journal that is written as lines and read back is unchanged, whatever happened in it.
@MainActor
@Suite struct `Lines of a journal` {
  let stories: ExportStories

  init() throws { stories = try ExportStories(in: .inMemory()) }

  @Test func `restore ordinary histories`() throws {
    stories.everyday()
    try requireRoundTrip()
  }

  @Test func `restore the late answers of host code`() async throws {
    await stories.patient()
    try requireRoundTrip()
  }

  @Test func `restore sessions with overlapping requests`() async throws {
    try await stories.policies()
    try requireRoundTrip()
  }

  @Test func `restore texts that would be code, or control a terminal`() throws {
    try stories.hostile()
    try requireRoundTrip()
  }

  @Test func `restore a pruned journal, its checkpoints and the ids of its sources`() throws {
    stories.forgetful()
    let history = try History(path: stories.path)
    #expect(try history.base() != .start && !history.checkpointSequences().isEmpty)
    let lines = try requireRoundTrip()
    #expect(lines.contains { $0.hasPrefix(#"{"base":{"chain_digest":""#) })
    #expect(lines.contains { $0.hasPrefix(#"{"checkpoint":{"format":"#) })
    #expect(lines.contains { $0.hasPrefix(#"{"seen":{"fingerprint":""#) })
  }

  @Test func `restore a journal that continues after an outage`() throws {
    do {
      let store = try Journal.open(.file(stories.path))
      try stories.loseEntries(in: store)
    }
    #expect(try requireRoundTrip().contains { $0.contains(#""kind":"outage""#) })
  }

  @Test func `restore the funnels of the analyst`() throws {
    stories.everyday()
    try Tampering.run(
      "INSERT INTO funnel_step VALUES ('buy', 2, 'order'), ('buy', 1, 'product')", on: stories.path)
    let lines = try requireRoundTrip()
    let steps = lines.filter { $0.hasPrefix(#"{"funnel_step":"#) }
    #expect(
      steps == [
        #"{"funnel_step":{"funnel":"buy","screen":"product","step":1}}"#,
        #"{"funnel_step":{"funnel":"buy","screen":"order","step":2}}"#,
      ])
  }

  @Test func `leave the vault behind, and are those of a report copy`() throws {
    let copy = stories.folder.file("report.sqlite")
    do {
      let session = stories.launch()
      session.signIn(as: "ann")
      session.open("/notes/hush-hush")
      session.background()
      try session.writeReportCopy(to: copy)
      session.end()
    }
    let reported = try Exported(copy)
    let all = try Exported(stories.path)
    #expect(all.bytes.starts(with: reported.bytes.prefix(40)))
    for exported in [reported, all] {
      #expect(exported.bytes.range(of: Data("hush-hush".utf8)) == nil)
      #expect(exported.bytes.range(of: Data(#"{"vault"#.utf8)) == nil)
    }
    try requireRoundTrip(of: copy)
    let new = stories.folder.file("new.sqlite")
    _ = try ImportedLines(path: all.path(in: stories.folder), to: new)
    #expect(try History(path: new).vaultPrincipals() == [])
  }

  @Test func `of a journal that somebody writes to are those of one moment`() throws {
    let session = stories.launch()
    session.open("/products/1")
    let history = try History(path: stories.path)
    var lines = 0
    let end = try ExportedLines.write(history) { _ in
      if lines == 3 { session.open("/products/2") }
      lines += 1
    }
    #expect(end.anchor != session.journal.anchor)
    #expect(try Exported(stories.path).end.anchor == session.journal.anchor)
    try requireRoundTrip()
  }

  @Test func `of a journal go on where it ended`() throws {
    stories.everyday()
    let exported = try Exported(stories.path)
    let new = stories.folder.file("new.sqlite")
    _ = try ImportedLines(path: exported.path(in: stories.folder), to: new)
    let before = try RestoredState(ofJournal: stories.path)
    let after = try RestoredState(ofJournal: new)
    #expect(before.state == after.state && before.anchor == after.anchor)
    let session = RouteSession.launch(stories.table, at: .file(new)) { $0.device = "device" }
    #expect(session.health == .recording && session.open("/products/5").isRecorded)
  }

  /// Requires that importing the lines of a journal gives the same journal, whose lines are the
  /// same.
  @discardableResult
  private func requireRoundTrip(
    of path: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let path = path ?? stories.path
    let exported = try Exported(path)
    let new = stories.folder.file("new-\(UUID()).sqlite")
    let imported = try ImportedLines(path: exported.path(in: stories.folder), to: new)
    #expect(imported.verification?.findings == [], sourceLocation: sourceLocation)
    #expect(imported.summary == exported.end, sourceLocation: sourceLocation)
    #expect(try Exported(new).bytes == exported.bytes, sourceLocation: sourceLocation)
    #expect(try Rows(of: new) == Rows(of: path), sourceLocation: sourceLocation)
    #expect(!exported.lines.contains { $0.contains("_text\":") }, sourceLocation: sourceLocation)
    return exported.lines
  }
}

/// A journal's lines.
struct Exported {
  private(set) var bytes = Data()
  let end: LinesEnd

  init(_ path: String) throws {
    var bytes = Data()
    end = try ExportedLines.write(History(path: path)) { bytes.append(contentsOf: $0) }
    self.bytes = bytes
  }

  var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The path of a new file with the lines.
  func path(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("\(UUID()).jsonl")
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }
}

/// Everything in a journal except its vault, as SQLite has it.
struct Rows: Equatable {
  private let rows: [String]

  init(of path: String) throws {
    // This is a private copy, so that reading leaves nothing beside the file.
    let copy = try ScratchJournal(copying: History(path: path))
    defer { withExtendedLifetime(copy) {} }
    let connection = try Connection(path: copy.path, mode: .read)
    var rows: [String] = []
    for table in Journal.copiedTables {
      let list = try connection.prepare("SELECT * FROM \(table) ORDER BY 1, 2")
      while try list.step() {
        let values = (0..<list.columnCount).map { column in
          list.isNull(column) ? "-" : "\(list.type(column)):\(list.bytes(column))"
        }
        rows.append("\(table) \(values)")
      }
    }
    self.rows = rows
  }
}
