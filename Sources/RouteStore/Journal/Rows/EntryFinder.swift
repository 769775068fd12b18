/// Finds entries by their sequences, with one statement: compiling it takes five times as long as
/// finding an entry.
final class EntryFinder {
  private let find: Statement

  /// Throws `damaged` when there is no table of entries.
  init(on connection: borrowing Connection) throws(StoreError) {
    find = try connection.prepare("SELECT \(EntryRow.columns) FROM journal WHERE sequence = ?1")
  }

  /// The entry at a sequence; nil when there is none.
  func entry(at sequence: Int64) throws(StoreError) -> EntryRow? {
    find.bind(sequence, at: 1)
    defer { find.reset() }
    return try find.step() ? EntryRow(find) : nil
  }
}
