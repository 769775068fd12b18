import RouteEngine
import RouteStore

/// What one journal says of its sessions, read once, to be run again as often as it takes.
final class RecordedRun {
  let file: JournalFile
  /// What came in from outside.
  let input: RecordedInput
  /// The rows of the recorded sessions by their numbers.
  let sessions: [Int64: SessionRow]
  private var tables: [String: RouteTable] = [:]

  /// Reads the journal. Throws when it begins in the middle, because what came in first is gone.
  init(_ file: JournalFile) throws {
    self.file = file
    guard try file.history.base() == .start else {
      throw CommandFailure(
        .incompatible, "the journal was pruned: what came in first is no longer there")
    }
    sessions = Dictionary(
      try file.history.sessions().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    input = try RecordedInput(file.history)
  }

  /// The table that an entry begins with, or adopts.
  func table(of entry: JournalEntry) throws -> RouteTable {
    let digest = try file.history.tableDigest(at: entry.sequence)
    if let known = digest.flatMap({ tables[$0] }) { return known }
    guard let digest, let table = try file.table(digest: digest) else {
      throw CommandFailure(
        .definitionsMissing,
        "the journal does not hold the route table of entry \(entry.sequence); "
          + "give one with --routes")
    }
    tables[digest] = table
    return table
  }
}
