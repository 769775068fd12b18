import CRouteSQLite

extension Statement {
  /// The number of columns in a row.
  package var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// The name of a column.
  package borrowing func columnName(_ column: Int32) -> String {
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether a column has the type of a table's column, which decides how it is compared.
  package borrowing func columnHasType(_ column: Int32) -> Bool {
    unsafe sqlite3_column_decltype(handle, column) != nil
  }

  /// SQLite's type code of the value: 1 integer, 2 real, 3 text, 4 blob, 5 NULL.
  package borrowing func type(_ column: Int32) -> Int32 {
    unsafe sqlite3_column_type(handle, column)
  }

  /// True when the value is NULL.
  package borrowing func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  /// The value as an integer; 0 for NULL.
  package borrowing func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// The value as an integer, or nil for NULL.
  package borrowing func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The value as a number within ``FileBounds``; 0 for NULL. Throws `damaged` for any other.
  package borrowing func number(_ column: Int32) throws(StoreError) -> Int64 {
    try check(column, is: SQLITE_INTEGER)
    let value = integer(column)
    guard FileBounds.numbers.contains(value) else {
      throw .damaged(reason: FileBounds.problem(of: columnName(column)), sequence: nil)
    }
    return value
  }

  /// Throws `damaged` when the value is neither NULL nor of this type: then the row belongs to
  /// another table, or SQLite did not write it.
  private borrowing func check(_ column: Int32, is type: Int32) throws(StoreError) {
    let found = self.type(column)
    guard found == type || found == SQLITE_NULL else {
      throw .damaged(reason: FileBounds.otherType(of: columnName(column)), sequence: nil)
    }
  }

  /// The value as in ``number(_:)``, or nil for NULL.
  package borrowing func optionalNumber(_ column: Int32) throws(StoreError) -> Int64? {
    isNull(column) ? nil : try number(column)
  }

  /// The value as a text within ``FileBounds``, or nil for NULL. Throws `damaged` for a longer one.
  borrowing func optionalWords(_ column: Int32) throws(StoreError) -> String? {
    try check(column, is: SQLITE_TEXT)
    guard unsafe sqlite3_column_bytes(handle, column) <= FileBounds.textBytes else {
      throw .damaged(reason: FileBounds.problem(of: columnName(column)), sequence: nil)
    }
    return optionalText(column)
  }

  /// The bytes of a text that may be as long as any value, such as a state; empty for NULL. Throws
  /// `damaged` for any other type.
  borrowing func longText(_ column: Int32) throws(StoreError) -> [UInt8] {
    try check(column, is: SQLITE_TEXT)
    return bytes(column)
  }

  /// Throws `damaged` when a value of a table's column is beyond ``FileBounds``, has another type
  /// than its column, or is a text with ill-formed UTF-8, which reading would repair.
  borrowing func checkValue(_ column: Int32) throws(StoreError) {
    let name = columnName(column)
    switch type(column) {
    case SQLITE_NULL: return
    case SQLITE_INTEGER where FileBounds.digests.contains(name): return
    case SQLITE_INTEGER: _ = try number(column)
    case SQLITE_BLOB where digest(column) == nil:
      throw .damaged(reason: FileBounds.problem(of: name), sequence: nil)
    case SQLITE_TEXT:
      if !FileBounds.longTexts.contains(name) { _ = try words(column) }
      let isSound = unsafe withBytes(column) { bytes in
        unsafe String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
      }
      guard isSound else {
        throw .damaged(reason: "\(name) has a text that is no UTF-8", sequence: nil)
      }
    default: break
    }
    let declared = unsafe sqlite3_column_decltype(handle, column).map {
      unsafe String(cString: $0)
    }
    let types = ["INTEGER": SQLITE_INTEGER, "TEXT": SQLITE_TEXT, "BLOB": SQLITE_BLOB]
    guard let type = declared.flatMap({ types[$0] }) else { return }
    try check(column, is: type)
  }

  /// The value as a text within ``FileBounds``; empty for NULL. Throws `damaged` for a longer one.
  package borrowing func words(_ column: Int32) throws(StoreError) -> String {
    try optionalWords(column) ?? ""
  }

  /// The value as a floating-point number; 0 for NULL.
  package borrowing func real(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(handle, column)
  }

  /// The value as text, ill-formed UTF-8 repaired, or nil for NULL.
  package borrowing func optionalText(_ column: Int32) -> String? {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The value as text, ill-formed UTF-8 repaired; empty for NULL.
  package borrowing func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// The bytes of a text or blob; empty for NULL.
  package borrowing func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBytes(column) { bytes in unsafe [UInt8](bytes) }
  }

  /// Lends the bytes of a text or blob in SQLite's memory; empty for NULL.
  @unsafe borrowing func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // The pointer first: getting it may convert the value and change its length.
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Every value of the row.
  package var values: [SQLValue] { (0..<columnCount).map { value($0) } }

  private borrowing func value(_ column: Int32) -> SQLValue {
    switch type(column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
