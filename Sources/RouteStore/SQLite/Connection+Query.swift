import CRouteSQLite

extension Connection {
  /// Runs one reading statement, bounded: see ``History/query(_:bounds:columns:row:)``.
  package borrowing func query(
    _ sql: String, bounds: SQLBounds, columns: ([String]) throws -> Void,
    row: ([SQLValue]) throws -> Void
  ) throws -> Bool {
    let deadline = Deadline(seconds: bounds.seconds)
    makeJSONTables()
    unsafe _ = sqlite3_set_authorizer(handle, authorize, nil)
    let watch = unsafe Unmanaged.passUnretained(deadline).toOpaque()
    unsafe sqlite3_progress_handler(handle, 10_000, isOverdue, watch)
    let longest = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, FileBounds.queriedBytes)
    defer {
      unsafe _ = sqlite3_set_authorizer(handle, nil, nil)
      set(limit: SQLITE_LIMIT_LENGTH, to: longest)
      watchSteps()
    }
    return try withExtendedLifetime(deadline) {
      let statement = try prepareOnly(sql)
      try refuseVault(openedBy: statement, sql)
      try columns((0..<statement.columnCount).map { statement.columnName($0) })
      var count = 0
      while try step(statement, until: deadline) {
        if count == bounds.rows { return false }
        count += 1
        try row(statement.values)
      }
      return true
    }
  }

  /// Makes SQLite create its JSON table functions before ``authorize`` is set.
  ///
  /// SQLite creates such a table in memory, once for a connection, when a statement first names it,
  /// and then asks for the right to write the schema, which no query has. Other virtual tables are
  /// not created here, and stay refused.
  private borrowing func makeJSONTables() {
    for name in ["json_each", "json_tree"] {
      // An SQLite without them reports this to the query. A file has no table of that name in
      // 'temp'.
      _ = try? prepare("SELECT 1 FROM temp.\(name)")
    }
  }

  /// Refuses a statement whose program opens a table of the vault, or an index of one.
  /// ``authorize`` is not called for columns that `USING` and `NATURAL` merge.
  private borrowing func refuseVault(
    openedBy statement: borrowing Statement, _ sql: String
  ) throws(StoreError) {
    guard unsafe sqlite3_stmt_isexplain(statement.handle) == 0 else { return }
    let vault = try prepare(
      "SELECT rootpage FROM sqlite_master WHERE lower(tbl_name) IN ('vault', 'vault_key')")
    var pages: Set<Int64> = []
    while try vault.step() { pages.insert(vault.integer(0)) }
    let program = try prepareOnly("EXPLAIN \(sql.drop { $0 == ";" || $0.isWhitespace })")
    while try program.step() {
      // https://sqlite.org/opcode.html: P2 of these is the root page of the table or index, P3 its
      // database; 0 is the file.
      guard ["OpenRead", "ReopenIdx"].contains(program.text(1)), program.integer(4) == 0,
        pages.contains(program.integer(3))
      else { continue }
      throw .notOneReading("the vault is not shown")
    }
  }

  /// Advances to the next row; throws `limitReached` when the time is over.
  private borrowing func step(
    _ statement: borrowing Statement, until deadline: Deadline
  ) throws(StoreError) -> Bool {
    do {
      return try statement.step()
    } catch StoreError.limitReached where deadline.isOver {
      throw .limitReached(reason: ResultCode.outOfTime)
    } catch {
      throw queryFailure(error)
    }
  }

  /// The error of a query that is wrong itself, as opposed to damage of the file that a statement
  /// of the format would find too.
  private borrowing func queryFailure(_ error: StoreError) -> StoreError {
    guard case .damaged(let reason, _) = error else { return error }
    switch unsafe sqlite3_errcode(handle) & 0xFF {
    case SQLITE_ERROR: return .invalidQuery(message: reason)
    case SQLITE_TOOBIG: return .limitReached(reason: ResultCode.tooLargeForQuery)
    default: return error
    }
  }

  /// The columns that a reading statement reads, directly or through views, by the names of their
  /// tables; empty for a table whose rows are only counted.
  package borrowing func columns(readBy sql: String) throws(StoreError) -> [String: Set<String>] {
    let reads = Reads()
    let list = unsafe Unmanaged.passUnretained(reads).toOpaque()
    makeJSONTables()
    unsafe _ = sqlite3_set_authorizer(handle, authorize, list)
    defer { unsafe _ = sqlite3_set_authorizer(handle, nil, nil) }
    try withExtendedLifetime(reads) { () throws(StoreError) in _ = try prepareOnly(sql) }
    return reads.columns
  }

  /// Compiles a text that must contain exactly one statement, which must only read.
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
        // Spaces and comments compile to nothing; any other text, valid or not, is a second
        // statement.
        let next = unsafe sqlite3_prepare_v2(handle, more, length, &second, nil)
        hasMore = unsafe next != SQLITE_OK || second != nil
        unsafe _ = sqlite3_finalize(second)
        return code
      }
    }
    guard code == SQLITE_OK else {
      let error = queryFailure(failure(code))
      if case .refused(let reason) = error { throw .notOneReading(reason) }
      guard case .invalidQuery(let message) = error else { throw error }
      throw message.hasPrefix("not authorized") ? .notOneReading(message) : error
    }
    guard let handle = unsafe prepared else { throw .notOneReading("the statement is empty") }
    let statement = unsafe Statement(adopting: handle)
    guard !hasMore else { throw .notOneReading("there is more than one statement") }
    guard unsafe sqlite3_stmt_readonly(handle) != 0 else {
      throw .notOneReading("the statement writes")
    }
    return statement
  }
}

extension StoreError {
  /// The error of a query that is not allowed.
  fileprivate static func notOneReading(_ reason: String) -> StoreError {
    let rule = "a query is one statement that reads"
    // SQLite's message for a statement that writes only says that it is refused.
    return .refused(reason: reason == "not authorized" ? rule : "\(reason); \(rule)")
  }
}

/// The deadline of a query.
private final class Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Double) { end = .now + .seconds(seconds) }

  var isOver: Bool { ContinuousClock.now >= end }
}

/// SQLite calls this every 10,000 steps to ask whether to stop.
private func isOverdue(_ watch: UnsafeMutableRawPointer?) -> Int32 {
  guard let watch = unsafe watch else { return 1 }
  return unsafe Unmanaged<Deadline>.fromOpaque(watch).takeUnretainedValue().isOver ? 1 : 0
}

/// The columns that a statement reads, if a caller wants to know.
private final class Reads {
  var columns: [String: Set<String>] = [:]

  func add(_ column: String, of table: String) {
    // SQLite names no column if the statement only scans the rows.
    columns[table, default: []].formUnion(column.isEmpty ? [] : [column])
  }
}

/// SQLite calls this, while it compiles, for each access that the statement would make.
private func authorize(
  _ list: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?,
  _ source: UnsafePointer<CChar>?
) -> Int32 {
  switch action {
  case SQLITE_SELECT, SQLITE_RECURSIVE:
    return SQLITE_OK
  case SQLITE_READ:
    if let list = unsafe list {
      let table = unsafe first.map { unsafe String(cString: $0) } ?? ""
      let column = unsafe second.map { unsafe String(cString: $0) } ?? ""
      unsafe Unmanaged<Reads>.fromOpaque(list).takeUnretainedValue().add(column, of: table)
    }
    let isVault = unsafe isNamed(first, "vault") || isNamed(first, "vault_key")
    return isVault ? SQLITE_DENY : SQLITE_OK
  case SQLITE_FUNCTION:
    return unsafe isNamed(second, "load_extension") ? SQLITE_DENY : SQLITE_OK
  default:
    return SQLITE_DENY
  }
}

/// Whether two names are equal, as SQLite compares names. It is called for each column that a
/// statement reads, so it makes no string of them.
private func isNamed(_ name: UnsafePointer<CChar>?, _ other: String) -> Bool {
  guard let name = unsafe name else { return false }
  return unsafe sqlite3_stricmp(name, other) == 0
}
