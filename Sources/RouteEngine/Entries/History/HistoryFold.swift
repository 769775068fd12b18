package import RouteStore

/// Walks a journal from its beginning, or from where it was pruned. It checks the chain, reads each
/// entry, applies each change and compares each recorded digest. Every replay is based on this
/// walk.
package struct HistoryFold {
  /// The state after the newest entry of the walk.
  package private(set) var state = RouteState()
  /// That entry's position and chain digest.
  package private(set) var position = JournalAnchor.start
  private let limits: RouteLimits

  /// A walk that has not started.
  package init(limits: RouteLimits = .format) { self.limits = limits }

  /// Walks on to the end, or through a sequence.
  ///
  /// - Parameter body: called with each entry and the state before it; the state after it comes
  ///   with the next call. It may throw to end the walk.
  /// - Throws: `StoreError` for a file or chain that is not sound, ``EntryError`` for an entry that
  ///   cannot be understood or does not fit, and the errors of the body.
  package mutating func walk(
    _ history: History, through last: Int64 = .max,
    _ body: (JournalEntry, RouteState) throws -> Void = { _, _ in }
  ) throws {
    try follow(history, through: last) { recorded, before in
      try body(recorded.entry, before)
      return nil
    }
  }

  /// Walks like ``walk(_:through:_:)``, with a body that may already know the state after the
  /// entry, because it made exactly the recorded changes and reached the recorded digest. The
  /// changes are then not made again.
  package mutating func follow(
    _ history: History, through last: Int64,
    _ body: (RecordedEntry, RouteState) throws -> RouteState?
  ) throws {
    try begin(history)
    do {
      try history.forEachCheckedEntry(
        after: position, through: last,
        ahead: { (decoded: DecodedEntries, positions) in
          for index in decoded.entries.indices {
            try step(over: decoded.entries[index], to: positions[index], body)
          }
        },
        { row, reached in
          try step(over: RecordedEntry(try EntryCoder.decode(row)), to: reached, body)
        })
    } catch let error as EntryError {
      throw error.judged(by: history)
    }
  }

  private mutating func step(
    over recorded: RecordedEntry, to reached: JournalAnchor,
    _ body: (RecordedEntry, RouteState) throws -> RouteState?
  ) throws {
    if let next = try body(recorded, state) {
      state = next
    } else {
      try recorded.entry.apply(to: &state, limits: limits)
    }
    position = reached
  }

  /// The state after the entry at a sequence, from the nearest checkpoint at or before it.
  ///
  /// - Throws: like ``walk(_:through:_:)``, but the part before the checkpoint is not checked.
  package static func state(at sequence: Int64, of history: History) throws -> RouteState {
    try HistoryFold(through: sequence, of: history).state
  }

  /// A walk through the entry at a sequence, from the nearest checkpoint at or before it; through
  /// no entry for a sequence before the first.
  ///
  /// - Throws: like ``walk(_:through:_:)``, but the part before the checkpoint is not checked.
  package init(through sequence: Int64, of history: History) throws {
    self.init()
    if let checkpoint = try history.newestSoundCheckpoint(through: sequence) {
      (state, position) = (checkpoint.state, checkpoint.anchor)
    }
    try walk(history, through: sequence)
  }

  /// The walk of a launch: from the newest sound checkpoint at or before a sequence, to the end of
  /// the journal or through that sequence. The journal may be in use for writing.
  ///
  /// - Parameters:
  ///   - journal: the journal.
  ///   - last: the entry after which the state is needed.
  ///   - began: called with the checkpoint, when there is one.
  ///   - body: called with each row after it.
  /// - Throws: `StoreError.damaged` with the first sequence that is not as it was written, or
  ///   `StoreError.newerEntry` when an entry contains what only a newer version knows.
  package init(
    restoring journal: some ReadableJournal, through last: Int64,
    from began: (SoundCheckpoint) -> Void, _ body: (EntryRow) -> Void
  ) throws(StoreError) {
    self.init()
    if let checkpoint = try journal.newestSoundCheckpoint(through: last) {
      (state, position) = (checkpoint.state, checkpoint.anchor)
      began(checkpoint)
    }
    do {
      try journal.forEachChecked(after: position) { row in
        guard row.sequence <= last else { throw EndOfWalk() }
        try EntryCoder.decode(row).apply(to: &state)
        position = JournalAnchor(sequence: row.sequence, digest: row.chainDigest)
        body(row)
      }
    } catch is EndOfWalk {
    } catch let error as StoreError {
      throw error
    } catch let error as EntryError where error.judged(by: journal).isNewer {
      throw StoreError.newerEntry(sequence: error.sequence)
    } catch {
      throw StoreError.damaged(reason: "\(error)", sequence: (error as? EntryError)?.sequence)
    }
  }

  private struct EndOfWalk: Error {}

  /// Begins at the checkpoint at the base of a pruned journal.
  private mutating func begin(_ history: History) throws {
    let base = try history.base()
    guard position == .start, base != .start else { return }
    guard let row = try history.newestCheckpoint(through: base.sequence),
      row.sequence == base.sequence
    else {
      throw StoreError.damaged(
        reason: "the checkpoint that the pruned journal begins with is missing",
        sequence: base.sequence)
    }
    do {
      state = try StateCoding.decode(row.state)
    } catch {
      throw StoreError.damaged(
        reason: "the checkpoint that the pruned journal begins with: \(error)",
        sequence: base.sequence)
    }
    guard state.digest == row.stateDigest else {
      throw StoreError.damaged(
        reason: "the checkpoint that the pruned journal begins with does not match its digest",
        sequence: base.sequence)
    }
    position = base
  }
}

/// Entries that were read ahead and decoded.
private struct DecodedEntries: EntryCollection {
  private(set) var entries: [RecordedEntry] = []

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  mutating func add(_ row: EntryRow) throws {
    entries.append(RecordedEntry(try EntryCoder.decode(row)))
  }
}
