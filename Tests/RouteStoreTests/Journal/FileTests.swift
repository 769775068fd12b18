import Foundation
import RouteStore
import RouteTestSupport
import Testing

@Suite struct FileTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [(Durability.power, Int64(1)), (.process, 0)])
  func `writes that survive a power cut bypass the cache of an Apple drive`(
    durability: Durability, isFull: Int64
  ) throws {
    let connection = try Connection(path: "", mode: .memory)
    try connection.becomeWriter(durability: durability)
    for setting in ["fullfsync", "checkpoint_fullfsync"] {
      let asked = try connection.prepare("PRAGMA \(setting)")
      #expect(try asked.step() && asked.integer(0) == isFull, "\(setting)")
    }
  }

  @Test func `a second owner is refused until the first one ends`() throws {
    let path = folder.file("a.sqlite")
    var first: Journal? = try filledJournal(.file(path), count: 1)
    #expect(throws: StoreError.owned(path: path)) { try Journal.open(.file(path)) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("b.sqlite"), withDestinationPath: path)
    #expect(throws: StoreError.owned(path: path)) {
      try Journal.open(.file(folder.file("b.sqlite")))
    }
    #expect(first?.head.sequence == 1)
    first = nil
    #expect(try Journal.open(.file(path)).head.sequence == 1)
  }

  @Test func `fault 25: a newer format is refused and left as it was`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try edit(path, "PRAGMA user_version = 99")
    try refuseNewer(path)
  }

  @Test func `fault 25: a newer format that only the log tells of is refused and left as it was`()
    throws
  {
    _ = try filledJournal(.file(folder.file("a.sqlite")), count: 3)
    try leaveLog(folder, "a.sqlite", sql: "PRAGMA user_version = 99")
    #expect(try folder.digests()["crashed-a.sqlite-wal"] != nil)
    try refuseNewer(folder.file("crashed-a.sqlite"))
  }

  private func refuseNewer(_ path: String) throws {
    func digests() throws -> [String: SHA256.Digest] {
      var found: [String: SHA256.Digest] = [:]
      for name in [path, path + "-wal"] {
        if let data = FileManager.default.contents(atPath: name) {
          found[name] = SHA256.digest(of: Array(data))
        }
      }
      return found
    }
    let before = try digests()
    let newer = StoreError.newerFormat(found: 99, supported: History.newestFormat)
    #expect(throws: newer) { try Journal.open(.file(path)) }
    #expect(try digests() == before)
    #expect(throws: newer) { try History(path: path) }
    let history = try History(path: path, allowingNewer: true)
    #expect(history.format == 99)
    #expect(try history.forEachCheckedEntry(after: .start).sequence == 3)
    #expect(try digests() == before)
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `a file with texts in UTF-16 is refused with that reason`(encoding: String) throws {
    let path = folder.file("a.sqlite")
    do {
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("PRAGMA encoding='\(encoding)'")
      try Migrator().migrate(connection)
    }
    let error = StoreError.damaged(
      reason: "its texts are in UTF-16, and those of a journal in UTF-8", sequence: nil)
    #expect(throws: error) { try Journal.open(.file(path)) }
    #expect(throws: error) { try History(path: path) }
  }

  @Test func `an edited migration is refused`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 1)
    try edit(path, "UPDATE migration SET digest = x'00'")
    let edited = StoreError.editedMigration(identifier: "v001-journal")
    #expect(throws: edited) { try Journal.open(.file(path)) }
    #expect(throws: edited) { try History(path: path) }
  }

  @Test func `a missing migration is applied and a failing one leaves the old format`() throws {
    let path = folder.file("a.sqlite")
    let first = Migration(identifier: "one", sql: Array("CREATE TABLE a (x)".utf8))
    let bad = Migration(identifier: "two", sql: Array("CREATE TABLE b (x); CREATE oops".utf8))
    let good = Migration(identifier: "two", sql: Array("CREATE TABLE b (x)".utf8))
    let connection = try Connection(path: path, mode: .create)
    try Migrator(migrations: [first]).migrate(connection)
    #expect(throws: StoreError.self) { try Migrator(migrations: [first, bad]).migrate(connection) }
    #expect(try Migrator(migrations: [first, bad]).check(connection) == 1)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0)
    try Migrator(migrations: [first, good]).migrate(connection)
    #expect(try Migrator(migrations: [first, good]).check(connection) == 2)
    #expect(throws: StoreError.newerFormat(found: 2, supported: 1)) {
      try Migrator(migrations: [first]).migrate(connection)
    }
  }

  @Test func `a journal whose file was removed accepts nothing more`() throws {
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 0)
    try FileManager.default.moveItem(atPath: path, toPath: folder.file("b.sqlite"))
    var entry = fullEntry(1)
    #expect(throws: StoreError.moved(path: path)) { try journal.append(&entry) }
    #expect(throws: StoreError.moved(path: path)) { try journal.checkFile() }
    #expect(journal.head == .start)
  }

  @Test func `a log without its file is not used for a new journal`() throws {
    try leaveLog(folder, "a.sqlite", count: 3)
    try FileManager.default.removeItem(atPath: folder.file("a.sqlite"))
    #expect(try Journal.open(.file(folder.file("a.sqlite"))).head == .start)
  }

  @Test func `a rollback journal without its file is not played back into a new journal`() throws {
    let other = try Connection(path: folder.file("other.db"), mode: .create)
    try other.execute(
      """
      CREATE TABLE t (x);
      INSERT INTO t VALUES (randomblob(90000)), (randomblob(90000));
      PRAGMA cache_size=2;
      BEGIN;
      UPDATE t SET x = randomblob(90000);
      """)
    let hot = try folder.bytes("other.db-journal")
    #expect(hot.first == 0xD9)
    let path = folder.file("a.sqlite")
    try folder.write(hot, "a.sqlite-journal")
    _ = try filledJournal(.file(path), count: 3)
    #expect(try History(path: path).pageProblems() == [])
    #expect(try Journal.open(.file(path)).head.sequence == 3)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["-journal", "-wal", "-shm"])
  func `a named pipe beside the file blocks no process`(suffix: String) throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 2)
    FilePath.remove(path + suffix)
    #expect(unsafe mkfifo(path + suffix, 0o600) == 0)
    #expect {
      try Journal.open(.file(path))
    } throws: { error in
      "\(error)".contains("'\(path)\(suffix)' is no regular file")
    }
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `a link beside the file is named when it is opened`(suffix: String) throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 2)
    FilePath.remove(path + suffix)
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix, withDestinationPath: "other")
    #expect {
      try Journal.open(.file(path))
    } throws: { error in
      "\(error)".contains("'\(path)\(suffix)' is no regular file")
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("other")) == false)
  }

  @Test func `a pipe with the lock's name does not block a reader`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try FileManager.default.removeItem(atPath: path + "-lock")
    #expect(unsafe mkfifo(path + "-lock", 0o600) == 0)
    #expect(try History(path: path).head().sequence == 3)
  }

  @Test func `a link in the place of the lock that leads nowhere is reported`() throws {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 3)
    try FileManager.default.removeItem(atPath: "\(path)-lock")
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)-lock", withDestinationPath: folder.file("none/lock"))
    #expect(throws: StoreError.self) { try Journal.open(.file(path)) }
    #expect(!Ownership.isHeld(of: path))
    #expect(try History(path: path).head().sequence == 3)
  }

  @Test func `a place that the system tells nothing of is not taken for a free one`() throws {
    let path = folder.file("a.sqlite")
    // A link that leads to itself: the system does not say that nothing is there.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "a.sqlite")
    #expect(Journal.exists(at: path))
    let ways: [() throws -> Void] = [
      { _ = try Journal.open(.file(path)) }, { _ = try History(path: path) },
      { _ = try JournalHeader(path: path) },
    ]
    for way in ways {
      #expect {
        try way()
      } throws: { error in
        "\(error)".contains("Too many levels of symbolic links")
      }
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "a.sqlite")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }

  @Test func `a folder that is not there is reported`() throws {
    let error = #expect(throws: StoreError.self) {
      try Journal.open(.file(folder.file("none/a.sqlite")))
    }
    if case .cannotOpen = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test func `a report copy is whole, sealed and without a byte of the vault`() throws {
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 50)
    let secret = Array("4111-1111-1111-1111".utf8)
    let key = Array("key of thirty-two bytes, private".utf8)
    var batch = JournalBatch()
    batch.entries = [fullEntry(51)]
    batch.session = SessionRow(
      number: 1, identifier: "s", device: "d", beganMicroseconds: 1, firstSequence: 1)
    batch.vaultKeys = [VaultKey(principal: "p", secret: key)]
    batch.vaultValues = [
      VaultValue(token: "t", principal: "p", value: secret, storedMicroseconds: 0)
    ]
    try journal.append(&batch)
    let copy = folder.file("bug.sqlite")
    try journal.writeReportCopy(to: copy)
    #expect(throws: StoreError.alreadyExists(path: copy)) { try journal.writeReportCopy(to: copy) }

    let bytes = try folder.bytes("bug.sqlite")
    #expect(!contains(bytes, secret) && !contains(bytes, key))
    let whole = try folder.bytes("a.sqlite") + folder.bytes("a.sqlite-wal")
    #expect(contains(whole, secret) && contains(whole, key))
    let names = try folder.digests().keys.filter { $0.hasPrefix("bug") }
    #expect(names == ["bug.sqlite"])
    let history = try History(path: copy)
    #expect(try history.forEachCheckedEntry(after: .start) == journal.head)
    #expect(try history.sessions() == journal.sessions())
    // The journal itself continues.
    var entry = fullEntry(52)
    try journal.append(&entry)
    try journal.checkpointLog()
  }

  @Test func `a report copy keeps other files, and removes the remains of a killed copy`() throws {
    let journal = try filledJournal(.file(folder.file("a.sqlite")), count: 5)
    let copy = folder.file("bug.sqlite")
    let part = "\(copy)-part"
    try Data("mine".utf8).write(to: URL(filePath: part))
    #expect(throws: StoreError.alreadyExists(path: part)) { try journal.writeReportCopy(to: copy) }
    #expect(try folder.bytes("bug.sqlite-part") == Array("mine".utf8))
    try FileManager.default.removeItem(atPath: part)
    try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false)
    try Data("half".utf8).write(to: URL(filePath: "\(part)/route-replay-unfinished"))
    try journal.writeReportCopy(to: copy)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("bug") } == ["bug.sqlite"])
  }

  @Test func `a file that another process is writing is not begun again`() throws {
    let target = folder.file("new")
    let first = try UnfinishedFile(of: target)
    try Data("half".utf8).write(to: URL(filePath: first.path))
    let error = StoreError.alreadyExists(path: "\(target)-part")
    #expect(throws: error) { try UnfinishedFile(of: target) }
    try first.finish()
    #expect(try folder.bytes("new") == Array("half".utf8))
  }

  @Test func `a report copy has every table except the vault and those that migrations fill`()
    throws
  {
    let path = folder.file("a.sqlite")
    _ = try filledJournal(.file(path), count: 0)
    var tables: [String] = []
    try History(path: path).query("SELECT name FROM sqlite_schema WHERE type = 'table'") { row in
      if case .text(let name) = row[0] { tables.append(name) }
    }
    let left = ["vault", "vault_key", "migration", "entry_kind"]
    #expect(tables.filter { !left.contains($0) }.sorted() == Journal.copiedTables.sorted())
  }
}
