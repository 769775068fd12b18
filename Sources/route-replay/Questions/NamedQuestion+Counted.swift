/// The rows that each question counts, as its heading states.
extension NamedQuestion {
  /// The rows that are counted, and those that are not.
  var counted: String {
    switch self {
    case .screenViews: "every view, whatever caused it; the same screen shown again is no new view"
    case .screenDwell: "views whose end is known; time in the background is left out"
    case .screenTransitions: "within a visit; '(exit)' is its end"
    case .entryExit: "a visit is use of a device without 30 minutes of silence"
    case .topPaths: "within a visit; paths overlap: A > B > C > D counts as two"
    case .funnel: "visits; a step counts where its screen is first seen after the step before"
    case .linkSuccess:
      """
      all requests, host facts in a row of their own; superseded, expired, duplicate and \
      unfinished ones count as no success
      """
    case .failureReasons:
      """
      denied, failed, not found, interrupted and quarantined requests, and stale and impossible \
      host facts; not superseded, expired and duplicate ones
      """
    case .routingLatency:
      """
      requests with a known duration, their waits and host code within it; host facts in a row \
      of their own; superseded, expired and duplicate ones too
      """
    case .dailyRouting:
      """
      all requests by the day of their arrival, host facts too; superseded, expired, duplicate and \
      unfinished ones count as no success
      """
    case .unmatchedLinks:
      "requests with a link that ended as not found; a text that is no link has failed"
    case .pendingActions: "actions that are not settled, shelved ones too; dead ones are settled"
    case .actionOutcomes: "all actions; the average wait is that of settled ones with a known wait"
    case .restoreSuccess:
      "launches that restored; the rate leaves out places that were left on purpose"
    case .crashFree:
      "sessions without those of maintenance; one that was cut off in the foreground crashed"
    case .crashLoops: "groups of three that share a session are one loop"
    case .navigationLoops:
      """
      A-B-A-B is a loop, and loops overlap: A-B-A-B-A is one of A and B and one of B and A, each \
      further turn one more
      """
    case .sessions:
      """
      all, with those of maintenance; requests include host facts, and unsuccessful ones are \
      neither shown nor already shown: superseded, expired and duplicate ones count too
      """
    case .dailyActive: "a visit counts on the day it began, a device on each day of a visit"
    case .replayDeterminism: "reruns only; a replay with another route table does not count"
    case .journalIntegrity:
      "gaps in the numbers of entries; what was pruned, or lost in an outage, is no gap"
    default: countedToCompare
    }
  }

  /// The texts of the questions that compare versions, weeks, variants and entry points. The other
  /// questions are listed, so that the compiler reports each new question without a text.
  private var countedToCompare: String {
    switch self {
    case .funnelSplit:
      """
      visits by the entry point of their first request that is no host fact, and by the variant \
      of the first that has one; each against the others of its kind
      """
    case .conversion:
      """
      ended requests without host facts, superseded and duplicate ones; expired ones count \
      as no success; each entry point against the others, each variant against those of its route
      """
    case .failureScreens:
      """
      ended requests, host facts too; failures are denied, failed, not found, interrupted and \
      quarantined ones, and stale and impossible host facts
      """
    case .versionOutcomes:
      """
      ended requests without host facts, superseded and duplicate ones; expired ones count \
      as no success; the version before is the one whose first session with such a request \
      began before
      """
    case .timeSpent:
      """
      ended requests, host facts too, whose parts are known; the time of host code includes the \
      wait for its turn, and counts only requests that have such time
      """
    case .latencyHistogram:
      """
      ended requests, host facts too; bounds have two digits, so add up rows with the same bounds; \
      'all' is what routing-latency counts
      """
    case .weeklyActive:
      "weeks begin on Monday; a device is new in its first week of the chosen time"
    case .retention:
      "devices by the week of their first visit in the chosen time; the newest week may not be over"
    case .activeDays: "devices with a visit on that many days; a visit counts on each of its days"
    case .visits: "visits by the version that they began in, without those of maintenance"
    case .launchTime:
      """
      sessions without those of maintenance, in milliseconds; screen: until an entry named one, \
      ready: until the host called one ready
      """
    case .screenViews, .screenDwell, .screenTransitions, .entryExit, .topPaths, .funnel,
      .linkSuccess, .failureReasons, .routingLatency, .dailyRouting, .unmatchedLinks,
      .pendingActions, .actionOutcomes, .restoreSuccess, .crashFree, .crashLoops,
      .navigationLoops, .sessions, .dailyActive, .replayDeterminism, .journalIntegrity:
      ""
    }
  }
}
