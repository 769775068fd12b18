import FaultHost
import RouteEngine
import RouteStore
import RouteTestSupport

extension Simulation {
  /// Begins a session with that version of the app.
  func launch(version: Int) {
    guard !hasFailed else { return }
    self.version = version % app.tables.count
    report.launches += 1
    host = SimulatedHost(app, noting: calls, canDie: plan.path != nil)
    host.random = SeededRandom(UInt64(step) &* 7919 &+ 1)
    let before = audit.state
    began = (clock.wall, clock.monotonic)
    do {
      if plan.path == nil, memory == nil { memory = try Journal.open(.memory) }
      if let memory {
        session = try RouteSession.launch(app.tables[self.version], on: memory) { configure(&$0) }
      } else if let path = plan.path {
        session = RouteSession.launch(app.tables[self.version], at: .file(path)) { configure(&$0) }
      }
    } catch {
      return find("a session cannot begin: \(error)")
    }
    host.session = session
    guard let session, !host.isDead else { return }
    session.onChange = { [host] in host.observe($0) }
    switch session.health {
    case .recording: break
    case .recordingAnew(let aside): find("a journal that is sound is set aside: \(aside)")
    case .degraded(let problem, _):
      if !isStorageFailing { find("a session does not record: \(problem)") }
    }
    if session.health.isRecording, session.launch.restoration == nil, audit.count > 0 {
      find("a session on \(before.tree.count) screens begins clean")
    }
  }

  private func configure(_ configuration: inout RouteSession.Configuration) {
    configuration.clock = clock.sessionClock
    configuration.device = "device"
    configuration.identifier = "session-\(report.launches)"
    configuration.appVersion = "\(version)"
    configuration.warn = nil
    configuration.whenBusy = app.settings.whenBusy
    configuration.equalLinksWithin = app.settings.equalLinksWithin
    configuration.answersWithin = app.settings.answersWithin
    configuration.stableAfter = app.settings.stableAfter
    configuration.startsSuspended = app.settings.startsSuspended
    configuration.runsStepsTwice = app.settings.runsStepsTwice
    configuration.limits = app.settings.limits
    configuration.retention = app.settings.retention
    configuration.processConditions = [SimulatedApp.processCondition]
    host.contribute(to: &configuration, version: version)
  }

  /// Ends the session.
  func end() async {
    session?.end()
    await settle()
    readNewEntries()
    await close()
  }

  /// Maintains the journal while no session lives.
  func maintain(_ number: Int) {
    mend()
    guard let path = plan.path, audit.count > 0, !hasFailed else { return }
    do throws(StoreError) {
      let work = try JournalMaintenance(
        at: path, clock: clock.sessionClock, identifier: "maintenance-\(step)")
      let actions = work.state.actions
      switch number % 4 {
      case 0:
        _ = try work.redact(redaction(number / 4))
        checkRedacted(redaction(number / 4))
      case 1:
        // A forgotten source may take effect again.
        if app.settings.retention.entries != nil {
          _ = try work.prune(RetentionPolicy(entries: 50 + number % 200))
        }
      case 2: for action in actions { _ = try work.revive(action.id) }
      default:
        if let index = number.index(in: actions) { _ = try work.cancel(actions[index].id) }
      }
      try work.end()
    } catch {
      find("a journal that is sound cannot be worked on: \(error)")
    }
    readFile()
  }

  /// The private values to remove.
  private func redaction(_ number: Int) -> Redaction {
    switch number % 5 {
    case 0: .all
    case 1: .nobody
    case 2: .value("hidden")
    case 3: .before(now)
    default: .principal(SimulatedApp.principals[number % SimulatedApp.principals.count])
    }
  }

  func redact(_ number: Int, in session: RouteSession) {
    let before = session.journal.anchor.sequence
    do throws(StoreError) {
      try session.journal.redact(redaction(number))
      // An observer that acts may open a request meanwhile, which may bring a value.
      if session.journal.anchor.sequence <= before + 1 { checkRedacted(redaction(number)) }
    } catch {
      if session.health.isRecording, !isStorageFailing { find("nothing is redacted: \(error)") }
    }
  }

  /// Checks that nothing is left of the removed values. Planned faults apply only to the engine,
  /// not to this check.
  private func checkRedacted(_ redaction: Redaction) {
    guard let path = plan.path else { return }
    pausingFaults {
      do {
        let left = try JournalMaintenance.preview(redaction, of: History(path: path))
        if left.values + left.keys > 0 {
          find("\(left.values) values and \(left.keys) keys are left of what was redacted")
        }
      } catch {
        find("the vault cannot be read: \(error)")
      }
    }
  }

  /// Checks that another process can read, but not write, the journal of a living session.
  func visit() {
    guard let path = plan.path, session?.health.isRecording ?? false else { return }
    pausingFaults {
      do throws(StoreError) {
        _ = try JournalMaintenance(at: path, clock: clock.sessionClock)
        find("somebody else may write a session's journal")
      } catch {
        if case .owned = error {} else { find("a session's journal is not owned: \(error)") }
      }
    }
    read { try History(path: path) }
  }

  /// Releases a session that has ended.
  func close() async {
    host.release()
    session = nil
    await settle()
    open = []
  }

  /// Kills the process now: no later effect of its code reaches the file.
  func die() async {
    ended += open.filter { $0.outcome != nil && $0.isRecorded }
    mend()
    if plan.path == nil {
      readNewEntries()
      host.isDead = true
      dead.append(host)
      session = nil
    } else {
      FaultFileSystem.begin(.fails, on: .fallible)
      host.isDead = true
      session?.end()  // wakes its sleeping tasks, so that its memory is released
      await close()
      FaultFileSystem.end()
    }
    let acknowledged = ended
    (open, ended) = ([], [])
    readNewEntries()
    for opening in acknowledged {
      guard let id = opening.request, let outcome = opening.outcome, !hasFailed else { continue }
      if audit.outcomes[id] != outcome { find("request \(id) was acknowledged and is gone") }
    }
  }

  /// Arranges that the process dies during this input.
  func begin(_ place: SimulatedDeath) {
    mend()
    guard plan.path != nil else { return }
    checkOpenings()
    switch place {
    case .operation(let number): FaultFileSystem.begin(.fails, on: .fallible, from: number)
    case .write(let number): FaultFileSystem.begin(.isShort, on: .fallible, from: number)
    case .hostCode:
      host.onHostCode = { [weak host] in host?.die() }
    }
    isStorageFailing = true
  }

  func fail(_ failure: SimulatedFailure, from first: Int, _ count: Int) {
    guard plan.path != nil else { return }
    mend()
    isStorageFailing = true
    report.outages += 1
    let last = first + count
    switch failure {
    case .fails: FaultFileSystem.begin(.fails, on: .fallible, from: first, through: last)
    case .isFull: FaultFileSystem.begin(.findsNoRoom, on: .growing, from: first, through: last)
    case .tearsWrites: FaultFileSystem.begin(.isShort, on: .write, from: first, through: last)
    }
  }

  func mend() {
    guard isStorageFailing || host.isDead else { return }
    isStorageFailing = false
    FaultFileSystem.end()
  }

  /// Reads without the faults that are planned for the session.
  func pausingFaults<Result>(_ body: () throws -> Result) rethrows -> Result {
    try FaultFileSystem.pausing(body)
  }

  /// Leaves a link as another process.
  func leave(_ number: Int, _ source: Int) {
    guard let path = plan.path, let index = number.index(in: app.targets),
      case .link(let link) = app.targets[index]
    else { return }
    // If there is no room for the link, it is not left.
    try? DropBox(ofJournal: path).leave(
      link, source: SimulatedApp.sources[source % SimulatedApp.sources.count],
      expiresAfter: source % 3 == 0 ? .seconds(5) : nil, clock: clock.sessionClock)
  }
}
