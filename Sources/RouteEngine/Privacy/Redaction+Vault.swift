package import RouteStore

extension Redaction {
  /// Whether the redaction removes a value of the vault.
  package func covers(_ value: VaultValue) -> Bool {
    switch self {
    case .token(let token): value.token.hasSameBytes(as: token)
    case .value(let text): PrivateValues.value(from: value.value)?.isPlainly(text) ?? false
    case .before(let moment): value.storedMicroseconds < moment.microseconds
    case .principal, .nobody, .all: coversKey(of: value.principal)
    }
  }

  /// Whether a principal's key is removed, regardless of the remaining values.
  func coversKey(of principal: String) -> Bool {
    switch self {
    case .principal(let name): principal.hasSameBytes(as: name)
    case .nobody: principal.isEmpty
    case .all: true
    case .token, .value, .before: false
    }
  }
}

extension ParameterValue {
  /// Whether it is written exactly as this text, here or in a link, or is a query item with that
  /// value.
  fileprivate func isPlainly(_ text: String) -> Bool {
    if ParameterType.ofLinks.contains(where: { $0.value(from: text.utf8) == self }) { return true }
    return switch self {
    case .string(let own):
      own.hasSameBytes(as: text)
        || own.utf8.firstIndex(of: UInt8(ascii: "=")).map {
          own[$0...].dropFirst().utf8.elementsEqual(text.utf8)
        } ?? false
    case .int, .double, .bool, .structure: notation.hasSameBytes(as: text)
    case .token: false
    }
  }
}

extension ParameterType {
  /// The types by which a text of a link can become a value that is written in another way.
  fileprivate static let ofLinks: [ParameterType] = {
    let plain = [ParameterType.int, .double, .bool, .date, .uuid]
    return plain + (plain + [.string]).map { .list(of: $0, by: .comma) }
  }()
}
