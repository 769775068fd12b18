/// Encodes a value that is no scalar as a JSON tree. Dates, identifiers and addresses are encoded
/// by their own code.
struct StructureEncoder: Encoder {
  /// Collects a value while it is encoded.
  final class Node {
    enum Content {
      case nothing
      case value(JSON)
      case list([Node])
      case object([(name: String, node: Node)])
    }

    var content = Content.nothing

    /// The value; an absent one is null.
    var json: JSON {
      switch content {
      case .nothing: .null
      case .value(let value): value
      case .list(let nodes): .array(nodes.map(\.json))
      // Of members with one name the canonical form has the first, and the last encoded one counts.
      case .object(let members):
        .object(members.reversed().map { JSON.Member(name: $0.name, value: $0.node.json) })
      }
    }

    /// Sorts the encoded elements of a value that has no order.
    func order(_ value: some Encodable) {
      if value is any UnorderedParameterList { sortElements() }
      if value is any ParameterDictionary { sortPairs() }
    }

    /// Sorts the elements by the bytes of their JSON.
    func sortElements() {
      guard case .list(let nodes) = content else { return }
      let sorted = nodes.map { ($0, $0.json.canonical) }
        .sorted { $0.1.lexicographicallyPrecedes($1.1) }
      content = .list(sorted.map(\.0))
    }

    /// Sorts alternating keys and values by the bytes of the keys' JSON.
    func sortPairs() {
      guard case .list(let nodes) = content, nodes.count.isMultiple(of: 2) else { return }
      let pairs = stride(from: 0, to: nodes.count, by: 2).map { place in
        (nodes: nodes[place...(place + 1)], key: nodes[place].json.canonical)
      }
      let sorted = pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      content = .list(sorted.flatMap(\.nodes))
    }

    func add() -> Node {
      let node = Node()
      var nodes: [Node] = []
      if case .list(let own) = content { nodes = own }
      content = .list([])  // releases the list, so that it grows in place
      nodes.append(node)
      content = .list(nodes)
      return node
    }

    func add(_ name: String) -> Node {
      let node = Node()
      var members: [(name: String, node: Node)] = []
      if case .object(let own) = content { members = own }
      content = .object([])
      members.append((name, node))
      content = .object(members)
      return node
    }

    /// The list or object that has begun under the name, or a new part.
    func part(_ name: String) -> Node {
      if case .object(let own) = content,
        let begun = own.last(where: { $0.name.hasSameBytes(as: name) })?.node
      {
        switch begun.content {
        case .list, .object: return begun
        case .nothing, .value: break
        }
      }
      return add(name)
    }
  }

  let node: Node
  /// The name of the parameter, for errors.
  let name: String
  /// The number of lists and objects around the value.
  var depth = 0

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = node.content { node.content = .object([]) }
    return KeyedEncodingContainer(StructureKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = node.content { node.content = .list([]) }
    return StructureUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StructureSingleEncoding(encoder: self)
  }

  func encode(_ value: some Encodable) throws {
    // Checked before encoding, so that endlessly nested values do not exhaust the stack.
    guard depth <= ParameterStructure.deepest else {
      throw ParameterCodingError.tooLarge(name: name)
    }
    if let plain = try plain(value) {
      node.content = .value(plain)
      return
    }
    try value.encode(to: self)
    node.order(value)
  }

  private func plain(_ value: some Encodable) throws(ParameterCodingError) -> JSON? {
    switch value {
    case let text as String: return .string(text)
    case let flag as Bool: return .bool(flag)
    case let number as Double: return try finite(number)
    case let number as Float: return try finite(Double(number))
    case let number as any FixedWidthInteger:
      guard let integer = Int64(exactly: number) else { throw .outOfRange(name: name) }
      return .int(integer)
    default: return nil
    }
  }

  private func finite(_ number: Double) throws(ParameterCodingError) -> JSON {
    guard number.isFinite else { throw .notFinite(name: name) }
    return .double(number)
  }

  /// The encoder of a part. A part that lies too deep is not kept, as the whole is too deep
  /// already.
  fileprivate func inside(_ part: (Node) -> Node) -> StructureEncoder {
    let isKept = depth <= ParameterStructure.deepest
    return StructureEncoder(node: isKept ? part(node) : Node(), name: name, depth: depth + 1)
  }
}

private struct StructureKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StructureEncoder
  var codingPath: [any CodingKey] { [] }

  /// A nil leaves no member, like an optional property that is nil.
  func encodeNil(forKey key: Key) {}

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try inside(key).encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    again(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    again(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.inside { $0.add("super") } }

  func superEncoder(forKey key: Key) -> any Encoder { inside(key) }

  private func inside(_ key: Key) -> StructureEncoder {
    encoder.inside { $0.add(key.stringValue) }
  }

  /// The encoder of a container that may have begun under the same key.
  private func again(_ key: Key) -> StructureEncoder {
    encoder.inside { $0.part(key.stringValue) }
  }
}

private struct StructureUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: StructureEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: StructureEncoder) { self.encoder = encoder }

  private mutating func next() -> StructureEncoder {
    count += 1
    return encoder.inside { $0.add() }
  }

  mutating func encodeNil() { _ = next() }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { next() }
}

private struct StructureSingleEncoding: SingleValueEncodingContainer {
  let encoder: StructureEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.node.content = .value(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
