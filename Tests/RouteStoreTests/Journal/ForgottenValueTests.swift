import RouteStore
import RouteTestSupport
import Testing

struct ForgottenValueTests {
  /// Rows that are added and removed in random order leave copies in the pages of a database. A
  /// dozen files are checked, because only some would show a copy.
  @Test(arguments: 0..<12)
  func `no byte of a value that was forgotten stays in the file`(seed: UInt64) throws {
    let folder = TemporaryFolder()
    let journal = try Journal.open(.file(folder.file("a.sqlite")))
    var random = SeededRandom(seed)
    let people = ["anna", "ben", "zoe"]
    for round in 0..<60 {
      let principal = people[round % 3]
      var batch = nextBatch(of: journal)
      batch.vaultKeys = [VaultKey(principal: principal, secret: Array(repeating: 7, count: 32))]
      batch.vaultValues = (0..<20).map { _ in
        let length = [10, 90, 600, 3_000][Int(random.next() % 4)]
        let text = "\"s3cr3t of \(principal)" + String(repeating: "x", count: length) + "\""
        return VaultValue(
          token: "~\(random.next())\(random.next())", principal: principal,
          value: Array(text.utf8), storedMicroseconds: 1)
      }
      try journal.append(&batch)
      if round % 7 == 3 { try forget(["zoe"], in: journal) }
    }
    let kept = try journal.vaultValues().filter { $0.principal == "ben" }
    try forget(["anna", "nobody"], in: journal)
    try journal.checkpointLog()
    let bytes = try folder.bytes("a.sqlite") + folder.bytes("a.sqlite-wal")
    let isLeft = ["anna", "ben"].map { contains(bytes, Array("s3cr3t of \($0)".utf8)) }
    #expect(isLeft == [false, true])
    #expect(try journal.vaultValues().filter { $0.principal == "ben" } == kept)
    #expect(try journal.vaultPrincipals() == ["ben"])
  }

  @Test func `a value whose key is missing is removed with another value`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    do {
      let journal = try Journal.open(.file(path))
      var batch = nextBatch(of: journal)
      for principal in ["anna", "ben", "zoe"] {
        let secret: [UInt8] = Array(repeating: 7, count: 32)
        batch.vaultKeys.append(VaultKey(principal: principal, secret: secret))
        batch.vaultValues.append(
          VaultValue(
            token: "~\(principal)", principal: principal, value: Array("1".utf8),
            storedMicroseconds: 1))
      }
      try journal.append(&batch)
    }
    try Connection(path: path, mode: .write).execute(
      "PRAGMA foreign_keys = OFF; UPDATE vault SET principal = 'eve' WHERE principal = 'anna'")
    let journal = try Journal.open(.file(path))
    try forget(["zoe"], in: journal)
    #expect(try journal.vaultPrincipals() == ["anna", "ben"])
    #expect(try journal.vaultValues().map(\.principal) == ["ben"])
  }

  @Test func `the link, the payload and the reason of an entry are searched for tokens`() throws {
    let journal = try filledJournal(count: 1)
    let entry = fullEntry(1)
    var texts: [[UInt8]] = []
    try journal.forEachText {
      texts.append($0)
      return true
    }
    let link = try #require(entry.link)
    let reason = try #require(entry.reason)
    #expect(texts == [entry.payload, Array(link.utf8), Array(reason.utf8)])
  }

  private func nextBatch(of journal: Journal) -> JournalBatch {
    var batch = JournalBatch()
    batch.entries = [fullEntry(journal.head.sequence + 1)]
    return batch
  }

  private func forget(_ principals: [String], in journal: Journal) throws {
    var batch = nextBatch(of: journal)
    batch.retention.forgottenPrincipals = principals
    try journal.append(&batch)
  }
}
