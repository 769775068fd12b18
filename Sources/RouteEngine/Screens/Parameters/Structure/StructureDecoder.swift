/// Decodes a value from a JSON tree.
struct StructureDecoder: Decoder {
  let json: JSON
  /// The name of the parameter, for errors.
  let name: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object = json else { throw mismatch }
    return KeyedDecodingContainer(StructureKeyedDecoding<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch }
    return StructureUnkeyedDecoding(elements: elements, name: name)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    StructureSingleDecoding(decoder: self)
  }

  var mismatch: ParameterCodingError { .shape(name: name) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let plain = ParameterType(plain: type) else { return try Value(from: self) }
    switch (plain, json) {
    case (.string, .string(let text)): if let value = text as? Value { return value }
    case (.bool, .bool(let flag)): if let value = flag as? Value { return value }
    case (.double, .double(let number)):
      if let value = number as? Value { return value }
      if let value = try Float(fitting: number, name: name) as? Value { return value }
    case (.double, .int(let number)):
      if let value = Double(number) as? Value ?? Float(number) as? Value { return value }
    case (.int, .int(let number)), (.intWithin, .int(let number)):
      let integer = type as? any FixedWidthInteger.Type
      if let value = integer?.init(exactly: number) as? Value { return value }
      throw ParameterCodingError.outOfRange(name: name)
    default: break
    }
    throw mismatch
  }

  /// The decoder of a member. A nil leaves no member, so an absent one is null.
  fileprivate func inside(_ name: String) -> StructureDecoder {
    StructureDecoder(json: json[name] ?? .null, name: self.name)
  }
}

private struct StructureKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: StructureDecoder
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    guard case .object(let members) = decoder.json else { return [] }
    return members.compactMap { Key(stringValue: $0.name) }
  }

  func contains(_ key: Key) -> Bool { decoder.json[key.stringValue] != nil }

  func decodeNil(forKey key: Key) -> Bool { (decoder.json[key.stringValue] ?? .null) == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try inside(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try inside(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inside(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder.inside("super") }

  func superDecoder(forKey key: Key) -> any Decoder { inside(key) }

  private func inside(_ key: Key) -> StructureDecoder { decoder.inside(key.stringValue) }
}

private struct StructureUnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSON]
  let name: String
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [JSON], name: String) { (self.elements, self.name) = (elements, name) }

  private mutating func next() throws(ParameterCodingError) -> StructureDecoder {
    guard !isAtEnd else { throw .shape(name: name) }
    currentIndex += 1
    return StructureDecoder(json: elements[currentIndex - 1], name: name)
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct StructureSingleDecoding: SingleValueDecodingContainer {
  let decoder: StructureDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.json == .null }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
