import CRouteSQLite

/// A target for the columns of an entry, besides the bytes of its chain digest.
protocol EntryColumns: ~Copyable {
  /// Takes the value of an integer column that is not NULL.
  mutating func take(_ value: Int64, column: Int32)

  /// Takes the value of a text column that is not NULL.
  ///
  /// - Parameter place: the address of its bytes, valid until the next entry.
  @unsafe mutating func take(_ place: UnsafePointer<CChar>, count: Int, column: Int32)

  /// Takes the chain digest; columns that were not taken are NULL.
  mutating func finish(_ digest: ChainDigest)
}

/// The parameters of the statement that inserts an entry, as they are bound.
///
/// Most columns are equal in consecutive entries: the session, the scene, the kind, the entry
/// point, the outcome. Binding a parameter takes 90 to 180 instructions, so a parameter is only
/// bound when it differs. Short texts are in fixed buffers, which the statement reads each time it
/// runs: a text of the same length is only copied there.
@safe struct EntryBindings: ~Copyable, EntryColumns {
  private let statement: OpaquePointer
  /// A buffer for each column; the parameters count from 1.
  private let places: UnsafeMutableRawPointer
  /// The bound integer, or the length of the text in the buffer.
  private let values: UnsafeMutablePointer<Int64>
  /// The parameters that are bound, a bit for each.
  private var bound: UInt32 = 0
  /// The parameters of the current entry.
  private var taken: UInt32 = 0

  /// The bytes of a buffer.
  private static let placeSize = 64

  /// Binds the parameters of a statement that outlives this value and whose parameters are NULL.
  @unsafe init(of statement: OpaquePointer) {
    unsafe self.statement = statement
    let count = EntryRow.columnCount + 1
    unsafe places = .allocate(byteCount: count * Self.placeSize, alignment: 16)
    unsafe values = .allocate(capacity: count)
    unsafe values.initialize(repeating: 0, count: count)
  }

  deinit {
    unsafe places.deallocate()
    unsafe values.deallocate()
  }

  @inline(__always)
  mutating func take(_ value: Int64, column: Int32) {
    let bit = UInt32(1) &<< UInt32(bitPattern: column)
    taken |= bit
    if unsafe bound & bit != 0 && values[Int(column)] == value { return }
    unsafe values[Int(column)] = value
    unsafe _ = sqlite3_bind_int64(statement, column, value)
  }

  @inline(__always)
  @unsafe mutating func take(_ place: UnsafePointer<CChar>, count: Int, column: Int32) {
    let bit = UInt32(1) &<< UInt32(bitPattern: column)
    taken |= bit
    guard count <= Self.placeSize else {
      unsafe values[Int(column)] = -1
      // No destructor: SQLite reads the bytes in place.
      unsafe _ = sqlite3_bind_text(statement, column, place, Int32(clamping: count), nil)
      return
    }
    let own = unsafe places + Int(column) &* Self.placeSize
    unsafe own.copyMemory(from: place, byteCount: count)
    if unsafe bound & bit != 0 && values[Int(column)] == Int64(count) { return }
    unsafe values[Int(column)] = Int64(count)
    unsafe _ = sqlite3_bind_text(
      statement, column, own.assumingMemoryBound(to: CChar.self), Int32(count), nil)
  }

  mutating func finish(_ digest: ChainDigest) {
    let last = EntryRow.columnCount
    let bit = UInt32(1) &<< UInt32(last)
    let own = unsafe places + last &* Self.placeSize
    unsafe digest.store(to: own)
    if bound & bit == 0 { unsafe _ = sqlite3_bind_blob(statement, Int32(last), own, 32, nil) }
    taken |= bit
    var gone = bound & ~taken
    while gone != 0 {
      unsafe _ = sqlite3_bind_null(statement, Int32(gone.trailingZeroBitCount))
      gone &= gone &- 1
    }
    (bound, taken) = (taken, 0)
  }
}

/// Ignores all columns: for a chain digest alone.
struct NoEntryColumns: EntryColumns {
  @inline(__always)
  mutating func take(_ value: Int64, column: Int32) {}

  @inline(__always)
  @unsafe mutating func take(_ place: UnsafePointer<CChar>, count: Int, column: Int32) {}

  @inline(__always)
  mutating func finish(_ digest: ChainDigest) {}
}
