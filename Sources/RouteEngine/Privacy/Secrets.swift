import RouteStore

/// The secrets that this process was given: only in memory, and lost with the process.
///
/// Their tokens are random, so nothing can be derived from them, even with the file and all its
/// keys. A secret that comes again while it is known keeps its token, so a host that reports its
/// display again changes nothing.
struct Secrets {
  private struct Secret {
    let value: ParameterValue
    let owner: String
    let json: [UInt8]
    let storedMicroseconds: Int64
  }

  private struct Content: Hashable {
    let owner: [UInt8]
    let json: [UInt8]
  }

  /// The most secrets that are known at a time; the oldest is dropped first.
  static let mostKnown = 1_000

  private var values: [String: Secret] = [:]
  private var tokens: [Content: String] = [:]
  /// The tokens, oldest first.
  private var order: [String] = []

  /// The text that replaces each secret where requests are compared: secrets are not compared.
  static let placeholder = TokenText.secret(of: [UInt8](repeating: 0, count: 16))

  /// A new random token, without a value.
  static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return TokenText.secret(
      of: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }

  /// The token of a secret, which is known from now on.
  mutating func token(for value: ParameterValue, of owner: String, at moment: Int64) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    let content = Content(owner: Array(owner.utf8), json: writer.bytes)
    if let token = tokens[content] { return token }
    if order.count >= Self.mostKnown { forget(order[0]) }
    let token = Self.newToken()
    values[token] = Secret(
      value: value, owner: owner, json: content.json, storedMicroseconds: moment)
    tokens[content] = token
    order.append(token)
    return token
  }

  /// The secret of a token, if it belongs to one of these owners.
  func reveal(_ token: String, ofAnyOf owners: [String]) -> ParameterValue? {
    guard let secret = values[token],
      owners.contains(where: { $0.hasSameBytes(as: secret.owner) })
    else { return nil }
    return secret.value
  }

  /// Drops the secrets that satisfy a predicate. The predicate gets each as a row of the vault.
  mutating func forget(where isGone: (VaultValue) -> Bool) {
    for token in order {
      guard let secret = values[token] else { continue }
      let value = VaultValue(
        token: token, principal: secret.owner, value: secret.json,
        storedMicroseconds: secret.storedMicroseconds)
      if isGone(value) { forget(token) }
    }
  }

  private mutating func forget(_ token: String) {
    if let secret = values.removeValue(forKey: token) {
      tokens[Content(owner: Array(secret.owner.utf8), json: secret.json)] = nil
    }
    order.removeAll { $0 == token }
  }
}
