import RouteEngine
import RouteTestSupport
import Testing

private enum Color: String, Codable, CaseIterable { case red, green }
private enum Level: Int, Codable {
  case low = 1
  case high = 9
}
private enum Odd: String, Codable { case one = "one of its kind" }

private struct Wrapped: Codable, Hashable {
  var text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private struct Everything: ScreenKind {
  var int = -1
  var small: UInt8 = 255
  var large: UInt64 = 7
  var double = 0.1
  var float: Float = 0.1
  var on = true
  var text = "é"
  var color = Color.green
  var level = Level.high
  var wrapped = Wrapped("w")
  var missing: Int?
  var present: String? = "p"
  var shade: Color?
  var odd: Odd?
}

private struct Product: ScreenKind { var id: Int, coupon: String? }
private struct Feed: ScreenKind {}
private struct Renamed: ScreenKind { static let kind = "old-name" }
private struct Nested: ScreenKind { var inner: Inner }
private struct Inner: Codable, Hashable { var a = 1 }
private struct Empty: Codable, Hashable {}
private struct Holding<Value: Codable & Hashable & Sendable>: Codable, Hashable { var held: Value }
private enum Choice: Codable, Hashable { case all, some(Int) }
private struct NestedEmpty: ScreenKind { var inner = Empty() }
private struct Listing: ScreenKind { var ids: [Int] }
private struct Huge: ScreenKind { var id: UInt64 }
private struct Rigid: ScreenKind { var odd: Odd }
private struct Ratio: ScreenKind { var value: Double }
private enum Plain: String, ScreenKind { case one }
private struct Box<Value: Codable & Hashable & Sendable>: ScreenKind { var value: Value }

@Test func `a kind is named after its type`() {
  #expect(Product.kind == "product")
  #expect(Renamed.kind == "old-name")
  #expect(Box<Int>.kind == "box")
}

@Test func `properties become parameters and parameters properties`() throws {
  let screen = Everything()
  let parameters = try Parameters(encoding: screen)
  let expected: Parameters = [
    "int": -1, "small": 255, "large": 7, "double": 0.1, "float": .double(Double(Float(0.1))),
    "on": true, "text": "é", "color": "green", "level": 9, "wrapped": "w", "present": "p",
  ]
  #expect(parameters == expected)
  #expect(try parameters.decode(Everything.self) == screen)
  #expect(try Parameters(encoding: Feed()).isEmpty)
  #expect(try Parameters().decode(Feed.self) == Feed())
  #expect(try Parameters(encoding: Box(value: 3)) == ["value": 3])
}

/// Requires that each is refused with that error.
private func requireRefusals(_ refusals: [(ParameterCodingError, () throws -> Void)]) {
  for (error, code) in refusals { #expect(throws: error) { try code() } }
}

@Test func `a property of several values is one parameter of canonical JSON`() throws {
  let inner = try Parameters(encoding: Nested(inner: Inner()))
  #expect(inner["inner"] == ParameterValue.Structure(json: "{ \"a\": 1 }").map { .structure($0) })
  #expect(try inner.decode(Nested.self) == Nested(inner: Inner()))
  #expect(try Parameters(encoding: NestedEmpty()).notation == "inner: {}")
  let listing = try Parameters(encoding: Listing(ids: [3, 1, 2]))
  #expect(listing == ["ids": [3, 1, 2]])
  #expect(try listing.decode(Listing.self) == Listing(ids: [3, 1, 2]))
  let trip = Trip(
    stops: [Stop(at: 1.5, name: "b", next: nil), Stop(at: 2, name: "ä", next: [true])],
    tags: ["z", "a", "m"], names: ["b": [1], "a": []])
  let parameters = try Parameters(encoding: trip)
  #expect(
    parameters.notation == #"names: {"a":[],"b":[1]}, "#
      + #"stops: [{"at":1.5,"name":"b"},{"at":2,"name":"ä","next":[true]}], tags: ["a","m","z"]"#)
  #expect(try parameters.decode(Trip.self) == trip)
}

@Test func `a dictionary with keys that are no texts has its pairs in order`() throws {
  let parameters = try Parameters(encoding: Box(value: [Color.red: 1, .green: 2]))
  #expect(parameters.notation == #"value: ["green",2,"red",1]"#)
  #expect(try parameters.decode(Box<[Color: Int]>.self).value == [.red: 1, .green: 2])
}

private struct Zoom: ScreenKind { var factor: Float }
private struct Stop: Codable, Hashable { var at: Double, name: String, next: [Bool]? }
private struct Trip: ScreenKind { var stops: [Stop], tags: Set<String>, names: [String: [Int]] }

@Test func `a value that is no parameter is refused`() {
  let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
  #expect(ParameterValue.Structure(json: deep) == nil)
  #expect(ParameterValue.Structure(json: "1") == nil)
  #expect(ParameterValue.Structure(json: "[1,]") == nil)
  requireRefusals([
    (.tooLarge(name: "ids"), { _ = try Parameters(encoding: Listing(ids: Array(0..<5_000))) }),
    (.shape(name: "ids"), { _ = try (["ids": 1] as Parameters).decode(Listing.self) }),
    (.shape(name: "ids"), { _ = try (["ids": ["a"]] as Parameters).decode(Listing.self) }),
    (.missing(name: "ids"), { _ = try Parameters().decode(Listing.self) }),
    (
      .notFinite(name: "value"), { _ = try Parameters(encoding: Box<[Double]>(value: [.infinity])) }
    ),
    (.notFinite(name: "value"), { _ = try Parameters(encoding: Box<[Float]>(value: [.nan])) }),
    (.unnamed(kind: "plain"), { _ = try Parameters(encoding: Plain.one) }),
    (.unnamed(kind: "plain"), { _ = try Parameters().decode(Plain.self) }),
    (.outOfRange(name: "id"), { _ = try Parameters(encoding: Huge(id: .max)) }),
  ])
}

/// An infinitely nested list.
private struct Endless: Codable, Hashable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(Endless())
  }
}

/// Nested lists, encoded by hand, that ignore the error in the innermost one.
private struct Burrow: Codable, Hashable {
  var depth: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
    try? container.encode(1)  // the lists alone already exceed the depth at which it is refused
  }
}

@Test func `a value that is nested too deep is refused on the way down`() throws {
  let deepest = try Parameters(encoding: Box(value: Burrow(depth: 16)))
  let (open, close) = (String(repeating: "[", count: 16), String(repeating: "]", count: 16))
  #expect(deepest.notation == "value: \(open)1\(close)")
  let tooDeep = ParameterCodingError.tooLarge(name: "value")
  for depth in [17, 18, 100_000] {
    #expect(throws: tooDeep) { try Parameters(encoding: Box(value: Burrow(depth: depth))) }
  }
  #expect(throws: tooDeep) { try Parameters(encoding: Box(value: Endless())) }
}

@Test func `lists and objects have types of their own, and properties are named`() throws {
  let schema = try ParameterSchema(of: Trip.self)
  #expect(
    schema.entries.map { "\($0.name): \($0.text)" } == [
      "names: json", "stops: json", "tags: [string]",
    ])
  #expect(try ParameterSchema(of: Box<[UInt8]?>.self).entries.map(\.text) == ["[0...255]?"])
  #expect(try ParameterSchema(of: Box<Inner>.self).entries.map(\.text) == ["json"])
  #expect(Trip.parameterName(of: \.tags) == "tags")
  #expect(Listing.parameterName(of: \.ids) == "ids")
  for text in ["[int]", "[int,]", "[string]?", "json", "json?", "[0...9]"] {
    #expect(ParameterSchema.Entry(name: "a", text: text)?.text == text)
  }
  for text in ["[]", "[json]", "[[int]]", "[int", "[int,,]", "int[]"] {
    #expect(ParameterSchema.Entry(name: "a", text: text) == nil)
  }
}

@Test func `parameters that do not fit the type are refused by name`() {
  let token = ParameterValue.token("~abcdefghijklmnopqrstUV")
  requireRefusals([
    (.missing(name: "id"), { _ = try Parameters().decode(Product.self) }),
    (
      .mismatch(name: "id", expected: .int, found: "7"),
      { _ = try (["id": "7"] as Parameters).decode(Product.self) }
    ),
    (.outOfRange(name: "id"), { _ = try (["id": -1] as Parameters).decode(Huge.self) }),
    (.outOfRange(name: "factor"), { _ = try (["factor": 1e39] as Parameters).decode(Zoom.self) }),
    (
      .privateValue(name: "coupon"),
      { _ = try (["id": 7, "coupon": token] as Parameters).decode(Product.self) }
    ),
    (
      .mismatch(name: "value", expected: .double, found: "1"),
      { _ = try (["value": "1"] as Parameters).decode(Ratio.self) }
    ),
  ])
  let error = #expect(throws: ParameterCodingError.self) {
    try (["odd": "two"] as Parameters).decode(Rigid.self)
  }
  guard case .refused(kind: "rigid", _) = error else {
    Issue.record("\(error.map(String.init(describing:)) ?? "")")
    return
  }
}

@Test func `a schema is derived without a value`() throws {
  let schema = try ParameterSchema(of: Everything.self)
  #expect(
    schema.entries.map { "\($0.name): \($0.text)" } == [
      "color: \"red\" or \"green\"", "double: double", "float: double", "int: int",
      "large: 0...9223372036854775807",
      "level: int", "missing: int?", "odd: string?", "on: bool", "present: string?",
      "shade: \"red\" or \"green\"?", "small: 0...255", "text: string", "wrapped: string",
    ])
  #expect(try ParameterSchema(of: Feed.self).entries.isEmpty)
  #expect(try ParameterSchema(of: Product.self)["coupon"]?.isOptional == true)
}

@Test func `a schema that cannot be derived has to be declared by hand`() {
  requireRefusals([
    (.undetermined(name: "odd"), { _ = try ParameterSchema(of: Rigid.self) }),
    (.undetermined(name: "value"), { _ = try ParameterSchema(of: Box<Holding<Odd>>.self) }),
    (.undetermined(name: "value"), { _ = try ParameterSchema(of: Box<Holding<Choice>>.self) }),
    (.unnamed(kind: "plain"), { _ = try ParameterSchema(of: Plain.self) }),
  ])
}

@Test func `a struct that holds an enum whose cases are known needs no declaration by hand`() throws
{
  let schema = try ParameterSchema(of: Box<Holding<Color>>.self)
  #expect(schema.entries.map(\.text) == ["json"])
  #expect(try ParameterSchema(of: Box<Holding<Color>?>.self).entries.map(\.text) == ["json?"])
}

@Test func `a declaration has the text it has in route tables`() {
  for text in [
    "int", "int?", "double", "double?", "bool", "bool?", "string", "string?", "0...255", "-1...1?",
  ] {
    #expect(ParameterSchema.Entry(name: "a", text: text)?.text == text)
  }
  for text in [
    "", "?", "int??", "Int", "number", " int", "int ", "0..255", "0....255", "1...0", "00...1",
    "...1", "-0...1", "0...9223372036854775808",
  ] {
    #expect(ParameterSchema.Entry(name: "a", text: text) == nil)
  }
  let schema: ParameterSchema = ["b": .int, "é": .bool, "a": .int, "b?": .string]
  #expect(schema.entries.map(\.name) == ["a", "b", "é"])
  #expect(schema["b"]?.text == "string?")
  #expect(schema["c"] == nil)
}

@Test func `captured text becomes a typed value or nothing`() {
  func value(_ type: ParameterType, _ text: String) -> ParameterValue? {
    type.value(from: text.utf8)
  }
  #expect(value(.int, "007") == 7)
  #expect(value(.int, "-0") == 0)
  #expect(value(.int, "9223372036854775807") == .int(.max))
  #expect(value(.int, "-9223372036854775808") == .int(.min))
  for text in [
    "", "-", "+1", "1.0", " 1", "9223372036854775808", "-9223372036854775809", "１", "1e2",
    String(repeating: "9", count: 1_000),
  ] {
    #expect(value(.int, text) == nil, "\(text)")
  }
  #expect(value(.double, "1") == 1.0)
  #expect(value(.double, "-1.50") == -1.5)
  for text in ["", ".", "1.", ".5", "+1", "1e2", "inf", "nan", "0x1", "1.2.3", "--1"] {
    #expect(value(.double, text) == nil, "\(text)")
  }
  #expect(value(.double, String(repeating: "9", count: 1_000)) == nil)
  #expect(value(.bool, "true") == true)
  #expect(value(.bool, "false") == false)
  #expect(value(.bool, "True") == nil)
  #expect(value(.string, "é") == "é")
  #expect(ParameterType.string.value(from: [0xC3, 0x28]) == nil)
  #expect(ParameterType.int.value(from: ([0x31, 0x32, 0x33] as [UInt8])[1...]) == 23)
}
