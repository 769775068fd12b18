import CRouteSQLite
import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Changes by others while a file is set aside: another launch, another version, the user.
@MainActor
struct SetAsideByOthersTests {
  private let journal = TestJournal(of: .noteShop(asking: ["signedIn"]))
  private let manager = FileManager.default

  private func bytes(_ path: String) -> Data? { manager.contents(atPath: path) }

  private func wake(_ session: RouteSession) {
    journal.wake(session, after: 60_000_000)
  }

  /// Leaves a file whose newer format is known only from the log, with a damaged newest entry.
  private func leaveNewerDamaged() throws {
    journal.fillShop()
    let connection = try Connection(path: journal.path, mode: .write)
    connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    try connection.execute("PRAGMA user_version=99")
    try connection.execute(TestJournal.damagingNewestEntry)
  }

  @Test(arguments: [true, false])
  func `fault 25: a file that a newer version has set aside waits for that version`(isInLog: Bool)
    throws
  {
    try leaveNewerDamaged()
    let aside = try Journal.setAside(journal.path)
    if !isInLog { _ = try Connection(path: aside, mode: .write).integer("PRAGMA user_version") }
    #expect(manager.fileExists(atPath: aside + "-wal") == isInLog)
    let before = bytes(aside)
    let newer = StoreError.newerFormat(found: 99, supported: History.newestFormat)
    #expect(throws: newer) { try Salvage(from: aside) }
    for _ in 1...2 {
      let session = journal.launchShop()
      #expect(session.health.problem == newer && session.state.waiting.isEmpty)
      wake(session)
      #expect(!session.open("/products/7").isRecorded)
    }
    #expect(bytes(aside) == before && journal.mark.isThere && !Journal.exists(at: journal.path))
  }

  @Test func `fault 25: a newer file stays where it is, however many died over it`() throws {
    journal.fillShop()
    try Connection(path: journal.path, mode: .write).execute("PRAGMA user_version=99")
    let before = bytes(journal.path)
    let newer = StoreError.newerFormat(found: 99, supported: History.newestFormat)
    #expect(throws: newer) { try Journal.setAside(journal.path) }
    journal.countLaunches()
    #expect(journal.launchShop().health.problem == newer)
    #expect(bytes(journal.path) == before && !journal.mark.isThere)
  }

  @Test func `fault 22: of two launches that find a file set aside the later goes on`() throws {
    journal.fillShop()
    try journal.damage()
    let aside = try Journal.setAside(journal.path)
    // This is how far a launch gets before it owns the journal.
    let leavings = try Leavings(in: journal.mark.files, after: .diskFull)
    #expect(leavings.salvage != nil)
    do {
      let quicker = journal.launchShop()
      #expect(try journal.setAside(of: quicker).path == aside)
      quicker.open("/products/7", source: "mail-7")
    }
    let end = try History(path: journal.path).head()
    try journal.leaveMark()  // the process died before it removed the mark
    let (recorder, reading) = try RouteSession.beginAnew(
      at: journal.path, in: nil, with: leavings, RouteSession.Configuration())
    #expect(recorder.health == .recording && recorder.sequence == end.sequence)
    #expect(reading?.position == end && reading?.salvage == nil)
    #expect(!journal.mark.isThere)
  }

  @Test func `fault 22: another file than the damaged one is not set aside`() throws {
    journal.fillShop()
    try journal.damage()
    let found = try #require(FileFacts(path: journal.path))
    do { _ = try journal.setAside(of: journal.launchShop()) }
    let before = bytes(journal.path)
    let error = #expect(throws: StoreError.self) {
      try Journal.setAside(journal.path, foundAs: found)
    }
    #expect(error?.mayPass == true)
    #expect(bytes(journal.path) == before && bytes(journal.path + "-damaged-2") == nil)
    try journal.requireShop(journal.launchShop())
  }

  @Test func `fault 18: a sound file in the place of a damaged one is left alone`() throws {
    let other = journal.file("other.sqlite")
    do { journal.launchShop(at: other).open("/products/9", source: "mail-9") }
    let sound = try #require(bytes(other))
    let session = journal.launchShop()
    session.open("/products/1")
    try journal.damage(under: session)
    try journal.clear("")
    try manager.moveItem(atPath: other, toPath: journal.path)
    session.open("/products/2")
    wake(session)
    #expect(session.health.problem == .moved(path: journal.path))
    #expect(bytes(journal.path) == sound && !journal.mark.isThere)
  }

  @Test func `fault 15: a released file that was set aside is left to a launch`() throws {
    do {
      let session = journal.launchShop { $0.releasesInBackground = true }
      session.open("/products/1", source: "mail-1")
      session.open("/notes/mine", source: "mail-2")
      session.open("/products/3")
      session.background()
      try journal.damage()
      _ = try Journal.setAside(journal.path)
      session.foreground()
      wake(session)
      #expect(session.health.problem == .overtaken(path: journal.path))
      #expect(!Ownership.isHeld(of: journal.path))
      let next = journal.launchShop()
      _ = try journal.setAside(of: next)
      try journal.requireWholeShop(next)
      #expect(!session.open("/products/4").isRecorded)
      try journal.requireReplays(of: next)
    }
    #expect(journal.launchShop().health == .recording)
  }

  @Test func `fault 20: a damaged file that could not be owned at launch is not changed`() throws {
    journal.fillShop()
    do {
      let connection = try Connection(path: journal.path, mode: .write)
      connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
      try connection.execute(TestJournal.damagingNewestEntry)
    }
    let contents = ["", "-wal"].map { bytes(journal.path + $0) }
    #expect(contents[1]?.isEmpty == false)
    let ownership = try Ownership(of: journal.path)
    let session = journal.launchShop()
    #expect(!session.health.isRecording)
    _ = consume ownership
    wake(session)
    #expect(session.health.problem == .overtaken(path: journal.path))
    #expect(["", "-wal"].map { bytes(journal.path + $0) } == contents)
    let next = journal.launchShop()
    _ = try journal.setAside(of: next)
    try journal.requireWholeShop(next)
  }

  @Test func `fault 20: a path that leads elsewhere meanwhile gets no journal`() throws {
    let link = journal.file("link")
    for name in ["a", "b"] {
      try manager.createDirectory(atPath: journal.file(name), withIntermediateDirectories: false)
    }
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "a")
    let lock = journal.file("a/j.sqlite-lock")
    try manager.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let session = journal.launchShop(at: link + "/j.sqlite")
    #expect(!session.health.isRecording)
    try manager.removeItem(atPath: link)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "b")
    try manager.removeItem(atPath: lock)
    wake(session)
    #expect(session.health == .recording && bytes(journal.file("a/j.sqlite")) != nil)
    #expect(try manager.contentsOfDirectory(atPath: journal.file("b")) == [])
  }
}
