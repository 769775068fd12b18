import RouteStore

/// The facts to be written when storage works again, beside the state.
struct AfterOutage {
  /// Whether the last session's requests under way still have to be settled, because the journal
  /// could not be written when this session was launched.
  var hasLeftovers = false
  /// The kind of the newest unrecorded entry on the host's life.
  var mark: EntryKind?
  /// The digest of the route table that is in force according to the journal, if another one was
  /// adopted.
  var formerTable: String?
}

/// The facts of a journal that can be written again.
package struct StorageReturn {
  /// The content of a first entry, if the journal does not have one yet.
  var beginning = Beginning()
  /// The newest entry of the journal.
  var head: Int64
  /// The fates of source ids during the outage, in their order.
  var sources: [UnrecordedSource] = []
  /// The other rows to be written.
  var companions = Companions()
  /// The journal's knowledge of the time before; nil for a new journal in its place.
  var former: Former?

  /// The former journal, which has no record of the outage.
  struct Former {
    /// Why nothing could be written, as the journal states it.
    var cause: String?
    /// Since when.
    var since: RouteInstant?
    /// The ends of pending actions that the journal knows.
    var ends: [UnrecordedEnd] = []
    /// The newest session's row. It may say more of this session's end than the machine knows: a
    /// commit that reported a failure may have succeeded.
    var row: SessionRow?
  }
}

extension StorageReturn {
  /// A return that a history records.
  package init(
    after head: Int64, cause: String?, since: RouteInstant?, sources: [UnrecordedSource],
    ends: [UnrecordedEnd]
  ) {
    self.init(head: head, sources: sources)
    former = Former(cause: cause, since: since, ends: ends)
  }
}

extension Machine {
  /// The step that reacquires a journal; nil when the state is not consistent, and then the session
  /// stays in memory.
  mutating func reacquire(_ found: consuming StorageReturn, at elapsed: Int64) -> Step? {
    guard let former = found.former else { return beginAnew(found) }
    var companions = found.companions
    let row = sessionRow.ending(as: former.row)
    var entry = newEntry(.outage, elapsed)
    entry.sequence = found.head + 1
    entry.reason = former.cause
    var outage = OutageSummary()
    if let since = former.since {
      (outage.since, outage.unrecorded) = (since, sequence - found.head)
    }
    var beginning: JournalEntry?
    if found.head < row.firstSequence {
      var began = beginningEntry(found.beginning)
      began.sequence = entry.sequence
      entry.sequence += 1
      beginning = began
      add(row, to: &companions)
    } else if let formerTable = afterOutage.formerTable {
      (outage.formerTable, outage.table) = (formerTable, row.tableDigest)
      companions.session = row
      companions.routeTable = table.row
    }
    entry.details = .outage(outage)
    // An inconsistent state is not adopted.
    let made = try? Reacquisition(
      entry, adopting: state, ends: former.ends, after: found.head)
    guard let made else { return nil }
    var entries = made.entries
    entries[0].sources = found.sources
    companions.seen += found.sources.map { $0.row(toldBy: entries[0].sequence) }
    if var began = beginning {
      // The session cannot tell the state before, so it begins with the present one.
      (began.changes, began.stateDigest) = (entries[0].changes, entries[0].stateDigest)
      began.screenAfter = entries[0].screenAfter
      entries.insert(began, at: 0)
    }
    companions.seen += made.requests.values.sorted().compactMap { id in
      made.state.waiting(id)?.request.seenRow(id, nil)
    }
    return Step(
      entries: entries, companions: companions, state: made.state,
      conclusion: .reacquires(requests: made.requests, actions: made.actions, row))
  }

  /// The step with which a new journal begins: with the present state, and every id as it was
  /// given.
  private mutating func beginAnew(_ found: StorageReturn) -> Step? {
    if sessionRow.ending == "background" { afterOutage.mark = afterOutage.mark ?? .background }
    var row = sessionRow.withoutEnd
    row.firstSequence = found.head + 1
    var began = beginningEntry(found.beginning)
    began.sequence = row.firstSequence
    began.changes = [.adopt(state)]
    began.stateDigest = state.digest
    began.screenAfter = state.tree.visibleKind()
    began.sources = found.sources
    var companions = found.companions
    add(row, to: &companions)
    companions.seen += state.waiting.compactMap { $0.request.seenRow($0.id, nil) }
    companions.seen += found.sources.map { $0.row(toldBy: began.sequence) }
    return Step(
      entries: [began], companions: companions, state: state,
      conclusion: .reacquires(requests: [:], actions: [:], row))
  }

  /// Continues in a reacquired journal.
  mutating func resumeRecording(
    _ ids: [RequestID: RequestID], _ actionIDs: [ActionID: ActionID], in next: RouteState
  ) {
    record(true)
    afterOutage.formerTable = nil
    recentLinks.removeAll()  // the ids of the requests may have changed
    if !actionIDs.isEmpty { actions.rename(actionIDs) }
    guard !ids.isEmpty else { return }
    requests.rename(ids, in: next)
    for ticket in requests.all {
      if let id = requests.id(of: ticket) { tell(.identified(ticket, id)) }
    }
  }

  /// Pushes the work that still has to be recorded when storage works again.
  mutating func pushAfterOutage() {
    settleLeftovers()
    switch afterOutage.mark {
    case .background: push(.input(.background))
    case .foreground: push(.input(.foreground))
    case .ended: push(.input(.ended))
    default: break
    }
  }
}
