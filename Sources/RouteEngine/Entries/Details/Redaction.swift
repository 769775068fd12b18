/// Which private values are to go.
public enum Redaction: Hashable, Sendable {
  /// All of one principal, with the key that their tokens were made with.
  case principal(String)
  /// All that came in while no user was signed in, with their key.
  case nobody
  /// The one behind a token, as the journal has it.
  case token(String)
  /// One value, given as a text; also where it is the value of a query item that is kept whole.
  case value(String)
  /// All that were kept before a moment.
  case before(RouteInstant)
  /// All, with every key.
  case all

  /// The result of a redaction.
  public struct Result: Hashable, Sendable {
    /// How many values went.
    public let values: Int
    /// How many principals' keys went with them. The journal's own key counts only where ``all``
    /// finds nothing else.
    public let keys: Int
  }
}

extension Redaction {
  static let noteNames: Set<String> = [
    "before", "keys", "principal", "selector", "token", "values",
  ]

  /// The notes of the redaction, with how much was deleted; never the value itself.
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

  /// The redaction as an entry tells it: of one value not which.
  var told: Redaction { if case .value = self { .value("") } else { self } }

  /// The redaction, as far as the notes say it: of one value not which. Nil when they are not the
  /// notes of a redaction.
  static func read(_ notes: Parameters) -> (Redaction, Result)? {
    guard let word = notes.text("selector"), let values = notes.int("values").flatMap(Int.init),
      let keys = notes.int("keys").flatMap(Int.init), values >= 0, keys >= 0, values > 0 || keys > 0
    else { return nil }
    let redaction: Redaction
    switch (word, notes["principal"], notes["token"], notes["before"]) {
    case ("principal", .string(let name)?, nil, nil): redaction = .principal(name)
    case ("nobody", nil, nil, nil): redaction = .nobody
    case ("token", nil, .string(let token)?, nil): redaction = .token(token)
    case ("value", nil, nil, nil): redaction = .value("")
    case ("before", nil, nil, .int(let moment)?):
      redaction = .before(RouteInstant(microseconds: moment))
    case ("all", nil, nil, nil): redaction = .all
    default: return nil
    }
    return (redaction, Result(values: values, keys: keys))
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
