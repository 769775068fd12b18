import RouteEngine
import RouteReplay
import RouteStore

/// What one journal says of its sessions, read once, to be run again as often as it takes.
final class RecordedRun {
  let file: JournalFile
  /// What came in from outside.
  let input: RecordedInput
  /// The rows of the recorded sessions by their numbers.
  let sessions: [Int64: SessionRow]
  private var tables: [String: RouteTable] = [:]

  /// Where the journal ends.
  let end: JournalAnchor

  /// Reads the journal. Throws when it begins in the middle, because what came in first is gone:
  /// unless it is with a session that went on from nothing.
  init(_ file: JournalFile) throws {
    self.file = file
    end = try file.history.head()
    guard try Self.beginsAnew(file.history) else {
      throw CommandFailure.incompatible(
        "the journal was pruned: what came in first is no longer there")
    }
    sessions = Dictionary(
      try file.history.sessions().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    input = try RecordedInput(file.history)
  }

  private static func beginsAnew(_ history: History) throws -> Bool {
    let base = try history.base()
    guard base != .start, let first = try history.entry(at: base.sequence + 1) else { return true }
    let entry = try JournalEntry(decoding: first)
    // A file in the place of another begins with what was on screen.
    return entry.kind == .began && entry.replaced == nil
      && entry.changes.contains { if case .adopt = $0 { true } else { false } }
  }

  /// The table that an entry begins with, or adopts.
  func table(of entry: JournalEntry) throws -> RouteTable {
    let digest = try file.history.tableDigest(at: entry.sequence)
    if let known = digest.flatMap({ tables[$0] }) { return known }
    guard let digest, let table = try file.table(digest: digest) else {
      throw CommandFailure.definitionsMissing(
        "the journal does not hold the route table of entry \(entry.sequence); "
          + "give one with --routes")
    }
    tables[digest] = table
    return table
  }
}
