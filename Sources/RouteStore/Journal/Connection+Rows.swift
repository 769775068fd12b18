/// What both the writer and the reader of a journal ask of its tables.
extension Connection {
  borrowing func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    let find = try prepare("SELECT \(EntryRow.columns) FROM journal WHERE sequence = ?1")
    find.bind(sequence, at: 1)
    guard try find.step() else { return nil }
    return EntryRow(find)
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

  /// Where the entries start: the beginning, or after the last one that was pruned.
  borrowing func base() throws(StoreError) -> JournalAnchor {
    let sequence = try integer("SELECT max(sequence) FROM base") ?? 0
    return try anchor(at: sequence) ?? .start
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
      let row = CheckpointRow(find)
      if isValid(row) { return row }
    }
    return nil
  }

  borrowing func sessions(newestOnly: Bool) throws(StoreError) -> [SessionRow] {
    let list = try prepare(
      """
      SELECT \(SessionRow.columns) FROM session ORDER BY number \
      \(newestOnly ? "DESC LIMIT 1" : "ASC")
      """)
    var rows: [SessionRow] = []
    while try list.step() { rows.append(SessionRow(list)) }
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
    return EntryRow(find)
  }

  borrowing func vaultKey(principal: String) throws(StoreError) -> VaultKey? {
    let find = try prepare("SELECT secret FROM vault_key WHERE principal = ?1")
    find.bind(principal, at: 1)
    guard try find.step() else { return nil }
    let secret = find.bytes(0)
    guard secret.count == VaultKey.length else {
      throw .damaged(reason: "a key of its vault is not \(VaultKey.length) bytes", sequence: nil)
    }
    return VaultKey(principal: principal, secret: secret)
  }

  borrowing func vaultValue(
    token: String, principal: String
  ) throws(StoreError) -> [UInt8]? {
    let find = try prepare("SELECT value FROM vault WHERE principal = ?1 AND token = ?2")
    find.bind(principal, at: 1)
    find.bind(token, at: 2)
    return try find.step() ? find.bytes(0) : nil
  }

  /// Those of the tokens that have no value, whoever's it would be.
  borrowing func tokensWithoutValue(among tokens: Set<String>) throws(StoreError) -> Set<String> {
    var left = tokens
    let list = try prepare("SELECT token FROM vault")
    while try list.step() {
      left.remove(list.text(0))
      if left.isEmpty { break }
    }
    return left
  }

  borrowing func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    let find = try prepare("SELECT json FROM route_table WHERE digest = ?1")
    find.bind(digest, at: 1)
    return try find.step() ? find.bytes(0) : nil
  }
}

extension SeenRow {
  /// The row a statement stands on: source, fingerprint, request, outcome, time.
  init(_ statement: borrowing Statement) {
    self.init(
      source: statement.text(0), fingerprint: UInt64(bitPattern: statement.integer(1)),
      request: statement.integer(2), outcome: statement.optionalText(3),
      seenMicroseconds: statement.integer(4))
  }
}

extension SessionRow {
  /// The row a statement stands on; its columns are ``columns``.
  init(_ statement: borrowing Statement) {
    self.init(
      number: statement.integer(0), identifier: statement.text(1), device: statement.text(2),
      beganMicroseconds: statement.integer(7), firstSequence: statement.integer(11))
    appVersion = statement.optionalText(3)
    build = statement.optionalText(4)
    system = statement.optionalText(5)
    tableDigest = statement.optionalText(6)
    endedMicroseconds = statement.optionalInteger(8)
    beginning = statement.optionalText(9)
    ending = statement.optionalText(10)
    lastSequence = statement.optionalInteger(12)
  }
}

extension CheckpointRow {
  /// The row a statement stands on; its columns are ``columns``.
  init(_ statement: borrowing Statement) {
    self.init(
      sequence: statement.integer(0), format: statement.integer(1), state: statement.bytes(2),
      stateDigest: UInt64(bitPattern: statement.integer(3)))
  }
}
