import RouteEngine
import Testing

private func reader(_ text: String) -> JSONReader { JSONReader(Array(text.utf8)) }

private func skip(_ bytes: [UInt8]) throws(JSONError) {
  var reader = JSONReader(bytes)
  try reader.skipValue()
  try reader.expectEnd()
}

@Test func `an object is pulled member by member`() throws {
  var reader = reader(
    #" { "id" : 7 , "na\u006de" : "a\n\u00e9\ud83d\ude00\/" , "on":true, "#
      + #""none":null, "skip":[1,{"a":[]}], "list":[1.5, -2e3 ] } "#)
  var seen: [String] = []
  try reader.beginObject()
  while try reader.nextMember() {
    seen.append(reader.memberName())
    if reader.isName("id") {
      #expect(try reader.int() == 7)
    } else if reader.isName("name") {
      #expect(try reader.string() == "a\né😀/")
    } else if reader.isName("on") {
      #expect(try reader.bool())
    } else if reader.isName("none") {
      let isNull = reader.isNull()
      #expect(isNull)
      try reader.null()
    } else if reader.isName("list") {
      var numbers: [Double] = []
      try reader.beginArray()
      while try reader.nextElement() { numbers.append(try reader.double()) }
      #expect(numbers == [1.5, -2000])
    } else {
      #expect(!reader.isName("skin"))
      #expect(Array(try reader.captureRaw()) == Array(#"[1,{"a":[]}]"#.utf8))
    }
  }
  try reader.expectEnd()
  #expect(seen == ["id", "name", "on", "none", "skip", "list"])
}

@Test func `empty objects and arrays nest`() throws {
  for text in ["{}", "[]", "[[],{}]", #"{"a":{},"b":[[]]}"#, " [ ] ", "[{},[],1]"] {
    try skip(Array(text.utf8))
  }
}

@Test func `what is not strict JSON is refused with its place`() {
  let refused: [(text: String, offset: Int)] = [
    ("", 0), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1}", 2),
    ("{", 1), ("{a:1}", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), (#"{"a":1]"#, 6),
    ("nul", 0), ("True", 0), ("1 2", 2), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("+1", 0),
    ("1e", 2), ("1e+", 3), ("0x10", 1), ("NaN", 0), (#""abc"#, 4), ("\"a\nb\"", 2), (#""\x""#, 2),
    (#""\u12g4""#, 3), (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\ud800\u0041""#, 1),
    (#""\ud800\n""#, 1), ("//", 0), ("'a'", 0), ("\u{FEFF}1", 0),
  ]
  for (text, offset) in refused {
    let error = #expect(throws: JSONError.self, "\(text)") { try skip(Array(text.utf8)) }
    #expect(error?.offset == offset, "\(text): \(error.map(String.init(describing:)) ?? "")")
  }
}

@Test func `bytes that are not UTF-8 are refused`() {
  let refused: [[UInt8]] = [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98],
  ]
  for bytes in refused {
    #expect(throws: JSONError(offset: 1, expected: "valid UTF-8")) {
      try skip([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
    }
    #expect(throws: JSONError.self) { try skip([UInt8(ascii: "\"")] + bytes) }
  }
  #expect(throws: Never.self) { try skip(Array("\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10FFFF}\"".utf8)) }
}

@Test func `depth is bounded`() throws {
  let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
  try skip(Array(deep.utf8))
  let tooDeep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
  #expect(throws: JSONError(offset: 64, expected: "at most 64 levels of nesting")) {
    try skip(tooDeep)
  }
  var shallow = JSONReader(Array("[[1]]".utf8), depthLimit: 1)
  #expect(throws: JSONError.self) { try shallow.skipValue() }
}

@Test func `integers are checked against their range`() throws {
  let accepted: [(text: String, value: Int64)] = [
    ("0", 0), ("-0", 0), ("7", 7), ("-9223372036854775808", .min), ("9223372036854775807", .max),
  ]
  for (text, value) in accepted {
    var reader = reader(text)
    #expect(try reader.int() == value)
    try reader.expectEnd()
  }
  let huge = String(repeating: "9", count: 100_000)
  for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e2", huge, "\"1\"", "null"] {
    var reader = reader(text)
    #expect(throws: JSONError.self) { try reader.int() }
  }
  var largest = reader("18446744073709551615")
  #expect(try largest.uint() == .max)
  for text in ["18446744073709551616", "-1", "1.5"] {
    var reader = reader(text)
    #expect(throws: JSONError.self) { try reader.uint() }
  }
}

@Test func `doubles are read exactly and never become infinite`() throws {
  let accepted: [(text: String, value: Double)] = [
    ("0", 0), ("-0.0", -0.0), ("1e22", 1e22), ("1e23", 1e23), ("0.1", 0.1),
    ("5e-324", .leastNonzeroMagnitude),
    ("123456789012345678901234567890", 123456789012345677877719597056), ("1e-400", 0),
    ("0.000001", 1e-6), ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("9007199254740993", 9007199254740992), ("3.14159", 3.14159), ("100e-2", 1),
    ("0." + String(repeating: "0", count: 1_000_000) + "1e1000001", 1),
  ]
  for (text, value) in accepted {
    var reader = reader(text)
    #expect(try reader.double().bitPattern == value.bitPattern, "\(text.prefix(40))")
  }
  for text in ["1e309", "-1e999999999999999999999", "1" + String(repeating: "0", count: 400)] {
    var reader = reader(text)
    #expect(throws: JSONError.self) { try reader.double() }
  }
}

@Test func `a text cut or changed anywhere never traps`() {
  let sample = Array(
    (#"{"a":[1,-2.5e+3,"x\u00e9\ud83d\ude00\n",true,false,null],"#
      + #""é":{"b":{}, "c":""},"z":"😀"}"#).utf8)
  #expect(throws: Never.self) { try skip(sample) }
  for end in sample.indices { #expect(throws: JSONError.self) { try skip(Array(sample[..<end])) } }
  for index in sample.indices {
    for byte: UInt8 in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xED, 0xFF] {
      var changed = sample
      changed[index] = byte
      do {
        try skip(changed)
        _ = try JSON(parsing: changed)
      } catch {
        #expect(error.offset <= changed.count)
      }
    }
  }
}
