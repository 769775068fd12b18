/// The parts of a file that a check has to examine besides the entries.
extension History {
  /// Calls `body` with each identifier that a source gave a request, ordered by bytes.
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

  /// Calls `body` with each value of the vault and the key for its token; nil when the vault has no
  /// key of that principal.
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

  /// Calls `body` with every text of an entry that may contain a token, newest first, until it
  /// returns that it is done.
  package func forEachEntryText(_ body: ([UInt8]) -> Bool) throws(StoreError) {
    try file.connection.forEachEntryText(body)
    try file.check()
  }

  /// The sequences of the checkpoints whose recorded size differs from their real size, oldest
  /// first.
  package func checkpointsOfOtherSize() throws(StoreError) -> [Int64] {
    let list = try file.connection.prepare(
      """
      SELECT sequence FROM checkpoint WHERE bytes <> length(CAST(state AS BLOB)) ORDER BY sequence
      """)
    var sequences: [Int64] = []
    while try list.step() { sequences.append(try list.number(0)) }
    return sequences
  }

  /// The principals whose keys the vault contains.
  package func vaultPrincipals() throws(StoreError) -> [String] {
    try file.connection.vaultPrincipals()
  }

  /// All differences between the tables, views, indexes and triggers of the file and those of its
  /// format. If there are none, the first table whose rows never change and that has other rows.
  /// Empty for a format that this version does not know.
  ///
  /// Tables made by SQLite's `ANALYZE` are not a difference.
  public func schemaDifferences() throws(StoreError) -> [SchemaDifference] {
    guard format <= Self.newestFormat else { return [] }
    let ideal = try Connection(path: "", mode: .memory)
    try Migrator(migrations: Array(Migration.all.prefix(Int(format)))).migrate(ideal)
    let wanted = try ideal.schema()
    let found = try file.connection.schema()
    var differences: [SchemaDifference] = []
    for thing in wanted {
      guard let index = found.firstIndex(where: { $0.kind == thing.kind && $0.name == thing.name })
      else {
        differences.append(thing.difference(.missing))
        continue
      }
      if !found[index].sql.utf8.elementsEqual(thing.sql.utf8) {
        differences.append(thing.difference(.altered))
      }
    }
    for thing in found
    where !wanted.contains(where: { $0.kind == thing.kind && $0.name == thing.name }) {
      differences.append(thing.difference(.foreign))
    }
    func compareRows(of table: String, _ what: String, _ isSame: Bool) {
      guard differences.isEmpty, !isSame else { return }
      differences.append(SchemaDifference(kind: "table", name: table, problem: .rows(what)))
    }
    guard differences.isEmpty else { return differences }
    compareRows(
      of: "entry_kind", "names", try ideal.entryKinds() == file.connection.entryKinds())
    compareRows(
      of: "migration", "numbers",
      try ideal.migrationNumbers() == file.connection.migrationNumbers())
    return differences
  }

  /// The problems that SQLite's own check finds in the pages of the file, at most a hundred lines.
  /// It reads the whole file. Empty for a file with a computed index or another definition of a
  /// table: the check would compute these, so it is not made.
  public func pageProblems() throws(StoreError) -> [String] {
    let foreign = try file.connection.foreignPart(format: format, passing: ForeignPart.triggers)
    guard foreign == nil else { return [] }
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

/// An item of a schema, and the text that creates it.
private struct SchemaThing {
  let kind: String
  let name: String
  let sql: String

  func difference(_ problem: History.SchemaDifference.Problem) -> History.SchemaDifference {
    History.SchemaDifference(kind: kind, name: name, problem: problem)
  }
}

extension Connection {
  /// Each item of the schema with the text that creates it. Indexes that SQLite makes itself have
  /// no text and are left out, as are its statistics.
  fileprivate borrowing func schema() throws(StoreError) -> [SchemaThing] {
    let list = try prepare(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite@_stat%' ESCAPE '@' ORDER BY name, type
      """)
    var things: [SchemaThing] = []
    while try list.step() {
      things.append(SchemaThing(kind: list.text(0), name: list.text(1), sql: list.text(2)))
    }
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
