import RouteStore

/// The readable content of a damaged journal that was set aside: the state at the end of its
/// longest valid prefix.
struct Salvage {
  /// The state at that end; nil when nothing could be read.
  private(set) var state: RouteState?
  /// The last sound entry.
  private(set) var position = JournalAnchor.start
  /// The highest position that the file mentions: ids up to it are used up.
  private(set) var highest: Int64 = 0
  /// The host's session that wrote that entry; how it ended is not known.
  private(set) var session: SessionRow?
  /// When that session wrote its newest sound entry; nil when there is none.
  private(set) var lastMoment: RouteInstant?
  /// The clocks when that session began; nil when they are not known.
  private(set) var lastBeginning: ClockReading?
  /// The number of the session of that entry, which may be one of ``JournalMaintenance``.
  private(set) var newestSession: Int64 = 0
  private(set) var vaultKeys: [VaultKey] = []
  private(set) var vaultValues: [VaultValue] = []
  /// The sources' ids that its sound part confirms, and those from before that part.
  private(set) var seen: [SeenRow] = []
  /// Whether the file could be read at all.
  private(set) var isReadable = false
  /// Whether it holds entries of its own, beyond the content that it continued from.
  private(set) var holdsEntries = false

  /// Reads as much as can be read, which may be nothing.
  ///
  /// - Throws: `newerFormat` when only a newer version understands the content, and the reason when
  ///   a file with a log could not be copied for reading: then the file is not known to be damaged.
  init(from path: String) throws(StoreError) {
    let history: History
    do throws(StoreError) {
      history = try History(salvaging: path)
    } catch {
      switch error {
      case .newerFormat, .diskFull, .readOnly: throw error
      // The error names the place of the copy.
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
    // The readable part of a damaged file is kept; the unreadable part counts as missing.
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
    // Here too, a source or a private value that cannot be read counts as missing.
    let base = (try? history.base().sequence) ?? 0
    try? history.forEachSeen {
      if $0.request <= base, $0.request > sources.prunedThrough { seen.append($0) }
    }
    try? history.forEachVaultValue { value, key in
      guard let key, PrivateValues.token(for: value.value, under: key).hasSameBytes(as: value.token)
      else { return }
      if vaultKeys.last != key { vaultKeys.append(key) }  // a principal's values are consecutive
      vaultValues.append(value)
    }
    // The journal's own key hides no values; it identifies repeated requests.
    if let own = try? history.vaultKey(principal: PrivateValues.journalOwner) {
      vaultKeys.append(own)
    }
  }

  /// Continues from a later state, with which a new file begins that has nothing else yet. If the
  /// principal there differs from the one here, this one may have signed out: values that a
  /// sign-out removes are left out.
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

  /// The beginning of a new journal: it continues after every number that the old one used, so that
  /// no id is given twice. Nil when nothing could be read.
  var beginning: Journal.Beginning? {
    state.map {
      Journal.Beginning(after: JournalAnchor(sequence: highest, digest: position.digest), with: $0)
    }
  }
}

extension Journal.Beginning {
  /// Begins after a position, with the state there.
  init(after base: JournalAnchor, with state: RouteState) {
    self.init(
      after: base,
      with: CheckpointRow(
        sequence: base.sequence, format: StateCoding.format, state: StateCoding.encode(state),
        stateDigest: state.digest))
  }
}
