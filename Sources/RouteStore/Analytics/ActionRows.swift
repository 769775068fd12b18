/// Makes the rows of `v_action` from entries in their order.
struct ActionRows {
  private var going: [Int64: Action] = [:]

  /// So many actions that are not over no device has.
  static let mostGoing = 1_000_000

  private struct Action {
    let id: Int64
    let run: RunTable.Run?
    var request: Int64?
    var name = SQLValue.null
    var state = SQLValue.null
    var attempts: Int64 = 0
    var enqueued: Int64
    var moved: Int64
    var isSettled = false
    var reason = SQLValue.null

    init(_ id: Int64, _ run: RunTable.Run?, at moment: Int64) {
      (self.id, self.run, enqueued, moved) = (id, run, moment, moment)
    }

    mutating func take(_ entry: borrowing RowValues) {
      let kind = entry.integer(.kind)
      if kind == EntryNumber.enqueued { name = entry.text(.told) }
      if request == nil { request = entry.optionalInteger(.request) }
      state = ActionRows.states[kind].map { .text($0) } ?? .null
      attempts = max(attempts, entry.integer(.attempt))
      moved = entry.integer(.at)
      enqueued = min(enqueued, moved)
      isSettled = ActionRows.settling.contains(kind)
      reason = entry.text(.reason)
    }

    var row: RelationRow {
      RelationRow(
        kind: .action, time: enqueued, appVersion: run?.session.appVersion, request: request,
        values: [
          .integer(id), run?.identifier ?? .null, run?.device ?? .null, SQLValue(request), name,
          state, .integer(attempts), .integer(enqueued), .integer(moved),
          isSettled ? .integer(moved) : .null, reason,
        ])
    }
  }

  /// Looks at an entry; the row of an action with which it is over.
  ///
  /// Throws `limitReached` when more than ``mostGoing`` are not over.
  mutating func take(
    _ entry: borrowing RowValues, _ run: RunTable.Run?
  ) throws(StoreError) -> RelationRow? {
    let kind = entry.integer(.kind)
    guard EntryNumber.ofActions.contains(kind) || kind == EntryNumber.shelved,
      let id = entry.optionalInteger(.action)
    else { return nil }
    var action = going.removeValue(forKey: id) ?? Action(id, run, at: entry.integer(.at))
    action.take(entry)
    if Self.final.contains(kind) { return action.row }
    guard going.count < Self.mostGoing else {
      throw .limitReached(reason: "more than \(Self.mostGoing) actions are not over")
    }
    going[id] = action
    return nil
  }

  /// The rows of those that are not over, in the order in which they were enqueued.
  func rest() -> some Sequence<RelationRow> {
    going.keys.sorted().lazy.compactMap { going[$0]?.row }
  }

  /// What an entry makes of an action.
  private static let states: [Int64: String] = [
    17: "waiting", 18: "claimed", 19: "running", 20: "done", 21: "failed", 22: "waiting",
    23: "expired", 24: "cancelled", 25: "superseded", 26: "waiting", 27: "dead", 33: "shelved",
  ]
  /// After these it waits for nothing.
  private static let settling: Set<Int64> = [20, 21, 23, 24, 25, 27]
  /// After these nothing happens to it any more: a dead one can be revived.
  private static let final = settling.subtracting([27])
}
