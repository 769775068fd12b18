/// Writes canonical JSON as RFC 8785 has it, straight into bytes.
///
/// No white space, shortest strings, numbers in ECMAScript's form. The caller writes the members of
/// an object in ascending order of their names' UTF-8 bytes (RFC 8785 orders by UTF-16; for names
/// outside the basic plane the two differ, and UTF-8 is this project's order everywhere). Debug
/// builds check the order. Integers are written exactly over the whole 64-bit range.
package struct JSONWriter: Sendable {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false
  #if DEBUG
  /// The last name written in each open object; nil for an open array or before the first name.
  private var lastNames: [[UInt8]?] = []
  #endif

  /// A writer that has written nothing.
  package init() {}

  /// Makes room for so many bytes in all.
  package mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Forgets what was written, and by default keeps the memory for the next text.
  package mutating func reset(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    needsComma = false
    #if DEBUG
    lastNames.removeAll()
    #endif
  }

  /// What was written, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Opens an object, which is a value itself.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Closes the innermost object.
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Opens an array, which is a value itself.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Closes the innermost array.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
    #if DEBUG
    lastNames.append(nil)
    #endif
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
    #if DEBUG
    precondition(lastNames.popLast() != nil, "more objects or arrays closed than opened")
    #endif
  }

  @inline(__always)
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

extension JSONWriter {
  /// Writes a member's name that is known when the program is built; it must need no escapes.
  @inline(__always)
  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    #if DEBUG
    let plain = Array(name.description.utf8)
    checkOrder(plain)
    precondition(!plain.contains(where: Self.needsEscape), "the name needs escapes")
    #endif
    name.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's name.
  package mutating func name(_ name: String) {
    #if DEBUG
    checkOrder(Array(name.utf8))
    #endif
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  #if DEBUG
  private mutating func checkOrder(_ name: [UInt8]) {
    guard let open = lastNames.indices.last else { return }
    if let last = lastNames[open] {
      precondition(last.lexicographicallyPrecedes(name), "members are not in order of names")
    }
    lastNames[open] = name
  }
  #endif

  /// Writes a string.
  package mutating func string(_ text: String) {
    var copy = text
    copy.withUTF8 { unsafe quoted($0) }
  }

  /// Writes a string given as UTF-8, which the caller knows to be valid.
  package mutating func string(utf8: [UInt8]) {
    unsafe utf8.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes a string given as part of an array of UTF-8, which the caller knows to be valid.
  package mutating func string(utf8: ArraySlice<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes a value that is canonical JSON already.
  package mutating func raw(_ json: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes a value that is canonical JSON already.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) {
    literal(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    literal("null")
  }

  /// Writes a number's text.
  mutating func raw(digits: UnsafeBufferPointer<UInt8>) {
    separate()
    unsafe bytes.append(contentsOf: digits)
  }

  @inline(__always)
  private mutating func literal(_ text: StaticString) {
    separate()
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func quoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if unsafe utf8.contains(where: Self.needsEscape) {
      for index in utf8.indices { unsafe escaped(utf8[index]) }
    } else {
      unsafe bytes.append(contentsOf: utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ byte: UInt8) {
    guard Self.needsEscape(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")]
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
