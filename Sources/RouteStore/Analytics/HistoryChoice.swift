/// Which part of the histories a question is about.
///
/// Moments are compared with the time that the rows of a relation have: when a request was
/// received, a screen entered, an action enqueued, a visit or a run begun, an entry written.
package struct HistoryChoice: Sendable, Hashable {
  /// Only what is at this moment or later, in microseconds since 1970.
  package var from: Int64?
  /// Only what is before this moment, in microseconds since 1970.
  package var before: Int64?
  /// Only sessions of this version of the app, and visits that began in one.
  package var appVersion: String?
  /// Only requests that came by this entry point, and what they showed and enqueued.
  package var entryPoint: String?
  /// Only requests, screens and actions that began with one of these entries, by their sequences;
  /// of one history alone. Visits and runs are not parted.
  package var entries: ClosedRange<Int64>?

  /// Everything.
  package init() {}

  /// What has to hold for a row of a relation, with ?1 to ?6 for the members above; nothing for
  /// one that the choice says nothing about.
  func condition(for relation: BaseRelation) -> String {
    var conditions: [String] = []
    let names = Set(relation.columns.map(\.name))
    if let time = relation.time {
      if from != nil { conditions.append("\(time) >= ?1") }
      if before != nil { conditions.append("\(time) < ?2") }
    }
    if appVersion != nil {
      if names.contains("app_version") {
        conditions.append("app_version = ?3")
      } else if names.contains("session_id") {
        conditions.append("session_id IN (SELECT identifier FROM session WHERE app_version = ?3)")
      }
    }
    if entryPoint != nil {
      if names.contains("entry_point") {
        conditions.append("entry_point = ?4")
      } else if names.contains("request_id") {
        conditions.append(
          "request_id IN (SELECT request_id FROM temp.v_request WHERE entry_point = ?4)")
      }
    }
    if entries != nil {
      // Each is known by the sequence of its first entry.
      let sequence = ["view_id", "action_id", "request_id"].first(where: names.contains)
      if let sequence { conditions.append("\(sequence) BETWEEN ?5 AND ?6") }
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// Gives a statement with such conditions their values.
  func bind(to statement: borrowing Statement) {
    statement.bind(from, at: 1)
    statement.bind(before, at: 2)
    statement.bind(appVersion, at: 3)
    statement.bind(entryPoint, at: 4)
    statement.bind(entries?.lowerBound, at: 5)
    statement.bind(entries?.upperBound, at: 6)
  }
}
