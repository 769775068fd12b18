extension Journal {
  /// Writes the companion rows of a batch, inside its transaction.
  func writeCompanions(
    of batch: borrowing JournalBatch, newest: JournalAnchor
  ) throws(StoreError) {
    if let session = batch.session { try write(session) }
    for row in batch.seen { try write(row) }
    try forgetPrivateValues(batch.retention)
    for key in batch.vaultKeys { try write(key) }
    for value in batch.vaultValues { try write(value) }
    // A checkpoint that no reader accepts would damage a sound journal; it is only an optimisation.
    if let checkpoint = batch.checkpoint, checkpoint.state.count < FileBounds.valueBytes {
      try statements.write(checkpoint, connection)
    }
    if let table = batch.routeTable { try write(table) }
    if !batch.retention.isEmpty { try forget(batch.retention, newest: newest) }
  }

  func write(_ table: RouteTableRow) throws(StoreError) {
    let insert = try connection.prepare("INSERT OR IGNORE INTO route_table VALUES (?1, ?2)")
    insert.bind(table.digest, at: 1)
    insert.bind(utf8: table.json, at: 2)
    try insert.run()
  }

  func write(_ session: SessionRow) throws(StoreError) {
    let upsert = try connection.prepare(
      """
      INSERT OR REPLACE INTO session (\(SessionRow.columns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """)
    upsert.bind(session.number, at: 1)
    upsert.bind(session.identifier, at: 2)
    upsert.bind(session.device, at: 3)
    upsert.bind(session.appVersion, at: 4)
    upsert.bind(session.build, at: 5)
    upsert.bind(session.system, at: 6)
    upsert.bind(session.tableDigest, at: 7)
    upsert.bind(session.beganMicroseconds, at: 8)
    upsert.bind(session.endedMicroseconds, at: 9)
    upsert.bind(session.beginning, at: 10)
    upsert.bind(session.ending, at: 11)
    upsert.bind(session.firstSequence, at: 12)
    upsert.bind(session.lastSequence, at: 13)
    try upsert.run()
  }

  func write(_ row: SeenRow) throws(StoreError) {
    statements.upsertSeen.bind(row.source, at: 1)
    statements.upsertSeen.bind(Int64(bitPattern: row.fingerprint), at: 2)
    statements.upsertSeen.bind(row.request, at: 3)
    statements.upsertSeen.bind(row.outcome, at: 4)
    statements.upsertSeen.bind(row.seenMicroseconds, at: 5)
    try statements.upsertSeen.run()
  }

  func write(_ key: VaultKey) throws(StoreError) {
    let insert = try connection.prepare("INSERT OR IGNORE INTO vault_key VALUES (?1, ?2)")
    insert.bind(key.principal, at: 1)
    insert.bind(blob: key.secret, at: 2)
    try insert.run()
  }

  func write(_ value: VaultValue) throws(StoreError) {
    let insert = try connection.prepare(
      "INSERT INTO vault (token, principal, value, stored_us) VALUES (?1, ?2, ?3, ?4) "
        + "ON CONFLICT DO NOTHING")
    insert.bind(value.token, at: 1)
    insert.bind(value.principal, at: 2)
    insert.bind(utf8: value.value, at: 3)
    insert.bind(value.storedMicroseconds, at: 4)
    try insert.run()
  }

  private func forget(_ retention: Retention, newest: JournalAnchor) throws(StoreError) {
    if let replaced = retention.replacedCheckpoint {
      try statements.deleteCheckpoint(at: replaced, connection)
    }
    try delete("checkpoint WHERE sequence < ?1", retention.checkpointsBefore)
    try delete("session WHERE number < ?1", retention.sessionsBefore)
    guard let last = retention.entriesThrough else { return }
    precondition(last < newest.sequence, "the newest entry always stays")
    try delete("base WHERE sequence < ?1", last)
    let base = try connection.prepare(
      "INSERT OR IGNORE INTO base SELECT sequence, chain_digest FROM journal WHERE sequence = ?1")
    base.bind(last, at: 1)
    try base.run()
    try delete("journal WHERE sequence <= ?1", last)
    try delete("seen WHERE request <= ?1", last)
    try forgetRouteTables()
  }

  /// Deletes the route tables that no session and no entry names any more: an app that gets them
  /// over the network has a new one each time. A session's beginning, an adoption and the end of an
  /// outage name the table in force; a restoring names the table from which the place was migrated.
  /// Entries are only searched for tables that no session names, and once for all of them.
  private func forgetRouteTables() throws(StoreError) {
    try connection.execute(
      """
      WITH naming (payload) AS MATERIALIZED (
        SELECT payload FROM journal
        WHERE kind IN (
          SELECT number FROM entry_kind WHERE name IN ('began', 'restored', 'table', 'outage')))
      DELETE FROM route_table
      WHERE digest NOT IN (SELECT table_digest FROM session WHERE table_digest IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM naming WHERE instr(payload, digest) > 0)
      """)
  }

  /// Deletes the rows selected by a number; does nothing without a number.
  private func delete(_ rows: String, _ number: Int64?) throws(StoreError) {
    guard let number else { return }
    let delete = try connection.prepare("DELETE FROM \(rows)")
    delete.bind(number, at: 1)
    try delete.run()
  }
}

extension SessionRow {
  /// The columns of a row, in the order they are written and read.
  static let columns = """
    number, identifier, device, app_version, build, os, table_digest, began_us, ended_us, \
    beginning, ending, first_sequence, last_sequence
    """
}

extension CheckpointRow {
  /// The columns of a row, in the order they are written and read.
  static let columns = "sequence, format, state, state_digest"

  /// Writes a row, and replaces an existing one of its entry.
  static let insertion = """
    INSERT OR REPLACE INTO checkpoint (\(columns), bytes) VALUES (?1, ?2, ?3, ?4, ?5)
    """
}

extension Statement {
  /// Runs ``CheckpointRow/insertion`` for a checkpoint.
  borrowing func run(_ checkpoint: CheckpointRow) throws(StoreError) {
    bind(checkpoint.sequence, at: 1)
    bind(checkpoint.format, at: 2)
    bind(utf8: checkpoint.state, at: 3)
    bind(Int64(bitPattern: checkpoint.stateDigest), at: 4)
    bind(Int64(checkpoint.state.count), at: 5)
    try run()
  }
}
