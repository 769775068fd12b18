import Foundation
import RouteEngine
import RouteReplay
import RouteTestSupport
import Testing

@testable import RouteStore

/// A session that is launched on a file that it cannot write, or whose file disappears.
@MainActor
struct UnwritableFileTests {
  let journal = TestJournal(
    of: Scenario(
      screens: [.product, .note],
      routes: [
        .product.performs("view", when: .ready),
        Route("note", "/notes/:text", to: .inShop("note")),
        Route("order", "/orders/:id", to: [.push("product")]).asks("signedIn"),
      ]))
  private let performed = Performed()

  private final class Performed {
    var count = 0
    var asked: [String] = []
  }

  private func launch(at path: String? = nil) -> RouteSession {
    let performed = performed
    return journal.launch(at: path) {
      $0.answer("signedIn") { asked in
        performed.asked.append(asked.request.target.summary)
        return asked.principal == nil ? .wait(condition: "signedIn") : .allow
      }
      $0.perform("view") { _ in returning(.done, after: performed.count += 1) }
    }
  }

  private var lock: String { journal.path + "-lock" }

  /// Prevents everybody from opening the file for writing: its lock cannot be taken.
  private func forbidWriting(_ isForbidden: Bool = true) throws {
    try? FileManager.default.removeItem(atPath: lock)
    guard isForbidden else { return }
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
  }

  private func wait() { journal.clock.advance(by: 60_000_000) }

  @Test
  func `fault 20: a readable journal is shown, and used when it is writable`() throws {
    do {
      let session = launch()
      session.openAll("/notes/mine", "/orders/2", "/products/1")
    }
    let end = try History(path: journal.path).head()
    try forbidWriting()
    let session = launch()
    #expect(session.health.problem != nil)
    #expect(session.notation.hasSuffix("product(id: 1)]]") && session.state.waiting.count == 1)
    let note = try #require(session.state.tree.firstScreen { $0.kind == "note" })
    #expect(session.revealed(note.parameters)["text"] == "mine")
    session.ready()
    #expect(performed.count == 0)
    #expect(session.open("/products/3").isRecorded == false)
    #expect(try History(path: journal.path).head() == end)

    try forbidWriting(false)
    wait()
    #expect(session.open("/products/4").isRecorded)
    #expect(session.health == .recording && performed.count == 1)
    session.signal("signedIn", principal: "ann")
    #expect(session.state.waiting.isEmpty)
    #expect(session.revealed(note.parameters)["text"] == "mine")
    let kinds = try journal.entries().dropFirst(Int(end.sequence)).prefix(2).map(\.kind)
    #expect(kinds == [.began, .outage])
    #expect(try History(path: journal.path).sessions().map(\.number) == [1, 2])
    try journal.requireReplays(of: session)
  }

  @Test func `an action that is given up in memory is told so when the file is writable`() throws {
    do { launch().open("/products/1") }
    try forbidWriting()
    let session = launch()
    let action = try #require(session.state.actions.first)
    #expect(session.actions.cancel(action.id))
    try forbidWriting(false)
    wait()
    #expect(session.open("/products/4").isRecorded)
    let cancelled = try #require(try journal.entries().first { $0.kind == .cancelled })
    #expect(cancelled.action == action.id && cancelled.rule == nil && cancelled.reason == nil)
    try journal.requireReplays(of: session)
  }

  @Test func `requests open when the last session died end once that can be recorded`() throws {
    do {
      let session = launch()
      session.open("/products/1")
      let store = try #require(session.state.tree.visibleLeaf())
      #expect(store.kind == "product")
    }
    // The state that a death in the interceptor leaves.
    do {
      let session = journal.launch { $0.answerLater("signedIn") { _ in .allow } }
      session.open("/orders/2", source: "mail-2")
      #expect(session.state.waiting.map(\.status) == [.received])
    }
    try forbidWriting()
    let session = launch()
    #expect(session.state.waiting.map(\.status) == [.received])
    #expect(performed.asked.isEmpty)
    try forbidWriting(false)
    wait()
    session.wake()
    #expect(session.health == .recording && session.state.waiting.isEmpty)
    #expect(try journal.entries().last { $0.kind == .decided }?.outcome == .interrupted)
    try journal.requireReplays(of: session)
  }

  @Test func `a folder that comes later gets the journal`() throws {
    let path = journal.file("later/journal.sqlite")
    let session = launch(at: path)
    session.open("/products/1")
    #expect(!session.health.isRecording)
    try FileManager.default.createDirectory(
      atPath: journal.file("later"), withIntermediateDirectories: false)
    wait()
    #expect(session.open("/products/2").isRecorded)
    #expect(try Verification(of: History(path: path)).findings == [])
    #expect(
      try HistoryFold.state(at: session.journal.anchor.sequence, of: History(path: path))
        == session.state)
  }

  @Test func `fault 22: the second session goes on from the first one's journal as it has read it`()
    throws
  {
    var owner: RouteSession? = launch()
    owner?.open("/products/1")
    let second = launch()
    #expect(second.health.problem == .owned(path: journal.path))
    #expect(second.launch.restoration?.extent == .whole)
    #expect(second.notation.hasSuffix("product(id: 1)]]"))
    #expect(!second.open("/products/2").isRecorded)
    owner = nil  // as if it had died: no entry says that it ended
    wait()
    #expect(second.open("/products/3").isRecorded)
    #expect(second.notation.hasSuffix("product(id: 1) product(id: 2) product(id: 3)]]"))
    try journal.requireReplays(of: second)
  }

  @Test func `fault 22: the second session does not write after entries that it has not read`()
    throws
  {
    var owner: RouteSession? = launch()
    let second = launch()
    owner?.open("/products/1")
    let end = try #require(owner?.journal.anchor)
    owner = nil
    wait()
    #expect(!second.open("/products/3").isRecorded)
    #expect(second.health.problem == .overtaken(path: journal.path))
    wait()
    second.background()
    #expect(try History(path: journal.path).head() == end)
    #expect(launch().health == .recording)  // it does not keep the file either
  }

  @Test func `fault 18: a deleted file is made anew, and nothing of the state is lost`() throws {
    let session = launch()
    session.open("/orders/2", source: "mail-2")
    session.open("/products/1")
    let end = session.journal.anchor
    try journal.delete()
    // The session checks the file ten times a second by the system's clock, so before all of these
    // are opened.
    var told = session.open("/products/2")
    for id in 1...3_000 where told.isRecorded { told = session.open("/products/\(id % 2 + 1)") }
    #expect(session.health.problem == .moved(path: journal.path))
    let last = session.state.tree.visibleLeaf()
    wait()
    session.ready()
    guard case .recordingAnew(let gone) = session.health else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(gone.path == nil && session.health.description.contains("gone"))
    #expect(session.state.tree.visibleLeaf()?.id == last?.id)
    let first = try #require(try journal.entries().first)
    #expect(first.kind == .began && first.sequence > end.sequence)
    #expect(first.notes["after"] != nil && first.notes["setAside"] == nil)
    // A decision in the file that is gone cannot be refused.
    #expect(session.display.renderFailed(reason: "no such view").outcome == .shown)
    #expect(try journal.entries().last?.cause == first.sequence)
    session.signal("signedIn", principal: "ann")
    #expect(session.state.waiting.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 18: a file that is back before a new one could be made is no new one`() throws {
    let session = launch()
    session.open("/orders/2", source: "mail-2")
    session.background()  // the log is empty
    try journal.takeAway()
    try journal.obstruct("-new")
    session.background()
    #expect(!session.health.isRecording)
    #expect(!session.open("/products/1").isRecorded)
    try journal.clear("-new")
    try journal.bringBack()
    wait()
    #expect(session.open("/products/3").isRecorded)
    #expect(session.health == .recording)
    #expect(try journal.kinds().filter { $0 == "began" }.count == 1)
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 18: an unwritable file that is gone for a while is not made anew`() throws {
    do { launch().openAll("/notes/mine", "/products/1") }
    let end = try History(path: journal.path).head()
    try forbidWriting()
    let session = launch()
    #expect(!session.health.isRecording && session.notation.hasSuffix("product(id: 1)]]"))
    try journal.takeAway()
    try forbidWriting(false)
    wait()
    #expect(!session.open("/products/2").isRecorded)
    #expect(session.health.problem == .missing(path: journal.path))
    #expect(!FileManager.default.fileExists(atPath: journal.path))
    try journal.bringBack()
    wait()
    #expect(session.open("/products/3").isRecorded && session.health == .recording)
    let kinds = try journal.entries().dropFirst(Int(end.sequence)).prefix(2).map(\.kind)
    #expect(kinds == [.began, .outage])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 18: there is no report copy while there is no file`() throws {
    let session = launch()
    session.open("/products/1")
    try journal.delete()
    try journal.obstruct("-new")
    session.background()
    let problem = try #require(session.health.problem)
    let copy = journal.file("report.sqlite")
    #expect(throws: problem) { try session.writeReportCopy(to: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy))
    try journal.clear("-new")
    session.background()
    #expect(session.health.isRecording)
    try session.writeReportCopy(to: copy)
    #expect(try History(path: copy).head() == session.journal.anchor)
  }

  @Test func `a new file without a beginning or a reason is found`() throws {
    let session = launch()
    session.open("/products/1")
    let state = session.state
    let copy = journal.file("forged.sqlite")
    let base = JournalAnchor(sequence: 40, digest: session.journal.anchor.digest)
    let forged = try Journal.open(.file(copy))
    try forged.start(
      with: Journal.Beginning(
        after: base,
        with: CheckpointRow(
          sequence: 40, format: StateCoding.format, state: StateCoding.encode(state),
          stateDigest: state.digest)))
    #expect(forged.isContinuation)
    let second = try RouteSession.launch(journal.table, on: forged)
    #expect(second.state.tree.digest == state.tree.digest && second.health == .recording)
    #expect(try Verification(of: History(path: copy)).findings == [])
    try forged.connection.execute("UPDATE base SET chain_digest = zeroblob(32)")
    #expect(try !Verification(of: History(path: copy)).findings.isEmpty)
  }
}
