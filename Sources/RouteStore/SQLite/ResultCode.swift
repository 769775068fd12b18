import CRouteSQLite

/// The result of a call of SQLite's C interface.
package struct ResultCode: RawRepresentable, Equatable, Sendable {
  /// The extended result code (https://sqlite.org/rescode.html).
  package let rawValue: Int32

  /// Wraps a code as SQLite returned it.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension.
  package var primary: Int32 { rawValue & 0xFF }

  /// The reason for interrupting a query.
  package static let outOfTime = "the query took too long"

  /// The reason for not reading a value.
  private static let tooLarge =
    "a value is too big: at most \(FileBounds.valueBytes) bytes are read"
  /// The reason for ending a query at a value.
  static let tooLargeForQuery =
    "a value is too big: at most \(FileBounds.valueBytes) bytes are read, in a query "
    + "\(FileBounds.queriedBytes)"

  /// The typed error for this code on the file at `path`.
  ///
  /// An error that SQLite finds in a statement of the format means that the file is damaged; a
  /// query written by a user reports it as its own error instead.
  package func error(message: String, path: String) -> StoreError {
    let message = FileBounds.quoted(message)
    return switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(reason: message)
    case SQLITE_FULL: .diskFull
    case SQLITE_READONLY, SQLITE_PERM: .readOnly(path: path)
    case SQLITE_CANTOPEN: .cannotOpen(path: path, reason: message)
    case SQLITE_NOTADB: .notAJournal(path: path, reason: message)
    case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR: .damaged(reason: message, sequence: nil)
    case SQLITE_IOERR: .inputOutput(code: rawValue, message: message)
    case SQLITE_AUTH: .refused(reason: message)
    case SQLITE_INTERRUPT: .limitReached(reason: FileBounds.outOfSteps)
    case SQLITE_TOOBIG: .damaged(reason: Self.tooLarge, sequence: nil)
    default: .sqlite(code: rawValue, message: message)
    }
  }
}
