/// Where one parameter lies in the bytes of ``Parameters``.
///
/// The bytes begin with the number of parameters. For each parameter follow the length of its name,
/// the name's UTF-8, the value's tag (``ParameterValue/Tag``), and the value. The value is the
/// eight bytes of an integer or a double, one byte of a boolean, or the length and the UTF-8 of a
/// text, a token, or a list or an object in canonical JSON. Numbers and lengths are eight bytes,
/// least significant first. The names ascend.
struct ParameterPlace: Sendable {
  /// Where the length of the name begins.
  let start: Int
  /// Where the value's tag stands.
  let value: Int
  /// The offset behind the value.
  let end: Int

  /// The parameter that begins there.
  @inline(__always)
  init(at start: Int, in bytes: UnsafeRawBufferPointer) {
    self.start = start
    value = unsafe start &+ 8 &+ bytes.word(at: start)
    end =
      switch unsafe bytes[value] {
      case ParameterValue.Tag.int, ParameterValue.Tag.double: value &+ 9
      case ParameterValue.Tag.bool: value &+ 2
      default: unsafe value &+ 9 &+ bytes.word(at: value &+ 1)
      }
  }

  var name: Range<Int> { start &+ 8..<value }
  /// The value with its tag: equal values are equal bytes.
  var taggedValue: Range<Int> { value..<end }
  /// The text of a string or a token.
  var text: Range<Int> { value &+ 9..<end }
}

extension UnsafeRawBufferPointer {
  /// A length or a count.
  @inline(__always)
  func word(at offset: Int) -> Int {
    unsafe Int(truncatingIfNeeded: bits(at: offset))
  }

  /// Eight bytes, least significant first.
  @inline(__always)
  func bits(at offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension Parameters {
  /// The places of all parameters, in order.
  struct Places: Sequence, IteratorProtocol, Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate var offset = 8

    mutating func next() -> ParameterPlace? {
      guard offset < bytes.count else { return nil }
      let place = unsafe bytes.withUnsafeBytes { unsafe ParameterPlace(at: offset, in: $0) }
      offset = place.end
      return place
    }
  }

  /// The places of all parameters, in order.
  var places: Places { Places(bytes: bytes) }

  /// The name of a parameter.
  func name(at place: ParameterPlace) -> String {
    unsafe bytes.withUnsafeBytes { unsafe String(utf8: $0.part(place.name)) }
  }

  /// The value of a parameter.
  func value(at place: ParameterPlace) -> ParameterValue {
    unsafe bytes.withUnsafeBytes { bytes in
      let tag = unsafe bytes[place.value]
      return switch tag {
      case ParameterValue.Tag.int:
        .int(unsafe Int64(bitPattern: bytes.bits(at: place.value &+ 1)))
      case ParameterValue.Tag.double:
        .double(unsafe Double(bitPattern: bytes.bits(at: place.value &+ 1)))
      case ParameterValue.Tag.bool: .bool(unsafe bytes[place.value &+ 1] != 0)
      case ParameterValue.Tag.string: .string(unsafe String(utf8: bytes.part(place.text)))
      case ParameterValue.Tag.structure:
        .structure(unsafe ParameterStructure(canonical: String(utf8: bytes.part(place.text))))
      default: .token(unsafe String(utf8: bytes.part(place.text)))
      }
    }
  }

  /// Adds the name and the value of a parameter to a digest.
  func combine(_ place: ParameterPlace, into digest: inout Digest64) {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe digest.append(contentsOf: bytes.part(place.start..<place.end))
    }
  }
}

extension Parameters {
  /// Where the parameter with a name lies; nil when there is none.
  func place(of name: String) -> ParameterPlace? {
    guard !bytes.isEmpty else { return nil }
    return unsafe name.withBytes { unsafe place(of: $0) }
  }

  /// Where the parameter with a name lies; nil when there is none.
  @inline(__always)
  func place(of name: UnsafeRawBufferPointer) -> ParameterPlace? {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 8
      while offset < bytes.count {
        let place = unsafe ParameterPlace(at: offset, in: bytes)
        if unsafe bytes.part(place.name).hasSameBytes(as: name) { return place }
        offset = place.end
      }
      return nil
    }
  }

  /// The range of the parameter with a name, or an empty range where it would be inserted.
  func place(toPut name: UnsafeRawBufferPointer) -> Range<Int> {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 8
      while offset < bytes.count {
        let place = unsafe ParameterPlace(at: offset, in: bytes)
        let other = unsafe bytes.part(place.name)
        if unsafe other.hasSameBytes(as: name) { return place.start..<place.end }
        if unsafe name.lexicographicallyPrecedes(other) { break }
        offset = place.end
      }
      return offset..<offset
    }
  }

  /// A copy in which another parameter, or none, replaces the one in a range.
  ///
  /// - Parameter alone: one parameter, or none.
  func replacing(_ place: Range<Int>, by alone: Parameters) -> Parameters {
    if place.isEmpty, alone.isEmpty { return self }
    let count = count + (alone.isEmpty ? 0 : 1) - (place.isEmpty ? 0 : 1)
    guard count > 0 else { return Parameters() }
    guard !bytes.isEmpty else { return alone }
    var changed: [UInt8] = []
    changed.reserveCapacity(bytes.count - place.count + alone.bytes.count)
    changed += bytes[..<place.lowerBound]
    changed += alone.bytes.dropFirst(8)
    changed += bytes[place.upperBound...]
    let number = UInt64(count).littleEndian
    unsafe changed.withUnsafeMutableBytes { unsafe $0.storeBytes(of: number, as: UInt64.self) }
    return Parameters(bytes: changed)
  }

  /// Whether the bytes have the form that ``ParameterPlace`` describes.
  var isCanonical: Bool {
    guard !bytes.isEmpty else { return true }
    guard bytes.count > 8, count > 0 else { return false }
    var (offset, found) = (8, 0)
    var last: [UInt8]?
    while offset < bytes.count {
      guard let place = checkedPlace(at: offset) else { return false }
      let name = Array(bytes[place.name])
      guard UTF8Check.isValid(name) else { return false }
      if let last, !last.lexicographicallyPrecedes(name) { return false }
      (last, offset, found) = (name, place.end, found + 1)
    }
    return found == count
  }

  /// The parameter that begins there; nil when the bytes are malformed.
  private func checkedPlace(at offset: Int) -> ParameterPlace? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard bytes.count - offset >= 8 + 2,
        unsafe (0...bytes.count - offset - 10).contains(bytes.word(at: offset))
      else { return nil }
      let value = unsafe offset + 8 + bytes.word(at: offset)
      let rest = bytes.count - value
      switch unsafe bytes[value] {
      case ParameterValue.Tag.bool: guard unsafe bytes[value + 1] < 2 else { return nil }
      case ParameterValue.Tag.int, ParameterValue.Tag.double: guard rest >= 9 else { return nil }
      case ParameterValue.Tag.string, ParameterValue.Tag.token, ParameterValue.Tag.structure:
        guard rest >= 9, unsafe (0...rest - 9).contains(bytes.word(at: value + 1)) else {
          return nil
        }
        let text = unsafe value + 9..<value + 9 + bytes.word(at: value + 1)
        guard unsafe UTF8Check.isValid(Array(bytes[text])) else { return nil }
      default: return nil
      }
      return unsafe ParameterPlace(at: offset, in: bytes)
    }
  }
}
