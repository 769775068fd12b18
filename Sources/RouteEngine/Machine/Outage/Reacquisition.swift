import RouteStore

/// The end of an outage: the entries by which a session that continued in memory reacquires its
/// journal.
///
/// Ids are positions in the journal, and ids given in memory are not. So the first entry adopts the
/// state without the requests and actions that have such ids. Each of them then gets an entry of
/// its own, as if it had just arrived. Actions of the journal that ended during the outage are
/// still in that state, and end by entries of their own after those.
struct Reacquisition {
  /// The entries, the one that adopts the state first.
  private(set) var entries: [JournalEntry]
  /// The state that they lead to.
  private(set) var state: RouteState
  /// The new ids of requests that got their ids in memory.
  private(set) var requests: [RequestID: RequestID] = [:]
  /// The new ids of actions that got their ids in memory.
  private(set) var actions: [ActionID: ActionID] = [:]
  private let head: Int64

  /// - Parameters:
  ///   - outage: the entry that adopts the state.
  ///   - state: the state as it is in memory.
  ///   - ends: the ends of actions that are pending according to the journal.
  ///   - head: the newest entry of the journal.
  /// - Throws: ``ChangeError`` when the state is not consistent.
  init(
    _ outage: JournalEntry, adopting state: RouteState, ends: [UnrecordedEnd], after head: Int64
  ) throws(ChangeError) {
    self.head = head
    entries = [outage]
    let requests = state.waiting.filter { $0.id.rawValue > head }
    let actions = state.actions.filter { $0.id.rawValue > head }
    var known = state
    for request in requests { try known.apply(.settle(request.id)) }
    for action in actions { known.retire(action.id) }
    for end in ends { known.put(end.action) }
    entries[0].changes = [.adopt(known)]
    entries[0].stateDigest = known.digest
    entries[0].screenAfter = known.tree.visibleKind()
    self.state = known
    for waiting in requests { try add(waiting, after: outage) }
    for action in actions { try add(action, after: outage) }
    for end in ends { try add(end, after: outage) }
  }

  private mutating func add(
    _ waiting: WaitingRequest, after outage: JournalEntry
  ) throws(ChangeError) {
    var entry = outage.following(.received, by: entries.count)
    let id = RequestID(entry.sequence)
    requests[waiting.id] = id
    var request = waiting.request
    request.options.onBehalfOf = request.options.onBehalfOf.map { newID(of: $0, outage) }
    entry.requestID = id
    entry.request = request
    // Wraps, as the arrival read from it does: a forged state can contain any number.
    entry.duration = entry.at.microseconds &- request.at.microseconds
    entry.changes = [
      .wait(
        WaitingRequest(
          id: id, request: request, status: waiting.status, replacement: waiting.replacement))
    ]
    try append(entry)
  }

  /// Nothing ran while nothing was recorded, so the action waits again without an attempt.
  private mutating func add(
    _ action: PendingAction, after outage: JournalEntry
  ) throws(ChangeError) {
    var entry = outage.following(.enqueued, by: entries.count)
    let new = PendingAction(
      id: ActionID(entry.sequence), request: newID(of: action.request, outage),
      principal: action.principal, name: action.name, parameters: action.parameters,
      screen: action.screen, key: action.key, terms: action.terms, isClosure: action.isClosure,
      notBefore: action.notBefore, expires: action.expires, isGiven: action.isGiven)
    actions[action.id] = new.id
    entry.requestID = new.request
    entry.cause = outage.sequence
    entry.action = new.id
    entry.changes = [.enqueue(new)]
    try append(entry)
  }

  private mutating func add(
    _ end: UnrecordedEnd, after outage: JournalEntry
  ) throws(ChangeError) {
    var entry = outage.following(.telling(end.told.transition), by: entries.count)
    entry.tell(end.told.transition, of: end.action)
    entry.reason = end.told.reason
    if let rule = end.told.rule { entry.details = .rule(rule) }
    try append(entry)
  }

  /// A request that arrived and ended in memory has no entry: the outage's entry represents it.
  private func newID(of request: RequestID, _ outage: JournalEntry) -> RequestID {
    guard request.rawValue > head else { return request }
    return requests[request] ?? RequestID(outage.sequence)
  }

  private mutating func append(_ entry: JournalEntry) throws(ChangeError) {
    var entry = entry
    // The session's own bounds held when each action was accepted. Actions that ended during the
    // outage are pending here beside those that replaced them.
    try state.apply(entry.changes, limits: .format)
    entry.stateDigest = state.digest
    entries.append(entry)
  }
}
