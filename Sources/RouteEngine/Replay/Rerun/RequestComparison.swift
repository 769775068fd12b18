import RouteEngine

/// Compares the record of a request's arrival in its first entry with the known facts of that
/// moment: the principal, and whether there was a question for host code.
struct RequestComparison {
  /// The moment since which the principal is the same, as far as entries tell; nil before the
  /// first.
  private var principalSince: RouteInstant?
  /// Whether the entry belongs to an outage: requests that have waited since then are recorded
  /// anew, as they wait now.
  private var belongsToOutage = false

  /// The newest entry of an arriving request about which host code is asked, with its
  /// circumstances, until the comparison is made.
  private var asked: Asked?

  /// A class, because a copy of it is expensive: 3,000 instructions of a decision.
  private final class Asked {
    let recorded: RecordedEntry
    let state: RouteState
    let limits: RouteLimits
    /// Whether the entry names its route.
    private let namesRoute: Bool

    init(_ recorded: RecordedEntry, in state: RouteState, within limits: RouteLimits) {
      (self.recorded, self.state, self.limits) = (recorded, state, limits)
      namesRoute = recorded.entry.namesRoute
    }

    var entry: JournalEntry { recorded.entry }

    /// Whether an entry decides the request by answers, and for the route that this entry names, if
    /// it names one.
    ///
    /// The fields are read one by one: using the entry as a whole would copy it.
    func isDecided(by next: JournalEntry) -> Bool {
      guard next.requestID == entry.requestID, next.rule == nil, !next.answers.isEmpty else {
        return false
      }
      return !namesRoute
        || Bytes.same(entry.route, next.route) && entry.routeVersion == next.routeVersion
          && Bytes.same(entry.router, next.router)
    }
  }

  /// The newest entry and its difference, if the entry says that host code is asked, but the
  /// decision made again asks no host code, or asks it for another route.
  ///
  /// - Parameters:
  ///   - next: the entry that follows. If it decides the request by answers, the answers are
  ///     compared there: making the decision here as well would take a seventh of a rerun.
  ///   - definitions: the definitions at the newest entry.
  ///   - machine: makes the decision.
  mutating func unasked(
    followedBy next: JournalEntry, _ definitions: RecordedDefinitions,
    by machine: inout RepeatedDecisions
  ) -> EntryDifference? {
    if let asked, asked.isDecided(by: next) { self.asked = nil }
    return unasked(definitions, by: &machine)
  }

  /// The newest entry and its difference, at the end of a history.
  mutating func unasked(
    _ definitions: RecordedDefinitions, by machine: inout RepeatedDecisions
  ) -> EntryDifference? {
    guard let asked = asked.take() else { return nil }
    guard let replayed = wordsInstead(of: asked, definitions, by: &machine) else { return nil }
    let word = asked.entry.kind.word
    let recorded = asked.entry.route.map { "\(word) for route \($0)" } ?? word
    return EntryDifference(
      asked.recorded, .init(.requestAsking, recorded: recorded, replayed: replayed))
  }

  /// The difference of an entry with a request of another principal than the one signed in.
  ///
  /// - Parameters:
  ///   - entry: any entry; the earlier ones have been checked.
  ///   - state: the state that the earlier entries lead to.
  ///   - limits: the bounds to decide within.
  mutating func foreign(
    _ recorded: RecordedEntry, before state: RouteState, limits: RouteLimits
  ) -> Divergence.Difference? {
    let entry = recorded.entry
    defer { follow(entry) }
    guard let moment = entry.request?.at, !belongsToOutage || entry.kind != .received else {
      return nil
    }
    if entry.isFirstAsking { asked = Asked(recorded, in: state, within: limits) }
    // A request that was opened earlier may have been queued while another user was signed in.
    guard let principalSince, moment > principalSince,
      !Bytes.same(entry.request?.principal, state.principal)
    else { return nil }
    return .init(
      .requestPrincipal, recorded: Self.words(ofPrincipal: entry.request?.principal),
      replayed: Self.words(ofPrincipal: state.principal))
  }

  /// The difference in words, if the request of an entry is not one about which host code is asked,
  /// or another route takes it; nil when there is none. With another table than the recorded one,
  /// there is none. An entry need not name the route.
  private func wordsInstead(
    of asked: Asked, _ definitions: RecordedDefinitions, by machine: inout RepeatedDecisions
  ) -> String? {
    let entry = asked.entry
    // Without its table the decision is unknown. Every decision with that table makes the rerun
    // fail.
    guard let request = entry.request, !definitions.areOthers,
      let table = definitions.table
    else { return nil }
    // Not at the entry's own moment: a request can expire between the question and the entry.
    let input = DecisionInput(
      request: request, id: entry.requestID ?? RequestID(entry.sequence), answers: [],
      state: asked.state, table: table, now: request.at, limits: asked.limits)
    guard case .asks(let asking) = machine.decide(input).decision else {
      return "no host code would be asked"
    }
    let isSame =
      Bytes.same(entry.route, asking.route) && entry.routeVersion == asking.routeVersion
      && Bytes.same(entry.router, asking.router)
    guard entry.namesRoute, !isSame else { return nil }
    return "asked for route \(asking.route ?? "none")"
  }

  private mutating func follow(_ entry: JournalEntry) {
    switch entry.kind {
    // Nothing was opened in the session before it. If a file was replaced within a session, the end
    // of an outage follows directly.
    case .began: principalSince = RouteInstant(microseconds: .min)
    case .principal, .outage: principalSince = entry.at
    default: principalSince = principalSince ?? entry.at
    }
    belongsToOutage = entry.kind == .outage || belongsToOutage && entry.kind == .received
  }

  private static func words(ofPrincipal name: String?) -> String {
    name.map { "opened for \($0)" } ?? "opened for no user"
  }
}

extension JournalEntry {
  /// Whether a request arrives with it and host code is asked now; false for a queued request.
  var isFirstAsking: Bool {
    guard kind == .received, hasRequest, changes.count == 1,
      case .wait(let waiting) = changes[0]
    else { return false }
    return waiting.status == .received
  }

  /// Whether it names the route of its request.
  var namesRoute: Bool { route != nil || routeVersion != nil || router != nil }
}
