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
    // Private values pass through temporary tables, which must not become files.
    let synchronous = durability == .power ? "FULL" : "NORMAL"
    // On Apple's systems a synchronisation ends in the drive's memory unless more is asked for.
    let full = durability == .power ? "ON" : "OFF"
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

  /// Lets closing copy the log into the file again: the file is known to be a sound journal.
  package borrowing func closesNormally() {
    set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
  }

  /// Prepares a connection for reading alone; of a file that may have been made by anybody, once it
  /// is distrusted.
  package borrowing func becomeReader() throws(StoreError) {
    waitForLocks(milliseconds: Self.lockPatience)
    boundValues()
    for (limit, value) in Self.readingLimits { set(limit: limit, to: value) }
    try execute("PRAGMA query_only=ON; PRAGMA threads=2")
  }

  /// Lets a damaged file be read as far as it goes: one that is shorter than its header says, and
  /// tables that are whole beside others that are not. For a connection that only reads. (SQLite,
  /// `lockBtree`: a file that was cut is refused as a whole unless its schema may be written.)
  borrowing func readsWhatIsLeft() {
    set(option: SQLITE_DBCONFIG_DEFENSIVE, false)
    set(option: SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
  }

  /// Has SQLite take in no value that is larger than any of a journal.
  borrowing func boundValues() { set(limit: SQLITE_LIMIT_LENGTH, to: FileBounds.valueBytes) }

  /// The schema of a file is data of unknown origin: it gets no more rights than its rows, and what
  /// SQLite takes in of it is bounded. To be called before anything is asked of the file.
  package borrowing func distrustFile() {
    for (limit, value) in Self.schemaLimits { set(limit: limit, to: value) }
    set(option: SQLITE_DBCONFIG_DEFENSIVE, true)
    set(option: SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    set(option: SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
    unsafe _ = sqlite3_exec(handle, "PRAGMA cell_size_check=ON", nil, nil, nil)
  }

  /// Bounds on what the schema of a file may be made of.
  private static var schemaLimits: [(limit: Int32, value: Int32)] {
    [
      (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 200),
      (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50),
      (SQLITE_LIMIT_FUNCTION_ARG, 32),
    ]
  }

  /// Bounds on what a file or a query may ask of the reader.
  private static var readingLimits: [(limit: Int32, value: Int32)] {
    [
      (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    ]
  }
}
