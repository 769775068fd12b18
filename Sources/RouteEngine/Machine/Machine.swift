package import RouteStore

/// One run of a host on one journal as a pure value: inputs in, steps out. It knows no clock, no
/// store, no task and no host code.
///
/// The caller hands over an ``Input``, asks for the next ``Work`` until there is none, and says
/// what became of each ``Machine/Step``. The journaled state and the desk (the facts that only this
/// process knows) change in no other way. A fact that a relaunch brings back belongs to the state;
/// a fact that ends with the process belongs to the desk.
package struct Machine {
  /// The journaled state.
  private(set) var state: RouteState
  /// The digest of ``state``.
  private(set) var stateDigest: UInt64
  /// The route table in force.
  package private(set) var table: RouteTable
  /// The row of the session that writes.
  private(set) var sessionRow: SessionRow
  /// The position of the newest entry: written or, while storage fails, only counted.
  private(set) var sequence: Int64
  /// Whether steps are recorded; no action is claimed while they are not.
  private(set) var isRecording: Bool
  /// Whether the host has said that it ends: no further entry follows.
  private(set) var hasEnded = false
  /// Whether the newest change may be shown with an animation.
  private(set) var isAnimated = true
  /// The settings, constant in a session.
  package let settings: Settings

  /// The requests under way.
  var requests = RequestDesk()
  /// This process's knowledge of pending actions.
  var actions: ActionDesk
  /// Knows when the waiting requests have to be searched for expired ones.
  var expiryWatch = ExpiryWatch()
  /// The facts to be written when storage works again.
  var afterOutage = AfterOutage()
  /// How much of the last session's place is back; nil when this session restored none.
  private(set) var restoration: Restoration?
  /// The newest links.
  var recentLinks = RecentLinks()
  /// The conditions signalled in a transition: the screens that answer them close at its end.
  var closesLater: [String] = []
  /// The screens that were on display before the newest decisions.
  private(set) var displayHistory = DisplayHistory()
  /// The jobs under way. The last one is the newest and is worked on first.
  private(set) var jobs: [Job] = []
  /// Microseconds between the session's start and the moment at which it could begin.
  private(set) var begunAt: Int64 = 0
  /// The step to be written next.
  private var proposed: Step?
  private var effects: [Effect] = []
  /// How many of the effects were carried out.
  private var effectsTold = 0

  /// The settings that a host chooses for a session.
  package struct Settings {
    package var limits = RouteLimits.standard
    var whenBusy = BusyPolicy.queue
    /// Microseconds until a restored place is trusted; nil: never by time alone.
    var stableAfter: Int64?
    /// Microseconds that host code has for an answer; nil: no limit.
    var answersWithin: Int64?
    /// Microseconds within which an equal link is the same delivery; nil: never.
    var equalLinksWithin: Int64?
    /// The names of the actions that the host handles.
    package var handled: Set<String> = []
    /// Whether work starts by itself. It does not where the host does not run.
    var goesOnByItself = true
    /// The Swift steps and the routers whose code is available to be asked again.
    var editors: (steps: Set<String>, routers: Set<String>) = ([], [])
    /// The wall clock when the session began, in microseconds. Every moment counts from there.
    package var start: Int64 = 0

    /// The default settings.
    package init() {}
  }

  package init(
    _ state: RouteState, _ table: RouteTable, _ row: SessionRow, after sequence: Int64,
    isRecording: Bool, _ settings: Settings
  ) {
    (self.state, self.table, self.sequence) = (state, table, sequence)
    (self.settings, self.isRecording) = (settings, isRecording)
    stateDigest = state.digest
    sessionRow = row
    actions = ActionDesk(handled: settings.handled)
  }

  /// The number of the session.
  package var sessionNumber: Int64 { sessionRow.number }

  /// The moment that lies this many microseconds after the session's start.
  func now(_ elapsed: Int64) -> RouteInstant {
    RouteInstant(microseconds: settings.start).advanced(byMicroseconds: elapsed)
  }

  /// How many microseconds after the session's start a moment lies.
  func elapsed(at moment: RouteInstant) -> Int64 {
    let (elapsed, overflow) = moment.microseconds.subtractingReportingOverflow(settings.start)
    return overflow ? 0 : max(elapsed, 0)
  }

  /// An entry of this session; its position is given when it is part of a step.
  func newEntry(_ kind: EntryKind, _ elapsed: Int64) -> JournalEntry {
    JournalEntry(
      sequence: sequence + 1, session: sessionRow.number, kind: kind, at: now(elapsed),
      elapsed: elapsed)
  }

  // MARK: Steps

  /// A step of entries at consecutive positions, with the state that their changes lead to; nil
  /// when the session has ended, or the entries do not fit the state.
  mutating func step(
    _ entries: consuming [JournalEntry], _ companions: consuming Companions = Companions(),
    _ conclusion: consuming Step.Conclusion = .none
  ) -> Step? {
    guard !hasEnded else { return nil }
    var next = state
    for index in entries.indices {
      do {
        try next.apply(entries[index].changes, limits: settings.limits)
      } catch {
        return nil
      }
      entries[index].sequence = sequence + 1 + Int64(index)
      entries[index].stateDigest = next.digest
    }
    return step(
      consume entries, consume companions, leadingTo: consume next, consume conclusion)
  }

  /// A step of complete entries. The entries of actions that have their turn because of it are
  /// added, up to the claim of the first that may run.
  mutating func step(
    _ entries: consuming [JournalEntry], _ companions: consuming Companions = Companions(),
    leadingTo next: consuming RouteState, _ conclusion: consuming Step.Conclusion = .none
  ) -> Step? {
    guard !hasEnded else { return nil }
    let turns = turns(after: entries, in: &next)
    if !turns.isEmpty { entries += turns }
    return Step(
      entries: entries, companions: companions, state: next, conclusion: conclusion)
  }

  /// Proposes a step, to be written before anything else is done; nil when there is none.
  mutating func propose(_ step: consuming Step?) -> Work? {
    guard step != nil else { return nil }
    proposed = step
    return .write
  }

  /// Hands over the step to be written.
  mutating func takeProposed() -> Step {
    guard let step = proposed.take() else { preconditionFailure("no step is to be written") }
    return step
  }

  /// Accepts a step: from here on it has happened.
  mutating func take(_ step: consuming Step, as commitment: Step.Commitment) {
    if commitment == .unrecorded { isRecording = false }
    if !step.entries.isEmpty { sequence = step.entries[step.entries.newest].sequence }
    prepare(step.conclusion, for: step.state)
    let digest =
      step.entries.isEmpty ? stateDigest : step.entries[step.entries.newest].stateDigest
    // The call copies the machine: 968 bytes.
    let refusals =
      table.answering.isEmpty ? [] : refusals(by: step.entries, in: step.state)
    let elapsed = step.entries.isEmpty ? 0 : step.entries[step.entries.newest].elapsed
    become(step.state.take(), after: step.entries, digest: digest)
    conclude(step.conclusion, after: step.entries, commitment)
    for refusal in refusals.reversed() {
      requests.noteRefusal(refusal)
      push(.input(.gaveUp(refusal.condition, reason: refusal.reason)))
    }
    // Requests that have expired by then are not given up.
    if !refusals.isEmpty { pushExpired(at: elapsed) }
    assertInvariants()
  }

  /// Replaces the shown state by the one that entries lead to.
  mutating func become(
    _ next: consuming RouteState, after entries: borrowing [JournalEntry], digest: UInt64
  ) {
    for index in entries.indices {
      displayHistory.follow(entries[index].displayChange, before: state.tree)
    }
    let isChanged = digest != stateDigest
    stateDigest = digest
    state = next
    let isLed = entries.isAnyShown
    if isChanged || isLed { effects.append(.tell(isChanged: isChanged, isLed: isLed)) }
  }

  /// Asserts all invariants in debug builds.
  private func assertInvariants() {
    assert(brokenInvariant == nil, brokenInvariant ?? "")
  }

  /// The broken invariant; nil when all hold. If the state is so large that the check would be
  /// felt, only the desk is checked.
  private var brokenInvariant: String? {
    let broken =
      requests.brokenInvariant ?? recentLinks.brokenInvariant ?? displayHistory.brokenInvariant
    let size = state.tree.count + state.waitingTable.count + state.actionTable.count
    guard broken == nil, size <= 1_000 else { return broken }
    if let broken = state.brokenInvariant ?? actions.brokenInvariant(in: state) { return broken }
    if state.digest != stateDigest { return "the digest is not the state's" }
    // An expired request is no longer searched for: a job ends it.
    return jobs.isEmpty ? expiryWatch.brokenInvariant(in: state) : nil
  }

  /// Updates the desk before a step is announced, because code that hears of the step may open,
  /// signal or cancel.
  private mutating func prepare(
    _ conclusion: borrowing Step.Conclusion, for next: borrowing RouteState
  ) {
    switch conclusion {
    case .decided(let ticket, let id, let outcome, _):
      isAnimated = requests.isAnimated(ticket) ?? isAnimated
      identify(ticket, as: id, keeps: outcome == nil)
    case .asks(let ticket, let id, _), .queued(let ticket, let id): identify(ticket, as: id)
    case .pauses(let ticket):
      requests.edit(ticket) { $0.isPaused = true }
      requests.endTurn(of: ticket)
    case .releases(let released, _, _): for ticket in released { requests.enqueueReleased(ticket) }
    case .adopts(let table, let row, _): (self.table, sessionRow) = (table, row)
    case .launches(let restoration, _): self.restoration = restoration
    case .reacquires(let ids, let actionIDs, let row):
      sessionRow = row
      resumeRecording(ids, actionIDs, in: copy next)
    case .marks(.ended): hasEnded = true
    case .none, .wakes, .starts, .marks: break
    }
  }

  private mutating func conclude(
    _ conclusion: borrowing Step.Conclusion, after entries: borrowing [JournalEntry],
    _ commitment: Step.Commitment
  ) {
    switch conclusion {
    case .none: break
    case .pauses(let ticket): giveUpIfRefused(ticket, at: entries[entries.newest].elapsed)
    case .queued(_, let id): expiryWatch.add(state.waiting(id)?.expiry)
    case .adopts(_, _, let former):
      if commitment == .unrecorded {
        afterOutage.formerTable = afterOutage.formerTable ?? former
      }
    case .marks(let kind):
      afterOutage.mark = commitment == .unrecorded ? kind : nil
      // The entries of actions that follow from it come after its own entry.
      if commitment == .recorded { sessionRow = sessionRow.marked(by: entries[0]) }
      if kind == .ended { leaveRequests() }
    case .launches(let restoration, let isSuspended):
      push(.beginClaiming)
      afterOutage.hasLeftovers = restoration != nil
      if commitment == .recorded { settleLeftovers() }
      if isSuspended { push(.input(.suspended)) }
    case .reacquires: pushAfterOutage()
    case .decided(let ticket, _, let outcome?, let repeats):
      end(ticket, outcome, isRecorded: commitment == .recorded, repeats: repeats)
    case .decided(let ticket, let id, nil, _):
      park(ticket, id)
      giveUpIfRefused(ticket, at: entries[entries.newest].elapsed)
    case .asks(let ticket, _, let asked): push(.ask(ticket, asked))
    case .wakes(let ticket): wake(ticket, at: entries[entries.newest].elapsed)
    case .releases(_, let ended, let outcome):
      for ticket in ended {
        end(ticket, outcome, isRecorded: commitment == .recorded, repeats: nil)
      }
    case .starts(let action):
      if commitment == .recorded { push(.perform(action)) } else { revertStart(of: action) }
    }
  }

  /// Reverts the start of an action: storage failed before its handler was called, so none ran.
  mutating func revertStart(of action: PendingAction) {
    actions.isClaiming = true
    guard state.action(action.id)?.status == .started else { return }
    var next = state
    next.put(action)
    become(next, after: [], digest: next.digest)
  }

  // MARK: Effects

  /// Whether there is an effect to carry out.
  var hasEffects: Bool { effectsTold < effects.count }

  /// The oldest effect that the shell has not carried out; nil when there is none.
  mutating func nextEffect() -> Effect? {
    guard hasEffects else {
      effects.removeAll(keepingCapacity: true)
      effectsTold = 0
      return nil
    }
    effectsTold += 1
    return effects[effectsTold - 1]
  }

  /// Adds an effect for the shell to carry out.
  mutating func tell(_ effect: Effect) { effects.append(effect) }

  // MARK: Jobs

  /// The number of jobs under way.
  var depth: Int { jobs.count }

  /// Adds a job that is done before all others under way.
  mutating func push(_ job: Job) { jobs.append(job) }

  /// The next job above a depth.
  mutating func nextJob(above depth: Int) -> Job? { jobs.count > depth ? jobs.removeLast() : nil }

  // MARK: Storage

  /// Continues after storage failed outside a step, or works again.
  mutating func record(_ isRecording: Bool) { self.isRecording = isRecording }

  /// Forgets a posed question.
  mutating func withdraw(_ ticket: Ticket) { requests.remove(ticket) }

  /// Takes any state and any table and poses a question there, for a caller that asks host code
  /// again.
  mutating func pose(
    _ asking: Decision.Asking, in state: RouteState, _ table: RouteTable
  ) -> (ticket: Ticket, prompt: Int) {
    self.table = table
    become(state, after: [], digest: state.digest)
    let ticket = requests.newTicket()
    let number = requests.newPrompt()
    var pending = PendingRequest(asking.request, ticket: ticket, openedAt: 0)
    pending.prompt = OpenPrompt(number: number, question: asking.question, since: 0)
    requests.add(pending)
    return (ticket, number)
  }

  /// Moves the machine to the state before an entry of a history, with no request under way. Its
  /// knowledge of actions stays; the digest of the state is not made.
  ///
  /// - Parameters:
  ///   - state: the state there.
  ///   - sequence: the position of the newest entry.
  package mutating func stand(in state: RouteState, after sequence: Int64) {
    self.state = state
    self.sequence = sequence
    requests.forgetAll()
    if !jobs.isEmpty { jobs = [] }
    if !effects.isEmpty { (effects, effectsTold) = ([], 0) }
  }

  /// Takes the start of a session whose journal could not be read when the session was made.
  mutating func unlock(
    _ state: RouteState, _ row: SessionRow, after sequence: Int64, isRecording: Bool,
    at elapsed: Int64
  ) {
    stateDigest = state.digest
    (self.state, sessionRow, self.sequence) = (state, row, sequence)
    (self.isRecording, begunAt) = (isRecording, elapsed)
  }

  /// Notes that another route table was adopted while nothing could be recorded.
  package mutating func noteAdoption(from former: String?, to table: String?) {
    (afterOutage.formerTable, sessionRow.tableDigest) = (former, table)
  }

  /// Continues from another position, because another file replaced the former one.
  mutating func move(to sequence: Int64) { self.sequence = sequence }

  /// Proposes the step that reacquires a journal, before anything else is done and before others
  /// are told of anything.
  mutating func proposeReturn(_ found: consuming StorageReturn, at elapsed: Int64) {
    proposed = reacquire(found, at: elapsed)
  }

  /// Hands over the step that reacquires a journal; nil when the state is not consistent.
  mutating func takeReturn() -> Step? { proposed.take() }

  /// Replaces tokens in the state and in the requests under way.
  mutating func rename(_ renaming: TokenRenaming, in renamed: RouteState) {
    for ticket in requests.all {
      requests.edit(ticket) { pending in
        pending.request = renaming.renamed(pending.request)
        pending.answers = renaming.renamed(pending.answers)
        pending.plan = nil  // it has the former tokens
      }
    }
    become(renamed, after: [], digest: renamed.digest)
  }
}
