import Foundation
import RouteEngine
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteReplayProgram

/// No private value is in clear anywhere but in the vault: neither in the files, at any moment, nor
/// in the program's output. `CANARY_SEEDS=100` tests that number of histories.
@MainActor
@Suite struct CanaryTests {
  nonisolated static let seeds: Range<UInt64> = {
    let given = ProcessInfo.processInfo.environment["CANARY_SEEDS"].flatMap { UInt64($0) }
    return 0..<(given ?? 2)
  }()

  /// Requires that no canary was found; otherwise reports each with its surroundings.
  func expectNone(
    of story: CanaryStory, _ found: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let told = found.prefix(30).joined(separator: "\n")
    #expect(
      found.isEmpty, "\(found.count) found:\n\(told)\n\(story.guilty(found))",
      sourceLocation: sourceLocation)
  }

  /// The canaries in the files of a folder, each after its file's name.
  func found(in folder: TemporaryFolder, but left: (String) -> Bool = { _ in false })
    throws -> [String]
  {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var found: [String] = []
    for name in (names ?? []).sorted() where !left(name) {
      found += Canaries.found(in: name)
      // Folders have no content.
      guard let bytes = FileManager.default.contents(atPath: folder.file(name)) else { continue }
      found += Canaries.found(in: bytes).map { "\(name): \($0)" }
    }
    return found
  }

  /// The canaries in a journal outside its vault: in a vacuumed copy without the vault's rows.
  func foundBesideVault(of path: String) throws -> [String] {
    let folder = TemporaryFolder()
    let copy = folder.file("copy.sqlite")
    try FileCopy.crash(of: path, as: copy)
    try Tampering.run("DELETE FROM vault; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", on: copy)
    return try found(in: folder)
  }

  /// Whether a file may hold the vault's values: the journal, and one that was set aside.
  private func holdsVault(_ name: String) -> Bool {
    name.hasPrefix("app.journal") && (name.hasSuffix("journal") || name.hasSuffix("-wal"))
      || name.contains("-damaged-")
  }

  @Test(arguments: seeds)
  func `a private value is beside the vault in no file, from the first launch to the last`(
    seed: UInt64
  ) throws {
    let story = CanaryStory(seed: seed)
    do {
      let session = story.launch(try story.table())
      try story.day(40, in: session)
      let bytes = try #require(FileManager.default.contents(atPath: story.path + "-wal"))
      #expect(!Canaries.found(in: bytes).isEmpty, "the vault has them, and they are seen")
      expectNone(of: story, try foundBesideVault(of: story.path))
      expectNone(of: story, try found(in: story.folder, but: holdsVault))
    }
    expectNone(of: story, try foundBesideVault(of: story.path))
    let history = try History(path: story.path)
    #expect(try Verification(of: history).findings == [])
    #expect(try Rerun(of: history, on: .free).divergences == [])
    do {
      let session = story.launch(try story.laterTable())
      #expect(session.health.isRecording)
      story.openLinks(10, in: session)
    }
    expectNone(of: story, try foundBesideVault(of: story.path))
    try Tampering.run(
      "UPDATE journal SET link = '/x' WHERE sequence = (SELECT max(sequence) FROM journal)",
      on: story.path)
    let session = story.launch(try story.laterTable())
    #expect(session.health.isRecording)
    story.openLinks(10, in: session)
    for name in ["app.journal", "app.journal-damaged-1"] {
      expectNone(of: story, try foundBesideVault(of: story.folder.file(name)))
    }
    expectNone(of: story, try found(in: story.folder, but: holdsVault))
    expectNone(of: story, story.words.flatMap { Canaries.found(in: $0) })
  }

  @Test(arguments: seeds)
  func `what was redacted is in no byte of any file`(seed: UInt64) throws {
    let story = CanaryStory(seed: 100 + seed)
    let session = story.launch(try story.table())
    try story.day(24, in: session)
    #expect(try session.journal.redact(.all).values > 10)
    expectNone(of: story, try found(in: story.folder))
    session.signIn(as: "bob")
    try story.day(12, in: session)
    for principal in ["ann", "bob"] {
      session.signIn(as: principal)
      session.signOut()
    }
    expectNone(of: story, try found(in: story.folder))
  }

  @Test(arguments: seeds)
  func `a secret is in no byte of any file, at any moment`(seed: UInt64) throws {
    let story = CanaryStory(seed: 200 + seed, hidden: "secret")
    let session = story.launch(try story.secretTable())
    story.openLinks(60, in: session)
    expectNone(of: story, try found(in: story.folder))
    session.background()
    session.end()
    var links: [String] = []
    try History(path: story.path).forEachEntry { links += $0.link.map { [$0] } ?? [] }
    #expect(links.contains { $0.contains("~z") }, "there were secrets, and they have tokens")
    expectNone(of: story, try found(in: story.folder))
    expectNone(of: story, story.words.flatMap { Canaries.found(in: $0) })
  }
}
