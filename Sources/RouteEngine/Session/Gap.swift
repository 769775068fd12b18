import RouteStore

/// What closes a gap: the entries with which a session that went on in memory takes its journal up
/// again.
///
/// Ids are positions of the journal, and those that were given in memory are none. So the first
/// entry adopts the state without the requests and actions that have such ids, and each of them
/// then gets an entry of its own, as if it came in now.
struct Gap {
  /// The entries, the one that adopts the state first.
  private(set) var entries: [JournalEntry]
  /// The state that they lead to.
  private(set) var state: RouteState
  /// The new ids of requests that got theirs in memory.
  private(set) var requests: [RequestID: RequestID] = [:]
  /// The new ids of actions that got theirs in memory.
  private(set) var actions: [ActionID: ActionID] = [:]
  private let head: Int64
  private let limits: Limits

  /// - Parameters:
  ///   - gap: the entry that adopts the state.
  ///   - state: the state as it is in memory.
  ///   - head: the newest entry of the journal.
  ///   - limits: the bounds.
  /// - Throws: ``ChangeError`` when the state does not hold together.
  init(
    _ gap: JournalEntry, adopting state: RouteState, after head: Int64, limits: Limits
  ) throws(ChangeError) {
    (self.head, self.limits) = (head, limits)
    entries = [gap]
    let requests = state.waiting.filter { $0.id.rawValue > head }
    let actions = state.actions.filter { $0.id.rawValue > head }
    var known = state
    for request in requests { try known.apply(.settle(request.id), limits: limits) }
    for action in actions { known.retire(action.id) }
    entries[0].changes = [.adopt(known)]
    entries[0].stateDigest = known.digest
    entries[0].screenAfter = known.tree.visibleLeaf()?.kind
    self.state = known
    for waiting in requests { try add(waiting, after: gap) }
    for action in actions { try add(action, after: gap) }
  }

  private mutating func add(
    _ waiting: WaitingRequest, after gap: JournalEntry
  ) throws(ChangeError) {
    var entry = gap.following(.received, by: entries.count)
    let id = RequestID(entry.sequence)
    requests[waiting.id] = id
    var request = waiting.request
    request.options.onBehalfOf = request.options.onBehalfOf.map { newID(of: $0, gap) }
    entry.requestID = id
    entry.request = request
    entry.changes = [
      .wait(
        WaitingRequest(
          id: id, request: request, status: waiting.status, replacement: waiting.replacement))
    ]
    try append(entry)
  }

  /// Nothing ran while nothing was recorded, so it waits again and was never tried.
  private mutating func add(
    _ action: PendingAction, after gap: JournalEntry
  ) throws(ChangeError) {
    var entry = gap.following(.enqueued, by: entries.count)
    let new = PendingAction(
      id: ActionID(entry.sequence), request: newID(of: action.request, gap),
      principal: action.principal, name: action.name, parameters: action.parameters,
      screen: action.screen, key: action.key, terms: action.terms, isClosure: action.isClosure,
      notBefore: action.notBefore, expires: action.expires)
    actions[action.id] = new.id
    entry.requestID = new.request
    entry.cause = gap.sequence
    entry.action = new.id
    entry.changes = [.enqueue(new)]
    try append(entry)
  }

  /// A request that came and went in memory has no entry: the gap stands for it.
  private func newID(of request: RequestID, _ gap: JournalEntry) -> RequestID {
    guard request.rawValue > head else { return request }
    return requests[request] ?? RequestID(gap.sequence)
  }

  private mutating func append(_ entry: JournalEntry) throws(ChangeError) {
    var entry = entry
    try state.apply(entry.changes, limits: limits)
    entry.stateDigest = state.digest
    entries.append(entry)
  }
}

extension RouteSession {
  /// Takes the journal up again when storage works: nothing that was told meanwhile gets into it,
  /// only where it led. Called where no entry is half made.
  func closeGap() {
    guard !hasEnded, recorder.reopenIfDue(at: now(elapsed)) else { return }
    let head = recorder.journal.head.sequence
    var entry = newEntry(.gap)
    entry.sequence = head + 1
    if case .degraded(let problem, let since) = recorder.health {
      entry.reason = problem.cause
      entry.notes = [
        "since": .int(since.microseconds), "unrecorded": .int(recorder.sequence - head),
      ]
    }
    var companions = Recorder.Companions()
    var beginning: JournalEntry?
    if head < sessionRow.firstSequence {
      var began = beginningEntry()
      began.sequence = entry.sequence
      entry.sequence += 1
      beginning = began
      companions = beginningCompanions()
    }
    let gap = try? Gap(entry, adopting: state, after: head, limits: configuration.limits)
    guard let gap else { return }
    var entries = gap.entries
    if var began = beginning {
      // The state before it is not this one's to tell, so it begins with where it is now.
      (began.changes, began.stateDigest) = (entries[0].changes, entries[0].stateDigest)
      began.screenAfter = entries[0].screenAfter
      entries.insert(began, at: 0)
    }
    for work in waitingWork.values {
      guard let id = work.id.flatMap({ gap.requests[$0] }) else { continue }
      work.request.options.onBehalfOf = gap.state.waiting(id)?.request.options.onBehalfOf
      companions.seen += seenRows(of: work, id: id, outcome: nil)
    }
    addSecrets(to: &companions, at: entry.at)
    guard recorder.takeUp(entries, companions, state: gap.state) else { return }
    vault.additionsWereWritten()
    if !companions.retention.forgottenPrincipals.isEmpty { try? recorder.journal.checkpointLog() }
    rename(gap.requests)
    var renamed: [ActionID: ActionCode] = [:]
    for (id, code) in closures { renamed[gap.actions[id] ?? id] = code }
    closures = renamed
    actionsRest = Instant(microseconds: .min)
    takeOver(gap.state, after: entries, digest: gap.state.digest)
    if let kind = unrecordedMark { mark(kind) }
  }

  private func rename(_ requests: [RequestID: RequestID]) {
    var renamed: [RequestID: Work] = [:]
    for (id, work) in waitingWork {
      let id = requests[id] ?? id
      renamed[id] = work
      if work.id != nil { (work.id, work.opening.request) = (id, id) }
    }
    waitingWork = renamed
  }
}

extension StoreError {
  /// What kept entries out of the journal, without a path: it is journaled itself.
  fileprivate var cause: String {
    switch self {
    case .diskFull: "the disk was full"
    case .readOnly: "the file could not be written to"
    case .busy: "the file was locked"
    case .moved, .missing: "the file was not in its place"
    case .inputOutput(let code, _): "reading or writing failed with code \(code)"
    case .cannotOpen: "the file could not be opened"
    case .sqlite(let code, _): "SQLite failed with code \(code)"
    default: "storage failed"
    }
  }
}
