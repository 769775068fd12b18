/// Why a JSON text could not be read.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where reading stopped, in bytes from the start of the text.
  package let offset: Int
  /// The input that the reader would have accepted there.
  package let expected: String
  /// Whether this version does not know a word of a closed list; a newer version may know it.
  package let isUnknownWord: Bool

  package init(offset: Int, expected: String, isUnknownWord: Bool = false) {
    self.offset = offset
    self.expected = expected
    self.isUnknownWord = isUnknownWord
  }

  package var description: String { "at byte \(offset): expected \(expected)" }
}

/// Reads strict JSON (RFC 8259) from a whole buffer. It is a pull parser: the caller knows which
/// value should come next and asks for it.
///
/// Made for journal payloads: no tree is built, and names are compared without becoming strings.
/// The bytes may be hostile: everything is checked, nothing traps, and depth is bounded. Members
/// may come in any order; the caller decides what a repeated or unknown name means.
///
///     try reader.beginObject()
///     while try reader.nextMember() {
///       if reader.isName("id") { id = try reader.int() } else { try reader.skipValue() }
///     }
///     try reader.expectEnd()
package struct JSONReader: Sendable {
  let bytes: [UInt8]
  /// The next byte to read.
  package var offset: Int
  private var depth = 0
  private let depthLimit: Int
  /// Whether an object or array was opened and nothing in it has been read yet.
  private var isAtFirst = false
  private var nameRange = 0..<0
  private var nameHasEscapes = false

  /// How deep objects and arrays may nest when the caller does not say.
  package static let defaultDepthLimit = 64

  package init(_ bytes: [UInt8], depthLimit: Int = defaultDepthLimit) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    offset = 0
  }

  // MARK: Objects and arrays

  /// Reads the `{` of an object.
  package mutating func beginObject() throws(JSONError) {
    try begin(UInt8(ascii: "{"), expected: "an object")
  }

  /// Reads the `[` of an array.
  package mutating func beginArray() throws(JSONError) {
    try begin(UInt8(ascii: "["), expected: "an array")
  }

  /// Goes on to the next member, whose value must then be read or skipped; false at the `}`.
  package mutating func nextMember() throws(JSONError) -> Bool {
    if takePlainName() { return true }
    guard
      try next(closing: UInt8(ascii: "}"), expected: "a comma or the end of the object")
    else { return false }
    guard peek() == UInt8(ascii: "\"") else { throw error("a member's name in double quotes") }
    (nameRange, nameHasEscapes) = try scanString()
    skipSpace()
    guard peek() == UInt8(ascii: ":") else { throw error("a colon after the member's name") }
    offset += 1
    return true
  }

  /// Takes comma, name and colon at once when they stand as ``JSONWriter`` writes them and the name
  /// has lower-case letters only: 60 instructions for a member instead of 125.
  @inline(__always)
  private mutating func takePlainName() -> Bool {
    let (start, isFirst) = (offset, isAtFirst)
    let name = unsafe bytes.withUnsafeBufferPointer { buffer -> Range<Int>? in
      var index = start
      if !isFirst {
        guard index < buffer.count, unsafe buffer[index] == UInt8(ascii: ",") else { return nil }
        index &+= 1
      }
      guard index < buffer.count, unsafe buffer[index] == UInt8(ascii: "\"") else { return nil }
      index &+= 1
      let nameStart = index
      while index < buffer.count, unsafe buffer[index] &- UInt8(ascii: "a") < 26 { index &+= 1 }
      guard index &+ 1 < buffer.count, unsafe buffer[index] == UInt8(ascii: "\""),
        unsafe buffer[index &+ 1] == UInt8(ascii: ":")
      else { return nil }
      return nameStart..<index
    }
    guard let name else { return false }
    (nameRange, nameHasEscapes, isAtFirst) = (name, false, false)
    offset = name.upperBound &+ 2
    return true
  }

  /// Goes back to the first member of the innermost open object.
  ///
  /// - Parameter offset: the position of the reader right after it began the object.
  mutating func goBack(toFirstMemberAt offset: Int) {
    self.offset = offset
    isAtFirst = true
  }

  /// Goes on to the next element, which must then be read or skipped; false at the `]`.
  package mutating func nextElement() throws(JSONError) -> Bool {
    try next(closing: UInt8(ascii: "]"), expected: "a comma or the end of the array")
  }

  /// Whether the current member has this name.
  @inline(__always)
  package func isName(_ name: StaticString) -> Bool {
    // Only the parts are passed on: lending the whole reader would copy it for every comparison.
    Self.matches(name, bytes, nameRange, nameHasEscapes)
  }

  @inline(__always)
  private static func matches(
    _ name: StaticString, _ bytes: [UInt8], _ range: Range<Int>, _ hasEscapes: Bool
  ) -> Bool {
    if hasEscapes { return matchesEscaped(name, bytes, range) }
    guard name.utf8CodeUnitCount == range.count else { return false }
    return name.withUTF8Buffer { utf8 in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        var index = 0
        while index < utf8.count, unsafe utf8[index] == buffer[range.lowerBound &+ index] {
          index &+= 1
        }
        return index == utf8.count
      }
    }
  }

  @inline(never)
  private static func matchesEscaped(
    _ name: StaticString, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    let decoded = text(of: range, in: bytes, hasEscapes: true)
    return name.withUTF8Buffer { unsafe decoded.utf8.elementsEqual($0) }
  }

  /// The current member's name.
  package func memberName() -> String {
    Self.text(of: nameRange, in: bytes, hasEscapes: nameHasEscapes)
  }

  /// The range of the current member's name; empty when the name has escapes.
  var plainName: Range<Int> { nameHasEscapes ? 0..<0 : nameRange }

  /// Whether the current member's name has no escapes.
  var isNamePlain: Bool { !nameHasEscapes }

  /// Whether the current member's name sorts, by its bytes, after the one at a ``plainName``.
  func isNameBehind(_ other: Range<Int>) -> Bool {
    guard !nameHasEscapes, !other.isEmpty else { return false }
    var (left, right) = (other.lowerBound, nameRange.lowerBound)
    while left < other.upperBound, right < nameRange.upperBound {
      if bytes[left] != bytes[right] { return bytes[left] < bytes[right] }
      (left, right) = (left + 1, right + 1)
    }
    return other.count < nameRange.count
  }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8, expected: String) throws(JSONError) {
    skipSpace()
    guard peek() == bracket else { throw error(expected) }
    guard depth < depthLimit else { throw error("at most \(depthLimit) levels of nesting") }
    offset += 1
    depth += 1
    isAtFirst = true
  }

  @inline(__always)
  private mutating func next(closing: UInt8, expected: String) throws(JSONError) -> Bool {
    skipSpace()
    let byte = peek()
    if byte == closing {
      offset += 1
      depth -= 1
      isAtFirst = false
      return false
    }
    if isAtFirst {
      isAtFirst = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw error(expected) }
      offset += 1
      skipSpace()
    }
    return true
  }

  // MARK: Values

  /// Reads a string.
  package mutating func string() throws(JSONError) -> String {
    skipSpace()
    guard peek() == UInt8(ascii: "\"") else { throw error("a string") }
    let (range, hasEscapes) = try scanString()
    return Self.text(of: range, in: bytes, hasEscapes: hasEscapes)
  }

  /// Reads a string and returns the range of its text; nil when it has escapes.
  mutating func plainString() throws(JSONError) -> Range<Int>? {
    skipSpace()
    guard peek() == UInt8(ascii: "\"") else { throw error("a string") }
    let (range, hasEscapes) = try scanString()
    return hasEscapes ? nil : range
  }

  /// Reads `true` or `false`.
  package mutating func bool() throws(JSONError) -> Bool {
    skipSpace()
    if take("true") { return true }
    if take("false") { return false }
    throw error("true or false")
  }

  /// Whether `null` comes next; reads nothing.
  package mutating func isNull() -> Bool {
    skipSpace()
    return peek() == UInt8(ascii: "n")
  }

  /// Reads `null`.
  package mutating func null() throws(JSONError) {
    skipSpace()
    guard take("null") else { throw error("null") }
  }

  /// The first byte of the next value, which tells its type; nil at the end of the text.
  package mutating func peekValue() -> UInt8? {
    skipSpace()
    return peek()
  }

  /// Reads and checks any one value without keeping it.
  package mutating func skipValue() throws(JSONError) {
    guard let first = peekValue() else { throw error("a value") }
    switch first {
    case UInt8(ascii: "{"):
      try beginObject()
      while try nextMember() { try skipValue() }
    case UInt8(ascii: "["):
      try beginArray()
      while try nextElement() { try skipValue() }
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): try null()
    default:
      guard Self.beginsNumber(first) else { throw error("a value") }
      _ = try scanNumber()
    }
  }

  /// Reads any one value and returns its bytes as they stand in the text.
  package mutating func captureRaw() throws(JSONError) -> ArraySlice<UInt8> {
    skipSpace()
    let start = offset
    try skipValue()
    return bytes[start..<offset]
  }

  /// Checks that nothing but white space is left.
  package mutating func expectEnd() throws(JSONError) {
    skipSpace()
    guard offset == bytes.count else { throw error("the end of the text") }
  }

  // MARK: Bytes

  @inline(__always)
  func peek() -> UInt8? {
    offset < bytes.count ? bytes[offset] : nil
  }

  @inline(__always)
  mutating func skipSpace() {
    if offset < bytes.count, bytes[offset] <= 0x20 { skipSomeSpace() }
  }

  @inline(never)
  private mutating func skipSomeSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  @inline(__always)
  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    let isHere = word.withUTF8Buffer { utf8 in
      for index in 0..<count where unsafe utf8[index] != bytes[offset + index] { return false }
      return true
    }
    if isHere { offset += count }
    return isHere
  }

  @inline(never)
  func error(_ expected: String) -> JSONError {
    JSONError(offset: offset, expected: expected)
  }
}
