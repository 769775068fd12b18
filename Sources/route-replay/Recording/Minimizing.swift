import RouteEngine
import RouteStore

/// Looks for the fewest requests of a journal that still show something, each set run anew in a
/// journal in memory.
@MainActor
struct Minimizing {
  /// What has to show.
  enum Wanted {
    /// The first request that ends otherwise than it did, or than with the recorded tables where
    /// another is given: it has to end so again, on both sides.
    case divergence
    /// A state that somebody describes, at whatever entry.
    case state((RouteState) -> Bool)
  }

  /// A request that is left.
  struct Needed {
    let id: RequestID
    let target: String
    /// How it ended in the journal.
    let recorded: Rehearsal.RequestEnd
    /// How it ends among the others that are left, with the recorded tables.
    let before: Rehearsal.RequestEnd?
    /// The same with the table that was given, or what host code does now.
    let now: Rehearsal.RequestEnd?
  }

  /// What was found.
  struct Found {
    let requests: [Needed]
    /// Those and the requests that might not go, of other sessions.
    let kept: Set<RequestID>
    /// How many answers of the last run were supposed, see ``Rehearsal/supposed``.
    let supposed: Int
    /// The request that ends otherwise; nil where a state was sought.
    let divergent: RequestID?
    let trials: Int
    let isMinimal: Bool
  }

  let recorded: RecordedRun
  /// Another table; nil for the recorded ones.
  let table: RouteTable?
  /// The app's code, whose Swift steps run instead of what they did.
  let host: ReplayHost?
  let wanted: Wanted
  /// The entries of the session of which requests may go.
  private let reach: Range<Int64>
  let most: Int

  /// Looks for that.
  ///
  /// - Parameter session: the one of which requests may go; nil for all.
  init(
    _ wanted: Wanted, in recorded: RecordedRun, with table: RouteTable?, host: ReplayHost?,
    session: SessionRow?, most: Int
  ) {
    self.recorded = recorded
    (self.table, self.host, self.wanted, self.most) = (table, host, wanted, most)
    let first = session?.firstSequence ?? 0
    let later = recorded.sessions.values.map(\.firstSequence).filter { $0 > first }.min()
    reach = first..<max(first, session == nil ? .max : later ?? .max)
  }

  /// How many requests may go.
  var count: Int { choice.count }

  /// Searches; nil when all requests together do not show it.
  func find(advance: (Int) -> Void) throws -> Found? {
    switch wanted {
    case .divergence: try findDivergence(advance)
    case .state(let isSought): try findState(isSought, advance)
    }
  }

  /// Runs what is left into a new journal: with the recorded tables, so that a divergence can be
  /// seen beside them; with the one that was given where it takes that to reach a state.
  ///
  /// - Returns: the session of the new journal that the last of them is in.
  func write(_ found: Found, into journal: Journal) throws -> Int {
    let isState = found.divergent == nil
    let run = rehearsal(
      keeping: found.kept, table: isState ? table : nil, host: isState ? host : nil)
    try run.run(into: journal)
    return run.newestSession
  }

  private func findDivergence(_ advance: (Int) -> Void) throws -> Found? {
    let all = Set(recorded.input.order)
    let whole = try ends(keeping: all)
    let divergent = recorded.input.order.first { id in
      isInReach(id) && whole.now[id] != nil && whole.now[id] != whole.before[id]
    }
    guard let divergent else { return nil }
    let (before, now) = (whole.before[divergent], whole.now[divergent])
    // What came in after its end is of no use, unless it ends later now.
    var last = recorded.input.requests[divergent]?.endedAt ?? .max
    let early = try ends(keeping: all, through: last)
    if early.before[divergent] != before || early.now[divergent] != now { last = .max }
    let earlier = choice.prefix { $0 != divergent }
    let kept = Set(recorded.input.order.prefix { $0 != divergent }).subtracting(earlier)
    let found = try fewest(of: Array(earlier), advance) { tried in
      let ends = try ends(keeping: kept.union(tried).union([divergent]), through: last)
      return ends.before[divergent] == before && ends.now[divergent] == now
    }
    return try result(found, kept: kept, divergent: divergent)
  }

  private func findState(
    _ isSought: @escaping (RouteState) -> Bool, _ advance: (Int) -> Void
  ) throws -> Found? {
    func place(_ kept: Set<RequestID>, through last: Int64 = .max) throws -> Int64? {
      let run = rehearsal(keeping: kept, table: table, host: host) { entry, state in
        reach.contains(entry.sequence) && isSought(state)
      }
      try run.run(into: Journal.open(.memory, durability: .process), through: last)
      return run.foundAt
    }
    guard let last = try place(Set(recorded.input.order)) else { return nil }
    // What came in later is of no use.
    let earlier = choice.filter { $0.rawValue <= last }
    let kept = Set(recorded.input.order.filter { $0.rawValue <= last }).subtracting(earlier)
    let found = try fewest(of: earlier, advance) { tried in
      try place(kept.union(tried), through: last) != nil
    }
    return try result(found, kept: kept, divergent: nil)
  }

  private func fewest(
    of requests: [RequestID], _ advance: (Int) -> Void,
    where shows: ([RequestID]) throws -> Bool
  ) throws -> Minimization<RequestID> {
    var trials = 0
    return try Minimization(of: requests, most: most) { tried in
      trials += 1
      advance(trials)
      return try shows(tried)
    }
  }

  /// The requests that may go, in the order in which they came.
  private var choice: [RequestID] { recorded.input.order.filter(isInReach) }

  private func isInReach(_ id: RequestID) -> Bool { reach.contains(id.rawValue) }

  /// How requests end with the recorded tables, or ended where no other is given; and how now.
  private func ends(keeping kept: Set<RequestID>, through last: Int64 = .max) throws -> Ends {
    func run(_ table: RouteTable?, _ host: ReplayHost?) throws -> Rehearsal {
      let run = rehearsal(keeping: kept, table: table, host: host)
      try run.run(into: Journal.open(.memory, durability: .process), through: last)
      return run
    }
    let now = try run(table, host)
    let before =
      table == nil ? recorded.input.requests.mapValues(\.end) : try run(nil, nil).ends
    return Ends(before: before, now: now.ends, supposed: now.supposed)
  }

  private struct Ends {
    let before: [RequestID: Rehearsal.RequestEnd]
    let now: [RequestID: Rehearsal.RequestEnd]
    /// How many answers of the run with what is there now were supposed.
    let supposed: Int
  }

  private func rehearsal(
    keeping kept: Set<RequestID>, table: RouteTable?, host: ReplayHost?,
    until isSought: ((JournalEntry, RouteState) -> Bool)? = nil
  ) -> Rehearsal {
    let drop = Set(recorded.input.order).subtracting(kept)
    return Rehearsal(recorded, with: table, host: host, drop: drop, until: isSought)
  }

  private func result(
    _ found: Minimization<RequestID>, kept: Set<RequestID>, divergent: RequestID?
  ) throws -> Found {
    let left = kept.union(found.elements).union([divergent].compactMap(\.self))
    let ends = try ends(keeping: left)
    let requests = recorded.input.order.compactMap { id -> Needed? in
      guard isInReach(id), left.contains(id), let request = recorded.input.requests[id] else {
        return nil
      }
      return Needed(
        id: id, target: request.request.target.summary, recorded: request.end,
        before: ends.before[id], now: ends.now[id])
    }
    return Found(
      requests: requests, kept: left, supposed: ends.supposed, divergent: divergent,
      trials: found.trials, isMinimal: found.isMinimal)
  }
}
