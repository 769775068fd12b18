/// Decodes a value that is no scalar from made-up parts; optionals are nil and lists are empty.
struct StructureProbe: Decoder {
  let name: String
  /// The number of the made-up value to try.
  let attempt: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(StructureKeyedProbe<Key>(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { StructureUnkeyedProbe(probe: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    StructureSingleProbe(probe: self)
  }

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let plain = ParameterType(plain: type) else {
      do {
        return try Value(from: self)
      } catch {
        guard let value = ParameterProbe.firstCase(of: type) else { throw error }
        return value
      }
    }
    let probe = ParameterProbe(findings: ParameterFindings(kind: name), attempt: attempt)
    guard let value = probe.madeUp(plain, as: type) else {
      throw ParameterCodingError.undetermined(name: name)
    }
    return value
  }
}

private struct StructureKeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: StructureProbe
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }
  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.value(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    probe.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    probe.unkeyedContainer()
  }

  func superDecoder() -> any Decoder { probe }
  func superDecoder(forKey key: Key) -> any Decoder { probe }
}

/// An empty list.
private struct StructureUnkeyedProbe: UnkeyedDecodingContainer {
  let probe: StructureProbe
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }
  private var failure: ParameterCodingError { .undetermined(name: probe.name) }

  init(probe: StructureProbe) { self.probe = probe }

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw failure }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw failure
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw failure }
  func superDecoder() throws -> any Decoder { throw failure }
}

private struct StructureSingleProbe: SingleValueDecodingContainer {
  let probe: StructureProbe
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.value(type) }
}

/// A Swift type that is a list of values.
protocol ParameterList {
  /// The type of its elements.
  static var elementType: Any.Type { get }
}

extension Array: ParameterList {
  static var elementType: Any.Type { Element.self }
}

/// A Swift type whose elements have no order; they are sorted by the bytes of their JSON.
protocol UnorderedParameterList: ParameterList {}

/// A Swift dictionary. If its keys are no texts, it becomes a list of alternating keys and values,
/// sorted by the bytes of the keys' JSON.
protocol ParameterDictionary {}

extension Dictionary: ParameterDictionary {}

extension Set: UnorderedParameterList {
  static var elementType: Any.Type { Element.self }
}
