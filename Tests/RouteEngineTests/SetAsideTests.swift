import Foundation
import RouteEngine
import RouteStore
import RouteTestSupport
import Testing

/// What a launch does with a file that is not what was written.
@MainActor
struct SetAsideTests {
  let journal: TestJournal

  init() throws {
    journal = try TestJournal(
      Scenario(
        screens: [ScottyScenarioTests.product],
        routes: [
          Route(
            "product", patterns: ["/products/:id"],
            destination: Destination([Step(.select, "shop"), Step(.push, "product")]),
            actions: [ActionTemplate("view", when: .ready)]),
          Route(
            "order", patterns: ["/orders/:id"], destination: Destination([Step(.push, "product")]),
            interceptors: ["signedIn"]),
        ]))
  }

  private func launch(at path: String? = nil) -> RouteSession {
    journal.launch(at: path) {
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("view") { _ in .done }
    }
  }

  private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  private func setAside(_ session: RouteSession) throws -> RouteSession.SetAside {
    guard case .recordingAnew(let setAside) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    return setAside
  }

  /// Entries 1 began, 2 product and 3 its action, 4 order waits, 5 and 6 another product.
  private func fill() {
    let session = launch()
    session.open("/products/1")
    session.open("/orders/2")
    session.open("/products/3")
  }

  @Test func `fault 15: a broken chain is set aside, and what comes before it is adopted`() throws {
    fill()
    let last = try History(path: journal.path).head().sequence
    let damaged = try journal.entries().last { $0.kind == .decided }?.sequence ?? 0
    try Connection(path: journal.path, mode: .write)
      .execute("UPDATE journal SET link = '/products/4' WHERE sequence = \(damaged)")
    let before = try #require(bytes(journal.path))
    let session = launch()
    let setAside = try setAside(session)
    #expect(setAside.path == journal.path + "-damaged-1")
    #expect(setAside.salvaged == damaged - 1)
    guard case .damaged(_, damaged) = setAside.problem else {
      Issue.record("\(setAside.problem)")
      return
    }
    #expect(bytes(setAside.path) == before)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
    #expect(session.state.waiting.count == 1 && session.state.actions.count == 1)
    let entries = try journal.entries()
    #expect(entries.first?.sequence == last + 1)  // no id is given twice
    #expect(entries.first?.notes["setAside"] == .string("journal.sqlite-damaged-1"))
    #expect(entries.first?.notes["salvaged"] == .int(damaged - 1))
    guard case .adopt? = entries.first?.changes.first else {
      Issue.record("nothing is adopted")
      return
    }
    session.signal("signedIn", principal: "ann")
    session.ready()
    #expect(session.state.waiting.isEmpty)
    #expect(session.open("/products/9").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: the next launch is like any other, and keeps every file set aside`() throws
  {
    for number in 1...2 {
      fill()
      try Connection(path: journal.path, mode: .write)
        .execute("UPDATE journal SET link = '/x' WHERE kind = 4")
      #expect(try setAside(launch()).path == journal.path + "-damaged-\(number)")
      #expect(launch().health == .recording)
    }
    #expect(bytes(journal.path + "-damaged-1") != nil)
  }

  @Test(arguments: ["", "no journal, whatever its name says", "zeros", "page", "half", "header"])
  func `fault 16: a file that is none is set aside, a fresh journal is recorded, the app starts`(
    damage: String
  ) throws {
    fill()
    var content = try #require(bytes(journal.path))
    switch damage {
    case "zeros": content = Data(count: 8_192)
    case "page": content.replaceSubrange(0..<4_096, with: Data(count: 4_096))
    case "half": content = content.prefix(content.count / 2)
    case "header": content[content.startIndex + 17] = 3
    default: content = Data(damage.utf8)
    }
    try content.write(to: URL(fileURLWithPath: journal.path))
    let session = launch()
    let setAside = try setAside(session)
    #expect(bytes(setAside.path) == content)
    #expect(session.open("/products/7").isRecorded)
    #expect(session.notation.contains("product(id: 7)"))
    #expect(try journal.entries().first?.notes["setAside"] != nil)
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
    let setAside = try setAside(launch(at: copy))
    #expect(bytes(setAside.path) == content && bytes(setAside.path + "-wal") == log)
  }

  @Test(arguments: 0..<8) func `fault 15: a flipped bit anywhere never stops the host`(
    bit: Int
  ) throws {
    fill()
    let sound = try #require(bytes(journal.path))
    let path = journal.file("flipped.sqlite")
    for offset in stride(from: bit, to: sound.count, by: sound.count / 8) {
      var content = sound
      content[content.startIndex + offset] ^= 1 << bit
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      try content.write(to: URL(fileURLWithPath: path))
      let session = launch(at: path)
      #expect(session.open("/products/9").outcome == .shown, "byte \(offset)")
      switch session.health {
      case .recording: break
      case .recordingAnew(let setAside):
        #expect(bytes(setAside.path) == content, "byte \(offset)")
        #expect(try Verification(of: History(path: path)).findings == [], "byte \(offset)")
      case .degraded(let problem, _):
        switch problem {
        // Damage that only writing comes upon: what is there stays as it is.
        case .newerFormat, .newerEntry, .editedMigration, .damaged:
          #expect(bytes(path) == content, "byte \(offset)")
        default: Issue.record("byte \(offset): \(problem)")
        }
      }
    }
  }
}
