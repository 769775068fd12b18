import Foundation
import RouteStore
import RouteTestSupport

extension TemporaryFolder {
  /// The digest of every file in the folder, by name.
  func digests() throws -> [String: SHA256.Digest] {
    var found: [String: SHA256.Digest] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      found[name] = SHA256.digest(of: try bytes(name))
    }
    return found
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }
}

/// An entry with something in every column.
func fullEntry(_ sequence: Int64, session: Int64 = 1) -> EntryRow {
  var entry = EntryRow(
    sequence: sequence, session: session, kind: 4, atMicroseconds: 1_700_000_000_000_000 + sequence,
    elapsedMicroseconds: sequence)
  entry.scene = "main"
  entry.request = sequence
  entry.cause = 1
  entry.durationMicroseconds = 250
  entry.entryPoint = "url"
  entry.link = "https://shop.example/products/\(sequence)?utm_source=päper"
  entry.route = "product"
  entry.routeVersion = 3
  entry.router = "shop"
  entry.variant = "b"
  entry.outcome = "shown"
  entry.reason = "because\u{0}of"
  entry.screenBefore = "catalog"
  entry.screenAfter = "product"
  entry.action = -7
  entry.attempt = 2
  entry.payload = Array(#"{"changes":[{"push":"product"}],"n":\#(sequence)}"#.utf8)
  entry.stateDigest = UInt64.max - UInt64(sequence)
  return entry
}

/// A journal with `count` full entries, at a path or in memory.
func filledJournal(_ location: Journal.Location = .memory, count: Int64) throws -> Journal {
  let journal = try Journal.open(location)
  var batch = JournalBatch()
  batch.entries = (1...max(count, 1)).prefix(Int(count)).map { fullEntry($0) }
  if count > 0 { try journal.append(&batch) }
  return journal
}

/// All entries of a journal, after a check of its chain.
func entries(of journal: Journal) throws -> [EntryRow] {
  var rows: [EntryRow] = []
  try journal.forEachEntry(after: .start) { rows.append($0) }
  return rows
}

/// Changes a closed journal behind the store's back.
func edit(_ path: String, _ sql: String) throws {
  let connection = try Connection(path: path, mode: .write)
  try connection.execute(sql)
}

/// Makes a journal whose log was never copied into the file, as after a crash, without lock file
/// and without `-shm`.
func leaveLog(_ folder: TemporaryFolder, _ name: String, count: Int64) throws {
  let journal = try filledJournal(.file(folder.file("live-\(name)")), count: count)
  try takeCrashed(folder, "live-\(name)", as: name)
  withExtendedLifetime(journal) {}
  for suffix in ["", "-wal", "-shm", "-lock"] {
    try? FileManager.default.removeItem(atPath: folder.file("live-\(name)\(suffix)"))
  }
}

/// Changes a closed journal so that only its log has the change.
func leaveLog(_ folder: TemporaryFolder, _ name: String, sql: String) throws {
  let connection = try Connection(path: folder.file(name), mode: .write)
  try connection.execute(sql)
  try takeCrashed(folder, name, as: "crashed-\(name)")
}

private func takeCrashed(_ folder: TemporaryFolder, _ name: String, as copy: String) throws {
  for suffix in ["", "-wal"] {
    try folder.write(folder.bytes(name + suffix), copy + suffix)
  }
}

/// Whether the bytes contain a part.
func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  Data(bytes).range(of: Data(part)) != nil
}

/// Rows as an entry collection.
private struct Rows: EntryCollection {
  var rows: [EntryRow] = []

  mutating func reserveCapacity(_ count: Int) { rows.reserveCapacity(count) }
  mutating func add(_ row: EntryRow) { rows.append(row) }
}

extension History {
  /// Calls `body` with each row and its position, through `forEachCheckedEntry`.
  func forEachCheckedRow(
    after start: JournalAnchor, through last: Int64 = .max,
    _ body: (EntryRow, JournalAnchor) throws -> Void
  ) throws {
    try forEachCheckedEntry(
      after: start, through: last,
      ahead: { (entries: Rows, positions) in
        for index in entries.rows.indices { try body(entries.rows[index], positions[index]) }
      }, body)
  }
}
