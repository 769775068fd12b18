/// Memory in which parameters are written one after the other, in the order of their names and in
/// the form of ``ParameterPlace``.
///
/// An array that grows takes 80 instructions for each piece; here a piece is one copy.
@safe
struct ParameterRoom: ~Copyable {
  private let target: UnsafeMutableRawBufferPointer
  /// The offset of the next byte; the first eight bytes are the number of parameters.
  private var end = 8
  private var parameters: UInt64 = 0

  private init(_ target: UnsafeMutableRawBufferPointer) {
    precondition(target.count >= 8, "no room for the number of parameters")
    unsafe self.target = target
  }

  /// Discards the written parameters, because one of them cannot be made; nothing may follow.
  mutating func giveUp() { parameters = 0 }

  /// Lets the body write parameters into memory; returns how many bytes they take.
  @inline(__always)
  static func fill(
    _ target: UnsafeMutableRawBufferPointer, _ write: (inout ParameterRoom) -> Void
  ) -> Int {
    var room = unsafe ParameterRoom(target)
    write(&room)
    return room.finish()
  }

  /// Writes the number of parameters, and returns how many bytes they take.
  private func finish() -> Int {
    unsafe target.storeBytes(of: parameters.littleEndian, as: UInt64.self)
    return parameters == 0 ? 0 : end
  }

  /// Begins a parameter, whose value is to follow.
  @inline(__always)
  mutating func name(_ name: ParameterName) {
    unsafe name.bytes.withUnsafeBytes { unsafe self.name(counted: $0) }
  }

  /// Begins a parameter whose name is given with its length before it.
  @inline(__always)
  mutating func name(counted name: UnsafeRawBufferPointer) {
    parameters &+= 1
    unsafe append(name)
  }

  /// Begins a parameter, whose value is to follow.
  @inline(__always)
  mutating func name(utf8: UnsafeRawBufferPointer) {
    parameters &+= 1
    append(UInt64(utf8.count))
    unsafe append(utf8)
  }

  /// Writes a value with its tag, as it stands in other parameters.
  @inline(__always)
  mutating func value(tagged bytes: UnsafeRawBufferPointer) { unsafe append(bytes) }

  /// Writes an integer, or the bits of a double.
  @inline(__always)
  mutating func value(_ tag: UInt8, bits: UInt64) {
    append(tag)
    append(bits)
  }

  /// Writes a boolean.
  @inline(__always)
  mutating func value(_ isTrue: Bool) {
    append(ParameterValue.Tag.bool)
    append(isTrue ? 1 : 0 as UInt8)
  }

  /// Writes a text, a token, or canonical JSON; it has to be UTF-8.
  @inline(__always)
  mutating func value(_ tag: UInt8, utf8: UnsafeRawBufferPointer) {
    append(tag)
    append(UInt64(utf8.count))
    unsafe append(utf8)
  }

  /// Writes any value.
  mutating func value(_ value: ParameterValue) {
    switch value {
    case .int(let number): self.value(ParameterValue.Tag.int, bits: UInt64(bitPattern: number))
    case .double(let number): self.value(ParameterValue.Tag.double, bits: number.bitPattern)
    case .bool(let isTrue): self.value(isTrue)
    case .string(let text):
      unsafe text.withBytes { unsafe self.value(ParameterValue.Tag.string, utf8: $0) }
    case .token(let text):
      unsafe text.withBytes { unsafe self.value(ParameterValue.Tag.token, utf8: $0) }
    case .structure(let structure):
      unsafe structure.json.withBytes {
        unsafe self.value(ParameterValue.Tag.structure, utf8: $0)
      }
    }
  }

  /// Writes the decoded text of a part of an array, see
  /// ``PercentEncoding/decoded(_:_:plusIsSpace:)``.
  @inline(__always)
  mutating func value(
    decoding bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool = false
  ) {
    guard PercentEncoding.isPlain(bytes, range) else {
      return value(decodingEscapes: bytes, range, plusIsSpace: plusIsSpace)
    }
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe value(ParameterValue.Tag.string, utf8: bytes.part(range))
    }
  }

  @inline(never)
  private mutating func value(
    decodingEscapes bytes: [UInt8], _ range: Range<Int>, plusIsSpace: Bool
  ) {
    let decoded = PercentEncoding.decodedBytes(bytes, range, plusIsSpace: plusIsSpace)
    guard UTF8Check.isValid(decoded) else {
      return value(.string(String(decoding: decoded, as: UTF8.self)))
    }
    unsafe decoded.withUnsafeBytes { unsafe value(ParameterValue.Tag.string, utf8: $0) }
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let room = unsafe makeRoom(bytes.count)
    unsafe room.copyMemory(from: bytes)
  }

  @inline(__always)
  private mutating func append(_ word: UInt64) {
    let room = unsafe makeRoom(8)
    unsafe room.storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    let room = unsafe makeRoom(1)
    unsafe room[0] = byte
  }

  /// The next bytes of the memory, which then count as written.
  @inline(__always)
  private mutating func makeRoom(_ count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(unsafe target.count &- end >= count, "no room for a parameter")
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[end..<end &+ count])
    end &+= count
    return unsafe room
  }
}

extension ParameterRoom {
  /// The bytes that a tag and a number or a length take; only a text adds to them.
  static var valueSize: Int { 9 }
}

extension Parameters {
  /// Parameters that the body writes in the order of their names.
  ///
  /// - Parameter size: the most bytes that they take, including their number.
  @inline(__always)
  init(atMost size: Int, _ write: (inout ParameterRoom) -> Void) {
    // Copying the bytes into an array takes 300 instructions less than filling an array that was
    // made with room, and the copy has the right size.
    let bytes = unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { target in
      let end = unsafe ParameterRoom.fill(target, write)
      return end == 0 ? [] : unsafe [UInt8](UnsafeRawBufferPointer(target).part(0..<end))
    }
    self.init(bytes: bytes)
  }

  /// One parameter.
  init(_ name: String, _ value: ParameterValue) {
    let text =
      switch value {
      case .int, .double, .bool: 0
      case .string(let text), .token(let text): text.utf8.count
      case .structure(let structure): structure.json.utf8.count
      }
    self.init(atMost: 8 + 8 + name.utf8.count + ParameterRoom.valueSize + text) { room in
      unsafe name.withBytes { unsafe room.name(utf8: $0) }
      room.value(value)
    }
  }
}
