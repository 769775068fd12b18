package import RouteStore

/// Replaces private values by tokens before anything is journaled, and finds them again.
///
/// A token is the first 16 bytes of HMAC-SHA-256 of the value under the principal's vault key, in
/// base64url behind a `~`: equal values of one principal have equal tokens, so finders and digests
/// work on tokens; without the key nothing follows from them.
package struct PrivateValues {
  /// What goes to the vault together with the entry that first uses it.
  package struct Additions: Sendable {
    package var keys: [VaultKey] = []
    package var values: [VaultValue] = []
    package var isEmpty: Bool { keys.isEmpty && values.isEmpty }
  }

  private let journal: Journal
  private var keys: [String: VaultKey] = [:]
  private var known: [String: String] = [:]

  package init(journal: Journal) { self.journal = journal }

  /// The value behind a token; nil when it is gone.
  package func reveal(_ token: String, principal: String?) -> String? {
    if let value = known[token] { return value }
    for owner in principal.map({ [$0, Self.nobody] }) ?? [Self.nobody] {
      if let bytes = try? journal.vaultValue(token: token, principal: owner) {
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return nil
  }

  /// The request with its private values replaced by tokens.
  package mutating func hide(
    _ request: RouteRequest, table: RouteTable, additions: inout Additions
  ) -> RouteRequest {
    var request = request
    let owner = request.principal ?? Self.nobody
    let now = request.at.microseconds
    switch request.target {
    case .link(let link):
      guard table.mayHoldPrivateValues(link) else { return request }
      let parts = table.privateParts(of: link)
      request.target = .link(
        link.replacing(
          pathCaptures: parts.captures.map { range in
            (range, token(for: link.decoded(range), owner, now, &additions))
          },
          userInfo: link.userInfo.map { .token(token(for: $0, owner, now, &additions)) } ?? .keep,
          fragment: link.fragment.map { .token(token(for: $0, owner, now, &additions)) } ?? .keep,
          query: { item in
            guard !parts.openNames.contains(item.name) else { return .keep }
            return .token(token(for: item.value, owner, now, &additions))
          }))
    case .route(let identifier, let parameters):
      let names = table.privateNames(ofRoute: identifier)
      request.target = .route(identifier, hide(parameters, names, owner, now, &additions))
    case .screen(let kind, let parameters):
      let names = table.screen(kind)?.privateNames ?? []
      request.target = .screen(kind: kind, hide(parameters, names, owner, now, &additions))
    case .value(let type, let fields):
      // Nobody has said what a foreign value's texts mean, so none of them is journaled in clear.
      let texts = fields.filter { if case .string = $0.value { true } else { false } }.map(\.name)
      request.target = .value(type: type, hide(fields, texts, owner, now, &additions))
    case .fact: break
    }
    return request
  }

  private static let nobody = ""

  private mutating func hide(
    _ parameters: Parameters, _ names: [String], _ owner: String, _ now: Int64,
    _ additions: inout Additions
  ) -> Parameters {
    var hidden = parameters
    for name in names {
      switch parameters[name] {
      case .string(let text): hidden[name] = .token(token(for: text, owner, now, &additions))
      case nil, .token: continue
      case let value?:
        hidden[name] = .token(token(for: value.notation, owner, now, &additions))
      }
    }
    return hidden
  }

  private mutating func token(
    for value: String, _ owner: String, _ now: Int64, _ additions: inout Additions
  ) -> String {
    let bytes = Array(value.utf8)
    let key = key(of: owner, &additions)
    let token = "~" + Base64URL.encode(key.token(for: bytes).bytes.prefix(16))
    if known.updateValue(value, forKey: token) == nil {
      additions.values.append(
        VaultValue(token: token, principal: owner, value: bytes, storedMicroseconds: now))
    }
    return token
  }

  private mutating func key(of owner: String, _ additions: inout Additions) -> VaultKey {
    if let key = keys[owner] { return key }
    if let key = try? journal.vaultKey(principal: owner) {
      keys[owner] = key
      return key
    }
    var random = SystemRandomNumberGenerator()
    let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let key = VaultKey(principal: owner, secret: secret)
    keys[owner] = key
    additions.keys.append(key)
    return key
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
