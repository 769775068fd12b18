import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Storage fails while a session runs, and works again.
@MainActor
struct OutageTests {
  let journal = TestJournal(
    of: Scenario(
      screens: [.product],
      routes: [
        .product.performs("view", with: ["id": .request("id")]),
        Route("order", "/orders/:id", to: [.push("product")]).asks("signedIn"),
      ]))
  private let performed = Performed()

  private final class Performed { var keys: [String] = [] }

  private func configure(_ configuration: inout RouteSession.Configuration) {
    let performed = performed
    configuration.answer("signedIn") {
      $0.principal == nil ? .wait(condition: "signedIn") : .allow
    }
    configuration.perform("view") { attempt in
      returning(.done, after: performed.keys.append(attempt.idempotencyKey))
    }
  }

  private func launch(at path: String? = nil) -> RouteSession {
    journal.launch(at: path, configure: configure)
  }

  /// Fills the disk: opens products until one does not fit; that one is on screen.
  private func fillDisk(of session: RouteSession) throws {
    try session.recorder.journal.connection.execute("PRAGMA max_page_count=1")
    for id in 1_001...1_200 where session.health.isRecording {
      #expect(session.open("/products/\(id)").outcome == .shown)
    }
    #expect(session.health.problem == .diskFull)
  }

  @Test func `fault 19: after a full disk an outage adopts the state, the journal goes on`() throws
  {
    let session = launch()
    session.open("/products/1")
    try fillDisk(of: session)
    let head = session.journal.anchor
    let ran = performed.keys.count
    journal.clock.advance(by: 10)
    let told = session.open("/products/777")
    #expect(told.outcome == .shown && !told.isRecorded)
    #expect(session.journal.anchor == head && performed.keys.count == ran)
    #expect(session.state.actions.count == 2)  // of the one that did not fit, and of this one

    journal.clock.advance(by: 1_000_000)
    let back = session.open("/products/778")
    #expect(back.outcome == .shown && back.isRecorded)
    #expect(session.health == .recording)
    #expect(!told.isRecorded)
    let entries = try journal.entries()
    let outage = try #require(entries.first { $0.kind == .outage })
    #expect(outage.sequence == head.sequence + 1)
    #expect(entries[Int(outage.sequence)...].prefix(2).map(\.kind) == [.enqueued, .enqueued])
    #expect(outage.reason == "the disk was full")
    #expect(outage.notes["since"] != nil && outage.notes["unrecorded"] != nil)
    guard case .adopt(let adopted)? = outage.changes.first else {
      throw ScenarioMistake("the outage adopts nothing")
    }
    #expect(adopted.tree.firstScreen { $0.parameters["id"] == 777 } != nil)
    #expect(try History(path: journal.path).checkpointSequences().contains(outage.sequence + 2))
    // Each action accepted in the outage runs once now, under a key of its own.
    #expect(performed.keys.count == ran + 3 && Set(performed.keys).count == ran + 3)
    #expect(session.state.actions.isEmpty)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 19: storage is tried again at intervals, as long as it fails`() throws {
    let session = launch()
    try fillDisk(of: session)
    // Another file is also in its place, so that every attempt fails; then the file comes back.
    try session.recorder.journal.checkpointLog()
    do { _ = try Journal.open(.file(journal.file("other"))) }
    try journal.takeAway()
    try FileManager.default.copyItem(atPath: journal.file("other"), toPath: journal.path)
    journal.clock.advance(by: 1_000_000)
    #expect(!session.open("/products/300").isRecorded)
    try FileManager.default.removeItem(atPath: journal.path)
    try journal.bringBack()
    journal.clock.advance(by: 999_999)
    #expect(!session.open("/products/301").isRecorded)
    journal.clock.advance(by: 1)
    #expect(session.open("/products/302").isRecorded)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 19: a request waiting since the outage goes on under an id of the journal`()
    throws
  {
    let session = launch()
    let before = session.open("/orders/1")
    try fillDisk(of: session)
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
    do { launch().open("/products/1") }
    let store = try Journal.open(.file(journal.path))
    try store.connection.execute("PRAGMA query_only=ON")
    let clock = journal.clock.sessionClock
    let session = try RouteSession.launch(journal.table, on: store) {
      $0.clock = clock
      $0.device = "device"
      configure(&$0)
    }
    #expect(session.health.problem == .readOnly(path: journal.path))
    #expect(session.open("/products/2").isRecorded == false)
    journal.clock.advance(by: 2_000_000)
    #expect(session.open("/products/3").isRecorded)
    #expect(try History(path: journal.path).sessions().map(\.number) == [1, 2])
    #expect(
      try journal.kinds().filter { ["began", "outage"].contains($0) } == [
        "began", "began", "outage",
      ])
    try journal.requireReplays(of: session)
  }

  @Test func `fault 18: a file that was replaced is neither written nor used`() throws {
    let session = launch()
    session.open("/products/1")
    let copy = try journal.killed(as: "copy.sqlite")
    do { launch(at: copy).open("/products/9") }
    try fillDisk(of: session)
    try journal.delete()
    try FileManager.default.moveItem(atPath: copy, toPath: journal.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal.path))
    journal.clock.advance(by: 1_000_000)
    #expect(session.open("/products/2").outcome == .shown)
    #expect(session.health.problem == .moved(path: journal.path))
    session.background()
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
  }
}

/// A file replaces that of the journal while its session is well.
@MainActor
struct ReplacedFileTests {
  let journal = TestJournal(of: .shop())

  /// A sound copy of the journal in one file, which ends at the session's present entry.
  private func copy() throws -> String {
    let path = try journal.killed(as: "copy.sqlite")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)", on: path)
    return path
  }

  /// Moves the copy into the journal's place.
  private func replace(by copy: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: journal.path + suffix)
    }
    try FileManager.default.moveItem(atPath: copy, toPath: journal.path)
  }

  /// Makes the next write check the file, as it would a tenth of a second later.
  private func lookAgain(_ session: RouteSession) {
    session.recorder.journal.lastFileCheck = nil
  }

  private func launch() -> RouteSession {
    let session = journal.launch()
    session.open("/products/7")
    return session
  }

  @Test func `fault 18: an earlier copy is never written to, and what is shown stays`() throws {
    let session = launch()
    let earlier = try copy()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: earlier))
    #expect(session.open("/products/8").isRecorded)
    try replace(by: earlier)
    lookAgain(session)
    let opening = session.open("/products/9")
    #expect(opening.outcome == .shown && !opening.isRecorded)
    #expect(session.health.problem == .moved(path: journal.path))
    let shown = session.notation
    #expect(shown.hasSuffix("product(id: 7) product(id: 8) product(id: 9)]]"))
    let steps: [(RouteSession) -> Void] = [
      { $0.background() }, { $0.foreground() }, { $0.wake() }, { $0.journal.prune() },
    ]
    for step in steps {
      journal.clock.advance(by: 60_000_000)
      step(session)
      #expect(session.health.problem == .moved(path: journal.path))
      #expect(session.notation == shown)
      #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
    }
    #expect(!session.open("/products/9").isRecorded)
    session.end()
    #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path)) == bytes)
    #expect((FileManager.default.contents(atPath: journal.path + "-wal") ?? Data()).isEmpty)
  }

  @Test func `fault 18: a copy that ends at the session's entry is used`() throws {
    let session = launch()
    let head = session.journal.anchor
    try replace(by: copy())
    lookAgain(session)
    #expect(!session.open("/products/8").isRecorded)
    #expect(session.health.problem == .moved(path: journal.path))
    journal.clock.advance(by: 60_000_000)
    #expect(session.open("/products/9").isRecorded && session.health == .recording)
    #expect(session.notation.hasSuffix("product(id: 7) product(id: 8) product(id: 9)]]"))
    let after = try journal.entries().filter { $0.sequence > head.sequence }
    #expect(after.map(\.kind) == [.outage, .decided])
    #expect(after.first?.reason == "the file was not in its place")
    try journal.requireReplays(of: session)
  }
}

/// Content that must not be lost, come back, or take effect twice when another file replaces the
/// journal's.
@MainActor
struct AfterOutageTests {
  let journal = TestJournal(of: .noteShop(.order))

  /// The texts of all notes that the signed-in person may see, in the order of their ids.
  private func texts(_ session: RouteSession) -> [ParameterValue] {
    session.state.tree.screens.filter { $0.kind == "note" }.compactMap {
      session.revealed($0.parameters)["text"]
    }
  }

  @Test func `fault 18: private values are kept in the new file`() throws {
    do {
      let session = journal.launchShop()
      session.open("/notes/s3cr3t-before")
      try journal.delete()
      // The session checks the file ten times a second by the system's clock.
      var told = session.open("/products/2")
      for id in 3...100_000 where told.isRecorded { told = session.open("/products/\(id)") }
      #expect(!told.isRecorded)
      journal.clock.advance(by: 60_000_000)
      #expect(session.open("/notes/s3cr3t-after").isRecorded)
      #expect(session.open("/notes/s3cr3t-before").isRecorded)
      journal.clock.advance(by: 60_000_000)
      #expect(session.open("/products/1").isRecorded, "\(session.health)")
      try journal.requireReplays(of: session)
    }
    let session = journal.launchShop()
    #expect(texts(session).suffix(2) == ["s3cr3t-after", "s3cr3t-before"])
  }

  @Test func `fault 15: a person who signs out while a file is set aside is not in the new one`()
    throws
  {
    let session = journal.launchShop()
    session.signIn(as: "ann")
    session.open("/notes/s3cr3t-ann")
    session.signIn(as: "ben")
    session.open("/notes/s3cr3t-ben")
    session.signIn(as: "ann")
    try journal.damage(under: session)
    try journal.obstruct("-new")
    #expect(!session.open("/products/3", source: "mail-3").isRecorded)
    try journal.clear("-new")
    journal.clock.advance(by: 60_000_000)
    session.signOut()
    _ = try journal.setAside(of: session)
    #expect(try !journal.holds("s3cr3t-ann"))
    #expect(try journal.holds("s3cr3t-ben"))
    session.signIn(as: "ann")
    #expect(texts(session).isEmpty)
    session.signIn(as: "ben")
    #expect(texts(session) == ["s3cr3t-ben"])
  }

  @Test func `a private value is gone even if a screen of other code has it too`() throws {
    do {
      let session = journal.launchShop()
      session.open("/notes/s3cr3t")
      session.display.reconcile(
        with: "main/tabs[home/stack[feed web/foreign(text: \"s3cr3t\")] "
          + "shop/stack*[catalog note(text: \"s3cr3t\")]]")
      #expect(session.state.tree.visibleLeaf()?.kind == "note")
      try session.journal.redact(.all)
    }
    let session = journal.launchShop()
    #expect(session.state.tree.visibleLeaf()?.kind == "catalog")
    #expect(session.launch.restoration?.gone == 1)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    (ENOENT, DropFolder.Content.gone), (EACCES, .unreadable), (EPERM, .unreadable),
    (EMFILE, .unreadable), (EIO, .unreadable),
    (ELOOP, .refused(reason: "it is a symbolic link", bytes: 0)),
    (ENXIO, .refused(reason: "it is no file", bytes: 0)),
  ])
  func `a link in the drop box that cannot be read stays for the next time`(
    code: Int32, content: DropFolder.Content
  ) {
    #expect(DropFolder.Content(openingFailedWith: code) == content)
  }
}
