import RouteEngine
import RouteStore

/// The checks that look at entries one by one, in their order.
struct EntryChecks {
  private(set) var findings: [Verification.Finding] = []
  /// The first entry with a note that this version does not know, and its name.
  private(set) var unknownNote: (sequence: Int64, name: String)?
  private(set) var entries = 0
  private(set) var outcomes = 0
  private(set) var sessions: [RecordedSession] = []
  /// Which of them is the host's last one.
  private var hostSession: Int?
  private(set) var sources = RecordedSources()
  private var refusals = RecordedRefusals()
  private var releases: RecordedReleases
  private var endings: RecordedEndings
  private var renderings: RenderChecks
  private var actions = ActionChecks()
  private var acceptance: AcceptanceCheck
  private var restored: RestoredCheck
  private let adopted: AdoptedCheck
  /// The bounds of the session; nil when its beginning, which alone says them, is gone.
  private var limits: Limits?
  /// Whether the session is the host's, and not work on the journal; nil when its beginning, which
  /// alone could say so, is gone.
  private var isOfHost: Bool?
  /// Whether the entry comes with a gap: what waited since then comes in anew, as it waits now.
  private var belongsToGap = false
  /// Where the journal goes on from one that was set aside, by its first entry.
  private(set) var setAsideBase: JournalAnchor?
  /// What nobody has any more of what it went on from.
  private(set) var missing: ClosedRange<Int64>?
  /// What entries say was taken away from the vault.
  private(set) var redactions = RecordedRedactions()
  /// The newest entry that says what was pruned.
  private(set) var pruned: JournalEntry?
  private let earlier: EarlierRequests
  /// The kind of the last entry.
  private var lastKind: EntryKind?
  private var lastSequence: Int64 = 0
  /// What the last entry says of the state after it, which is not known yet.
  private var unfinished: ExpectedScreen?

  init(_ history: History) throws(StoreError) {
    earlier = try EarlierRequests(in: history)
    renderings = RenderChecks(after: earlier.base)
    acceptance = AcceptanceCheck(after: earlier.base)
    releases = RecordedReleases(after: earlier.base)
    endings = RecordedEndings(after: earlier.base)
    restored = RestoredCheck(history)
    adopted = AdoptedCheck(history)
  }

  mutating func find(_ check: Verification.Check, _ sequence: Int64, _ problem: String) {
    findings.append(Verification.Finding(sequence: sequence, check: check, problem: problem))
  }

  private mutating func find(
    _ check: Verification.Check, _ entry: JournalEntry, _ problems: [String]
  ) {
    for problem in problems { find(check, entry.sequence, problem) }
  }

  mutating func add(_ finding: Verification.Finding) { findings.append(finding) }

  /// Checks what an entry says of the state before it and the screen that it shows, and remembers
  /// what it says of the one after it for ``finish(showing:)``.
  mutating func check(
    _ entry: JournalEntry, before state: RouteState, showing screen: String?
  ) throws(StoreError) {
    entries += 1
    if entry.kind != .gap { checkStrayBeginning() }
    belongsToGap = entry.kind == .gap || belongsToGap && entry.kind == .received
    try checkSession(entry, before: state)
    checkOutcome(entry, before: state)
    checkRequest(entry, before: state)
    for problem in actions.problems(with: entry, before: state) {
      find(.action, problem.sequence, problem.text)
    }
    find(.acceptance, entry, acceptance.problem(with: entry).map { [$0] } ?? [])
    checkNumbers(entry)
    if entry.kind == .restored {
      find(.restoring, entry, try restored.problems(with: entry, before: state))
    }
    find(.change, entry, entry.changeProblems(before: state, isOfHost: isOfHost))
    find(.column, entry, entry.columnProblems(before: state))
    if unknownNote == nil, let name = entry.unknownNote { unknownNote = (entry.sequence, name) }
    try checkRule(entry, before: state)
    if entry.kind == .pruned { checkPruned(entry) }
    if entry.kind == .began { checkBeginning(entry) }
    redactions.follow(entry, before: state)
    findings += refusals.follow(entry, before: state, limits: limits)
    sources.follow(entry, before: state)
    find(.seen, entry, try RecordedSources.problems(with: entry, earlier))
    find(.release, entry, releases.problems(with: entry, before: state))
    find(.release, entry, endings.problems(with: entry, before: state))
    find(.display, entry, renderings.problems(with: entry, before: state))
    if !entry.allowsScreenBefore(screen) {
      find(
        .screen, entry.sequence,
        "the visible screen before it is not \(entry.screenBefore ?? "none")")
    }
    if !Bytes.same(entry.variant, entry.answers.variant) {
      find(.variant, entry.sequence, "its column names other variants than were drawn")
    }
    unfinished = entry.expectedScreen
    (lastKind, lastSequence) = (entry.kind, entry.sequence)
  }

  /// Checks what the entry looked at last says of the state after it, which shows that screen.
  mutating func finish(showing screen: String?) {
    guard let expected = unfinished else { return }
    unfinished = nil
    if !expected.allows(screen) {
      find(
        .screen, expected.sequence, "the visible screen after it is not \(expected.kind ?? "none")")
    }
  }

  /// Ends the walk behind the entry looked at last.
  mutating func end(in state: RouteState) {
    finish(showing: state.tree.visibleLeaf()?.kind)
    checkStrayBeginning()
    if let problem = endings.problemAtEnd(after: state) {
      find(.release, lastSequence, problem)
    }
  }

  private mutating func checkStrayBeginning() {
    guard let sequence = restored.strayBeginning, lastKind == .began else { return }
    find(.restoring, sequence, "it begins with another tree than its route table's")
  }

  /// What went is said by the entry that says so, and lay before it.
  private mutating func checkPruned(_ entry: JournalEntry) {
    if entry.pruned.map({ $0.through < 1 || $0.through >= entry.sequence }) ?? true {
      find(.pruning, entry.sequence, "it does not say what was pruned")
    }
    pruned = entry
  }

  /// What a file begins with says of the one in whose place it is.
  private mutating func checkBeginning(_ entry: JournalEntry) {
    let isFirst = entries == 1
    find(.beginning, entry, entry.beginningProblems(isFirst: isFirst))
    guard isFirst else { return }
    (setAsideBase, missing) = (entry.replaced?.base, entry.replaced?.missing)
  }

  /// Sessions follow one another, and time goes on in each from the moment it began at.
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
      isOfHost = !session.isMaintenance
      if !session.isMaintenance { hostSession = sessions.count }
      sessions.append(session)
      limits = entry.limits
      if entry.hasOtherNotes(SessionBeginning.clockNotes) {
        find(.session, entry.sequence, "it says of its clocks what no session says")
      }
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
      find(.session, entry.sequence, "maintenance, which its session is, does no such thing")
    }
    if entry.elapsed < sessions[index].elapsed {
      find(.time, entry.sequence, "time runs backwards within its session")
    }
    if RecordedSession.beginning(by: entry) != sessions[index].began || sessions[index].began == nil
    {
      find(.time, entry.sequence, "its time is not its session's beginning and what elapsed since")
    }
    if entry.kind == .table || entry.kind == .gap {
      let former = sessions[index].table
      find(.adopting, entry, try adopted.problems(with: entry, before: state, after: former))
    }
    sessions[index].follow(entry)
  }

  /// A request has exactly one outcome, on its final entry.
  private mutating func checkOutcome(_ entry: JournalEntry, before state: RouteState) {
    let isDecided = entry.kind == .decided
    if isDecided != (entry.outcome != nil) {
      find(
        .outcome,
        entry.sequence,
        isDecided ? "it is decided and has no outcome" : "only decided entries have outcomes")
    }
    guard isDecided, let request = entry.requestID else { return }
    outcomes += 1
    let isWaiting = state.waiting(request) != nil
    if !isWaiting, request.rawValue != entry.sequence {
      find(
        .outcome, entry.sequence, "request \(request) has an outcome already, or was never received"
      )
    }
    if isWaiting, !entry.changes.contains(.settle(request)) {
      find(.outcome, entry.sequence, "request \(request) has its outcome and still waits")
    }
  }

  /// A request's content stands on its first entry, and nowhere else.
  private mutating func checkRequest(_ entry: JournalEntry, before state: RouteState) {
    switch entry.kind {
    case .received, .parked, .decided, .released: break
    default:
      if entry.request != nil {
        find(.request, entry.sequence, "it cannot be what brings a request")
      }
      return
    }
    guard let id = entry.requestID else {
      return find(.request, entry.sequence, "it belongs to no request")
    }
    let isFirst = id.rawValue == entry.sequence
    if isFirst != (entry.request != nil) {
      find(
        .request,
        entry.sequence,
        isFirst
          ? "it is request \(id)'s first entry and does not say what was asked for"
          : "only a request's first entry says what was asked for")
    } else if !isFirst, entry.kind != .decided, state.waiting(id) == nil {
      find(.request, entry.sequence, "request \(id) does not wait")
    }
    for case .wait(let waiting) in entry.changes {
      let known = entry.request ?? state.waiting(id)?.request
      if waiting.id != id || known?.hasSameBytes(as: waiting.request) != true {
        find(.request, entry.sequence, "what waits is not request \(id) as it arrived")
      }
      if waiting.isParked, waiting.target.holdsSecret {
        find(.request, entry.sequence, "request \(id) brings a secret and cannot wait")
      }
      if entry.kind != .released, !belongsToGap,
        waiting.replacement != state.waiting(id)?.replacement
      {
        find(
          .request, entry.sequence, "only when request \(id) is released can its target be replaced"
        )
      }
      if waiting.clockSet != state.waiting(id)?.clockSet ?? 0 {
        find(.request, entry.sequence, "only a launch can tell that request \(id)'s clock was set")
      }
    }
  }

  private mutating func checkNumbers(_ entry: JournalEntry) {
    if let cause = entry.cause, cause < 1 || cause >= entry.sequence {
      find(
        .number, entry.sequence,
        "entry \(cause), which is to have brought it about, is no earlier one")
    }
    if let duration = entry.duration, duration < 0 {
      find(.number, entry.sequence, "it took less than no time")
    }
  }

  private mutating func checkRule(
    _ entry: JournalEntry, before state: RouteState
  ) throws(StoreError) {
    guard let rule = entry.rule else {
      guard let note = entry.details.otherNotes[SettlingRule.note],
        EntryDetails.noteNames(of: entry.kind).contains(SettlingRule.note)
      else { return }
      return find(.rule, entry.sequence, "it follows rule \(note.notation), which does not exist")
    }
    if let problem = try rule.problem(with: entry, before: state, earlier) {
      find(.rule, entry.sequence, problem)
    }
  }

  mutating func checkCheckpoint(
    _ history: History, at sequence: Int64, is state: RouteState
  ) throws(StoreError) {
    guard let row = try history.newestCheckpoint(through: sequence), row.sequence == sequence
    else { return find(.checkpoint, sequence, "its checkpoint cannot be read") }
    // That it holds none is the finding.
    guard let stored = try? StateCoding.decode(row.state) else {
      return find(.checkpoint, sequence, "its checkpoint holds no state")
    }
    if row.format != StateCoding.format {
      find(.checkpoint, sequence, "its checkpoint is said to be of format \(row.format)")
    }
    if stored != state || row.stateDigest != state.digest {
      find(.checkpoint, sequence, "its checkpoint is another state than the entries lead to")
    }
  }
}
