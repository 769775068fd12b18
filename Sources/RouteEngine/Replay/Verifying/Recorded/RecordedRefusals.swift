import RouteEngine

/// Refusals by the session's rules on limits and on newer requests, checked against the entries.
///
/// The state shows whether too many requests wait. It does not show whether too many are queued, or
/// whether a newer request has arrived; but the requests queued at that time come before any
/// request that arrived later.
struct RecordedRefusals {
  private struct Refusal {
    let sequence: Int64
    let at: RouteInstant
    /// The number of requests that had arrived by then and still have to follow.
    var missing: Int
    /// The problem if they do not follow.
    var problem = "fewer requests were queued than the limit allows"
  }

  private var refusals: [Refusal] = []

  /// The problems of an entry, or of an earlier one that it shows to be wrong.
  mutating func follow(
    _ entry: JournalEntry, before state: RouteState, limits: RouteLimits?
  ) -> [Verification.Finding] {
    // Requests that were queued before an outage may have ended in it.
    if entry.kind == .began || entry.kind == .outage { refusals = [] }
    if entry.rule == .newer {
      refusals.append(
        Refusal(
          sequence: entry.sequence, at: entry.at, missing: 1,
          problem: "no newer request had come"))
    }
    guard let at = entry.request?.at else { return [] }
    var findings: [Verification.Finding] = []
    if !refusals.isEmpty {
      for index in refusals.indices where at <= refusals[index].at {
        refusals[index].missing -= 1
      }
      refusals.removeAll { $0.missing <= 0 }
      if entry.rule == nil, entry.request?.isDecidedAtOnce == false {
        findings = refusals.filter { $0.at < at }.map {
          Verification.Finding(sequence: $0.sequence, check: .limit, problem: $0.problem)
        }
        refusals.removeAll { $0.at < at }
      }
    }
    guard let limits else { return findings }  // the limit is not known
    switch entry.rule {
    case .queueFull:
      let missing = limits.queuedRequests - state.waitingTable.count
      if missing > 0 {
        refusals.append(Refusal(sequence: entry.sequence, at: at, missing: missing))
      }
    case .waitingFull where state.hasRoomToWait(within: limits):
      findings.append(
        Verification.Finding(
          sequence: entry.sequence, check: .limit,
          problem: "fewer requests wait than the limit allows"))
    default: break
    }
    return findings
  }
}
