import RouteStore

extension RouteSession {
  /// Journals what was decided, with its actions, in one transaction.
  func record(_ decided: Decision.Decided, of work: Work, elapsed moment: Int64) {
    var entries = [entry(of: decided, for: work, elapsed: moment)]
    let id = entries[0].requestID ?? RequestID(entries[0].sequence)
    let outcome = entries[0].outcome
    var companions = Recorder.Companions()
    companions.seen = seenRows(of: work, id: id, outcome: outcome)
    var next = decided.state
    if !decided.actions.isEmpty {
      entries += enqueue(decided.actions, after: entries[0], state: &next)
    }
    if case .parked(.condition) = decided.resolution { work.answers = [] }  // asked anew then
    if outcome == nil { waitingWork[id] = work }
    let isNew = identify(work, as: id)
    isAnimated = work.request.options.isAnimated
    let commitment = commit(entries, companions, state: next)
    if isNew, commitment == .refused { turnAway(work) }
    conclude(work, outcome, commitment)
  }

  /// The entry of what was decided.
  private func entry(
    of decided: Decision.Decided, for work: Work, elapsed moment: Int64
  ) -> JournalEntry {
    var entry = newEntry(.decided, elapsed: moment)
    entry.requestID = work.id ?? RequestID(entry.sequence)
    if work.id == nil { entry.request = work.request }
    entry.scene = decided.scene
    entry.duration = entry.elapsed - work.openedAt
    entry.route = decided.route
    entry.routeVersion = decided.routeVersion
    entry.answers = decided.answers
    entry.router = decided.router
    entry.variant = decided.answers.variant
    entry.changes = decided.changes
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = decided.state.tree.visibleLeaf()?.kind
    entry.stateDigest = decided.state.digest
    if case .fact(.renderFailed(let failure)) = work.request.target {
      (entry.cause, entry.reason) = (failure.entry, failure.reason)
    }
    switch decided.resolution {
    case .ended(let outcome): entry.outcome = outcome
    case .parked: entry.kind = .parked
    }
    return entry
  }

  /// Ends a request by the session's own rule, without a decision.
  func settle(_ work: Work, as outcome: Outcome, by rule: SettlingRule) {
    let entry = settlement(of: work, as: outcome, by: rule)
    let id = entry.requestID ?? RequestID(entry.sequence)
    var companions = Recorder.Companions()
    if !rule.leavesSource { companions.seen = seenRows(of: work, id: id, outcome: outcome) }
    let isNew = identify(work, as: id)
    let commitment = commit(entry, companions)
    if isNew, commitment == .refused { turnAway(work) }
    conclude(work, outcome, commitment)
  }

  /// Denies a request by a rule that gives its own reason.
  func deny(_ work: Work, by rule: SettlingRule) {
    settle(work, as: .denied(reason: rule.reason ?? ""), by: rule)
  }

  /// The entry that ends a request by the session's own rule.
  func settlement(
    of work: Work, as outcome: Outcome, by rule: SettlingRule
  ) -> JournalEntry {
    var entry = newEntry(.decided)
    entry.requestID = work.id ?? RequestID(entry.sequence)
    if work.id == nil { entry.request = work.request }
    if case .duplicate(let first) = outcome { entry.cause = first.rawValue }
    entry.outcome = outcome
    entry.duration = entry.elapsed - work.openedAt
    entry.notes = [SettlingRule.note: .string(rule.rawValue)]
    entry.screenBefore = state.tree.visibleLeaf()?.kind
    entry.screenAfter = entry.screenBefore
    if let id = work.id, state.waiting(id) != nil { entry.changes = [.settle(id)] }
    return entry
  }

  /// Gives a request its id before anybody hears of it: an observer may let it go on at once.
  ///
  /// - Returns: whether it had none before.
  func identify(_ work: Work, as id: RequestID) -> Bool {
    defer { (work.id, work.opening.request) = (id, id) }
    return work.id == nil
  }

  /// Takes back the id of a request that nothing was written of, and tells why it ended.
  func turnAway(_ work: Work) {
    if let id = work.id { waitingWork[id] = nil }
    (work.id, work.opening.request) = (nil, nil)
    work.opening.end(.failed(step: 0, reason: "the session has ended"))
  }

  /// Tells how a request ended, if it did and that was taken, and makes room for the next.
  func conclude(_ work: Work, _ outcome: Outcome?, _ commitment: Commitment) {
    if let outcome, commitment != .refused {
      work.opening.isRecorded = commitment == .recorded
      work.opening.end(outcome)
      wake(work)  // its host code may sleep
    }
    finish(work)
  }

  /// Lets go of a request that has its outcome or waits.
  func finish(_ work: Work) {
    if current === work { current = nil }
    if let id = work.id, work.opening.outcome != nil { waitingWork[id] = nil }
  }

  /// What is to be remembered of a request whose source gave it an id.
  func seenRows(of work: Work, id: RequestID?, outcome: Outcome?) -> [SeenRow] {
    id.flatMap { work.request.seenRow($0, outcome) }.map { [$0] } ?? []
  }

  /// Whether the request is one that came before: by its source's id, or, for a link without one,
  /// by what it says. Then it takes no effect.
  func refuseRepetition(_ work: Work) -> Bool {
    guard let source = work.request.source else { return refuseEqualLink(work) }
    return refuseRepetition(work, of: source)
  }

  private func refuseRepetition(_ work: Work, of source: String) -> Bool {
    let known: SeenRow?
    do throws(StoreError) {
      known = try seen(source: source)
    } catch {
      // Nobody knows whether it took effect, so it takes none; its source may ask again.
      settle(work, as: .failed(step: 0, reason: SettlingRule.sourceIsUnread), by: .source)
      return true
    }
    guard let seen = known else { return false }
    guard seen.fingerprint == work.request.fingerprint else {
      let reason = "the source's id was used for other content by request \(seen.request)"
      settle(work, as: .failed(step: 0, reason: reason), by: .source)
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
    work.opening.repeated = outcome(of: seen)
    settle(work, as: .duplicate(of: first), by: .source)
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

  private func refuseEqualLink(_ work: Work) -> Bool {
    guard let window = configuration.equalLinksWithin, case .link = work.request.target,
      work.request.options.onBehalfOf == nil
    else { return false }
    let oldest = work.request.at.advanced(by: -window.wholeMicroseconds)
    recentLinks.removeAll { $0.request.at < oldest }
    let first = recentLinks.first {
      $0 !== work && $0.id != nil && $0.request.fingerprint == work.request.fingerprint
        && $0.request.options.scene == work.request.options.scene
    }
    guard let first, let id = first.id else {
      let isKnown = recentLinks.contains { $0 === work }
      if !isKnown, recentLinks.count < Self.mostRecentLinks { recentLinks.append(work) }
      return false
    }
    work.opening.repeated = first.opening.outcome
    settle(work, as: .duplicate(of: id), by: .again)
    return true
  }

  /// So many different links are remembered within the time; more are each one of its own.
  private static var mostRecentLinks: Int { 100 }

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
