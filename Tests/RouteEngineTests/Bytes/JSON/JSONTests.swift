import RouteEngine
import Testing

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

@Test func `numbers in a tree are integers when they are written as such and fit`() throws {
  func parsed(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }
  #expect(try parsed("-9223372036854775808") == .int(.min))
  #expect(try parsed("9223372036854775808") == .double(9_223_372_036_854_775_808))
  #expect(try parsed("1.0") == .double(1))
  #expect(try parsed("1e2") == .double(100))
  #expect(throws: JSONError.self) { try parsed("1e400") }
  #expect(JSON.double(1).canonical == Array("1".utf8))
}
