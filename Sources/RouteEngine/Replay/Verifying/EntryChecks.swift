import RouteEngine
import RouteStore

/// The checks of single entries, in order.
struct EntryChecks {
  private(set) var findings: [Verification.Finding] = []
  /// The first entry with a note that this version does not know, and its name.
  private(set) var unknownNote: (sequence: Int64, name: String)?
  private(set) var entries = 0
  private(set) var outcomes = 0
  private(set) var sessions: [RecordedSession] = []
  /// The index of the host's last session among them.
  private var hostSession: Int?
  private(set) var sources = RecordedSources()
  private var refusals = RecordedRefusals()
  private var steps: StepChecks
  private var renderings: RenderChecks
  private var restored: RestoredCheck
  private let adopted: AdoptedCheck
  /// The bounds of the session; nil when its first entry, which alone states them, is gone.
  private var limits: RouteLimits?
  /// The position at which the journal continues one that was set aside, by its first entry.
  private(set) var setAsideBase: JournalAnchor?
  /// The lost entries: those before this journal that no sound file contains any more.
  private(set) var missing: ClosedRange<Int64>?
  /// The removals from the vault that entries record.
  private(set) var redactions = RecordedRedactions()
  /// The newest entry that records a pruning.
  private(set) var pruned: JournalEntry?
  private var earlier: EarlierRequests
  /// The kind of the last entry.
  private var lastKind: EntryKind?
  private var lastSequence: Int64 = 0
  /// The visible screen that the last entry names for the state after it, which is not known yet.
  private var unfinished: ExpectedScreen?
  /// The kind of the visible screen at the last search.
  private var shown: String?
  /// Whether that kind is still valid.
  private var isShownKnown = false

  init(_ history: History, within bounds: RouteLimits) throws(StoreError) {
    earlier = try EarlierRequests(in: history)
    renderings = RenderChecks(after: earlier.base)
    steps = StepChecks(earlier, within: bounds)
    restored = RestoredCheck(history)
    adopted = AdoptedCheck(history)
  }

  mutating func find(_ check: Verification.Check, _ sequence: Int64, _ problem: String) {
    findings.append(Verification.Finding(sequence: sequence, check: check, problem: problem))
  }

  /// Keeps findings. Most entries have none, and appending an empty list takes 150 instructions.
  private mutating func find(_ found: [Verification.Finding]) {
    if !found.isEmpty { findings += found }
  }

  private mutating func find(
    _ check: Verification.Check, _ entry: JournalEntry, _ problems: [String]
  ) {
    for problem in problems { find(check, entry.sequence, problem) }
  }

  mutating func add(_ finding: Verification.Finding) { findings.append(finding) }

  /// The kind of the visible screen between the entry before and this one. It is searched for if
  /// the entry before changed the display, as one of three entries of the shipped example does.
  mutating func screen(before entry: JournalEntry, in state: RouteState) -> String? {
    if !isShownKnown { shown = state.tree.visibleKind() }
    assert(shown == state.tree.visibleKind(), "an entry has changed the display unseen")
    isShownKnown = !entry.changesDisplay
    return shown
  }

  /// Checks what an entry says of the state before it and of its visible screen, and remembers what
  /// it says of the state after it for ``finish(showing:)``.
  ///
  /// - Returns: the state after it, if a check has made it; nil when the entry's changes still have
  ///   to be made.
  mutating func check(
    _ recorded: RecordedEntry, before state: RouteState, showing screen: String?
  ) throws(StoreError) -> RouteState? {
    let entry = recorded.entry
    entries += 1
    if entry.kind != .outage { checkStrayBeginning() }
    try checkSession(entry, before: state)
    checkOutcome(entry)
    find(try steps.follow(recorded, before: state, showing: screen))
    if entry.kind == .restored, entries > 1 || earlier.base == 0 {
      find(.restoring, entry, try restored.problems(with: entry, before: state))
    }
    if unknownNote == nil, let name = entry.unknownNote { unknownNote = (entry.sequence, name) }
    if entry.kind == .pruned { checkPruned(entry) }
    if entry.kind == .began { checkBeginning(entry) }
    redactions.follow(entry, before: state)
    find(refusals.follow(entry, before: state, limits: limits))
    find(.seen, entry, try sources.problems(with: entry, &earlier))
    sources.follow(entry, before: state)
    find(.display, entry, renderings.problems(with: entry, before: state))
    unfinished = ExpectedScreen(after: entry)
    (lastKind, lastSequence) = (entry.kind, entry.sequence)
    return steps.takeStateReached()
  }

  /// Checks what the last entry says of the state after it, with its visible screen.
  mutating func finish(showing screen: String?) {
    guard let expected = unfinished else { return }
    unfinished = nil
    if !expected.allows(screen) {
      find(
        .screen, expected.sequence, "the visible screen after it is not \(expected.kind ?? "none")")
    }
  }

  /// Ends the walk after the last entry.
  mutating func end(in state: RouteState) {
    finish(showing: state.tree.visibleKind())
    checkStrayBeginning()
    find(steps.end(in: state, after: lastSequence))
  }

  private mutating func checkStrayBeginning() {
    guard let sequence = restored.strayBeginning, lastKind == .began else { return }
    find(.restoring, sequence, "its session does not begin with the tree of its route table")
  }

  /// Checks that a pruning entry states the last pruned entry, and that this one lies before it.
  private mutating func checkPruned(_ entry: JournalEntry) {
    if entry.pruned.map({ $0.through < 1 || $0.through >= entry.sequence }) ?? true {
      find(.pruning, entry.sequence, "it does not say what was pruned")
    }
    pruned = entry
  }

  /// Checks the notes of an entry about the file that this one replaces.
  private mutating func checkBeginning(_ entry: JournalEntry) {
    let isFirst = entries == 1
    find(.beginning, entry, entry.beginningProblems(isFirst: isFirst))
    guard isFirst else { return }
    (setAsideBase, missing) = (entry.replaced?.base, entry.replaced?.missing)
  }

  /// Checks that sessions follow one another, and that time advances in each from its start.
  private mutating func checkSession(
    _ entry: JournalEntry, before state: RouteState
  ) throws(StoreError) {
    if entry.kind == .began {
      if let last = sessions.indices.last, entry.session <= sessions[last].number {
        let number = sessions[last].number
        find(.session, entry.sequence, "session \(entry.session) begins after session \(number)")
      }
      restored.follow(entry, before: state, after: hostSession.map { sessions[$0] })
      let session = RecordedSession(beginning: entry)
      if !session.isMaintenance { hostSession = sessions.count }
      sessions.append(session)
      limits = entry.limits
    } else if sessions.isEmpty, earlier.base > 0 {
      hostSession = sessions.count
      sessions.append(RecordedSession(prunedBefore: entry))
    } else if sessions.indices.last.map({ sessions[$0].number }) != entry.session {
      find(.session, entry.sequence, "it belongs to session \(entry.session), which has not begun")
    }
    guard let index = sessions.indices.last else { return }
    if sessions[index].isMaintenance,
      !entry.kind.isOfMaintenance || entry.kind == .began && !entry.changes.isEmpty
    {
      find(.session, entry.sequence, "its session is one of maintenance, which has no such entry")
    }
    if entry.elapsed < sessions[index].elapsed {
      find(.time, entry.sequence, "time runs backwards within its session")
    }
    if RecordedSession.beginning(by: entry) != sessions[index].began || sessions[index].began == nil
    {
      find(.time, entry.sequence, "its time is not its session's beginning plus the elapsed time")
    }
    if entry.kind == .table || entry.kind == .outage {
      let former = sessions[index].table
      find(.adopting, entry, try adopted.problems(with: entry, before: state, after: former))
    }
    sessions[index].follow(entry)
  }

  /// Checks that a request has its outcome on an entry of the right kind.
  private mutating func checkOutcome(_ entry: JournalEntry) {
    let isDecided = entry.kind == .decided
    if isDecided != (entry.outcome != nil) {
      find(
        .outcome, entry.sequence,
        isDecided ? "it is decided and has no outcome" : "only decided entries have outcomes")
    }
    if isDecided, entry.requestID != nil { outcomes += 1 }
  }

  mutating func checkCheckpoint(
    _ history: History, at sequence: Int64, is state: RouteState
  ) throws(StoreError) {
    guard let row = try history.newestCheckpoint(through: sequence), row.sequence == sequence
    else { return find(.checkpoint, sequence, "its checkpoint cannot be read") }
    // Encoding the state takes half of what decoding the other takes, 54,000 instructions. A state
    // without scenes can be encoded, but no launch can read it.
    var isSame = !state.tree.scenes.isEmpty && row.state == StateCoding.encode(state)
    if !isSame {
      // The finding is that it contains no state.
      guard let stored = try? StateCoding.decode(row.state) else {
        return find(.checkpoint, sequence, "its checkpoint holds no state")
      }
      isSame = stored == state
    }
    if row.format != StateCoding.format {
      find(
        .checkpoint, sequence,
        "its checkpoint has format \(row.format), expected \(StateCoding.format)")
    }
    if !isSame || row.stateDigest != state.digest {
      find(.checkpoint, sequence, "its checkpoint differs from the state that the entries lead to")
    }
  }
}
