import RouteStore

extension RouteSession {
  /// Journals what was decided, with its actions, in one transaction.
  func record(_ decided: Decision.Decided, of pending: PendingRequest, elapsed moment: Int64) {
    var entries = [entry(of: decided, for: pending, elapsed: moment)]
    let id = entries[0].requestID ?? RequestID(entries[0].sequence)
    let outcome = entries[0].outcome
    var companions = Recorder.Companions()
    companions.seen = seenRows(of: pending, id: id, outcome: outcome)
    var next = decided.state
    if !decided.actions.isEmpty {
      entries += enqueue(decided.actions, after: entries[0], state: &next)
    }
    if case .parked(.condition) = decided.resolution { pending.answers = [] }  // asked anew then
    if outcome == nil { requests.remember(pending, as: id) }
    let isNew = identify(pending, as: id)
    isAnimated = pending.request.options.isAnimated
    let commitment = commit(entries, companions, state: next)
    if isNew, commitment == .refused { turnAway(pending) }
    conclude(pending, outcome, commitment)
  }

  /// The entry of what was decided.
  private func entry(
    of decided: Decision.Decided, for pending: PendingRequest, elapsed moment: Int64
  ) -> JournalEntry {
    var entry = newEntry(.decided, elapsed: moment)
    entry.requestID = pending.id ?? RequestID(entry.sequence)
    if pending.id == nil { entry.request = pending.request }
    entry.scene = decided.scene
    entry.duration = entry.elapsed - pending.openedAt
    entry.route = decided.route
    entry.routeVersion = decided.routeVersion
    entry.answers = decided.answers
    entry.router = decided.router
    entry.variant = decided.answers.variant
    entry.changes = decided.changes
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = decided.state.tree.visibleLeaf()?.kind
    entry.stateDigest = decided.state.digest
    if case .fact(.renderFailed(let failure)) = pending.request.target {
      (entry.cause, entry.reason) = (failure.entry, failure.reason)
    }
    switch decided.resolution {
    case .ended(let outcome): entry.outcome = outcome
    case .parked: entry.kind = .parked
    }
    return entry
  }

  /// Ends a request by the session's own rule, without a decision.
  func settle(_ pending: PendingRequest, as outcome: Outcome, by rule: SettlingRule) {
    let entry = settlement(of: pending, as: outcome, by: rule)
    let id = entry.requestID ?? RequestID(entry.sequence)
    var companions = Recorder.Companions()
    if !rule.leavesSource { companions.seen = seenRows(of: pending, id: id, outcome: outcome) }
    let isNew = identify(pending, as: id)
    let commitment = commit(entry, companions)
    if isNew, commitment == .refused { turnAway(pending) }
    conclude(pending, outcome, commitment)
  }

  /// Denies a request by a rule that gives its own reason.
  func deny(_ pending: PendingRequest, by rule: SettlingRule) {
    settle(pending, as: .denied(reason: rule.reason ?? ""), by: rule)
  }

  /// The entry that ends a request by the session's own rule.
  func settlement(
    of pending: PendingRequest, as outcome: Outcome, by rule: SettlingRule
  ) -> JournalEntry {
    var entry = newEntry(.decided)
    entry.requestID = pending.id ?? RequestID(entry.sequence)
    if pending.id == nil { entry.request = pending.request }
    if case .duplicate(let first) = outcome { entry.cause = first.rawValue }
    entry.outcome = outcome
    entry.duration = entry.elapsed - pending.openedAt
    entry.notes = [SettlingRule.note: .string(rule.rawValue)]
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = entry.screenBefore
    if let id = pending.id, state.waiting(id) != nil { entry.changes = [.settle(id)] }
    return entry
  }

  /// Gives a request its id before anybody hears of it: an observer may let it go on at once.
  ///
  /// - Returns: whether it had none before.
  func identify(_ pending: PendingRequest, as id: RequestID) -> Bool {
    defer { (pending.id, pending.opening.request) = (id, id) }
    return pending.id == nil
  }

  /// Takes back the id of a request that nothing was written of, and tells why it ended.
  func turnAway(_ pending: PendingRequest) {
    if let id = pending.id { requests.forget(id) }
    (pending.id, pending.opening.request) = (nil, nil)
    pending.opening.end(.failed(step: 0, reason: "the session has ended"))
  }

  /// Tells how a request ended, if it did and that was taken, and makes room for the next.
  func conclude(_ pending: PendingRequest, _ outcome: Outcome?, _ commitment: Commitment) {
    if let outcome, commitment != .refused {
      pending.opening.isRecorded = commitment == .recorded
      pending.opening.end(outcome)
      wake(pending)  // its host code may sleep
    }
    finish(pending)
  }

  /// Lets go of a request that has its outcome or waits.
  func finish(_ pending: PendingRequest) { requests.finish(pending) }

  /// What is to be remembered of a request whose source gave it an id.
  func seenRows(of pending: PendingRequest, id: RequestID?, outcome: Outcome?) -> [SeenRow] {
    id.flatMap { pending.request.seenRow($0, outcome) }.map { [$0] } ?? []
  }

  /// Whether the request is one that came before: by its source's id, or, for a link without one,
  /// by what it says. Then it takes no effect.
  func refuseRepetition(_ pending: PendingRequest) -> Bool {
    guard let source = pending.request.source else { return refuseEqualLink(pending) }
    return refuseRepetition(pending, of: source)
  }

  private func refuseRepetition(_ pending: PendingRequest, of source: String) -> Bool {
    let known: SeenRow?
    do throws(StoreError) {
      known = try seen(source: source)
    } catch {
      // Nobody knows whether it took effect, so it takes none; its source may ask again.
      settle(pending, as: .failed(step: 0, reason: SettlingRule.sourceIsUnread), by: .source)
      return true
    }
    guard let seen = known else { return false }
    guard seen.fingerprint == pending.request.fingerprint else {
      let reason = "the source's id was used for other content by request \(seen.request)"
      settle(pending, as: .failed(step: 0, reason: reason), by: .source)
      return true
    }
    let first = RequestID(seen.request)
    let isDropped =
      seen.outcome == nil && state.waiting(first) == nil && recorder.health.isRecording
    // It took no effect: the host died over it, or began anew without it. Whoever asks again gets
    // what was asked for.
    if isDropped || seen.outcome == Outcome.interrupted.word { return false }
    let isPardoned = !state.suspects.contains { $0.fingerprint == seen.fingerprint }
    if seen.outcome == Outcome.quarantined.word, isPardoned { return false }
    pending.opening.repeated = outcome(of: seen)
    settle(pending, as: .duplicate(of: first), by: .source)
    return true
  }

  /// What was seen under a source's id. A file that is not what was written is set aside first:
  /// then what was sound of it says so.
  private func seen(source: String) throws(StoreError) -> SeenRow? {
    do throws(StoreError) {
      return try recorder.seen(source: source)
    } catch {
      recorder.failToRead(error, at: now(elapsed))
      guard error.isDamage else { throw error }
      closeGap()
      // Without a new file yet, nobody knows more than was salvaged.
      guard recorder.health.isRecording else { return recorder.unrecordedSource(source) }
      return try recorder.seen(source: source)
    }
  }

  private func refuseEqualLink(_ pending: PendingRequest) -> Bool {
    guard let window = configuration.equalLinksWithin, case .link = pending.request.target,
      pending.request.options.onBehalfOf == nil
    else { return false }
    let first = recentLinks.first(equalTo: pending, within: window.wholeMicroseconds)
    guard let first, let id = first.id else { return false }
    pending.opening.repeated = first.opening.outcome
    settle(pending, as: .duplicate(of: id), by: .again)
    return true
  }

  /// How the request ended that a source's id was seen with; nil while it waits.
  private func outcome(of seen: SeenRow) -> Outcome? {
    guard let word = seen.outcome else { return nil }
    var row = EntryRow()
    (row.kind, row.outcome) = (EntryKind.decided.rawValue, word)
    // The row knows the word alone; reason and step stand in the entry, unless it was pruned.
    // That it ended is known; of an entry that cannot be read the reason alone is missing.
    if let entry = try? recorder.content.outcomeEntry(ofRequest: seen.request) { row = entry }
    return try? EntryCoder.decode(row).outcome
  }
}
