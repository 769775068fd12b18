package import RouteStore

/// Walks a journal from its beginning, or from where it was pruned to: the chain checked, each
/// entry read, each change applied, each recorded digest compared. Every replay stands on this
/// walk.
package struct HistoryFold {
  /// The state after the newest entry that was walked over.
  package private(set) var state = RouteState()
  /// That entry's position and chain digest.
  package private(set) var position = JournalAnchor.start
  private let limits: RouteLimits

  /// A walk that has not begun.
  package init(limits: RouteLimits = .format) { self.limits = limits }

  /// Walks on to the end, or through a sequence.
  ///
  /// - Parameter body: called with each entry and the state before it; the state after it is the
  ///   next call's. May throw to end the walk.
  /// - Throws: `StoreError` for a file or chain that is not sound, ``EntryError`` for an entry that
  ///   cannot be understood or does not fit, and what the body throws.
  package mutating func walk(
    _ history: History, through last: Int64 = .max,
    _ body: (JournalEntry, RouteState) throws -> Void = { _, _ in }
  ) throws {
    try follow(history, through: last) { recorded, before in
      try body(recorded.entry, before)
      return nil
    }
  }

  /// Walks as ``walk(_:through:_:)`` does, with a body that may know the state after the entry: it
  /// has made the very changes that are recorded, and reached the digest that is recorded. They are
  /// then not made twice.
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
  /// - Throws: as ``walk(_:through:_:)``, without looking at what lies before the checkpoint.
  package static func state(
    at sequence: Int64, of history: History, limits: RouteLimits = .format
  ) throws -> RouteState {
    try HistoryFold(through: sequence, of: history, limits: limits).state
  }

  /// A walk that has come through the entry at a sequence, from the nearest checkpoint at or before
  /// it; through none for a sequence before the first.
  ///
  /// - Throws: as ``walk(_:through:_:)``, without looking at what lies before the checkpoint.
  package init(through sequence: Int64, of history: History, limits: RouteLimits = .format) throws {
    self.init(limits: limits)
    if let checkpoint = try history.newestSoundCheckpoint(through: sequence) {
      (state, position) = (checkpoint.state, checkpoint.anchor)
    }
    try walk(history, through: sequence)
  }

  /// The history that a launch reads: the walk from the newest sound checkpoint at or before a
  /// sequence to the end of a journal, which may be one that is written, or through that sequence.
  ///
  /// - Parameters:
  ///   - journal: the journal.
  ///   - last: the entry after which the state is wanted.
  ///   - began: called with the checkpoint, when there is one.
  ///   - body: called with each row after it.
  /// - Throws: `StoreError.damaged` with the first sequence that is not what was written, or
  ///   `StoreError.newerEntry` when an entry says what only a newer version knows.
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

  /// A pruned journal begins with the checkpoint at its base.
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
        reason: "the checkpoint that the pruned journal begins with is not what its digest says",
        sequence: base.sequence)
    }
    position = base
  }
}

/// Entries that were read ahead, with their meaning.
private struct DecodedEntries: EntryCollection {
  private(set) var entries: [RecordedEntry] = []

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  mutating func add(_ row: EntryRow) throws {
    entries.append(RecordedEntry(try EntryCoder.decode(row)))
  }
}
