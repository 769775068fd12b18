import RouteTestSupport
import Testing

@testable import RouteEngine

/// Parameters compared with a simple model of them: an array of names and values, sorted by the
/// names.
struct ParameterModelTests {
  private struct Model {
    var elements: [(name: String, value: ParameterValue)] = []

    subscript(name: String) -> ParameterValue? {
      get { elements.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
      set {
        elements.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
        if let newValue { elements.append((name, newValue)) }
        elements.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      }
    }

    /// The digest as it is defined, computed piece by piece.
    var digest: UInt64 {
      var digest = Digest64()
      digest.combine(UInt64(elements.count))
      for element in elements {
        digest.combine(element.name)
        Self.combine(element.value, into: &digest)
      }
      return digest.value
    }

    static func combine(_ value: ParameterValue, into digest: inout Digest64) {
      switch value {
      case .int(let number):
        digest.combine(1 as UInt8)
        digest.combine(UInt64(bitPattern: number))
      case .double(let number):
        digest.combine(2 as UInt8)
        digest.combine(number.bitPattern)
      case .bool(let isTrue):
        digest.combine(3 as UInt8)
        digest.combine(isTrue ? 1 : 0 as UInt8)
      case .string(let text):
        digest.combine(4 as UInt8)
        digest.combine(text)
      case .token(let text):
        digest.combine(5 as UInt8)
        digest.combine(text)
      case .structure(let structure):
        digest.combine(6 as UInt8)
        digest.combine(structure.json)
      }
    }
  }

  private static let names = [
    "", "a", "ab", "b", "id", "é", "e\u{301}", "\u{0}", "quoted\"name", "line\nbreak", "😀",
    "category", "a name of more than fifteen bytes", "a name of more than sixteen bytes",
    "aaaaaaaa", "aaaaaaab", "aaaaaaaaa",
  ]

  private static func value(_ random: inout SeededRandom) -> ParameterValue {
    switch random.below(10) {
    case 9: random.pick([[], [1, 2.5, "é\n"], [false]])
    case 0: .int(random.pick([0, 1, -1, .max, .min, 40_007]))
    case 1: .int(Int64(bitPattern: random.next()))
    case 2: .double(random.pick([0, -0.0, 1.5, .infinity, .nan, 1e300, 2]))
    case 3: .double(Double(bitPattern: random.next()))
    case 4: .bool(random.chance(50))
    case 5: .token("~abcdefghijklmnopqrstu" + random.pick(["V", "a"]))
    case 6: .string(random.pick(names))
    case 7: .string("c:\\temp\t\"\u{1}\"")
    default: .string(String(repeating: random.pick(["x", "é", "😀"]), count: random.below(70)))
    }
  }

  private static func json(_ parameters: Parameters) -> String {
    var writer = JSONWriter()
    parameters.write(to: &writer)
    return writer.text
  }

  private static func read(_ text: String) throws -> Parameters {
    var reader = JSONReader(Array(text.utf8))
    let parameters = try Parameters(from: &reader)
    try reader.expectEnd()
    return parameters
  }

  private func compare(_ parameters: Parameters, _ model: Model) throws {
    #expect(parameters.count == model.elements.count)
    #expect(parameters.isEmpty == model.elements.isEmpty)
    #expect(parameters.names.map { Array($0.utf8) } == model.elements.map { Array($0.name.utf8) })
    #expect(parameters.map(\.value) == model.elements.map(\.value))
    for name in Self.names { #expect(parameters[name] == model[name], "\(name)") }
    #expect(parameters["nowhere"] == nil)
    let notation = model.elements.map { "\($0.name): \($0.value.notation)" }
    #expect(parameters.notation == notation.joined(separator: ", "))
    #expect(parameters.digest == model.digest)
    var (pieces, whole) = (Digest64(), Digest64())
    pieces.combine(7 as UInt8)
    whole.combine(7 as UInt8)
    parameters.combine(into: &pieces)
    whole.combine(UInt64(model.elements.count))
    for element in model.elements {
      whole.combine(element.name)
      Model.combine(element.value, into: &whole)
    }
    #expect(pieces.value == whole.value)
    #expect(try Self.read(Self.json(parameters)) == parameters)
    // Other writers may order the members differently.
    let members = model.elements.map { Self.json([$0.name: $0.value]).dropFirst().dropLast() }
    let backwards = "{" + members.reversed().joined(separator: " , ") + "}"
    #expect(try Self.read(backwards) == parameters)
    #expect(Self.json(parameters) == "{" + members.joined(separator: ",") + "}")
  }

  @Test(arguments: 1...40)
  func `parameters behave as a sorted array of names and values`(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var (parameters, model) = (Parameters(), Model())
    for _ in 0..<60 {
      let name = random.pick(Self.names)
      let value = random.chance(35) ? nil : Self.value(&random)
      parameters[name] = value
      model[name] = value
      try compare(parameters, model)
    }
    var copy = Parameters()
    for element in model.elements.shuffled(using: &random) { copy[element.name] = element.value }
    #expect(copy == parameters)
    #expect(copy.hashValue == parameters.hashValue)
    for element in parameters {
      #expect(copy.setting(element.name, to: nil) != parameters)
      copy[element.name] = "another"
      #expect(copy != parameters)
      copy[element.name] = element.value
      #expect(copy == parameters)
    }
    for element in parameters { copy[element.name] = nil }
    #expect(copy == Parameters() && copy.hashValue == Parameters().hashValue)
  }

  @Test(arguments: 1...20)
  func `single parameters are found, compared and taken by their bytes`(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<20 {
      var (one, other) = (Parameters(), Parameters())
      for name in Self.names where random.chance(50) { one[name] = Self.value(&random) }
      for name in Self.names where random.chance(50) {
        other[name] = random.chance(50) ? one[name] : Self.value(&random)
      }
      for name in Self.names {
        let isSame = unsafe one.bytes.withUnsafeBytes { bytes in
          unsafe Parameters.haveSameValue(ParameterName(name), bytes, other)
        }
        #expect(isSame == (one[name] == other[name]), "\(name)")
      }
      for place in one.places {
        let value = other[one.name(at: place)]
        #expect(other.has(place, of: one) == (value == one.value(at: place)))
      }
      // A name may occur twice.
      let wanted = (Self.names + Self.names).filter { _ in random.chance(random.pick([10, 90])) }
      var expected = Parameters()
      for name in wanted { expected[name] = one[name] }
      #expect(one.only(wanted.map(ParameterName.init)) == expected)
    }
  }

  @Test func `a link brings the texts that decoding its parts gives`() throws {
    let table = try RouteTable(
      RouteTableDefinition(
        tree: "main/stack[start]",
        screens: [
          ScreenDeclaration(
            "page",
            schema: ParameterSchema([
              .init(name: "n", type: .int, isOptional: true),
              .init(name: "on", type: .bool, isOptional: true),
              .init(name: "text", type: .string),
              .init(name: "u", type: .uuid, isOptional: true),
            ]))
        ],
        routes: [
          Route("page", patterns: ["/p/:text"], destination: Destination([Step(.push, "page")]))
            .reading(unreadable: .fails)
        ]))
    let parts = [
      "plain", "a%20b", "100%25", "%", "%4", "%zz", "%C3%A9", "%E9", "a%FFb%C3", "%F0%9F%98%80",
      "%ED%A0%80", "%F0%9F%98", "a+b", "%2B", "~", "%7E", "a-text-of-more-than-fifteen-bytes", "7",
      "-7", "true", "%37", "9223372036854775808", "123e4567-E89b-12d3-a456-426614174000", "%00",
      "~abcdefghijklmnopqrstuv", "~abcdefghijklmnopqrst-_", "~abcdefghijklmnopqrstUV",
    ]
    for path in parts {
      for query in parts {
        let written = "https://a.b/p/\(path)?x=\(query)&n=\(query)&\(query)&u=\(query)&on=\(query)"
        let all = written + "&n=8&text=no&%6e=9&z&\(query)=1"
        for link in [try RouteLink(all), try RouteLink(journaled: all)] {
          let found = try #require(table.match(link), "\(link)")
          let expected = Self.expected(of: link, [("n", .int), ("on", .bool), ("u", .uuid)])
          #expect(found.parameters == expected, "\(link)")
        }
      }
    }
  }

  /// The parameters of the path `/p/:text` with any query, read as texts.
  private static func expected(
    of link: RouteLink, _ types: [(name: String, type: ParameterType)]
  ) -> Parameters {
    var model: Parameters = [:]
    let text = link.pathRange.dropFirst("/p/".utf8.count)
    model["text"] = link.token(in: text).map { .token($0) } ?? .string(link.decoded(text))
    for item in link.queryItems where model[item.name] == nil {
      let type = types.first { $0.name == item.name }?.type ?? .string
      model[item.name] =
        link.token(in: item.valueRange).map { .token($0) }
        ?? type.value(from: item.value.utf8) ?? .string(item.value)
    }
    return model
  }
}
