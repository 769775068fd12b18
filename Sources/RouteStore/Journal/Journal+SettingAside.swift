import CRouteSQLite

extension Journal {
  /// Gives a damaged file another name that says so, its log and index with it, and changes nothing
  /// in it. Nothing is overwritten. The next launch goes on from what of it is sound.
  ///
  /// - Returns: the new path: the old one with `-damaged-` and a number behind it.
  /// - Throws: `owned` while a session has the file, `missing`, `newerFormat`, and `notAJournal`
  ///   for a database of another program and for what is no regular file: they stay as they are;
  ///   `readOnly`, `cannotOpen` or `inputOutput` when the folder does not allow it.
  package static func setAside(_ given: String) throws(StoreError) -> String {
    try setAside(given, foundAs: nil)
  }

  /// Does the same, if the file is still the one that was found damaged.
  ///
  /// - Throws: also `busy` when it is another: somebody else has set that one aside since.
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

  /// Does the same with the file that this journal has. Until ``beginAnew(with:)`` there is none.
  ///
  /// - Returns: the new path; nil when the file is gone already.
  /// - Throws: also `moved` when another file is in its place, and `overtaken` when another session
  ///   wrote to it since it was released: nothing is known against that.
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

  /// Takes the right to write a file that was released, and whose damage was known before.
  ///
  /// Throws `owned` while another session has it, `overtaken` when it ends elsewhere than this one
  /// left it.
  private func retakeDamaged(_ path: String) throws(StoreError) {
    ownership = try Ownership(of: path)
    // An end that cannot be read says no more than is known.
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

  /// Whether entries start after a position and there is none yet: what was there before is in
  /// another file.
  // A base that cannot be read is no place to go on from; reading on then says why.
  package var isContinuation: Bool { head != .start && (try? connection.base()) == head }

  /// Whether there is no entry yet.
  package var holdsNothing: Bool { head == .start || isContinuation }

  /// The beginning of a new file that takes the place of another: everything numbered there keeps
  /// its number.
  package struct Beginning {
    /// The position after which its entries start.
    package let base: JournalAnchor
    /// The state there; nil where it is written by itself.
    package let checkpoint: CheckpointRow?

    package init(after base: JournalAnchor, with checkpoint: CheckpointRow? = nil) {
      let place = checkpoint?.sequence ?? base.sequence
      precondition(base.sequence == place, "the state is the one at the position")
      (self.base, self.checkpoint) = (base, checkpoint)
    }
  }

  /// Makes a new file where there is none any more, and goes on in it.
  package func beginAnew(with beginning: Beginning) throws(StoreError) {
    guard case .file(let path) = location else { return }
    try Self.create(path, beginning)
    head = beginning.base  // it is this journal's file, also when it cannot be opened just now
    try resume(Self.connect(path, durability: durability), head)
  }

  /// Whether there is a file, of whatever kind. One that the system tells nothing of may be there.
  package static func exists(at path: String) -> Bool { !FilePath.isFree(path) }

  /// Finishes what a death left half done while a file was set aside.
  ///
  /// - Throws: `owned` while somebody else may be at it, and what renaming throws.
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

  /// Takes away the mark beside the file: what was set aside is taken up, or there was an entry
  /// already. What says so must not be lost in a power cut alone.
  package func removeAsideMark() {
    // While the log cannot be written home the mark stays, for the next launch.
    guard let path, AsideMark(beside: path).isThere, (try? checkpointLog()) != nil else { return }
    AsideMark(beside: path).remove()
  }

  /// Sees to it that the file stays as it is when this journal ends, its log too: it turned out to
  /// be damaged.
  package func leaveAsItIs() {
    connection.set(option: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
  }

  /// Reads no value that is larger than any of a journal, and throws `damaged` when a table beside
  /// that of the entries holds one that no journal may hold: for a file that may be anybody's.
  package func checkValues() throws(StoreError) {
    connection.boundValues()
    try connection.checkValues(format: Migrator().newestFormat)
  }

  /// Lets a journal that holds nothing start after a position, as one does that was pruned up to
  /// there; if it did already, after this one instead.
  package func start(with beginning: Beginning) throws(StoreError) {
    precondition(holdsNothing, "the journal is empty")
    try connection.transaction { () throws(StoreError) in
      try connection.begin(with: beginning)
    }
    head = beginning.base
  }
}

extension Connection {
  /// Writes what a journal without entries goes on from, instead of what it did before.
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
