/// A name as it stands in the bytes of parameters, with its length before it. It is made once with
/// the table; finding it is one comparison and writing it one copy.
struct ParameterName: Sendable {
  let bytes: [UInt8]

  /// The name itself.
  var text: ArraySlice<UInt8> { bytes[8...] }

  init(_ text: String) {
    let length = UInt64(text.utf8.count).littleEndian
    bytes = unsafe withUnsafeBytes(of: length) { unsafe Array($0) } + Array(text.utf8)
  }
}

extension ParameterPlace {
  /// The parameter with a name that is given with its length before it; nil when there is none.
  @inline(__always)
  init?(counted name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) {
    var offset = 8
    while offset < bytes.count {
      let place = unsafe ParameterPlace(at: offset, in: bytes)
      if unsafe bytes.part(offset..<place.value).hasSameBytes(as: name) {
        self = place
        return
      }
      offset = place.end
    }
    return nil
  }
}

extension Parameters {
  /// Whether two sets of parameters, as bytes, have the same value for a name, or neither has one.
  @inline(__always)
  static func haveSameValue(
    _ name: ParameterName, _ bytes: UnsafeRawBufferPointer, _ other: Parameters
  ) -> Bool {
    unsafe name.bytes.withUnsafeBytes { name in
      unsafe other.bytes.withUnsafeBytes { other in
        let mine = unsafe ParameterPlace(counted: name, in: bytes)
        let others = unsafe ParameterPlace(counted: name, in: other)
        guard let mine, let others else { return mine == nil && others == nil }
        return unsafe bytes.part(mine.taggedValue).hasSameBytes(as: other.part(others.taggedValue))
      }
    }
  }
}

extension Parameters {
  /// Whether the parameter at a place of `others` is also among these, with the same value.
  func has(_ place: ParameterPlace, of others: Parameters) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe others.bytes.withUnsafeBytes { others in
        let name = unsafe others.part(place.start..<place.value)
        guard let mine = unsafe ParameterPlace(counted: name, in: bytes) else { return false }
        let value = unsafe others.part(place.taggedValue)
        return unsafe bytes.part(mine.taggedValue).hasSameBytes(as: value)
      }
    }
  }

  /// Only the parameters with these names.
  func only(_ names: [ParameterName]) -> Parameters {
    unsafe bytes.withUnsafeBytes { bytes in
      func isWanted(_ place: ParameterPlace) -> Bool {
        let name = unsafe bytes.part(place.start..<place.value)
        return names.contains { other in
          unsafe other.bytes.withUnsafeBytes { unsafe $0.hasSameBytes(as: name) }
        }
      }
      var size = 8
      for place in places where isWanted(place) { size += place.end - place.start }
      guard size < bytes.count else { return self }
      return Parameters(atMost: size) { room in
        for place in places where isWanted(place) {
          unsafe room.name(counted: bytes.part(place.start..<place.value))
          unsafe room.value(tagged: bytes.part(place.taggedValue))
        }
      }
    }
  }
}
