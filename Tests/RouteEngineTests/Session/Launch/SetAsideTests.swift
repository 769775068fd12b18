import Foundation
import RouteEngine
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteStore

/// The treatment of a file at a launch that is not as it was written.
@MainActor
struct SetAsideTests {
  let journal = TestJournal(
    of: Scenario(screens: [.product], routes: [.product.performs("view", when: .ready), .order]))

  private func launch(at path: String? = nil) -> RouteSession {
    journal.launch(at: path) {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("view") { _ in .done }
    }
  }

  private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  /// Entries 1 began, 2 product and 3 its action, 4 order waits, 5 and 6 another product.
  private func fill(_ last: (RouteSession) -> Void = { _ in }) {
    let session = launch()
    session.openAll("/products/1", "/orders/2", "/products/3")
    last(session)
  }

  /// Whether a file is sound, or damaged only before its checkpoint or beside the entries: a launch
  /// reads no more than restoring needs.
  private func isSoundWhereItIsRead(_ content: Data) throws -> Bool {
    let path = journal.file("read.sqlite")
    try content.write(to: URL(fileURLWithPath: path))
    let history = try History(path: path)
    let checkpoint = try history.checkpointSequences().last ?? 0
    let verification = try Verification(of: history, checksPages: true)
    let places = verification.findings.map(\.sequence) + [verification.newerEntry ?? 0]
    return places.allSatisfy { $0 <= checkpoint }
  }

  @Test func `fault 15: damage before the checkpoint is for verify, not for a launch`() throws {
    fill { $0.background() }
    try execute("UPDATE journal SET link = '/x' WHERE sequence = 2", on: journal.path)
    let session = launch()
    #expect(session.health == .recording)
    #expect(session.notation.hasSuffix("[catalog product(id: 1) product(id: 3)]]"))
    #expect(session.open("/products/9").isRecorded)
    #expect(bytes(journal.path + "-damaged-1") == nil)
    #expect(try Verification(of: History(path: journal.path)).findings.first?.sequence == 2)
  }

  @Test func `fault 15: damage where the last session begins is for verify, too`() throws {
    fill { $0.end() }
    let last = try History(path: journal.path).head().sequence
    do {
      let session = launch()
      session.open("/products/5")
      session.background()
    }
    try execute(
      "UPDATE journal SET chain_digest = x'00' WHERE sequence = \(last)", on: journal.path)
    for number in 6...7 {
      let session = launch()
      #expect(session.health == .recording)
      #expect(session.notation.contains("product(id: \(number - 1))"))
      #expect(session.open("/products/\(number)").isRecorded)
      session.background()
    }
    #expect(try !Verification(of: History(path: journal.path)).findings.isEmpty)
  }

  @Test func `fault 15: damage that no launch reads costs none of what comes after it`() throws {
    fill { session in
      session.open("/products/5", source: "mail-5")
      session.background()
      session.open("/products/7", source: "mail-7")
      session.open("/products/9", source: "mail-9")
    }
    let damaged = try journal.entries().last { $0.kind == .decided }?.sequence ?? 0
    try execute(
      "UPDATE journal SET link = '/x' WHERE sequence IN (2, \(damaged))", on: journal.path)
    let session = launch()
    #expect(try journal.setAside(of: session).salvaged == damaged - 1)
    #expect(
      session.notation.hasSuffix(
        "[catalog product(id: 1) product(id: 3) product(id: 5) product(id: 7)]]"))
    for (number, word) in [(5, "duplicate"), (7, "duplicate"), (9, "shown")] {
      let opening = session.open("/products/\(number)", source: "mail-\(number)")
      #expect(opening.outcome?.word == word)
    }
    #expect(session.state.waiting.count == 1)
    session.signal("signedIn", principal: "ann")
    #expect(session.state.waiting.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: a broken chain is set aside, and what comes before it is adopted`() throws {
    fill()
    let last = try History(path: journal.path).head().sequence
    let damaged = try journal.entries().last { $0.kind == .decided }?.sequence ?? 0
    try Connection(path: journal.path, mode: .write)
      .execute("UPDATE journal SET link = '/products/4' WHERE sequence = \(damaged)")
    let before = try #require(bytes(journal.path))
    let session = launch()
    let setAside = try journal.setAside(of: session)
    #expect(setAside.path == journal.path + "-damaged-1")
    #expect(setAside.salvaged == damaged - 1)
    guard case .damaged(_, damaged) = setAside.problem else {
      throw ScenarioMistake("\(setAside.problem)")
    }
    #expect(try bytes(#require(setAside.path)) == before)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
    #expect(session.state.waiting.count == 1 && session.state.actions.count == 1)
    let entries = try journal.entries()
    #expect(entries.first?.sequence == last + 1)  // no id is given twice
    #expect(entries.first?.notes["setAside"] == .string("journal.sqlite-damaged-1"))
    #expect(entries.first?.notes["salvaged"] == .int(damaged - 1))
    guard case .adopt? = entries.first?.changes.first else {
      throw ScenarioMistake("nothing is adopted")
    }
    session.signal("signedIn", principal: "ann")
    session.ready()
    #expect(session.state.waiting.isEmpty)
    #expect(session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test(
    arguments: [
      "", "no journal, whatever its name says", "zeros", "page", "rest", "half", "header",
    ]
  )
  func `fault 16: a file that is none is set aside, a fresh journal is recorded, the app starts`(
    damage: String
  ) throws {
    fill()
    var content = try #require(bytes(journal.path))
    switch damage {
    case "zeros": content = Data(count: 8_192)
    case "page": content.replaceSubrange(0..<4_096, with: Data(count: 4_096))
    case "rest": content.replaceSubrange(68..<4_096, with: Data(count: 4_028))
    case "half": content = content.prefix(content.count / 2)
    case "header": content[content.startIndex + 17] = 3
    default: content = Data(damage.utf8)
    }
    try content.write(to: URL(fileURLWithPath: journal.path))
    let session = launch()
    let setAside = try journal.setAside(of: session)
    #expect(try bytes(#require(setAside.path)) == content)
    #expect(session.open("/products/7").isRecorded)
    #expect(session.notation.contains("product(id: 7)"))
    #expect(try journal.entries().first?.notes["setAside"] != nil)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: the rest of a truncated file is restored`() throws {
    do {
      let session = launch()
      for id in 1...200 { session.open("/products/\(id % 3)", source: "mail-\(id)") }
      session.background()
    }
    let content = try #require(bytes(journal.path))
    try content.dropLast(4_096).write(to: URL(fileURLWithPath: journal.path))
    let session = launch()
    #expect(try journal.setAside(of: session).salvaged > 0)
    #expect(session.open("/products/1", source: "mail-1").outcome?.word == "duplicate")
    try journal.requireReplays(of: session)
  }

  @Test func `fault 16: the log of a damaged file goes with it, untouched`() throws {
    let session = launch()
    session.open("/products/1")
    let copy = try journal.killed(as: "copy.sqlite")
    var content = try #require(bytes(copy))
    content.replaceSubrange(0..<16, with: Data(count: 16))
    try content.write(to: URL(fileURLWithPath: copy))
    let log = try #require(bytes(copy + "-wal"))
    let setAside = try journal.setAside(of: launch(at: copy))
    #expect(
      try bytes(#require(setAside.path)) == content
        && bytes(#require(setAside.path) + "-wal") == log)
  }

  @Test(arguments: 0..<8) func `fault 15: a flipped bit anywhere never stops the host`(
    bit: Int
  ) throws {
    // The file is read from the beginning, or from a checkpoint in the middle.
    fill { session in
      guard bit.isMultiple(of: 2) else { return }
      session.background()
      session.open("/products/5")
    }
    let sound = try #require(bytes(journal.path))
    let path = journal.file("flipped.sqlite")
    let table = try #require(
      try Connection(path: journal.path, mode: .readImmutable)
        .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'journal'"))
    // Everywhere, and among the entries, which fill their page from its end.
    let entries = stride(from: Int(table) * 4_096 - 1 - bit, to: Int(table - 1) * 4_096, by: -97)
    let everywhere = stride(from: bit, to: sound.count, by: sound.count / 8)
    let some = TestSample.some(Array(everywhere) + entries.prefix(16), every: 3, turn: bit)
    for offset in some {
      var content = sound
      content[content.startIndex + offset] ^= 1 << bit
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      try content.write(to: URL(fileURLWithPath: path))
      let session = launch(at: path)
      #expect(session.open("/products/9").outcome == .shown, "byte \(offset)")
      switch session.health {
      case .recording: #expect(try isSoundWhereItIsRead(content), "byte \(offset)")
      case .recordingAnew(let setAside):
        #expect(try bytes(#require(setAside.path)) == content, "byte \(offset)")
        #expect(try Verification(of: History(path: path)).findings == [], "byte \(offset)")
      case .degraded(let problem, _):
        switch problem {
        case .newerFormat, .newerEntry, .editedMigration:
          #expect(bytes(path) == content, "byte \(offset)")
        default: Issue.record("byte \(offset): \(problem)")
        }
      }
    }
  }

  @Test func `fault 15: damage found only by writing is set aside, and nothing is lost`() throws {
    fill()
    var content = try #require(bytes(journal.path))
    let page: Int64
    do {
      let file = try Connection(path: journal.path, mode: .readImmutable)
      page = try #require(
        try file.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'route_table'"))
    }
    let start = content.startIndex + Int(page - 1) * 4_096
    content.replaceSubrange(start..<start + 4_096, with: Data(repeating: 0xAA, count: 4_096))
    try content.write(to: URL(fileURLWithPath: journal.path))
    let session = launch()
    let setAside = try journal.setAside(of: session)
    #expect(try bytes(#require(setAside.path)) == content)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1) product(id: 3)]]")
    #expect(session.state.waiting.count == 1)
    session.ready()
    session.signal("signedIn", principal: "ann")
    #expect(session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
    #expect(try journal.entries().first?.notes["setAside"] == "journal.sqlite-damaged-1")
  }

  @Test func `fault 15: a file whose index keeps rows out is set aside, nothing lost`() throws {
    do { _ = launch() }
    try execute("CREATE UNIQUE INDEX one ON journal (session)", on: journal.path)
    let session = launch()
    let setAside = try journal.setAside(of: session)
    #expect("\(setAside.problem)".contains("its index 'one' is not what its format has"))
    #expect(setAside.salvaged == 1)
    #expect(session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    ("funnel_step", "funnel TEXT", "funnel TEXU"), ("session", "build TEXT", "buile TEXT"),
  ])
  func `fault 15: a wrong bit in the text of a table costs no entry`(
    table: String, text: String, wrong: String
  ) throws {
    fill()
    let last = try History(path: journal.path).head().sequence
    try execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '\(text)', '\(wrong)') WHERE name = '\(table)'
      """, on: journal.path)
    let session = launch()
    #expect(try journal.setAside(of: session).salvaged == last)
    #expect(session.notation.hasSuffix("[catalog product(id: 1) product(id: 3)]]"))
    #expect(session.state.waiting.count == 1 && session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    "CREATE TRIGGER late AFTER INSERT ON journal BEGIN DELETE FROM seen; END",
    "CREATE INDEX more ON journal (link) WHERE length(link) > 3",
  ])
  func `fault 15: a file with a trigger or a computed index is set aside, nothing lost`(
    sql: String
  ) throws {
    fill()
    let last = try History(path: journal.path).head().sequence
    try execute(sql, on: journal.path)
    let session = launch()
    let setAside = try journal.setAside(of: session)
    #expect("\(setAside.problem)".contains("is not what its format has"))
    #expect(setAside.salvaged == last && !setAside.isUnread)
    #expect(session.notation.hasSuffix("[catalog product(id: 1) product(id: 3)]]"))
    #expect(session.state.waiting.count == 1 && session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: damage under a running session costs no state and no request`() throws {
    let store = try Journal.open(.file(journal.path))
    let clock = journal.clock.sessionClock
    let session = try RouteSession.launch(journal.table, on: store) {
      $0.clock = clock
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
    }
    session.open("/products/1")
    let waiting = session.open("/orders/2", source: "mail-2")
    // The file's tables no longer match the prepared statements: SQLite reports that.
    try store.connection.execute("PRAGMA writable_schema=ON")
    try store.connection.execute("DROP TABLE seen")
    let again = session.open("/orders/2", source: "mail-2")
    #expect(again.outcome == .duplicate(of: try #require(waiting.request)), "it waits")
    let fresh = session.open("/products/3", source: "mail-3")
    #expect(fresh.outcome == .shown && fresh.isRecorded)
    let next = session.open("/products/4")
    #expect(next.outcome == .shown && next.isRecorded)
    _ = try journal.setAside(of: session)
    let id = waiting.request
    session.signal("signedIn", principal: "ann")
    #expect(waiting.outcome == .shown && waiting.request == id)
    #expect(session.open("/orders/2", source: "mail-2").outcome == .duplicate(of: id!))
    try journal.requireReplays(of: session)
  }

  @Test func `the log says once that a file was set aside, and where it is`() throws {
    final class Lines { var all: [String] = [] }
    let lines = Lines()
    let path = journal.file("products.txt")
    try Data("a list of products".utf8).write(to: URL(fileURLWithPath: path))
    let session = journal.launch(at: path) { $0.warn = { lines.all.append($0) } }
    guard case .recordingAnew(let setAside) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(setAside.path?.hasSuffix("products.txt-damaged-1") == true)
    func told() -> [String] { lines.all.filter { !$0.contains("the table asks") } }
    #expect(told() == ["RouteEngine: \(session.health). See 'health'."])
    let words = "the file that was there is no journal (it is not an SQLite database) and is now"
    #expect(told().first?.contains(words) == true)
    session.open("/products/1")
    session.background()
    #expect(told().count == 1)
  }

  @Test func `another program's table that only a newer SQLite knows leaves its file there`() throws
  {
    let path = journal.file("notes.sqlite")
    do {
      try Connection(path: path, mode: .create).execute(
        """
        CREATE TABLE notes (x);
        PRAGMA writable_schema=ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE notes (x) NEWER'
        """)
    }
    let before = try #require(bytes(path))
    let problem = try #require(launch(at: path).health.problem)
    #expect("\(problem)".contains("database of another program"))
    #expect(bytes(path) == before && bytes(path + "-damaged-1") == nil)
  }

  @Test func `a file that is no journal and stays in place gets no lock file either`() throws {
    let path = journal.file("notes.sqlite")
    do { try Connection(path: path, mode: .create).execute("CREATE TABLE notes (x)") }
    #expect(launch(at: path).health.problem != nil)
    #expect(bytes(path + "-lock") == nil)
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try Journal.open(.file(path)) }
    #expect(bytes(path + "-lock") == nil)
  }
}
