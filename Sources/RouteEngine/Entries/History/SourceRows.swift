package import RouteStore

/// The rows of sources' ids that entries lead to: what table `seen` is made from.
package struct SourceRows {
  private var rows: [[UInt8]: SeenRow] = [:]
  /// The last sequence that a pruning of these entries took away, with all rows up to it.
  package private(set) var prunedThrough: Int64 = 0

  package init() {}

  /// Takes note of what an entry says; `state` is the one before it.
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
