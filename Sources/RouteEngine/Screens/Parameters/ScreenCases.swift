/// The app's screens as an enum, so that the compiler checks that the code which shows them handles
/// every case:
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
/// A case has the name of a kind, and holds the screen's value if the kind was declared with a
/// type. Nothing else has to be written: Swift derives `Decodable`, which turns a screen into its
/// case. A table that is given the enum (`ShopScreen.self` among its parts) reports a mistake for
/// each kind without a case. A kind whose name cannot be a case's name, `gift-card` for example, is
/// named in the enum's `CodingKeys`: `case giftCard = "gift-card"`.
public protocol ScreenCases: Decodable, Sendable {}

extension ScreenCases {
  /// The case with the name of a kind, holding the value made from these parameters.
  ///
  /// Throws a ``ParameterCodingError`` when no case has that name, or when the case's value cannot
  /// be made from the parameters.
  init(named name: String, _ parameters: Parameters) throws(ParameterCodingError) {
    do {
      try self.init(from: CaseDecoder(name: name, parameters: parameters, findings: nil))
    } catch {
      throw ParameterCodingError(error, kind: name)
    }
  }

  /// The findings about the case of that name: that it exists, and the type of its unlabelled
  /// value. Nil when there is no such case.
  static func findCase(named name: String) -> CaseFindings? {
    let findings = CaseFindings()
    // The decoding always fails, because it gets no value; only its questions matter.
    _ = try? Self(from: CaseDecoder(name: name, parameters: [:], findings: findings))
    return findings.hasCase ? findings : nil
  }
}

/// The findings about the case of an enum with one name.
final class CaseFindings {
  fileprivate(set) var hasCase = false
  /// The type of the case's unlabelled value; nil when it holds none.
  fileprivate(set) var held: Any.Type?
}

/// Decodes an enum as the case of that name. Swift asks for the one key that names the case, then
/// for its associated values, by their labels, or as `_0` for one without a label.
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

/// The level with the case's name.
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

/// The level with the case's values: the screen's value without a label, or labelled parameters.
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
