import RouteStore

extension RouteSession.JournalKeeping {
  /// Forgets the history beyond ``RouteSession/Configuration/retention``, all at once. The session
  /// does so by itself when the host goes to the background or ends, and a stretch of it after
  /// every thousand entries: so a host need not call this, but may when nothing else goes on.
  ///
  /// Each stretch is one transaction with the entry that says so: the last sequence that went, its
  /// chain digest, and the digest of the state that the journal begins with from then on. It ends
  /// at a checkpoint, so a little more than the policy's bounds can stay. While storage fails
  /// nothing is forgotten.
  ///
  /// With the entries go the rows of sessions that have none left, the route tables that nothing
  /// names any more, and the private values that nothing speaks of any more.
  public func prune(isolation: isolated any Actor = #isolation) {
    session.recorder.reacquire(at: session.now)
    session.forgetHistory()
    session.drain()
  }
}

extension RouteSession {
  /// Forgets the history beyond the configured bounds, without going on with what is queued.
  ///
  /// - Parameter stretches: how many transactions it may take.
  func forgetHistory(stretches: Int = .max, isolation: isolated any Actor = #isolation) {
    // Housekeeping: what cannot be done now is done the next time.
    let result = try? forgetHistory(
      beyond: configuration.retention, upToTheEntry: false, stretches: stretches)
    if let result, result.entries > 0 { try? recorder.journal.shrink(pages: Self.pagesToShrink) }
  }

  /// Forgets a stretch of history when there is a new point at which it can go: a host may never
  /// say that it goes to the background.
  func forgetHistoryInTime(isolation: isolated any Actor = #isolation) {
    if recorder.tail.isRetentionDue, !machine.hasEnded { forgetHistory(stretches: 1) }
  }

  /// Forgets the history beyond a policy's bounds, at the next checkpoint within them or, by making
  /// one, at the last entry beyond them.
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
      // How many bytes entries have shows when they are gone.
      guard after.base > before.base, after.bytes > policy.bytes ?? .max else { break }
    }
    result.entries = try journal.extent().base - base
    guard result.entries > 0 || isExact else { return result }
    result.sessions = try sessions - journal.sessionCount()
    result.values = try forgetUnusedValues(ofAnyAge: isExact)
    return result
  }

  /// Whether anything is beyond a policy's bounds that may go, or a pruning that was cut short has
  /// left private values that nothing speaks of.
  func holdsUnneeded(beyond policy: RetentionPolicy) throws(StoreError) -> Bool {
    if try lastEntry(beyond: policy) != nil { return true }
    return try !unusedValues(ofAnyAge: true).isEmpty
  }

  /// The oldest entry that is needed, when a policy would let it go; nil when none is.
  func entryNeeded(beyond policy: RetentionPolicy) throws(StoreError) -> Int64? {
    guard !state.waiting.isEmpty || !state.actions.isEmpty else { return nil }
    let first = machine.firstLivingSequence
    return try lastEntry(beyond: policy, atMost: .max).flatMap { $0 >= first ? first : nil }
  }

  /// So often what lies beyond the bytes that may stay is reckoned anew.
  private static var mostRounds: Int { 16 }
  /// Entries that one transaction forgets at most: more would keep readers waiting.
  private static var mostAtOnce: Int64 { 10_000 }
  /// Pages that one call gives back at most: 8 MB.
  private static var pagesToShrink: Int { 2_000 }

  /// The last entry that lies beyond a policy's bounds, in the journal as it is now.
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

  /// The entry through which history goes next; nil when nothing is beyond the bounds, or what is
  /// there still matters.
  ///
  /// - Throws: `damaged` where rows that were pruned are still there: they would be pruned forever.
  private func nextPruningPoint(_ policy: RetentionPolicy) throws(StoreError) -> PruningPoint? {
    let journal = recorder.journal
    let extent = try journal.extent()
    let last = min(try end(of: policy, extent), machine.firstLivingSequence - 1)
    var point = try soundPruningPoint(atMost: min(last, extent.base + Self.mostAtOnce))
    // They can lie further apart.
    if point == nil { point = try soundPruningPoint(atMost: last) }
    guard let point else { return nil }
    let through = point.anchor.sequence
    // Deleting finds rows by their order, which one with a wrong number interrupts.
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
  /// none. A damaged one is passed over: behind it nothing would ever go.
  private func soundPruningPoint(atMost bound: Int64) throws(StoreError) -> SoundCheckpoint? {
    let journal = recorder.journal
    var bound = bound
    while let entry = try journal.pruningPoint(atMost: bound) {
      // The state that the journal begins with afterwards has to be the one after the entry.
      guard let checkpoint = try journal.newestSoundCheckpoint(through: entry.sequence) else {
        return nil
      }
      guard checkpoint.anchor.sequence < entry.sequence else { return checkpoint }
      bound = checkpoint.anchor.sequence
    }
    return nil
  }

  /// The last entry beyond a policy's bounds that may go; nil when there is none.
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

  /// Stores the state after the last entry beyond a policy's bounds, so that history can go through
  /// it.
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

  /// Takes the private values away that nothing speaks of any more.
  ///
  /// - Returns: how many went.
  private func forgetUnusedValues(ofAnyAge isThorough: Bool) throws(StoreError) -> Int {
    let places = try unusedValues(ofAnyAge: isThorough)
    guard !places.isEmpty else { return 0 }
    var batch = JournalBatch()
    batch.retention.forgottenValues = places
    try recorder.journal.append(&batch)
    vault.forgetWhatIsKept()
    return places.count
  }

  /// The private values that nothing speaks of any more; none while somebody may be about to: host
  /// code is asked, or a request waits for its turn.
  ///
  /// - Parameter isThorough: whether those are looked at too that were stored since the first entry
  ///   that is left, as the clock had it.
  private func unusedValues(ofAnyAge isThorough: Bool) throws(StoreError) -> [VaultPlace] {
    let journal = recorder.journal
    guard !machine.mayBringValues,
      let first = try journal.entry(at: try journal.extent().base + 1)
    else { return [] }
    return try journal.unusedVaultPlaces(
      storedBefore: isThorough ? .max : first.atMicroseconds)
  }
}
