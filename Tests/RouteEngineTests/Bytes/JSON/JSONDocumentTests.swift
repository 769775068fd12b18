import RouteEngine
import RouteTestSupport
import Testing

private func root(_ text: String) throws(JSONDocumentError) -> JSONNode {
  try JSONDocument(parsing: Array(text.utf8)).root
}

private func refusal(_ text: String) -> String? {
  do {
    _ = try root(text)
    return nil
  } catch {
    return error.description
  }
}

private let table = #"""
  // A table as a person writes it.
  {
    format: "route-table/1",
    screens: { product: { parameters: { id: "int" }, private: ['coupon'], }, feed: {}, },
    /* numbers
       of all kinds */
    $numbers: [ 1, -2.5, 3e2, ],
    'two words': "it's", empty: [],
    patterns: ["/products/:id(\\d+)", '\'\u00e9\''], on: true, off: false, none: null,
  }
  """#

@Test func `comments, bare names, both quotes and trailing commas are read`() throws {
  let canonical = try root(table).json.canonical
  #expect(
    String(decoding: canonical, as: UTF8.self)
      == #"{"$numbers":[1,-2.5,300],"empty":[],"format":"route-table/1","none":null,"off":false,"#
      + #""on":true,"patterns":["/products/:id(\\d+)","'é'"],"#
      + #""screens":{"feed":{},"product":{"parameters":{"id":"int"},"private":["coupon"]}},"#
      + #""two words":"it's"}"#)
}

@Test func `positions count lines and Unicode scalars`() throws {
  let document = try root("{\r\n  'é😀': 1, b: [\n\r   true ] }")
  let first = try #require(document.member("é😀"))
  #expect(first.namePosition == JSONPosition(line: 2, column: 3, offset: 5))
  #expect(first.node.position == JSONPosition(line: 2, column: 9, offset: 15))
  let second = try #require(document.member("b"))
  #expect(second.namePosition.column == 12)
  guard case .array(let elements) = second.node.value else {
    throw ScenarioMistake("b is \(second.node.typeName)")
  }
  #expect(elements.map(\.position.line) == [4])
  #expect(elements.map(\.position.column) == [4])
}

@Test func `a byte order mark is skipped`() throws {
  let node = try root("\u{FEFF}{ a: 1 }")
  #expect(node.position == JSONPosition(line: 1, column: 1, offset: 3))
}

@Test func `mistakes are reported with line and column`() {
  let refused: [(text: String, message: String)] = [
    ("", "line 1, column 1: expected a value, found the end of the document"),
    ("{\n  a 1 }", "line 2, column 5: expected a colon after the name \"a\", found 1"),
    ("[1 2]", "line 1, column 4: expected a comma or the end of the array, found 2"),
    ("[1}", "line 1, column 3: expected a comma or the end of the array, found }"),
    ("[,]", "line 1, column 2: expected a value, found ,"),
    ("[yes]", "line 1, column 2: expected a value, found yes; a string needs quotes"),
    ("1 é", "line 1, column 3: expected the end of the document, found é"),
    (
      "{ 'é': 1,\n 'é': 2 }",
      "line 2, column 2: the name \"é\" was used before in this object, at line 1, column 3"
    ),
    (
      "{ 1: 2 }",
      "line 1, column 3: expected a name (letters, digits, _ and $, or any text in quotes), found 1"
    ),
    (
      "['a\nb']",
      "line 1, column 4: expected a closing quote for the string that begins at line 1, column 2"
    ),
    ("[/* x", "line 1, column 6: expected */ for the comment that begins at line 1, column 2"),
    ("[/ 1]", "line 1, column 2: expected a second / or a * to begin a comment"),
    ("[01]", "line 1, column 3: expected no digit after a leading zero in a number, found 1"),
    (
      "[1e999]",
      "line 1, column 2: expected a number within the range of a Double in a number, found 1"
    ),
  ]
  for (text, message) in refused { #expect(refusal(text) == message) }
  for text in [#"["\x"]"#, #"['\ud800']"#, "[+1]", "[.5]", "[0x1]", "{,}", "[1,,]", "{a:}", "/"] {
    #expect(refusal(text) != nil, "\(text)")
  }
}

@Test func `size and depth of a document are bounded`() {
  let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
  #expect(throws: JSONDocumentError.self) { try JSONDocument(parsing: deep) }
  #expect(throws: JSONDocumentError.self) {
    try JSONDocument(parsing: Array("[1, 2]".utf8), sizeLimit: 5)
  }
  #expect(throws: Never.self) { try JSONDocument(parsing: Array("[1]".utf8), depthLimit: 1) }
  #expect(throws: JSONDocumentError.self) {
    try JSONDocument(parsing: Array("[[1]]".utf8), depthLimit: 1)
  }
}

@Test func `a document cut or changed anywhere never traps`() {
  let sample = Array(table.utf8)
  for end in sample.indices { _ = try? JSONDocument(parsing: Array(sample[..<end])) }
  for index in sample.indices {
    for byte: UInt8 in [0, 0x22, 0x27, 0x2A, 0x2C, 0x2F, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xED, 0xFF] {
      var changed = sample
      changed[index] = byte
      _ = try? JSONDocument(parsing: changed)
    }
  }
}

@Test func `a tree is written with its members sorted by UTF-8 bytes`() throws {
  let text = #"{"é":1,"b":[1,2.5,"x",null,true],"a":{"z":{},"":[]},"😀":2,"דּ":3}"#
  let json = try JSON(parsing: Array(text.utf8))
  let canonical = String(decoding: json.canonical, as: UTF8.self)
  #expect(canonical == #"{"a":{"":[],"z":{}},"b":[1,2.5,"x",null,true],"é":1,"דּ":3,"😀":2}"#)
  #expect(try JSON(parsing: json.canonical).canonical == json.canonical)
}

@Test func `of members with one name the first is written`() {
  let json = JSON.object([
    .init(name: "b", value: .int(1)), .init(name: "a", value: .int(2)),
    .init(name: "b", value: .int(3)),
  ])
  #expect(String(decoding: json.canonical, as: UTF8.self) == #"{"a":2,"b":1}"#)
  #expect(json["b"] == .int(1))
  #expect(json["c"] == nil)
  #expect(JSON.null["c"] == nil)
}

@Test func `composed and decomposed letters are different names and values`() throws {
  let json = try JSON(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
  #expect(json["\u{E9}"] == .int(1))
  #expect(json["e\u{301}"] == .int(2))
  #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
  #expect(String(decoding: json.canonical, as: UTF8.self) == "{\"e\u{301}\":2,\"\u{E9}\":1}")
}

@Test func `numbers in a tree are integers if they are written so and fit`() throws {
  func parsed(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }
  #expect(try parsed("-9223372036854775808") == .int(.min))
  #expect(try parsed("9223372036854775808") == .double(9_223_372_036_854_775_808))
  #expect(try parsed("1.0") == .double(1))
  #expect(try parsed("1e2") == .double(100))
  #expect(throws: JSONError.self) { try parsed("1e400") }
  #expect(JSON.double(1).canonical == Array("1".utf8))
}
