import CRouteSQLite

extension EntryBytes {
  /// Encodes a row after the digest of its predecessor and returns its digest.
  ///
  /// With a statement, columns 1 to 23 are bound to its parameters of the same number on the way;
  /// texts stay in this memory, so the statement must be run before the next row is encoded.
  mutating func encode(
    _ row: borrowing EntryRow, after previous: ChainDigest, bindingTo statement: OpaquePointer?
  ) -> ChainDigest {
    begin(after: previous, size: row.textSize)
    unsafe put(row.sequence, 1, statement)
    unsafe put(row.session, 2, statement)
    unsafe put(row.scene, 3, statement)
    unsafe put(row.kind, 4, statement)
    unsafe put(row.request, 5, statement)
    unsafe put(row.cause, 6, statement)
    unsafe put(row.atMicroseconds, 7, statement)
    unsafe put(row.elapsedMicroseconds, 8, statement)
    unsafe put(row.durationMicroseconds, 9, statement)
    unsafe put(row.entryPoint, 10, statement)
    unsafe put(row.link, 11, statement)
    unsafe put(row.route, 12, statement)
    unsafe put(row.routeVersion, 13, statement)
    unsafe put(row.router, 14, statement)
    unsafe put(row.variant, 15, statement)
    unsafe put(row.outcome, 16, statement)
    unsafe put(row.reason, 17, statement)
    unsafe put(row.screenBefore, 18, statement)
    unsafe put(row.screenAfter, 19, statement)
    unsafe put(row.action, 20, statement)
    unsafe put(row.attempt, 21, statement)
    if !row.payload.isEmpty {
      unsafe row.payload.withUnsafeBytes { unsafe put($0, 22, statement) }
    }
    unsafe put(row.stateDigest.map { Int64(bitPattern: $0) }, 23, statement)
    return digest
  }

  @inline(__always)
  @unsafe private mutating func put(
    _ value: Int64?, _ column: Int32, _ statement: OpaquePointer?
  ) {
    guard let value else { return }
    add(value, column: UInt8(truncatingIfNeeded: column))
    if let statement = unsafe statement {
      unsafe _ = sqlite3_bind_int64(statement, column, value)
    }
  }

  @inline(__always)
  @unsafe private mutating func put(
    _ text: borrowing String?, _ column: Int32, _ statement: OpaquePointer?
  ) {
    guard let text = copy text else { return }
    let done: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe put(UnsafeRawBufferPointer(utf8), column, statement)
    }
    if done == nil {
      // A string that came from Objective-C has no UTF-8 of its own.
      unsafe Array(text.utf8).withUnsafeBytes { unsafe put($0, column, statement) }
    }
  }

  @inline(__always)
  @unsafe private mutating func put(
    _ utf8: UnsafeRawBufferPointer, _ column: Int32, _ statement: OpaquePointer?
  ) {
    let place = unsafe add(text: utf8, column: UInt8(truncatingIfNeeded: column))
    if let statement = unsafe statement {
      // No destructor: SQLite reads the bytes where they are.
      unsafe _ = sqlite3_bind_text(statement, column, place, Int32(clamping: utf8.count), nil)
    }
  }

  /// The digest of a row, from the values as they lie in the file.
  ///
  /// The row's columns are ``EntryRow/columns``. Nil when a value has a type that no journal holds.
  ///
  /// - Parameter size: how many bytes its texts take together.
  mutating func digest(
    of values: borrowing RowValues, size: Int, after previous: ChainDigest
  ) -> ChainDigest? {
    begin(after: previous, size: size)
    for column in 0..<23 {
      let number = UInt8(truncatingIfNeeded: column + 1)
      switch values.type(column) {
      case SQLITE_NULL: continue
      case SQLITE_INTEGER: add(values.integer(column), column: number)
      case SQLITE_TEXT:
        unsafe values.withBytes(column) { bytes in
          unsafe _ = add(text: bytes, column: number)
        }
      default: return nil
      }
    }
    return digest
  }
}

extension RowValues {
  /// How many bytes the texts of an entry's row take together.
  var textSize: Int {
    var size = 0
    for column in 0..<23 where type(column) == SQLITE_TEXT { size += byteCount(column) }
    return size
  }

  /// Throws `damaged` when a text of an entry's row is beyond ``FileBounds``, before anything is
  /// done with it.
  func checkTexts(at sequence: Int64) throws(StoreError) {
    for (column, name) in EntryRow.columns.split(separator: ", ").enumerated()
    where column < 23 && type(column) == SQLITE_TEXT {
      let most =
        column == EntryRow.payloadColumn ? Int(FileBounds.valueBytes) : FileBounds.textBytes
      guard byteCount(column) > most else { continue }
      throw .damaged(reason: FileBounds.problem(of: String(name)), sequence: sequence)
    }
  }
}

extension EntryRow {
  /// The chain digest of this entry after the one before it, as described in the journal's format.
  public func chainDigest(after previous: ChainDigest) -> ChainDigest {
    var bytes = EntryBytes()
    return unsafe bytes.encode(self, after: previous, bindingTo: nil)
  }

  /// How many bytes its texts take together.
  var textSize: Int {
    var size = payload.count
    size &+= (scene?.utf8.count ?? 0) &+ (entryPoint?.utf8.count ?? 0) &+ (link?.utf8.count ?? 0)
    size &+= (route?.utf8.count ?? 0) &+ (router?.utf8.count ?? 0) &+ (variant?.utf8.count ?? 0)
    size &+= (outcome?.utf8.count ?? 0) &+ (reason?.utf8.count ?? 0)
    size &+= (screenBefore?.utf8.count ?? 0) &+ (screenAfter?.utf8.count ?? 0)
    return size
  }
}
