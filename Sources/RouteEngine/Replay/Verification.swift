public import RouteStore

/// What a journal's own checks say, without any app code: whether it is exactly what was written,
/// and whether what was written holds together.
public struct Verification: Sendable {
  /// Something that is not as it must be.
  public struct Finding: Hashable, Sendable {
    /// The entry, 0 when it is about the whole file.
    public let sequence: Int64
    /// What is wrong.
    public let problem: String
  }

  /// How many entries were checked.
  public private(set) var entries = 0
  /// How many sessions they belong to.
  public private(set) var sessions = 0
  /// How many requests have an outcome.
  public private(set) var outcomes = 0
  /// The position and chain digest up to which everything was checked.
  public private(set) var end = JournalAnchor.start
  /// The digest of the state there.
  public private(set) var stateDigest: UInt64 = 0
  /// What is wrong, in the order of the journal; the first that breaks the fold ends the walk.
  public private(set) var findings: [Finding] = []
  /// Set when an entry is of a kind that only a newer version knows: nothing after it was checked.
  public private(set) var newerEntry: Int64?

  /// Whether everything is as it must be.
  public var isIntact: Bool { findings.isEmpty && newerEntry == nil }

  /// Checks a journal in one pass: chain, gapless sequences, session nesting, the state digest of
  /// every entry, requests and outcomes in pairs, time within a session, checkpoints, session rows,
  /// route tables, and, when one is given, an anchor kept outside the file.
  ///
  /// - Throws: `StoreError` when the file cannot be read at all.
  public init(
    of history: History, anchor: JournalAnchor? = nil, limits: Limits = .format
  ) throws(StoreError) {
    var walk = EntryChecks()
    var fold = HistoryFold(limits: limits)
    var checkpoints = try history.checkpointSequences()[...]
    var anchorFound = anchor == nil || anchor == .start
    do {
      try fold.walk(history) { entry, before in
        if let next = checkpoints.first, next < entry.sequence {
          checkpoints.removeFirst()
          try walk.checkCheckpoint(history, at: next, is: before)
        }
        walk.check(entry, before: before)
      }
    } catch let error as EntryError {
      if error.isNewer {
        newerEntry = error.sequence
      } else {
        walk.find(error.sequence, error.description)
      }
    } catch StoreError.damaged(let reason, let sequence) {
      walk.find(sequence ?? fold.position.sequence + 1, reason)
    } catch let error as StoreError {
      throw error
    } catch {
      walk.find(fold.position.sequence + 1, "\(error)")
    }
    end = fold.position
    stateDigest = fold.state.digest
    let isWhole = walk.findings.isEmpty && newerEntry == nil
    if isWhole, let next = checkpoints.first {
      if next == end.sequence {
        try walk.checkCheckpoint(history, at: next, is: fold.state)
      } else {
        walk.find(next, "a checkpoint beyond the newest entry: the journal's end is missing")
      }
    }
    if isWhole { try walk.checkProjections(history) }
    if let anchor, !anchorFound {
      anchorFound = try history.anchor(at: anchor.sequence)?.digest == anchor.digest
      if !anchorFound {
        walk.find(
          anchor.sequence,
          end.sequence < anchor.sequence
            ? "the journal ends at \(end.sequence), before the anchor: its end was cut off"
            : "the anchor's digest is another: this is not the journal it was taken from")
      }
    }
    (entries, sessions, outcomes) = (walk.entries, walk.sessions.count, walk.outcomes)
    findings = walk.findings
  }
}

/// The checks that look at entries one by one.
private struct EntryChecks {
  /// What the entries say of a session, to compare with its row.
  struct Session {
    let number: Int64
    let first: Int64
    let began: Int64
    let table: String?
    var elapsed: Int64 = 0
  }

  private(set) var findings: [Verification.Finding] = []
  private(set) var entries = 0
  private(set) var outcomes = 0
  private(set) var sessions: [Session] = []

  mutating func find(_ sequence: Int64, _ problem: String) {
    findings.append(Verification.Finding(sequence: sequence, problem: problem))
  }

  mutating func check(_ entry: JournalEntry, before state: RouteState) {
    entries += 1
    if entry.kind == .began {
      if let last = sessions.last, entry.session <= last.number {
        find(entry.sequence, "session \(entry.session) begins after session \(last.number)")
      }
      var table: String?
      if case .string(let digest)? = entry.notes["table"] { table = digest }
      sessions.append(
        Session(
          number: entry.session, first: entry.sequence,
          began: entry.at.microseconds - entry.elapsed,
          table: table))
    } else if let last = sessions.last, last.number != entry.session {
      find(entry.sequence, "it belongs to session \(entry.session), which has not begun")
    }
    if let index = sessions.indices.last {
      if entry.elapsed < sessions[index].elapsed {
        find(entry.sequence, "time runs backwards within its session")
      }
      sessions[index].elapsed = entry.elapsed
    }
    checkOutcome(entry, before: state)
    if let action = entry.action, entry.kind != .enqueued, state.action(action) == nil {
      find(entry.sequence, "it speaks of action \(action), which is not pending")
    }
  }

  /// A request has exactly one outcome, on its final entry.
  private mutating func checkOutcome(_ entry: JournalEntry, before state: RouteState) {
    let isDecided = entry.kind == .decided
    if isDecided != (entry.outcome != nil) {
      find(
        entry.sequence,
        isDecided ? "it is decided and has no outcome" : "only decided entries have outcomes")
    }
    guard isDecided, let request = entry.requestID else { return }
    outcomes += 1
    let isWaiting = state.waiting(request) != nil
    if !isWaiting, request.rawValue != entry.sequence {
      find(entry.sequence, "request \(request) has an outcome already, or was never received")
    }
    if isWaiting, !entry.changes.contains(.settle(request)) {
      find(entry.sequence, "request \(request) has its outcome and still waits")
    }
  }

  mutating func checkCheckpoint(
    _ history: History, at sequence: Int64, is state: RouteState
  ) throws(StoreError) {
    guard let row = try history.newestCheckpoint(through: sequence), row.sequence == sequence
    else { return find(sequence, "its checkpoint cannot be read") }
    guard let stored = try? StateCoding.decode(row.state) else {
      return find(sequence, "its checkpoint holds no state")
    }
    if stored != state || row.stateDigest != state.digest {
      find(sequence, "its checkpoint is another state than the entries lead to")
    }
  }

  /// Session rows and route tables are projections of entries: they must say the same.
  mutating func checkProjections(_ history: History) throws(StoreError) {
    let rows = try history.sessions()
    for row in rows {
      guard let session = sessions.first(where: { $0.number == row.number }) else {
        if row.firstSequence > (sessions.first?.first ?? 0) {
          find(row.firstSequence, "the row of session \(row.number) has no entries")
        }
        continue
      }
      if row.firstSequence != session.first || row.beganMicroseconds != session.began
        || row.tableDigest != session.table
      {
        find(session.first, "the row of session \(row.number) says other than its entries")
      }
    }
    let known = Set(rows.map(\.number))
    for session in sessions where !known.contains(session.number) {
      find(session.first, "session \(session.number) has no row")
    }
    for digest in try history.routeTableDigests() {
      let json = try history.routeTable(digest: digest) ?? []
      if Digest64.hex(Digest64.hash(json)) != digest {
        find(0, "route table \(digest) is not what its digest says")
      }
    }
  }
}
