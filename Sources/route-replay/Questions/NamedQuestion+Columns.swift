/// The columns of a question in a table for people.
extension NamedQuestion {
  /// The columns of the view in a table for people, if not all: the columns that are left out are
  /// nearly always zero, or need a wider page.
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
    default: columnsToCompare
    }
  }

  /// The columns of the questions that compare versions, weeks, variants and entry points.
  private var columnsToCompare: String {
    switch self {
    case .funnelSplit:
      """
      funnel, coalesce(route || ': ', '') || name AS opened_by, step, screen, visits,
      total_conversion AS rate, other_conversion AS others, chi_square AS chi2
      """
    case .conversion:
      """
      coalesce(route || ': ', '') || name AS name, requests, converted, conversion_rate AS rate,
      other_rate AS others, difference AS change, chi_square AS chi2
      """
    case .failureScreens:
      """
      screen, requests, failures, failure_rate AS rate, share, denied, not_found, failed,
      interrupted + quarantined AS other
      """
    case .versionOutcomes:
      """
      app_version, requests, shown + already_shown AS converted, not_found, failed,
      success_rate AS success, change, chi_square AS chi2
      """
    case .timeSpent: "entry_point, part, requests, total_s, p50_ms, p95_ms"
    case .latencyHistogram:
      """
      entry_point, part, from_us / 1000.0 AS from_ms, below_us / 1000.0 AS below_ms, requests,
      requests_below
      """
    case .weeklyActive:
      """
      date(week_us / 1000000, 'unixepoch') AS week, active_devices, new_devices, visits,
      days_per_device
      """
    case .retention:
      """
      date(cohort_us / 1000000, 'unixepoch') AS first_week, weeks_later, devices, active_devices,
      retention_rate
      """
    case .visits:
      """
      app_version, visits, one_view_visits AS one_view, avg_visit_s AS avg_s,
      p50_visit_s AS p50_s, p95_visit_s AS p95_s, avg_views
      """
    case .launchTime:
      """
      app_version, beginning, launches, p50_screen_ms AS screen_p50, p95_screen_ms AS screen_p95,
      p50_ready_ms AS ready_p50, p95_ready_ms AS ready_p95
      """
    default: "*"
    }
  }
}
