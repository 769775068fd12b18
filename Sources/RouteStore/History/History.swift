/// A journal opened for reading: by tools, beside its owner, or from somebody else's bug report.
///
/// The file and its folder stay byte for byte as they were, whatever the file holds. A history is
/// used from where it was made; open one per task to read in parallel.
public final class History {
  package let file: UntouchedFile

  /// The path it was opened with.
  public let path: String
  /// The format of the file; above ``newestFormat`` when it was opened allowing that.
  public let format: Int64

  /// How many threads read ahead where a long history is gone through entry by entry, each with a
  /// connection of its own: 0, which is the default, for a thread that has others beside it; 1
  /// takes 0.6 of the time that a verification needs without.
  public var readers = 0
  /// How many entries a reader takes at a time: some milliseconds of work. With 64 a verification
  /// took a quarter more of both processors' time, with 1,024 no less.
  package var readAheadSize: Int64 = 512

  /// Is told how far a walk over a long history has come, and the end when it comes to it: both
  /// counts rise from walk to walk anew. SQLite's own check of the pages does not tell how far it
  /// has come: then it is told for how many seconds that goes on, and a total of 0. Called where
  /// the entries are, on the thread of the walk.
  package var walked: ((_ done: Int64, _ total: Int64) -> Void)?

  /// Finds one entry after another.
  private var finder: EntryFinder?

  /// Whether views are defined for its queries.
  var definesViews = false

  /// The newest format this version knows.
  public static var newestFormat: Int64 { Migrator().newestFormat }

  /// Opens a journal for reading.
  ///
  /// With `allowingNewer`, a file of a newer format is opened too: what this version knows of it
  /// can be read, and ``format`` says that there is more. Throws `missing`, `notAJournal`,
  /// `newerFormat`, `editedMigration`, `damaged`, `busy`, `cannotOpen` or `inputOutput`.
  public convenience init(path: String, allowingNewer: Bool = false) throws(StoreError) {
    try self.init(path: path, allowingNewer: allowingNewer, isDamaged: false)
  }

  /// Opens a journal that may be damaged, to read what is left of it: also a file that was cut,
  /// which SQLite refuses as a whole otherwise.
  package convenience init(salvaging path: String, allowingNewer: Bool = false) throws(StoreError) {
    try self.init(path: path, allowingNewer: allowingNewer, isDamaged: true)
  }

  /// Opens a journal of one's own after the death of its owner. Nothing is copied, as the log of a
  /// stranger's file is to leave it as it was: a copy took a third of a long simulation's time.
  package convenience init(recovering path: String) throws(StoreError) {
    try self.init(
      UntouchedFile(recovering: path), path: path, allowingNewer: false, isDamaged: false)
  }

  private convenience init(path: String, allowingNewer: Bool, isDamaged: Bool) throws(StoreError) {
    try self.init(
      UntouchedFile(path: path, allowingNewer: allowingNewer, isDamaged: isDamaged), path: path,
      allowingNewer: allowingNewer, isDamaged: isDamaged)
  }

  private init(
    _ file: consuming UntouchedFile, path: String, allowingNewer: Bool, isDamaged: Bool
  ) throws(StoreError) {
    self.path = path
    self.file = file
    do throws(StoreError) {
      format = try Migrator().check(self.file.connection, allowingNewer: allowingNewer)
    } catch {
      switch error {
      case .damaged: break  // what migrations there were can be what is gone
      default: throw error
      }
      guard isDamaged, let number = try self.file.connection.integer("PRAGMA user_version")
      else { throw error }
      // Of a file that was cut the schema may be what is gone; then its steps are what is bounded.
      let foreign = try? self.file.connection.foreignPart(format: number)
      if let foreign { throw foreign.error }
      format = number
    }
    guard try self.file.connection.hasEntries else {
      throw .damaged(reason: "it has no table 'journal'", sequence: nil)
    }
  }

  deinit {
    // The connection closes with its last statement, and the file is let go after that.
    finder = nil
  }

  /// The newest entry and its chain digest, as the file says; the start for an empty journal.
  public func head() throws(StoreError) -> JournalAnchor {
    try Journal.readHead(file.connection)
  }

  /// Whether there is no entry.
  package var holdsNothing: Bool {
    get throws(StoreError) { try head() == base() }
  }

  /// Where the entries start: the beginning, or after the last entry that was pruned.
  public func base() throws(StoreError) -> JournalAnchor { try file.connection.base() }

  /// The position of an entry as the file says; nil when there is none.
  public func anchor(at sequence: Int64) throws(StoreError) -> JournalAnchor? {
    try file.connection.anchor(at: sequence)
  }

  /// One entry, or nil when there is none at the sequence.
  public func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    file.connection.steps.start()
    if let finder { return try finder.entry(at: sequence) }
    let finder = try EntryFinder(on: file.connection)
    self.finder = finder
    return try finder.entry(at: sequence)
  }

  /// Calls `body` with each entry that answers the question, in its order.
  ///
  /// The entry is reused for the next one: take out what should stay. The chain is not looked at.
  /// Throws `StoreError`, and whatever `body` throws.
  public func forEachEntry(
    _ query: HistoryQuery = HistoryQuery(), _ body: (EntryRow) throws -> Void
  ) throws {
    var part = WalkedPart(
      of: self, from: query.firstSequence, through: query.lastSequence,
      isReversed: query.isReversed)
    try EntryReader(query.statement(on: file.connection)).forEach { row in
      try body(row)
      part?.pass(row.sequence)
    }
    part?.end()
    try file.check()
  }

  /// Calls `body` with each entry after a position, through a sequence, oldest first, checking the
  /// chain on the way.
  ///
  /// Returns the position of the last entry. Throws `damaged` with the first bad sequence, before
  /// `body` sees that entry, and whatever `body` throws.
  @discardableResult
  public func forEachCheckedEntry(
    after start: JournalAnchor, through last: Int64 = .max,
    _ body: (EntryRow) throws -> Void = { _ in }
  ) throws -> JournalAnchor {
    var part = WalkedPart(of: self, after: start, through: last)
    let end = try checkEachEntry(after: start, through: last) { row in
      try body(row)
      part?.pass(row.sequence)
    }
    part?.end()
    return end
  }

  /// As ``forEachCheckedEntry(after:through:_:)``, without reports of progress: a part of another
  /// walk.
  func checkEachEntry(
    after start: JournalAnchor, through last: Int64, _ body: (EntryRow) throws -> Void
  ) throws -> JournalAnchor {
    var query = HistoryQuery()
    query.firstSequence = start.sequence == .max ? .max : start.sequence + 1
    if last != .max { query.lastSequence = last }
    let statement = try query.statement(on: file.connection)
    var reader = EntryReader(statement)
    let end = try reader.forEachChecked(after: start, body)
    try file.check()
    return end
  }

  /// Every session, oldest first.
  public func sessions() throws(StoreError) -> [SessionRow] {
    try file.connection.sessions(newestOnly: false)
  }

  /// The newest checkpoint at or before a sequence that `isValid` accepts, tried from new to old.
  package func newestCheckpoint(
    through sequence: Int64 = .max, where isValid: (CheckpointRow) -> Bool = { _ in true }
  ) throws(StoreError) -> CheckpointRow? {
    try file.connection.newestCheckpoint(through: sequence, where: isValid)
  }

  /// The sequences that have a checkpoint, oldest first.
  public func checkpointSequences() throws(StoreError) -> [Int64] {
    let list = try file.connection.prepare("SELECT sequence FROM checkpoint ORDER BY sequence")
    var sequences: [Int64] = []
    while try list.step() { sequences.append(try list.number(0)) }
    return sequences
  }

  /// The digests of the route tables it holds, in order of their text.
  public func routeTableDigests() throws(StoreError) -> [String] {
    let list = try file.connection.prepare("SELECT digest FROM route_table ORDER BY digest")
    var digests: [String] = []
    while try list.step() { digests.append(try list.words(0)) }
    return digests
  }

  /// The canonical JSON of a route table, or nil when the journal does not hold it.
  public func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    try file.connection.routeTable(digest: digest)
  }

  /// The private value behind a token of a principal, or nil when it is gone or was left out.
  package func vaultValue(token: String, principal: String) throws(StoreError) -> [UInt8]? {
    try file.connection.vaultValue(token: token, principal: principal)
  }
}

extension Connection {
  /// Whether there is a table of entries.
  fileprivate var hasEntries: Bool {
    get throws(StoreError) {
      try prepare("SELECT 1 FROM sqlite_schema WHERE name = 'journal'").step()
    }
  }
}

@available(*, unavailable)
extension History: Sendable {}
