import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore
@testable import RouteReplayProgram

/// The documented grammar of the lines matches the written lines.
@Suite struct `The grammar of the lines` {
  let page: [String]

  init() throws {
    page = try PackageFile.text("Sources/RouteStore/RouteStore.docc/journal-lines.md")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `has an example that is imported, intact, and exported as it stands there`() throws {
    let start = try #require(page.firstIndex(of: "```jsonl"))
    let example = page[(start + 1)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined()
    let folder = TemporaryFolder()
    let path = folder.file("example.jsonl")
    try Data(example.utf8).write(to: URL(fileURLWithPath: path))
    let imported = try ImportedLines(path: path, to: folder.file("example.sqlite"))
    #expect(imported.verification?.isIntact == true)
    #expect(try Exported(folder.file("example.sqlite")).bytes == Data(example.utf8))
    #expect(try Rerun(of: History(path: folder.file("example.sqlite"))).isIdentical)
  }

  @Test func `names every member`() throws {
    for line in JournalLine.everyMember {
      guard case .object(let outer) = try JSON(parsing: line.encoded), let row = outer.first,
        case .object(let members) = row.value
      else { throw JSONError(offset: 0, expected: "an object") }
      let start = try #require(
        page.firstIndex { $0.hasPrefix("Of `\(row.name)`:") || $0 == "`\(row.name)`:" }
          ?? page.firstIndex { $0.contains("Of `\(row.name)`:") }, "\(row.name)")
      let table = page[(start + 1)...].drop { !$0.hasPrefix("|") }.dropFirst(2)
        .prefix { $0.hasPrefix("|") }
      let named = table.map { $0.split(separator: "`")[1] }.map(String.init)
      #expect(named == members.map(\.name), "\(row.name)")
    }
  }

  @Test func `tells the version and the bounds`() {
    let text = page.joined(separator: "\n")
    #expect(text.contains("**version \(JournalLine.version)** of the lines"))
    #expect(text.contains(String(decoding: JournalLine.header.encoded, as: UTF8.self)))
    #expect(JournalLine.longest == 134_217_728 && text.contains("134,217,728 bytes"))
    #expect(deepestDocument == 512 && text.contains("at most 512 levels"))
    #expect(FileBounds.textBytes == 1_048_576 && text.contains("at most 1,048,576 bytes"))
    #expect(FileBounds.numbers.upperBound == 9_007_199_254_740_991)
    #expect(text.contains("from -9,007,199,254,740,991 to 9,007,199,254,740,991"))
  }
}

extension JournalLine {
  /// A line of each kind that has a table in the grammar, with every possible member.
  static var everyMember: [JournalLine] {
    let bounds = FileBounds.numbers
    var entry = EntryRow(
      sequence: bounds.upperBound, session: bounds.lowerBound, kind: 33, atMicroseconds: -1,
      elapsedMicroseconds: 0)
    (entry.scene, entry.entryPoint, entry.link) = ("", "\u{0}\"\\", "\u{1F600}")
    (entry.route, entry.router, entry.variant) = ("e\u{301}", "\u{E9}", "\n")
    (entry.outcome, entry.reason) = ("shown", "\u{2028}")
    (entry.screenBefore, entry.screenAfter) = ("a", "b")
    (entry.request, entry.cause, entry.durationMicroseconds) = (1, 2, 3)
    (entry.routeVersion, entry.action, entry.attempt) = (4, 5, 6)
    (entry.stateDigest, entry.payload) = (.max, Array(#"{"a":1}"#.utf8))
    entry.chainDigest = SHA256.digest(of: [1])
    var session = SessionRow(
      number: 1, identifier: "i", device: "d", beganMicroseconds: 2, firstSequence: 3)
    (session.appVersion, session.build, session.system) = ("1", "2", "3")
    (session.tableDigest, session.beginning, session.ending) = ("4", "5", "6")
    (session.endedMicroseconds, session.lastSequence) = (7, 8)
    return [
      .base(JournalAnchor(sequence: 7, digest: .zero)),
      .routeTable(RouteTableRow(digest: "x", json: Array("[]".utf8))),
      .session(session), .entry(entry),
      .checkpoint(CheckpointRow(sequence: 1, format: 1, state: [0x5B, 0x5D], stateDigest: 0)),
      .seen(
        SeenRow(source: "s", fingerprint: .max, request: 1, outcome: "shown", seenMicroseconds: 2)),
      .end(LinesEnd(anchor: .start, entries: 1, lines: 2, digest: .zero)),
    ]
  }
}
