import Foundation
import RouteStore

/// Changes to a journal behind the library's back.
enum Tampering {
  struct Failure: Error {
    let code: Int32
  }

  /// Runs SQL on a file.
  static func run(_ sql: String, on path: String) throws {
    let connection = try Connection(path: path, mode: .write)
    for statement in sql.split(separator: ";") {
      let text = String(statement)
      if text.contains("PRAGMA") {
        _ = try connection.prepare(text).step()
      } else {
        try connection.execute(text)
      }
    }
  }

  /// Copies a journal together with a log that holds a change.
  static func leavingLog(_ sql: String, of path: String, as copy: String) throws {
    let connection = try Connection(path: path, mode: .write)
    _ = try connection.prepare("PRAGMA journal_mode = WAL").step()
    try connection.execute(sql)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
  }
}
