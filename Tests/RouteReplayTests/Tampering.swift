import Foundation
import RouteStore

/// Changes to a journal behind the library's back.
enum Tampering {
  /// Runs SQL on a file.
  static func run(_ sql: String, on path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    try connection.execute(sql)
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
