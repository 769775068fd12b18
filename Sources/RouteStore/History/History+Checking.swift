/// What a check of a file has to look at beside the entries.
extension History {
  /// Calls `body` with each identifier that a source gave a request, in the order of their bytes.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachSeen(_ body: (SeenRow) throws -> Void) throws {
    let list = try file.connection.prepare(
      "SELECT source, fingerprint, request, outcome, seen_us FROM seen ORDER BY source")
    while try list.step() {
      try body(try SeenRow(list))
    }
    try file.check()
  }

  /// Calls `body` with each value of the vault and the key that its token has to be made with; nil
  /// when the vault has no key of that principal.
  ///
  /// Throws `StoreError`, and whatever `body` throws.
  package func forEachVaultValue(_ body: (VaultValue, VaultKey?) throws -> Void) throws {
    let list = try file.connection.prepare(
      """
      SELECT v.token, v.principal, v.value, v.stored_us, k.secret
      FROM vault v LEFT JOIN vault_key k ON k.principal = v.principal
      ORDER BY v.principal, v.token
      """)
    while try list.step() {
      let principal = try list.words(1)
      let key = list.isNull(4) ? nil : try list.vaultKey(4, of: principal)
      try body(
        VaultValue(
          token: try list.words(0), principal: principal, value: try list.longText(2),
          storedMicroseconds: try list.number(3)), key)
    }
    try file.check()
  }

  /// Calls `body` with every text of an entry in which a token can stand, the newest first, until
  /// it says that it has seen enough.
  package func forEachEntryText(_ body: ([UInt8]) -> Bool) throws(StoreError) {
    try file.connection.forEachEntryText(body)
    try file.check()
  }

  /// The sequences of the checkpoints that are said to have another number of bytes than they have,
  /// oldest first.
  package func checkpointsOfOtherSize() throws(StoreError) -> [Int64] {
    let list = try file.connection.prepare(
      """
      SELECT sequence FROM checkpoint WHERE bytes <> length(CAST(state AS BLOB)) ORDER BY sequence
      """)
    var sequences: [Int64] = []
    while try list.step() { sequences.append(try list.number(0)) }
    return sequences
  }

  /// Whose keys the vault holds.
  package func vaultPrincipals() throws(StoreError) -> [String] {
    try file.connection.vaultPrincipals()
  }

  /// Everything in which the tables, views, indexes and triggers of the file, and the names of the
  /// kinds of entries, are other ones than its format has, each as one line; empty for a format
  /// that this version does not know.
  ///
  /// What `ANALYZE` of SQLite leaves behind is no difference.
  public func schemaDifferences() throws(StoreError) -> [String] {
    guard format <= Self.newestFormat else { return [] }
    let ideal = try Connection(path: "", mode: .memory)
    try Migrator(migrations: Array(Migration.all.prefix(Int(format)))).migrate(ideal)
    let wanted = try ideal.schema()
    let found = try file.connection.schema()
    var differences: [String] = []
    for (name, sql) in wanted {
      guard let index = found.firstIndex(where: { $0.name == name }) else {
        differences.append("\(name) is missing")
        continue
      }
      if !found[index].sql.utf8.elementsEqual(sql.utf8) {
        differences.append("\(name) is defined in another way")
      }
    }
    for (name, _) in found where !wanted.contains(where: { $0.name == name }) {
      differences.append("\(FileBounds.quoted(name)) does not belong to the format")
    }
    if differences.isEmpty, try ideal.entryKinds() != file.connection.entryKinds() {
      differences.append("table entry_kind holds other names than the format has")
    }
    if differences.isEmpty, try ideal.migrationNumbers() != file.connection.migrationNumbers() {
      differences.append("table migration holds other numbers than the format has")
    }
    return differences
  }

  /// What SQLite's own check finds wrong with the pages of the file, at most a hundred lines. Reads
  /// the whole file.
  public func pageProblems() throws(StoreError) -> [String] {
    let start = ContinuousClock.now
    file.connection.steps.isGoingOn = walked.map { walked in
      { walked((ContinuousClock.now - start).components.seconds, 0) }
    }
    defer { file.connection.steps.isGoingOn = nil }
    let check = try file.connection.prepare("PRAGMA integrity_check(100)")
    var problems: [String] = []
    while try check.step() { problems.append(check.text(0)) }
    try file.check()
    return problems == ["ok"] ? [] : problems
  }
}

extension Connection {
  /// Each thing in the schema with the text that makes it; indexes that SQLite makes itself have
  /// none and are left out, as its statistics are.
  fileprivate borrowing func schema() throws(StoreError) -> [(name: String, sql: String)] {
    let list = try prepare(
      """
      SELECT type || ' ' || name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite@_stat%' ESCAPE '@' ORDER BY name, type
      """)
    var things: [(name: String, sql: String)] = []
    while try list.step() { things.append((list.text(0), list.text(1))) }
    return things
  }

  fileprivate borrowing func migrationNumbers() throws(StoreError) -> [Int64] {
    let list = try prepare("SELECT number FROM migration ORDER BY number")
    var numbers: [Int64] = []
    while try list.step() { numbers.append(try list.number(0)) }
    return numbers
  }

  fileprivate borrowing func entryKinds() throws(StoreError) -> [String] {
    let list = try prepare("SELECT number || ' ' || name FROM entry_kind ORDER BY number")
    var kinds: [String] = []
    while try list.step() { kinds.append(try list.words(0)) }
    return kinds
  }
}
