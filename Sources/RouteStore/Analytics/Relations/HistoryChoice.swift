import RouteStore

/// The part of the histories that a question is about.
///
/// Moments are compared with the time in the rows of a relation: when a request was received, a
/// screen entered, an action enqueued, a visit or a run begun, a session replayed.
package struct HistoryChoice: Sendable, Hashable {
  /// Only rows at this moment or later, in microseconds since 1970.
  package var from: Int64?
  /// Only rows before this moment, in microseconds since 1970.
  package var before: Int64?
  /// Only sessions of this version of the app, and visits that began in one.
  package var appVersion: String?
  /// Only requests of this entry point, and the screens and actions that they led to.
  package var entryPoint: String?
  /// Only requests, screens and actions that began with one of these entries, given by their
  /// sequences, as known from entries up to the last of them; for one history only. Visits and runs
  /// are computed from the beginning of the history to that entry, but the requests of runs are the
  /// chosen ones.
  package var entries: ClosedRange<Int64>?

  /// All rows.
  package init() {}

  /// Whether the row of a replay, in the columns of its relation, is included.
  func holds(replay row: [SQLValue]) -> Bool {
    let version = row[BaseRelation.replayRun.place(of: "app_version")]
    return holds(
      row[BaseRelation.replayRun.place(of: "replayed_us")].integer,
      version == .null ? nil : version.text)
  }

  /// Whether a row with this moment, from this version of the app, is included.
  func holds(_ time: Int64, _ version: String?) -> Bool {
    if let from, time < from { return false }
    if let before, time >= before { return false }
    guard let appVersion else { return true }
    return version?.utf8.elementsEqual(appVersion.utf8) ?? false
  }
}
