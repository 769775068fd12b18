/// Where the bytes of a screen lie in its ``ScreenLeaf``: a head, the kind's name, the parameters
/// as ``ParameterPlace`` says, and of few screens the name of the container and the style.
///
/// The head is 32 bytes: the lengths of the four as 32 bits each, the version of a tombstone's kind
/// and the digest of the parameters as 64, least significant first. Zeros fill the end to a whole
/// word of eight bytes.
struct ScreenText {
  let start: Int
  let kind: Range<Int>
  let parameters: Range<Int>
  let container: Range<Int>
  let style: Range<Int>

  static var headCount: Int { 32 }
  static var versionOffset: Int { 16 }
  static var digestOffset: Int { 24 }

  /// All of it.
  var range: Range<Int> { start..<Self.whole(style.upperBound) }

  private static func whole(_ count: Int) -> Int { (count + 7) & ~7 }

  @inline(__always)
  init(at word: UInt32, in bytes: UnsafeRawBufferPointer) {
    start = Int(word) * 8
    let lengths = unsafe (bytes.bits(at: start), bytes.bits(at: start + 8))
    let kind = start + Self.headCount
    let parameters = kind + Int(UInt32(truncatingIfNeeded: lengths.0))
    let container = parameters + Int(lengths.0 >> 32)
    let style = container + Int(UInt32(truncatingIfNeeded: lengths.1))
    self.kind = kind..<parameters
    self.parameters = parameters..<container
    self.container = container..<style
    self.style = style..<(style + Int(lengths.1 >> 32))
  }
}

extension ScreenText {
  /// Adds the bytes of a screen to those of others: gathered first and copied once, because each
  /// piece that an array takes costs 100 instructions.
  static func append(
    _ kind: String, _ parameters: Parameters, _ shape: ScreenShape, _ ownership: ScreenOwnership,
    to bytes: inout [UInt8]
  ) {
    let container = shape.isPlain ? "" : shape.containerName ?? ""
    let style = shape.isPlain ? "" : shape.ownStyle?.text ?? ""
    let head = (
      lengths(kind.utf8.count, parameters.bytes.count),
      lengths(container.utf8.count, style.utf8.count),
      UInt64(bitPattern: Int64(ownership.unknownVersion ?? 0)).littleEndian,
      parameters.digest.littleEndian
    )
    let count = whole(
      headCount + kind.utf8.count + parameters.bytes.count + container.utf8.count
        + style.utf8.count)
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { room in
      unsafe room.storeBytes(of: 0, toByteOffset: count - 8, as: UInt64.self)
      unsafe room.storeBytes(of: head, as: (UInt64, UInt64, UInt64, UInt64).self)
      var end = unsafe kind.withBytes { unsafe room.take($0, at: headCount) }
      end = unsafe parameters.bytes.withUnsafeBytes { unsafe room.take($0, at: end) }
      if !container.isEmpty { end = unsafe container.withBytes { unsafe room.take($0, at: end) } }
      if !style.isEmpty { end = unsafe style.withBytes { unsafe room.take($0, at: end) } }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(room))
    }
  }

  private static func lengths(_ first: Int, _ second: Int) -> UInt64 {
    (UInt64(first) | UInt64(second) << 32).littleEndian
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Copies bytes to an offset; returns the offset behind them.
  @inline(__always)
  fileprivate func take(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let end = offset + bytes.count
    unsafe UnsafeMutableRawBufferPointer(rebasing: self[offset..<end]).copyMemory(from: bytes)
    return end
  }
}
