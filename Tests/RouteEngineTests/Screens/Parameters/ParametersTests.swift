import RouteEngine
import Testing

private let token = "~abcdefghijklmnopqrstUV"

private let mixed: Parameters = [
  "text": "a\"\né", "id": 7, "ratio": 1.5, "whole": 2.0, "on": true, "secret": .token(token),
]

private func json(_ parameters: Parameters) -> String {
  var writer = JSONWriter()
  parameters.write(to: &writer)
  return writer.text
}

private func read(_ text: String) throws(JSONError) -> Parameters {
  var reader = JSONReader(Array(text.utf8))
  let parameters = try Parameters(from: &reader)
  try reader.expectEnd()
  return parameters
}

private func digest(_ parameters: Parameters) -> UInt64 {
  var digest = Digest64()
  parameters.combine(into: &digest)
  return digest.finish()
}

@Test func `parameters are sorted by the bytes of their names however they were made`() {
  var parameters: Parameters = ["b": 1, "é": 2, "a": 3]
  parameters["B"] = 4
  #expect(parameters.names == ["B", "a", "b", "é"])
  #expect(parameters.map(\.value) == [4, 3, 1, 2])
  #expect(parameters == ["é": 2, "a": 3, "B": 4, "b": 1])
  parameters["a"] = nil
  parameters["nothing"] = nil
  #expect(parameters == Parameters().setting("B", to: 4).setting("b", to: 1).setting("é", to: 2))
  #expect(parameters.count == 3)
  #expect(Parameters().isEmpty)
  #expect(parameters["a"] == nil)
  #expect((["a": 1, "a": 2] as Parameters)["a"] == 2)
}

@Test func `composed and decomposed letters are different parameters and values`() {
  let parameters: Parameters = ["\u{E9}": 1, "e\u{301}": 2]
  #expect(parameters.count == 2)
  #expect(parameters["\u{E9}"] == 1)
  #expect(ParameterValue.string("\u{E9}") != .string("e\u{301}"))
}

@Test func `texts are the same when their bytes are, however long and however stored`() {
  let texts = [
    "", "id", "category", "red-shoes-15-by", "red-shoes-16-byt", "red-shoes-16-byte", "é",
    "e\u{301}", "a long text with an é", "a long text with an e\u{301}",
  ]
  for (left, one) in texts.enumerated() {
    for (right, other) in texts.enumerated() {
      let copy = String(decoding: Array(other.utf8), as: UTF8.self)
      #expect(one.hasSameBytes(as: copy) == (left == right), "\(one) \(other)")
    }
  }
}

@Test func `parameters are read in any order, and none twice`() throws {
  func read(_ json: String) throws -> Parameters {
    var reader = JSONReader(Array(json.utf8))
    return try Parameters(from: &reader)
  }
  let expected: Parameters = ["a": 1, "ab": 2, "b": 3]
  #expect(try read(#"{"a":1,"ab":2,"b":3}"#) == expected)
  #expect(try read(#"{"b":3,"a":1,"ab":2}"#) == expected)
  #expect(try read(#"{ "a" : 1, "\u0061b":2 ,"b":3}"#) == expected)
  for twice in [#"{"a":1,"a":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#] {
    #expect(throws: JSONError.self, "\(twice)") { try read(twice) }
  }
}

@Test func `parameters in falling order are read like those in rising order`() throws {
  let members = (0..<20_000).map { "\"p\(100_000 + $0)\":\($0)" }
  let rising = try read("{" + members.joined(separator: ",") + "}")
  #expect(rising.count == members.count)
  #expect(try read("{" + members.reversed().joined(separator: ",") + "}") == rising)
}

@Test func `values of different kinds are different and so are their digests`() {
  let values: [ParameterValue] = [
    1, 1.0, true, "1", "true", .token(token), .string(token), 0.0, -0.0, 0, false, "",
    .double(.nan), .double(.infinity), .double(-.infinity),
  ]
  for (index, value) in values.enumerated() {
    for (other, another) in values.enumerated() {
      #expect((value == another) == (index == other))
      #expect((digest(["a": value]) == digest(["a": another])) == (index == other))
    }
  }
  #expect(Set(values).count == values.count)
  #expect(digest(["a": "b"]) != digest(["b": "a"]))
}

@Test func `parameters are written as JSON that tells kinds apart`() {
  #expect(
    json(mixed) == #"{"id":7,"on":true,"ratio":{"double":1.5},"secret":{"token":""# + token
      + #""},"text":"a\"\né","whole":{"double":2}}"#)
}

@Test func `parameters read back from JSON as they were`() throws {
  let odd: Parameters = [
    "a": .double(.nan), "b": .double(-.infinity), "c": .double(-0.0), "d": .int(.min),
    "e": .double(.leastNonzeroMagnitude), "": "", "\u{0}": "\u{0}",
  ]
  for parameters in [mixed, odd, [:]] {
    #expect(try read(json(parameters)) == parameters)
    #expect(try json(read(json(parameters))) == json(parameters))
  }
  #expect(try read(#"{"b":1,"a":{"double":3}}"#) == ["a": 3.0, "b": 1])
}

@Test func `JSON that is no parameters is refused`() {
  for text in [
    "[]", #"{"a":1.5}"#, #"{"a":null}"#, #"{"a":[}"#, #"{"a":{}}"#, #"{"a":{"object":[]}}"#,
    #"{"a":{"x":1}}"#,
    #"{"a":{"token":"~x"}}"#, #"{"a":{"token":7}}"#, #"{"a":{"double":"x"}}"#,
    #"{"a":{"double":1,"token":2}}"#, #"{"a":1,"a":2}"#, #"{"a":9223372036854775808}"#, "{\"a\"",
    #"{"a":{"double":1e999}}"#, #"{"a":"#,
  ] {
    #expect(throws: JSONError.self, "\(text)") { try read(text) }
  }
}

@Test func `parameters are printed in the tree notation`() {
  #expect(
    mixed.notation
      == #"id: 7, on: true, ratio: 1.5, secret: \#(token), text: "a\"\né", whole: 2.0"#)
  #expect(Parameters().notation == "")
  #expect(ParameterValue.double(1e300).notation == "1e+300")
  #expect(ParameterValue.double(.infinity).notation == "#7ff0000000000000")
}

@Test func `every printed value parses back as itself`() throws {
  let values: [ParameterValue] = [
    0, -1, .int(.max), .int(.min), 0.0, -0.0, 1.5, 1e300, 1e-300, .double(.leastNonzeroMagnitude),
    .double(.greatestFiniteMagnitude), .double(.nan), .double(-.infinity), 9007199254740992.0,
    true, false, "", "a b", "true", "7", "~", "é😀\u{0}\"\\", .token(token),
  ]
  for value in values {
    let text = Array("x: \(value.notation), y".utf8)
    var offset = 3
    #expect(try ParameterValue.parse(notation: text, at: &offset) == value)
    #expect(offset == text.count - 3, "\(value)")
  }
}

@Test func `a word without quotes is a string`() throws {
  for (text, value) in [
    ("summer-sale_1)", ParameterValue.string("summer-sale_1")), ("truest", "truest"),
    ("true)", true), ("false", false), ("-7]", -7),
  ] {
    var offset = 0
    #expect(try ParameterValue.parse(notation: Array(text.utf8), at: &offset) == value)
  }
}

@Test func `a value that cannot be parsed does not move the position`() {
  for text in [
    "", ")", "\"a", "~short", "#12", "#7FF0000000000000", "9223372036854775808", "1e999", "-", "1.",
    "é", "~abcdefghijklmnopqrstUVx",
  ] {
    var offset = 0
    #expect(throws: JSONError.self, "\(text)") {
      try ParameterValue.parse(notation: Array(text.utf8), at: &offset)
    }
    #expect(offset == 0)
  }
}
