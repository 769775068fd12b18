import RouteStore

/// The end of a journal as a launch finds it: the state that its newest sound checkpoint and the
/// entries after it lead to, and the session that wrote last.
struct JournalEnd {
  /// The state after the newest entry; nil in a new journal.
  private(set) var state: RouteState?
  /// The host's last session.
  let lastSession: SessionRow?
  /// The number of the last session that wrote, which may be one of ``JournalMaintenance``.
  let newestSession: Int64
  /// The newest entry's time since its session began.
  let elapsed: Int64
  /// The number of entries read after the checkpoint; then the bytes of their payloads, and of the
  /// checkpoint.
  private(set) var entries = 0
  private(set) var bytes = 0
  private(set) var checkpointBytes = 0

  /// The number of ids that a session must be able to give to screens: more than any session uses.
  private static let roomForScreens: UInt64 = 1 << 40
  /// The number of positions that a session must be able to give to entries: more than any session
  /// writes.
  private static let roomForEntries: Int64 = 1 << 40

  /// The newest entry.
  private(set) var position = JournalAnchor.start

  /// The salvage of a damaged journal on which this end is based; nil for a sound journal.
  private(set) var salvage: Salvage?

  /// When the host's last session wrote its newest entry. If its entries are gone, the end or start
  /// in its row.
  let lastMoment: RouteInstant?
  /// The clocks when the host's last session began; nil when that entry is gone.
  let lastBeginning: ClockReading?

  /// The end of a salvaged journal that was set aside.
  init(_ salvage: Salvage) {
    (state, lastSession, elapsed) = (salvage.state, salvage.session, 0)
    position = salvage.position
    (lastMoment, lastBeginning) = (salvage.lastMoment, salvage.lastBeginning)
    newestSession = salvage.newestSession
    self.salvage = salvage
  }

  /// Whether a session can continue from a number. The number must leave room within
  /// ``FileBounds``; otherwise the file was not written by this library.
  static func leavesRoom(_ number: Int64) -> Bool {
    number <= FileBounds.numbers.upperBound - roomForEntries
  }

  /// Whether the state leaves enough ids for the screens of a session.
  static func leavesRoom(_ state: RouteState) -> Bool {
    state.counter <= ScreenID.highest.rawValue - roomForScreens
  }

  /// Reads the entries that restoring needs, and checks their chain and digests.
  ///
  /// - Throws: `StoreError.damaged` with the first sequence that was altered, or
  ///   `StoreError.newerEntry` when an entry has content that only a newer version knows.
  /// - Parameters:
  ///   - journal: the journal.
  ///   - last: the entry after which the state is wanted.
  init(
    restoring journal: some ReadableJournal, through last: Int64 = .max
  ) throws(StoreError) {
    position = try journal.newestPosition()
    let newest = try journal.lastSession()
    newestSession = newest?.number ?? 0
    let newestEntry = try journal.entry(at: position.sequence)
    elapsed = newestEntry?.elapsedMicroseconds ?? 0
    if newest?.isMaintenance ?? false {
      let sessions = try journal.sessions()
      let last = sessions.last { !$0.isMaintenance }
      lastSession = last
      let next = sessions.first { $0.number > last?.number ?? 0 }
      let lastEntry = try Self.unlessDamaged { () throws(StoreError) in
        try journal.entry(at: (next?.firstSequence ?? 0) &- 1)
      }
      lastMoment = Self.moment(of: lastEntry, in: last)
    } else {
      lastSession = newest
      lastMoment = Self.moment(of: newestEntry, in: newest)
    }
    lastBeginning = try lastSession.flatMap { session throws(StoreError) in
      try Self.beginning(of: session, in: journal)
    }
    try checkNumbers()
    guard position.sequence > 0 else { return }
    var (entries, bytes, checkpointBytes) = (0, 0, 0)
    // Another process may be writing: the state must be that of the position, not of a later entry.
    let fold = try HistoryFold(
      restoring: journal, through: min(last, position.sequence)
    ) { checkpoint in
      checkpointBytes = checkpoint.bytes
    } _: { row in
      entries += 1
      bytes += row.payload.count
    }
    guard Self.leavesRoom(fold.state) else {
      throw StoreError.damaged(
        reason: "its screen ids are used up", sequence: position.sequence)
    }
    (self.entries, self.bytes, self.checkpointBytes) = (entries, bytes, checkpointBytes)
    state = fold.state
  }

  /// Reads the end of a journal that is to be written. A journal that turns out to be damaged is
  /// left as it is, its log too.
  init(whatIsIn journal: Journal) throws(StoreError) {
    do throws(StoreError) {
      try self.init(restoring: journal)
    } catch {
      journal.leaveAsItIs()
      throw error
    }
  }

  /// The moment of a session's last write.
  static func moment(of entry: EntryRow?, in session: SessionRow?) -> RouteInstant? {
    guard let session else { return nil }
    if let entry, entry.session == session.number {
      return RouteInstant(microseconds: entry.atMicroseconds)
    }
    return RouteInstant(microseconds: session.endedMicroseconds ?? session.beganMicroseconds)
  }

  /// The clocks when a session began, as its first entry states; nil when that entry is missing or
  /// altered. The entry may lie before everything else that is read, and moments are adjusted by
  /// it.
  static func beginning(
    of session: SessionRow, in journal: some ReadableJournal
  ) throws(StoreError) -> ClockReading? {
    let before = try unlessDamaged { () throws(StoreError) in
      try journal.anchor(at: session.firstSequence &- 1)
    }
    guard let before else { return nil }
    var beginning: ClockReading?
    do {
      try journal.forEachChecked(after: before) { row in
        let entry = try EntryCoder.decode(row)
        if row.session == session.number, entry.kind == .began {
          beginning = ClockReading(beginning: entry)
        }
        throw EndOfReading()
      }
    } catch {}  // read to its end, or damaged
    return beginning
  }

  private struct EndOfReading: Error {}

  /// A value of an entry that may lie before the newest checkpoint; nil where it is damaged. If the
  /// file was set aside for it, all that comes behind would be lost.
  private static func unlessDamaged<Value>(
    _ read: () throws(StoreError) -> Value?
  ) throws(StoreError) -> Value? {
    do throws(StoreError) {
      return try read()
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }

  private func checkNumbers() throws(StoreError) {
    let numbers = [
      position.sequence, elapsed, newestSession, lastSession?.beganMicroseconds ?? 0,
    ]
    guard numbers.allSatisfy(Self.leavesRoom) else {
      throw .damaged(
        reason: "its numbers are beyond what a journal can reach", sequence: position.sequence)
    }
  }
}
