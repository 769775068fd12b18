import RouteEngine
import RouteStore

/// The route table and the bounds of each session, beside the given table.
final class RecordedDefinitions {
  private let history: History
  let given: RouteTable?
  private var built: [String: RouteTable] = [:]
  /// The recorded table in force, if it is available and can be built.
  private(set) var recorded: RouteTable?
  /// Whether a given table differs from the recorded one.
  private(set) var areOthers: Bool
  private var readings: [UInt64: TokenReading] = [:]
  /// The digest of the table in force; empty when no entry names one.
  private(set) var digest = ""
  private(set) var session: Int64 = 0
  /// The reason why this version cannot build the recorded table in force; nil also when it was
  /// built before.
  private(set) var mistakes: RouteTable.Mistakes?
  /// The bounds of the current session; those of the format if its first entry, which alone states
  /// them, is gone.
  private(set) var limits = RouteLimits.standard
  /// Whether its first entry is available to state them.
  private(set) var knowsLimits = true

  init(history: History, given: RouteTable?) {
    self.history = history
    self.given = given
    areOthers = given != nil
  }

  /// Notes a session's first entry, an entry that adopts a table, and the known facts if the first
  /// entry was pruned.
  func follow(_ entry: JournalEntry) throws {
    if entry.kind == .began {
      (limits, knowsLimits) = (entry.limits, true)
      try take(entry.tableFromHere, of: entry.session)
    } else if entry.session != session {
      (limits, knowsLimits) = (.format, false)
      try take(history.tableDigest(at: entry.sequence), of: entry.session)
    } else if let digest = entry.tableFromHere {
      try take(digest, of: entry.session)
    }
  }

  private func take(_ table: String?, of session: Int64) throws {
    (self.session, digest, mistakes) = (session, table ?? "", nil)
    if table != nil, built[digest] == nil, let json = try history.routeTable(digest: digest) {
      do {
        built[digest] = try RouteTable(json: json)
      } catch {
        mistakes = error
      }
    }
    recorded = built[digest]
    areOthers = given.map { $0.digest != recorded?.digest } ?? false
  }

  /// The given table, or the recorded one; nil when that is missing or cannot be built.
  var table: RouteTable? { given ?? recorded }

  /// Whether the result for the target may depend, with the given table, on private values of which
  /// the journal has only tokens. With the recorded table it does not: they were tokens then too.
  func turnsOnTokens(
    _ request: @autoclosure () -> RouteRequest.Target, _ answers: [RecordedAnswer]
  ) -> Bool {
    guard areOthers, let given else { return false }
    let target = request()
    let isOfToken =
      target.holdsToken || answers.contains { $0.answer.targets.contains(where: \.holdsToken) }
    guard isOfToken else { return false }
    let targets = [target] + answers.flatMap(\.answer.targets)
    let own = recorded.map { reading(of: $0) }
    let other = reading(of: given)
    return targets.contains { other.turns(on: $0, asIn: own) }
  }

  private func reading(of table: RouteTable) -> TokenReading {
    if let known = readings[table.digest] { return known }
    let reading = TokenReading(table)
    readings[table.digest] = reading
    return reading
  }
}

extension RouteRequest.Target {
  /// Whether it contains a private value as a token.
  fileprivate var holdsToken: Bool {
    switch self {
    case .link(let link): link.carriesTokens
    case .route(_, let parameters), .screen(_, let parameters), .value(_, let parameters):
      parameters.contains { if case .token = $0.value { true } else { false } }
    case .fact: false
    }
  }
}

extension Answer {
  /// The targets that host code wants instead.
  var targets: [RouteRequest.Target] {
    switch self {
    case .redirect(let target): [target]
    case .translated(let targets): targets
    case .allow, .deny, .wait, .edited, .passed, .parameters, .variant, .declined, .failed: []
    }
  }
}
