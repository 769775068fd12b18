extension Parameters {
  /// Writes an object with a member for each parameter.
  package func write(to writer: inout JSONWriter) {
    unsafe bytes.withUnsafeBytes { unsafe Self.write($0, to: &writer) }
  }

  /// Writes parameters that are part of a buffer.
  static func write(_ bytes: UnsafeRawBufferPointer, to writer: inout JSONWriter) {
    writer.beginObject()
    var offset = 8
    while offset < bytes.count {
      let place = unsafe ParameterPlace(at: offset, in: bytes)
      unsafe writer.name(utf8: bytes.part(place.name))
      switch unsafe bytes[place.value] {
      case ParameterValue.Tag.int:
        unsafe writer.int(Int64(bitPattern: bytes.bits(at: place.value &+ 1)))
      case ParameterValue.Tag.string: unsafe writer.string(utf8: bytes.part(place.text))
      default: unsafe Parameters(bytes: [UInt8](bytes)).value(at: place).write(to: &writer)
      }
      offset = place.end
    }
    writer.endObject()
  }

  /// Reads what ``write(to:)`` wrote. A name that comes twice is refused.
  package init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    let start = reader.offset
    var members = PlainMembers()
    while try reader.nextMember() {
      guard try members.take(from: &reader) else {
        reader.goBack(toFirstMemberAt: start)
        self = try Self.members(from: &reader)
        return
      }
    }
    self = members.parameters(in: reader.bytes)
  }

  /// Reads the members that ``write(to:)`` wrote, as ranges of the JSON. When there are many, or
  /// one is not plain, it returns nil and the reader stays where it was.
  static func plainMembers(from reader: inout JSONReader) throws(JSONError) -> PlainMembers? {
    let begun = reader
    try reader.beginObject()
    var members = PlainMembers()
    while try reader.nextMember() {
      guard try members.take(from: &reader) else {
        reader = begun
        return nil
      }
    }
    return members
  }

  /// Reads the members of an object in any order and form. A file can have any number of them.
  private static func members(from reader: inout JSONReader) throws(JSONError) -> Parameters {
    var (elements, names) = ([Element](), Set<[UInt8]>())
    while try reader.nextMember() {
      let name = reader.memberName()
      guard names.insert(Array(name.utf8)).inserted else {
        throw reader.error("a parameter other than \"\(name)\", which came before")
      }
      elements.append(Element(name: name, value: try ParameterValue(from: &reader)))
    }
    return Parameters(inAnyOrder: elements)
  }
}

/// A few members of an object as ``Parameters/write(to:)`` writes them: in order and mostly without
/// escapes. Each is kept as ranges of the JSON. The parameters are then written in one pass, into
/// memory of the right size.
struct PlainMembers {
  /// No members.
  static let none = PlainMembers()

  private static let most = 8

  private var names = SIMD8<UInt64>()
  private var tags = SIMD8<UInt8>()
  /// The bits of a number, or the range of a text.
  private var values = SIMD8<UInt64>()
  private var count = 0
  /// The most bytes that the parameters take.
  private(set) var size = 8
  private var last = 0..<0

  private static func packed(_ range: Range<Int>) -> UInt64 {
    UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
  }

  private static func range(_ packed: UInt64) -> Range<Int> {
    Int(packed >> 32)..<Int(packed & 0xFFFF_FFFF)
  }

  /// Reads the value of the reader's member; false when there are too many members or one is not
  /// plain.
  mutating func take(from reader: inout JSONReader) throws(JSONError) -> Bool {
    guard count < Self.most, reader.bytes.count < 1 << 32,
      count == 0 ? reader.isNamePlain : reader.isNameBehind(last)
    else { return false }
    last = reader.plainName
    let value = try ScannedValue(from: &reader)
    guard !value.hasEscapes else { return false }
    names[count] = Self.packed(last)
    tags[count] = value.tag
    values[count] = value.isText ? Self.packed(value.text) : value.bits
    count &+= 1
    size &+= 8 &+ last.count &+ ParameterRoom.valueSize &+ value.text.count
    return true
  }

  /// The parameters.
  ///
  /// - Parameter json: the bytes that the members were read from.
  func parameters(in json: [UInt8]) -> Parameters {
    guard count > 0 else { return Parameters() }
    return unsafe json.withUnsafeBytes { json in
      Parameters(atMost: size) { room in unsafe write(from: json, to: &room) }
    }
  }

  /// Writes the parameters.
  ///
  /// - Parameter json: the bytes that the members were read from.
  @inline(__always)
  func write(from json: UnsafeRawBufferPointer, to room: inout ParameterRoom) {
    for index in 0..<count {
      unsafe room.name(utf8: json.part(Self.range(names[index])))
      let (tag, value) = (tags[index], values[index])
      switch tag {
      case ParameterValue.Tag.int, ParameterValue.Tag.double: room.value(tag, bits: value)
      case ParameterValue.Tag.bool: room.value(value != 0)
      default: unsafe room.value(tag, utf8: json.part(Self.range(value)))
      }
    }
  }
}
