/// Memory in which parameters are written one after the other, in the order of their names, as
/// ``ParameterPlace`` says.
///
/// An array that grows takes 80 instructions for each piece; here a piece is one copy.
@safe
struct ParameterRoom: ~Copyable {
  private let target: UnsafeMutableRawBufferPointer
  /// Where the next byte goes; the first eight are the number of parameters.
  private var end = 8
  private var parameters: UInt64 = 0

  private init(_ target: UnsafeMutableRawBufferPointer) {
    precondition(target.count >= 8, "no room for the number of parameters")
    unsafe self.target = target
  }

  /// Forgets what was written: the parameters cannot be made, and nothing is to follow.
  mutating func giveUp() { parameters = 0 }

  /// Has parameters written into memory; returns how many bytes they take.
  @inline(__always)
  static func fill(
    _ target: UnsafeMutableRawBufferPointer, _ write: (inout ParameterRoom) -> Void
  ) -> Int {
    var room = unsafe ParameterRoom(target)
    write(&room)
    return room.finish()
  }

  /// Writes how many there are, and returns how many bytes they take.
  private func finish() -> Int {
    unsafe target.storeBytes(of: parameters.littleEndian, as: UInt64.self)
    return parameters == 0 ? 0 : end
  }

  /// Begins a parameter, whose value is to follow.
  @inline(__always)
  mutating func name(_ name: ParameterName) {
    unsafe name.bytes.withUnsafeBytes { unsafe self.name(counted: $0) }
  }

  /// Begins a parameter, with the name's length before its name.
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

  /// A value with its tag, as it stands in other parameters.
  @inline(__always)
  mutating func value(tagged bytes: UnsafeRawBufferPointer) { unsafe append(bytes) }

  /// An integer, or the bits of a double.
  @inline(__always)
  mutating func value(_ tag: UInt8, bits: UInt64) {
    append(tag)
    append(bits)
  }

  /// A boolean.
  @inline(__always)
  mutating func value(_ isTrue: Bool) {
    append(ParameterValue.Tag.bool)
    append(isTrue ? 1 : 0 as UInt8)
  }

  /// A text, a token, or canonical JSON, which has to be UTF-8.
  @inline(__always)
  mutating func value(_ tag: UInt8, utf8: UnsafeRawBufferPointer) {
    append(tag)
    append(UInt64(utf8.count))
    unsafe append(utf8)
  }

  /// Any value.
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

  /// The text that part of an array stands for, see ``PercentEncoding/decoded(_:_:plusIsSpace:)``.
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

  /// The next bytes of the memory, which count as written.
  @inline(__always)
  private mutating func makeRoom(_ count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(unsafe target.count &- end >= count, "no room for a parameter")
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[end..<end &+ count])
    end &+= count
    return unsafe room
  }
}

extension ParameterRoom {
  /// How many bytes a tag and a number or a length take: besides its text, no value takes more.
  static var valueSize: Int { 9 }
}

extension Parameters {
  /// Parameters as they are written, in the order of their names; none when none are.
  ///
  /// - Parameter size: the most bytes that they take, those of their number among them.
  @inline(__always)
  init(atMost size: Int, _ write: (inout ParameterRoom) -> Void) {
    // An array that is made with room, to be filled afterwards, takes 300 instructions more than
    // one that is a copy; and of a copy the size is right.
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
