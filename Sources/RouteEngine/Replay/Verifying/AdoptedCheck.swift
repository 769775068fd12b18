import RouteEngine
import RouteStore

/// Checks the changes and notes of an entry that adopts a route table. They are made again from the
/// state before it and both tables.
struct AdoptedCheck {
  private let history: History

  init(_ history: History) {
    self.history = history
  }

  /// The problems of an entry that adopts a route table.
  ///
  /// - Parameters:
  ///   - entry: one of kind `table`, or an outage in which a table was adopted.
  ///   - state: the state before it.
  ///   - former: the digest of the table that was in force; nil when it is no longer known.
  func problems(
    with entry: JournalEntry, before state: RouteState, after former: String?
  ) throws(StoreError) -> [String] {
    guard let digest = entry.tableFromHere else {
      return entry.kind == .table ? ["it does not say which route table it adopts"] : []
    }
    guard let json = try history.routeTable(digest: digest) else {
      return ["route table \(digest), which it adopts, is missing"]
    }
    guard entry.kind == .table else { return [] }
    guard let restoration = entry.adoption?.restoration else {
      return ["its notes are not those of an adopted route table"]
    }
    guard let from = restoration.formerTable, !Bytes.same(from, digest) else {
      return ["it adopts the route table that was in force"]
    }
    if let former, !Bytes.same(from, former) {
      return ["it converts the screens from a route table that was not in force"]
    }
    // A table that cannot be built defines no screens: a separate check reports it.
    guard let table = try? RouteTable(json: json),
      let formerJSON = try history.routeTable(digest: from),
      let formerTable = try? RouteTable(json: formerJSON)
    else { return [] }  // then the screens before or after are not known
    let expected = state.adopting(table, by: Adaptation(from: formerTable, digest: from))
    let isExpected =
      expected.changes == entry.changes && expected.restoration == restoration
    return isExpected ? [] : ["its screens do not follow from the two route tables"]
  }
}
