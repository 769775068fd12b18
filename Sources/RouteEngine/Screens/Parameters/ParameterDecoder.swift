/// Decodes parameters into a value's properties; inside a property it knows the property's name.
struct ParameterDecoder: Decoder {
  let kind: String
  let parameters: Parameters
  var name: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let name { return try structure(named: name).container(keyedBy: type) }
    return KeyedDecodingContainer(ParameterKeyedDecoding<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let name else { throw ParameterCodingError.unnamed(kind: kind) }
    return try structure(named: name).unkeyedContainer()
  }

  /// The decoder of a parameter that is a list or an object.
  func structure(named name: String) throws(ParameterCodingError) -> StructureDecoder {
    switch parameters[name] {
    case .structure(let structure)?: return StructureDecoder(json: structure.tree, name: name)
    case .token?: throw .privateValue(name: name)
    case nil: throw .missing(name: name)
    default: throw .shape(name: name)
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let name else { throw ParameterCodingError.unnamed(kind: kind) }
    return ParameterSingleDecoding(decoder: self, name: name)
  }

  /// The value of a parameter as a plain type, or decoded by the code of another type.
  func value<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value {
    guard let plain = ParameterType(plain: type) else {
      return try Value(from: ParameterDecoder(kind: kind, parameters: parameters, name: name))
    }
    guard let found = parameters[name] else { throw ParameterCodingError.missing(name: name) }
    switch (plain, found) {
    case (.string, .string(let text)):
      if let value = text as? Value { return value }
    case (.bool, .bool(let flag)):
      if let value = flag as? Value { return value }
    case (.double, .double(let number)):
      if let value = number as? Value { return value }
      if let value = try Float(fitting: number, name: name) as? Value { return value }
    // A constant of an action, which has no schema that tells its type.
    case (.double, .int(let number)):
      if let value = Double(number) as? Value ?? Float(number) as? Value { return value }
    case (.int, .int(let number)), (.intWithin, .int(let number)):
      let integer = type as? any FixedWidthInteger.Type
      if let value = integer?.init(exactly: number) as? Value { return value }
      throw ParameterCodingError.outOfRange(name: name)
    case (_, .token): throw ParameterCodingError.privateValue(name: name)
    default: break
    }
    throw ParameterCodingError.mismatch(name: name, expected: plain, found: found)
  }
}

private struct ParameterKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ParameterDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.parameters.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.parameters.place(of: key.stringValue) != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.value(type, named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.structure(named: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.structure(named: key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder(of: "super") }

  func superDecoder(forKey key: Key) -> any Decoder { decoder(of: key.stringValue) }

  /// The decoder of a parameter that may also be a single value.
  private func decoder(of name: String) -> ParameterDecoder {
    ParameterDecoder(kind: decoder.kind, parameters: decoder.parameters, name: name)
  }
}

private struct ParameterSingleDecoding: SingleValueDecodingContainer {
  let decoder: ParameterDecoder
  let name: String
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { decoder.parameters.place(of: name) == nil }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.value(type, named: name)
  }
}

extension Float {
  /// The number nearest to a `Double`.
  ///
  /// Throws ``ParameterCodingError/outOfRange(name:)`` when the number is too large.
  init(fitting number: Double, name: String) throws(ParameterCodingError) {
    self.init(number)
    if number.isFinite, isInfinite { throw .outOfRange(name: name) }
  }
}
