import Foundation
import RouteStore

/// Changes to a journal that bypass the library.
enum Tampering {
  /// Runs SQL on a file.
  static func run(_ sql: String, on path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute(sql)
  }

  /// Computes the chain of a journal again, as somebody would who hides a change.
  static func chainAnew(_ path: String) throws {
    var rows: [EntryRow] = []
    let history = try History(path: path)
    try history.forEachEntry { rows.append($0) }
    var previous = try history.base().digest
    var updates = ["BEGIN"]
    for row in rows {
      previous = row.chainDigest(after: previous)
      updates.append(
        "UPDATE journal SET chain_digest = x'\(previous)' WHERE sequence = \(row.sequence)")
    }
    try run((updates + ["COMMIT"]).joined(separator: ";"), on: path)
  }

  /// The number of the first row in a leaf page of a table; nil for another page. (SQLite, file
  /// format: the first byte has the page's type; the cell count is at byte 3, the cell positions
  /// begin at byte 8; a cell begins with its size and its row number, as varints.)
  static func firstRow(ofLeafAt page: Int, in content: Data) -> Int? {
    let bytes = Array(content[page..<page + 4_096])
    guard bytes[0] == 0x0D, bytes[3] > 0 || bytes[4] > 0 else { return nil }
    var place = Int(bytes[8]) << 8 | Int(bytes[9])
    while bytes[place] & 0x80 != 0 { place += 1 }
    place += 1
    var number = Int(bytes[place] & 0x7F)
    while bytes[place] & 0x80 != 0 {
      place += 1
      number = number << 7 | Int(bytes[place] & 0x7F)
    }
    return number
  }

  /// Gives a row in an interior page of a table a row number that is far too large. (SQLite, file
  /// format: an interior page has the header of a leaf, with the cell positions from byte 12 on; a
  /// cell of it begins with a page number.)
  static func misnumberRow(inTheMiddleOf table: String, at path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    let root = try connection.integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    let file = URL(fileURLWithPath: path)
    var bytes = Array(try Data(contentsOf: file))
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let tree = (Int(root ?? 1) - 1) * 4_096
    let cell = tree + number(tree + 12 + number(tree + 3, 2) / 2 * 2, 2)
    let leaf = (number(cell, 4) - 1) * 4_096
    var place = leaf + number(leaf + 8, 2)
    while bytes[place] & 0x80 != 0 { place += 1 }
    bytes[place + 1] = 0xFF
    try Data(bytes).write(to: file)
  }

  /// Copies a journal together with a log that holds a change.
  static func leavingLog(_ sql: String, of path: String, as copy: String) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute("PRAGMA journal_mode = WAL; \(sql)")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }
}
