import Foundation
import RouteStore
import RouteTestSupport
import Testing

@testable import RouteEngine

/// The count outside the journal: it works even when reading the journal kills the process.
@MainActor
struct LaunchCountTests {
  private let journal = TestJournal(of: RestorationTests().shop)

  /// Leaves the count of launches that die while they open the journal.
  private func dieOpening(_ journal: TestJournal, times: Int) {
    for _ in 0..<times {
      let count = LaunchCount(beside: journal.path, host: Self.host)
      count.write(count.before + 1)
    }
  }

  private static var host: UInt64 { RouteSession.Configuration().hostDigest }

  private func file(_ journal: TestJournal) -> String { journal.path + "-launches" }

  @Test func `deaths while the journal is opened count like any other`() throws {
    do { journal.launch().open("/products/7") }
    dieOpening(journal, times: 2)
    let session = journal.launch()
    #expect(session.launch.restoration?.extent == .top)
    #expect(session.launch.restoration?.uncleanEnds == 2)
    #expect(session.notation == "main[home[feed] shop*[catalog]]")
    try journal.requireReplays(of: session)
  }

  @Test func `the count is removed after the launch, and later deaths start a new one`() throws {
    do { journal.launch().open("/products/7") }
    for launch in 1...9 {
      let session = journal.launch()
      #expect(session.state.untrustedRestores == launch)
      #expect(session.health == .recording)
      #expect(!FileManager.default.fileExists(atPath: file(journal)))
    }
    try journal.requireReplays(of: journal.launch())
  }

  /// Launches, and returns the count in the file when the journal has been opened: the clock is
  /// read then.
  private func counted(_ journal: TestJournal, at path: String) -> String {
    let file = path + "-launches"
    var said = ""
    let session = RouteSession.launch(journal.table, at: .file(path)) {
      $0.clock.monotonicMicroseconds = {
        if let text = try? String(contentsOfFile: file, encoding: .utf8) { said = text }
        return 0
      }
    }
    #expect(session.health.isRecording)
    return String(said.prefix { $0 != " " })
  }

  @Test func `the count restarts when a file is set aside`() throws {
    do { journal.launch().open("/products/7") }
    dieOpening(journal, times: 5)
    #expect(counted(journal, at: journal.path) == "6")
    dieOpening(journal, times: 6)
    #expect(counted(journal, at: journal.path) == "1")
  }

  @Test func `once the session has begun, a death does not count for the journal`() throws {
    do { journal.launch().open("/products/7") }
    let file = file(journal)
    var told: [Bool] = []
    let session = journal.launch {
      $0.launchLink = "/products/8"
      $0.tell = { _ in told.append(FileManager.default.fileExists(atPath: file)) }
    }
    #expect(session.launch.opening?.outcome == .shown)
    #expect(!told.isEmpty && told.allSatisfy { !$0 }, "an app can die of any notice")
  }

  @Test func `another program's database is not moved, after any deaths`() throws {
    do {
      let connection = try Connection(path: journal.path, mode: .create)
      try connection.execute("CREATE TABLE notes (x)")
    }
    dieOpening(journal, times: 6)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal.path))
    #expect(!journal.launch().health.isRecording)
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
    #expect(LaunchCount(beside: journal.path, host: Self.host).before == 6)
  }

  @Test func `another build of the app restarts the count`() throws {
    do { journal.launch().open("/products/7") }
    dieOpening(journal, times: 6)
    let session = journal.launch { $0.build = "2" }
    #expect(session.health == .recording)
    #expect(session.launch.restoration == Restoration())
  }

  @Test func `a death over a request counts against the request, not against the journal`() throws {
    do {
      let session = journal.launch {
        $0.answer("gate") { _ in returning(.allow, after: _ = try? journal.killed(as: "dead")) }
      }
      session.open("/gated/9")
    }
    let path = journal.file("dead")
    LaunchCount(beside: path, host: Self.host).write(3)
    #expect(counted(journal, at: path) == "3", "this launch included, and the last one not")
    #expect(
      try journal.entries(of: path).last { $0.kind == .restored }?.notes["unclean"] == .int(2))
  }

  @Test func `a launch goes on, whatever bytes the count has`() throws {
    do { journal.launch().open("/products/7") }
    let host = String(Self.host, radix: 16)
    let texts = [
      "", "\n", "5", "-5 \(host)", "99999999999999999999 \(host)", "5 zzz", "5 \(host) 7", "\0\0\0",
      "1001 \(host)", String(repeating: "9", count: 1_000_000),
    ]
    for text in texts {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file(journal)))
      let session = journal.launch()
      #expect(session.launch.restoration == Restoration(), "\(text.prefix(30))")
      #expect(session.health == .recording)
      session.stable()
    }
    try Data([0xff, 0xfe, 0x00, 0x80]).write(to: URL(fileURLWithPath: file(journal)))
    #expect(journal.launch().launch.restoration?.uncleanEnds == 0)
  }

  @Test func `a folder in the count's place stops nothing`() throws {
    do { journal.launch().open("/products/7") }
    try FileManager.default.createDirectory(
      atPath: file(journal), withIntermediateDirectories: false)
    let session = journal.launch()
    #expect(session.launch.restoration == Restoration())
    session.stable()
    session.end()
    try journal.requireReplays(of: session)
  }

  @Test func `a launch that is refused the journal leaves the owner's count as it was`() throws {
    do { journal.launch().open("/products/7") }
    let owner = journal.launch()
    let refused = journal.launch()
    #expect(!refused.health.isRecording)
    #expect(LaunchCount(beside: journal.path, host: Self.host).before == 0)
    dieOpening(journal, times: 2)
    #expect(!journal.launch().health.isRecording)
    #expect(LaunchCount(beside: journal.path, host: Self.host).before == 2)
    owner.stable()
  }
}
