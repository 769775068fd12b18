import RouteAnalytics
import RouteEngine
import RouteReplay
import RouteStore

/// The results of replays, one for each session, stored in a file of results.
struct ReplayedSessions {
  private let path: String
  private let mode: String
  private var runs: [ReplayResults.Run] = []

  /// - Parameter hasOtherTable: whether the decisions were made with another table than the
  ///   recorded ones.
  init(at path: String, hasOtherTable: Bool) {
    (self.path, mode) = (path, hasOtherTable ? "what-if" : "rerun")
  }

  /// Adds the sessions of one journal.
  mutating func add(_ rerun: Rerun, of history: History) throws {
    let tallies = Dictionary(rerun.sessions.map { ($0.session, $0) }) { first, _ in first }
    for session in try history.sessions() {
      guard let tally = tallies[session.number] else { continue }
      var run = ReplayResults.Run(
        session: session.identifier, device: session.device, appVersion: session.appVersion,
        mode: mode, verdict: tally.verdict.rawValue, requests: Int64(tally.decisions))
      run.divergences = Int64(tally.differing)
      run.firstDivergence = tally.firstDivergence?.sequence
      run.divergence = tally.firstDivergence?.kind
      runs.append(run)
    }
  }

  /// Writes them, all or none.
  func write(at moment: Int64) throws(StoreError) {
    try ReplayResults(path: path).append(runs, at: moment)
  }
}
