/// Reads entries from a statement one after another, into one row object.
///
/// The statement's columns are ``EntryRow/columns``.
struct EntryReader: ~Copyable {
  private let statement: Statement
  private var values = RowValues(columns: EntryRow.columnCount)
  private var row = EntryRow()
  private var bytes = EntryBytes()

  init(_ statement: consuming Statement) {
    self.statement = statement
  }

  /// Calls `body` with each entry.
  consuming func forEach(_ body: (EntryRow) throws -> Void) throws {
    while try statement.step() {
      values.fetch(from: statement)
      try row.read(from: values)
      try body(row)
    }
  }

  /// Does the work of ``forEachChecked(after:_:)`` for a statement with one parameter, the sequence
  /// after which the entries come. It can be called again afterwards.
  mutating func readOn(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws -> JournalAnchor {
    statement.bind(start.sequence, at: 1)
    defer { statement.reset() }
    return try forEachChecked(after: start, body)
  }

  /// Calls `body` with each entry after checking that it follows its predecessor.
  ///
  /// Throws `damaged` at the first entry whose position or chain digest is wrong, before `body`
  /// sees it.
  mutating func forEachChecked(
    after start: JournalAnchor, _ body: (EntryRow) throws -> Void
  ) throws -> JournalAnchor {
    var last = start
    while try statement.step() {
      values.fetch(from: statement)
      let sequence = values.integer(0)
      guard sequence == last.sequence &+ 1 else {
        throw StoreError.damaged(
          reason: "entry \(last.sequence &+ 1) is missing", sequence: last.sequence &+ 1)
      }
      let size = values.textSize
      if size > FileBounds.textBytes { try values.checkTexts(at: sequence) }
      guard let digest = bytes.digest(of: values, size: size, after: last.digest),
        digest == values.digest(23)
      else {
        throw StoreError.damaged(
          reason: "its chain digest does not fit its content", sequence: sequence)
      }
      last = JournalAnchor(sequence: sequence, digest: digest)
      try row.read(from: values)
      try body(row)
    }
    return last
  }
}
