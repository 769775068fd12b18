import CSQLite

/// A value in a row of a query.
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A 64-bit integer.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text, ill-formed UTF-8 repaired.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

/// Bounds on what a query may cost.
public struct SQLBounds: Sendable, Hashable {
  /// Most rows that are handed out.
  public var rows = 100_000
  /// Most seconds the query may run.
  public var seconds = 60.0

  /// The default bounds.
  public init() {}
}

extension History {
  /// Runs one reading SQL statement over the tables and views of the file.
  ///
  /// `columns` is called once with the columns' names, then `row` with each row. Only `SELECT` with
  /// functions is allowed: no writing, no `ATTACH`, no `PRAGMA`, and nothing of the vault. Returns
  /// whether all rows were handed out: false when the bound on rows was reached. Throws `refused`
  /// for anything that is not allowed, `limitReached` when time runs out, `invalidQuery` for
  /// mistakes in the SQL, and whatever the closures throw.
  @discardableResult
  public func query(
    _ sql: String, bounds: SQLBounds = SQLBounds(), columns: ([String]) throws -> Void = { _ in },
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    let deadline = Deadline(seconds: bounds.seconds)
    let connection = unsafe file.connection.handle
    unsafe _ = sqlite3_set_authorizer(connection, authorize, nil)
    let watch = unsafe Unmanaged.passUnretained(deadline).toOpaque()
    unsafe sqlite3_progress_handler(connection, 10_000, isOverdue, watch)
    defer {
      unsafe _ = sqlite3_set_authorizer(connection, nil, nil)
      unsafe sqlite3_progress_handler(connection, 0, nil, nil)
    }
    let complete = try withExtendedLifetime(deadline) {
      let statement = try file.connection.prepareOnly(sql)
      try columns((0..<statement.columnCount).map { statement.columnName($0) })
      var count = 0
      while try statement.step() {
        if count == bounds.rows { return false }
        count += 1
        try row((0..<statement.columnCount).map { statement.value($0) })
      }
      return true
    }
    try file.check()
    return complete
  }
}

extension Connection {
  /// Compiles a text that must hold exactly one statement, which must only read.
  fileprivate borrowing func prepareOnly(_ sql: String) throws(StoreError) -> Statement {
    var sql = sql
    var prepared: OpaquePointer?
    var hasMore = false
    let code = sql.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { text in
        var rest: UnsafePointer<CChar>?
        var length = Int32(clamping: text.count)
        let code = unsafe sqlite3_prepare_v2(handle, text.baseAddress, length, &prepared, &rest)
        guard code == SQLITE_OK, let start = text.baseAddress, let more = unsafe rest else {
          return code
        }
        length -= unsafe Int32(clamping: more - start)
        var second: OpaquePointer?
        // Spaces and comments compile to nothing; anything else, right or wrong, is a second
        // statement.
        let next = unsafe sqlite3_prepare_v2(handle, more, length, &second, nil)
        hasMore = unsafe next != SQLITE_OK || second != nil
        unsafe _ = sqlite3_finalize(second)
        return code
      }
    }
    guard code == SQLITE_OK else {
      let error = failure(code)
      guard case .sqlite(_, let message) = error else { throw error }
      throw message.hasPrefix("not authorized")
        ? .refused(reason: message) : .invalidQuery(message: message)
    }
    guard let handle = unsafe prepared else { throw .refused(reason: "the statement is empty") }
    let statement = unsafe Statement(adopting: handle)
    guard !hasMore else { throw .refused(reason: "there is more than one statement") }
    guard unsafe sqlite3_stmt_readonly(handle) != 0 else {
      throw .refused(reason: "the statement writes")
    }
    return statement
  }
}

extension Statement {
  fileprivate borrowing func value(_ column: Int32) -> SQLValue {
    switch type(column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}

/// The moment at which a query has run long enough.
private final class Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Double) { end = .now + .seconds(seconds) }

  var isOver: Bool { ContinuousClock.now >= end }
}

/// SQLite asks every few thousand steps whether to stop.
private func isOverdue(_ watch: UnsafeMutableRawPointer?) -> Int32 {
  guard let watch = unsafe watch else { return 1 }
  return unsafe Unmanaged<Deadline>.fromOpaque(watch).takeUnretainedValue().isOver ? 1 : 0
}

/// SQLite asks, while it compiles, for each thing the statement would do.
private func authorize(
  _ nothing: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?,
  _ source: UnsafePointer<CChar>?
) -> Int32 {
  switch action {
  case SQLITE_SELECT, SQLITE_RECURSIVE:
    return SQLITE_OK
  case SQLITE_READ:
    let table = unsafe first.map { unsafe String(cString: $0) } ?? ""
    return ["vault", "vault_key"].contains(table.lowercased()) ? SQLITE_DENY : SQLITE_OK
  case SQLITE_FUNCTION:
    let name = unsafe second.map { unsafe String(cString: $0) } ?? ""
    return name.lowercased() == "load_extension" ? SQLITE_DENY : SQLITE_OK
  default:
    return SQLITE_DENY
  }
}
