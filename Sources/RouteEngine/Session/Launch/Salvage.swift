import RouteStore

/// The readable content of a damaged journal that was set aside: where its longest valid prefix
/// leads to.
struct Salvage {
  /// The state there; nil when nothing could be read.
  private(set) var state: RouteState?
  /// The last sound entry.
  private(set) var position = JournalAnchor.start
  /// The highest position that the file speaks of: ids up to there are used up.
  private(set) var highest: Int64 = 0
  /// The host's session of that entry; how it ended is not known.
  private(set) var session: SessionRow?
  /// When the host's session wrote its newest sound entry; nil when none is there.
  private(set) var lastMoment: RouteInstant?
  /// The clocks when that session began; nil when that is not known.
  private(set) var lastBeginning: ClockReading?
  /// The number of the session of that entry, which may be one of ``JournalMaintenance``.
  private(set) var newestSession: Int64 = 0
  private(set) var vaultKeys: [VaultKey] = []
  private(set) var vaultValues: [VaultValue] = []
  /// The sources' ids that its sound part bears out, and those from before it.
  private(set) var seen: [SeenRow] = []
  /// Whether the file could be read at all.
  private(set) var isReadable = false
  /// Whether it holds entries, and not only what it was to go on from.
  private(set) var holdsEntries = false

  /// Reads what can be read, which may be nothing.
  ///
  /// - Throws: `newerFormat`, because a newer version knows what is in it, and why a file with a
  ///   log could not be copied to be read: nothing is known against the file then.
  init(from path: String) throws(StoreError) {
    let history: History
    do throws(StoreError) {
      history = try History(salvaging: path)
    } catch {
      switch error {
      case .newerFormat, .diskFull, .readOnly: throw error
      // It names the place of the copy.
      case .cannotOpen(let place, _) where !place.hasSameBytes(as: path): throw error
      default: return
      }
    }
    isReadable = true
    var fold = HistoryFold()
    var sources = SourceRows()
    var isOfHost = true
    var lastMoment: RouteInstant?
    var lastBeginning: ClockReading?
    var holdsEntries = false
    _ = fold.walkSoundPart(of: history) { entry, before in
      holdsEntries = true
      if entry.kind == .began { isOfHost = !entry.beginsMaintenance }
      if isOfHost { lastMoment = entry.at }
      if isOfHost, entry.kind == .began { lastBeginning = ClockReading(beginning: entry) }
      sources.follow(entry, before: before)
    }
    guard fold.position.sequence > 0, JournalEnd.leavesRoom(fold.position.sequence),
      JournalEnd.leavesRoom(fold.state)
    else { return }
    (state, position) = (fold.state, fold.position)
    self.holdsEntries = holdsEntries
    (self.lastMoment, self.lastBeginning) = (lastMoment, lastBeginning)
    let end = position.sequence
    // Of a damaged file what can be read is kept; what cannot be is as if it were not there.
    let newest = (try? history.head().sequence) ?? 0
    highest = JournalEnd.leavesRoom(newest) ? max(newest, end) : end
    let sessions = ((try? history.sessions()) ?? []).filter {
      $0.firstSequence <= end && JournalEnd.leavesRoom($0.number)
    }
    newestSession = sessions.last?.number ?? 0
    if var last = sessions.last(where: { !$0.isMaintenance }) {
      (last.ending, last.endedMicroseconds, last.tableDigest) = (nil, nil, nil)
      session = last
    }
    seen = sources.sorted.filter { $0.request <= end }
    // Here too, a source or a private value that cannot be read is as if it were not there.
    let base = (try? history.base().sequence) ?? 0
    try? history.forEachSeen {
      if $0.request <= base, $0.request > sources.prunedThrough { seen.append($0) }
    }
    try? history.forEachVaultValue { value, key in
      guard let key, PrivateValues.token(for: value.value, under: key).hasSameBytes(as: value.token)
      else { return }
      if vaultKeys.last != key { vaultKeys.append(key) }  // a principal's values come together
      vaultValues.append(value)
    }
    // The journal's own key has no values; by it requests are known again.
    if let own = try? history.vaultKey(principal: PrivateValues.journalOwner) {
      vaultKeys.append(own)
    }
  }

  /// Goes on from a later state, which a new file begins with that holds nothing else yet. When
  /// another user is signed in there, or none, the one who was signed in here may have signed out:
  /// the values that go with a sign-out are left out.
  mutating func resume(from later: RouteState, at place: JournalAnchor) {
    guard place.sequence >= highest, later != state else { return }
    if let before = state?.principal, !(later.principal?.hasSameBytes(as: before) ?? false) {
      for owner in PrivateValues.forgotten(atSignOutOf: before) {
        vaultKeys.removeAll { $0.principal.hasSameBytes(as: owner) }
        vaultValues.removeAll { $0.principal.hasSameBytes(as: owner) }
      }
    }
    (state, position, highest) = (later, place, place.sequence)
  }

  /// The beginning of a new journal: after everything that the old one numbered, so that no id is
  /// given twice. Nil when nothing could be read.
  var beginning: Journal.Beginning? {
    state.map {
      Journal.Beginning(after: JournalAnchor(sequence: highest, digest: position.digest), with: $0)
    }
  }
}

extension Journal.Beginning {
  /// After a position, with the state there.
  init(after base: JournalAnchor, with state: RouteState) {
    self.init(
      after: base,
      with: CheckpointRow(
        sequence: base.sequence, format: StateCoding.format, state: StateCoding.encode(state),
        stateDigest: state.digest))
  }
}
