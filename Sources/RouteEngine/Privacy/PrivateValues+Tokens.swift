package import RouteStore

extension PrivateValues {
  /// The token of a value, given as its JSON, under a principal's key.
  package static func token(for json: [UInt8], under key: VaultKey) -> String {
    TokenText.token(of: key.token(for: json).bytes.prefix(16))
  }

  static func value(from json: [UInt8]) -> ParameterValue? {
    var reader = JSONReader(json)
    // Bytes that are not valid JSON of a value have no token.
    guard let value = try? ParameterValue(from: &reader), (try? reader.expectEnd()) != nil else {
      return nil
    }
    return value
  }
}

extension VaultKey {
  /// A new key.
  package static func random(of owner: String) -> VaultKey {
    var random = SystemRandomNumberGenerator()
    let secret = (0..<VaultKey.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    return VaultKey(principal: owner, secret: secret)
  }
}
