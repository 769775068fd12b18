package import RouteStore

/// The rows of sources' ids that result from entries, from which table `seen` is made.
package struct SourceRows {
  private var rows: [[UInt8]: SeenRow] = [:]
  /// The last sequence that pruning removed, with all rows up to it.
  package private(set) var prunedThrough: Int64 = 0

  package init() {}

  /// Rows from before the entries that are followed.
  package init(_ rows: [SeenRow]) {
    for row in rows { self.rows[Array(row.source.utf8)] = row }
  }

  /// Records the ids in an entry; `state` is the state before it.
  package mutating func follow(_ entry: JournalEntry, before state: RouteState) {
    if let pruned = entry.pruned {
      prunedThrough = max(prunedThrough, pruned.through)
      rows = rows.filter { $0.value.request > prunedThrough }
    }
    for var row in entry.seenRows(before: state) {
      let source = Array(row.source.utf8)
      row.seenMicroseconds = rows[source]?.seenMicroseconds ?? row.seenMicroseconds
      rows[source] = row
    }
  }

  /// The rows, by request.
  package var sorted: [SeenRow] { rows.values.sorted { $0.request < $1.request } }
}
