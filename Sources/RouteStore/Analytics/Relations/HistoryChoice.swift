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

  /// Whether a row belongs to that part.
  ///
  /// - Parameter requests: those that are known to have come by the entry point.
  func holds(_ row: RelationRow, ofEntryPoint requests: Set<Int64>) -> Bool {
    guard holds(row.time, row.appVersion) else { return false }
    if let entries, row.kind.isNumbered, !entries.contains(row.values[0].integer) { return false }
    guard entryPoint != nil, row.kind.isNumbered else { return true }
    return row.request.map(requests.contains) ?? false
  }

  /// Whether the row of a replay, in the columns of its relation, belongs to that part.
  func holds(replay row: [SQLValue]) -> Bool {
    let version = row[BaseRelation.replayRun.place(of: "app_version")]
    return holds(
      row[BaseRelation.replayRun.place(of: "replayed_us")].integer,
      version == .null ? nil : version.text)
  }

  private func holds(_ time: Int64, _ version: String?) -> Bool {
    if let from, time < from { return false }
    if let before, time >= before { return false }
    guard let appVersion else { return true }
    return version?.utf8.elementsEqual(appVersion.utf8) ?? false
  }
}

extension BaseRelation.Kind {
  /// Whether its first column is the sequence of the entry that a row begins with, and it belongs
  /// to a request.
  fileprivate var isNumbered: Bool { [.request, .screenView, .action].contains(self) }
}
