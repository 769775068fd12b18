import RouteEngine

/// Compares what a request's first entry says of its coming in with what is known of that moment:
/// who was signed in, and whether there was anything to ask host code about.
struct RequestComparison {
  /// Since when it is the same who is signed in, as far as entries tell; nil before the first.
  private var principalSince: RouteInstant?
  /// Whether the entry comes with an outage: what waited since then comes in anew, as it waits now.
  private var belongsToOutage = false

  /// The newest entry that brings a request about which host code is asked, with what it found,
  /// until that is settled.
  private var asked: Asked?

  /// A class, because there is much in it to copy: 3,000 instructions of a decision.
  private final class Asked {
    let recorded: RecordedEntry
    let state: RouteState
    let limits: RouteLimits
    /// Whether the entry says anything of its route.
    private let namesRoute: Bool

    init(_ recorded: RecordedEntry, in state: RouteState, within limits: RouteLimits) {
      (self.recorded, self.state, self.limits) = (recorded, state, limits)
      namesRoute = recorded.entry.namesRoute
    }

    var entry: JournalEntry { recorded.entry }

    /// Whether an entry decides the request by answers, for the route that this one names, if it
    /// names one.
    ///
    /// Fields are read one by one: for what the entry is asked as a whole, it is copied.
    func isDecided(by next: JournalEntry) -> Bool {
      guard next.requestID == entry.requestID, next.rule == nil, !next.answers.isEmpty else {
        return false
      }
      return !namesRoute
        || Bytes.same(entry.route, next.route) && entry.routeVersion == next.routeVersion
          && Bytes.same(entry.router, next.router)
    }
  }

  /// The newest entry and its difference, where the entry says that host code is asked, but the
  /// decision made again asks no host code, or asks it for another route.
  ///
  /// - Parameters:
  ///   - next: the entry that follows. Where it decides the request by answers, the answers are
  ///     compared there: to make the decision here as well would take a seventh of a rerun.
  ///   - definitions: the definitions as they were for the newest entry.
  ///   - machine: makes the decision.
  mutating func unasked(
    followedBy next: JournalEntry, _ definitions: RecordedDefinitions,
    by machine: inout RepeatedDecisions
  ) -> EntryDifference? {
    if let asked, asked.isDecided(by: next) { self.asked = nil }
    return unasked(definitions, by: &machine)
  }

  /// Likewise, where no entry follows.
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

  /// An entry that brings a request for somebody else than who was signed in.
  ///
  /// - Parameters:
  ///   - entry: any entry; those before it have been looked at.
  ///   - state: what they lead to.
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
    // A request that was opened earlier may have been queued while somebody else was signed in.
    guard let principalSince, moment > principalSince,
      !Bytes.same(entry.request?.principal, state.principal)
    else { return nil }
    return .init(
      .requestPrincipal, recorded: Self.words(ofPrincipal: entry.request?.principal),
      replayed: Self.words(ofPrincipal: state.principal))
  }

  /// Words for the difference where the request of an entry is not one that host code is asked
  /// about, or is taken by another route; nil where there is none. Taken on trust with another
  /// table than the recorded one. An entry need not name the route.
  private func wordsInstead(
    of asked: Asked, _ definitions: RecordedDefinitions, by machine: inout RepeatedDecisions
  ) -> String? {
    let entry = asked.entry
    // Without its table the decision is not known. Every decision by that table fails the rerun.
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
    // Nothing was opened in the session before it; where a file was replaced in its midst, the end
    // of an outage follows at once.
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
  /// Whether a request comes in with it because host code is asked now: not one that is queued.
  var isFirstAsking: Bool {
    guard kind == .received, hasRequest, changes.count == 1,
      case .wait(let waiting) = changes[0]
    else { return false }
    return waiting.status == .received
  }

  /// Whether it says anything of the route that took its request.
  var namesRoute: Bool { route != nil || routeVersion != nil || router != nil }
}
