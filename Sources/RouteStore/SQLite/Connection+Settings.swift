import CRouteSQLite

/// The failures that an acknowledged entry survives.
public enum Durability: Sendable, Hashable {
  /// The death of the process; after a power cut the file is an intact earlier prefix.
  case process
  /// A power cut too, at the price of one synchronisation of the disk per commit.
  case power
}

extension Connection {
  /// Milliseconds that a writer waits for a lock before it reports `busy`.
  package static var lockPatience: Int32 { 5_000 }

  /// Pages in the write-ahead log before a commit copies them into the file.
  static var checkpointPages: Int32 { 4_000 }

  /// Prepares a connection for writing a journal that has been recognised as ours.
  package borrowing func becomeWriter(durability: Durability) throws(StoreError) {
    waitForLocks(milliseconds: Self.lockPatience)
    _ = try prepare("PRAGMA journal_mode=WAL").step()
    let synchronous = durability == .power ? "FULL" : "NORMAL"
    // On Apple's systems a synchronisation ends in the drive's memory unless full synchronisation
    // is requested.
    let full = durability == .power ? "ON" : "OFF"
    // Private values are stored in temporary tables, which must not become files (`temp_store`).
    try execute(
      """
      PRAGMA synchronous=\(synchronous);
      PRAGMA fullfsync=\(full);
      PRAGMA checkpoint_fullfsync=\(full);
      PRAGMA foreign_keys=ON;
      PRAGMA secure_delete=ON;
      PRAGMA temp_store=MEMORY;
      PRAGMA wal_autocheckpoint=\(Self.checkpointPages);
      PRAGMA journal_size_limit=\(Int64(Self.checkpointPages) * 4_096);
      """)
  }

  /// Makes closing copy the log into the file again: the file is known to be a sound journal.
  borrowing func closesNormally() {
    set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }

  /// Prepares a connection for reading only. If the file may come from anyone, call
  /// ``distrustFile()`` before.
  package borrowing func becomeReader() throws(StoreError) {
    waitForLocks(milliseconds: Self.lockPatience)
    boundValues()
    for (limit, value) in Self.readingLimits { set(limit: limit, to: value) }
    try execute("PRAGMA query_only=ON; PRAGMA threads=2")
  }

  /// Allows reading a damaged file as far as possible: a file that is shorter than its header says,
  /// and sound tables beside damaged ones. For a connection that only reads. (SQLite, `lockBtree`:
  /// a truncated file is refused as a whole unless its schema may be written.)
  borrowing func readsWhatIsLeft() {
    set(option: SQLITE_DBCONFIG_DEFENSIVE, false)
    set(option: SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
  }

  /// Makes SQLite refuse values that are larger than any in a journal.
  borrowing func boundValues() { set(limit: SQLITE_LIMIT_LENGTH, to: FileBounds.valueBytes) }

  /// Restricts an untrusted file: its schema gets no more rights than its rows, and the size of the
  /// content that SQLite reads is bounded. To be called before anything is read from the file.
  package borrowing func distrustFile() {
    for (limit, value) in Self.schemaLimits { set(limit: limit, to: value) }
    set(option: SQLITE_DBCONFIG_DEFENSIVE, true)
    set(option: SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    set(option: SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    unsafe _ = sqlite3_exec(handle, "PRAGMA cell_size_check=ON", nil, nil, nil)
  }

  /// Bounds on the size of a file's schema.
  private static var schemaLimits: [(limit: Int32, value: Int32)] {
    [
      (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 200),
      (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50),
      (SQLITE_LIMIT_FUNCTION_ARG, 32),
    ]
  }

  /// Bounds on the cost of reading a file or running a query.
  private static var readingLimits: [(limit: Int32, value: Int32)] {
    [
      (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ]
  }
}
