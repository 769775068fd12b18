import RouteStore

/// The ends of requests and their records.
extension Machine {
  /// The step of a decision and its actions, in one transaction; nil when the session has ended.
  mutating func record(
    _ decided: consuming Decision.Decided, ofRequestAt index: Int, at elapsed: Int64
  ) -> Step? {
    let ticket = requests.ticket(at: index)
    var entries = [newEntry(.decided, elapsed)]
    fill(&entries[0], with: &decided, forRequestAt: index, at: elapsed)
    let id = requests.id(at: index) ?? RequestID(entries[0].sequence)
    let outcome = entries[0].outcome
    var companions = Companions()
    if requests.source(at: index) != nil, outcome?.leavesSource != true {  // seldom
      companions.add(requests[at: index].seenRow(as: id, outcome: outcome))
    }
    let conclusion = Step.Conclusion.decided(ticket, id, outcome, repeats: nil)
    guard !decided.actions.isEmpty else {
      return step(
        consume entries, consume companions, leadingTo: decided.state.take(), consume conclusion)
    }
    var next = decided.state.take()
    accept(
      decided.actions, by: id, because: entries[0].sequence, in: &next, to: &entries, at: elapsed)
    return step(
      consume entries, consume companions, leadingTo: consume next, consume conclusion)
  }

  /// Writes a decision into an entry, which gets its lists.
  ///
  /// A function of its own, because a variable that is edited where it is made is copied when it is
  /// returned: 900 instructions.
  @inline(never)
  private func fill(
    _ entry: inout JournalEntry, with decided: inout Decision.Decided,
    forRequestAt index: Int, at elapsed: Int64
  ) {
    let id = requests.id(at: index)
    entry.requestID = id ?? RequestID(entry.sequence)
    if id == nil { entry.request = requests.request(at: index) }
    entry.scene = decided.scene
    entry.duration = elapsed - requests.openedAt(at: index)
    if let route = decided.route { entry.route = route }
    entry.routeVersion = decided.routeVersion
    entry.variant = decided.answers.variant
    entry.answers = decided.answers.take()
    if let router = decided.router { entry.router = router }
    entry.changes = decided.changes.take()
    if !decided.leftOut.isEmpty { entry.leftOut = decided.leftOut }
    entry.screenBefore = state.tree.visibleKind()
    entry.screenAfter = decided.state.tree.visibleKind()
    entry.stateDigest = decided.state.digest
    if let failure = requests.renderFailure(at: index) {
      (entry.cause, entry.reason) = (failure.entry, failure.reason)
    }
    switch decided.resolution {
    case .ended(let outcome): entry.outcome = outcome
    case .parked: entry.kind = .parked
    }
  }

  /// The step that ends a request by the session's own rule, without a decision; nil when the
  /// request has its outcome, or the session has ended.
  mutating func settle(
    _ ticket: Ticket, as refusal: PendingRequest.Refusal, _ elapsed: Int64
  ) -> Step? {
    guard let pending = requests[ticket] else { return nil }
    var companions = Companions()
    let entry = settlement(of: pending, as: refusal, &companions, elapsed)
    let id = entry.requestID ?? RequestID(entry.sequence)
    let conclusion = Step.Conclusion.decided(
      ticket, id, refusal.outcome, repeats: refusal.repeats)
    if let step = step([entry], companions, conclusion) { return step }
    turnAway(ticket)
    return nil
  }

  /// The entry that ends a request by the session's own rule, and the row that remembers its
  /// source.
  func settlement(
    of pending: PendingRequest, as refusal: PendingRequest.Refusal,
    _ companions: inout Companions, _ elapsed: Int64
  ) -> JournalEntry {
    assert(refusal.rule.isMeant(for: pending, in: state), "\(refusal.rule) is not for \(pending)")
    var entry = newEntry(.decided, elapsed)
    let id = pending.id ?? RequestID(entry.sequence)
    entry.requestID = id
    if pending.id == nil { entry.request = pending.request }
    if case .duplicate(let first) = refusal.outcome { entry.cause = first.rawValue }
    entry.outcome = refusal.outcome
    entry.duration = elapsed - pending.openedAt
    entry.details = .rule(refusal.rule)
    entry.screenBefore = state.tree.visibleKind()
    entry.screenAfter = entry.screenBefore
    if pending.id != nil, state.isWaiting(id) { entry.changes = [.settle(id)] }
    if !refusal.rule.leavesSource(isNew: pending.id == nil) {
      companions.add(pending.seenRow(as: id, outcome: refusal.outcome))
    }
    return entry
  }

  // MARK: The desk

  /// Gives a request the id that the journal has for it.
  mutating func identify(_ ticket: Ticket, as id: RequestID, keeps: Bool = true) {
    guard requests.contains(ticket), requests.id(of: ticket) != id else { return }
    if keeps { requests.identify(ticket, as: id) }
    recentLinks.note(ticket, id)
    tell(.identified(ticket, id))
  }

  /// Makes a request wait, as was decided.
  mutating func park(_ ticket: Ticket, _ id: RequestID) {
    requests.endTurn(of: ticket)
    let waiting = state.waiting(id)
    expiryWatch.add(waiting?.expiry)
    var isConditional = false
    if case .condition? = waiting?.status { isConditional = true }
    let isSignalled = requests.edit(ticket) { pending in
      if isConditional { pending.answers = [] }  // host code is asked anew after the condition
      return !pending.signalled.isEmpty
    }
    if isSignalled ?? false { push(.releaseSignalled(ticket, id)) }
  }

  /// Ends a request and tells its opener. Host code that still works on it is abandoned.
  mutating func end(
    _ ticket: Ticket, _ outcome: Outcome, isRecorded: Bool, repeats: Repeated?
  ) {
    abandonPrompt(of: ticket)
    recentLinks.note(ticket, requests.id(of: ticket), outcome)
    requests.remove(ticket)
    tell(.ended(ticket, outcome, isRecorded: isRecorded, repeats: repeats))
  }

  /// Ends a request without an entry.
  mutating func turnAway(_ ticket: Ticket) {
    guard requests.contains(ticket) else { return }
    requests.remove(ticket)
    tell(.ended(ticket, .sessionIsOver, isRecorded: false, repeats: nil))
  }

  /// Leaves the waiting requests to the next session: this one has ended.
  mutating func leaveRequests() {
    for ticket in requests.all {
      guard isWaiting(ticket) else {
        turnAway(ticket)
        continue
      }
      abandonPrompt(of: ticket)
      requests.withdraw(ticket)
      tell(.left(ticket))
    }
  }

  /// Whether a request waits according to the journal.
  func isWaiting(_ ticket: Ticket) -> Bool {
    requests.id(of: ticket).map { state.isWaiting($0) } ?? false
  }

  /// The ticket of a waiting request; a new one when it waits since an earlier run.
  mutating func ticket(for waiting: WaitingRequest, at elapsed: Int64) -> Ticket {
    if let ticket = requests.ticket(of: waiting.id) { return ticket }
    let ticket = requests.newTicket()
    // A session that continues after a death opened the request itself, by the same clock.
    let isOwn = waiting.id.rawValue >= sessionRow.firstSequence
    let opened = isOwn ? self.elapsed(at: waiting.request.at) : elapsed
    requests.add(
      PendingRequest(waiting.request, ticket: ticket, id: waiting.id, openedAt: opened))
    return ticket
  }

  // MARK: Repetitions

  /// The source id to look up before a new request is worked on: an id takes effect once. A link
  /// without an id is compared with the newest links instead.
  mutating func sourceToLookUp(of ticket: Ticket) -> String? {
    guard let index = requests.index(of: ticket), requests.isToBeLookedUp(at: index) else {
      return nil
    }
    if let source = requests.source(at: index) { return source }
    requests[at: index].isLookedUp = true
    // A request that is refused on arrival is compared with none.
    guard let window = settings.equalLinksWithin, requests[at: index].refusal == nil,
      SettlingRule.again.isMeant(for: requests[at: index], in: state),
      let first = recentLinks.first(equalTo: requests[at: index], within: window),
      let id = first.id
    else { return nil }
    requests[at: index].refusal = PendingRequest.Refusal(
      outcome: .duplicate(of: id), rule: .again, repeats: .known(first.outcome))
    return nil
  }

  /// Takes the result of the lookup of a request's source id.
  mutating func takeFacts(_ facts: SourceFacts, about ticket: Ticket) {
    guard let pending = requests[ticket] else { return }
    let refusal = refusal(of: pending, by: facts)
    requests.edit(ticket) { pending in
      pending.isLookedUp = true
      if let refusal { pending.refusal = refusal }
    }
  }

  private func refusal(
    of pending: PendingRequest, by facts: SourceFacts
  ) -> PendingRequest.Refusal? {
    let seen: SeenRow
    switch facts {
    case .unknown: return nil
    case .unreadable:
      // It is unknown whether the request took effect before, so it takes no effect now. The source
      // may ask again.
      return PendingRequest.Refusal(by: .sourceUnread)
    case .seen(let row): seen = row
    }
    guard seen.fingerprint == pending.request.fingerprint else {
      let reason = "the source's id was used for other content by request \(seen.request)"
      return PendingRequest.Refusal(outcome: .failed(step: 0, reason: reason), rule: .source)
    }
    let first = RequestID(seen.request)
    let isDropped = seen.outcome == nil && !state.isWaiting(first) && isRecording
    // The first request took no effect: the host died over it, or began anew without it. If its
    // source asks again, the request is accepted.
    if isDropped || seen.outcome == Outcome.interrupted.word { return nil }
    let isPardoned = !state.suspects.contains { $0.fingerprint == seen.fingerprint }
    if seen.outcome == Outcome.quarantined.word, isPardoned { return nil }
    return PendingRequest.Refusal(
      outcome: .duplicate(of: first), rule: .source, repeats: .seen(seen))
  }
}

extension PendingRequest {
  /// The row that remembers a request whose source gave it an id; nil when it gave none.
  func seenRow(as id: RequestID, outcome: Outcome?) -> SeenRow? { request.seenRow(id, outcome) }
}

extension Outcome {
  /// The end of a request that is opened after its session ended.
  static var sessionIsOver: Outcome { .failed(step: 0, reason: "the session has ended") }
}

extension RouteRequest.Target {
  /// The host's failure to show something; nil for other targets.
  package var renderFailure: RenderFailure? {
    if case .fact(.renderFailed(let failure)) = self { failure } else { nil }
  }
}
