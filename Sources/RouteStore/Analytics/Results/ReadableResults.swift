package import RouteStore

/// A file of results of replays, opened for reading only: it may come from anyone.
///
/// The exact schema that ``ReplayResults`` makes is known, so any other schema is refused before a
/// row is read. The whole table is read when the file is opened, so that a damaged file is refused
/// before any work on its rows.
package final class ReadableResults {
  /// The path it was opened with.
  package let path: String
  private let connection: Connection

  /// Opens a file of results.
  ///
  /// Throws `missing`, `notAJournal` for a file with other content, `newerFormat`, `damaged` when
  /// it cannot be read to the end, and the errors of opening.
  package init(path: String) throws(StoreError) {
    self.path = path
    try Self.check(JournalHeader(path: path), path)
    connection = try Connection(path: path, mode: .read)
    connection.distrustFile()
    try connection.becomeReader()
    connection.boundSteps(fileBytes: FileFacts(path: path)?.size ?? 0)
    try checkTable()
    try checkContent()
  }

  /// Calls `body` with the values of each row, replay after replay, in the order of the columns of
  /// ``BaseRelation/replayRun`` without derived ones.
  ///
  /// Throws `StoreError`, and the errors of `body`.
  package func forEachRow(_ body: ([SQLValue]) throws -> Void) throws {
    let relation = BaseRelation.replayRun
    let columns = relation.columns.prefix(relation.madeCount).map(\.name)
    let list = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM replay_run "
        + "ORDER BY replayed_us, replay_id, session_id")
    while try list.step() { try body(list.values) }
  }

  /// Checked before SQLite opens it: reading a file with a write-ahead log would leave files beside
  /// it.
  private static func check(_ header: JournalHeader, _ path: String) throws(StoreError) {
    guard header.isDatabase, header.applicationIdentifier == ReplayResults.applicationIdentifier
    else { throw .notAJournal(path: path, reason: ReplayResults.otherFile) }
    guard header.format <= ReplayResults.format else {
      throw .newerFormat(found: header.format, supported: ReplayResults.format)
    }
    guard header.usesLog else { return }
    throw .notAJournal(
      path: path,
      reason: "another program gave it a write-ahead log, which 'PRAGMA journal_mode = DELETE' "
        + "takes away again")
  }

  /// A view in place of the table, or a computed column, could run for ever.
  private func checkTable() throws(StoreError) {
    let find = try connection.prepare(
      "SELECT type = 'table' AND sql = ?1 FROM sqlite_schema WHERE name = 'replay_run'")
    find.bind(ReplayResults.table, at: 1)
    guard try find.step(), find.integer(0) == 1 else {
      throw .damaged(reason: "its table is not as its format says", sequence: nil)
    }
  }

  private func checkContent() throws(StoreError) {
    let check = try connection.prepare("PRAGMA quick_check(replay_run)")
    guard try check.step(), check.text(0) == "ok" else {
      throw .damaged(reason: check.text(0), sequence: nil)
    }
  }
}

@available(*, unavailable)
extension ReadableResults: Sendable {}
