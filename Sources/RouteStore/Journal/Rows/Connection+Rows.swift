/// The queries that the writer and the readers of a journal share.
extension Connection {
  borrowing func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    try EntryFinder(on: self).entry(at: sequence)
  }

  borrowing func anchor(at sequence: Int64) throws(StoreError) -> JournalAnchor? {
    let find = try prepare(
      """
      SELECT chain_digest FROM journal WHERE sequence = ?1
      UNION ALL SELECT chain_digest FROM base WHERE sequence = ?1
      """)
    find.bind(sequence, at: 1)
    guard try find.step() else { return sequence == 0 ? .start : nil }
    guard let digest = find.digest(0) else {
      throw .damaged(reason: "its chain digest is not 32 bytes", sequence: sequence)
    }
    return JournalAnchor(sequence: sequence, digest: digest)
  }

  /// The position at which the entries start: the beginning, or the last pruned entry.
  borrowing func base() throws(StoreError) -> JournalAnchor {
    let sequence = try prunedThrough()
    return try anchor(at: sequence) ?? .start
  }

  /// The last sequence that was pruned; 0 when none was.
  package borrowing func prunedThrough() throws(StoreError) -> Int64 {
    let newest = try prepare("SELECT max(sequence) AS sequence FROM base")
    guard try newest.step() else { return 0 }
    let sequence = try newest.number(0)
    guard sequence >= 0 else {
      throw .damaged(
        reason: "it starts after entry \(sequence), which no journal has", sequence: nil)
    }
    return sequence
  }

  borrowing func newestCheckpoint(
    through sequence: Int64, where isValid: (CheckpointRow) -> Bool
  ) throws(StoreError) -> CheckpointRow? {
    let find = try prepare(
      """
      SELECT \(CheckpointRow.columns) FROM checkpoint WHERE sequence <= ?1 ORDER BY sequence DESC
      """)
    find.bind(sequence, at: 1)
    while try find.step() {
      let row = try CheckpointRow(find)
      if isValid(row) { return row }
    }
    return nil
  }

  package borrowing func sessions(newestOnly: Bool) throws(StoreError) -> [SessionRow] {
    let list = try prepare(
      """
      SELECT \(SessionRow.columns) FROM session ORDER BY number \
      \(newestOnly ? "DESC LIMIT 1" : "ASC")
      """)
    var rows: [SessionRow] = []
    while try list.step() { rows.append(try SessionRow(list)) }
    return rows
  }

  borrowing func seen(source: String) throws(StoreError) -> SeenRow? {
    let find = try prepare(
      "SELECT source, fingerprint, request, outcome, seen_us FROM seen WHERE source = ?1")
    find.bind(source, at: 1)
    return try find.step() ? SeenRow(find) : nil
  }

  borrowing func outcomeEntry(ofRequest request: Int64) throws(StoreError) -> EntryRow? {
    let find = try prepare(
      """
      SELECT \(EntryRow.columns) FROM journal
      WHERE sequence >= ?1 AND request = ?1 AND outcome IS NOT NULL ORDER BY sequence LIMIT 1
      """)
    find.bind(request, at: 1)
    guard try find.step() else { return nil }
    return try EntryRow(find)
  }

  borrowing func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
    let find = try prepare("SELECT secret FROM vault_key WHERE principal = ?1")
    find.bind(principal, at: 1)
    guard try find.step() else { return nil }
    return try find.vaultKey(0, of: principal)
  }

  borrowing func vaultValue(
    token: String, principal: String
  ) throws(StoreError) -> [UInt8]? {
    let find = try prepare("SELECT value FROM vault WHERE principal = ?1 AND token = ?2")
    find.bind(principal, at: 1)
    find.bind(token, at: 2)
    return try find.step() ? find.longText(0) : nil
  }

  /// The tokens among these for which the vault has no value, of any principal.
  borrowing func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String> {
    var left = tokens
    let list = try prepare("SELECT token FROM vault")
    while try list.step() {
      left.remove(try list.words(0))
      if left.isEmpty { break }
    }
    return left
  }

  /// Throws `damaged` when a table other than the table of entries contains a value that no journal
  /// may contain.
  borrowing func checkValues(format: Int64) throws(StoreError) {
    for table in TableText.all(of: Migration.all.prefix(Int(clamping: format)))
    where table.name != "journal" {
      let list = try prepare("SELECT * FROM \(table.name)")
      while try list.step() {
        for column in 0..<list.columnCount {
          do throws(StoreError) {
            try list.checkValue(column)
          } catch .damaged(let reason, let sequence) {
            throw .damaged(reason: "table '\(table.name)': \(reason)", sequence: sequence)
          }
        }
      }
    }
  }

  borrowing func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    let find = try prepare("SELECT json FROM route_table WHERE digest = ?1")
    find.bind(digest, at: 1)
    return try find.step() ? find.longText(0) : nil
  }
}

extension Statement {
  /// A principal's key; a key of another length is not copied.
  borrowing func vaultKey(
    _ column: Int32, of principal: String
  ) throws(StoreError) -> VaultKey {
    guard let secret = digest(column) else {
      throw .damaged(reason: "a key of its vault is not \(VaultKey.length) bytes", sequence: nil)
    }
    return VaultKey(principal: principal, secret: secret.bytes)
  }
}

extension SeenRow {
  /// The present row of a statement: source, fingerprint, request, outcome, time.
  init(_ statement: borrowing Statement) throws(StoreError) {
    self.init(
      source: try statement.words(0), fingerprint: UInt64(bitPattern: statement.integer(1)),
      request: try statement.number(2), outcome: try statement.optionalWords(3),
      seenMicroseconds: try statement.number(4))
  }
}

extension SessionRow {
  /// The present row of a statement; its columns are ``columns``.
  init(_ statement: borrowing Statement) throws(StoreError) {
    self.init(
      number: try statement.number(0), identifier: try statement.words(1),
      device: try statement.words(2),
      beganMicroseconds: try statement.number(7), firstSequence: try statement.number(11))
    appVersion = try statement.optionalWords(3)
    build = try statement.optionalWords(4)
    system = try statement.optionalWords(5)
    tableDigest = try statement.optionalWords(6)
    endedMicroseconds = try statement.optionalNumber(8)
    beginning = try statement.optionalWords(9)
    ending = try statement.optionalWords(10)
    lastSequence = try statement.optionalNumber(12)
  }
}

extension CheckpointRow {
  /// The present row of a statement; its columns are ``columns``.
  init(_ statement: borrowing Statement) throws(StoreError) {
    self.init(
      sequence: try statement.number(0), format: try statement.number(1),
      state: try statement.longText(2),
      stateDigest: UInt64(bitPattern: statement.integer(3)))
  }
}
