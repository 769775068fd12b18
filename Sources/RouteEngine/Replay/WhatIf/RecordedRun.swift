package import RouteEngine
package import RouteStore

/// The sessions of one journal, read once, to be run again any number of times.
package final class RecordedRun {
  package let history: History
  /// The input from outside.
  package let input: RecordedInput
  /// The rows of the recorded sessions by their numbers.
  package let sessions: [Int64: SessionRow]
  private var tables: [String: RouteTable] = [:]

  /// The end of the journal.
  package let end: JournalAnchor

  /// Reads the journal as it is at one moment. Throws when it begins in the middle, because its
  /// first inputs are gone, unless it begins with a session that continued nothing.
  package init(_ history: History) throws {
    self.history = history
    (end, sessions, input) = try history.atOneMoment {
      guard try Self.beginsAnew(history) else {
        throw Rehearsal.Failure.pruned
      }
      let sessions = try history.sessions().map { ($0.number, $0) }
      return (
        try history.head(), Dictionary(sessions, uniquingKeysWith: { first, _ in first }),
        try RecordedInput(history)
      )
    }
  }

  private static func beginsAnew(_ history: History) throws -> Bool {
    let base = try history.base()
    guard base != .start, let first = try history.entry(at: base.sequence + 1) else { return true }
    let entry = try EntryCoder.decode(first)
    // A file that replaces another begins with the screens of that time.
    return entry.kind == .began && entry.replaced == nil
      && entry.changes.contains { if case .adopt = $0 { true } else { false } }
  }

  /// The table with which an entry begins, or that it adopts.
  package func table(of entry: JournalEntry) throws -> RouteTable {
    let digest = try history.tableDigest(at: entry.sequence)
    if let known = digest.flatMap({ tables[$0] }) { return known }
    guard let digest, let table = try history.table(digest: digest) else {
      throw Rehearsal.Failure.tableMissing(entry: entry.sequence)
    }
    tables[digest] = table
    return table
  }
}
