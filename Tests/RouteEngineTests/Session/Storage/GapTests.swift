import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteStore

/// Storage fails under a running session, and works again.
@MainActor
struct GapTests {
  let journal = TestJournal(
    of: Scenario(
      screens: [.product],
      routes: [
        .product.performs("view", with: ["id": .request("id")]),
        Route("order", "/orders/:id", to: [.push("product")]).asks("signedIn"),
      ]))
  private let performed = Performed()

  private final class Performed { var keys: [String] = [] }

  private func launch(_ store: Journal) throws -> RouteSession {
    let clock = journal.clock.sessionClock
    let performed = performed
    return try RouteSession.launch(journal.table, on: store) {
      $0.clock = clock
      $0.device = "device"
      $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
      $0.perform("view") { attempt in
        performed.keys.append(attempt.idempotencyKey)
        return .done
      }
    }
  }

  /// No page more fits on the disk.
  private func fill(_ store: Journal) throws {
    try store.connection.execute("PRAGMA max_page_count=1")
  }

  /// Opens products until one does not fit; it is the last that is on screen.
  private func openUntilFull(_ session: RouteSession) throws {
    for id in 1_001...1_200 where session.health.isRecording {
      #expect(session.open("/products/\(id)").outcome == .shown)
    }
    #expect(session.health.problem == .diskFull)
  }

  @Test func `fault 19: after a full disk a gap adopts the state, the journal goes on`() throws {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(store)
    session.open("/products/1")
    try fill(store)
    try openUntilFull(session)
    let head = store.head
    let ran = performed.keys.count
    journal.clock.advance(by: 10)
    let told = session.open("/products/777")
    #expect(told.outcome == .shown && !told.isRecorded)
    #expect(store.head == head && performed.keys.count == ran)
    #expect(session.state.actions.count == 2)  // of the one that did not fit, and of this one

    journal.clock.advance(by: 1_000_000)
    let back = session.open("/products/778")
    #expect(back.outcome == .shown && back.isRecorded)
    #expect(session.health == .recording)
    #expect(!told.isRecorded)
    let entries = try journal.entries()
    let gap = try #require(entries.first { $0.kind == .gap })
    #expect(gap.sequence == head.sequence + 1)
    #expect(entries[Int(gap.sequence)...].prefix(2).map(\.kind) == [.enqueued, .enqueued])
    #expect(gap.reason == "the disk was full")
    #expect(gap.notes["since"] != nil && gap.notes["unrecorded"] != nil)
    guard case .adopt(let adopted)? = gap.changes.first else {
      throw ScenarioMistake("the gap adopts nothing")
    }
    #expect(adopted.tree.firstScreen { $0.parameters["id"] == 777 } != nil)
    #expect(try History(path: journal.path).checkpointSequences().contains(gap.sequence + 2))
    // What was accepted in the gap runs once now, each under a key of its own.
    #expect(performed.keys.count == ran + 3 && Set(performed.keys).count == ran + 3)
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test
  func `fault 19: storage is tried again once in a while, no longer than it fails`() throws {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(store)
    try fill(store)
    try openUntilFull(session)
    // Another file is in its place too, so that every attempt fails; and then it is back.
    try store.checkpointLog()
    do { _ = try Journal.open(.file(journal.file("other"))) }
    try FileManager.default.moveItem(atPath: journal.path, toPath: journal.file("away"))
    try FileManager.default.copyItem(atPath: journal.file("other"), toPath: journal.path)
    journal.clock.advance(by: 1_000_000)
    #expect(!session.open("/products/300").isRecorded)
    try FileManager.default.removeItem(atPath: journal.path)
    try FileManager.default.moveItem(atPath: journal.file("away"), toPath: journal.path)
    journal.clock.advance(by: 999_999)
    #expect(!session.open("/products/301").isRecorded)
    journal.clock.advance(by: 1)
    #expect(session.open("/products/302").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 19: what waits since the gap goes on under an id of the journal`() throws {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(store)
    let before = session.open("/orders/1")
    try fill(store)
    try openUntilFull(session)
    let told = session.open("/products/5")
    let waiting = session.open("/orders/2", source: "mail-2")
    #expect(waiting.outcome == nil)
    let provisional = waiting.request
    journal.clock.advance(by: 1_000_000)
    session.background()
    #expect(session.health == .recording)
    #expect(waiting.request != provisional && before.request == RequestID(2))
    #expect(session.state.waiting.map(\.id) == [before.request, waiting.request])
    #expect(try journal.kinds().contains("background"))
    #expect(told.request != waiting.request || !told.isRecorded)
    #expect(session.open("/orders/2", source: "mail-2").outcome == .duplicate(of: waiting.request!))
    session.signal("signedIn", principal: "ann")
    #expect(before.outcome == .shown && waiting.outcome == .shown)
    #expect(waiting.isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 19: a session that could not begin is in the journal once it can`() throws {
    do { try launch(Journal.open(.file(journal.path))).open("/products/1") }
    let store = try Journal.open(.file(journal.path))
    try store.connection.execute("PRAGMA query_only=ON")
    let session = try launch(store)
    #expect(session.health.problem == .readOnly(path: journal.path))
    #expect(session.open("/products/2").isRecorded == false)
    journal.clock.advance(by: 2_000_000)
    #expect(session.open("/products/3").isRecorded)
    #expect(try History(path: journal.path).sessions().map(\.number) == [1, 2])
    #expect(
      try journal.kinds().filter { ["began", "gap"].contains($0) } == ["began", "began", "gap"])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 18: a file that was replaced is never written to, nor taken for the journal`()
    throws
  {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(store)
    session.open("/products/1")
    let copy = try journal.killed(as: "copy.sqlite")
    do { try launch(Journal.open(.file(copy))).open("/products/9") }
    try fill(store)
    try openUntilFull(session)
    try FileManager.default.removeItem(atPath: journal.path)
    try FileManager.default.removeItem(atPath: journal.path + "-wal")
    try FileManager.default.removeItem(atPath: journal.path + "-shm")
    try FileManager.default.moveItem(atPath: copy, toPath: journal.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal.path))
    journal.clock.advance(by: 1_000_000)
    #expect(session.open("/products/2").outcome == .shown)
    #expect(session.health.problem == .moved(path: journal.path))
    session.background()
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
  }
}
