import CRouteSQLite

/// A prepared statement: bound, stepped, read, reset, and used again.
///
/// It owns its handle and cannot be copied. Parameters count from 1, columns from 0, as in SQLite.
@safe package struct Statement: ~Copyable {
  /// The statement's handle; valid as long as this value lives.
  let handle: OpaquePointer

  /// Takes ownership of `handle`, a prepared statement without another owner.
  init(adopting handle: OpaquePointer) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe _ = sqlite3_finalize(handle)
  }

  // MARK: Binding

  /// Binds an integer, or NULL.
  package borrowing func bind(_ value: Int64?, at index: Int32) {
    if let value {
      unsafe _ = sqlite3_bind_int64(handle, index, value)
    } else {
      unsafe _ = sqlite3_bind_null(handle, index)
    }
  }

  /// Binds a text, which SQLite copies, or NULL.
  package borrowing func bind(_ text: String?, at index: Int32) {
    guard var text else {
      unsafe _ = sqlite3_bind_null(handle, index)
      return
    }
    text.withUTF8 { bytes in
      unsafe bindCopy(UnsafeRawBufferPointer(bytes), isText: true, at: index)
    }
  }

  /// Binds a value of any type, which SQLite copies.
  package borrowing func bind(_ value: SQLValue, at index: Int32) {
    switch value {
    case .null: unsafe _ = sqlite3_bind_null(handle, index)
    case .integer(let integer): unsafe _ = sqlite3_bind_int64(handle, index, integer)
    case .real(let real): unsafe _ = sqlite3_bind_double(handle, index, real)
    case .text(let text): bind(text, at: index)
    case .blob(let bytes): bind(blob: bytes, at: index)
    }
  }

  /// Binds UTF-8 bytes as a text, which SQLite copies, or NULL.
  package borrowing func bind(utf8 bytes: [UInt8]?, at index: Int32) {
    bindCopy(of: bytes, isText: true, at: index)
  }

  /// Binds bytes as a blob, which SQLite copies, or NULL.
  package borrowing func bind(blob bytes: [UInt8]?, at index: Int32) {
    bindCopy(of: bytes, isText: false, at: index)
  }

  private borrowing func bindCopy(of bytes: [UInt8]?, isText: Bool, at index: Int32) {
    guard let bytes else {
      unsafe _ = sqlite3_bind_null(handle, index)
      return
    }
    unsafe bytes.withUnsafeBytes { raw in
      unsafe bindCopy(raw, isText: isText, at: index)
    }
  }

  private borrowing func bindCopy(
    _ bytes: UnsafeRawBufferPointer, isText: Bool, at index: Int32
  ) {
    let count = UInt64(bytes.count)
    guard let base = bytes.baseAddress else {
      // SQLite reads a missing pointer as NULL; an empty value is not NULL.
      if isText {
        unsafe _ = sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
      } else {
        unsafe _ = sqlite3_bind_zeroblob(handle, index, 0)
      }
      return
    }
    if isText {
      unsafe _ = sqlite3_bind_text64(
        handle, index, base.assumingMemoryBound(to: CChar.self), count, csqlite_transient(),
        UInt8(SQLITE_UTF8))
    } else {
      unsafe _ = sqlite3_bind_blob64(handle, index, base, count, csqlite_transient())
    }
  }

  // MARK: Running

  /// Advances to the next row; false at the end.
  ///
  /// A failed statement is reset, so that it can be run again and holds no lock.
  package borrowing func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Runs a statement that returns no row, and resets it.
  package borrowing func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Resets the statement, so that it can run again; bindings stay.
  package borrowing func reset() {
    unsafe _ = sqlite3_reset(handle)
  }

  /// Sets every parameter to NULL, so that no bound memory is referenced any more.
  package borrowing func clearBindings() {
    unsafe _ = sqlite3_clear_bindings(handle)
  }

  /// The error of the call that just returned `code`.
  borrowing func failure(_ code: Int32) -> StoreError {
    let connection = unsafe sqlite3_db_handle(handle)
    let message = unsafe String(cString: sqlite3_errmsg(connection))
    let extended = unsafe sqlite3_extended_errcode(connection)
    let path = unsafe sqlite3_db_filename(connection, "main").map { unsafe String(cString: $0) }
    unsafe _ = sqlite3_reset(handle)
    return ResultCode(rawValue: extended == SQLITE_OK ? code : extended)
      .error(message: message, path: path ?? "")
  }
}
