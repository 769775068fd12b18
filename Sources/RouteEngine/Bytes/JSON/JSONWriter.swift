/// Writes canonical JSON as defined by RFC 8785, straight into bytes.
///
/// No white space, shortest strings, numbers in ECMAScript's form. The caller writes the members of
/// an object in ascending order of their names' UTF-8 bytes (RFC 8785 orders by UTF-16; for names
/// outside the basic plane the two differ, and UTF-8 is this project's order everywhere). Debug
/// builds check the order. Integers are written exactly over the whole 64-bit range.
package struct JSONWriter: Sendable {
  /// Room for the text; only the first `count` bytes are written. Because the count is kept here
  /// and not in the array, a member is one check and one copy, which halves the time.
  private var storage: [UInt8] = []
  /// How many bytes were written so far.
  package private(set) var count = 0
  private var needsComma = false
  #if DEBUG
  /// The last name written in each open object; nil for an open array or before the first name.
  private var lastNames: [[UInt8]?] = []
  #endif

  /// A writer that has written nothing.
  package init() {}

  /// Makes room for that many bytes in total.
  package mutating func reserveCapacity(_ capacity: Int) {
    if storage.count < capacity { makeRoom(capacity - count) }
  }

  /// Forgets what was written, and by default keeps the memory for the next text.
  package mutating func reset(keepingCapacity: Bool = true) {
    if !keepingCapacity { storage = [] }
    count = 0
    needsComma = false
    #if DEBUG
    lastNames.removeAll()
    #endif
  }

  /// A copy of what was written.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Replaces the contents of an array by the written bytes and reuses its memory.
  package func copy(into target: inout [UInt8]) {
    target.removeAll(keepingCapacity: true)
    target.append(contentsOf: storage[..<count])
  }

  /// The written bytes, as text.
  package var text: String { String(decoding: storage[..<count], as: UTF8.self) }

  /// Lends what was written without copying it.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slice = storage[..<count]
    return try unsafe slice.withUnsafeBufferPointer(body)
  }

  /// Opens an object as the next value.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Closes the innermost object.
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Opens an array as the next value.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Closes the innermost array.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    append(bracket, room: 2, separated: true)
    needsComma = false
    #if DEBUG
    lastNames.append(nil)
    #endif
  }

  private mutating func close(_ bracket: UInt8) {
    append(bracket, room: 1, separated: false)
    needsComma = true
    #if DEBUG
    precondition(lastNames.popLast() != nil, "more objects or arrays closed than opened")
    #endif
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, room: Int, separated: Bool) {
    unsafe write(room: room, separated: separated) { buffer, index in
      unsafe buffer[index] = byte
      return index + 1
    }
  }

  /// Lets `body` write at the end, after a comma where one is due. It may write up to `room` bytes,
  /// including the comma, and returns where it stopped.
  @inline(__always)
  mutating func write(
    room: Int, separated: Bool = true,
    _ body: (UnsafeMutableBufferPointer<UInt8>, Int) -> Int
  ) {
    if storage.count - count < room { makeRoom(room) }
    let start = count
    let comma = separated && needsComma
    count = unsafe storage.withUnsafeMutableBufferPointer { buffer in
      if comma { unsafe buffer[start] = UInt8(ascii: ",") }
      return unsafe body(buffer, comma ? start + 1 : start)
    }
    needsComma = true
  }

  @inline(never)
  private mutating func makeRoom(_ room: Int) {
    let target = max(count + room, storage.count * 2, 256)
    // An array of zeros is copied as a whole, where other sequences are copied byte by byte in a
    // debug build.
    storage += [UInt8](repeating: 0, count: target - storage.count)
  }
}

extension JSONWriter {
  /// Writes a member's name that is known at compile time and needs no escapes.
  @inline(__always)
  package mutating func name(_ name: StaticString) {
    #if DEBUG
    let plain = Array(name.description.utf8)
    checkOrder(plain)
    precondition(!plain.contains(where: JSONWords.needsEscape), "the name needs escapes")
    #endif
    name.withUTF8Buffer { utf8 in
      unsafe write(room: utf8.count + 4) { buffer, start in
        unsafe buffer[start] = UInt8(ascii: "\"")
        let end = unsafe Self.copy(utf8, to: buffer, at: start + 1)
        unsafe buffer[end] = UInt8(ascii: "\"")
        unsafe buffer[end + 1] = UInt8(ascii: ":")
        return end + 2
      }
    }
    needsComma = false
  }

  /// Writes a member's name.
  // A literal would otherwise be a String by default and miss the faster function.
  @_disfavoredOverload
  package mutating func name(_ name: String) {
    #if DEBUG
    checkOrder(Array(name.utf8))
    #endif
    string(name)
    append(UInt8(ascii: ":"), room: 1, separated: false)
    needsComma = false
  }

  /// Writes a member's name given as UTF-8, which the caller knows to be valid.
  mutating func name(utf8: UnsafeRawBufferPointer) {
    #if DEBUG
    checkOrder(unsafe Array(utf8))
    #endif
    unsafe string(utf8: utf8)
    append(UInt8(ascii: ":"), room: 1, separated: false)
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
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe quoted($0) }
    // A string bridged from Objective-C has no UTF-8 to lend.
    if isDone == nil { string(utf8: Array(text.utf8)) }
  }

  /// Writes a string given as UTF-8, which the caller knows to be valid.
  package mutating func string(utf8: [UInt8]) {
    unsafe utf8.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes a string given as part of an array of UTF-8, which the caller knows to be valid.
  package mutating func string(utf8: ArraySlice<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes a string given as UTF-8, which the caller knows to be valid.
  mutating func string(utf8: UnsafeRawBufferPointer) {
    unsafe utf8.withMemoryRebound(to: UInt8.self) { unsafe quoted($0) }
  }

  /// Writes a value that is canonical JSON already.
  package mutating func raw(_ json: ArraySlice<UInt8>) {
    unsafe json.withUnsafeBufferPointer { unsafe raw($0) }
  }

  /// Writes a value that is canonical JSON already.
  package mutating func raw(_ json: [UInt8]) {
    unsafe json.withUnsafeBufferPointer { unsafe raw($0) }
  }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) {
    literal(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    literal("null")
  }

  /// Writes a string that is known at compile time and needs no escapes.
  @inline(__always)
  package mutating func word(_ word: StaticString) {
    #if DEBUG
    precondition(
      !word.description.utf8.contains(where: JSONWords.needsEscape), "the word needs escapes")
    #endif
    word.withUTF8Buffer { utf8 in
      unsafe write(room: utf8.count + 3) { buffer, start in
        unsafe buffer[start] = UInt8(ascii: "\"")
        let end = unsafe Self.copy(utf8, to: buffer, at: start + 1)
        unsafe buffer[end] = UInt8(ascii: "\"")
        return end + 1
      }
    }
  }

  @inline(__always)
  private mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { unsafe raw($0) }
  }

  @inline(__always)
  private mutating func raw(_ utf8: UnsafeBufferPointer<UInt8>) {
    unsafe write(room: utf8.count + 1) { buffer, start in
      unsafe Self.copy(utf8, to: buffer, at: start)
    }
  }

  @inline(__always)
  private static func copy(
    _ utf8: UnsafeBufferPointer<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var index = 0
    while index < utf8.count {
      unsafe buffer[start &+ index] = utf8[index]
      index &+= 1
    }
    return start &+ index
  }

  @inline(__always)
  private mutating func quoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    // The need for an escape shows only while the string is copied; the string is then begun anew.
    let before = count
    let hadComma = needsComma
    unsafe write(room: utf8.count + 3) { buffer, start in
      unsafe buffer[start] = UInt8(ascii: "\"")
      let end = unsafe Self.copyPlain(utf8, to: buffer, at: start + 1)
      guard end >= 0 else { return before }
      unsafe buffer[end] = UInt8(ascii: "\"")
      return end + 1
    }
    if count == before {
      needsComma = hadComma
      unsafe quotedWithEscapes(utf8)
    }
  }

  @inline(never)
  private mutating func quotedWithEscapes(_ utf8: UnsafeBufferPointer<UInt8>) {
    // A byte takes six bytes at most.
    unsafe write(room: utf8.count * 6 + 3) { buffer, start in
      unsafe buffer[start] = UInt8(ascii: "\"")
      let end = unsafe Self.escape(utf8, to: buffer, at: start + 1)
      unsafe buffer[end] = UInt8(ascii: "\"")
      return end + 1
    }
  }

  /// Copies a text that needs no escapes; returns -1 when a byte needs one.
  @inline(__always)
  private static func copyPlain(
    _ utf8: UnsafeBufferPointer<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    let count = utf8.count
    let source = UnsafeRawBufferPointer(utf8)
    let target = UnsafeMutableRawBufferPointer(buffer)
    guard count >= 4 else {
      for index in 0..<count {
        let byte = unsafe source[index]
        if JSONWords.needsEscape(byte) { return -1 }
        unsafe target[start &+ index] = byte
      }
      return start &+ count
    }
    // The last piece overlaps the one before it, so that no single bytes are left over.
    guard count >= 8 else {
      let last = count &- 4
      let head = unsafe source.loadUnaligned(as: UInt32.self)
      let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: UInt32.self)
      if JSONWords.escapes(in: UInt64(head) << 32 | UInt64(tail)) != 0 { return -1 }
      unsafe target.storeBytes(of: head, toByteOffset: start, as: UInt32.self)
      unsafe target.storeBytes(of: tail, toByteOffset: start &+ last, as: UInt32.self)
      return start &+ count
    }
    var index = 0
    while true {
      let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if JSONWords.escapes(in: word) != 0 { return -1 }
      unsafe target.storeBytes(of: word, toByteOffset: start &+ index, as: UInt64.self)
      if index == count &- 8 { return start &+ count }
      index = min(index &+ 8, count &- 8)
    }
  }

  private static func escape(
    _ utf8: UnsafeBufferPointer<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var end = start
    func append(_ byte: UInt8) {
      unsafe buffer[end] = byte
      end += 1
    }
    for index in utf8.indices {
      let byte = unsafe utf8[index]
      guard JSONWords.needsEscape(byte) else {
        append(byte)
        continue
      }
      append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: append(UInt8(ascii: "b"))
      case 0x09: append(UInt8(ascii: "t"))
      case 0x0A: append(UInt8(ascii: "n"))
      case 0x0C: append(UInt8(ascii: "f"))
      case 0x0D: append(UInt8(ascii: "r"))
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
      default:
        append(UInt8(ascii: "u"))
        append(UInt8(ascii: "0"))
        append(UInt8(ascii: "0"))
        append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        let digit = byte & 15
        append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
      }
    }
    return end
  }
}
