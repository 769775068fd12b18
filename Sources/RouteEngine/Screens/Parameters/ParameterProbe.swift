/// The findings about a type's parameters, gathered by ``ParameterProbe``.
final class ParameterFindings {
  let kind: String
  private var types: [(name: String, type: ParameterType)] = []
  private var optionals: Set<[UInt8]> = []
  private var leftOut: Set<[UInt8]> = []

  init(kind: String) {
    self.kind = kind
  }

  var entries: [ParameterSchema.Entry] {
    types.map { name, type in
      let isOptional = optionals.contains(Array(name.utf8))
      return ParameterSchema.Entry(name: name, type: type, isOptional: isOptional)
    }
  }

  /// Notes the type of a parameter; the first type that was asked for counts.
  func note(_ type: ParameterType, named name: String) {
    if !knows(name) { types.append((name, type)) }
  }

  /// Notes that the type asked whether there is a value, and returns whether it gets one.
  func hasValue(named name: String) -> Bool {
    optionals.insert(Array(name.utf8))
    return !leftOut.contains(Array(name.utf8))
  }

  /// Gives an optional of a known type no value from now on; false for all others.
  func leaveOut(_ name: String) -> Bool {
    let key = Array(name.utf8)
    return knows(name) && optionals.contains(key) && leftOut.insert(key).inserted
  }

  private func knows(_ name: String) -> Bool {
    types.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// Decodes a screen from made-up values and notes what its type asks for.
struct ParameterProbe: Decoder {
  let findings: ParameterFindings
  var name: String?
  /// The number of the made-up value to try.
  var attempt = 0
  /// The property that gets a second value, different from the first that its type accepts.
  var varied: String?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Texts that types made from a string accept: any, an identifier, a number, an address.
  private static let texts = [
    "", "00000000-0000-0000-0000-000000000000", "0", "https://example.com",
    "11111111-1111-1111-1111-111111111111",
  ]

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let name { return structure(named: name).container(keyedBy: type) }
    return KeyedDecodingContainer(ParameterKeyedProbe<Key>(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let name else { throw ParameterCodingError.unnamed(kind: findings.kind) }
    return structure(named: name).unkeyedContainer()
  }

  /// The made-up list or object that a property is.
  func structure(named name: String) -> StructureProbe {
    findings.note(.json, named: name)
    return StructureProbe(name: name, attempt: attempt)
  }

  /// The probe of a property whose code decides whether it is a list, an object or a single value.
  func inside(_ name: String) -> ParameterProbe {
    let attempt = varied?.hasSameBytes(as: name) ?? false ? 1 : 0
    return ParameterProbe(findings: findings, name: name, attempt: attempt)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let name else { throw ParameterCodingError.unnamed(kind: findings.kind) }
    return ParameterSingleProbe(probe: self, name: name)
  }

  /// A made-up value of a property.
  func value<Value: Decodable>(_ type: Value.Type, named name: String) throws -> Value {
    let value = try firstValue(type, named: name)
    guard varied?.hasSameBytes(as: name) ?? false else { return value }
    guard let other = otherValue(than: value, named: name) else {
      throw ParameterCodingError.undetermined(name: name)
    }
    return other
  }

  /// A made-up value that differs from `value`; nil when none is found, or when values of the type
  /// cannot be compared.
  private func otherValue<Value: Decodable>(than value: Value, named name: String) -> Value? {
    guard let value = value as? AnyHashable else { return nil }
    var made: [Value] = Self.texts.indices.compactMap { attempt in
      if let plain = ParameterType(plain: Value.self) {
        return ParameterProbe(findings: findings, attempt: attempt).madeUp(plain, as: Value.self)
      }
      // When no value can be made from the made-up parts, the caller of this function reports it.
      return try? Value(from: ParameterProbe(findings: findings, name: name, attempt: attempt))
    }
    if let cases = Value.self as? any CaseIterable.Type { made += Self.all(of: cases) }
    if Value.self is any ParameterList.Type {
      let elements: [JSON] = [.int(1), .string("a"), .bool(true)]
      // Lists of other elements are treated as lists whose values cannot be compared.
      made += elements.compactMap {
        try? Value(from: StructureDecoder(json: .array([$0]), name: name))
      }
    }
    return made.first { ($0 as? AnyHashable) != value }
  }

  /// The first case of a `CaseIterable` enum; nil for other types.
  static func firstCase<Value>(of type: Value.Type) -> Value? {
    (type as? any CaseIterable.Type).flatMap { (all(of: $0) as [Value]).first }
  }

  private static func all<Cases: CaseIterable, Value>(of type: Cases.Type) -> [Value] {
    type.allCases.compactMap { $0 as? Value }
  }

  private func firstValue<Value: Decodable>(
    _ type: Value.Type, named name: String
  ) throws -> Value {
    if let plain = ParameterType(plain: type) {
      findings.note(plain, named: name)
      if let value = madeUp(plain, as: type) { return value }
      throw ParameterCodingError.undetermined(name: name)
    }
    let known = ParameterType(known: type) ?? ParameterType(list: type)
    if let known { findings.note(known, named: name) }
    for attempt in Self.texts.indices {
      do {
        return try Value(from: ParameterProbe(findings: findings, name: name, attempt: attempt))
      } catch let error as ParameterCodingError {
        if case .undetermined = error { continue }
        throw error
      } catch {
        continue
      }
    }
    if let value = Self.firstCase(of: type) { return value }
    throw ParameterCodingError.undetermined(name: name)
  }

  func madeUp<Value>(_ type: ParameterType, as value: Value.Type) -> Value? {
    switch type {
    case .string, .uuid, .oneOf: Self.texts[attempt] as? Value
    case .bool: (attempt == 1) as? Value
    case .double, .date: Double(attempt) as? Value ?? Float(attempt) as? Value
    case .int, .intWithin:
      (value as? any FixedWidthInteger.Type)?.init(exactly: attempt) as? Value
    case .list, .json: nil
    }
  }
}

private struct ParameterKeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: ParameterProbe
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { probe.findings.hasValue(named: key.stringValue) }

  func decodeNil(forKey key: Key) -> Bool { !probe.findings.hasValue(named: key.stringValue) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.value(type, named: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    probe.structure(named: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    probe.structure(named: key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { probe.inside("super") }

  func superDecoder(forKey key: Key) -> any Decoder { probe.inside(key.stringValue) }
}

private struct ParameterSingleProbe: SingleValueDecodingContainer {
  let probe: ParameterProbe
  let name: String
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { !probe.findings.hasValue(named: name) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let plain = ParameterType(plain: type) else {
      let known = ParameterType(known: type) ?? ParameterType(list: type)
      if let known { probe.findings.note(known, named: name) }
      return try Value(from: probe)
    }
    probe.findings.note(plain, named: name)
    guard let value = probe.madeUp(plain, as: type) else {
      throw ParameterCodingError.undetermined(name: name)
    }
    return value
  }
}
