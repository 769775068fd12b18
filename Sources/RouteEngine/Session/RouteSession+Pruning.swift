import RouteStore

extension RouteSession {
  /// Forgets the history beyond ``Configuration/retention``: what the host's background and end do
  /// by themselves. A host that runs for months without either calls it when nothing else goes on.
  ///
  /// Each stretch is one transaction with the entry that says so: the last sequence that went, its
  /// chain digest, and the digest of the state that the journal begins with from then on. It ends
  /// at a checkpoint, so a little more than the policy's bounds can stay. While storage fails
  /// nothing is forgotten.
  public func prune(isolation: isolated any Actor = #isolation) {
    forgetHistory()
    drain()
  }

  /// The same, without going on with what is queued.
  func forgetHistory() {
    var isPruned = false
    // Housekeeping: what cannot be done now is done the next time.
    while let point = try? nextPruningPoint(), forget(through: point) { isPruned = true }
    if isPruned { try? recorder.journal.shrink(pages: Self.pagesToShrink) }
  }

  /// Entries that one transaction forgets at most: more would keep readers waiting.
  private static var mostAtOnce: Int64 { 10_000 }
  /// Pages that one call gives back at most: 8 MB.
  private static var pagesToShrink: Int { 2_000 }

  /// The entry through which history goes next; nil when nothing is beyond the bounds, or what is
  /// there still matters.
  private func nextPruningPoint() throws(StoreError) -> EntryRow? {
    let policy = configuration.retention
    guard policy != .unlimited, recorder.health.isRecording, !hasEnded else { return nil }
    let extent = try recorder.journal.extent()
    var through = extent.base
    if let entries = policy.entries {
      through = max(through, extent.newest - Int64(max(0, entries)))
    }
    if let bytes = policy.bytes, extent.bytes > bytes {
      let part = 1 - Double(max(0, bytes)) / Double(extent.bytes)
      through = max(through, extent.base + Int64(Double(extent.entries) * part))
    }
    var moment = Int64.min
    if let age = policy.age {
      moment = now(elapsed).advanced(by: -age.wholeMicroseconds).microseconds
    }
    let living = firstLivingSequence - 1
    let journal = recorder.journal
    let step = min(living, extent.base + Self.mostAtOnce)
    if let point = try journal.pruningPoint(atMost: step, through: through, before: moment) {
      return point
    }
    // Checkpoints can lie further apart than a step.
    return try journal.pruningPoint(atMost: living, through: through, before: moment)
  }

  /// The first entry that speaks of a request without an outcome or of a pending action.
  private var firstLivingSequence: Int64 {
    var first = recorder.sequence
    for waiting in state.waiting { first = min(first, waiting.id.rawValue) }
    for action in state.actions { first = min(first, action.request.rawValue, action.id.rawValue) }
    return first
  }

  /// Whether the stretch is gone.
  private func forget(through point: EntryRow) -> Bool {
    // What the journal begins with afterwards has to be what the entry led to.
    let checkpoint = try? recorder.journal.newestCheckpoint(through: point.sequence)
    guard let checkpoint, checkpoint.sequence == point.sequence,
      checkpoint.stateDigest == point.stateDigest,
      (try? StateCoding.decode(checkpoint.state))?.digest == checkpoint.stateDigest
    else { return false }
    var entry = newEntry(.pruned)
    entry.notes = PrunedNotes.notes(
      through: point.sequence, chain: point.chainDigest.description,
      state: checkpoint.stateDigest)
    var companions = Recorder.Companions()
    companions.retention.entriesThrough = point.sequence
    companions.retention.checkpointsBefore = point.sequence
    return commit(entry, companions) == .recorded
  }
}
