import RouteStore

/// One run of the host on one journal: turns every entry into a request, decides, journals, and
/// only then shows the new state.
///
/// A session is used on the actor on which it was made: the main actor in an app, any actor on a
/// server. Its methods are synchronous; asynchronous work is awaited on the same actor.
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
/// The calls that every host uses are declared here. The others are in groups:
/// ``requests-swift.property``, ``actions-swift.property``, ``display-swift.property``, ``journal``
/// and ``launch``.
///
/// The session holds no rules. Every call is an input of its machine; the session writes the steps
/// that the machine returns, and carries out their effects.
public final class RouteSession {
  /// Everything that changes while the session works.
  private var desk: SessionDesk
  let configuration: Configuration
  let recorder: Recorder
  let vault: PrivateValues
  /// The clocks' readings at the session's start. Every moment counts from there.
  let start: (wall: Int64, monotonic: Int64)
  /// The inbox for other processes; nil when this session has none.
  let inbox: Inbox?
  /// The notices that the host has not taken yet; nil when it takes none.
  let notices: Notices?
  /// The calls that arrived before the session could begin.
  let held = HeldCalls()
  /// Whether the host said last that it is in the background. A session that releases its journal
  /// there (``Configuration/releasesInBackground``), or could not read its journal, begins in the
  /// background: then this is true until the host says that it is in the foreground.
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

  /// The rules and their data.
  private(set) var machine: Machine {
    _read { yield desk.machine }
    _modify { yield &desk.machine }
  }

  /// The listeners to changes.
  var audience: Audience { desk.audience }

  /// The callers of requests.
  private(set) var callers: Callers {
    _read { yield desk.callers }
    _modify { yield &desk.callers }
  }

  /// The code of actions that are closures of this process.
  var closures: [ActionID: ActionCode] { desk.closures }

  /// Called after every change of the state; requests that it opens are queued.
  public var onChange: ((RouteSession) -> Void)? {
    get { desk.audience.host }
    // An object that only the former code held may use the session when it is released.
    set { withExtendedLifetime(desk.audience.host) { desk.audience.host = newValue } }
  }

  /// The present state. All of it is in the journal, unless ``health-swift.property`` says
  /// otherwise.
  public var state: RouteState { machine.state }

  /// The route table in force; ``adopt(_:isolation:)`` replaces it.
  public var table: RouteTable { machine.table }

  /// Whether entries are written to the journal.
  public var health: Health { recorder.health }

  /// The tree in the one-line notation, without containers that the table declares.
  public var notation: String { table.notation(of: state.tree) }
}

@available(*, unavailable)
extension RouteSession: Sendable {}

/// Passes inputs to the machine, and carries out its work.
extension RouteSession {
  /// Hands an input to the machine. A caller further up the call stack carries out the work.
  func receive(_ input: consuming Input) { machine.receive(consume input, at: elapsed) }

  /// Hands an input to the machine, does the work that follows, then work that starts by itself.
  ///
  /// - Returns: the commitment of the input's newest own step; nil when it led to none.
  @discardableResult
  func feed(
    _ input: consuming Input, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    let commitment = work(on: consume input)
    drain()
    return commitment
  }

  /// Hands an input to the machine, as of a moment or now, and carries out only the work from it.
  @discardableResult
  func work(
    on input: consuming Input, at moment: Int64? = nil, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    guard !held.isHolding else { return keep(.input(input)) }
    let depth = machine.depth
    machine.receive(consume input, at: moment ?? elapsed)
    return work(above: depth)
  }

  /// Carries out the jobs under way above a depth.
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

  /// Does queued and due work until it has to wait or none is left. Failed storage is tried again
  /// when its time has come, or now.
  func drain(tryingStorage isForced: Bool = false, isolation: isolated any Actor = #isolation) {
    guard !held.isHolding else { return beginWhenUnlocked() }
    guard desk.occupy() else { return }
    if recorder.isReleased { recorder.reacquire(at: now) }
    endOutage(isForced: isForced)
    let depth = desk.follow(isRecording: recorder.health.isRecording)
    workByItself(above: depth)
    forgetHistoryInTime()
    tellHealth()
    workByItself(above: depth)  // including inputs that the host made when it was told
    let code = closures
    while forgetEndedActions() { workByItself(above: depth) }
    if let moment = desk.nextAlarm() { setAlarm(for: moment) }
    desk.timer.reopen(false)
    releaseFile()
    withExtendedLifetime(code) {}  // an object that only ended code held may use the session
  }

  private func workByItself(above depth: Int, isolation: isolated any Actor = #isolation) {
    while true {
      let work = desk.machine.nextByItself(above: depth, at: elapsed)
      if case .rest = work { return }
      carryOut(consume work)
    }
  }

  /// Calls code during which no work starts by itself.
  func whileOccupied<Result>(_ code: () -> Result) -> Result {
    let wasOccupied = desk.timer.occupy()
    defer { desk.timer.reopen(wasOccupied) }
    return code()
  }

  /// Tells the machine whether steps are recorded, after storage failed outside a step.
  func followHealth() { machine.record(recorder.health.isRecording) }

  @discardableResult
  private func carryOut(
    _ work: consuming Work, isolation: isolated any Actor = #isolation
  ) -> Machine.Step.Commitment? {
    switch consume work {
    case .rest: return nil
    case .write:
      let commitment = write(machine.takeProposed())
      tellEffects()  // the machine wants this next
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

  /// Writes a step, and lets the machine take it. If it cannot be written, the private values
  /// return to the given memory.
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

  /// Writes the step that reacquires a journal. If it cannot be written, nothing changes. Others
  /// are told of nothing before all of it is in the journal.
  func write(_ found: consuming StorageReturn, isolation: isolated any Actor = #isolation) {
    _ = forgetEndedActions()  // their ids in memory may be those of others in the journal
    receive(.storageReturned(found))
    guard var step = machine.takeReturn() else { return }
    addPrivateValues(to: &step.companions, at: now)
    guard recorder.reacquire(step.entries, step.companions, state: step.state) else { return }
    vault.additionsWereWritten()
    // The log can wait for the next background, as in a sign-out.
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

  /// The step that an input leads to by itself, to be written; nil when there is none.
  func step(of input: consuming Input, at elapsed: Int64) -> Machine.Step? {
    machine.step(of: consume input, at: elapsed)
  }

  /// Keeps the code of a closure that was accepted as work.
  func keep(_ code: ActionCode, of action: ActionID) { desk.closures[action] = code }

  /// Carries out the effects of the machine.
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

  /// Tells the listeners. Changes that they make themselves are told after they have returned.
  private func tell() {
    let wasOccupied = desk.timer.occupy()
    repeat {
      if desk.audience.beginRound() {
        audience.tell(state)  // first: the host may change the state, or end the session
        onChange?(self)
      }
      for watcher in audience.watchers { watcher.call(with: self) }
    } while !desk.audience.endsRound()
    desk.timer.reopen(wasOccupied)
  }

  /// Sets the alarm that wakes the session after a moment; the end of time needs none.
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

// MARK: Listeners

extension RouteSession {
  /// Takes a request whose private values are tokens, and its caller.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - elapsed: microseconds since the session began.
  ///   - refusal: how it ends without a decision.
  ///   - opening: the opening that the caller gets.
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

  /// The ticket of a waiting request, also one that waits since an earlier run.
  func ticket(for waiting: WaitingRequest) -> Ticket {
    machine.ticket(for: waiting, at: elapsed)
  }

  /// The opening of a request; one that waits since an earlier run gets a new one.
  func opening(of ticket: Ticket, _ id: RequestID) -> Opening { callers.opening(of: ticket, id) }

  /// Keeps the prompt of the host code that is asked about a request; nil when it has answered.
  func keep(_ prompt: Prompt?, of ticket: Ticket) { callers.ask(prompt, of: ticket) }

  /// Takes an answer that host code gave at once.
  func take(_ answer: Answer, to prompt: Int, of ticket: Ticket) {
    desk.take(answer, to: prompt, of: ticket, at: elapsed)
  }

  /// Keeps the continuation of host code that sleeps while it is asked about a request.
  func sleep(_ sleeper: CheckedContinuation<Void, Never>, for ticket: Ticket) {
    callers.sleep(sleeper, for: ticket)
  }

  /// Poses a question in any state with any table, while some code runs.
  func pose<Result>(
    _ asking: Decision.Asking, of input: DecisionInput,
    _ code: (_ ticket: Ticket, _ prompt: Int) -> Result
  ) -> Result {
    let (ticket, prompt) = machine.pose(asking, in: input.state, input.table)
    defer { machine.withdraw(ticket) }
    return whileOccupied { code(ticket, prompt) }
  }

  /// Adds the opener that waits for the result that an action takes.
  func add(_ opener: CheckedContinuation<Parameters?, Never>, of action: ActionID) {
    desk.add(opener, of: action, at: elapsed)
  }

  /// Removes and returns the opener that waits for the result that an action takes.
  func takeOpener(of action: ActionID) -> CheckedContinuation<Parameters?, Never>? {
    desk.takeOpener(of: action)
  }

  /// Drops code of ended actions. Tells openers that no result comes; true when it told one.
  func forgetEndedActions() -> Bool {
    if !closures.isEmpty { withExtendedLifetime(closures) { desk.forgetEndedCode() } }
    return !desk.openers.isEmpty && desk.releaseOpeners(at: elapsed)
  }

  /// Adds a listener that is told of every change from now on.
  func add(_ watcher: SessionWatcher) { desk.audience.add(watcher) }

  /// Removes a listener.
  func remove(_ watcher: SessionWatcher) { desk.audience.remove(watcher) }

  /// Notes whether the host is in the background, where the journal's file may be released.
  func note(isInBackground: Bool) {
    self.isInBackground = isInBackground
    releaseFile()
  }
}
