import RouteStore

/// Which part of the histories a question is about.
///
/// Moments are compared with the time that the rows of a relation have: when a request was
/// received, a screen entered, an action enqueued, a visit or a run begun, a session replayed.
package struct HistoryChoice: Sendable, Hashable {
  /// Only what is at this moment or later, in microseconds since 1970.
  package var from: Int64?
  /// Only what is before this moment, in microseconds since 1970.
  package var before: Int64?
  /// Only sessions of this version of the app, and visits that began in one.
  package var appVersion: String?
  /// Only requests that came by this entry point, and what they showed and enqueued.
  package var entryPoint: String?
  /// Only requests, screens and actions that began with one of these entries, by their sequences,
  /// and what entries up to the last of these tell of them; of one history alone. Visits and runs
  /// are told from the beginning of the history to there, but for the requests of runs, which are
  /// those that are chosen.
  package var entries: ClosedRange<Int64>?

  /// Everything.
  package init() {}

  /// Whether the row of a replay, in the columns of its relation, belongs to that part.
  func holds(replay row: [SQLValue]) -> Bool {
    let version = row[BaseRelation.replayRun.place(of: "app_version")]
    return holds(
      row[BaseRelation.replayRun.place(of: "replayed_us")].integer,
      version == .null ? nil : version.text)
  }

  /// Whether a row of that moment, from that version of the app, belongs to that part.
  func holds(_ time: Int64, _ version: String?) -> Bool {
    if let from, time < from { return false }
    if let before, time >= before { return false }
    guard let appVersion else { return true }
    return version?.utf8.elementsEqual(appVersion.utf8) ?? false
  }
}
