import RouteStore

/// A common question of analysts, and the documented view that answers it.
enum NamedQuestion: String, CaseIterable, Sendable {
  case screenViews = "screen-views"
  case screenDwell = "screen-dwell"
  case screenTransitions = "screen-transitions"
  case entryExit = "entry-exit"
  case topPaths = "top-paths"
  case funnel = "funnel"
  case linkSuccess = "link-success"
  case failureReasons = "failure-reasons"
  case routingLatency = "routing-latency"
  case dailyRouting = "daily-routing"
  case unmatchedLinks = "unmatched-links"
  case pendingActions = "pending-actions"
  case actionOutcomes = "action-outcomes"
  case restoreSuccess = "restore-success"
  case crashFree = "crash-free"
  case crashLoops = "crash-loops"
  case navigationLoops = "navigation-loops"
  case sessions = "sessions"
  case dailyActive = "daily-active"
  case replayDeterminism = "replay-determinism"
  case journalIntegrity = "journal-integrity"
  case funnelSplit = "funnel-split"
  case conversion = "conversion"
  case failureScreens = "failure-screens"
  case versionOutcomes = "version-outcomes"
  case timeSpent = "time-spent"
  case latencyHistogram = "latency-histogram"
  case weeklyActive = "weekly-active"
  case retention = "retention"
  case activeDays = "active-days"
  case visits = "visits"
  case launchTime = "launch-time"

  var view: String { "v_" + rawValue.replacing("-", with: "_") }

  /// Whether it is about funnels.
  var isOfFunnels: Bool { self == .funnel || self == .funnelSplit }

  var meaning: String {
    switch self {
    case .screenViews: "which screens were seen, how often and for how long"
    case .screenDwell: "how long people stayed on each screen"
    case .screenTransitions: "where people went from each screen"
    case .entryExit: "where visits began and ended, and which saw one screen only"
    case .topPaths: "three screens in a row that visits went through most"
    case .funnel: "how many visits got through the steps of a funnel"
    case .linkSuccess: "what arrived by each entry point, and how it ended"
    case .failureReasons: "why requests did not get where they wanted"
    case .routingLatency: "how long a request took from its arrival to its decision"
    case .dailyRouting: "what each day brought, and how long it took"
    case .unmatchedLinks: "links that no route took"
    case .pendingActions: "what still waits to be done, and since when"
    case .actionOutcomes: "how actions ended, after how many attempts and how long"
    case .restoreSuccess: "how much of the last place launches brought back"
    case .crashFree: "how many sessions and devices were not cut off"
    case .crashLoops: "sessions cut off in a row, three of them within two minutes"
    case .navigationLoops: "two screens between which people went back and forth"
    case .sessions: "the sessions, and what happened in each"
    case .dailyActive: "how many devices were in use each day"
    case .replayDeterminism: "how often a replay had the same result"
    case .journalIntegrity: "sessions with entries missing or requests without an outcome"
    case .funnelSplit: "how visits got through funnels, by what opened them"
    case .conversion: "how often requests got where they wanted, by entry point and variant"
    case .failureScreens: "the screen that was seen before a request failed"
    case .versionOutcomes: "how requests ended by version, and what changed"
    case .timeSpent: "where the time of requests went: the engine, host code, waiting"
    case .latencyHistogram: "how long requests took, in fixed bounds"
    case .weeklyActive: "how many devices were in use each week, and how many were new"
    case .retention: "how many devices of a week were in use again weeks later"
    case .activeDays: "on how many days, and in how many weeks, devices were in use"
    case .visits: "how many visits there were, how long, and how many screens they saw"
    case .launchTime: "how long it took from a launch to the first screen"
    }
  }

  /// The most informative rows first; names decide between equal rows.
  var order: String {
    switch self {
    case .screenViews, .screenDwell, .entryExit: "views DESC, screen"
    case .screenTransitions: "transitions DESC, from_screen, to_screen"
    case .topPaths: "occurrences DESC, path"
    case .funnel: "funnel, step"
    case .linkSuccess, .routingLatency: "requests DESC, entry_point"
    case .failureReasons: "failures DESC, reason, route"
    case .dailyRouting, .dailyActive: "day_us DESC"
    case .unmatchedLinks: "hits DESC, link, entry_point"
    case .pendingActions: "age_s DESC, device_id, action_sequence"
    case .actionOutcomes: "actions DESC, name"
    case .restoreSuccess: "restores DESC, app_version"
    case .crashFree: "sessions DESC, app_version"
    case .crashLoops: "crashes DESC, began_us, device_id"
    case .navigationLoops: "loops DESC, screen_a, screen_b"
    case .sessions: "began_us DESC, session_id"
    case .replayDeterminism: "app_version"
    case .journalIntegrity: "missing_entries DESC, open_requests DESC, session_id"
    case .funnelSplit: "funnel, split, route, name, step"
    case .conversion: "split, route, requests DESC, name"
    case .failureScreens: "failures DESC, screen"
    case .versionOutcomes: "first_seen_us DESC, app_version"
    case .timeSpent: "total_s DESC, entry_point, part"
    case .latencyHistogram: "entry_point, part, from_us"
    case .weeklyActive: "week_us DESC"
    case .retention: "cohort_us DESC, weeks_later"
    case .activeDays: "unit, active"
    case .visits: "visits DESC, app_version"
    case .launchTime: "launches DESC, app_version, beginning"
    }
  }

  /// Whether the counts after the one in its bars are parts of that one. Other counts may add up to
  /// it by chance.
  var hasParts: Bool {
    switch self {
    case .linkSuccess, .actionOutcomes, .restoreSuccess, .replayDeterminism, .failureScreens,
      .versionOutcomes:
      true
    default: false
    }
  }

  /// The columns that a table for people shows as points in time.
  static let times: Set<String> = ["last_seen_us"]

  /// The query that answers it.
  func sql(for format: OutputFormat, rows: Int?) -> String {
    let limit = rows.map { " LIMIT \($0)" } ?? ""
    return "SELECT \(format == .text ? columns : "*") FROM \(view) ORDER BY \(order)\(limit)"
  }
}

extension SQLBounds {
  /// The bounds of named questions: their queries are known, so only the time is bounded.
  static var ofQuestions: SQLBounds {
    var bounds = SQLBounds()
    bounds.rows = .max
    bounds.seconds = 600
    return bounds
  }
}
