import CRouteSQLite

extension Journal {
  /// Appends one entry in a transaction of its own and sets its chain digest: the common case.
  ///
  /// The entry's sequence must be the head's plus one; any other value is a mistake of the caller
  /// and traps. If it throws, nothing was written and ``head`` is unchanged; after `inputOutput`,
  /// call ``reopen(through:)``.
  package func append(_ entry: inout EntryRow) throws(StoreError) {
    try checkFileSometimes()
    let previous = head
    // A statement outside a transaction is one by itself, which saves two statements.
    try insert(&entry, after: previous)
    head = JournalAnchor(sequence: entry.sequence, digest: entry.chainDigest)
  }

  /// Appends entries, and no other rows, in one transaction. All entries are written into one row
  /// object, which is not kept. In a batch, the rows of two entries took 2,300 instructions.
  ///
  /// - Parameters:
  ///   - count: the number of entries; at least one, numbered as in ``append(_:)-(EntryRow)``.
  ///   - encode: writes the entry at an index into the row.
  /// - Throws: as ``append(_:)-(EntryRow)``.
  package func append(
    _ count: Int, in row: inout EntryRow, _ encode: (Int, inout EntryRow) -> Void
  ) throws(StoreError) {
    guard count > 1 else {
      encode(0, &row)
      return try append(&row)
    }
    try transact { tail throws(StoreError) in
      for index in 0..<count {
        encode(index, &row)
        try insert(&row, after: tail)
        tail = JournalAnchor(sequence: row.sequence, digest: row.chainDigest)
      }
    }
  }

  /// Appends a batch in one transaction and sets the chain digests of its entries.
  ///
  /// The entries' sequences must continue from the head without gaps; any other value is a mistake
  /// of the caller and traps. If it throws, nothing was written and ``head`` is unchanged; after
  /// `inputOutput`, call ``reopen(through:)``.
  package func append(_ batch: inout JournalBatch) throws(StoreError) {
    if batch.entries.count == 1, batch.hasOnlyEntries {
      return try append(&batch.entries[0])
    }
    try transact { tail throws(StoreError) in
      for index in batch.entries.indices {
        try insert(&batch.entries[index], after: tail)
        tail.sequence = batch.entries[index].sequence
        tail.digest = batch.entries[index].chainDigest
      }
      if !batch.hasOnlyEntries { try writeCompanions(of: batch, newest: tail) }
    }
  }

  /// Writes entries in one transaction. `tail` is the head before the first entry, and the one
  /// after the last.
  private func transact(
    _ write: (_ tail: inout JournalAnchor) throws(StoreError) -> Void
  ) throws(StoreError) {
    try checkFileSometimes()
    var tail = head
    do {
      try statements.begin.run()
      try write(&tail)
      try statements.commit.run()
    } catch {
      connection.rollBack()
      if tail != head { note(attempt: tail) }
      throw error
    }
    head = tail
  }

  /// Notes the end of entries whose commit reported a failure, unless an earlier one is noted. The
  /// numbers of later entries may not be those that the caller has given since.
  private func note(attempt end: JournalAnchor) { if attempted == nil { attempted = end } }

  /// Checking the file costs a tenth of a commit, so it is not done for each of many commits in a
  /// row.
  private func checkFileSometimes() throws(StoreError) {
    let now = ContinuousClock.now
    if let last = lastFileCheck, last.duration(to: now) < .milliseconds(100) { return }
    try checkFile()
    lastFileCheck = now
  }

  private func insert(_ entry: inout EntryRow, after previous: JournalAnchor) throws(StoreError) {
    precondition(entry.sequence == previous.sequence + 1, "entries are numbered without gaps")
    let size = entry.textSize
    if let column = entry.columnBeyondBounds(size: size) {
      connection.rollBack()
      throw .limitReached(reason: FileBounds.problem(of: column))
    }
    let digest = bytes.encode(
      entry, size: size, after: previous.digest, into: &statements.entryColumns)
    let handle = unsafe statements.insertEntry.handle
    let code = unsafe sqlite3_step(handle)
    guard code == SQLITE_DONE else {
      let error = statements.insertEntry.failure(code)
      connection.rollBack()
      note(attempt: JournalAnchor(sequence: entry.sequence, digest: digest))
      throw error
    }
    unsafe _ = sqlite3_reset(handle)
    entry.chainDigest = digest
  }
}
