import FaultHost
import Foundation
import RouteEngine
import RouteReplay
import RouteStore

/// A small journal that is damaged again and again.
@MainActor
final class DamagedJournal {
  static let shared: DamagedJournal = {
    do { return try DamagedJournal() } catch { fatalError("no journal to damage: \(error)") }
  }()

  let table: RouteTable
  /// The state that the journal leads to.
  let state: RouteState
  private let file: [UInt8]
  private let rows: [EntryRow]
  private let path: String

  private init() throws {
    let shared = "/dev/shm/"
    let isThere = FileManager.default.isWritableFile(atPath: shared)
    let folder = (isThere ? shared : NSTemporaryDirectory()) + "route-fuzz-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/journal.sqlite"
    table = try FaultHost.table()
    try Self.fill(path, table)
    file = Array(try Data(contentsOf: URL(filePath: path)))
    let history = try History(path: path)
    state = try HistoryFold.state(at: .max, of: history)
    var rows: [EntryRow] = []
    try history.forEachEntry { rows.append($0) }
    self.rows = rows
  }

  /// Removes the journal at the normal end of the process.
  static func remove() {
    let folder = (shared.path as NSString).deletingLastPathComponent
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func fill(_ path: String, _ table: RouteTable) throws {
    let host = FaultHost(effects: "/dev/null")
    var time: Int64 = 1_700_000_000_000_000
    let session = RouteSession.launch(table, at: .file(path)) { configuration in
      host.configure(&configuration)
      configuration.clock = SessionClock(
        wallMicroseconds: { time },
        monotonicMicroseconds: {
          time += 1_000
          return time
        })
    }
    session.open("/products/1?code=secret", source: "push-1")
    session.open("/receipts/2?code=mine")
    session.signal("signedIn", principal: "anna")
    session.ready()
    session.open("/notes/3")
    session.requests.suspend()
    session.open("/products/4")
    session.requests.resume()
    session.report(.popped(nil))
    session.open("/nowhere")
    session.end()
  }

  /// Damages the journal as the bytes say, and checks it as `route-replay verify --deep` does.
  ///
  /// An even first byte changes the file: three bytes give a position, one the new value. An odd
  /// one changes the payload of one entry, and computes the chain again, as a forger would.
  func verify(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let edits = bytes.dropFirst()
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    do {
      if first.isMultiple(of: 2) {
        try write(Self.patched(file, edits, places: 3))
      } else {
        try write(file)
        try forge(row: Int(first / 2) % rows.count, edits)
      }
    } catch {
      fatalError("nothing is damaged, so nothing is checked: \(error)")
    }
    do {
      let history = try History(path: path)
      let checked = try Verification(of: history, checksPages: true)
      if checked.isIntact {
        let rerun = try Rerun(of: history)
        let state = try HistoryFold.state(at: .max, of: history)
        require(state.digest == checked.stateDigest, "the fold is not what was checked")
        _ = rerun.divergences
      }
    } catch {}  // refused with a reason
  }

  private static func patched(
    _ bytes: [UInt8], _ edits: ArraySlice<UInt8>, places: Int
  ) -> [UInt8] {
    var bytes = bytes
    var rest = edits
    while rest.count > places, !bytes.isEmpty {
      let place = rest.prefix(places).reduce(0) { $0 << 8 | Int($1) }
      let value = rest[rest.startIndex + places]
      bytes[place % bytes.count] = value
      rest = rest.dropFirst(places + 1)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func forge(row index: Int, _ edits: ArraySlice<UInt8>) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute("BEGIN")
    var previous = index == 0 ? ChainDigest.zero : rows[index - 1].chainDigest
    for (number, row) in rows.enumerated().dropFirst(index) {
      var row = row
      if number == index { row.payload = Self.patched(row.payload, edits, places: 2) }
      previous = row.chainDigest(after: previous)
      let payload = row.payload.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      try connection.execute(
        """
        UPDATE journal SET payload = CAST(x'\(payload.joined())' AS TEXT),
        chain_digest = x'\(previous)' WHERE sequence = \(row.sequence)
        """)
    }
    try connection.execute("COMMIT")
  }
}
