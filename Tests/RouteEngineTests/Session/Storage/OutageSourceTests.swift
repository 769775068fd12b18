import Foundation
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Faults 19 and 26 together: a request that ended under a source's id while nothing could be
/// written takes no effect again, in whatever way the journal is resumed, and wherever the id comes
/// from.
@MainActor
struct OutageSourceTests {
  let journal = TestJournal(of: .noteShop(.order))

  /// Makes writes fail until the file is opened again.
  private func fail(_ session: RouteSession) throws { try session.failWriting() }

  private func wait() { journal.clock.advance(by: 60_000_000) }

  /// The links that end in the outage of ``liveThroughOutage(_:)``, by their sources' ids.
  private static let links = [
    "mail-2": "/orders/2", "mail-3": "/products/3", "mail-4": "/nowhere", "push-5": "/notes/s3cr3t",
  ]

  /// Runs through an outage: storage fails, requests end and one waits, and storage works again.
  @discardableResult
  private func liveThroughOutage(
    failing: (RouteSession) throws -> Void, mending: () throws -> Void = {}
  ) throws -> RouteSession {
    let session = journal.launchShop()
    session.open("/products/1", source: "mail-1")
    session.open("/orders/2", source: "mail-2")
    try failing(session)
    for source in ["mail-3", "mail-4", "push-5"] {
      #expect(!session.open(try #require(Self.links[source]), source: source).isRecorded)
    }
    session.signal("signedIn", principal: "ann")
    session.signOut()
    #expect(session.open("/orders/6", source: "mail-6").outcome == nil)
    try mending()
    wait()
    session.wake()
    #expect(session.health.isRecording, "\(session.health)")
    return session
  }

  /// Requires that nothing of the outage takes effect again in a session.
  private func requireOnce(
    _ session: RouteSession, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let screens = session.state.tree.screens.map(\.id)
    for (source, link) in Self.links.sorted(by: { $0.key < $1.key }) {
      let again = session.open(link, source: source)
      guard case .duplicate? = again.outcome else {
        Issue.record("\(source): \(again)", sourceLocation: sourceLocation)
        continue
      }
      #expect(again.isRecorded, sourceLocation: sourceLocation)
      #expect(again.accepted == (source != "mail-4"), sourceLocation: sourceLocation)
      let other = session.open("/products/99", source: source)
      #expect(other.outcome?.word == "failed", sourceLocation: sourceLocation)
    }
    #expect(session.open("/orders/6", source: "mail-6").outcome?.word == "duplicate")
    let new = session.open("/products/7", source: "mail-7-\(screens.count)")
    #expect(new.outcome?.isSuccess == true, sourceLocation: sourceLocation)
    session.report(.popped(nil))
    #expect(
      session.state.tree.screens.map(\.id) == screens, sourceLocation: sourceLocation)
    try journal.requireReplays(of: session, sourceLocation: sourceLocation)
  }

  @Test func `fault 26: a request that ended while nothing could be recorded ends once`() throws {
    do { try requireOnce(liveThroughOutage(failing: fail)) }
    let outage = try #require(try journal.entries().first { $0.kind == .outage })
    #expect(outage.sources.map(\.source) == ["mail-2", "mail-3", "mail-4", "push-5"])
    #expect(outage.sources.map(\.outcome) == ["shown", "shown", "notFound", "shown"])
    // The request that waited before is known by its own entries; the outage accounts for the
    // others.
    #expect(outage.sources.map(\.request) == [RequestID(3), nil, nil, nil])
    let written = try #require(try History(path: journal.path).entry(at: outage.sequence))
    #expect(!String(decoding: written.payload, as: UTF8.self).contains("s3cr3t"))
    let next = journal.launchShop()
    #expect(next.open("/orders/2", source: "mail-2").outcome == .duplicate(of: RequestID(3)))
    #expect(
      next.open("/products/3", source: "mail-3").outcome
        == .duplicate(of: RequestID(outage.sequence)))
    try requireOnce(next)
  }

  @Test func `fault 26: it ends once when the file was deleted, and a new one begun`() throws {
    do {
      let session = try liveThroughOutage { session in
        try fail(session)
        try journal.delete()
      }
      let began = try #require(try journal.entries().first)
      #expect(began.kind == .began)
      #expect(began.sources.map(\.source) == ["mail-2", "mail-3", "mail-4", "push-5"])
      #expect(began.sources.allSatisfy { $0.request == nil })
      try requireOnce(session)
    }
    try requireOnce(journal.launchShop())
  }

  @Test func `fault 26: it ends once when the file was set aside as damaged`() throws {
    do {
      let session = try liveThroughOutage {
        // The file's tables no longer match the prepared statements: SQLite reports that. Something
        // is in the place where the new file is to be made.
        try journal.damage(under: $0)
        try journal.obstruct("-new")
      } mending: {
        try journal.clear("-new")
      }
      _ = try journal.setAside(of: session)
      try requireOnce(session)
      #expect(session.open("/products/1", source: "mail-1").outcome?.word == "duplicate")
    }
    try requireOnce(journal.launchShop())
  }

  @Test func `fault 26: it ends once after a second outage, and in a salvaged copy`() throws {
    let copy = journal.file("salvaged.sqlite")
    do {
      let session = try liveThroughOutage(failing: fail)
      try fail(session)
      #expect(session.open("/products/8", source: "mail-8").outcome == .shown)
      #expect(session.open("/products/3", source: "mail-3").outcome?.word == "duplicate")
      wait()
      session.wake()
      let outages = try journal.entries().filter { $0.kind == .outage }
      #expect(outages.map(\.sources.count) == [4, 1])
      try requireOnce(session)
      let salvaged = try SalvagedCopy(of: History(path: journal.path), to: copy)
      #expect(salvaged.verification.isIntact, "\(salvaged.verification.findings)")
    }
    let session = journal.launch(at: copy)
    #expect(session.open("/products/3", source: "mail-3").outcome?.word == "duplicate")
    #expect(session.open("/products/8", source: "mail-8").outcome?.word == "duplicate")
  }

  @Test func `fault 26: a link of the drop box that ended in the outage ends once`() throws {
    let box = try DropBox(ofJournal: journal.path)
    let clock = journal.clock.sessionClock
    do {
      let session = journal.launchShop()
      try box.leave("/products/5", source: "push", clock: clock)
      try fail(session)
      #expect(session.journal.ingest().map(\.outcome) == [.shown])
      wait()
      session.wake()
      #expect(session.health == .recording)
    }
    // The links come again by their id, and the file itself is there again, as if the process had
    // died before its removal.
    try box.leave("/products/5", source: "push", clock: clock)
    let session = journal.launchShop()
    #expect(session.notation.hasSuffix("[catalog product(id: 5)]]"))
    #expect(try journal.entries().last?.outcome?.word == "duplicate")
    #expect(try journal.entries().last { $0.kind == .outage }?.sources.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `a process that dies in the outage leaves nothing that could be known`() throws {
    do {
      let session = journal.launchShop()
      try fail(session)
      #expect(session.open("/products/3", source: "mail-3").outcome == .shown)
    }
    let session = journal.launchShop()
    #expect(session.open("/products/3", source: "mail-3").outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `pruning an outage's entry removes the sources' ids in it`() throws {
    let session = try liveThroughOutage(failing: fail)
    session.signal("signedIn", principal: "ann")
    session.open("/products/7")
    session.background()
    session.open("/products/9")
    session.background()
    let outage = try #require(try journal.entries().first { $0.kind == .outage }).sequence
    func sources() throws -> [String] {
      var sources: [String] = []
      try History(path: journal.path).forEachSeen { sources.append($0.source) }
      return sources.sorted()
    }
    // The request of mail-2 is older than the outage: its row is removed before the entry about it.
    let early = Int(try #require(try journal.entries().last).sequence - outage + 1)
    _ = try session.forgetHistory(
      beyond: RetentionPolicy(age: nil, entries: early, bytes: nil), upToTheEntry: true)
    #expect(try journal.entries().first?.sequence == outage)
    #expect(try sources() == ["mail-3", "mail-4", "mail-6", "push-5"])
    #expect(try Verification(of: History(path: journal.path)).findings == [])
    _ = try session.forgetHistory(
      beyond: RetentionPolicy(age: nil, entries: 1, bytes: nil), upToTheEntry: true)
    #expect(try sources() == [])
    #expect(try Verification(of: History(path: journal.path)).findings == [])
  }

  // MARK: Forged

  @Test(arguments: [
    ("UPDATE seen SET outcome = 'failed' WHERE source = 'mail-3'", "differs from"),
    ("UPDATE seen SET outcome = NULL WHERE source = 'mail-2'", "differs from"),
    ("UPDATE seen SET fingerprint = fingerprint + 1 WHERE source = 'mail-3'", "differs from"),
    ("UPDATE seen SET request = request + 1 WHERE source = 'mail-3'", "differs from"),
    ("UPDATE seen SET seen_us = seen_us - 1 WHERE source = 'mail-4'", "differs from"),
    ("DELETE FROM seen WHERE source = 'mail-3'", "does not hold"),
    ("INSERT INTO seen VALUES ('mail-9', 1, 6, 'shown', 1)", "no request has"),
  ])
  func `a row that differs from the outage's entry is found`(sql: String, problem: String) throws {
    try liveThroughOutage(failing: fail)
    let findings = try Verification(of: journal.forged(sql)).findings
    #expect(findings.first?.problem.contains(problem) == true, "\(sql): \(findings)")
  }

  /// The first finding when the entries are edited and the rows are not changed.
  private func finding(
    _ edit: (inout [JournalEntry], _ outage: Int) throws -> Void
  ) throws -> Verification.Finding? {
    let tests = OutageSourceTests()
    defer { withExtendedLifetime(tests.journal) {} }  // its files are removed with it
    let session = try tests.liveThroughOutage(failing: tests.fail)
    session.open("/products/3", source: "mail-3")
    let history = try tests.journal.rewritten { entries in
      let outage = try #require(entries.firstIndex { $0.kind == .outage })
      try edit(&entries, outage)
    }
    return try Verification(of: history).findings.first
  }

  private func told(
    _ old: UnrecordedSource, as request: RequestID?, outcome: String? = nil
  ) -> UnrecordedSource {
    UnrecordedSource(
      source: old.source, fingerprint: old.fingerprint, request: request,
      outcome: outcome ?? old.outcome, at: old.at)
  }

  @Test func `rows of an outage's sources can be restored, and not changed`() throws {
    #expect(try finding { _, _ in } == nil)
    let dropped = try finding { $0[$1].sources.remove(at: 2) }
    #expect(dropped?.problem.contains("no request has") == true, "\(dropped as Any)")
    let changed = try finding {
      $0[$1].sources[1] = told($0[$1].sources[1], as: nil, outcome: "failed")
    }
    #expect(changed?.problem.contains("differs from") == true, "\(changed as Any)")
    let order = try finding { $0[$1].sources.reverse() }
    #expect(order?.problem.contains("not in their order") == true, "\(order as Any)")
    let elsewhere = try finding { entries, outage in
      entries[outage + 1].sources = [entries[outage].sources[1]]
    }
    #expect(elsewhere?.problem.contains("only an entry that resumes") == true)
    let first = try finding { entries, outage in entries[0].sources = [entries[outage].sources[1]] }
    #expect(first?.sequence == 1 && first?.problem.contains("only an entry that resumes") == true)
    for request: Int64 in [1, 2, 4, 900] {  // none, ended, an entry of it, not yet
      let other = try finding { entries, outage in
        entries[outage].sources[0] = told(entries[outage].sources[0], as: RequestID(request))
      }
      #expect(other?.problem.contains("cannot have ended unrecorded with") == true, "\(request)")
    }
    let word = try finding { $0[$1].sources[1] = told($0[$1].sources[1], as: nil, outcome: "gone") }
    #expect(word == nil, "only a newer version knows the word")
  }

  @Test func `a repetition of a source that is in no outage is found`() throws {
    let found = try finding { entries, outage in
      entries[outage].sources.removeAll { $0.source == "mail-3" }
    }
    #expect(found?.problem.contains("does not lead to the outcome") == true, "\(found as Any)")
  }
}
