import CRouteSQLite
import Foundation
import RouteTestSupport
import Testing

@testable import RouteEngine
@testable import RouteStore

/// Fault 15 with a death: a damaged file is set aside, and the process dies before a new one has
/// the salvaged content.
@MainActor
struct InterruptedSettingAsideTests {
  private let journal = TestJournal(of: .noteShop(asking: ["signedIn"]))

  /// The point at which the process dies.
  enum Death: CaseIterable {
    case marked, fileMoved, moved, newFileMade
  }

  private var aside: String { journal.path + "-damaged-1" }

  private func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  /// Leaves a file that is damaged at its newest entry, and a log with the damage.
  ///
  /// - Returns: the newest entry.
  private func leaveDamaged() throws -> Int64 {
    journal.fillShop()
    let connection = try Connection(path: journal.path, mode: .write)
    connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    try connection.execute(TestJournal.damagingNewestEntry)
    return try History(path: journal.path).head().sequence
  }

  /// Sets the file aside, up to the death.
  private func setAside(until death: Death) throws {
    guard death != .moved, death != .newFileMade else {
      _ = try Journal.setAside(journal.path)
      guard death == .newFileMade else { return }
      _ = try Journal.open(
        .file(journal.path), durability: .process, beginning: Salvage(from: aside).beginning)
      return
    }
    try journal.leaveMark()
    guard death != .marked else { return }
    try FileManager.default.moveItem(atPath: journal.path, toPath: aside)
  }

  private func requireAll(_ session: RouteSession) throws {
    try journal.requireWholeShop(session)
    #expect(!journal.mark.isThere)
    try journal.requireReplays(of: session)
  }

  @Test(arguments: Death.allCases)
  func `fault 15: the next launch finishes what a death interrupted, and everything is back`(
    death: Death
  ) throws {
    let last = try leaveDamaged()
    let (file, log) = try (#require(bytes(journal.path)), #require(bytes(journal.path + "-wal")))
    try setAside(until: death)
    do {
      let session = journal.launchShop()
      let told = try journal.setAside(of: session)
      #expect(told.path == aside && told.salvaged == last - 1)
      #expect(try journal.entries().first?.sequence == last + 1)
      #expect(try journal.entries().first?.notes["setAside"] == "journal.sqlite-damaged-1")
      #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
      try requireAll(session)
    }
    #expect(bytes(aside) == file && bytes(aside + "-wal") == log)
    let session = journal.launchShop()
    #expect(session.health == .recording)
    #expect(session.open("/products/1", source: "mail-1").outcome?.word == "duplicate")
    #expect(bytes(aside + "-2") == nil)
  }

  @Test func `fault 15: a launch that can make no new file dies, the next has all`() throws {
    let last = try leaveDamaged()
    try journal.obstruct("-new")
    for _ in 1...2 {
      let session = journal.launchShop()
      #expect(!session.health.isRecording && session.state.waiting.count == 1)
      #expect(journal.mark.isThere)
    }
    try journal.clear("-new")
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).salvaged == last - 1)
    try requireAll(session)
  }

  @Test func `fault 15: a file that cannot be copied for reading is restored later`() throws {
    let last = try leaveDamaged()
    let missing = journal.file("no folder")
    do {
      // A file with a log is read from a copy.
      let session = FilePath.temporaryBase.withValue(missing) { journal.launchShop() }
      guard case .cannotOpen(missing, _)? = session.health.problem else {
        throw ScenarioMistake("\(session.health)")
      }
      #expect(bytes(aside) != nil && journal.mark.isThere)
      #expect(!session.open("/products/7").isRecorded)
    }
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).salvaged == last - 1)
    try requireAll(session)
  }

  @Test func `fault 15: a session dies over the new file, its beginning is back`() throws {
    var newest: Int64 = 0
    do {
      let session = journal.launchShop()
      session.open("/products/1", source: "mail-1")
      session.open("/notes/mine", source: "mail-2")
      try journal.damage(under: session)
      session.open("/products/3")
      try journal.makeNewFile(of: session)
      newest = session.recorder.sequence
    }
    let session = journal.launchShop()
    let told = try journal.setAside(of: session)
    #expect(told.path == aside && told.salvaged == newest)
    #expect(session.notation.contains("product(id: 1) product(id: 3)"))
    try requireAll(session)
  }

  @Test func `fault 15: the session's state beyond the damage is back`() throws {
    do {
      let session = journal.launchShop()
      session.open("/products/1", source: "mail-1")
      session.open("/notes/mine", source: "mail-2")
      session.recorder.release()
      try Connection(path: journal.path, mode: .write).execute(
        "UPDATE journal SET link = '/x' WHERE sequence = 3; DROP TABLE seen")
      session.recorder.reacquire(at: session.now)
      try journal.makeNewFile(of: session)
    }
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == aside)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
    #expect(session.state.waiting.count == 1)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: a remaining mark is removed, and no new file is begun`() throws {
    _ = try leaveDamaged()
    do { _ = try journal.setAside(of: journal.launchShop()) }
    try journal.leaveMark()
    let session = journal.launchShop()
    #expect(session.health == .recording)
    try requireAll(session)
  }

  @Test func `fault 15: after launches that die reading it, a file set aside is given up`() throws {
    _ = try leaveDamaged()
    try setAside(until: .newFileMade)
    journal.countLaunches()
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).salvaged == 0)
    #expect(session.state.waiting.isEmpty && !journal.mark.isThere)
    #expect(session.open("/products/1", source: "mail-1").outcome == .shown)
    #expect(bytes(aside) != nil)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: when nothing is left of the file set aside, a launch begins clean`() throws
  {
    _ = try leaveDamaged()
    try setAside(until: .moved)
    for suffix in ["", "-wal"] { try journal.clear("-damaged-1" + suffix) }
    let session = journal.launchShop()
    let told = try journal.setAside(of: session)
    #expect(told.path == nil && told.salvaged == 0 && !journal.mark.isThere)
    #expect(session.open("/products/1", source: "mail-1").outcome == .shown)
    try journal.requireReplays(of: session)
  }

  @Test func `work on a journal that a launch has to begin is refused`() throws {
    _ = try leaveDamaged()
    try setAside(until: .newFileMade)
    #expect {
      _ = try JournalMaintenance(at: journal.path)
    } throws: {
      if case .busy(let reason)? = $0 as? StoreError { reason.contains("launch") } else { false }
    }
    try requireAll(journal.launchShop())
    _ = try JournalMaintenance(at: journal.path)
  }

  @Test func `fault 15: a new file that is damaged as well hides nothing of the old one`() throws {
    _ = try leaveDamaged()
    try setAside(until: .newFileMade)
    try Connection(path: journal.path, mode: .write).execute("DROP TABLE seen")
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == aside)
    #expect(bytes(journal.path + "-damaged-2") != nil)
    try requireAll(session)
  }

  @Test func `fault 15: when the old file is gone, the new one continues with its own entries`()
    throws
  {
    _ = try leaveDamaged()
    try setAside(until: .newFileMade)
    for suffix in ["", "-wal"] { try journal.clear("-damaged-1" + suffix) }
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == nil)
    #expect(session.notation == "main[home[feed] shop*[catalog product(id: 1)]]")
    #expect(session.state.waiting.count == 1 && !journal.mark.isThere)
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: a person who signed out before the death is unknown to the next launch`()
    throws
  {
    do {
      let session = journal.launchShop()
      session.open("/notes/sardines")
      session.signal("signedIn", principal: "ann")
      session.open("/notes/swordfish")
      try journal.damage(under: session)
      session.signOut()
      try journal.makeNewFile(of: session)
    }
    let session = journal.launchShop()
    #expect(session.state.principal == nil)
    #expect(try !journal.holds("swordfish"))
    // The values that came before the sign-in are removed with it.
    #expect(try !journal.holds("sardines"))
    try journal.requireReplays(of: session)
  }

  @Test func `fault 15: a file set aside unread is read by no later launch either`() throws {
    _ = try leaveDamaged()
    journal.countLaunches()
    try journal.obstruct("-new")
    _ = journal.launchShop()
    try journal.clear("-new")
    let session = journal.launchShop()
    #expect(session.notation == "main[home*[feed] shop[catalog]]" && bytes(aside) != nil)
    #expect(!journal.mark.isThere)
  }

  @Test func `fault 20: a log that cannot be moved now is moved by the next launch`() throws {
    let last = try leaveDamaged()
    try setAside(until: .fileMoved)
    let ownership = try Ownership(of: journal.path)
    let session = journal.launchShop()
    #expect(!session.health.isRecording && session.state.waiting.isEmpty)
    _ = consume ownership
    journal.clock.advance(by: 60_000_000)
    #expect(!session.open("/products/7").isRecorded)
    guard case .overtaken? = session.health.problem else {
      throw ScenarioMistake("\(session.health)")
    }
    #expect(throws: StoreError.missing(path: journal.path)) {
      _ = try RestoredState(ofJournal: journal.path)
    }
    let next = journal.launchShop()
    #expect(try journal.setAside(of: next).salvaged == last - 1)
    try requireAll(next)
  }

  @Test func `fault 15: a power cut after the first entry takes nothing salvaged`() throws {
    _ = try leaveDamaged()
    let cut = journal.file("cut/journal.sqlite")
    try FileManager.default.createDirectory(
      atPath: journal.file("cut"), withIntermediateDirectories: false)
    do {
      let session = journal.launchShop()
      #expect(session.health.isRecording && !journal.mark.isThere)
      // Entries that are only in the log need not be on the disk.
      try FileManager.default.copyItem(atPath: journal.path, toPath: cut)
    }
    try journal.requireWholeShop(journal.launchShop(at: cut))
  }

  @Test func `fault 15: a new file damaged from its first entry on hides nothing`() throws {
    _ = try leaveDamaged()
    do { _ = journal.launchShop() }
    // The process died before it removed the mark.
    try journal.leaveMark()
    try Connection(path: journal.path, mode: .write).execute(
      """
      UPDATE journal SET link = '/x' WHERE sequence = (SELECT min(sequence) FROM journal);
      DELETE FROM checkpoint WHERE sequence > (SELECT sequence FROM base);
      """)
    let session = journal.launchShop()
    #expect(try journal.setAside(of: session).path == aside)
    try requireAll(session)
  }

  @Test func `fault 15: all companions of the file are set aside with it`() throws {
    _ = try leaveDamaged()
    try setAside(until: .fileMoved)
    try journal.clear("-wal")
    try Data("rollback".utf8).write(to: URL(filePath: journal.path + "-journal"))
    _ = journal.launchShop()
    #expect(bytes(aside + "-journal") == Data("rollback".utf8))
  }
}
