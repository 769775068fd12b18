import RouteEngine
package import RouteStore

/// A journal that is written with the content of another one. It gets its name when it is complete
/// and checked; before that, or if that never happens, there is no file.
package final class JournalCopy {
  /// The number of rows in one transaction.
  private static let batchSize = 1_000

  private let unfinished: UnfinishedFile
  /// Nil once everything is written.
  private var journal: Journal?
  private var batch = JournalBatch()
  private var rows = CompanionRows()

  /// Begins a copy.
  ///
  /// - Throws: `StoreError.alreadyExists` when a file has the name, or a log beside it would be
  ///   taken for the copy's, and the errors of creating a journal.
  package init(at destination: String) throws(StoreError) {
    unfinished = try UnfinishedFile(ofJournal: destination)
    journal = try Journal.open(.file(unfinished.path))
  }

  /// Closes the journal before its folder is removed.
  deinit { journal = nil }

  /// The position of the last entry that was added; the start of the copy when there is none.
  package var end: JournalAnchor {
    guard let journal else { return .start }
    let last = batch.entries.last
    return last.map { JournalAnchor(sequence: $0.sequence, digest: $0.chainDigest) } ?? journal.head
  }

  /// Makes the copy, which has no entry yet, start after a position.
  package func start(with beginning: Journal.Beginning) throws(StoreError) {
    try journal?.start(with: beginning)
  }

  /// Appends an entry whose chain digest was checked.
  package func append(_ entry: EntryRow) throws(StoreError) {
    batch.entries.append(entry)
    if batch.entries.count >= Self.batchSize { try write() }
  }

  /// Adds rows that belong to the entries.
  package func append(_ add: (inout CompanionRows) -> Void) throws(StoreError) {
    add(&rows)
    if rows.count >= Self.batchSize { try write() }
  }

  /// Writes the remaining entries and rows, and checks the result in the file.
  package func check() throws -> Verification {
    try write()
    try journal?.checkpointLog()
    journal = nil
    return try Verification(of: History(path: unfinished.path))
  }

  /// Gives the checked copy its name.
  ///
  /// - Throws: `StoreError.alreadyExists` when a file has got the name meanwhile.
  package func finish() throws(StoreError) {
    try unfinished.finish()
  }

  private func write() throws(StoreError) {
    if !batch.entries.isEmpty { try journal?.append(&batch) }
    if rows.count > 0 { try journal?.write(rows) }
    batch.removeAll()
    rows = CompanionRows()
  }
}

@available(*, unavailable)
extension JournalCopy: Sendable {}
