package import RouteEngine
package import RouteStore

/// Finds the fewest requests of a journal that still show a symptom. Each set is run anew in a
/// journal in memory.
@MainActor
package struct Minimizing {
  /// The symptom.
  package enum Wanted {
    /// The first request that is decided differently now, as `what-if` and `rerun` find it: it has
    /// to differ in the same way again.
    case divergence
    /// A state that satisfies a predicate, after any entry.
    case state((RouteState) -> Bool)
  }

  /// A remaining request.
  package struct Needed {
    package let id: RequestID
    package let target: String
    /// Its recorded end; if a divergence was sought, its end among the remaining requests with the
    /// recorded tables.
    package let before: Rehearsal.RequestEnd?
    /// Its end among the remaining requests, with the given table, or with the present host code.
    package let now: Rehearsal.RequestEnd?
  }

  /// The result of the search.
  package struct Found {
    package let requests: [Needed]
    /// The needed requests, and those of other sessions that had to stay.
    package let kept: Set<RequestID>
    /// How many answers of the last run were assumed, see ``Rehearsal/supposed``.
    package let supposed: Int
    /// The divergence that shows; nil when a state was sought.
    package let divergence: Divergence?
    /// The last needed entry; no later input is needed.
    package let last: Int64
    package let trials: Int
    package let isMinimal: Bool

    /// How many requests of other sessions stay.
    package var others: Int { kept.count - requests.count }
  }

  package let recorded: RecordedRun
  /// Another table; nil for the recorded ones.
  package let table: RouteTable?
  /// The app's code, whose Swift steps run in place of the recorded results.
  package let host: ReplayHost?
  package let wanted: Wanted
  /// The entries of the session whose requests may be removed.
  private let reach: Range<Int64>
  package let most: Int
  /// How many requests of the recorded journal differ, if a divergence is sought. A new run need
  /// not show a difference in the same way.
  package private(set) var differing = 0

  /// Prepares a search.
  ///
  /// - Parameter session: the session whose requests may be removed; nil for all.
  package init(
    _ wanted: Wanted, in recorded: RecordedRun, with table: RouteTable?, host: ReplayHost?,
    session: SessionRow?, most: Int
  ) {
    self.recorded = recorded
    (self.table, self.host, self.wanted, self.most) = (table, host, wanted, most)
    let first = session?.firstSequence ?? 0
    let later = recorded.sessions.values.map(\.firstSequence).filter { $0 > first }.min()
    reach = first..<max(first, session == nil ? .max : later ?? .max)
  }

  /// The progress of a search: how many sets were tried, and how many requests are left.
  package struct Progress {
    package var trials = 0
    package var left: Int
  }

  /// How many requests may be removed.
  package var count: Int { choice.count }

  /// Searches; nil when all requests together do not show the symptom.
  package mutating func find(advance: (Progress) -> Void) throws -> Found? {
    switch wanted {
    case .divergence: try findDivergence(advance)
    case .state(let isSought): try findState(isSought, advance)
    }
  }

  /// Runs the remaining requests into a new journal, as they were tried: with the recorded tables,
  /// so that a divergence from them can be seen; with the given table if that is needed to reach a
  /// state.
  ///
  /// - Returns: the session of the new journal that contains the last request.
  package func write(_ found: Found, into journal: Journal) throws -> Int {
    let isState = found.divergence == nil
    let run = rehearsal(
      keeping: found.kept, table: isState ? table : nil, host: isState ? host : nil)
    try run.run(into: journal, through: found.last)
    return run.newestSession
  }

  /// The divergences of a journal, as `what-if` with the given table finds them, or `rerun`.
  private func divergences(of history: History) throws -> [Divergence] {
    if let host { return try host.rerun(of: history, with: table, most: .max).divergences }
    return try Rerun(of: history, with: table, most: .max).divergences
  }

  /// The most differing requests that are tried, even without trials left: a difference that a new
  /// run does not show is of no use.
  private static let mostDivergences = 20

  private mutating func findDivergence(_ advance: (Progress) -> Void) throws -> Found? {
    let all = Set(recorded.input.order)
    let sought = try divergences(of: recorded.history).filter { found in
      guard isInReach(found.request), let known = recorded.input.requests[found.request] else {
        return false
      }
      return !known.isFact
    }
    differing = sought.count
    var progress = Progress(left: count)
    let unchanged = self
    for divergence in sought.prefix(Self.mostDivergences) {
      func shows(_ kept: Set<RequestID>, through last: Int64) throws -> Bool {
        progress.trials += 1
        advance(progress)
        return try unchanged.isSeen(
          divergence, keeping: kept.union([divergence.request]), through: last)
      }
      let last = try [divergence.sequence, .max].first { try shows(all, through: $0) }
      guard let last else { continue }
      let choice = choice.filter { $0 != divergence.request && $0.rawValue <= last }
      let kept = Set(recorded.input.order.filter { $0.rawValue <= last }).subtracting(choice)
      progress.left = choice.count
      let found = try Minimization(of: choice, most: max(most - progress.trials, 0)) { tried in
        let isSeen = try shows(kept.union(tried), through: last)
        if isSeen { progress.left = tried.count }
        return isSeen
      }
      let left = kept.union(found.elements).union([divergence.request])
      return try result(
        found, kept: left, through: last, divergence: divergence, trials: progress.trials)
    }
    return nil
  }

  /// Whether a new run of these requests, with the recorded tables, shows a difference in the same
  /// way.
  private func isSeen(
    _ divergence: Divergence, keeping kept: Set<RequestID>, through last: Int64
  ) throws -> Bool {
    try ScratchJournal.withPath { path in
      let run = rehearsal(keeping: kept, table: nil, host: nil)
      try run.run(into: Journal.open(.file(path), durability: .process), through: last)
      return try divergences(of: History(path: path)).contains {
        run.recordedRequest(behind: $0.request) == divergence.request
          && $0.lines == divergence.lines
      }
    }
  }

  private func findState(
    _ isSought: @escaping (RouteState) -> Bool, _ advance: (Progress) -> Void
  ) throws -> Found? {
    var progress = Progress(left: count)
    func trial(_ kept: Set<RequestID>, through last: Int64 = .max) throws -> Rehearsal {
      progress.trials += 1
      advance(progress)
      let run = rehearsal(keeping: kept, table: table, host: host) { entry, state in
        reach.contains(entry.sequence) && isSought(state)
      }
      try run.run(into: Journal.open(.memory, durability: .process), through: last)
      return run
    }
    let whole = try trial(Set(recorded.input.order))
    guard let place = whole.foundAt else { return nil }
    // Later inputs are not needed, except requests that host code opened before it had answered.
    let needed = whole.handedOver
    let last = needed.reduce(place) { max($0, $1.rawValue) }
    let earlier = choice.filter(needed.contains)
    let kept = needed.subtracting(earlier)
    progress.left = earlier.count
    let found = try Minimization(of: earlier, most: most - progress.trials) { tried in
      let isThere = try trial(kept.union(tried), through: last).foundAt != nil
      if isThere { progress.left = tried.count }
      return isThere
    }
    return try result(
      found, kept: kept.union(found.elements), through: last, divergence: nil,
      trials: progress.trials)
  }

  /// The requests that may be removed, in the order of their arrival.
  private var choice: [RequestID] { recorded.input.order.filter(isInReach) }

  private func isInReach(_ id: RequestID) -> Bool { reach.contains(id.rawValue) }

  private func rehearsal(
    keeping kept: Set<RequestID>, table: RouteTable?, host: ReplayHost?,
    until isSought: ((JournalEntry, RouteState) -> Bool)? = nil
  ) -> Rehearsal {
    let drop = Set(recorded.input.order).subtracting(kept)
    return Rehearsal(recorded, with: table, host: host, drop: drop, until: isSought)
  }

  private func result(
    _ found: Minimization<RequestID>, kept: Set<RequestID>, through last: Int64,
    divergence: Divergence?, trials: Int
  ) throws -> Found {
    func run(_ table: RouteTable?, _ host: ReplayHost?) throws -> Rehearsal {
      let run = rehearsal(keeping: kept, table: table, host: host)
      try run.run(into: Journal.open(.memory, durability: .process), through: last)
      return run
    }
    let now = try run(table, host)
    let isPlain = divergence == nil || table == nil && host == nil
    let before = isPlain ? now : try run(nil, nil)
    let requests = recorded.input.order.compactMap { id -> Needed? in
      guard isInReach(id), kept.contains(id), let request = recorded.input.requests[id] else {
        return nil
      }
      return Needed(
        id: id, target: request.request.target.summary,
        before: divergence == nil ? request.end : before.ends[id], now: now.ends[id])
    }
    return Found(
      requests: requests, kept: kept, supposed: now.supposed, divergence: divergence, last: last,
      trials: trials, isMinimal: found.isMinimal)
  }
}
