import CRouteSQLite

extension EntryBytes {
  /// Encodes a row after the digest of its predecessor and returns its digest.
  ///
  /// Columns 1 to 23 are also passed to another target, and then the digest. Texts may remain in
  /// this memory, so they have to be used before the next row is encoded.
  ///
  /// - Parameter size: the total bytes of its texts.
  mutating func encode<Columns: EntryColumns & ~Copyable>(
    _ row: borrowing EntryRow, size: Int, after previous: ChainDigest, into columns: inout Columns
  ) -> ChainDigest {
    begin(after: previous, size: size)
    put(row.sequence, 1, &columns)
    put(row.session, 2, &columns)
    put(row.scene, 3, &columns)
    put(row.kind, 4, &columns)
    put(row.request, 5, &columns)
    put(row.cause, 6, &columns)
    put(row.atMicroseconds, 7, &columns)
    put(row.elapsedMicroseconds, 8, &columns)
    put(row.durationMicroseconds, 9, &columns)
    put(row.entryPoint, 10, &columns)
    put(row.link, 11, &columns)
    put(row.route, 12, &columns)
    put(row.routeVersion, 13, &columns)
    put(row.router, 14, &columns)
    put(row.variant, 15, &columns)
    put(row.outcome, 16, &columns)
    put(row.reason, 17, &columns)
    put(row.screenBefore, 18, &columns)
    put(row.screenAfter, 19, &columns)
    put(row.action, 20, &columns)
    put(row.attempt, 21, &columns)
    if !row.payload.isEmpty {
      unsafe row.payload.withUnsafeBytes { unsafe put($0, 22, &columns) }
    }
    put(row.stateDigest.map { Int64(bitPattern: $0) }, 23, &columns)
    let digest = digest
    columns.finish(digest)
    return digest
  }

  @inline(__always)
  private mutating func put<Columns: EntryColumns & ~Copyable>(
    _ value: Int64?, _ column: Int32, _ columns: inout Columns
  ) {
    guard let value else { return }
    add(value, column: UInt8(truncatingIfNeeded: column))
    columns.take(value, column: column)
  }

  @inline(__always)
  private mutating func put<Columns: EntryColumns & ~Copyable>(
    _ text: borrowing String?, _ column: Int32, _ columns: inout Columns
  ) {
    guard let text = copy text else { return }
    let done: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe put(UnsafeRawBufferPointer(utf8), column, &columns)
    }
    if done == nil {
      // A string that came from Objective-C has no UTF-8 bytes of its own.
      unsafe Array(text.utf8).withUnsafeBytes { unsafe put($0, column, &columns) }
    }
  }

  @inline(__always)
  @unsafe private mutating func put<Columns: EntryColumns & ~Copyable>(
    _ utf8: UnsafeRawBufferPointer, _ column: Int32, _ columns: inout Columns
  ) {
    let place = unsafe add(text: utf8, column: UInt8(truncatingIfNeeded: column))
    unsafe columns.take(place, count: utf8.count, column: column)
  }

  /// The digest of a row, from the values in the file.
  ///
  /// The row's columns are ``EntryRow/columns``. Nil when a value has a type that no journal
  /// contains, or a text is not UTF-8.
  ///
  /// - Parameter size: the total bytes of its texts.
  mutating func digest(
    of values: borrowing RowValues, size: Int, after previous: ChainDigest
  ) -> ChainDigest? {
    begin(after: previous, size: size)
    for column in 0..<23 {
      let number = UInt8(truncatingIfNeeded: column + 1)
      switch values.type(column) {
      case SQLITE_NULL: continue
      case SQLITE_INTEGER where EntryRow.isNumber(column):
        add(values.integer(column), column: number)
      case SQLITE_TEXT where !EntryRow.isNumber(column) && values.isText(column):
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
  /// Whether an entry can have the text of a column: an empty payload counts as no text, and
  /// reading would repair a text that is not UTF-8. A payload is read as bytes.
  @inline(__always)
  fileprivate func isText(_ column: Int) -> Bool {
    if column == EntryRow.payloadColumn { return byteCount(column) > 0 }
    return unsafe withBytes(column) { bytes in
      // All bytes at once, several to an instruction; a search would take one after the other.
      unsafe bytes.reduce(0, |) < 0x80
        || String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }
  }

  /// The total bytes of the texts in an entry's row.
  var textSize: Int {
    var size = 0
    for column in 0..<23 where type(column) == SQLITE_TEXT { size += byteCount(column) }
    return size
  }

  /// Throws `damaged` when a text of an entry's row is beyond ``FileBounds``, before it is used.
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
    var columns = NoEntryColumns()
    return bytes.encode(self, size: textSize, after: previous, into: &columns)
  }

  /// The total bytes of its texts.
  var textSize: Int {
    var size = payload.count
    size &+= (scene?.utf8.count ?? 0) &+ (entryPoint?.utf8.count ?? 0) &+ (link?.utf8.count ?? 0)
    size &+= (route?.utf8.count ?? 0) &+ (router?.utf8.count ?? 0) &+ (variant?.utf8.count ?? 0)
    size &+= (outcome?.utf8.count ?? 0) &+ (reason?.utf8.count ?? 0)
    size &+= (screenBefore?.utf8.count ?? 0) &+ (screenAfter?.utf8.count ?? 0)
    return size
  }
}
