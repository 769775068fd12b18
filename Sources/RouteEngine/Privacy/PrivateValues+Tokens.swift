package import RouteStore

extension PrivateValues {
  /// The token that stands for a value, given as its JSON, under a principal's key.
  package static func token(for json: [UInt8], under key: VaultKey) -> String {
    "~" + Base64URL.encode(key.token(for: json).bytes.prefix(16))
  }

  /// How many bytes a token has.
  package static var tokenLength: Int { 23 }

  static func value(from json: [UInt8]) -> ParameterValue? {
    var reader = JSONReader(json)
    // Bytes that are no value are none that a token stands for.
    guard let value = try? ParameterValue(from: &reader), (try? reader.expectEnd()) != nil else {
      return nil
    }
    return value
  }
}

extension VaultKey {
  /// A new key.
  static func random(of owner: String) -> VaultKey {
    var random = SystemRandomNumberGenerator()
    let secret = (0..<VaultKey.length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    return VaultKey(principal: owner, secret: secret)
  }
}

/// Base64 in the alphabet for links, without padding (RFC 4648, section 5).
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
