import CRouteSQLite

/// The bytes from which an entry's chain digest is computed, in one reusable buffer.
///
/// Layout: the previous digest, then each column 1 to 23 that is not NULL as number (1 byte), type
/// (1 byte: 1 integer, 3 text), length (unsigned LEB128) and value (an integer as its shortest
/// big-endian two's complement, a text as UTF-8). A text bound to a statement points into this
/// memory, so an entry is copied once for both.
@safe struct EntryBytes: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0

  /// The most bytes of a column besides its value: number, type, length.
  private static let headerSize = 12

  init() {
    capacity = 4_096
    unsafe start = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// The digest over what was added since ``begin(after:size:)``.
  var digest: ChainDigest {
    unsafe SHA256.digest(of: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Starts an entry with the digest of the one before it; at most `size` bytes of values will
  /// follow.
  mutating func begin(after previous: ChainDigest, size: Int) {
    let needed = 32 + size + 24 * Self.headerSize
    if needed > capacity {
      unsafe start.deallocate()
      capacity = needed + needed / 2
      unsafe start = .allocate(byteCount: capacity, alignment: 16)
    }
    unsafe previous.store(to: start)
    count = 32
  }

  /// Adds an integer column.
  @inline(__always)
  mutating func add(_ value: Int64, column: UInt8) {
    // The shortest form includes one bit for the sign.
    let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
    let length = (bits + 7) >> 3
    addHeader(column: column, type: 1, length: length)
    let shifted = value &<< Int64(64 &- 8 &* length)
    unsafe start.storeBytes(of: shifted.bigEndian, toByteOffset: count, as: Int64.self)
    count &+= length
  }

  /// Adds a text column and returns the address of its bytes.
  @inline(__always)
  @unsafe mutating func add(
    text bytes: UnsafeRawBufferPointer, column: UInt8
  ) -> UnsafePointer<CChar> {
    addHeader(column: column, type: 3, length: bytes.count)
    let place = unsafe start + count
    if let source = bytes.baseAddress {
      unsafe place.copyMemory(from: source, byteCount: bytes.count)
    }
    count &+= bytes.count
    return unsafe UnsafePointer(place.assumingMemoryBound(to: CChar.self))
  }

  @inline(__always)
  private mutating func addHeader(column: UInt8, type: UInt8, length: Int) {
    unsafe start.storeBytes(of: column, toByteOffset: count, as: UInt8.self)
    unsafe start.storeBytes(of: type, toByteOffset: count &+ 1, as: UInt8.self)
    count &+= 2
    var rest = length
    while rest >= 0x80 {
      let low = UInt8(truncatingIfNeeded: rest) | 0x80
      unsafe start.storeBytes(of: low, toByteOffset: count, as: UInt8.self)
      count &+= 1
      rest &>>= 7
    }
    let last = UInt8(truncatingIfNeeded: rest)
    unsafe start.storeBytes(of: last, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }
}
