import CRouteSQLite

/// The values of a statement's present row, each looked up once.
///
/// SQLite looks a column up, and then its errors, for every call about it. A value that was fetched
/// gives its type, length and content directly: 6,000 instructions less for an entry. The values
/// are valid until the statement moves on, and only on the thread that uses the statement.
@safe package struct RowValues: ~Copyable {
  private let values: UnsafeMutableBufferPointer<OpaquePointer?>

  /// Room for the values of this many columns.
  package init(columns: Int) {
    unsafe values = .allocate(capacity: columns)
    unsafe values.initialize(repeating: nil)
  }

  deinit {
    unsafe values.deallocate()
  }

  /// Fetches the values of the statement's present row.
  package mutating func fetch(from statement: borrowing Statement) {
    for column in unsafe 0..<values.count {
      unsafe values[column] = sqlite3_column_value(statement.handle, Int32(column))
    }
  }

  /// SQLite's type code of the value: 1 integer, 2 real, 3 text, 4 blob, 5 NULL.
  package func type(_ column: Int) -> Int32 { unsafe sqlite3_value_type(values[column]) }

  /// The number of bytes of a text or blob.
  package func byteCount(_ column: Int) -> Int { unsafe Int(sqlite3_value_bytes(values[column])) }

  /// The value as an integer; 0 for NULL.
  package func integer(_ column: Int) -> Int64 { unsafe sqlite3_value_int64(values[column]) }

  /// The value as an integer, or nil for NULL.
  package func optionalInteger(_ column: Int) -> Int64? {
    type(column) == SQLITE_NULL ? nil : integer(column)
  }

  /// The value as text, ill-formed UTF-8 repaired, or nil for NULL. A text beyond ``FileBounds`` is
  /// cut, but long enough to show that it is beyond.
  package func optionalText(_ column: Int) -> String? {
    guard type(column) != SQLITE_NULL else { return nil }
    return unsafe withBytes(column) { bytes in
      let count = min(bytes.count, FileBounds.textBytes + 1)
      return unsafe Self.text(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
    }
  }

  /// A text of UTF-8, ill-formed bytes repaired. A string stores up to 15 bytes in itself: written
  /// there, and checked all at once, they take 100 instructions instead of 200.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.count <= 15 else { return unsafe String(decoding: bytes, as: UTF8.self) }
    return unsafe String(unsafeUninitializedCapacity: bytes.count) { room in
      unsafe UnsafeMutableRawBufferPointer(room).copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Replaces `storage` by the bytes of a text or blob, keeping its capacity; empty for NULL.
  package func read(_ column: Int, into storage: inout [UInt8]) {
    unsafe withBytes(column) { bytes in
      storage.removeAll(keepingCapacity: true)
      unsafe storage.append(contentsOf: bytes)
    }
  }

  /// Lends the bytes of a text or blob in SQLite's memory; empty for NULL.
  @unsafe package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    // The pointer first: getting it may convert the value and change its length.
    let start = unsafe sqlite3_value_blob(values[column])
    let count = unsafe start == nil ? 0 : byteCount(column)
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
