/// The members of an object that were read so far, by numbers below 32 that the object's reader
/// gives them.
struct SeenMembers {
  private var bits: UInt32 = 0

  /// Adds one; false when it was read before.
  @inline(__always)
  mutating func add(_ number: UInt32) -> Bool {
    let bit: UInt32 = 1 &<< number
    defer { bits |= bit }
    return bits & bit == 0
  }
}

extension JSONReader {
  /// Whether the current member has this name, which may stand in its object only once, and without
  /// escapes. Questions read such members in SQL: of two members with one name, SQL takes another
  /// one than this reader does, and it looks for the name as it is written.
  ///
  /// - Throws: `JSONError` when it was read before or has escapes.
  @inline(__always)
  func isOnce(
    _ name: StaticString, _ number: UInt32, _ seen: inout SeenMembers
  ) throws(JSONError) -> Bool {
    guard isName(name) else { return false }
    guard seen.add(number), isNamePlain else { throw error("each member once, without escapes") }
    return true
  }

  /// Requires that the current member's name has no escapes.
  @inline(__always)
  func requirePlainName() throws(JSONError) {
    guard isNamePlain else { throw error("a name without escapes") }
  }

  /// Reads the notes of an entry, whose names have no escapes.
  mutating func notes() throws(JSONError) -> Parameters {
    let (begun, start) = (self, offset)
    let notes = try parameters()
    // Most notes have no escape at all.
    guard bytes[start..<offset].contains(UInt8(ascii: "\\")) else { return notes }
    var names = begun
    try names.beginObject()
    while try names.nextMember() {
      try names.requirePlainName()
      try names.skipValue()
    }
    return notes
  }
}
