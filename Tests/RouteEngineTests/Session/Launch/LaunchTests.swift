import Foundation
import RouteReplay
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// Sessions begin, end, and work without a journal.
@MainActor
struct LaunchTests {
  private let journal = TestJournal(of: .shop())

  /// Requires that the session continues in memory, says why, and records nothing.
  private func requireMemoryOnly(
    _ session: RouteSession, saying part: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!session.health.isRecording, sourceLocation: sourceLocation)
    #expect(
      session.health.description.contains(part), "\(session.health)",
      sourceLocation: sourceLocation)
    let opening = session.open("/products/7")
    #expect(opening.outcome == .shown, sourceLocation: sourceLocation)
    #expect(!opening.isRecorded, sourceLocation: sourceLocation)
    #expect(session.notation.contains("product(id: 7)"), sourceLocation: sourceLocation)
  }

  @Test
  func `fault 25: a directory, another database, a newer format: in memory, untouched`() throws {
    try FileManager.default.createDirectory(
      atPath: journal.file("folder"), withIntermediateDirectories: false)
    requireMemoryOnly(journal.launch(at: journal.file("folder")), saying: "not recording")
    requireMemoryOnly(journal.launch(at: journal.file("none/such/file")), saying: "not recording")
    let foreign = journal.file("foreign")
    do {
      let connection = try Connection(path: foreign, mode: .create)
      try connection.execute("CREATE TABLE notes (x)")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: foreign))
    requireMemoryOnly(journal.launch(at: foreign), saying: "database of another program")
    #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == bytes)
    _ = journal.launch()
    try execute("PRAGMA user_version=99", on: journal.path)
    let newer = try Data(contentsOf: URL(fileURLWithPath: journal.path))
    requireMemoryOnly(journal.launch(), saying: "format 99")
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == newer)
  }

  @Test func `a long tail makes a checkpoint, and a restore gives the same state`() throws {
    let digest: UInt64
    do {
      let session = journal.launch()
      for id in 0..<2_100 { session.open("/products/\(id % 7)") }
      digest = session.state.tree.digest
      try journal.requireReplays(of: session)
    }
    let all = try History(path: journal.path).checkpointSequences()
    #expect(all == [384, 896, 1_408, 1_920, 2_048])
    let session = journal.launch()
    #expect(session.state.tree.digest == digest)
    #expect(session.health == .recording)
    // A checkpoint that differs from the state of its entry is not used.
    let copy = try journal.killed(as: "copy.sqlite")
    try execute("UPDATE checkpoint SET state_digest = state_digest + 1", on: copy)
    #expect(journal.launch(at: copy).state.tree.digest == digest)
    let found = try Verification(of: History(path: copy)).findings.map(\.sequence)
    #expect(found == all)
  }

  @Test func `sessions have rows that say how they began and ended`() throws {
    do {
      let session = journal.launch {
        $0.appVersion = "1.0"
        $0.build = "7"
        $0.identifier = "first"
      }
      session.background()
      session.foreground()
      journal.clock.advance(by: 5)
      session.end()
    }
    do { journal.launch { $0.identifier = "second" }.background() }
    let third = journal.launch { $0.beginning = .clean }
    let rows = try History(path: journal.path).sessions()
    #expect(rows.map(\.number) == [1, 2, 3])
    #expect(rows.map(\.beginning) == ["clean", "restored", "clean"])
    #expect(rows.map(\.ending) == ["ended", "background", nil])
    #expect(rows.map(\.firstSequence) == [1, 5, 8])
    #expect(rows.map(\.lastSequence) == [4, 7, nil])
    #expect(rows.map(\.device) == ["device", "device", "device"])
    #expect(rows[0].appVersion == "1.0")
    #expect(rows[0].endedMicroseconds == 1_700_000_000_000_005)
    #expect(rows[0].identifier == "first")
    try journal.requireReplays(of: third)
  }

  @Test func `entries after the background are synchronised with it`() throws {
    let session = journal.launch()
    session.open("/products/1")
    session.background()
    session.foreground()
    session.open("/products/2")
    var query = HistoryQuery()
    query.session = 1
    var kinds: [Int64] = []
    try History(path: journal.path).forEachEntry(query) { kinds.append($0.kind) }
    #expect(kinds.compactMap(EntryKind.init) == (try journal.entries().map(\.kind)))
  }

  @Test func `a clean beginning drops waiting requests, and never reuses an id`() throws {
    let counter: UInt64
    do {
      let session = journal.launch()
      session.open("/products/1")
      session.requests.suspend()
      session.open("/products/2")
      counter = session.state.counter
    }
    let session = journal.launch { $0.beginning = .clean }
    #expect(session.notation == journal.launch(at: journal.file("other")).notation)
    #expect(session.state.waiting == [])
    #expect(!session.state.isSuspended)
    #expect(session.state.tree.root().map(\.rawValue) ?? 0 > counter)
    try journal.requireReplays(of: session)
  }

  @Test func `a journal copied from another installation begins anew, history kept`() throws {
    do {
      let session = journal.launch()
      session.open("/products/7")
      session.signIn(as: "anna")
      session.requests.suspend()
      session.open("/products/8")
      session.end()
    }
    do {
      let session = journal.launch { $0.device = "another" }
      #expect(session.launch.restoration == nil)
      #expect(session.notation == "main[home*[feed] shop[catalog]]")
      #expect(session.state.waiting.isEmpty && session.state.principal == nil)
      #expect(!session.state.isSuspended)
      #expect(try journal.entries().contains { $0.outcome == .shown }, "what happened stays")
      session.open("/products/9")
      try journal.requireReplays(of: session)
    }
    let session = journal.launch { $0.device = "another" }
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 9)]]")
    #expect(
      try History(path: journal.path).sessions().map(\.device) == ["device", "another", "another"])
  }

  @Test func `the anchor is the newest entry and shows a lost tail`() throws {
    let session = journal.launch()
    session.open("/products/1")
    let early = session.journal.anchor
    session.open("/products/2")
    let history = try History(path: journal.path)
    #expect(session.journal.anchor == (try history.head()))
    #expect(session.journal.anchor.sequence == 3)
    #expect(try Verification(of: history, anchor: early).findings == [])
    let copy = try journal.killed(as: "copy.sqlite")
    try execute("DELETE FROM journal WHERE sequence = 3", on: copy)
    #expect(
      try Verification(of: History(path: copy)).findings == [], "from inside it cannot be seen")
    let findings = try Verification(of: History(path: copy), anchor: session.journal.anchor)
      .findings
    #expect(findings.map(\.sequence) == [3])
  }

  @Test(arguments: [
    "INSERT INTO base VALUES (9223372036854775807, zeroblob(32))",
    "INSERT INTO base VALUES (9223372036854775806, zeroblob(32))",
    "INSERT INTO base VALUES (-1, zeroblob(32))",
    "UPDATE journal SET sequence = 9223372036854775807 WHERE sequence = 2",
    "UPDATE journal SET sequence = -9223372036854775808 WHERE sequence = 2",
    "UPDATE session SET number = 9223372036854775807",
    "UPDATE session SET number = 9223372036854775807; DELETE FROM journal",
    "UPDATE session SET began_us = -9223372036854775808",
    "UPDATE journal SET elapsed_us = 9223372036854775807, at_us = -9223372036854775808",
    "UPDATE checkpoint SET sequence = 9223372036854775807",
    "UPDATE journal SET session = -9223372036854775808, request = 9223372036854775807",
  ])
  func `numbers at the edge of a journal's columns trap nowhere`(sql: String) throws {
    do {
      let session = journal.launch()
      session.open("/products/1")
      session.background()
    }
    try execute(sql, on: journal.path)
    let history = try History(path: journal.path)
    _ = try? Verification(of: history, anchor: JournalAnchor(sequence: .max, digest: .zero))
    _ = try? Rerun(of: history)
    _ = try? HistoryFold.state(at: .max, of: history)
    for beginning in [RouteSession.Configuration.Beginning.continued, .restored, .clean] {
      let session = journal.launch { $0.beginning = beginning }
      #expect(session.open("/products/2").accepted)
    }
  }

  @Test func `fault 24: time within a session goes by the clock that never jumps`() throws {
    let session = journal.launch()
    session.open("/products/1")
    journal.clock.wall -= 86_400_000_000
    journal.clock.monotonic += 7
    session.open("/products/2")
    let entries = try journal.entries()
    #expect(entries.map(\.elapsed) == [0, 0, 7])
    #expect(entries[2].at.microseconds - entries[1].at.microseconds == 7)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [(0, 128), (12_699, 128), (50_000, 502)])
  func `a checkpoint comes after 128 entries, later if they are smaller than the state`(
    stateBytes: Int, wanted: Int
  ) {
    var tail = JournalTail(entries: 0, bytes: 0, checkpointBytes: stateBytes)
    var sequence = 1
    while !tail.isLong(with: 1) {
      tail.grow(to: Int64(sequence), entries: 1, bytes: 100)
      sequence += 1
    }
    #expect(sequence == wanted)
  }

  // MARK: A session whose host does not report its life cycle

  @Test func `without life cycle reports a session prunes its history by itself`() throws {
    let session = journal.launch { $0.retention = RetentionPolicy(entries: 500) }
    for id in 0..<2_600 { session.open("/products/\(id % 7)") }
    #expect(try History(path: journal.path).base().sequence > 0)
    #expect(try journal.entries().count < 1_700)
    try journal.requireReplays(of: session)
  }

  @Test
  func `without life cycle reports history is pruned across short launches`() throws {
    for _ in 0..<30 {
      let session = journal.launch { $0.retention = RetentionPolicy(entries: 500) }
      for id in 0..<100 { session.open("/products/\(id % 7)") }
    }
    #expect(try journal.entries().count < 2_200)
    #expect(try Verification(of: History(path: journal.path)).findings == [])
  }

  @Test func `without life cycle reports a session becomes stable by itself`() throws {
    do { journal.launch().open("/products/7") }
    for _ in 0..<5 {
      let session = journal.launch()
      #expect(session.launch.restoration?.extent == .whole)
      journal.clock.advance(by: 11_000_000)
      session.open("/products/8")
    }
    let session = journal.launch()
    #expect(
      session.launch.restoration?.extent == .whole && session.launch.restoration?.uncleanEnds == 0)
  }
}

/// Changes a journal without the engine.
func execute(_ sql: String, on path: String) throws {
  try Connection(path: path, mode: .write).execute(sql)
}
