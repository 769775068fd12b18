import RouteStore

extension RouteSession.JournalKeeping {
  /// Prunes the history beyond ``RouteSession/Configuration/retention``, all at once. The session
  /// prunes by itself when the host goes to the background or ends, and prunes one stretch after
  /// every thousand entries. A host need not call this, but may do so when it is idle.
  ///
  /// Each stretch is one transaction with an entry that records the last pruned sequence, its chain
  /// digest, and the digest of the state that the journal begins with from then on. It ends at a
  /// checkpoint, so a little more than the policy's bounds can stay. While storage fails, nothing
  /// is pruned.
  ///
  /// The rows of sessions without entries, the route tables that nothing names any more, and the
  /// private values that nothing refers to any more are deleted with the entries.
  public func prune(isolation: isolated any Actor = #isolation) {
    session.recorder.reacquire(at: session.now)
    session.forgetHistory()
    session.drain()
  }
}

extension RouteSession {
  /// Prunes the history beyond the configured bounds, without continuing queued work.
  ///
  /// - Parameter stretches: the most transactions.
  func forgetHistory(stretches: Int = .max, isolation: isolated any Actor = #isolation) {
    // This is housekeeping: a pruning that fails now is done the next time.
    let result = try? forgetHistory(
      beyond: configuration.retention, upToTheEntry: false, stretches: stretches)
    if let result, result.entries > 0 { try? recorder.journal.shrink(pages: Self.pagesToShrink) }
  }

  /// Prunes a stretch of history each time that a thousand entries were added: a host may never say
  /// that it goes to the background.
  func forgetHistoryInTime(isolation: isolated any Actor = #isolation) {
    if recorder.tail.isRetentionDue, !machine.hasEnded { forgetHistory(stretches: 1) }
  }

  /// Prunes the history beyond a policy's bounds, through the next checkpoint within them or, by
  /// making a checkpoint, through the last entry beyond them.
  func forgetHistory(
    beyond policy: RetentionPolicy, upToTheEntry isExact: Bool, stretches: Int = .max,
    isolation: isolated any Actor = #isolation
  ) throws(StoreError) -> RetentionPolicy.Result {
    var result = RetentionPolicy.Result()
    recorder.tail.noteRetention()
    guard policy != .unlimited, recorder.health.isRecording, !machine.hasEnded else {
      return result
    }
    let journal = recorder.journal
    let (base, sessions) = (try journal.extent().base, try journal.sessionCount())
    for _ in 0..<(isExact ? Self.mostRounds : 1) {
      let before = try journal.extent()
      if isExact { try makeCheckpoint(beyond: policy) }
      var left = stretches
      while left > 0, let point = try nextPruningPoint(policy),
        work(on: .pruned(point)) == .recorded
      {
        left -= 1
      }
      let after = try journal.extent()
      // Only deleting entries shows how many bytes they used.
      guard after.base > before.base, after.bytes > policy.bytes ?? .max else { break }
    }
    result.entries = try journal.extent().base - base
    guard result.entries > 0 || isExact else { return result }
    result.sessions = try sessions - journal.sessionCount()
    result.values = try forgetUnusedValues(ofAnyAge: isExact)
    return result
  }

  /// Whether history beyond a policy's bounds can be pruned, or an interrupted pruning has left
  /// private values that nothing refers to.
  func holdsUnneeded(beyond policy: RetentionPolicy) throws(StoreError) -> Bool {
    if try lastEntry(beyond: policy) != nil { return true }
    return try !unusedValues(ofAnyAge: true).isEmpty
  }

  /// The oldest entry that is needed although a policy would prune it; nil when none is.
  func entryNeeded(beyond policy: RetentionPolicy) throws(StoreError) -> Int64? {
    guard !state.waiting.isEmpty || !state.actions.isEmpty else { return nil }
    let first = machine.firstLivingSequence
    return try lastEntry(beyond: policy, atMost: .max).flatMap { $0 >= first ? first : nil }
  }

  /// The most times that the entries beyond the byte bound are estimated anew.
  private static var mostRounds: Int { 16 }
  /// The most entries that one transaction prunes: more would keep readers waiting.
  private static var mostAtOnce: Int64 { 10_000 }
  /// The most pages that one call returns to the system: 8 MB.
  private static var pagesToShrink: Int { 2_000 }

  /// The last entry beyond a policy's bounds in the present journal.
  private func end(
    of policy: RetentionPolicy, _ extent: JournalExtent
  ) throws(StoreError) -> Int64 {
    var newest = extent.newest
    if machine.sessionRow.isMaintenance {
      newest = extent.newestHostEntry(try recorder.journal.sessions())
    }
    var old: Int64?
    if let age = policy.age {
      let now = now
      let oldest = now.advanced(byMicroseconds: -age.wholeMicroseconds)
      old = try recorder.journal.lastEntry(
        writtenBefore: oldest.microseconds, now: now.microseconds)
    }
    return policy.lastEntryBeyond(extent, newest: newest, old: old)
  }

  /// The next entry through which history is pruned; nil when nothing is beyond the bounds, or
  /// everything there is still needed.
  ///
  /// - Throws: `damaged` where pruned rows are still there: they would be pruned for ever.
  private func nextPruningPoint(_ policy: RetentionPolicy) throws(StoreError) -> PruningPoint? {
    let journal = recorder.journal
    let extent = try journal.extent()
    let last = min(try end(of: policy, extent), machine.firstLivingSequence - 1)
    var point = try soundPruningPoint(atMost: min(last, extent.base + Self.mostAtOnce))
    // Checkpoints can be further apart than that.
    if point == nil { point = try soundPruningPoint(atMost: last) }
    guard let point else { return nil }
    let through = point.anchor.sequence
    // Rows are found for deletion by their order, and a row with a wrong number breaks it.
    guard through > extent.base else {
      throw .damaged(reason: "the entry was pruned, and its row is still there", sequence: through)
    }
    let hostRun =
      machine.sessionRow.isMaintenance ? try journal.sessions().last { !$0.isMaintenance } : nil
    return PruningPoint(
      anchor: point.anchor, stateDigest: point.state.digest,
      following: try journal.entry(at: through + 1)?.session, hostRun: hostRun?.number)
  }

  /// The newest sound checkpoint at or before a sequence whose entry is there; nil when there is
  /// none. A damaged checkpoint is skipped; otherwise it would stop all later pruning.
  private func soundPruningPoint(atMost bound: Int64) throws(StoreError) -> SoundCheckpoint? {
    let journal = recorder.journal
    var bound = bound
    while let entry = try journal.pruningPoint(atMost: bound) {
      // The journal then begins with this state, so it has to be the state after the entry.
      guard let checkpoint = try journal.newestSoundCheckpoint(through: entry.sequence) else {
        return nil
      }
      guard checkpoint.anchor.sequence < entry.sequence else { return checkpoint }
      bound = checkpoint.anchor.sequence
    }
    return nil
  }

  /// The last entry beyond a policy's bounds that may be pruned; nil when there is none.
  private func lastEntry(beyond policy: RetentionPolicy) throws(StoreError) -> Int64? {
    try lastEntry(beyond: policy, atMost: machine.firstLivingSequence - 1)
  }

  private func lastEntry(
    beyond policy: RetentionPolicy, atMost bound: Int64
  ) throws(StoreError) -> Int64? {
    guard policy != .unlimited else { return nil }
    let extent = try recorder.journal.extent()
    let last = min(try end(of: policy, extent), bound)
    return last > extent.base ? last : nil
  }

  /// Stores the state after the last entry beyond a policy's bounds, so that history can be pruned
  /// through it.
  private func makeCheckpoint(beyond policy: RetentionPolicy) throws(StoreError) {
    let journal = recorder.journal
    guard let last = try lastEntry(beyond: policy),
      try journal.newestSoundCheckpoint(through: last)?.anchor.sequence != last,
      let state = try JournalEnd(restoring: journal, through: last).state
    else { return }
    var batch = JournalBatch()
    batch.checkpoint = CheckpointRow(
      sequence: last, format: StateCoding.format, state: StateCoding.encode(state),
      stateDigest: state.digest)
    try journal.append(&batch)
  }

  /// Removes the private values that nothing refers to any more.
  ///
  /// - Returns: how many were removed.
  private func forgetUnusedValues(ofAnyAge isThorough: Bool) throws(StoreError) -> Int {
    let places = try unusedValues(ofAnyAge: isThorough)
    guard !places.isEmpty else { return 0 }
    var batch = JournalBatch()
    batch.retention.forgottenValues = places
    try recorder.journal.append(&batch)
    vault.forgetWhatIsKept()
    return places.count
  }

  /// The private values that nothing refers to any more. There are none while new references may be
  /// about to come: host code is asked, or a request waits for its turn.
  ///
  /// - Parameter isThorough: whether to include values stored since the first entry that is left,
  ///   by the clock's time.
  private func unusedValues(ofAnyAge isThorough: Bool) throws(StoreError) -> [VaultPlace] {
    let journal = recorder.journal
    guard !machine.mayBringValues,
      let first = try journal.entry(at: try journal.extent().base + 1)
    else { return [] }
    return try journal.unusedVaultPlaces(
      storedBefore: isThorough ? .max : first.atMicroseconds)
  }
}
