package import RouteEngine
package import RouteStore

extension History {
  /// The digest, in hexadecimal, of the route table with which the entry at a sequence was written;
  /// nil when no entry states it.
  ///
  /// A session states its table at its beginning, and at each adoption. If the beginning was
  /// pruned, the next adoption states the table before it.
  package func tableDigest(at sequence: Int64) throws -> String? {
    guard let row = try sessions().last(where: { $0.firstSequence <= sequence }) else { return nil }
    var query = HistoryQuery()
    query.session = row.number
    query.kinds = [EntryKind.began, .table, .outage].map(\.rawValue)
    query.lastSequence = sequence
    query.isReversed = true
    if let before = try first(of: query, \.tableFromHere) { return before }
    guard sequence < .max else { return row.tableDigest }
    (query.firstSequence, query.lastSequence, query.isReversed) = (sequence + 1, nil, false)
    return try first(of: query, \.tableBefore) ?? row.tableDigest
  }

  /// The route table with a digest; nil when the journal does not contain it or this version cannot
  /// build it.
  package func table(digest: String) throws -> RouteTable? {
    // A table that this version cannot build counts as missing.
    try routeTable(digest: digest).flatMap { try? RouteTable(json: $0) }
  }

  /// The first of some entries for which a value is known, with that value.
  private func first(
    of query: HistoryQuery, _ known: (JournalEntry) -> String?
  ) throws -> String? {
    struct Found: Error { let text: String }
    do {
      try forEachEntry(query) { row in
        if let text = known(try EntryCoder.decode(row)) { throw Found(text: text) }
      }
    } catch let found as Found {
      return found.text
    }
    return nil
  }
}
