/// The private values to delete.
public enum Redaction: Hashable, Sendable {
  /// All values of one principal, and the key of their tokens.
  case principal(String)
  /// All values received while no user was signed in, and their key.
  case nobody
  /// The value behind a token, as it stands in the journal.
  case token(String)
  /// One value, given as a text, as it is or as a link has it; also when it is the value of a query
  /// item that is kept whole.
  case value(String)
  /// All values kept before a moment.
  case before(RouteInstant)
  /// All values, and every key.
  case all

  /// The result of a redaction.
  public struct Result: Hashable, Sendable {
    /// The number of deleted values.
    public let values: Int
    /// The number of principals whose keys were deleted. The journal's own key counts only when
    /// ``all`` finds nothing else.
    public let keys: Int
  }
}

extension Redaction {
  static let noteNames: Set<String> = [
    "before", "keys", "principal", "selector", "token", "values",
  ]

  /// The notes of the redaction and its result; never the value itself.
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

  /// The redaction as an entry stores it: without the value.
  var told: Redaction { if case .value = self { .value("") } else { self } }

  /// The redaction in the notes, without the value. Nil when they are not the notes of a redaction.
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
