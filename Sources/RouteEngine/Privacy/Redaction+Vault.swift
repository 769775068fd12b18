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
  /// Whether it is written exactly as this text, or is a query item with that value.
  fileprivate func isPlainly(_ text: String) -> Bool {
    switch self {
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
