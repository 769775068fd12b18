import RouteStore

/// An index that saves more time in questions about a gathered relation than it costs.
///
/// Each is made after the rows were inserted, by one sorting.
struct RelationIndex {
  /// The columns, in order.
  let columns: [String]
  /// The condition of its rows, in the words of the questions that use it; nil for all rows.
  let condition: String?

  fileprivate init(_ columns: String..., where condition: String? = nil) {
    (self.columns, self.condition) = (columns, condition)
  }

  /// Its name on a relation.
  func name(on relation: String) -> String { ([relation] + columns).joined(separator: "_") }

  /// The statement that makes it.
  func statement(on relation: String) -> String {
    let list = columns.joined(separator: ", ")
    return "CREATE INDEX \(name(on: relation)) ON \(relation) (\(list))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }
}

extension BaseRelation {
  /// The indexes that save time.
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

extension BaseRelation {
  /// The indexes for joins on names, each also ordered by time: such a join most often needs the
  /// row before or after.
  var nameIndexes: [RelationIndex] {
    let names = columns.map(\.name).filter { $0.hasSuffix("_id") }
    return names.map { name in
      name == "visit_id" && kind == .screenView
        ? RelationIndex(name, "view_number") : time.map { RelationIndex(name, $0) } ?? .init(name)
    }
  }

  /// Further indexes for joins. Columns of words have none: without statistics, SQLite considers an
  /// index of a word, which many rows share, as good as one of a name.
  var joinIndexes: [RelationIndex] {
    nameIndexes
      + columns.map(\.name).filter { $0.hasSuffix("_sequence") || $0 == "link" }.map { name in
        RelationIndex(name)
      }
  }
}

/// The indexes that SQLite would use for a query if they existed.
enum WantedIndexes {
  /// The names of the indexes that a query's plan uses: any of those for questions, and those for
  /// joins that are searched repeatedly. A single scan is as fast without an index.
  ///
  /// - Parameter connection: a connection with the relations of the query, without rows and with
  ///   all indexes that may help.
  static func names(
    in connection: borrowing Connection, for query: String, questions: Set<String>,
    joins: Set<String>
  ) throws(StoreError) -> Set<String> {
    let plan = try connection.prepare("EXPLAIN QUERY PLAN \(query)")
    var repeated: Set<Int64> = []
    var outer: Set<Int64> = []
    var names: Set<String> = []
    while try plan.step() {
      let (id, parent, detail) = (plan.integer(0), plan.integer(1), plan.text(3))
      let isLoop = detail.hasPrefix("SCAN ") || detail.hasPrefix("SEARCH ")
      let isRepeated =
        repeated.contains(parent) || detail.hasPrefix("CORRELATED ")
        || isLoop && outer.contains(parent)
      if isRepeated { repeated.insert(id) }
      if isLoop { outer.insert(parent) }
      let words = detail.split(separator: " ").map(String.init)
      names.formUnion(words.filter { questions.contains($0) || isRepeated && joins.contains($0) })
    }
    return names
  }
}
