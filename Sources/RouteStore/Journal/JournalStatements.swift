/// The statements of the hot path, compiled once per connection.
struct JournalStatements: ~Copyable {
  let begin: Statement
  let commit: Statement
  let insertEntry: Statement
  /// The parameters of the statement that inserts an entry.
  var entryColumns: EntryBindings
  let upsertSeen: Statement
  let findSeen: Statement
  /// The statements that write and delete a checkpoint: nil before the first use, and while one
  /// runs.
  private var insertCheckpoint: Statement?
  private var deleteCheckpoint: Statement?
  /// The reader of entries: nil before its first use, and while it reads.
  private var reader: EntryReader?

  init(_ connection: borrowing Connection) throws(StoreError) {
    let begin = try connection.prepare("BEGIN IMMEDIATE", persistent: true)
    let commit = try connection.prepare("COMMIT", persistent: true)
    let insertEntry = try connection.prepare(
      """
      INSERT INTO journal (\(EntryRow.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,
        ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
      """, persistent: true)
    let upsertSeen = try connection.prepare(
      """
      INSERT INTO seen (source, fingerprint, request, outcome, seen_us) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (source) DO UPDATE SET
        fingerprint = excluded.fingerprint, request = excluded.request, outcome = excluded.outcome
      """, persistent: true)
    let findSeen = try connection.prepare(
      "SELECT source, fingerprint, request, outcome, seen_us FROM seen WHERE source = ?1",
      persistent: true)
    // All or none: a value that cannot be copied is never initialised in part.
    self.begin = begin
    self.commit = commit
    unsafe entryColumns = EntryBindings(of: insertEntry.handle)
    self.insertEntry = insertEntry
    self.upsertSeen = upsertSeen
    self.findSeen = findSeen
  }

  /// Writes a checkpoint. A long tail needs one after every 128 entries.
  mutating func write(
    _ checkpoint: CheckpointRow, _ connection: borrowing Connection
  ) throws(StoreError) {
    let insert = try Self.take(&insertCheckpoint, or: CheckpointRow.insertion, connection)
    try insert.run(checkpoint)
    insert.clearBindings()  // a state can be large
    insertCheckpoint = consume insert
  }

  /// Deletes a checkpoint that another one replaces.
  mutating func deleteCheckpoint(
    at sequence: Int64, _ connection: borrowing Connection
  ) throws(StoreError) {
    let delete = try Self.take(
      &deleteCheckpoint, or: "DELETE FROM checkpoint WHERE sequence = ?1", connection)
    delete.bind(sequence, at: 1)
    try delete.run()
    deleteCheckpoint = consume delete
  }

  /// A kept statement, or a newly compiled one. It is returned after its run.
  private static func take(
    _ kept: inout Statement?, or sql: String, _ connection: borrowing Connection
  ) throws(StoreError) -> Statement {
    if let statement = kept.take() { return statement }
    return try connection.prepare(sql, persistent: true)
  }

  /// A reader of the entries after a position, to be returned after reading.
  ///
  /// A launch reads twice, and a follower of a journal reads one or two entries at a time.
  /// Compiling the statement takes as long as reading five entries.
  mutating func takeReader(_ connection: borrowing Connection) throws(StoreError) -> EntryReader {
    if let kept = reader.take() {
      connection.steps.start()
      return kept
    }
    return EntryReader(
      try connection.prepare(
        "SELECT \(EntryRow.columns) FROM journal WHERE sequence > ?1 ORDER BY sequence",
        persistent: true))
  }

  mutating func giveBack(_ reader: consuming EntryReader) {
    self.reader = consume reader
  }
}
