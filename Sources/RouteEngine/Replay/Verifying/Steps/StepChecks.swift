import RouteEngine
import RouteStore

/// Makes each step of a history again with the machine, from what came in as its first entry tells
/// it, and compares the entries with those that are there.
///
/// Only what no machine can know is taken from the entries: what the world said, and what a
/// decision came to.
struct StepChecks {
  /// An entry and what comes before it.
  struct Place {
    let recorded: RecordedEntry
    /// The state that the entries before it lead to.
    let state: RouteState
    /// Why no decision can have brought the work that it accepts.
    var workProblem: String?

    var entry: JournalEntry { recorded.entry }

    /// Whether the history may have been cut off before it, in the middle of a step: a session or
    /// the end of an outage follows then.
    var mayFollowCut: Bool { entry.kind == .began || entry.kind == .outage }
  }

  /// The result of making an entry again, as far as the state before it and the input say it.
  enum Making {
    /// The entries of a step, this one first.
    case step([JournalEntry])
    /// An entry whose changes and notes other checks judge: those of launches and adoptions, and
    /// some whose first entries were pruned.
    case judged(JournalEntry)
    /// The entry of a decision, which has checks of its own.
    case decision
    /// One of those that are compared when all of them are there.
    case grouped
    /// Nothing that could come in leads to it.
    case nothing(Verification.Check, String)
  }

  var machine: Machine
  /// The session's first entry; nil when that was pruned.
  private(set) var beginning: JournalEntry?
  /// The entries that have to follow.
  private var expected: ArraySlice<JournalEntry> = []
  /// The entries of one step that are compared when all of them are there.
  private var group: EntryGroup?
  /// Whether the entry before is a session's first one and adopts a state: what is left in that is
  /// ended next, unless the session goes on with it.
  private var endsWhatIsLeft = false
  /// Whether what comes may follow from an entry that was pruned.
  private(set) var mayFollowPruned: Bool
  var acceptance: AcceptanceCheck
  var queue = RecordedQueue()
  private var arrivals = RecordedArrivals()
  /// Actions that gave way to work which has not been enqueued yet.
  private var displaced: [(sequence: Int64, action: PendingAction)] = []
  let earlier: EarlierRequests
  /// No decision is made here, so any table does.
  private let table: RouteTable
  /// A state that no entry leads to.
  let nowhere = RouteState()
  private var comparison = EntryComparison()
  private var findings: [Verification.Finding] = []
  /// The bounds within which the history is read.
  private let bounds: RouteLimits
  /// Whether the machine makes no state beyond those.
  private var keepsBounds = false
  /// The state that the step made last leads to; nil where only its entries were made. Behind
  /// pruned entries a made entry takes parts of the recorded one, and this state lacks them.
  var stateMade: RouteState?
  private var stateReached: RouteState?

  init(_ earlier: EarlierRequests, within bounds: RouteLimits = .format) {
    self.earlier = earlier
    self.bounds = bounds
    mayFollowPruned = earlier.base > 0
    acceptance = AcceptanceCheck(after: earlier.base)
    table = .empty
    machine = Self.machine(of: nil, session: 0, start: 0, table)
    noteBounds()
  }

  /// A machine that stands nowhere yet.
  private static func machine(
    of beginning: JournalEntry?, session: Int64, start: Int64, _ table: RouteTable
  ) -> Machine {
    var settings = Machine.Settings()
    settings.limits = beginning.map(\.limits) ?? .format
    settings.handled = Set(beginning?.beginning?.handled ?? [])
    settings.start = start
    var row = SessionRow(
      number: session, identifier: "", device: "", beganMicroseconds: start, firstSequence: 0)
    row.beginning = beginning?.beginning?.word
    return Machine(RouteState(), table, row, after: 0, isRecording: true, settings)
  }

  // MARK: Entries

  /// The problems of an entry, or of one before it that it shows to be wrong.
  ///
  /// - Parameters:
  ///   - state: the state before it.
  ///   - screen: the kind of the screen that is visible there.
  mutating func follow(
    _ recorded: RecordedEntry, before state: RouteState, showing screen: String?
  ) throws(StoreError) -> [Verification.Finding] {
    let entry = recorded.entry
    findings = []
    stateReached = nil
    let workProblem = acceptance.problem(with: entry)
    if let problem = queue.problem(with: entry, before: state) {
      findings.append(
        Verification.Finding(sequence: entry.sequence, check: .order, problem: problem))
    }
    if let problem = arrivals.problem(with: entry) {
      findings.append(
        Verification.Finding(sequence: entry.sequence, check: .time, problem: problem))
    }
    // Almost every entry of a history is a decision; as a place it would cost 200 retains.
    if entry.isOfDecision, isQuiet, machine.sessionNumber == entry.session {
      mayFollowPruned = false
      for problem in RecordedDecision(entry, before: state, showing: screen).problems {
        findings.append(
          Verification.Finding(
            sequence: entry.sequence, check: problem.check, problem: problem.text))
      }
      return findings
    }
    let place = Place(recorded: recorded, state: state, workProblem: workProblem)
    guard !takeIntoGroup(place) else { return findings }
    closeGroup(after: state, isCut: place.mayFollowCut)
    if entry.kind == .began || machine.sessionNumber != entry.session { begin(with: place) }
    expectEnds(before: place)
    settleDisplaced(by: place)
    if !takeExpected(place) {
      switch try make(place) {
      case .step(var made):
        let first = made.removeFirst()  // taken out, it is not copied
        compare(place, with: first)
        expected = made[...]
        let isReached = made.isEmpty && first.stateDigest == entry.stateDigest
        if isReached, findings.isEmpty, keepsBounds, !mayFollowPruned {
          stateReached = stateMade.take()
        }
      case .judged(let made): compare(place, with: made, isJudged: true)
      case .decision:
        let decision = RecordedDecision(entry, before: state, showing: screen)
        for problem in decision.problems { find(problem.check, place, problem.text) }
      case .grouped: group = EntryGroup(place)
      case .nothing(let check, let problem): find(check, place, problem)
      }
    }
    stateMade = nil  // held on to, it would have the walk copy what it changes
    note(place)
    return findings
  }

  /// The problems at the end of the history: a clean beginning is written with what it ends.
  mutating func end(in state: RouteState, after sequence: Int64) -> [Verification.Finding] {
    findings = []
    closeGroup(after: state, isCut: true)
    if endsWhatIsLeft, beginning?.replaced == nil, !(state.waiting.isEmpty && state.actions.isEmpty)
    {
      findings.append(
        Verification.Finding(
          sequence: sequence, check: .order, problem: "it ends nothing of what is left"))
    } else if let next = expected.first, next.rule == .cleanBeginning {
      findings.append(
        Verification.Finding(sequence: sequence, check: .order, problem: next.missing))
    }
    return findings
  }

  /// The state after the entry looked at last, where that was made again and is the same entry; nil
  /// where the entry's changes are still to be made. Given away, so that the walk changes it in
  /// place.
  mutating func takeStateReached() -> RouteState? { stateReached.take() }

  mutating func find(_ check: Verification.Check, _ place: Place, _ problem: String) {
    findings.append(
      Verification.Finding(sequence: place.entry.sequence, check: check, problem: problem))
  }

  /// Goes on in another session, with its first entry or the first that is left of it.
  mutating func begin(with place: Place) {
    let entry = place.entry
    beginning = entry.kind == .began ? entry : nil
    beginAnew(at: entry)
    guard entry.kind == .began else { return }
    dropExpected(at: place)
    // A session that begins another file while its host runs keeps the closures that wait.
    if entry.isAdopting, entry.replaced != nil, case .adopt(let state)? = entry.changes.first {
      machine.addClosures(of: state)
    }
  }

  /// Goes on in another process of the session.
  mutating func beginAnew(at entry: JournalEntry) {
    let start = entry.at.microseconds &- entry.elapsed
    machine = Self.machine(of: beginning, session: entry.session, start: start, table)
    noteBounds()
  }

  private mutating func noteBounds() {
    keepsBounds = machine.settings.limits.isWithin(bounds)
  }

  private mutating func compare(
    _ place: Place, with made: JournalEntry, isJudged: Bool = false
  ) {
    for difference in comparison.differences(of: place.entry, from: made, isJudged: isJudged) {
      find(difference.check, place, difference.problem)
    }
  }

  /// Whether a rule excuses an entry from being decided again: by itself, whatever lies around it.
  mutating func excuses(
    _ recorded: RecordedEntry, before state: RouteState
  ) throws(StoreError) -> Bool {
    mayFollowPruned = true
    let entry = recorded.entry
    let place = Place(recorded: recorded, state: state)
    if machine.sessionNumber != entry.session { begin(with: place) }
    defer { stateMade = nil }
    switch try make(place) {
    case .step(let made): return comparison.isSame(entry, as: made[0], isJudged: false)
    case .judged(let made): return comparison.isSame(entry, as: made, isJudged: true)
    case .decision, .grouped, .nothing: return false
    }
  }

  // MARK: What follows

  /// Whether nothing has to follow.
  private var isQuiet: Bool {
    expected.isEmpty && group == nil && !endsWhatIsLeft && displaced.isEmpty
  }

  /// Compares an entry with the one that has to follow.
  ///
  /// - Returns: whether it is the one.
  private mutating func takeExpected(_ place: Place) -> Bool {
    guard let next = expected.first else { return false }
    guard next.isSame(as: place.entry) else {
      dropExpected(at: place)
      return false
    }
    expected.removeFirst()
    compare(place, with: next)
    return true
  }

  /// Nothing more follows. A journal may have been cut off in the middle of a step, of which what a
  /// session or an outage begins with tells nothing; a clean beginning is in the journal or not.
  private mutating func dropExpected(at place: Place) {
    guard let next = expected.first else { return }
    if !place.mayFollowCut || next.rule == .cleanBeginning { find(.order, place, next.missing) }
    expected = []
  }

  /// A session that begins clean ends what is left, which is in the state after its beginning.
  private mutating func expectEnds(before place: Place) {
    guard endsWhatIsLeft else { return }
    endsWhatIsLeft = false
    guard let beginning else { return }
    // A beginning that could not be written at first says all of it in the outage's entry.
    guard place.entry.kind != .outage, place.entry.kind != .restored else { return }
    // In the place of a file that was set aside it may go on with what that was about.
    guard beginning.replaced == nil || place.entry.rule == .cleanBeginning else { return }
    guard !place.state.actions.contains(where: { $0.status == .started }) else {
      return find(.order, place, "a session began clean before it, and left an action started")
    }
    var state = place.state
    expected = machine.endsOfWhatIsLeft(following: beginning, in: &state)[...]
  }

  /// Adds an entry to the group that it is one of.
  private mutating func takeIntoGroup(_ place: Place) -> Bool {
    guard group?.takes(place.entry) ?? false else { return false }
    group?.entries.append(place.entry)
    return true
  }

  /// Compares the entries of a group with those that the machine makes, now that all of them are
  /// there.
  private mutating func closeGroup(after state: RouteState, isCut: Bool) {
    guard let open = group else { return }
    group = nil
    for case .enqueue(let action)? in open.entries.map(\.changes.first) where action.isClosure {
      machine.addClosure(action.id)
    }
    for problem in open.problems(of: &machine, after: state, isCut: isCut, &comparison) {
      findings.append(problem)
    }
  }

  /// Takes note of what an entry lets follow.
  private mutating func note(_ place: Place) {
    let entry = place.entry
    if !entry.isFollower { mayFollowPruned = false }
    if entry.kind == .restored { beginAnew(at: entry) }  // another process, which has no closures
    if entry.kind == .began { endsWhatIsLeft = entry.isAdopting }
    if entry.kind == .superseded, let action = entry.action.flatMap({ place.state.action($0) }),
      action.actionKey.map(place.state.actions(of:))?.count ?? 0 < 2
    {
      displaced.append((entry.sequence, action))
    }
  }

  /// Work of the same key follows at once what gave way to it.
  private mutating func settleDisplaced(by place: Place) {
    guard !displaced.isEmpty, place.entry.kind != .superseded else { return }
    defer { displaced.removeAll() }
    guard !place.mayFollowCut else { return }
    var new: ActionKey?
    if case .enqueue(let action)? = place.entry.changes.first { new = action.actionKey }
    for gone in displaced where new == nil || new != gone.action.actionKey {
      findings.append(
        Verification.Finding(
          sequence: gone.sequence, check: .action,
          problem: "action \(gone.action.id) gives way to nothing"))
    }
  }
}

extension JournalEntry {
  /// Whether it tells of a decision, and not of a rule by which a request ended or waits.
  var isOfDecision: Bool { (kind == .decided || kind == .parked) && rule == nil }

  /// Whether it can be the first that is left of a step, when those before it were pruned, and
  /// would be wrong as the first of one.
  fileprivate var isFollower: Bool {
    switch kind {
    case .released, .enqueued, .superseded, .done, .failed, .expired, .cancelled: true
    case .received: hasRequest
    case .decided: rule.map(Self.followingRules.contains) ?? false
    default: false
    }
  }

  /// The rules by which another entry of the step ends a request.
  fileprivate static let followingRules =
    Resumption.allCases.compactMap(\.ending) + [.cleanBeginning]

  /// Whether both speak of the same thing.
  fileprivate func isSame(as other: JournalEntry) -> Bool {
    kind == other.kind && requestID == other.requestID && action == other.action
      && rule == other.rule
  }

  /// The problem when the entry is missing at its place.
  fileprivate var missing: String {
    switch kind {
    case .released, .decided:
      "request \(requestID.map(\.description) ?? "") was to go on or to end in its place"
    case .cancelled: "action \(action.map(\.description) ?? "") was to end in its place"
    default: "an entry of kind \(kind.word) was to stand in its place"
    }
  }
}
