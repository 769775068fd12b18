import RouteEngine
package import RouteStore

/// A journal that is written by taking over what another one holds. It gets its name once it is
/// whole and checked; until then, and when that never happens, there is no file.
package final class JournalCopy {
  /// So many rows are written in one transaction.
  private static let batchSize = 1_000

  private let unfinished: UnfinishedFile
  /// Nil once everything is written.
  private var journal: Journal?
  private var batch = JournalBatch()
  private var rows = CompanionRows()

  /// Begins a copy.
  ///
  /// - Throws: `StoreError.alreadyExists` when something has the name, or a log lies beside it
  ///   that would be taken for the copy's, and what making a journal throws.
  package init(at destination: String) throws(StoreError) {
    unfinished = try UnfinishedFile(ofJournal: destination)
    journal = try Journal.open(.file(unfinished.path))
  }

  /// The journal is closed before its folder goes.
  deinit { journal = nil }

  /// The position of the last entry that was added; the start of the copy when there is none.
  package var end: JournalAnchor {
    guard let journal else { return .start }
    let last = batch.entries.last
    return last.map { JournalAnchor(sequence: $0.sequence, digest: $0.chainDigest) } ?? journal.head
  }

  /// Lets the copy, which holds no entry yet, start after a position.
  package func start(with beginning: Journal.Beginning) throws(StoreError) {
    try journal?.start(with: beginning)
  }

  /// Takes an entry over, whose chain digest has been found to fit.
  package func append(_ entry: EntryRow) throws(StoreError) {
    batch.entries.append(entry)
    if batch.entries.count >= Self.batchSize { try write() }
  }

  /// Adds rows that stand beside the entries.
  package func append(_ add: (inout CompanionRows) -> Void) throws(StoreError) {
    add(&rows)
    if rows.count >= Self.batchSize { try write() }
  }

  /// Writes the entries and rows that are still to be written, and checks the result in the file.
  package func check() throws -> Verification {
    try write()
    try journal?.checkpointLog()
    journal = nil
    return try Verification(of: History(path: unfinished.path))
  }

  /// Gives the checked copy its name.
  ///
  /// - Throws: `StoreError.alreadyExists` when something has got the name meanwhile.
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
