/// Reads a ``JSONDocument`` and counts lines and columns.
struct JSONDocumentParser {
  private let bytes: [UInt8]
  private let depthLimit: Int
  private var offset = 0
  private var line = 1
  private var column = 1
  private var depth = 0

  init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  mutating func document() throws(JSONDocumentError) -> JSONNode {
    // Some editors put a byte order mark in front.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    try skipSpace()
    let root = try node()
    try skipSpace()
    guard peek() == nil else {
      throw error("expected the end of the document, found \(found)")
    }
    return root
  }

  // MARK: Values

  private mutating func node() throws(JSONDocumentError) -> JSONNode {
    let position = here
    let value: JSONNode.Value
    switch peek() {
    case UInt8(ascii: "{"):
      value = .object(try nested { parser throws(JSONDocumentError) in try parser.members() })
    case UInt8(ascii: "["):
      value = .array(try nested { parser throws(JSONDocumentError) in try parser.elements() })
    case UInt8(ascii: "\""), UInt8(ascii: "'"): value = .string(try string())
    case let byte? where JSONReader.beginsNumber(byte): value = try number()
    case let byte? where Self.beginsIdentifier(byte): value = try word()
    default: throw error("expected a value, found \(found)")
    }
    return JSONNode(position: position, value: value)
  }

  /// Goes one level deeper while `body` reads.
  private mutating func nested<Result>(
    _ body: (inout JSONDocumentParser) throws(JSONDocumentError) -> Result
  ) throws(JSONDocumentError) -> Result {
    guard depth < depthLimit else {
      throw error("objects and arrays are nested more than \(depthLimit) levels deep")
    }
    depth += 1
    advance()
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func members() throws(JSONDocumentError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var positions: [[UInt8]: JSONPosition] = [:]
    while try continues(until: UInt8(ascii: "}"), isFirst: members.isEmpty, in: "object") {
      let namePosition = here
      let name = try memberName()
      if let first = positions.updateValue(namePosition, forKey: Array(name.utf8)) {
        throw JSONDocumentError(
          position: namePosition,
          message: "the name \"\(name)\" was used before in this object, at \(first)")
      }
      try skipSpace()
      guard peek() == UInt8(ascii: ":") else {
        throw error("expected a colon after the name \"\(name)\", found \(found)")
      }
      advance()
      try skipSpace()
      members.append(JSONNode.Member(name: name, namePosition: namePosition, node: try node()))
    }
    return members
  }

  private mutating func elements() throws(JSONDocumentError) -> [JSONNode] {
    var elements: [JSONNode] = []
    while try continues(until: UInt8(ascii: "]"), isFirst: elements.isEmpty, in: "array") {
      elements.append(try node())
    }
    return elements
  }

  /// Reads up to the next member or element; false behind the closing bracket.
  private mutating func continues(
    until bracket: UInt8, isFirst: Bool, in container: String
  ) throws(JSONDocumentError) -> Bool {
    try skipSpace()
    if !isFirst, peek() != bracket {
      guard peek() == UInt8(ascii: ",") else {
        throw error("expected a comma or the end of the \(container), found \(found)")
      }
      advance()
      try skipSpace()
    }
    guard peek() == bracket else { return true }
    advance()
    return false
  }

  private mutating func memberName() throws(JSONDocumentError) -> String {
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string()
    case let byte? where Self.beginsIdentifier(byte): return identifier()
    default:
      throw error(
        "expected a name (letters, digits, _ and $, or any text in quotes), found \(found)")
    }
  }

  private mutating func word() throws(JSONDocumentError) -> JSONNode.Value {
    let position = here
    let word = identifier()
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      throw JSONDocumentError(
        position: position, message: "expected a value, found \(word); a string needs quotes")
    }
  }

  private mutating func number() throws(JSONDocumentError) -> JSONNode.Value {
    let position = here
    var reader = JSONReader(bytes, depthLimit: depthLimit)
    reader.offset = offset
    let json: JSON
    do {
      json = try reader.json()
    } catch {
      while offset < error.offset { advance() }
      throw self.error("expected \(error.expected) in a number, found \(found)")
    }
    while offset < reader.offset { advance() }
    switch json {
    case .int(let value): return .int(value)
    case .double(let value): return .double(value)
    default: throw JSONDocumentError(position: position, message: "expected a number")
    }
  }

  private mutating func identifier() -> String {
    let start = offset
    while let byte = peek(), Self.continuesIdentifier(byte) { advance() }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func string() throws(JSONDocumentError) -> String {
    let opening = here
    let quote = peek()
    var text: [UInt8] = []
    advance()
    while let byte = peek() {
      if byte == quote {
        advance()
        return String(decoding: text, as: UTF8.self)
      }
      switch byte {
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20:
        throw error("expected a closing quote for the string that begins at \(opening)")
      default:
        try scalar { text.append(contentsOf: $0) }
      }
    }
    throw error("expected a closing quote for the string that begins at \(opening)")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONDocumentError) {
    if offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "'") {
      text.append(UInt8(ascii: "'"))
      advance()
      advance()
      return
    }
    if offset + 1 < bytes.count, [0x0A, 0x0D].contains(bytes[offset + 1]) {
      // A string goes on in the next line.
      let line = line
      while self.line == line { advance() }
      return
    }
    var reader = JSONReader(bytes)
    reader.offset = offset
    do {
      try reader.scanEscape()
    } catch {
      throw self.error("expected \(error.expected)")
    }
    _ = JSONEscape.decode(bytes, at: offset, into: &text)
    while offset < reader.offset { advance() }
  }

  // MARK: Characters

  private var here: JSONPosition { JSONPosition(line: line, column: column, offset: offset) }

  private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Goes one byte further. A line ends with LF, CR, or both.
  private mutating func advance() {
    let byte = bytes[offset]
    offset += 1
    if byte == 0x0A || (byte == 0x0D && peek() != 0x0A) {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  /// Goes one Unicode scalar further and passes its bytes to the body.
  private mutating func scalar(_ body: (ArraySlice<UInt8>) -> Void) throws(JSONDocumentError) {
    let count = UTF8Check.scalarLength(in: bytes, at: offset)
    guard count > 0 else { throw error("the document is not valid UTF-8 here") }
    body(bytes[offset..<offset + count])
    for _ in 0..<count { advance() }
  }

  private mutating func skipSpace() throws(JSONDocumentError) {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: advance()
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONDocumentError) {
    let opening = here
    advance()
    switch peek() {
    case UInt8(ascii: "/"):
      while let byte = peek(), byte != 0x0A, byte != 0x0D { try scalar { _ in } }
    case UInt8(ascii: "*"):
      advance()
      while peek() != nil {
        if peek() == UInt8(ascii: "*"), offset + 1 < bytes.count,
          bytes[offset + 1] == UInt8(ascii: "/")
        {
          advance()
          advance()
          return
        }
        try scalar { _ in }
      }
      throw error("expected */ for the comment that begins at \(opening)")
    default:
      throw JSONDocumentError(
        position: opening, message: "expected a second / or a * to begin a comment")
    }
  }

  private static func beginsIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  private static func continuesIdentifier(_ byte: UInt8) -> Bool {
    beginsIdentifier(byte) || byte &- UInt8(ascii: "0") < 10
  }

  /// The character at this place, for messages.
  private var found: String {
    guard let byte = peek() else { return "the end of the document" }
    let count = max(1, UTF8Check.scalarLength(in: bytes, at: offset))
    switch byte {
    case 0..<0x20, 0x7F: return "a control character"
    default: return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }
  }

  private func error(_ message: String) -> JSONDocumentError {
    JSONDocumentError(position: here, message: message)
  }
}
