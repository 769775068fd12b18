import RouteEngine
import RouteReplay
import RouteStore
import TextTerminal

/// Runs planned sessions through real ones, and records them in a journal.
///
/// It may be killed at any moment: requests that are in the journal are skipped the next time, and
/// an interrupted session continues where it stopped. The journal is then equal, entry by entry, to
/// that of an uninterrupted recording.
struct Recording {
  private let table: RouteTable
  private let journal: Journal
  /// The answers of host code; interceptors without one allow.
  private let given: [GivenAnswer]
  /// The word for requests without an outcome.
  static let waiting = "waiting"

  /// The number of requests with each outcome, by its word; ``waiting`` for those without one.
  private(set) var outcomes: [String: Int] = [:]
  /// How many sessions were recorded, completely or in part.
  private(set) var sessions = 0
  /// How many requests were already in the journal.
  private(set) var known = 0
  /// Requests whose times lie before that of an earlier request of their session: their number, and
  /// the first of them.
  private(set) var late: (count: Int, first: PlannedRequest?) = (0, nil)

  init(table: RouteTable, journal: Journal, given: [GivenAnswer]) {
    self.table = table
    self.journal = journal
    self.given = given
  }

  /// Records the requests that are not in the journal yet; `advance` is called with the number of
  /// finished requests.
  mutating func run(
    _ plan: [PlannedSession], isolation: isolated any Actor = #isolation, advance: (Int) -> Void
  ) throws {
    let ids = try SourceIDs(of: plan, by: table, in: journal)
    let cut = try sessionCutOff(plan, ids)
    let beginning = journal.head
    var done = 0
    for (index, session) in plan.enumerated() {
      let missing = try session.requests.indices.filter {
        try !ids.isKnown(session.requests[$0], in: journal)
      }
      known += session.requests.count - missing.count
      done += session.requests.count - missing.count
      if index == cut || !missing.isEmpty {
        try record(missing, of: session, ids, continues: index == cut) {
          done += 1
          advance(done)
        }
      }
      advance(done)
    }
    if outcomes[Self.waiting] != nil { try countEnds(after: beginning) }
  }

  /// Counts the ends of requests anew: waiting requests end with the next session that begins
  /// clean.
  private mutating func countEnds(after beginning: JournalAnchor) throws {
    let count = outcomes.values.reduce(0, +)
    outcomes = [:]
    try journal.forEachEntry(after: beginning) { row in
      guard let outcome = row.outcome, (row.request ?? row.sequence) > beginning.sequence else {
        return
      }
      outcomes[outcome, default: 0] += 1
    }
    let waiting = count - outcomes.values.reduce(0, +)
    if waiting > 0 { outcomes[Self.waiting] = waiting }
  }

  /// The planned session whose beginning is the journal's last session.
  private func sessionCutOff(
    _ plan: [PlannedSession], _ ids: SourceIDs
  ) throws(StoreError) -> Int? {
    guard let last = try journal.lastSession(), last.ending == nil,
      last.tableDigest == Digest64.hex(table.digest)
    else { return nil }
    return plan.firstIndex { session in
      session.requests.contains {
        let source = ids.source(of: $0)
        return PlannedSession.identifier(beginningWith: source, table: table) == last.identifier
      }
    }
  }

  private mutating func record(
    _ missing: [Int], of session: PlannedSession, _ ids: SourceIDs, continues: Bool,
    isolation: isolated any Actor = #isolation, advance: () -> Void
  ) throws {
    // An interrupted session is at the last time of its recorded requests.
    let known = session.requests.prefix(continues ? session.requests.count - missing.count : 0)
    let first = missing.first.map { session.requests[$0] }
    let times = missing.lazy.compactMap { session.requests[$0].at }
    let clock = InputClock(now: known.compactMap(\.at).max() ?? times.first ?? 0)
    let live = try RouteSession.launch(table, on: journal) { configuration in
      configuration.beginning = continues ? .continued : .clean
      configuration.retention = .unlimited
      configuration.device = session.device
      configuration.identifier = first.map {
        PlannedSession.identifier(beginningWith: ids.source(of: $0), table: table)
      }
      if session.hasTimes { configuration.clock = clock.sessionClock }
      for name in table.hostCode(.interceptor) { configuration.answer(name) { _ in .allow } }
      for answer in given {
        if answer.kind == .step {
          configuration.step(answer.name) { _, _ in false }
        } else {
          configuration.reply(answer.kind, answer.name) { _ in answer.answer }
        }
      }
    }
    sessions += 1
    for request in missing.lazy.map({ session.requests[$0] }) {
      if !clock.advance(to: request.at) { late = (late.count + 1, late.first ?? request) }
      if let principal = request.principal {
        live.signIn(as: principal)
      } else {
        live.signOut()
      }
      let opening = live.open(request.link, from: .url, source: ids.source(of: request))
      try check(live.health, at: request)
      outcomes[opening.outcome?.word ?? Self.waiting, default: 0] += 1
      advance()
    }
    // The next visitor's session begins at a time of its own, which may be earlier.
    if session.isVisit {
      for action in live.state.actions { live.actions.cancel(action.id) }
    }
    live.end()
    try check(live.health, at: session.requests[session.requests.count - 1])
  }

  private func check(_ health: RouteSession.Health, at request: PlannedRequest) throws {
    guard case .degraded(let reason, _) = health else { return }
    throw CommandFailure.unreadable(
      "stopped at '\(truncated(request.link, toWidth: 60))': \(reason) "
        + "What was recorded stays; the same command goes on")
  }
}
