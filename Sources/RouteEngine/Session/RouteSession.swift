import RouteStore

/// One run of the host on one journal: turns every entry into a request, decides, journals, and
/// only then shows the new state.
///
/// A session lives where its maker lives: on the main actor in an app, on any actor on a server.
/// Its methods are synchronous; what takes time is awaited on the same actor.
///
/// ```swift
/// let session = RouteSession.launch(try Shop.table(), at: .file("shop.sqlite")) {
///   $0.answer("signedIn") { $0.principal == nil ? .wait(condition: "signedIn") : .allow }
///   $0.perform("highlight") { attempt in print(attempt.parameters); return .done }
/// }
/// let opening = session.open("https://shop.example/orders/7")
/// print(opening.accepted, session.state.tree)
/// ```
///
/// The calls that every host uses stand here. The rest stands in groups:
/// ``requests-swift.property``, ``actions-swift.property``, ``display-swift.property``, ``journal``
/// and ``launch``.
///
/// It holds no rule. Every call is an input of its machine; the session writes the steps that the
/// machine answers with, and carries out what they ask for.
public final class RouteSession {
  /// Everything that changes while the session works.
  private var desk: SessionDesk
  let configuration: Configuration
  let recorder: Recorder
  let vault: PrivateValues
  /// The clocks' readings at the session's start: every moment counts from there.
  let start: (wall: Int64, monotonic: Int64)
  /// The inbox of other processes; nil when this session has none.
  let inbox: Inbox?
  /// The notices that the host is still to be told; nil when it takes none.
  let notices: Notices?
  /// The calls that came before the session could begin.
  let held = HeldCalls()
  /// Whether the host said last that it is in the background. A session that releases its journal
  /// there (``Configuration/releasesInBackground``), or could not read it, begins in the
  /// background: this is true until the host says that it is in the foreground.
  public private(set) var isInBackground = false

  init(
    state: RouteState, table: RouteTable, configuration: Configuration, recorder: Recorder,
    sessionRow: SessionRow, start: (wall: Int64, monotonic: Int64), inbox: Inbox?
  ) {
    var settings = configuration.settings(from: start.wall)
    settings.goesOnByItself = !sessionRow.isMaintenance
    desk = SessionDesk(
      Machine(
        state, table, sessionRow, after: recorder.sequence,
        isRecording: recorder.health.isRecording, settings), SessionTimer())
    self.configuration = configuration
    self.recorder = recorder
    self.inbox = inbox
    self.start = start
    vault = PrivateValues(journal: recorder, fewestUnwritten: configuration.fewestUnwritten)
    notices = Notices(for: configuration.tell)
    vault.readKeys(for: state.principal)
    recorder.warn = configuration.warn
  }

  deinit { desk.release(held.calls) }

  /// The rules and what they know.
  private(set) var machine: Machine {
    _read { yield desk.machine }
    _modify { yield &desk.machine }
  }

  /// Who is told of every change.
  var audience: Audience { desk.audience }

  /// Who is told what becomes of requests.
  private(set) var callers: Callers {
    _read { yield desk.callers }
    _modify { yield &desk.callers }
  }

  /// The code of actions that are closures of this process.
  var closures: [ActionID: ActionCode] { desk.closures }

  /// Called after every change of the state; what it opens is queued.
  public var onChange: ((RouteSession) -> Void)? {
    get { desk.audience.host }
    set { desk.audience.host = newValue }
  }

  /// The state now: everything in it is in the journal, unless ``health-swift.property`` says
  /// otherwise.
  public var state: RouteState { machine.state }

  /// The route table in force; ``adopt(_:isolation:)`` puts another in its place.
  public var table: RouteTable { machine.table }

  /// Whether the journal takes what happens.
  public var health: Health { recorder.health }

  /// The tree in the one-line notation, without containers that the table declares.
  public var notation: String { table.notation(of: state.tree) }
}

@available(*, unavailable)
extension RouteSession: Sendable {}

/// How inputs reach the machine, and what it asks for is carried out.
extension RouteSession {
  /// Hands an input to the machine, for who carries out what it leads to further up the call stack.
  func receive(_ input: consuming Input) { machine.receive(consume input, at: elapsed) }

  /// Hands an input to the machine and carries out what it leads to, then what goes on by itself.
  ///
  /// - Returns: what became of the newest step of the input's own; nil when it led to none.
  @discardableResult
  func feed(
    _ input: consuming Input, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    let commitment = work(on: consume input)
    drain()
    return commitment
  }

  /// Hands an input to the machine and carries out what it leads to, and nothing else.
  @discardableResult
  func work(
    on input: consuming Input, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    guard !held.isHolding else { return keep(.input(input)) }
    let depth = machine.depth
    machine.receive(consume input, at: elapsed)
    return work(above: depth)
  }

  /// Carries out what is under way above a depth.
  @discardableResult
  func work(
    above depth: Int, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    var newest: Machine.Step.Commitment?
    while true {
      let work = machine.next(above: depth, at: elapsed)
      if case .rest = work { return newest }
      if let commitment = carryOut(consume work) { newest = commitment }
    }
  }

  /// Goes on with what is queued and what the time asks for, until it has to wait or nothing is
  /// left. Storage that fails is tried when it is time for that, or now.
  func drain(tryingStorage isForced: Bool = false, isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return beginWhenUnlocked() }
    guard desk.occupy() else { return }
    if recorder.isReleased { recorder.reacquire(at: now) }
    endOutage(isForced: isForced)
    let depth = desk.follow(isRecording: recorder.health.isRecording)
    workByItself(above: depth)
    forgetHistoryInTime()
    tellHealth()
    workByItself(above: depth)  // with what the host did when it was told
    forgetEndedActions()
    if let moment = desk.nextAlarm() { setAlarm(for: moment) }
    desk.timer.reopen(false)
    releaseFile()
  }

  private func workByItself(above depth: Int, isolation: isolated any Actor = #isolation) {
    while true {
      let work = desk.machine.nextByItself(above: depth, at: elapsed)
      if case .rest = work { return }
      carryOut(consume work)
    }
  }

  /// Calls code in whose midst nothing goes on by itself.
  func whileOccupied<Result>(_ code: () -> Result) -> Result {
    let wasOccupied = desk.timer.occupy()
    defer { desk.timer.reopen(wasOccupied) }
    return code()
  }

  /// Tells the machine whether the journal takes what happens, after storage failed outside a step.
  func followHealth() { machine.record(recorder.health.isRecording) }

  @discardableResult
  private func carryOut(
    _ work: consuming Work, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    switch consume work {
    case .rest: return nil
    case .write:
      let commitment = write(machine.takeProposed())
      tellEffects()  // as the machine wishes next
      return commitment
    case .tell: tellEffects()
    case .lookUp(let ticket, let source):
      receive(.seen(ticket, facts(about: source)))
    case .ask(let ticket, let prompt, let asked): ask(asked, prompt, of: ticket)
    case .perform(let action): perform(action)
    }
    return nil
  }

  // MARK: Steps

  /// Writes a step, and lets the machine take it. Private values go back to the memory when it
  /// cannot be written.
  @discardableResult
  func write(
    _ step: consuming Machine.Step, orGoBackTo memory: PrivateValues.Memory? = nil
  ) -> Machine.Step.Commitment {
    if let rows = step.companions.rows { vault.forget(rows.retention.forgottenPrincipals) }
    if !step.entries.isEmpty, recorder.health.isRecording {
      addPrivateValues(to: &step.companions, at: step.entries[step.entries.newest].at)
    }
    let isRecorded = recorder.write(step.entries, step.companions, state: step.state)
    if isRecorded, !step.entries.isEmpty { vault.additionsWereWritten() }
    if !isRecorded, let memory { vault.memory = memory }
    if desk.audience.tellsEnds { audience.tell(step.entries, isRecorded: isRecorded) }
    notices?.add(
      step.entries, isRecorded: isRecorded, health: recorder.health, from: state, to: step.state)
    machine.take(consume step, as: isRecorded ? .recorded : .unrecorded)
    if !isRecorded { forgetUnneededValues() }
    return isRecorded ? .recorded : .unrecorded
  }

  /// Writes the step with which a journal is taken up again; when it cannot be, everything is as it
  /// was. Others are told of nothing before the journal has all of it.
  func write(_ found: consuming StorageReturn, isolation: isolated any Actor = #isolation) {
    forgetEndedActions()  // their ids in memory can be those of others in the journal
    receive(.storageReturned(found))
    guard var step = machine.takeReturn() else { return }
    addPrivateValues(to: &step.companions, at: now)
    guard recorder.reacquire(step.entries, step.companions, state: step.state) else { return }
    vault.additionsWereWritten()
    // The log can wait for the next background, as at the sign-out itself.
    if !step.companions.retention.forgottenPrincipals.isEmpty {
      try? recorder.journal.checkpointLog()
    }
    if case .reacquires(_, let ids, _) = step.conclusion { desk.renameActions(ids) }
    notices?.add(recorder.health)
    let depth = machine.depth
    machine.take(step, as: .recorded)
    tellEffects()
    removeIngested()
    work(above: depth)
  }

  /// The step that an input comes to by itself, to be written; nil when it comes to none.
  func step(of input: consuming Input, at elapsed: Int64) -> Machine.Step? {
    machine.step(of: consume input, at: elapsed)
  }

  /// Keeps the code of a closure that is accepted as work.
  func keep(_ code: ActionCode, of action: ActionID) { desk.closures[action] = code }

  /// Tells others what the machine says.
  func tellEffects() {
    tellNotices()
    while let effect = desk.carryOutEffects() {
      switch effect {
      case .identified: break  // carried out
      case .tell: tell()
      case .ended(let ticket, let outcome, let isRecorded, let repeats):
        guard let opening = callers.remove(ticket) else { continue }
        switch repeats {
        case nil: break
        case .known(let outcome): opening.repeated = outcome
        case .seen(let row): opening.repeated = self.outcome(of: row)
        }
        opening.end(outcome, isRecorded: isRecorded, during: recorder.outages)
      case .left(let ticket):
        callers.wake(ticket)
        callers[ticket]?.opening.leave()
      case .abandoned(let ticket):
        callers[ticket]?.prompt?.task?.cancel()
        callers.ask(nil, of: ticket)
      case .woken(let ticket): callers.wake(ticket)
      }
    }
  }

  /// Tells who watches; what they change themselves is told when they have returned, not inside.
  private func tell() {
    let wasOccupied = desk.timer.occupy()
    repeat {
      if desk.audience.beginRound() {
        audience.tell(state)  // first: the host may change the state, or end the session
        onChange?(self)
      }
      for watcher in audience.watchers {
        watcher.tell(self)
        watcher.isLed = false
      }
    } while !desk.audience.endsRound()
    desk.timer.reopen(wasOccupied)
  }

  /// Sees to it that the session wakes after that moment; at the end of time it need not.
  func setAlarm(for moment: RouteInstant, isolation: isolated any Actor = #isolation) {
    guard let sleep = configuration.clock.sleep else { return }
    desk.timer.cancelAlarm()
    guard moment.microseconds < .max, !machine.hasEnded else { return }
    let (distance, overflow) = moment.microseconds.subtractingReportingOverflow(now.microseconds)
    let wait = overflow ? Int64.max / 2 : max(distance, 0) + 1
    let task = Task { [weak self] in
      _ = isolation
      await sleep(.microseconds(wait))
      guard !Task.isCancelled, let self else { return }
      self.desk.timer.wake()
      self.drain()
    }
    desk.timer.setAlarm(for: moment, task)
  }
}

// MARK: Who is told

extension RouteSession {
  /// Takes in a request whose private values are tokens, and who is told what becomes of it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - elapsed: microseconds since the session began.
  ///   - refusal: how it ends without a decision.
  ///   - opening: what the caller gets.
  func open(
    _ request: consuming RouteRequest, at elapsed: Int64,
    refusing refusal: PendingRequest.Refusal?, as opening: Opening,
    isolation: isolated any Actor = #isolation
  ) {
    if let depth = desk.open(request, at: elapsed, refusing: refusal, as: opening) {
      work(above: depth)
    }
    drain()
  }

  /// Opens the link that the app was launched with.
  func openLaunchLink(isolation: isolated any Actor = #isolation) {
    if let link = configuration.launchLink { callers.addLaunch(open(link)) }
  }

  /// The ticket of a request that waits, also since an earlier run.
  func ticket(for waiting: WaitingRequest) -> Ticket {
    machine.ticket(for: waiting, at: elapsed)
  }

  /// The opening of a request; one that waits since an earlier run gets one now.
  func opening(of ticket: Ticket, _ id: RequestID) -> Opening { callers.opening(of: ticket, id) }

  /// Keeps what the host code holds that is asked about a request; nil when it has answered.
  func keep(_ prompt: Prompt?, of ticket: Ticket) { callers.ask(prompt, of: ticket) }

  /// Takes what host code answered that was asked about a request, and answered at once.
  func take(_ answer: Answer, to prompt: Int, of ticket: Ticket) {
    desk.take(answer, to: prompt, of: ticket, at: elapsed)
  }

  /// Lets the host code sleep that is asked about a request.
  func sleep(_ sleeper: CheckedContinuation<Void, Never>, for ticket: Ticket) {
    callers.sleep(sleeper, for: ticket)
  }

  /// Poses a question in any state with any table, for the time of some code.
  func pose<Result>(
    _ asking: Decision.Asking, of input: DecisionInput,
    _ code: (_ ticket: Ticket, _ prompt: Int) -> Result
  ) -> Result {
    let (ticket, prompt) = machine.pose(asking, in: input.state, input.table)
    defer { machine.withdraw(ticket) }
    return whileOccupied { code(ticket, prompt) }
  }

  /// Takes in the opener that waits for the result that an action takes.
  func add(_ opener: CheckedContinuation<Parameters?, Never>, of action: ActionID) {
    desk.add(opener, of: action, at: elapsed)
  }

  /// Hands over the opener that waits for the result that an action takes, and waits no more.
  func takeOpener(of action: ActionID) -> CheckedContinuation<Parameters?, Never>? {
    desk.takeOpener(of: action)
  }

  /// Forgets the code of actions that are over, and tells those whose result cannot come any more.
  func forgetEndedActions() {
    if !closures.isEmpty { desk.closures = closures.filter { state.action($0.key) != nil } }
    if !desk.openers.isEmpty { desk.releaseOpeners(at: elapsed) }
  }

  /// Tells who watches of every change from now on.
  func add(_ watcher: SessionWatcher) { desk.audience.add(watcher) }

  /// Tells it no longer.
  func remove(_ watcher: SessionWatcher) { desk.audience.remove(watcher) }

  /// Notes whether the host is in the background; there the journal's file may be released.
  func note(isInBackground: Bool) {
    self.isInBackground = isInBackground
    releaseFile()
  }
}
