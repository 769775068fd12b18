public import RouteStore

extension RouteSession {
  /// Begins a session: on a new journal with the route table's tree, on an existing one where the
  /// last session stopped. Never throws: when the journal cannot be used the session runs in
  /// memory, and ``health`` says why.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - location: the journal's file, or memory.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  public static func launch(
    _ table: RouteTable, at location: Location,
    isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) -> RouteSession {
    var configuration = Configuration()
    configure(&configuration)
    configuration.limits = configuration.limits.withinFormat
    let (recorder, restored) = openJournal(location.journal, configuration)
    return launch(table, configuration, recorder, restored)
  }

  /// Begins a session on a journal that is open already: for programs that run many sessions, one
  /// after the other. The one before must have ended, or be given up.
  ///
  /// - Parameters:
  ///   - table: the route table.
  ///   - journal: the journal; the session writes to it from now on, and nobody else.
  ///   - isolation: the actor that the session lives on; the caller's.
  ///   - configure: contributes answers, action handlers and settings.
  /// - Throws: `StoreError` when what the journal holds cannot be restored.
  public static func launch(
    _ table: RouteTable, on journal: Journal, isolation: isolated any Actor = #isolation,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws(StoreError) -> RouteSession {
    var configuration = Configuration()
    configure(&configuration)
    configuration.limits = configuration.limits.withinFormat
    let (recorder, reading) = try resume(journal, configuration)
    return launch(table, configuration, recorder, reading)
  }

  private static func launch(
    _ table: RouteTable, _ configuration: Configuration, _ recorder: Recorder,
    _ restored: JournalReading?, isolation: isolated any Actor = #isolation
  ) -> RouteSession {
    let start = (wall: configuration.clock.wall(), monotonic: configuration.clock.monotonic())
    let last = restored?.lastSession
    if configuration.beginning == .continued, let state = restored?.state, let last,
      last.ending == nil, last.tableDigest == Digest64.hex(table.digest)
    {
      let (silence, overflow) = start.wall.subtractingReportingOverflow(last.beganMicroseconds)
      let elapsed = max(overflow ? 0 : silence, restored?.elapsed ?? 0)
      let session = RouteSession(
        state: state, table: table, configuration: configuration, recorder: recorder,
        sessionRow: last, start: (last.beganMicroseconds, start.monotonic &- elapsed))
      session.queue = state.waiting.filter { !$0.isParked }.map(session.work)
      session.claimsActions = true
      session.drain()
      return session
    }
    var row = SessionRow(
      number: (last?.number ?? 0) + 1,
      identifier: configuration.identifier ?? randomIdentifier(),
      device: configuration.device ?? last?.device ?? randomIdentifier(),
      beganMicroseconds: start.wall, firstSequence: recorder.sequence + 1)
    row.appVersion = configuration.appVersion
    row.build = configuration.build
    row.tableDigest = Digest64.hex(table.digest)
    let goesOn = restored?.state != nil && configuration.beginning != .clean
    row.beginning = goesOn ? "restored" : "clean"
    let session = RouteSession(
      state: restored?.state ?? RouteState(), table: table, configuration: configuration,
      recorder: recorder, sessionRow: row, start: start)
    session.begin(goesOn: goesOn, after: last, salvage: restored?.salvage)
    session.claimsActions = true
    session.drain()
    return session
  }

  private static func openJournal(
    _ location: Journal.Location, _ configuration: Configuration
  ) -> (Recorder, JournalReading?) {
    do throws(StoreError) {
      return try resume(
        Journal.open(location, durability: configuration.durability), configuration)
    } catch {
      var problem = error
      if error.isDamage, case .file(let path) = location {
        do throws(StoreError) {
          return try beginAnew(instead: path, after: error, configuration)
        } catch {
          if !error.isDamage { problem = error }
        }
      }
      return readOnly(location, because: problem, configuration)
    }
  }

  /// Goes on in memory, from where a file leads that can be read and not be written.
  private static func readOnly(
    _ location: Journal.Location, because problem: StoreError, _ configuration: Configuration
  ) -> (Recorder, JournalReading?) {
    var reader: History?
    var reading: JournalReading?
    var absence: Recorder.Absence?
    if case .file(let path) = location, problem.mayPass {
      reader = try? History(path: path)
      reading = reader.flatMap { try? JournalReading(restoring: $0) }
      absence = Recorder.Absence(
        path: path, durability: configuration.durability, known: reading?.position ?? .start)
    }
    do throws(StoreError) {
      let memory = try Journal.open(.memory, durability: .process)
      let recorder = Recorder(
        memory, instead: absence, reader: reader, problem,
        since: Instant(microseconds: configuration.clock.wall()))
      return (recorder, reading)
    } catch {
      preconditionFailure("SQLite cannot keep a database in memory: \(error)")
    }
  }

  /// Sets a damaged file aside and goes on in a new one with what could be salvaged.
  private static func beginAnew(
    instead path: String, after problem: StoreError, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalReading?) {
    let aside = try Journal.setAside(path)
    let salvage = Salvage(from: aside)
    let journal = try Journal.open(.file(path), durability: configuration.durability)
    try salvage.begin(journal)
    let setAside = SetAside(path: aside, problem: problem, salvaged: salvage.position.sequence)
    return (Recorder(journal, health: .recordingAnew(setAside)), JournalReading(salvage))
  }

  private static func resume(
    _ journal: Journal, _ configuration: Configuration
  ) throws(StoreError) -> (Recorder, JournalReading?) {
    let reading: JournalReading
    do {
      reading = try JournalReading(restoring: journal)
    } catch {
      journal.leaveAsItIs()
      throw error
    }
    let recorder = Recorder(journal, health: .recording)
    recorder.resume(
      entries: reading.entries, bytes: reading.bytes, checkpointBytes: reading.checkpointBytes)
    return (recorder, reading)
  }

  /// Writes how the session begins, and settles what the last one left behind.
  private func begin(goesOn: Bool, after last: SessionRow?, salvage: Salvage?) {
    var began = beginningEntry()
    var companions = beginningCompanions()
    if let salvage {
      if goesOn { began.changes = [.adopt(state)] }
      companions.add(salvage)
      companions.forcesCheckpoint = true
    }
    var next = state
    if !goesOn { began.changes = [.adopt(initialState())] }
    apply(began.changes, to: &next)
    began.stateDigest = next.digest
    began.screenAfter = next.tree.visibleLeaf()?.kind
    var entries = [began]
    if goesOn {
      var restored = began.following(.restored, by: 1)
      restored.changes = [.tree(.unready)] + unfinishedActions(after: last)
      if last?.ending != nil { restored.changes += requestsToAskAgain() }
      if liftsQuarantine(after: last) { restored.changes += suspectsToForget() }
      apply(restored.changes, to: &next)
      restored.stateDigest = next.digest
      restored.screenAfter = began.screenAfter
      entries.append(restored)
    }
    let commitment = commit(entries, companions, state: next)
    if configuration.startsSuspended { holdBack() }
    guard goesOn else { return }
    if commitment == .recorded { settleLeftovers() } else { hasLeftovers = true }
  }

  /// Ends or continues what was under way when the last session ended. While nothing can be written
  /// it waits: how it ends has to be in the journal.
  func settleLeftovers() {
    hasLeftovers = false
    settleInterrupted()
    queue += state.waiting.filter { $0.status == .released && waitingWork[$0.id] == nil }.map(work)
  }

  /// The session's first entry, which changes nothing yet. Its row says when it began, and must say
  /// the same.
  func beginningEntry() -> JournalEntry {
    var began = newEntry(.began, elapsed: 0)
    began.notes = sessionRow.beginningNotes
    began.notes[Limits.note] = configuration.limits.note
    var setAside: SetAside?
    if case .recordingAnew(let replaced) = recorder.working { setAside = replaced }
    let journal = recorder.journal
    let isFirst = journal.isContinuation || setAside != nil && journal.head == .start
    guard isFirst else { return began }
    SetAsideNotes.add(
      to: &began.notes, name: setAside?.path.map { FilePath.split($0).name },
      salvaged: setAside?.salvaged, after: recorder.journal.head)
    return began
  }

  /// What is written beside it.
  func beginningCompanions() -> Recorder.Companions {
    var companions = Recorder.Companions()
    var row = sessionRow
    (row.ending, row.endedMicroseconds, row.lastSequence) = (nil, nil, nil)
    companions.session = row
    companions.routeTable = RouteTableRow(
      digest: Digest64.hex(table.digest), json: table.canonicalJSON)
    return companions
  }

  private func apply(_ changes: [RouteChange], to next: inout RouteState) {
    do {
      try next.apply(changes, limits: configuration.limits)
    } catch {
      preconditionFailure("what a session begins with does not fit its state: \(error)")
    }
  }

  private func initialState() -> RouteState {
    do {
      return try RouteState(
        scenes: table.initialScenes, counter: state.counter, limits: .format)
    } catch {
      preconditionFailure("the table's tree was checked and does not hold: \(error)")
    }
  }

  /// Actions that were under way when the last session died wait again; their attempt stays
  /// counted, and a death in the foreground counts as a crash.
  private func unfinishedActions(after last: SessionRow?) -> [RouteChange] {
    let isCrash = last?.ending == nil
    return state.actions.filter { $0.status == .claimed || $0.status == .started }.map { action in
      .advance(action.id, isCrash ? .crash : .interrupt)
    }
  }

  /// Requests for which host code ran when the last session ended of its own will or died in the
  /// background: that is how systems end hosts, and nothing against the request.
  private func requestsToAskAgain() -> [RouteChange] {
    state.waiting.filter { $0.status == .received }.map { waiting in
      var waiting = waiting
      waiting.status = .released
      return .wait(waiting)
    }
  }

  /// A new version of the app may have mended what the host died of.
  private func liftsQuarantine(after last: SessionRow?) -> Bool {
    configuration.liftsQuarantine || last?.appVersion != sessionRow.appVersion
      || last?.build != sessionRow.build
  }

  private func suspectsToForget() -> [RouteChange] {
    state.suspects.map { .suspect(fingerprint: $0.fingerprint, count: 0) }
  }

  /// Requests for which host code ran when the last session died in the foreground: they end, and
  /// are remembered as suspect.
  private func settleInterrupted() {
    for waiting in state.waiting
    where waiting.status == .received && waitingWork[waiting.id] == nil {
      let work = work(for: waiting)
      let fingerprint = waiting.request.fingerprint
      let count = state.suspects.first { $0.fingerprint == fingerprint }?.count ?? 0
      var entry = newEntry(.decided)
      entry.requestID = waiting.id
      entry.outcome = count > 0 ? .quarantined : .interrupted
      entry.notes = [SettlingRule.note: .string(SettlingRule.relaunch.rawValue)]
      entry.changes = [
        .settle(waiting.id), .suspect(fingerprint: fingerprint, count: count + 1),
      ]
      entry.screenBefore = state.tree.visibleLeaf()?.kind
      entry.screenAfter = entry.screenBefore
      var companions = Recorder.Companions()
      companions.seen = seenRows(of: work, id: waiting.id, outcome: entry.outcome)
      conclude(work, entry.outcome, commit(entry, companions))
    }
  }

  /// 128 random bits as 32 hexadecimal digits.
  private static func randomIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return Digest64.hex(random.next()) + Digest64.hex(random.next())
  }
}

extension SessionRow {
  /// What the session's first entry says of it: the row can be changed without a trace, the entry
  /// cannot.
  package var beginningNotes: Parameters {
    var notes: Parameters = ["device": .string(device), "identifier": .string(identifier)]
    notes["appVersion"] = appVersion.map { .string($0) }
    notes["beginning"] = beginning.map { .string($0) }
    notes["build"] = build.map { .string($0) }
    notes["table"] = tableDigest.map { .string($0) }
    return notes
  }
}
