import RouteEngine

/// What the session's rules on limits and on newer requests say, and whether the entries bear it
/// out.
///
/// That too many requests wait is in the state. That too many are queued, or that a newer one has
/// arrived, is not, but those that were queued then come before any request that arrived later.
struct RecordedRefusals {
  private struct Refusal {
    let sequence: Int64
    let at: RouteInstant
    /// How many requests that had arrived by then have still to come.
    var missing: Int
    /// What is wrong when they do not.
    var problem = "fewer requests were queued than the limit allows"
  }

  private var refusals: [Refusal] = []

  /// What is wrong with an entry, or with an earlier one that it shows to be wrong.
  mutating func follow(
    _ entry: JournalEntry, before state: RouteState, limits: RouteLimits?
  ) -> [Verification.Finding] {
    // What was queued before an outage may have come to its end in it.
    if entry.kind == .began || entry.kind == .outage { refusals = [] }
    if entry.rule == .newer {
      refusals.append(
        Refusal(
          sequence: entry.sequence, at: entry.at, missing: 1,
          problem: "no newer request had come"))
    }
    guard let request = entry.request else { return [] }
    var findings: [Verification.Finding] = []
    if !refusals.isEmpty {
      for index in refusals.indices where request.at <= refusals[index].at {
        refusals[index].missing -= 1
      }
      refusals.removeAll { $0.missing <= 0 }
      if entry.rule == nil, Self.queues(request) {
        findings = refusals.filter { $0.at < request.at }.map {
          Verification.Finding(sequence: $0.sequence, check: .limit, problem: $0.problem)
        }
        refusals.removeAll { $0.at < request.at }
      }
    }
    guard let limits else { return findings }  // nobody knows how many were allowed
    let waiting = state.waitingTable.count
    switch entry.rule {
    case .queueFull:
      let missing = limits.queuedRequests - waiting
      if missing > 0 {
        refusals.append(Refusal(sequence: entry.sequence, at: request.at, missing: missing))
      }
    case .waitingFull where waiting < limits.waitingRequests:
      findings.append(
        Verification.Finding(
          sequence: entry.sequence, check: .limit,
          problem: "fewer requests wait than the limit allows"))
    default: break
    }
    return findings
  }

  /// Whether a request goes to the end of the queue, as all do but those that host code opens in
  /// the middle of its answer and what the user already did.
  private static func queues(_ request: RouteRequest) -> Bool {
    request.options.onBehalfOf == nil && request.entryPoint != .hostFact
  }
}
