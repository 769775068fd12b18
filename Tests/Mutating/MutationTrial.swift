import Foundation
import RouteEngine
import RouteReplay
import RouteStore

/// Mutates a journal in every way that the corpus knows, each time in a copy, and checks whether
/// verify or rerun finds the mutation.
struct MutationTrial {
  /// The result of a mutation.
  enum Verdict: Hashable {
    /// Verify found it, by these checks; none when the file could no longer be read.
    case verified(Set<Verification.Check>)
    /// Only rerun saw it.
    case rerun
    /// Nothing found it.
    case missed
    /// It does not change the meaning.
    case same
    /// The constraints of the tables do not allow it.
    case impossible
  }

  /// SQLite's primary result code for a violated constraint.
  private static let constraint: Int32 = 19

  private let path: String
  private let copy: String
  /// The entries as they were written.
  let rows: [EntryRow]
  private let base: JournalAnchor
  private let state: RouteState

  /// Reads the journal.
  ///
  /// - Parameters:
  ///   - path: the path of the journal, which is not changed.
  ///   - copy: the path at which the mutated journals are made, one after the other.
  init(of path: String, at copy: String) throws {
    (self.path, self.copy) = (path, copy)
    let history = try History(path: path)
    var rows: [EntryRow] = []
    try history.forEachEntry { rows.append($0) }
    self.rows = rows
    base = try history.base()
    state = try HistoryFold.state(at: base.sequence, of: history)
  }

  /// Tries the mutations of a journal.
  ///
  /// - Parameter choosing: receives all families of mutations in their order, and returns those to
  ///   try.
  static func tally(
    of path: String, at copy: String, choosing: ([String]) -> [String] = { $0 }
  ) throws -> MutationTally {
    let trial = try MutationTrial(of: path, at: copy)
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    let (cells, entries) = (try CellMutation.all(of: path), EntryMutation.all(of: trial.rows))
    let families = Set(cells.map(\.family)).union(entries.map(\.family)).sorted()
    var tally = MutationTally(of: name, families: Set(choosing(families)))
    for mutation in cells where tally.families.contains(mutation.family) {
      tally.count(try trial.verdict(on: mutation), of: mutation)
    }
    for mutation in entries where tally.families.contains(mutation.family) {
      tally.count(try trial.verdict(on: mutation), of: mutation)
    }
    return tally
  }

  /// The lines of a reviewed list that are about a journal; lines that begin with `#` are comments.
  static func unseen(of journal: String, in list: String) throws -> [String] {
    try String(contentsOf: URL(filePath: list), encoding: .utf8).split(separator: "\n")
      .map(String.init).filter { $0.hasPrefix(journal + " ") }
  }

  /// Tries one changed value or row.
  func verdict(on mutation: CellMutation) throws -> Verdict {
    try renew()
    do throws(StoreError) {
      let connection = try Connection(path: copy, mode: .write)
      try connection.execute("PRAGMA foreign_keys = OFF; \(mutation.sql)")
    } catch {
      guard case .sqlite(let code, _) = error, code & 0xFF == Self.constraint else { throw error }
      return .impossible
    }
    return verified() ?? .missed
  }

  /// Tries a changed entry: the digests after it are computed again, and there are no checkpoints.
  func verdict(on mutation: EntryMutation) throws -> Verdict {
    try renew()
    try write(mutation.applied(to: rows, after: base, with: state))
    if let verdict = verified() { return verdict }
    let rerun = try? Rerun(of: History(path: copy))
    guard rerun?.isIdentical ?? false else { return .rerun }
    return mutation.saysTheSame(in: rows) ? .same : .missed
  }

  private func verified() -> Verdict? {
    guard let verification = try? Verification(of: History(path: copy)) else {
      return .verified([])
    }
    return verification.isIntact
      ? nil : .verified(Set(verification.findings.map(\.check)))
  }

  private func renew() throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
  }

  /// Writes the entries, and removes every checkpoint but the one with which a pruned journal
  /// begins. Checkpoints only make reading faster, and one that stayed would reveal the change.
  private func write(_ rows: [EntryRow]) throws {
    let connection = try Connection(path: copy, mode: .write)
    try connection.execute(
      "BEGIN; DELETE FROM journal; DELETE FROM checkpoint WHERE sequence > \(base.sequence)")
    let places = (1...24).map { "?\($0)" }.joined(separator: ", ")
    let insert = try connection.prepare("INSERT INTO journal VALUES (\(places))")
    for row in rows {
      insert.bind(row)
      try insert.run()
    }
    try connection.execute("COMMIT")
  }
}

extension Statement {
  /// Binds all columns of an entry.
  fileprivate borrowing func bind(_ row: EntryRow) {
    let integers: [(Int32, Int64?)] = [
      (1, row.sequence), (2, row.session), (4, row.kind), (5, row.request), (6, row.cause),
      (7, row.atMicroseconds), (8, row.elapsedMicroseconds), (9, row.durationMicroseconds),
      (13, row.routeVersion), (20, row.action), (21, row.attempt),
      (23, row.stateDigest.map { Int64(bitPattern: $0) }),
    ]
    let texts: [(Int32, String?)] = [
      (3, row.scene), (10, row.entryPoint), (11, row.link), (12, row.route), (14, row.router),
      (15, row.variant), (16, row.outcome), (17, row.reason), (18, row.screenBefore),
      (19, row.screenAfter),
    ]
    for (index, value) in integers { bind(value, at: index) }
    for (index, value) in texts { bind(value, at: index) }
    bind(utf8: row.payload.isEmpty ? nil : row.payload, at: 22)
    bind(blob: row.chainDigest.bytes, at: 24)
  }
}
