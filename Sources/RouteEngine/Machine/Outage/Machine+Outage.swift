import RouteStore

/// The facts to be written when storage works again, beside the state.
struct AfterOutage {
  /// Whether the last session's requests under way are still to be settled: the journal could not
  /// be written when this session was launched.
  var hasLeftovers = false
  /// The kind of the newest entry on the host's life that was not recorded.
  var mark: EntryKind?
  /// The digest of the route table that the journal believes in force, where another was adopted.
  var formerTable: String?
}

/// The facts of a journal that can be written again.
package struct StorageReturn {
  /// The content of a first entry that the journal does not have yet.
  var beginning = Beginning()
  /// The newest entry of the journal.
  var head: Int64
  /// The fates of source ids during the outage, in their order.
  var sources: [UnrecordedSource] = []
  /// The other rows to be written.
  var companions = Companions()
  /// The journal's knowledge of the time before; nil for a new one in its place.
  var former: Former?

  /// The journal that was there, which knows nothing of what happened since.
  struct Former {
    /// Why nothing could be written, for the journal.
    var cause: String?
    /// Since when.
    var since: RouteInstant?
    /// How pending actions ended that it knows.
    var ends: [UnrecordedEnd] = []
    /// The newest session's row. It may say more of this session's end than the machine knows: a
    /// commit that failed may have been made all the same.
    var row: SessionRow?
  }
}

extension StorageReturn {
  /// A return that a history tells of.
  package init(
    after head: Int64, cause: String?, since: RouteInstant?, sources: [UnrecordedSource],
    ends: [UnrecordedEnd]
  ) {
    self.init(head: head, sources: sources)
    former = Former(cause: cause, since: since, ends: ends)
  }
}

extension Machine {
  /// The step with which a journal is taken up again; nil when the state does not hold together:
  /// then the session stays in memory.
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
    // A state that does not hold together is not adopted.
    let made = try? Reacquisition(
      entry, adopting: state, ends: former.ends, after: found.head)
    guard let made else { return nil }
    var entries = made.entries
    entries[0].sources = found.sources
    companions.seen += found.sources.map { $0.row(toldBy: entries[0].sequence) }
    if var began = beginning {
      // The state before it is not this one's to tell, so it begins with where it is now.
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

  /// The step with which a new journal begins: with the state as it is, and every id as it was
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

  /// Continues in a journal that was taken up again.
  mutating func resumeRecording(
    _ ids: [RequestID: RequestID], _ actionIDs: [ActionID: ActionID], in next: RouteState
  ) {
    record(true)
    afterOutage.formerTable = nil
    recentLinks.removeAll()  // their ids may be others now
    if !actionIDs.isEmpty { actions.rename(actionIDs) }
    guard !ids.isEmpty else { return }
    requests.rename(ids, in: next)
    for ticket in requests.all {
      if let id = requests.id(of: ticket) { tell(.identified(ticket, id)) }
    }
  }

  /// Pushes the work that remains to be recorded when storage works again.
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
