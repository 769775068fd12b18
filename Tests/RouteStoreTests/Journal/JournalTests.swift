import RouteStore
import RouteTestSupport
import Testing

@Suite struct JournalTests {
  @Test func `an appended entry is read back column by column`() throws {
    let journal = try filledJournal(count: 3)
    let rows = try entries(of: journal)
    var previous = ChainDigest.zero
    for (index, row) in rows.enumerated() {
      var expected = fullEntry(Int64(index + 1))
      expected.chainDigest = expected.chainDigest(after: previous)
      #expect(row == expected)
      previous = row.chainDigest
    }
    #expect(journal.head == JournalAnchor(sequence: 3, digest: previous))
  }

  @Test func `an entry with only what is needed is read back`() throws {
    let journal = try Journal.open(.memory)
    var entry = EntryRow(sequence: 1, session: 1, kind: 1, atMicroseconds: -5)
    try journal.append(&entry)
    #expect(try entries(of: journal) == [entry])
    #expect(try journal.entry(at: 1) == entry)
    #expect(try journal.entry(at: 2) == nil)
  }

  @Test func `columns come, stay, change and go from one entry to the next`() throws {
    let journal = try Journal.open(.memory)
    let long = [(64, "a"), (64, "b"), (65, "c"), (5_000, "d")].map {
      String(repeating: $1, count: $0)
    }
    let texts = [nil, "a", "a", "b", "", nil, "ab", long[0], long[1], long[2], long[3], "e", nil]
    let numbers = [nil, 0, 0, 1, nil, 1, -1, 1 << 40, nil, 5, 5] as [Int64?]
    var written: [EntryRow] = []
    for step in 0..<(texts.count * numbers.count) {
      var entry = EntryRow(sequence: Int64(step + 1), session: Int64(step / 20), kind: 2)
      entry.scene = texts[step % texts.count]
      entry.link = texts[(step / 2) % texts.count]
      entry.reason = texts[(step / 3) % texts.count]
      entry.payload = Array((texts[(step + 4) % texts.count] ?? "").utf8)
      entry.cause = numbers[step % numbers.count]
      entry.attempt = numbers[(step / 2) % numbers.count]
      entry.stateDigest = numbers[(step / 3) % numbers.count].map { UInt64(bitPattern: $0) }
      try journal.append(&entry)
      written.append(entry)
    }
    #expect(try entries(of: journal) == written)
  }

  @Test func `one entry and a batch of one give the same chain`() throws {
    let single = try Journal.open(.memory)
    var entry = fullEntry(1)
    try single.append(&entry)
    #expect(single.head == (try filledJournal(count: 1)).head)
  }

  @Test func `a journal opened again goes on where it was`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    let head = try filledJournal(.file(path), count: 5).head
    let again = try Journal.open(.file(path))
    #expect(again.head == head)
    var entry = fullEntry(6)
    try again.append(&entry)
    try again.reopen()
    #expect(again.head == JournalAnchor(sequence: 6, digest: entry.chainDigest))
    #expect(try entries(of: again).count == 6)
  }

  @Test func `the chain of integers is made of their shortest form`() throws {
    let values: [Int64] = [0, 1, -1, 127, 128, -128, -129, 32_767, 32_768, .max, .min]
    for value in values {
      var entry = EntryRow(sequence: 1, session: value)
      entry.payload = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
      var bytes = [UInt8](repeating: 0, count: 32)
      bytes += [1, 1, 1, 1]
      bytes += [2, 1] + shortest(value)
      bytes += [4, 1, 1, 0, 7, 1, 1, 0, 8, 1, 1, 0]
      bytes += [22, 3, 0xAC, 0x02] + entry.payload
      #expect(entry.chainDigest(after: .zero) == SHA256.digest(of: bytes))
    }
  }

  @Test func `the example in the documentation of the format is right`() {
    let entry = EntryRow(sequence: 1, session: 1, kind: 1, elapsedMicroseconds: 300)
    let bytes: [UInt8] =
      [UInt8](repeating: 0, count: 32) + [1, 1, 1, 1, 2, 1, 1, 1, 4, 1, 1, 1, 7, 1, 1, 0]
      + [8, 1, 2, 0x01, 0x2C]
    #expect(entry.chainDigest(after: .zero) == SHA256.digest(of: bytes))
  }

  private func shortest(_ value: Int64) -> [UInt8] {
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * Int64($0))) }
    while bytes.count > 1,
      (bytes[0] == 0 && bytes[1] < 128) || (bytes[0] == 255 && bytes[1] >= 128)
    {
      bytes.removeFirst()
    }
    return [UInt8(bytes.count)] + bytes
  }

  @Test func `the rows beside the entries are kept with them`() throws {
    let journal = try Journal.open(.memory)
    var batch = JournalBatch()
    batch.entries = [fullEntry(1), fullEntry(2)]
    var session = SessionRow(
      number: 1, identifier: "s-1", device: "d-1", beganMicroseconds: 10, firstSequence: 1)
    session.appVersion = "1.2"
    session.ending = "background"
    batch.session = session
    batch.seen = [SeenRow(source: "push-1", fingerprint: .max, request: 1, seenMicroseconds: 9)]
    let key = VaultKey(principal: "p", secret: [UInt8](repeating: 7, count: 32))
    batch.vaultKeys = [key]
    let token = key.token(for: Array("secret".utf8)).description
    batch.vaultValues = [
      VaultValue(token: token, principal: "p", value: Array("secret".utf8), storedMicroseconds: 1)
    ]
    batch.checkpoint = CheckpointRow(
      sequence: 2, format: 1, state: Array("{}".utf8), stateDigest: 5)
    batch.routeTable = RouteTableRow(digest: "ab", json: Array("[]".utf8))
    try journal.append(&batch)

    #expect(try journal.lastSession() == session)
    #expect(try journal.sessions() == [session])
    #expect(try journal.seen(source: "push-1") == batch.seen[0])
    #expect(try journal.seen(source: "push-2") == nil)
    #expect(try journal.vaultKey(principal: "p") == key)
    #expect(try journal.vaultValue(token: token, principal: "p") == Array("secret".utf8))
    #expect(try journal.newestCheckpoint() == batch.checkpoint)
    #expect(try journal.newestCheckpoint(through: 1) == nil)
    #expect(try journal.newestCheckpoint { _ in false } == nil)
    #expect(try journal.routeTable(digest: "ab") == Array("[]".utf8))

    batch.removeAll()
    batch.seen = [
      SeenRow(
        source: "push-1", fingerprint: .max, request: 1, outcome: "shown", seenMicroseconds: 9)
    ]
    batch.retention.forgottenPrincipals = ["p"]
    try journal.append(&batch)
    #expect(try journal.seen(source: "push-1")?.outcome == "shown")
    #expect(try journal.vaultKey(principal: "p") == nil)
    #expect(try journal.vaultValue(token: token, principal: "p") == nil)
    #expect(journal.head.sequence == 2)
  }

  @Test func `a batch that fails leaves nothing behind`() throws {
    let journal = try filledJournal(count: 1)
    let head = journal.head
    var batch = JournalBatch()
    batch.entries = [fullEntry(2), fullEntry(3)]
    batch.vaultValues = [
      VaultValue(token: "t", principal: "nobody", value: [], storedMicroseconds: 0)
    ]
    #expect(throws: StoreError.self) { try journal.append(&batch) }
    #expect(journal.head == head)
    #expect(try entries(of: journal).count == 1)
    batch.vaultValues = []
    try journal.append(&batch)
    #expect(journal.head.sequence == 3)
  }

  @Test func `entries by the same row are one transaction`() throws {
    let journal = try filledJournal(count: 1)
    let head = journal.head
    var row = EntryRow()
    #expect(throws: StoreError.self) {
      try journal.append(2, in: &row) { index, row in
        row = fullEntry(2 + Int64(index))
        if index == 1 { row.elapsedMicroseconds = .max }
      }
    }
    #expect(journal.head == head)
    #expect(try entries(of: journal).count == 1)
    try journal.append(2, in: &row) { index, row in row = fullEntry(2 + Int64(index)) }
    #expect(journal.head == JournalAnchor(sequence: 3, digest: row.chainDigest))
    #expect(try entries(of: journal).map(\.sequence) == [1, 2, 3])
  }

  @Test func `a pruned journal starts after its base and its chain still holds`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("a.sqlite")
    let journal = try filledJournal(.file(path), count: 10)
    let base = try #require(try journal.anchor(at: 6))
    var batch = JournalBatch()
    batch.entries = [fullEntry(11)]
    batch.retention.entriesThrough = 6
    try journal.append(&batch)
    #expect(try journal.anchor(at: 6) == base)
    #expect(try journal.anchor(at: 5) == nil)
    var sequences: [Int64] = []
    let end = try journal.forEachEntry(after: base) { sequences.append($0.sequence) }
    #expect(sequences == [7, 8, 9, 10, 11])
    #expect(end == journal.head)
  }

  @Test func `reading continues after new entries, after an abandoned reading, and within one`()
    throws
  {
    struct Enough: Error {}
    let journal = try filledJournal(count: 2)
    #expect(try journal.forEachEntry(after: .start) { _ in } == journal.head)
    #expect(throws: Enough.self) { try journal.forEachEntry(after: .start) { _ in throw Enough() } }
    let before = journal.head
    var entry = fullEntry(3)
    try journal.append(&entry)
    var rests: [[Int64]] = []
    try journal.forEachEntry(after: .start) { row in
      var rest: [Int64] = []
      let position = JournalAnchor(sequence: row.sequence, digest: row.chainDigest)
      try journal.forEachEntry(after: position) { rest.append($0.sequence) }
      rests.append(rest)
    }
    #expect(rests == [[2, 3], [3], []])
    var later: [Int64] = []
    let end = try journal.forEachEntry(after: before) { later.append($0.sequence) }
    #expect(later == [3] && end == journal.head)
  }

  @Test func `an anchor survives its printed form`() throws {
    let head = try filledJournal(count: 2).head
    #expect(JournalAnchor(head.description) == head)
    #expect(JournalAnchor("2:abc") == nil)
    #expect(JournalAnchor("-1:\(ChainDigest.zero)") == nil)
    #expect(JournalAnchor("2") == nil)
  }
}
