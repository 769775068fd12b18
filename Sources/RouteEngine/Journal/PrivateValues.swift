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
  private var known: [String: (value: String, owner: String)] = [:]

  package init(journal: Journal) { self.journal = journal }

  /// The value behind a token; nil when it is gone.
  package func reveal(_ token: String, principal: String?) -> String? {
    let owners = principal.map { [$0, Self.nobody] } ?? [Self.nobody]
    // The memory of this process knows no more than the vault would tell.
    if let known = known[token] { return owners.contains(known.owner) ? known.value : nil }
    for owner in owners {
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
    let owner = Owner(request)
    request.target = hide(request.target, of: owner, table, &additions)
    return request
  }

  /// The answer with its private values replaced by tokens: it is recorded like the request.
  package mutating func hide(
    _ answer: Answer, to request: RouteRequest, table: RouteTable, additions: inout Additions
  ) -> Answer {
    let owner = Owner(request)
    switch answer {
    case .redirect(let target): return .redirect(hide(target, of: owner, table, &additions))
    case .translated(let targets):
      return .translated(targets.map { hide($0, of: owner, table, &additions) })
    case .edited(let changes):
      return .edited(changes.map { hide($0, of: owner, table, &additions) })
    case .allow, .deny, .wait, .declined, .failed: return answer
    }
  }

  /// Whose values are hidden, and when.
  private struct Owner {
    let name: String
    let now: Int64

    init(_ request: RouteRequest) {
      name = request.principal ?? PrivateValues.nobody
      now = request.at.microseconds
    }
  }

  private mutating func hide(
    _ target: RouteRequest.Target, of owner: Owner, _ table: RouteTable,
    _ additions: inout Additions
  ) -> RouteRequest.Target {
    switch target {
    case .link(let link):
      guard table.mayHoldPrivateValues(link) else { return target }
      return .link(hide(link, of: owner, table.privateParts(of: link), &additions))
    case .route(let identifier, let parameters):
      let names = table.privateNames(ofRoute: identifier)
      return .route(identifier, hide(parameters, names, of: owner, &additions))
    case .screen(let kind, let parameters):
      let names = table.screen(kind)?.privateNames ?? []
      return .screen(kind: kind, hide(parameters, names, of: owner, &additions))
    case .value(let type, let fields):
      // Nobody has said what a foreign value's texts mean, so none of them is journaled in clear.
      let texts = fields.filter { if case .string = $0.value { true } else { false } }.map(\.name)
      return .value(type: type, hide(fields, texts, of: owner, &additions))
    case .fact: return target
    }
  }

  private mutating func hide(
    _ link: RouteLink, of owner: Owner, _ parts: RouteTable.PrivateParts,
    _ additions: inout Additions
  ) -> RouteLink {
    link.replacing(
      pathCaptures: parts.captures.map { range in
        (range, token(for: link.decoded(range), of: owner, &additions))
      },
      userInfo: link.userInfo.map { .token(token(for: $0, of: owner, &additions)) } ?? .keep,
      fragment: link.fragment.map { .token(token(for: $0, of: owner, &additions)) } ?? .keep,
      query: { item in
        guard !parts.openNames.contains(item.name) else { return .keep }
        let text = item.isBare ? item.name : item.value
        return .token(token(for: text, of: owner, &additions))
      })
  }

  private mutating func hide(
    _ change: TreeChange, of owner: Owner, _ table: RouteTable, _ additions: inout Additions
  ) -> TreeChange {
    switch change {
    case .splice(let container, let position, let drop, let insert):
      return .splice(
        container: container, at: position, drop: drop,
        insert: insert.map { hide($0, of: owner, table, &additions) })
    case .present(let presenter, let style, let screen):
      return .present(
        over: presenter, style: style, screen: hide(screen, of: owner, table, &additions))
    case .root(let scene, let screen):
      return .root(scene: scene, screen: hide(screen, of: owner, table, &additions))
    case .parameters(let id, let parameters):
      // The screen may be one that an earlier change brings, so its kind is not asked.
      let names = table.privateNames
      return .parameters(id, hide(parameters, names, of: owner, &additions))
    case .select, .dismiss, .close, .activate, .ready, .unready: return change
    }
  }

  private mutating func hide(
    _ subtree: Subtree, of owner: Owner, _ table: RouteTable, _ additions: inout Additions
  ) -> Subtree {
    var subtree = subtree
    let names = table.screen(subtree.kind)?.privateNames ?? []
    subtree.parameters = hide(subtree.parameters, names, of: owner, &additions)
    subtree.children = subtree.children.map { hide($0, of: owner, table, &additions) }
    subtree.presented = subtree.presented.map { hide($0, of: owner, table, &additions) }
    return subtree
  }

  private static let nobody = ""

  private mutating func hide(
    _ parameters: Parameters, _ names: [String], of owner: Owner, _ additions: inout Additions
  ) -> Parameters {
    var hidden = parameters
    for name in names {
      switch parameters[name] {
      case .string(let text): hidden[name] = .token(token(for: text, of: owner, &additions))
      case nil, .token: continue
      case let value?:
        hidden[name] = .token(token(for: value.notation, of: owner, &additions))
      }
    }
    return hidden
  }

  private mutating func token(
    for value: String, of owner: Owner, _ additions: inout Additions
  ) -> String {
    let bytes = Array(value.utf8)
    let key = key(of: owner.name, &additions)
    let token = "~" + Base64URL.encode(key.token(for: bytes).bytes.prefix(16))
    if known.updateValue((value, owner.name), forKey: token) == nil {
      additions.values.append(
        VaultValue(
          token: token, principal: owner.name, value: bytes, storedMicroseconds: owner.now))
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
