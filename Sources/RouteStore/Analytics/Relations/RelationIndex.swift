import RouteStore

/// An index that saves the questions about a gathered relation more time than it costs.
///
/// Each is made when the rows are there, in one sorting.
struct RelationIndex {
  /// The columns, in order.
  let columns: [String]
  /// Which rows it has, in the words of the questions it is for; nil for all.
  let condition: String?

  fileprivate init(_ columns: String..., where condition: String? = nil) {
    (self.columns, self.condition) = (columns, condition)
  }

  /// The statement that makes it.
  func statement(on relation: String) -> String {
    let name = ([relation] + columns).joined(separator: "_")
    let list = columns.joined(separator: ", ")
    return "CREATE INDEX \(name) ON \(relation) (\(list))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }
}

extension BaseRelation {
  /// The indexes that pay.
  var indexes: [RelationIndex] {
    switch kind {
    case .request:
      [RelationIndex("outcome", "entry_point", "duration_us")]
    case .screenView:
      [
        RelationIndex("screen", "next_screen", "screen_after_next", "view_number"),
        RelationIndex("screen", "dwell_us"), RelationIndex("screen", "session_id", "dwell_us"),
      ]
    case .action:
      [
        RelationIndex("name", "state", "attempts", "settled_us", "enqueued_us"),
        RelationIndex("device_id", "settled_us", where: "settled_us IS NULL"),
      ]
    case .visit, .run, .replayRun, .funnelStep: []
    }
  }
}
