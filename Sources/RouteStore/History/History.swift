/// A journal opened for reading: by tools, beside its owner, or from another person's bug report.
///
/// The file and its folder stay byte for byte as they were, whatever the file contains. Use a
/// history only on the thread or actor that made it; open one for each task to read in parallel.
public final class History {
  package let file: UntouchedFile

  /// The path it was opened with.
  public let path: String
  /// The format of the file; above ``newestFormat`` when it was opened allowing that.
  public let format: Int64

  /// The number of threads that read ahead when a long history is read entry by entry, each with a
  /// connection of its own. 0 is the default, for code that runs on several threads already. With
  /// 1, a verification takes 0.6 of the time without.
  public var readers = 0
  /// The number of entries that a reader takes at a time: some milliseconds of work. With 64, a
  /// verification took a quarter more processor time on both processors; 1,024 was no better.
  package var readAheadSize: Int64 = 512

  /// Called with the progress of a walk over a long history, and at its end; both counts start anew
  /// with each walk. SQLite's own check of the pages reports no progress: then this is called with
  /// the elapsed seconds and a total of 0. It is called on the thread of the walk.
  package var walked: ((_ done: Int64, _ total: Int64) -> Void)?

  /// Finds one entry after another.
  private var finder: EntryFinder?

  /// Whether views are defined for its queries.
  var definesViews = false

  /// The newest format that this version knows.
  public static var newestFormat: Int64 { Migrator().newestFormat }

  /// Opens a journal for reading.
  ///
  /// With `allowingNewer`, a file of a newer format is opened too: the parts that this version
  /// knows can be read, and ``format`` says that there are more. Throws `missing`, `notAJournal`,
  /// `newerFormat`, `editedMigration`, `damaged`, `busy`, `limitReached`, `cannotOpen` or
  /// `inputOutput`; `diskFull` or `readOnly` when a file with a log cannot be copied for reading.
  public convenience init(path: String, allowingNewer: Bool = false) throws(StoreError) {
    try self.init(path: path, allowingNewer: allowingNewer, isDamaged: false)
  }

  /// Opens a journal that may be damaged, to read its remaining content: also a truncated file,
  /// which SQLite otherwise refuses as a whole, a file with triggers or computed indexes, which
  /// only a writer executes, and one with another definition of a table that computes nothing.
  package convenience init(salvaging path: String, allowingNewer: Bool = false) throws(StoreError) {
    try self.init(path: path, allowingNewer: allowingNewer, isDamaged: true)
  }

  /// Opens an own journal after the death of its owner. The log is not copied; for another's file
  /// it is, so that the file stays unchanged. Such a copy took a third of a long simulation's time.
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
      case .damaged: break  // the records of migrations may be the missing part
      default: throw error
      }
      guard isDamaged, let number = try self.file.connection.integer("PRAGMA user_version")
      else { throw error }
      // In a truncated file the schema may be the missing part; then the bound on steps applies.
      let foreign = try? self.file.connection.foreignPart(
        format: number, passing: ForeignPart.salvaged)
      if let foreign { throw foreign.error }
      format = number
    }
    guard try self.file.connection.hasEntries else {
      throw .damaged(reason: "it has no table 'journal'", sequence: nil)
    }
  }

  deinit {
    // The connection closes with its last statement, and the file is released after that.
    finder = nil
  }

  /// The newest entry and its chain digest, as the file states them; the start for an empty
  /// journal.
  public func head() throws(StoreError) -> JournalAnchor {
    try Journal.readHead(file.connection)
  }

  /// Whether the journal has no entry.
  package var holdsNothing: Bool {
    get throws(StoreError) { try head() == base() }
  }

  /// Whether a unique index that the format does not have can refuse a row or replace another one.
  /// Such a file is read, but never written: a launch sets it aside.
  package var refusesRows: Bool {
    get throws(StoreError) {
      try file.connection.foreignPart(format: format, isWritten: true) != nil
    }
  }

  /// The position at which the entries start: the beginning, or the last pruned entry.
  public func base() throws(StoreError) -> JournalAnchor { try file.connection.base() }

  /// The position of an entry as the file states it; nil when there is none.
  public func anchor(at sequence: Int64) throws(StoreError) -> JournalAnchor? {
    try file.connection.anchor(at: sequence)
  }

  /// The entry at a sequence; nil when there is none.
  public func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    file.connection.steps.start()
    if let finder { return try finder.entry(at: sequence) }
    let finder = try EntryFinder(on: file.connection)
    self.finder = finder
    return try finder.entry(at: sequence)
  }

  /// Calls `body` with each entry that matches the query, in its order.
  ///
  /// One entry object is reused for all: copy the parts that should stay. The chain is not checked.
  /// Throws `StoreError`, and the errors of `body`.
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

  /// Calls `body` with each entry after a position, through a sequence, oldest first, and checks
  /// the chain.
  ///
  /// Returns the position of the last entry. Throws `damaged` with the first bad sequence, before
  /// `body` sees that entry, and the errors of `body`.
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

  /// Does the work of ``forEachCheckedEntry(after:through:_:)`` without progress reports, as a part
  /// of another walk.
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

  /// The newest checkpoint at or before a sequence for which `isValid` returns true.
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

  /// The digests of the stored route tables, ordered as texts.
  public func routeTableDigests() throws(StoreError) -> [String] {
    let list = try file.connection.prepare("SELECT digest FROM route_table ORDER BY digest")
    var digests: [String] = []
    while try list.step() { digests.append(try list.words(0)) }
    return digests
  }

  /// The canonical JSON of a route table; nil when the journal does not contain it.
  public func routeTable(digest: String) throws(StoreError) -> [UInt8]? {
    try file.connection.routeTable(digest: digest)
  }

  /// The private value of a principal's token; nil when it is gone or was left out.
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
