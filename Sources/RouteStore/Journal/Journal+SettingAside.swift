import CRouteSQLite

extension Journal {
  /// Gives a damaged file another name that says so, together with its log and index, without
  /// changing its content. Nothing is overwritten. The next launch continues from its sound part.
  ///
  /// - Returns: the new path: the old one with `-damaged-` and a number.
  /// - Throws: `owned` while a session has the file, `missing`, `newerFormat`, and `notAJournal`
  ///   for a database of another program and for an item that is not a regular file: these are not
  ///   changed; `readOnly`, `cannotOpen` or `inputOutput` when the folder does not allow it.
  package static func setAside(_ given: String) throws(StoreError) -> String {
    try setAside(given, foundAs: nil)
  }

  /// Sets the file aside if it is still the one that was found damaged.
  ///
  /// - Throws: also `busy` when it is another file: another process has set the damaged one aside
  ///   since.
  package static func setAside(
    _ given: String, foundAs found: FileFacts?
  ) throws(StoreError) -> String {
    let path = try FilePath.resolved(given)
    let ownership = try Ownership(of: path)
    do throws(StoreError) {
      let header = try JournalHeader(path: path)
      try header.checkIsNotForeign(path: path)
      try header.checkIsNotNewer()
      if let found, let facts = FileFacts(path: path), !facts.isSameFile(as: found) {
        throw .busy(reason: "another launch has just begun a new journal")
      }
      return try AsideMark(beside: path).moveFile()
    } catch {
      ownership.abandon()
      throw error
    }
  }

  /// Sets aside the file of this journal. Until ``beginAnew(with:)`` there is no file.
  ///
  /// - Returns: the new path; nil when the file is gone already.
  /// - Throws: also `moved` when another file is in its place, and `overtaken` when another session
  ///   wrote to it since it was released: that file is not known to be damaged.
  package func setAside() throws(StoreError) -> String? {
    guard case .file(let path) = location else { return nil }
    let isThere = try FileFacts.known(at: path) != nil
    if isThere, connection.hasMoved { throw .moved(path: path) }
    if ownership == nil { try retakeDamaged(path) }
    leaveAsItIs()
    try close()
    guard isThere else { return nil }
    try JournalHeader(path: path).checkIsNotForeign(path: path)
    return try AsideMark(beside: path).moveFile()
  }

  /// Takes the right to write a released file whose damage was known before.
  ///
  /// Throws `owned` while another session has it, `overtaken` when it does not end where this
  /// session left it.
  private func retakeDamaged(_ path: String) throws(StoreError) {
    ownership = try Ownership(of: path)
    // An end that cannot be read adds no information.
    guard FileFacts(path: path) != nil, let end = try? Self.end(of: path), end != head else {
      return
    }
    ownership = nil
    throw .overtaken(path: path)
  }

  /// The newest position of a file that may be damaged.
  private static func end(of path: String) throws(StoreError) -> JournalAnchor {
    try RollbackJournal.check(beside: path)
    let file = try Connection(path: path, mode: .read)
    file.distrustFile()
    return try readHead(file)
  }

  /// Whether entries start after a position and there is none yet: the earlier entries are in
  /// another file.
  // A base that cannot be read is no position to continue from; reading on reports the error.
  package var isContinuation: Bool { head != .start && (try? connection.base()) == head }

  /// Whether the journal has no entry yet.
  package var holdsNothing: Bool { head == .start || isContinuation }

  /// The beginning of a new file that replaces another one: all numbers in the other file stay
  /// valid.
  package struct Beginning {
    /// The position after which its entries start.
    package let base: JournalAnchor
    /// The state there; nil when it is written separately.
    package let checkpoint: CheckpointRow?

    package init(after base: JournalAnchor, with checkpoint: CheckpointRow? = nil) {
      let place = checkpoint?.sequence ?? base.sequence
      precondition(base.sequence == place, "the state is the one at the position")
      (self.base, self.checkpoint) = (base, checkpoint)
    }
  }

  /// Makes a new file in place of a missing one, and continues in it.
  ///
  /// - Throws: `owned` when the lock was deleted too and another session has a new one, `moved`
  ///   when that session has left a file, and the errors of ``open(_:durability:)``.
  package func beginAnew(with beginning: Beginning) throws(StoreError) {
    guard case .file(let path) = location else { return }
    try owning(path) { () throws(StoreError) in
      guard try FileFacts.known(at: path) == nil else { throw .moved(path: path) }
      try Self.create(path, beginning)
      head = beginning.base  // it is this journal's file, even if it cannot be opened now
      try resume(Self.connect(path, durability: durability), head)
    }
  }

  /// Whether there is a file, of whatever kind. One that the system tells nothing of may be there.
  package static func exists(at path: String) -> Bool { !FilePath.isFree(path) }

  /// Finishes setting a file aside after a process died while doing so.
  ///
  /// - Throws: `owned` while another session may be doing it, and the errors of renaming.
  package static func finishSettingAside(_ given: String) throws(StoreError) {
    let path = try FilePath.resolved(given)
    guard AsideMark(beside: path).isUnfinished else { return }
    let ownership = try Ownership(of: path)
    do {
      try AsideMark(beside: path).finish()
    } catch {
      ownership.abandon()
      throw error
    }
  }

  /// Removes the mark beside the file: the new file has the salvaged content, or there was an entry
  /// already. The entry must not be lost in a power cut while the removal of the mark is kept.
  package func removeAsideMark() {
    // While the log cannot be written back, the mark stays, for the next launch.
    guard let path, AsideMark(beside: path).isThere, (try? checkpointLog()) != nil else { return }
    AsideMark(beside: path).remove()
  }

  /// Makes sure that the file and its log stay unchanged when this journal ends, because the file
  /// turned out to be damaged.
  package func leaveAsItIs() {
    connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
  }

  /// Limits the size of values that are read, and throws `damaged` when a table other than the
  /// table of entries contains a value that no journal may contain: for a file of any origin.
  package func checkValues() throws(StoreError) {
    connection.boundValues()
    try connection.checkValues(format: Migrator().newestFormat)
  }

  /// Makes an empty journal start after a position, as a journal does that was pruned up to there;
  /// a former start is replaced.
  package func start(with beginning: Beginning) throws(StoreError) {
    precondition(holdsNothing, "the journal is empty")
    try connection.transaction { () throws(StoreError) in
      try connection.begin(with: beginning)
    }
    head = beginning.base
  }
}

extension Connection {
  /// Writes the position from which a journal without entries continues, in place of a former one.
  borrowing func begin(with beginning: Journal.Beginning) throws(StoreError) {
    try execute("DELETE FROM base")
    try execute("DELETE FROM checkpoint")
    let insert = try prepare("INSERT INTO base VALUES (?1, ?2)")
    insert.bind(beginning.base.sequence, at: 1)
    insert.bind(blob: Array(beginning.base.digest.bytes), at: 2)
    try insert.run()
    if let checkpoint = beginning.checkpoint {
      try prepare(CheckpointRow.insertion).run(checkpoint)
    }
  }
}

extension JournalHeader {
  /// Throws `notAJournal` when the file is a sound database of another program.
  fileprivate func checkIsNotForeign(path: String) throws(StoreError) {
    guard isOfAnotherProgram else { return }
    let tables: Int64?
    do throws(StoreError) {
      let file = try Connection(path: path, mode: .readImmutable)
      file.distrustFile()
      file.readsWhatIsLeft()  // a definition that cannot be read may be a newer SQLite's
      tables = try file.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('journal', 'entry_kind')")
    } catch {
      switch error {
      // A file without a readable schema is no sound database of any program.
      case .damaged, .notAJournal: return
      default: throw error
      }
    }
    guard tables != 2 else { return }
    throw .notAJournal(path: path, reason: "it is a database of another program")
  }
}
