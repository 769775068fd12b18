/// Collects encoded parameters. It also keeps a failure, because some methods of the standard
/// library's protocols cannot throw.
final class ParameterSink {
  var parameters = Parameters()
  private(set) var failure: ParameterCodingError?
  /// Lists and objects, with the names of their parameters.
  private var structures: [(name: String, node: StructureEncoder.Node)] = []

  /// How many lists and objects have begun.
  var structureCount: Int { structures.count }

  func fail(_ error: ParameterCodingError) -> ParameterCodingError {
    if failure == nil { failure = error }
    return error
  }

  func add(_ value: some Encodable, named name: String, of kind: String) throws {
    if let plain = try plainValue(of: value, named: name) {
      parameters[name] = plain
    } else {
      let count = structureCount
      try value.encode(to: ParameterEncoder(kind: kind, name: name, sink: self, first: count))
      if structures.count > count { structures[count].node.order(value) }
    }
  }

  /// The encoder of a list or an object that is one parameter. A value that asks its encoder for
  /// several containers fills one list or object, as a class and its superclass do.
  ///
  /// - Parameter first: how many lists and objects there were when the value began.
  func structure(named name: String, from first: Int) -> StructureEncoder {
    if let begun = structures[first...].last(where: { $0.name.hasSameBytes(as: name) }) {
      return StructureEncoder(node: begun.node, name: name)
    }
    let node = StructureEncoder.Node()
    structures.append((name, node))
    return StructureEncoder(node: node, name: name)
  }

  /// The parameters, once lists and objects are complete.
  func finish() throws(ParameterCodingError) -> Parameters {
    if let failure { throw failure }
    for (name, node) in structures {
      guard let structure = ParameterStructure(node.json) else { throw .tooLarge(name: name) }
      parameters[name] = .structure(structure)
    }
    return parameters
  }

  private func plainValue(
    of value: some Encodable, named name: String
  ) throws(ParameterCodingError) -> ParameterValue? {
    switch value {
    case let text as String: return .string(text)
    case let flag as Bool: return .bool(flag)
    case let number as Double: return .double(number)
    case let number as Float: return .double(Double(number))
    case let number as any FixedWidthInteger:
      guard let integer = Int64(exactly: number) else { throw fail(.outOfRange(name: name)) }
      return .int(integer)
    default: return nil
    }
  }
}

/// Encodes a value's properties as parameters; inside a property it knows the property's name.
struct ParameterEncoder: Encoder {
  let kind: String
  var name: String?
  var sink = ParameterSink()
  /// How many lists and objects there were when the value began.
  var first = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The error for a container that is not allowed here.
  var refusal: ParameterCodingError { .unnamed(kind: kind) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if let name { return sink.structure(named: name, from: first).container(keyedBy: type) }
    return KeyedEncodingContainer(ParameterKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if let name { return sink.structure(named: name, from: first).unkeyedContainer() }
    _ = sink.fail(refusal)
    return ParameterRefusal(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if name == nil { _ = sink.fail(refusal) }
    return ParameterSingleEncoding(encoder: self)
  }
}

private struct ParameterKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.sink.add(value, named: key.stringValue, of: encoder.kind)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    inside(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inside(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { newValue(named: "super") }

  func superEncoder(forKey key: Key) -> any Encoder { newValue(named: key.stringValue) }

  private func newValue(named name: String) -> ParameterEncoder {
    let first = encoder.sink.structureCount
    return ParameterEncoder(kind: encoder.kind, name: name, sink: encoder.sink, first: first)
  }

  /// The encoder of a container that may have begun under the same key.
  private func inside(_ key: Key) -> ParameterEncoder {
    ParameterEncoder(kind: encoder.kind, name: key.stringValue, sink: encoder.sink)
  }
}

private struct ParameterSingleEncoding: SingleValueEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() {}

  func encode<Value: Encodable>(_ value: Value) throws {
    guard let name = encoder.name else { throw encoder.refusal }
    try encoder.sink.add(value, named: name, of: encoder.kind)
  }
}

/// Stands in for a container that the standard library demands but that is not allowed.
private struct ParameterRefusal: UnkeyedEncodingContainer {
  let encoder: ParameterEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws { throw encoder.refusal }
  func encode<Value: Encodable>(_ value: Value) throws { throw encoder.refusal }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
