import CRouteSQLite

/// A connection that reads a file and leaves it, and its folder, byte for byte unchanged.
///
/// How the file is opened depends on the other processes that use it:
///
/// - **A live owner** has the journal's lock: SQLite's ordinary reading beside a writer, which
///   changes only lock bytes that the owner shares.
/// - **No owner, and no log or rollback journal beside the file**: opened as `immutable`, without
///   locks and without companion files. ``check()`` verifies that the file really stayed unchanged.
/// - **No owner, but a log or rollback journal**: reading would have to recover the file, so the
///   file and its companion (never the `-shm`, which is rebuilt) are copied to a private folder.
///   The folder is removed at once: open files keep their content without a name.
@safe package struct UntouchedFile: ~Copyable {
  package let connection: Connection
  private let way: Way
  private let path: String

  private enum Way {
    case besideOwner
    /// The facts that must still hold for the file: no lock keeps writers out.
    case immutable(FileFacts)
    case copy
  }

  /// Whether a private copy is read instead of the file.
  var isCopy: Bool { if case .copy = way { true } else { false } }

  /// Whether an owner may write to the file meanwhile.
  var isBesideOwner: Bool { if case .besideOwner = way { true } else { false } }

  /// Opens the file at `path` after checking that its header is that of a journal.
  ///
  /// - Parameter isDamaged: whether to read as much of it as possible.
  init(path given: String, allowingNewer: Bool, isDamaged: Bool) throws(StoreError) {
    guard try FileFacts.known(at: given) != nil else { throw .missing(path: given) }
    let path = try FilePath.resolved(given)
    var way = Way.besideOwner
    let connection = try Self.connect(
      path, named: given, allowingNewer: allowingNewer, isDamaged: isDamaged, by: &way)
    try connection.becomeReader()
    connection.boundSteps(fileBytes: FileFacts(path: path)?.size ?? 0)
    if isDamaged { connection.readsWhatIsLeft() }
    self.connection = connection
    self.way = way
    self.path = path
  }

  /// Opens an own file as if its owner were alive: SQLite recovers in place the content that a dead
  /// process left in the log. The file itself is not changed.
  init(recovering path: String) throws(StoreError) {
    let connection = try Self.open(path, .read)
    try connection.becomeReader()
    self.connection = connection
    way = .besideOwner
    self.path = path
  }

  /// Throws `busy` when another process wrote to the file since it was opened, so that the content
  /// that was read may be inconsistent.
  package borrowing func check() throws(StoreError) {
    guard case .immutable(let facts) = way else { return }
    guard FileFacts(path: path) == facts, Self.companions(of: path).isEmpty else {
      throw .busy(reason: "the file changed while it was being read")
    }
  }

  /// How often copying is tried while another process writes.
  private static var attempts: Int { 3 }

  /// Opens the file in the way that suits the other processes.
  private static func connect(
    _ path: String, named given: String, allowingNewer: Bool, isDamaged: Bool, by way: inout Way
  ) throws(StoreError) -> Connection {
    if Ownership.isHeld(of: path) { return try open(path, .read) }
    for _ in 0..<attempts {
      guard let facts = try FileFacts.known(at: path) else { throw .missing(path: path) }
      let header = try JournalHeader(path: path, named: given)
      try header.check(path: given, allowingNewer: allowingNewer)
      let companions = companions(of: path)
      if companions.isEmpty {
        way = .immutable(facts)
        return try open(path, .readImmutable)
      }
      if let copy = try openCopy(of: path, facts, companions, isDamaged) {
        way = .copy
        return copy
      }
    }
    throw .busy(reason: "somebody keeps writing to the file")
  }

  private static func open(
    _ path: String, _ mode: Connection.Mode
  ) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, mode: mode)
    connection.distrustFile()
    return connection
  }

  /// The log and the rollback journal beside a file, if they are not empty.
  private static func companions(of path: String) -> [String: FileFacts] {
    var found: [String: FileFacts] = [:]
    for suffix in ["-wal", "-journal"] {
      if let facts = FileFacts(path: path + suffix), facts.size > 0 { found[suffix] = facts }
    }
    return found
  }

  /// Opens a private copy of a file and its companions; nil when they changed meanwhile.
  private static func openCopy(
    of path: String, _ facts: FileFacts, _ companions: [String: FileFacts], _ isDamaged: Bool
  ) throws(StoreError) -> Connection? {
    let folder = try FilePath.makeTemporaryFolder()
    let copy = "\(folder)/journal"
    defer {
      for suffix in ["", "-wal", "-journal", "-shm"] { FilePath.remove(copy + suffix) }
      FilePath.removeFolder(folder)
    }
    try FilePath.copy(path, to: copy)
    for suffix in companions.keys.sorted() {
      try FilePath.copy(path + suffix, to: copy + suffix)
    }
    guard FileFacts(path: path) == facts, Self.companions(of: path) == companions else {
      return nil
    }
    try RollbackJournal.check(beside: copy)
    let connection = try open(copy, .write)
    if isDamaged { connection.readsWhatIsLeft() }
    // Recovers the copy and opens every file it needs, before their names are removed.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    return connection
  }
}
