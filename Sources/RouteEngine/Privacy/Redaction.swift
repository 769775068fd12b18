package import RouteStore

/// Which private values are to go.
public enum Redaction: Hashable, Sendable {
  /// All of one principal, with the key that their tokens were made with.
  case principal(String)
  /// All that came in while nobody was signed in, with their key.
  case nobody
  /// The one behind a token, as the journal has it.
  case token(String)
  /// One value, given as a text; also where it is the value of a query item that is kept whole.
  case value(String)
  /// All that were kept before a moment.
  case before(Instant)
  /// All, with every key.
  case all

  /// What became of it.
  public struct Result: Hashable, Sendable {
    /// How many values went.
    public let values: Int
    /// How many principals' keys went with them.
    public let keys: Int
  }
}

extension Redaction {
  /// Whether a value of the vault is among them.
  package func covers(_ value: VaultValue) -> Bool {
    switch self {
    case .token(let token): value.token.hasSameBytes(as: token)
    case .value(let text): PrivateValues.value(from: value.value)?.isPlainly(text) ?? false
    case .before(let moment): value.storedMicroseconds < moment.microseconds
    case .principal, .nobody, .all: coversKey(of: value.principal)
    }
  }

  /// Whether a principal's key goes whatever is left of the values.
  func coversKey(of principal: String) -> Bool {
    switch self {
    case .principal(let name): principal.hasSameBytes(as: name)
    case .nobody: principal.isEmpty
    case .all: true
    case .token, .value, .before: false
    }
  }

  /// The names of all notes of a `redacted` entry.
  static let noteNames: Set<String> = [
    "before", "keys", "principal", "selector", "token", "values",
  ]

  /// What a `redacted` entry says of it, and of what went; never the value itself.
  func notes(_ result: Result) -> Parameters {
    var notes: Parameters = [
      "keys": .int(Int64(result.keys)), "selector": .string(word),
      "values": .int(Int64(result.values)),
    ]
    switch self {
    case .principal(let name): notes["principal"] = .string(name)
    case .token(let token): notes["token"] = .string(token)
    case .before(let moment): notes["before"] = .int(moment.microseconds)
    case .nobody, .value, .all: break
    }
    return notes
  }

  /// What an entry says was redacted, as far as it says it: of one value not which. Nil when it
  /// does not say what a redaction says.
  init?(notes: Parameters) {
    guard case .string(let word)? = notes["selector"], case .int(let values)? = notes["values"],
      case .int(let keys)? = notes["keys"], values >= 0, keys >= 0, values + keys > 0
    else { return nil }
    switch (word, notes["principal"], notes["token"], notes["before"]) {
    case ("principal", .string(let name)?, nil, nil): self = .principal(name)
    case ("nobody", nil, nil, nil): self = .nobody
    case ("token", nil, .string(let token)?, nil): self = .token(token)
    case ("value", nil, nil, nil): self = .value("")
    case ("before", nil, nil, .int(let moment)?): self = .before(Instant(microseconds: moment))
    case ("all", nil, nil, nil): self = .all
    default: return nil
    }
  }

  private var word: String {
    switch self {
    case .principal: "principal"
    case .nobody: "nobody"
    case .token: "token"
    case .value: "value"
    case .before: "before"
    case .all: "all"
    }
  }
}

extension ParameterValue {
  /// Whether it is what somebody writes so, or a query item with that value.
  fileprivate func isPlainly(_ text: String) -> Bool {
    switch self {
    case .string(let own):
      own.hasSameBytes(as: text)
        || own.utf8.firstIndex(of: UInt8(ascii: "=")).map {
          own[$0...].dropFirst().utf8.elementsEqual(text.utf8)
        } ?? false
    case .int, .double, .bool: notation.hasSameBytes(as: text)
    case .token: false
    }
  }
}
