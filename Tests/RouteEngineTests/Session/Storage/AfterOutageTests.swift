import Foundation
import RouteEngine
import RouteTestSupport
import Testing

@testable import RouteStore

/// What must not be lost, come back, or happen twice when another file takes the place of one.
@MainActor
struct AfterOutageTests {
  let journal = TestJournal(of: .noteShop(.order))

  private func launch(on store: Journal? = nil) throws -> RouteSession {
    let clock = journal.clock.sessionClock
    let answer: (Prompt) -> Answer = {
      $0.principal == nil ? .wait(condition: "signedIn") : .allow
    }
    guard let store else { return journal.launch { $0.answer("signedIn", answer) } }
    return try RouteSession.launch(journal.table, on: store) {
      $0.clock = clock
      $0.device = "device"
      $0.answer("signedIn", answer)
    }
  }

  /// The texts of all notes that whoever is signed in may see, in the order of their ids.
  private func texts(_ session: RouteSession) -> [ParameterValue] {
    session.state.tree.screens.elements.filter { $0.kind == "note" }.compactMap {
      session.revealed($0.parameters)["text"]
    }
  }

  @Test func `fault 18: private values go on being kept in the file that is begun anew`() throws {
    do {
      let session = try launch()
      session.open("/notes/s3cr3t-before")
      try journal.delete()
      // The file is looked at ten times a second by the system's clock.
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
    let session = try launch()
    #expect(texts(session).suffix(2) == ["s3cr3t-after", "s3cr3t-before"])
  }

  @Test func `fault 15: who signs out while a file is set aside is forgotten in the new one`()
    throws
  {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(on: store)
    session.signIn(as: "ann")
    session.open("/notes/s3cr3t-ann")
    session.signIn(as: "ben")
    session.open("/notes/s3cr3t-ben")
    session.signIn(as: "ann")
    // What the file's tables are is not what the statements know: SQLite says so.
    try store.connection.execute("PRAGMA writable_schema=ON")
    try store.connection.execute("DROP TABLE seen")
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

  @Test func `a source's repetition with a private part is known after its file was set aside`()
    throws
  {
    do {
      let session = try launch()
      session.open("/notes/s3cr3t", source: "push-1")
      session.open("/products/3")
    }
    let last = try journal.entries().last { $0.kind == .decided }?.sequence ?? 0
    try Connection(path: journal.path, mode: .write)
      .execute("UPDATE journal SET link = '/products/4' WHERE sequence = \(last)")
    let session = try launch()
    _ = try journal.setAside(of: session)
    #expect(session.open("/notes/s3cr3t", source: "push-1").outcome == .duplicate(of: RequestID(2)))
  }

  @Test func `fault 26: what took effect while nothing could be recorded does so once`() throws {
    let store = try Journal.open(.file(journal.path))
    let session = try launch(on: store)
    let waiting = session.open("/orders/2", source: "mail-2")
    #expect(waiting.outcome == nil)
    try store.connection.execute("PRAGMA query_only=ON")
    let first = session.open("/products/3", source: "mail-3")
    #expect(first.outcome == .shown && !first.isRecorded)
    let id = try #require(first.request)
    #expect(session.open("/products/3", source: "mail-3").outcome == .duplicate(of: id))
    session.signal("signedIn", principal: "ann")
    #expect(waiting.outcome == .shown)
    #expect(session.open("/orders/5", source: "mail-5").outcome == .shown)
    try store.connection.execute("PRAGMA query_only=OFF")
    journal.clock.advance(by: 60_000_000)
    #expect(session.open("/products/9").isRecorded)
    let gap = try #require(try journal.entries().first { $0.kind == .gap }).sequence
    for (link, source, request) in [
      ("/products/3", "mail-3", RequestID(gap)), ("/orders/2", "mail-2", waiting.request),
    ] {
      let again = session.open(link, source: source)
      #expect(again.outcome == request.map { .duplicate(of: $0) })
      #expect(again.repeated == .shown && again.isRecorded)
    }
    #expect(session.open("/products/7", source: "mail-7").outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `a private value that is gone is so beside a screen of other code that has it too`()
    throws
  {
    do {
      let session = try launch()
      session.open("/notes/s3cr3t")
      session.reconcile(
        with: "main/tabs[home/stack[feed web/foreign(text: \"s3cr3t\")] "
          + "shop/stack*[catalog note(text: \"s3cr3t\")]]")
      #expect(session.state.tree.visibleLeaf()?.kind == "note")
      try session.redact(.all)
    }
    let session = try launch()
    #expect(session.state.tree.visibleLeaf()?.kind == "catalog")
    #expect(session.restoration?.gone == 1)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: [
    (ENOENT, DropFolder.Content.gone), (EACCES, .unreadable), (EPERM, .unreadable),
    (EMFILE, .unreadable), (EIO, .unreadable),
    (ELOOP, .refused(reason: "it is a symbolic link", bytes: 0)),
    (ENXIO, .refused(reason: "it is no file", bytes: 0)),
  ])
  func `what was left and cannot be read now stays for the next time`(
    code: Int32, content: DropFolder.Content
  ) {
    #expect(DropFolder.Content(openingFailedWith: code) == content)
  }
}
