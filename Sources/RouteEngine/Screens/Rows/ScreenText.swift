/// The position of a screen's bytes in its ``ScreenLeaf``: a head, the kind's name, the parameters
/// in the form of ``ParameterPlace``, and for few screens the name of the container and the style.
///
/// The head is 32 bytes: the lengths of the four parts with 32 bits each, then the version of a
/// tombstone's kind and the digest of the parameters with 64 bits each, least significant byte
/// first. Zeros fill the end to a whole word of eight bytes.
struct ScreenText {
  let start: Int
  let kind: Range<Int>
  let parameters: Range<Int>
  let container: Range<Int>
  let style: Range<Int>

  static var headCount: Int { 32 }
  static var versionOffset: Int { 16 }
  static var digestOffset: Int { 24 }

  /// The range of all bytes.
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
  /// Lends the bytes of a screen. They are gathered first and copied once, because each piece that
  /// is appended to an array costs 100 instructions.
  ///
  /// - Parameter start: the offset of these bytes, a multiple of eight; the body writes the bytes
  ///   before it.
  static func compose<Result>(
    _ kind: String, _ parameters: Parameters, _ shape: ScreenShape, _ ownership: ScreenOwnership,
    behind start: Int = 0, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let rest = (
      container: shape.isPlain ? "" : shape.containerName ?? "",
      style: shape.isPlain ? "" : shape.ownStyle?.text ?? "", version: ownership.unknownVersion ?? 0
    )
    return unsafe kind.withBytes { kind in
      unsafe compose(
        kind: kind, parametersAtMost: parameters.bytes.count, rest, behind: start,
        { room in unsafe parameters.bytes.withUnsafeBytes { unsafe room.take($0, at: 0) } }, body)
    }
  }

  /// Lends the bytes of a screen, whose parameters are written straight into place.
  ///
  /// - Parameters:
  ///   - size: the most bytes that the parameters take.
  ///   - rest: the parts that few screens have.
  ///   - write: writes the parameters; returns how many bytes they take.
  @inline(__always)
  static func compose<Result>(
    kind: UnsafeRawBufferPointer, parametersAtMost size: Int,
    _ rest: (container: String, style: String, version: Int) = ("", "", 0), behind start: Int,
    _ write: (UnsafeMutableRawBufferPointer) -> Int,
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let most =
      start + headCount + kind.count + size + rest.container.utf8.count + rest.style.utf8.count
    return unsafe withUnsafeTemporaryAllocation(byteCount: whole(most), alignment: 8) { room in
      let first = unsafe room.take(kind, at: start + headCount)
      var end = unsafe first + write(UnsafeMutableRawBufferPointer(rebasing: room[first...]))
      let parameters = unsafe UnsafeRawBufferPointer(rebasing: room[first..<end])
      let head = unsafe (
        lengths(kind.count, parameters.count),
        lengths(rest.container.utf8.count, rest.style.utf8.count),
        UInt64(bitPattern: Int64(rest.version)).littleEndian,
        Parameters.digest(of: parameters).littleEndian
      )
      unsafe room.storeBytes(
        of: head, toByteOffset: start, as: (UInt64, UInt64, UInt64, UInt64).self)
      if !rest.container.isEmpty {
        end = unsafe rest.container.withBytes { unsafe room.take($0, at: end) }
      }
      if !rest.style.isEmpty {
        end = unsafe rest.style.withBytes { unsafe room.take($0, at: end) }
      }
      while end % 8 != 0 {
        unsafe room[end] = 0
        end += 1
      }
      return unsafe body(UnsafeMutableRawBufferPointer(rebasing: room[..<end]))
    }
  }

  /// Lends the bytes of this screen, which has no parameters, with parameters added, together with
  /// the bytes before it.
  ///
  /// - Parameter own: its bytes without parameters.
  func inserting<Result>(
    _ parameters: UnsafeRawBufferPointer, into own: UnsafeRawBufferPointer,
    _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let count = Self.whole(style.upperBound + parameters.count)
    return unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { room in
      unsafe room.storeBytes(of: 0, toByteOffset: count - 8, as: UInt64.self)
      var end = unsafe room.take(own.part(0..<kind.upperBound), at: 0)
      end = unsafe room.take(parameters, at: end)
      if style.upperBound > kind.upperBound {
        end = unsafe room.take(own.part(kind.upperBound..<style.upperBound), at: end)
      }
      unsafe room.storeBytes(
        of: Self.lengths(kind.count, parameters.count), toByteOffset: start, as: UInt64.self)
      unsafe room.storeBytes(
        of: Parameters.digest(of: parameters).littleEndian, toByteOffset: start + Self.digestOffset,
        as: UInt64.self)
      return unsafe body(room)
    }
  }

  /// The version of a tombstone's kind.
  @inline(__always)
  func version(in bytes: UnsafeRawBufferPointer) -> Int {
    unsafe Int(truncatingIfNeeded: bytes.bits(at: start + Self.versionOffset))
  }

  /// The name of a container of the app's own.
  func containerName(in bytes: UnsafeRawBufferPointer) -> String? {
    container.isEmpty ? nil : unsafe String(utf8: bytes.part(container))
  }

  /// The text of the style when its form does not describe it completely; nil otherwise.
  func ownStyle(in bytes: UnsafeRawBufferPointer) -> String? {
    style.isEmpty ? nil : unsafe String(utf8: bytes.part(style))
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
