import CRouteSQLite

/// Owns one SQLite handle; closes it when the value ends.
///
/// It is not copyable and not shared between threads: only its owner uses it, so SQLite's own locks
/// are switched off.
@safe package struct Connection: ~Copyable {
  /// The way to open the file.
  package enum Mode: Sendable {
    /// Reads and writes; the file must exist.
    case write
    /// Reads and writes; the file is created when missing.
    case create
    /// Reads a file that others may be writing, with SQLite's locks.
    case read
    /// Reads a file that no process is writing, without locks and without companions.
    case readImmutable
    /// A database of its own in memory.
    case memory
  }

  /// The connection's handle; valid as long as this value lives.
  let handle: OpaquePointer
  /// The path it was opened with, for messages.
  package let path: String
  /// The number of steps that a statement may take.
  let steps = StepCount()

  /// Opens the file at `path`; its content is not read yet.
  package init(path: String, mode: Mode) throws(StoreError) {
    var opened: OpaquePointer?
    let target = mode == .memory ? ":memory:" : Self.uri(path) + mode.parameters
    let flags =
      mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
      | SQLITE_OPEN_PRIVATECACHE
    let code = unsafe sqlite3_open_v2(target, &opened, flags, nil)
    guard code == SQLITE_OK, let ready = unsafe opened else {
      let message = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) }
      unsafe _ = sqlite3_close_v2(opened)
      throw ResultCode(rawValue: code).error(message: message ?? "out of memory", path: path)
    }
    unsafe handle = unsafe ready
    self.path = path
  }

  deinit {
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    unsafe _ = sqlite3_close_v2(handle)
  }

  /// Runs one or more statements whose rows are not needed.
  package borrowing func execute(_ sql: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Compiles one statement; `persistent` for statements that are used during the connection's
  /// life.
  package borrowing func prepare(
    _ sql: String, persistent: Bool = false
  ) throws(StoreError) -> Statement {
    steps.start()
    var sql = sql
    var prepared: OpaquePointer?
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sql.withUTF8 { utf8 in
      unsafe utf8.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(clamping: text.count), flags, &prepared, nil)
      }
    }
    guard code == SQLITE_OK else { throw failure(code) }
    guard let statement = unsafe prepared else {
      throw .refused(reason: "the statement is empty")
    }
    return unsafe Statement(adopting: statement)
  }

  /// The first column of the first row as an integer; nil when there is no row or it is NULL.
  package borrowing func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }

  /// Sets how long, in milliseconds, a call waits for another connection's lock.
  package borrowing func waitForLocks(milliseconds: Int32) {
    unsafe _ = sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Switches one SQLITE_DBCONFIG_* option.
  borrowing func set(option: Int32, _ on: Bool) {
    unsafe _ = csqlite_set_option(handle, option, on ? 1 : 0)
  }

  /// Bounds one of SQLite's run-time limits.
  borrowing func set(limit: Int32, to value: Int32) {
    unsafe _ = sqlite3_limit(handle, limit, value)
  }

  /// True when the file was deleted, moved or replaced since it was opened.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// The error of the call that just returned `code`.
  borrowing func failure(_ code: Int32) -> StoreError {
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    let extended = unsafe sqlite3_extended_errcode(handle)
    return ResultCode(rawValue: extended == SQLITE_OK ? code : extended)
      .error(message: message, path: path)
  }

  /// The URI of a file. The empty authority keeps parts of the path from being taken for one, and
  /// the dot keeps it from being the name of a temporary database: SQLite reserves ":memory:" and
  /// the empty name.
  package static func uri(_ path: String) -> String {
    "file:" + (path.utf8.first == UInt8(ascii: "/") ? "//" : "./") + escaped(path)
  }

  /// The path with the bytes that have a meaning in a URI replaced.
  private static func escaped(_ path: String) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if byte == 0x25 || byte == 0x3F || byte == 0x23 {
        result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Connection.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .write: SQLITE_OPEN_READWRITE
    case .create, .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .read, .readImmutable: SQLITE_OPEN_READONLY
    }
  }

  fileprivate var parameters: String {
    self == .readImmutable ? "?immutable=1" : ""
  }
}
