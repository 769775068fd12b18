import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Faults 15 and 19 together: a damaged file is set aside, and the new one cannot be made or begun.
@MainActor
struct SetAsideOutageTests {
  let journal = TestJournal(of: .noteShop(asking: ["signedIn"]))

  private func wake(_ session: RouteSession) {
    journal.wake(session, after: 60_000_000)
  }

  @Test func `salvaged entries are kept until a file can be made, and not doubled`() throws {
    do {
      let session = journal.launchShop()
      session.open("/products/1", source: "mail-1")
      session.open("/notes/mine", source: "mail-2")
      session.open("/products/3")
    }
    let last = try History(path: journal.path).head().sequence
    try journal.damage()
    try journal.obstruct("-new")
    do {
      let session = journal.launchShop()
      #expect(!session.health.isRecording && session.notation.contains("product(id: 1)"))
      #expect(session.state.waiting.count == 1)
      journal.requireDuplicates(session, ["mail-1": "/products/1", "mail-2": "/notes/mine"])
      session.open("/products/4", source: "mail-4")
      session.open("/notes/other", source: "mail-5")
      // Now the file can be made, but not opened.
      try journal.clear("-new")
      try journal.obstruct("-wal")
      wake(session)
      #expect(!session.health.isRecording)
      try journal.clear("-wal")
      wake(session)
      let aside = try journal.setAside(of: session)
      #expect(aside.path == journal.path + "-damaged-1" && aside.salvaged == last - 1)
      let began = try #require(try journal.entries().first)
      #expect(began.kind == .began && began.sequence > last)
      #expect(began.notes["setAside"] == "journal.sqlite-damaged-1")
      #expect(began.notes["salvaged"] == .int(last - 1))
      journal.requireDuplicates(
        session,
        [
          "mail-1": "/products/1", "mail-2": "/notes/mine", "mail-4": "/products/4",
          "mail-5": "/notes/other",
        ])
      try journal.requireReplays(of: session)
    }
    let session = journal.launchShop()
    #expect(session.health == .recording && session.state.waiting.count == 2)
    journal.requireDuplicates(session, ["mail-1": "/products/1", "mail-5": "/notes/other"])
    session.signal("signedIn", principal: "ann")
    #expect(session.state.waiting.isEmpty)
    let notes = session.state.tree.screens.filter { $0.kind == "note" }
    #expect(notes.map { session.revealed($0.parameters)["text"] } == ["mine", "other"])
    try journal.requireReplays(of: session)
  }

  /// Leaves a note of ann's, and ben signed in.
  ///
  /// - Returns: the token for the note's text.
  private func leaveNote() throws -> ParameterValue {
    let session = journal.launchShop()
    session.signIn(as: "ann")
    session.open("/notes/mine")
    session.signIn(as: "ben")
    return try #require(session.state.tree.visibleLeaf()?.parameters["text"])
  }

  /// Requires that the session uses the key with which ann's note was hidden.
  private func requireKey(of token: ParameterValue, in session: RouteSession) throws {
    session.open("/notes/mine")
    #expect(session.state.principal == "ann")
    #expect(session.state.tree.visibleLeaf()?.parameters["text"] == token)
    try journal.requireReplays(of: session)
  }

  @Test func `a key is salvaged once, however many values stand under it`() throws {
    do {
      let session = journal.launchShop()
      for user in ["ann", "ben"] {
        session.signIn(as: user)
        session.openAll("/notes/first", "/notes/second", "/notes/third")
      }
    }
    let keys = try Salvage(from: journal.path).vaultKeys.map(\.principal)
    #expect(keys.count == Set(keys).count && Set(keys).isSuperset(of: ["ann", "ben"]), "\(keys)")
  }

  @Test func `a person who signs in without a file has the salvaged key`() throws {
    let token = try leaveNote()
    let session = journal.launchShop()
    try journal.damage(under: session)
    try journal.obstruct("-new")
    session.open("/products/1")
    wake(session)
    #expect(!session.health.isRecording && !Journal.exists(at: journal.path))
    session.signIn(as: "ann")
    try journal.clear("-new")
    wake(session)
    _ = try journal.setAside(of: session)
    try requireKey(of: token, in: session)
  }

  @Test func `a person who signs in while the file is away has its key afterwards`() throws {
    let token = try leaveNote()
    let session = journal.launchShop()
    session.background()  // the log is empty
    try journal.takeAway()
    try journal.obstruct("-new")
    session.background()
    #expect(!session.health.isRecording)
    session.signIn(as: "ann")
    try journal.clear("-new")
    try journal.bringBack()
    wake(session)
    #expect(session.health == .recording)
    try requireKey(of: token, in: session)
  }

  @Test func `a parked request with a private value goes on while there is no file`() throws {
    do {
      let session = journal.launchShop()
      session.openAll("/notes/mine", "/products/3")
    }
    try journal.damage()
    try journal.obstruct("-new")
    let session = journal.launchShop()
    session.signal("signedIn", principal: "ann")
    let shown = try #require(session.state.tree.visibleLeaf()?.parameters)
    #expect(session.revealed(shown)["text"] == "mine")
    try journal.clear("-new")
    wake(session)
    _ = try journal.setAside(of: session)
    #expect(session.revealed(shown)["text"] == "mine")
    try journal.requireReplays(of: session)
  }

  @Test func `for a file that cannot be read a new one is made later, too`() throws {
    do { journal.launchShop().open("/products/1") }
    try Data(count: 8_192).write(to: URL(filePath: journal.path))
    try journal.obstruct("-new")
    let session = journal.launchShop()
    #expect(!session.health.isRecording)
    session.open("/notes/2", source: "mail-2")
    try journal.clear("-new")
    wake(session)
    let aside = try journal.setAside(of: session)
    #expect(aside.path == journal.path + "-damaged-1" && aside.salvaged == 0)
    journal.requireDuplicates(session, ["mail-2": "/notes/2"])
    try journal.requireReplays(of: session)
  }

  @Test func `a file set aside unread is reported, also when the new one is made later`() throws {
    do { journal.launchShop().open("/products/1", source: "mail-1") }
    journal.countLaunches()
    try journal.obstruct("-new")
    let session = journal.launchShop()
    #expect(!session.health.isRecording && !Journal.exists(at: journal.path))
    session.open("/notes/2", source: "mail-2")
    try journal.clear("-new")
    wake(session)
    let aside = try journal.setAside(of: session)
    #expect(aside.path == journal.path + "-damaged-1" && aside.salvaged == 0)
    #expect(try journal.entries().first?.notes["setAside"] == "journal.sqlite-damaged-1")
    journal.requireDuplicates(session, ["mail-2": "/notes/2"])
    try journal.requireReplays(of: session)
  }

  @Test func `a new file keeps the checkpoint that it begins with`() throws {
    let session = journal.launchShop()
    var opened = 0
    while session.recorder.tail.replaced(by: session.recorder.sequence) == nil, opened < 1_000 {
      opened += 1
      session.open("/products/\(opened)")
    }
    #expect(session.recorder.tail.replaced(by: session.recorder.sequence) != nil)
    // The next use of the file is a read, which finds a damaged page.
    session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
    session.open("/products/1")
    _ = try journal.setAside(of: session)
    try journal.requireReplays(of: session)
  }

  @Test func `a file that was moved without its log has the entries of the log`() throws {
    let session = journal.launchShop()
    session.open("/products/1")
    let head = session.journal.anchor
    try journal.takeAway()
    session.background()
    #expect(try journal.setAside(of: session).path == nil)
    #expect(try History(path: journal.file("away.sqlite")).head() == head)
    try journal.requireReplays(of: session)
  }

  @Test func `a file that cannot be copied to be read is read later, before there is a new one`()
    throws
  {
    let session = journal.launchShop()
    session.open("/products/1", source: "mail-1")
    session.open("/notes/mine", source: "mail-2")
    session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
    let missing = journal.file("no folder")
    // A file with a log is read from a copy.
    FilePath.temporaryBase.withValue(missing) {
      _ = session.open("/products/3", source: "mail-3")
    }
    guard case .cannotOpen(missing, _)? = session.health.problem else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(!Journal.exists(at: journal.path) && journal.mark.isThere)
    wake(session)
    #expect(try journal.setAside(of: session).path == journal.path + "-damaged-1")
    journal.requireDuplicates(
      session, ["mail-1": "/products/1", "mail-2": "/notes/mine", "mail-3": "/products/3"])
    session.signal("signedIn", principal: "ann")
    let shown = try #require(session.state.tree.visibleLeaf()?.parameters)
    #expect(session.revealed(shown)["text"] == "mine")
    try journal.requireReplays(of: session)
  }

  @Test func `a damaged file that cannot be renamed gets no entry, and the developer is told`()
    throws
  {
    final class Lines { var all: [String] = [] }
    let lines = Lines()
    do { journal.launchShop().open("/products/1") }
    // With a suffix this name is longer than a file system allows.
    let path = journal.file(String(repeating: "j", count: 246))
    try FileManager.default.moveItem(atPath: journal.path, toPath: path)
    let session = journal.launchShop(at: path) { $0.warn = { lines.all.append($0) } }
    let head = session.journal.anchor
    session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
    for id in 2...3 {
      #expect(!session.open("/products/\(id)").isRecorded)
      guard case .cannotOpen(path, let reason)? = session.health.problem else {
        throw ScenarioMistake("\(session.health)")
      }
      #expect(reason.contains("cannot be renamed"), "\(reason)")
      wake(session)
    }
    #expect(try History(path: path).head() == head)
    let told = lines.all.filter { $0.contains("not recording") }
    #expect(told.count == 2 && told.last?.contains("cannot be renamed") == true, "\(told)")
  }

  @Test func `another's database in the place of a file that could not be renamed stays as it is`()
    throws
  {
    do { journal.launchShop().open("/products/1") }
    let path = journal.file(String(repeating: "j", count: 246))
    try FileManager.default.moveItem(atPath: journal.path, toPath: path)
    let session = journal.launchShop(at: path)
    session.recorder.failToRead(.damaged(reason: "a page", sequence: nil), at: session.now)
    session.open("/products/2")
    #expect(!session.recorder.journal.isOpen)
    for suffix in ["", "-wal", "-shm"] { FilePath.remove(path + suffix) }
    do { try Connection(path: path, mode: .create).execute("CREATE TABLE theirs (id)") }
    let before = try #require(FileManager.default.contents(atPath: path))
    wake(session)
    #expect(!session.health.isRecording, "\(session.health)")
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  /// A session whose file was set aside, and whose new file cannot be begun yet, because something
  /// else is in its place.
  private func loseFile(_ isDeleted: Bool) throws -> RouteSession {
    let session = journal.launchShop()
    session.open("/products/1", source: "mail-1")
    session.open("/notes/2", source: "mail-2")
    try journal.damage(under: session)
    if isDeleted {
      try journal.delete()
    }
    try journal.obstruct("-new")
    session.open("/products/3", source: "mail-3")
    session.signal("signedIn", principal: "ann")
    session.signOut()
    #expect(session.open("/notes/6", source: "mail-6").outcome == nil)
    return session
  }

  /// Requires that nothing of the session of ``loseFile(_:)`` is lost, in every process.
  private func requireWhole(
    _ session: RouteSession, isDeleted: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    journal.requireDuplicates(
      session,
      [
        "mail-2": "/notes/2", "mail-3": "/products/3", "mail-6": "/notes/6", "mail-7": "/notes/7",
        "mail-8": "/products/8",
      ], sourceLocation: sourceLocation)
    if !isDeleted {
      journal.requireDuplicates(session, ["mail-1": "/products/1"], sourceLocation: sourceLocation)
    }
    #expect(session.state.waiting.count == 2, sourceLocation: sourceLocation)
    try journal.requireReplays(of: session, sourceLocation: sourceLocation)
  }

  @Test(arguments: [true, false])
  func `the beginning of a new file is written whole, at a second try too`(isDeleted: Bool) throws {
    do {
      let session = try loseFile(isDeleted)
      try journal.clear("-new")
      // The file is made, but there is no room for its first entry.
      try journal.makeNewFile(of: session)
      session.recorder.failAgain(.diskFull)
      #expect(session.open("/notes/7", source: "mail-7").outcome == nil)
      session.open("/products/8", source: "mail-8")
      wake(session)
      #expect(try (journal.setAside(of: session).path == nil) == isDeleted)
      try requireWhole(session, isDeleted: isDeleted)
    }
    try requireWhole(journal.launchShop(), isDeleted: isDeleted)
  }

  @Test(arguments: [true, false])
  func `a new file that was made and cannot be opened is begun later`(isDeleted: Bool) throws {
    do {
      let session = try loseFile(isDeleted)
      wake(session)
      #expect(!session.health.isRecording && !Journal.exists(at: journal.path))
      try journal.clear("-new")
      try journal.obstruct("-wal")
      wake(session)
      #expect(!session.health.isRecording && Journal.exists(at: journal.path))
      #expect(session.open("/notes/7", source: "mail-7").outcome == nil)
      session.open("/products/8", source: "mail-8")
      let newest = session.recorder.sequence
      try journal.clear("-wal")
      wake(session)
      #expect(try (journal.setAside(of: session).path == nil) == isDeleted)
      #expect(try journal.entries().first?.sequence == newest + 1)
      try requireWhole(session, isDeleted: isDeleted)
    }
    try requireWhole(journal.launchShop(), isDeleted: isDeleted)
  }

  @Test func `a file deleted after it replaced a damaged one is reported as well`() throws {
    do {
      let session = journal.launchShop()
      session.openAll("/products/1", "/products/3")
    }
    try journal.damage()
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == journal.path + "-damaged-1")
    session.open("/products/4")
    let newest = session.recorder.sequence
    try session.failWriting()
    try journal.delete()
    session.open("/products/5")
    wake(session)
    let aside = try journal.setAside(of: session)
    #expect(aside.path == nil && aside.salvaged == newest + 1, "\(aside)")
    guard case .missing = aside.problem else { throw ScenarioMistake("\(aside.problem)") }
    let began = try #require(try journal.entries().first)
    #expect(began.notes["setAside"] == nil && began.notes["salvaged"] == .int(newest + 1))
    try journal.requireReplays(of: session)
  }
}
