import RouteStore

/// The readable content of a damaged journal that was set aside: the state at the end of its sound
/// part.
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
  /// The sources' ids that the entries of the sound part confirm, and those from before them.
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
    let part = SoundPart(longestIn: history)
    guard part.position.sequence > 0 else { return }
    (state, position, holdsEntries) = (part.state, part.position, part.holdsEntries)
    (lastMoment, lastBeginning) = (part.record.lastMoment, part.record.lastBeginning)
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
    seen = part.seen
    // A private value that cannot be read counts as missing, too.
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

/// The part of a damaged journal from which a new one continues: the longest prefix in which every
/// entry is as it was written. If the checkpoint from which a launch reads lies behind that prefix,
/// it is the part after that checkpoint: damage before it costs none of the entries after it.
private struct SoundPart {
  /// The content of the entries that a new journal needs, besides the state.
  struct Record {
    var sources: SourceRows
    var isOfHost = true
    var lastMoment: RouteInstant?
    var lastBeginning: ClockReading?
    /// The newest entry.
    var newest: Int64 = 0

    mutating func follow(_ entry: JournalEntry, before state: RouteState) {
      newest = entry.sequence
      if entry.kind == .began { isOfHost = !entry.beginsMaintenance }
      if isOfHost { lastMoment = entry.at }
      if isOfHost, entry.kind == .began { lastBeginning = ClockReading(beginning: entry) }
      sources.follow(entry, before: state)
    }
  }

  private var fold: HistoryFold
  private(set) var record: Record
  /// Whether there are entries in it or before it.
  private(set) var holdsEntries: Bool
  /// Whether it ends with the journal.
  private var isWhole = false

  var state: RouteState { fold.state }
  var position: JournalAnchor { fold.position }

  /// Finds the part; it is empty when no session can continue from it.
  init(longestIn history: History) {
    self.init(history, after: HistoryFold(), Record(sources: SourceRows(Self.seen(in: history))))
    if !isWhole, let later = SoundPart(of: history, behind: position), later.leavesRoom {
      self = later
    }
    if !leavesRoom { fold = HistoryFold() }
  }

  private var leavesRoom: Bool {
    JournalEnd.leavesRoom(position.sequence) && JournalEnd.leavesRoom(state)
  }

  /// The part after the checkpoint from which a launch would read, if it is behind a position.
  private init?(of history: History, behind end: JournalAnchor) {
    // A checkpoint that cannot be read is none.
    guard let checkpoint = try? history.newestSoundCheckpoint(through: .max)?.anchor,
      checkpoint.sequence > end.sequence,
      let fold = try? HistoryFold(through: checkpoint.sequence, of: history)
    else { return nil }
    var record = Record(sources: SourceRows(Self.seen(in: history, through: checkpoint.sequence)))
    // Rows that cannot be read count as missing.
    let sessions = ((try? history.sessions()) ?? []).filter {
      $0.firstSequence <= checkpoint.sequence
    }
    let host = sessions.last { !$0.isMaintenance }
    record.isOfHost = host == sessions.last
    // A moment or a beginning that cannot be read is not known.
    let entry = try? history.entry(at: checkpoint.sequence)
    record.lastMoment = JournalEnd.moment(of: entry, in: host)
    record.lastBeginning = host.flatMap { try? JournalEnd.beginning(of: $0, in: history) }
    self.init(history, after: fold, record)
    holdsEntries = true
  }

  /// Walks on from an entry as long as everything is as it was written.
  private init(_ history: History, after start: HistoryFold, _ before: Record) {
    var (fold, record) = (start, before)
    let problem = fold.walkSoundPart(of: history) { entry, state in
      // The sound entries come again when one is not sound.
      if entry.sequence <= record.newest { record = before }
      record.follow(entry, before: state)
    }
    holdsEntries = record.newest > 0
    // The first entry may already be the one that is not sound.
    (self.fold, self.record) = (fold, record.newest > fold.position.sequence ? before : record)
    isWhole = problem == nil
  }

  /// The rows of the sources' ids at its end. A request that waits there has no outcome yet,
  /// whatever a row from before it says.
  var seen: [SeenRow] {
    record.sources.sorted.filter { $0.request <= position.sequence }.map { row in
      var row = row
      if state.isWaiting(RequestID(row.request)) { row.outcome = nil }
      return row
    }
  }

  /// The rows of sources' ids whose requests arrived no later than an entry, or than the last
  /// pruned one; a row that cannot be read counts as missing.
  private static func seen(in history: History, through last: Int64? = nil) -> [SeenRow] {
    let last = last ?? (try? history.base().sequence) ?? 0
    var rows: [SeenRow] = []
    try? history.forEachSeen { if $0.request <= last { rows.append($0) } }
    return rows
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
