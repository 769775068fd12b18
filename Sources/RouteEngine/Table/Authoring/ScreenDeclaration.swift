/// The declaration of one kind of screen in a route table.
public struct ScreenDeclaration: Hashable, Sendable {
  /// The kind's name.
  public var kind: String
  /// Rises when the kind's parameters change their meaning.
  public var version: Int
  /// Its parameters.
  public var schema: ParameterSchema
  /// Parameters that tell two screens of the kind apart; nil: the required open ones, or the
  /// required private ones when none is open.
  public var identity: [String]?
  /// Parameters that the journal keeps only as tokens.
  public var privateNames: [String]
  /// Parameters whose values are not kept, not even in the vault.
  public var secretNames: [String]
  /// How it holds children.
  public var container: ContainerKind?
  /// Whether a request may dismiss it while it is presented, or a screen that presents it. A signal
  /// closes the screens that decide its condition (``answers``) with all that lies over them,
  /// dismissible or not. So does a launch with screens that it does not restore.
  public var isDismissible: Bool
  /// Whether a launch restores screens of the kind; otherwise they are removed with all that lies
  /// on them.
  public var isRestored = true
  /// Interceptors asked whenever the last step of a request leads to a screen of the kind, found or
  /// built, and whenever one is built on the way.
  public var interceptors: [String]
  /// Interceptors asked whenever a request removes screens of the kind.
  public var leaving: [String] = []
  /// The conditions that its user decides on it, as on a log-in. When the user closes it while one
  /// of them does not hold, requests that wait for that one end as denied. When the host signals
  /// one, it closes.
  public var answers: [String] = []
  /// Work accepted whenever a screen of the kind is reached.
  public var actions: [ActionTemplate]
  /// How screens of earlier versions, or of a former name of the kind, become screens of this
  /// version.
  public var migrations: [ScreenDeclaration.Migration]
  /// Whether its parameters are unknown, because they cannot be found out from its type. No table
  /// with such a kind is built.
  var isUndetermined = false

  /// A kind, by default without parameters and requirements.
  public init(
    _ kind: String, version: Int = 1, schema: ParameterSchema = ParameterSchema([]),
    identity: [String]? = nil, privateNames: [String] = [], secretNames: [String] = [],
    container: ContainerKind? = nil, isDismissible: Bool = true, interceptors: [String] = [],
    actions: [ActionTemplate] = [], migrations: [ScreenDeclaration.Migration] = []
  ) {
    self.kind = kind
    self.version = version
    self.schema = schema
    self.identity = identity
    self.privateNames = privateNames
    self.secretNames = secretNames
    self.container = container
    self.isDismissible = isDismissible
    self.interceptors = interceptors
    self.actions = actions
    self.migrations = migrations
  }

  /// The parameters that tell two screens of the kind apart: the declared ones, or the required
  /// open ones. If a kind has none of these, the required private ones, so that one person's screen
  /// is not taken for another's.
  var identityNames: [String] {
    if let identity { return identity }
    let required = zip(schema.entries, secrecies).filter { entry, _ in entry.isRequired }
    func names(_ secrecy: Secrecy) -> [String] {
      required.filter { $1 == secrecy }.map { entry, _ in entry.name }
    }
    let open = names(.open)
    return open.isEmpty ? names(.private) : open
  }

  /// The bytes of the secret names, where many are looked up: a file may list thousands.
  var secretSet: Set<[UInt8]> { Set(secretNames.map { Array($0.utf8) }) }

  /// The secrecy of each parameter, in the order of the schema.
  var secrecies: [Secrecy] {
    let (secret, hidden) = (secretSet, Set(privateNames.map { Array($0.utf8) }))
    return schema.entries.map { entry in
      let name = Array(entry.name.utf8)
      return Secrecy(isSecret: secret.contains(name), isPrivate: hidden.contains(name))
    }
  }

  /// The secrecy of a parameter: how much of its value the journal may hold.
  package func secrecy(of name: String) -> Secrecy {
    Secrecy(
      isSecret: secretNames.contains { $0.hasSameBytes(as: name) },
      isPrivate: privateNames.contains { $0.hasSameBytes(as: name) })
  }
}

/// How much of a parameter's value the journal may hold; each case allows less than the one before.
package enum Secrecy: Int, Comparable, Sendable {
  /// The value.
  case open
  /// A token; the value lies in the vault.
  case `private`
  /// A token that cannot lead to the value; the value is only in memory.
  case secret

  package static func < (left: Secrecy, right: Secrecy) -> Bool { left.rawValue < right.rawValue }

  /// The secrecy of a parameter that a kind lists as secret, as private or as neither.
  fileprivate init(isSecret: Bool, isPrivate: Bool) {
    self = isSecret ? .secret : isPrivate ? .private : .open
  }
}
