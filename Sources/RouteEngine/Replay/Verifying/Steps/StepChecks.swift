import RouteEngine
import RouteStore

/// Makes each step of a history again with the machine, from the input that its first entry
/// records, and compares the result with the recorded entries.
///
/// Only facts that the machine cannot know are taken from the entries: the inputs from outside, and
/// the results of decisions.
struct StepChecks {
  /// An entry and the facts before it.
  struct Place {
    let recorded: RecordedEntry
    /// The state that the entries before it lead to.
    let state: RouteState
    /// The reason why no decision can have brought the work that it accepts.
    var workProblem: String?

    var entry: JournalEntry { recorded.entry }

    /// Whether the history may have been cut off before it, in the middle of a step: then a session
    /// or the end of an outage follows.
    var mayFollowCut: Bool { entry.kind == .began || entry.kind == .outage }
  }

  /// The result of making an entry again from the state before it and the input.
  enum Making {
    /// The entries of a step, this one first.
    case step([JournalEntry])
    /// An entry whose changes and notes have separate checks: those of launches and adoptions, and
    /// some whose first entries were pruned.
    case judged(JournalEntry)
    /// The entry of a decision, which has checks of its own.
    case decision
    /// An entry of a group, which is compared when it is complete.
    case grouped
    /// No input leads to it.
    case nothing(Verification.Check, String)
  }

  var machine: Machine
  /// The session's first entry; nil when it was pruned.
  private(set) var beginning: JournalEntry?
  /// The entries that have to follow.
  private var expected: ArraySlice<JournalEntry> = []
  /// The group of entries of one step that is compared when it is complete.
  private var group: EntryGroup?
  /// Whether the entry before is a session's first one and adopts a state: the leftovers in that
  /// state are ended next, unless the session continues it.
  private var endsWhatIsLeft = false
  /// Whether the following entries may follow from a pruned entry.
  private(set) var mayFollowPruned: Bool
  var acceptance: AcceptanceCheck
  var queue = RecordedQueue()
  private var arrivals = RecordedArrivals()
  /// Actions that gave way to work that has not been enqueued yet.
  private var displaced: [(sequence: Int64, action: PendingAction)] = []
  var earlier: EarlierRequests
  /// No decision is made here, so any table will do.
  private let table: RouteTable
  /// A state that no entry leads to.
  let nowhere = RouteState()
  private var comparison = EntryComparison()
  private var findings: [Verification.Finding] = []
  /// The bounds within which the history is read.
  private let bounds: RouteLimits
  /// Whether the machine keeps the state within those bounds.
  private var keepsBounds = false
  /// The state that the step made last leads to; nil when only its entries were made. After pruned
  /// entries, a made entry takes parts of the recorded one, and this state lacks them.
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

  /// A machine without a state yet.
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

  /// The problems of an entry, or of an earlier one that it shows to be wrong.
  ///
  /// - Parameters:
  ///   - state: the state before it.
  ///   - screen: the kind of the visible screen there.
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
    // Almost every entry of a history is a decision; treating it as a place would cost 200 retains.
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
        let first = made.removeFirst()  // removed from the array, it is not copied
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
    stateMade = nil  // if it were held, the walk would copy the state
    note(place)
    return findings
  }

  /// The problems at the end of the history: a clean beginning is written together with the ends
  /// that it causes.
  mutating func end(in state: RouteState, after sequence: Int64) -> [Verification.Finding] {
    findings = []
    closeGroup(after: state, isCut: true)
    if endsWhatIsLeft, beginning?.replaced == nil, !(state.waiting.isEmpty && state.actions.isEmpty)
    {
      findings.append(
        Verification.Finding(
          sequence: sequence, check: .order,
          problem:
            "its session begins clean, but does not end the requests and actions that are left"))
    } else if let next = expected.first, next.rule == .cleanBeginning {
      findings.append(
        Verification.Finding(sequence: sequence, check: .order, problem: next.missing))
    }
    return findings
  }

  /// The state after the last entry, if the entry was made again and is equal; nil when the entry's
  /// changes still have to be made. It is handed over, so that the walk changes it in place.
  mutating func takeStateReached() -> RouteState? { stateReached.take() }

  mutating func find(_ check: Verification.Check, _ place: Place, _ problem: String) {
    findings.append(
      Verification.Finding(sequence: place.entry.sequence, check: check, problem: problem))
  }

  /// Continues with another session, with its first entry or the first one left.
  mutating func begin(with place: Place) {
    let entry = place.entry
    beginning = entry.kind == .began ? entry : nil
    beginAnew(at: entry)
    guard entry.kind == .began else { return }
    dropExpected(at: place)
    // A session that begins another file while its host runs keeps the waiting closures.
    if entry.isAdopting, entry.replaced != nil, case .adopt(let state)? = entry.changes.first {
      machine.addClosures(of: state)
    }
  }

  /// Continues in another process of the session.
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

  /// Whether a rule excuses an entry from being decided again, regardless of the entries around it.
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

  // MARK: Expected entries

  /// Whether no entry is expected.
  private var isQuiet: Bool {
    expected.isEmpty && group == nil && !endsWhatIsLeft && displaced.isEmpty
  }

  /// Compares an entry with the one that has to follow.
  ///
  /// - Returns: whether they are equal.
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

  /// Drops the expected entries. A journal may have been cut off in the middle of a step, and the
  /// beginning of a session or an outage does not show it; a clean beginning is in the journal
  /// whole or not at all.
  private mutating func dropExpected(at place: Place) {
    guard let next = expected.first else { return }
    if !place.mayFollowCut || next.rule == .cleanBeginning { find(.order, place, next.missing) }
    expected = []
  }

  /// Expects the ends of leftovers at a clean beginning; the leftovers are in the state after it.
  private mutating func expectEnds(before place: Place) {
    guard endsWhatIsLeft else { return }
    endsWhatIsLeft = false
    guard let beginning else { return }
    // A beginning that could not be written at first is fully recorded in the outage's entry.
    guard place.entry.kind != .outage, place.entry.kind != .restored else { return }
    // In the place of a file that was set aside, it may continue that file's requests and actions.
    guard beginning.replaced == nil || place.entry.rule == .cleanBeginning else { return }
    guard !place.state.actions.contains(where: { $0.status == .started }) else {
      return find(.order, place, "a session began clean before it, but an action is still started")
    }
    var state = place.state
    expected = machine.endsOfWhatIsLeft(following: beginning, in: &state)[...]
  }

  /// Adds an entry to its group.
  private mutating func takeIntoGroup(_ place: Place) -> Bool {
    guard group?.takes(place.entry) ?? false else { return false }
    group?.entries.append(place.entry)
    return true
  }

  /// Compares the entries of a complete group with those that the machine makes.
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

  /// Notes which entries may follow an entry.
  private mutating func note(_ place: Place) {
    let entry = place.entry
    if !entry.isFollower { mayFollowPruned = false }
    if entry.kind == .restored { beginAnew(at: entry) }  // a new process has no closures
    if entry.kind == .began { endsWhatIsLeft = entry.isAdopting }
    if entry.kind == .superseded, let action = entry.action.flatMap({ place.state.action($0) }),
      action.actionKey.map(place.state.actions(of:))?.count ?? 0 < 2
    {
      displaced.append((entry.sequence, action))
    }
  }

  /// Checks that work of the same key directly follows the work that gave way to it.
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
  /// Whether it records a decision, and not a rule by which a request ended or waits.
  var isOfDecision: Bool { (kind == .decided || kind == .parked) && rule == nil }

  /// Whether it can be the first entry left of a pruned step, and would be wrong as the first of a
  /// step.
  fileprivate var isFollower: Bool {
    switch kind {
    case .released, .enqueued, .superseded, .done, .failed, .expired, .cancelled: true
    case .received: hasRequest
    case .decided: rule.map(Self.followingRules.contains) ?? false
    default: false
    }
  }

  /// The rules by which a request ends in another entry of the step.
  fileprivate static let followingRules =
    Resumption.allCases.compactMap(\.ending) + [.cleanBeginning]

  /// Whether both entries have the same subject.
  fileprivate func isSame(as other: JournalEntry) -> Bool {
    kind == other.kind && requestID == other.requestID && action == other.action
      && rule == other.rule
  }

  /// The problem when the entry is missing at its place.
  fileprivate var missing: String {
    switch kind {
    case .released, .decided:
      "expected an entry here in which request \(requestID.map(\.description) ?? "") continues "
        + "or ends"
    case .cancelled:
      "expected an entry here in which action \(action.map(\.description) ?? "") ends"
    default: "expected an entry of kind \(kind.word) here"
    }
  }
}
