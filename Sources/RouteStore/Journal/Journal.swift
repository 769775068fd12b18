import CRouteSQLite

/// The single writer of a journal: it appends entries, keeps the chain, and reads for restoring.
///
/// A journal is used where it was made and is not shared between threads. It owns the file: a
/// second journal on the same file, in this process or another, is refused with `owned` until this
/// one ends. All writing and checkpointing of the file uses its single connection.
package final class Journal {
  /// Where a journal lies.
  package enum Location: Sendable, Hashable {
    /// A file, created when missing; its folder must exist.
    case file(_ path: String)
    /// Memory; the journal is lost when the object is released.
    case memory
  }

  // Released in this order: statements, then the connection, then the right to write.
  var statements: JournalStatements
  var bytes = EntryBytes()
  var connection: Connection
  var ownership: Ownership?
  /// Whether the file is released, until it is reacquired.
  package internal(set) var isReleased = false
  /// The end of the first entries that could not be appended since ``forgetAttempt()``. Their
  /// commit may have succeeded: SQLite finds it in the log when it opens the file anew.
  var attempted: JournalAnchor?
  /// When the file was last found in its place; nil when it was not checked yet.
  var lastFileCheck: ContinuousClock.Instant?

  /// The location of the journal, links in the path resolved.
  package let location: Location
  /// The failures that an acknowledged entry survives.
  package let durability: Durability
  /// The newest entry and its chain digest, as the file states them.
  package internal(set) var head: JournalAnchor

  /// Opens or creates a journal and takes ownership of it.
  ///
  /// A file that is not a journal, or whose format is newer, is refused and not changed. Throws
  /// `owned`, `notAJournal`, `newerFormat`, `editedMigration`, `damaged`, `readOnly`, `cannotOpen`,
  /// `diskFull` or `inputOutput`.
  package static func open(
    _ location: Location, durability: Durability = .process
  ) throws(StoreError) -> Journal {
    try open(location, durability: durability, beginning: nil)
  }

  /// Opens or creates a journal; a new file continues from a beginning.
  package static func open(
    _ location: Location, durability: Durability, beginning: Beginning?
  ) throws(StoreError) -> Journal {
    switch location {
    case .memory:
      let connection = try Connection(path: "", mode: .memory)
      try Migrator().migrate(connection)
      try connection.becomeWriter(durability: durability)
      return try Journal(connection, ownership: nil, location: .memory, durability: durability)
    case .file(let given):
      let path = try FilePath.resolved(given)
      // The lock comes first: closing a file by hand would drop locks that another session of this
      // process has on it.
      let ownership = try Ownership(of: path)
      let connection: Connection
      do {
        if try FileFacts.known(at: path) == nil {
          try AsideMark(beside: path).finish()
          try create(path, beginning)
        }
        connection = try connect(path, named: given, durability: durability)
      } catch {
        ownership.abandon()
        throw error
      }
      return try Journal(
        connection, ownership: ownership, location: .file(path), durability: durability)
    }
  }

  private init(
    _ connection: consuming Connection, ownership: consuming Ownership?, location: Location,
    durability: Durability
  ) throws(StoreError) {
    head = try Self.readHead(connection)
    statements = try JournalStatements(connection)
    connection.closesNormally()
    self.connection = connection
    self.ownership = ownership
    self.location = location
    self.durability = durability
  }

  /// Opens the file again after an input or output error, and reads the head again.
  ///
  /// Acknowledged entries are still there; ``head`` says whether a failed batch was written. A
  /// journal in memory is not changed.
  ///
  /// - Parameter last: the newest entry that may have been written; nil accepts the file as it is.
  /// - Throws: `missing` when the file is gone. `moved` when it does not contain the entry of
  ///   ``head``, or contains more than `last`: then it is another file, and this journal keeps the
  ///   former one. `owned` when its lock was deleted and another session has a new one. Also the
  ///   errors of ``open(_:durability:)`` and, for a released file, of ``retake()``.
  package func reopen(through last: Int64? = nil) throws(StoreError) {
    guard case .file(let path) = location else { return }
    if isReleased { return try retake() }
    guard try FileFacts.known(at: path) != nil else { throw .missing(path: path) }
    try owning(path) { () throws(StoreError) in
      let isKnown = isOpen && !connection.hasMoved
      let fresh = try Self.connect(path, durability: durability, isKnown: isKnown)
      let head = try Self.readHead(fresh)
      if let last, head != self.head {
        guard head.sequence <= last, try fresh.anchor(at: self.head.sequence) == self.head else {
          throw .moved(path: path)
        }
      }
      try resume(fresh, head)
    }
  }

  /// Copies the write-ahead log into the file and empties it; to be called when nothing else is
  /// going on.
  ///
  /// - Parameter isPatient: whether to wait for readers to end, as a write waits for a writer; a
  ///   host that goes to the background cannot wait.
  ///
  /// Throws `busy` when readers prevented it; nothing is lost then.
  package func checkpointLog(isPatient: Bool = false) throws(StoreError) {
    if !isPatient { connection.waitForLocks(milliseconds: 0) }
    defer { connection.waitForLocks(milliseconds: Connection.lockPatience) }
    let code = unsafe sqlite3_wal_checkpoint_v2(
      connection.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// Throws `moved` when the file is no longer the one that was opened.
  package func checkFile() throws(StoreError) {
    if connection.hasMoved { throw .moved(path: connection.path) }
  }

  static func readHead(_ connection: borrowing Connection) throws(StoreError) -> JournalAnchor {
    let newest = try connection.prepare(
      """
      SELECT * FROM (SELECT sequence, chain_digest FROM journal ORDER BY sequence DESC LIMIT 1)
      UNION ALL SELECT sequence, chain_digest FROM base
      """)
    guard try newest.step() else { return .start }
    guard let digest = newest.digest(1) else {
      throw .damaged(reason: "its chain digest is not 32 bytes", sequence: newest.integer(0))
    }
    return JournalAnchor(sequence: try newest.number(0), digest: digest)
  }
}

@available(*, unavailable)
extension Journal: Sendable {}

extension Journal {
  /// Creates a journal without entries under another name and renames it when it is complete, so
  /// that a crash leaves either nothing or a complete journal.
  static func create(_ path: String, _ beginning: Beginning?) throws(StoreError) {
    let unfinished = "\(path)-new"
    let leftovers = ["\(unfinished)", "\(unfinished)-journal", "\(unfinished)-wal"]
    // A log without its file is of no use, and would be taken for the new file's.
    let strays = ["\(path)-wal", "\(path)-journal", "\(path)-shm"]
    for name in leftovers + strays { FilePath.remove(name) }
    do {
      // If it cannot be made, SQLite reports the reason below, with an error that is tried again.
      // SQLite does not create the file itself, because others could read that.
      try? FilePath.makePrivate(unfinished)
      let connection = try Connection(path: unfinished, mode: .write)
      // This can only be set in a file without tables; it allows returning pruned pages later.
      try connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
      try Migrator().migrate(connection)
      if let beginning { try connection.begin(with: beginning) }
      _ = try connection.prepare("PRAGMA journal_mode=WAL").step()
    } catch {
      for name in leftovers { FilePath.remove(name) }
      throw error
    }
    try FilePath.rename(unfinished, to: path)
  }

  /// Opens an existing file for writing, after checking that it is a journal that this version can
  /// write.
  ///
  /// - Parameters:
  ///   - name: the name that the user gave the file, if it is not the path.
  ///   - isKnown: whether this process has the file open as a journal. Then its header is not read
  ///     by hand: closing any descriptor of a file drops every lock that the process has on it
  ///     (POSIX), including SQLite's.
  static func connect(
    _ path: String, named name: String? = nil, durability: Durability, isKnown: Bool = false
  ) throws(StoreError) -> Connection {
    if !isKnown {
      try JournalHeader(path: path, named: name).check(path: name ?? path)
      try RollbackJournal.check(beside: path)
    }
    let connection = try Connection(path: path, mode: .write)
    connection.distrustFile()
    // The newest format may still be in the log. Until the file is known to be a sound journal,
    // closing must not change it.
    connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    let format = try Migrator().check(connection, isWritten: true)
    try connection.becomeWriter(durability: durability)
    if format < Migrator().newestFormat { try Migrator().migrate(connection) }
    return connection
  }
}
