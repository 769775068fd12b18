/// The app's screens as an enum, so that the compiler checks that code which shows them forgets
/// none:
///
/// ```swift
/// enum ShopScreen: ScreenCases {
///   case catalog
///   case product(Product)
///   case order(Order)
/// }
/// switch ShopScreen(node) {
/// case .catalog: CatalogView()
/// case .product(let product): ProductView(product)
/// case .order(let order): OrderView(order)
/// case nil: EmptyView()  // a private value of the screen is gone
/// }
/// ```
///
/// A case has the name of a kind, and the screen's value if the kind was declared with a type.
/// There is nothing else to write: a screen becomes its case by what Swift derives of `Decodable`.
/// A table that is given the enum (`ShopScreen.self` among its parts) has a mistake for each kind
/// without a case. A kind that has no case's name, `gift-card` for example, is named in the enum's
/// `CodingKeys`: `case giftCard = "gift-card"`.
public protocol ScreenCases: Decodable, Sendable {}

extension ScreenCases {
  /// The case that has the name of a kind and the value that these parameters make.
  ///
  /// Throws a ``ParameterCodingError`` when no case has that name, or when the parameters do not
  /// make what it holds.
  init(named name: String, _ parameters: Parameters) throws(ParameterCodingError) {
    do {
      try self.init(from: CaseDecoder(name: name, parameters: parameters, findings: nil))
    } catch {
      throw ParameterCodingError(error, kind: name)
    }
  }

  /// Whether there is a case of that name, and the type of the value that it holds without a label;
  /// nil when there is none.
  static func findCase(named name: String) -> CaseFindings? {
    let findings = CaseFindings()
    // The error says nothing: it is given no value, and only looked at for what it asks.
    _ = try? Self(from: CaseDecoder(name: name, parameters: [:], findings: findings))
    return findings.hasCase ? findings : nil
  }
}

/// The findings about an enum's case of one name.
final class CaseFindings {
  fileprivate(set) var hasCase = false
  /// The type of the value that the case holds without a label; nil when it holds none.
  fileprivate(set) var held: Any.Type?
}

/// Decodes an enum as one whose case has that name: Swift asks for the one key that names the case,
/// then for what it holds, by its labels, or as `_0` without one.
private struct CaseDecoder: Decoder {
  let name: String
  let parameters: Parameters
  let findings: CaseFindings?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var content: ParameterDecoder { ParameterDecoder(kind: name, parameters: parameters) }
  var unnamed: ParameterCodingError { .unnamed(kind: name) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CaseNameDecoding<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unnamed }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unnamed }
}

/// The level of the case's name.
private struct CaseNameDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CaseDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { Key(stringValue: decoder.name).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { key.stringValue.hasSameBytes(as: decoder.name) }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    throw decoder.unnamed
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    decoder.findings?.hasCase = true
    return KeyedDecodingContainer(
      try CaseContentDecoding<NestedKey>(
        decoder: decoder, labelled: decoder.content.container(keyedBy: type)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw decoder.unnamed
  }

  func superDecoder() throws -> any Decoder { throw decoder.unnamed }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unnamed }
}

/// The level of what a case holds: the screen's value without a label, or its parameters by theirs.
private struct CaseContentDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CaseDecoder
  let labelled: KeyedDecodingContainer<Key>
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { labelled.allKeys }

  private func isValue(_ key: Key) -> Bool { key.stringValue.hasSameBytes(as: "_0") }

  func contains(_ key: Key) -> Bool { isValue(key) || labelled.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool {
    try isValue(key) ? false : labelled.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard isValue(key) else { return try labelled.decode(type, forKey: key) }
    decoder.findings?.held = type
    return try Value(from: decoder.content)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try labelled.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try labelled.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try labelled.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    try labelled.superDecoder(forKey: key)
  }
}
