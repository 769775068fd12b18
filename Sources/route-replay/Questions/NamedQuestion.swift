import RouteStore

/// A question that analysts ask often, and the documented view that answers it.
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

  var view: String { "v_" + rawValue.replacing("-", with: "_") }

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
    case .replayDeterminism: "how often a replay came to the same"
    case .journalIntegrity: "sessions with entries missing or requests without an outcome"
    }
  }

  /// The rows that are counted, and those that are not.
  var counted: String {
    switch self {
    case .screenViews: "every view, whatever brought it; the same screen again is the same view"
    case .screenDwell: "views whose end is known; time in the background is left out"
    case .screenTransitions: "within a visit; '(exit)' is its end"
    case .entryExit: "a visit is use of a device without 30 minutes of silence"
    case .topPaths: "within a visit; paths overlap: A > B > C > D has two"
    case .funnel: "visits; each step counts after the one before, where it was first seen"
    case .linkSuccess:
      """
      all requests, host facts in a row of their own; superseded, expired, duplicate and \
      unfinished ones are no success
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
      unfinished ones are no success
      """
    case .unmatchedLinks:
      "requests with a link that ended as not found; a text that is no link has failed"
    case .pendingActions: "actions that are not settled, shelved ones too; dead ones are settled"
    case .actionOutcomes: "all actions; the average wait is of settled ones"
    case .restoreSuccess: "launches that restored; the rate is without places left on purpose"
    case .crashFree:
      "sessions without those of maintenance; one that was cut off in the foreground crashed"
    case .crashLoops: "threes that share a session are one loop"
    case .navigationLoops:
      """
      A-B-A-B is a loop, and loops overlap: A-B-A-B-A is one of A and B and one of B and A, each \
      further turn one more
      """
    case .sessions:
      """
      all, with those of maintenance; requests are with host facts, and unsuccessful are those \
      neither shown nor already shown: superseded, expired and duplicate ones too
      """
    case .dailyActive: "a visit counts on the day it began, a device on each day of a visit"
    case .replayDeterminism: "reruns alone; a replay with another route table is none"
    case .journalIntegrity: "entries that were pruned are not missing"
    }
  }

  /// The columns of the view in a table for people, where those are not all: the columns that are
  /// left out are nearly always zero, or need a wider page.
  var columns: String {
    switch self {
    case .linkSuccess:
      """
      entry_point, requests, shown, already_shown, not_found, failed,
      requests - shown - already_shown - not_found - failed AS other,
      success_rate AS success
      """
    case .dailyRouting: "date(day_us / 1000000, 'unixepoch') AS day, requests, success_rate, p95_ms"
    case .dailyActive:
      """
      date(day_us / 1000000, 'unixepoch') AS day, active_devices, visits, visits_per_device,
      avg_visit_s
      """
    case .pendingActions:
      """
      substr(device_id, 1, 8) AS device, action_sequence AS action, name, state, attempts, age_s
      """
    case .actionOutcomes:
      """
      name, actions, done, failed, actions - done - failed - pending AS other, pending,
      avg_attempts, avg_wait_ms
      """
    case .restoreSuccess:
      """
      app_version, restores, whole, partial, clean, left_behind,
      restore_success_rate AS success_rate
      """
    case .crashFree:
      """
      app_version, sessions, devices, crashed_sessions AS crashed,
      crash_free_session_rate AS session_rate, crash_free_device_rate AS device_rate
      """
    case .crashLoops:
      """
      device_id, crashes, datetime(began_us / 1000000, 'unixepoch') AS began,
      (died_us - began_us) / 1000000 AS seconds
      """
    case .sessions:
      """
      substr(session_id, 1, 8) AS session,
      strftime('%Y-%m-%d %H:%M', began_us / 1000000, 'unixepoch') AS began,
      CAST(duration_s AS INTEGER) AS seconds, ending, requests, unsuccessful, views
      """
    case .replayDeterminism:
      "app_version, replays, identical, different, undecided, determinism_rate"
    case .journalIntegrity:
      "session_id, entries, missing_entries AS missing, open_requests AS open"
    default: "*"
    }
  }

  /// The most telling rows first; names decide between equals.
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
  /// The bounds of named questions: their queries are known, so that only the time is bounded.
  static var ofQuestions: SQLBounds {
    var bounds = SQLBounds()
    bounds.rows = .max
    bounds.seconds = 600
    return bounds
  }
}
